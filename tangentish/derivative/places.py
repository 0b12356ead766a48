"""Arguments that share memory: where nothing writes into them, each place in them has a derivative of its own."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.analysis.effects import effects_now
from tangentish.derivative.programs import overlap, target_of
from tangentish.runtime import separated, shares_memory


def share(values: Any) -> bool:
    """Whether arguments share memory, by themselves or by what they contain."""
    arrays = [v for v in values.values() if isinstance(v, np.ndarray)]
    return shares_memory(values) or overlap(arrays)


def apart(fun: Callable[..., Any], args: Any, keywords: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The arguments of a call of `fun`, those that share memory as copies apart if `fun` only reads them."""
    if share({**dict(enumerate(args)), **keywords}) and only_reads(target_of(fun)):
        return tuple(map(separated, args)), {key: separated(value) for key, value in keywords.items()}
    return args, keywords


def only_reads(function: types.FunctionType | None) -> bool:
    """Whether a function writes into none of its arguments, as far as its text and those of what it calls can tell."""
    if function is None:
        return False
    effects = effects_now(function)
    return not (effects.opaque or effects.writes)
