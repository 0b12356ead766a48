"""Arguments that share memory: where nothing writes into them, each place in them has a derivative of its own."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.analysis.effects import effects_now
from tangentish.derivative.programs import overlap, target_of
from tangentish.runtime import held_in, separated, shares_memory


def share(values: Any) -> bool:
    """Whether arguments share memory, by themselves or by what they contain."""
    arrays = [v for v in values.values() if isinstance(v, np.ndarray)]
    return shares_memory(values) or overlap(arrays)


def active_share(args: Any, active: Any) -> bool:
    """Whether an argument that is differentiated, or what it holds, shares memory with another one or with itself."""
    mine, own = held_in(args[k] for k in active)
    others, containers = held_in(arg for k, arg in enumerate(args) if k not in active)
    return len(set(own)) < len(own) or not set(own).isdisjoint(containers) or any(
        np.may_share_memory(a, b) for k, a in enumerate(mine) for b in [*mine[:k], *others])


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
