"""Gradients by one call that is recorded: of callables without source of their own, and with auxiliary results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import dispatch
from tangentish.analysis.kept_before import continuing
from tangentish.derivative.arguments import Argnum
from tangentish.derivative.places import with_own_places
from tangentish.derivative.results import own
from tangentish.derivative.shared_objects import objects_among
from tangentish.errors import OutputError
from tangentish.runtime import copied, seed
from tangentish.shadows import Shadows


def by_pullback(fun: Callable[..., Any], wrt: list[Argnum], args: tuple[Any, ...], keywords: dict[str, Any],
                has_aux: bool) -> tuple[Any, Any, tuple[Any, ...]]:
    """The value, the auxiliary result or None, and the derivatives with respect to the arguments `wrt`."""
    return with_own_places(fun, args, keywords, lambda own, named: _by_pullback(fun, wrt, own, named, has_aux))


def _by_pullback(fun: Callable[..., Any], wrt: list[Argnum], args: tuple[Any, ...], keywords: dict[str, Any],
                 has_aux: bool) -> tuple[Any, Any, tuple[Any, ...]]:
    args, keywords = copied_arguments(args, keywords)
    objects = objects_among({**dict(enumerate(args)), **keywords})
    ans, record = dispatch.primal(fun, (*wrt, *(place for place in objects if place not in wrt)), *args, **keywords)
    if has_aux:
        check_aux(ans)
    value, aux = ans if has_aux else (ans, None)
    shadows = Shadows()
    parts = _reversed(record, _start(ans, seed(1.0, value), shadows, has_aux), shadows)
    bars = tuple(own(shadows.result(args[p] if isinstance(p, int) else keywords[p], parts[p])) for p in wrt)
    shadows.finish()
    return value, aux, bars


@continuing
def _reversed(record: dispatch.Record, ans_bar: Any, shadows: Shadows) -> Any:
    return record.reverse(ans_bar, shadows)


def check_aux(ans: Any) -> None:
    """Refuse the result of a function that should return a value and something else."""
    if not (isinstance(ans, tuple) and len(ans) == 2):
        what = f"a tuple of {len(ans)}" if isinstance(ans, tuple) else f"a {type(ans).__name__}"
        raise OutputError(f"with has_aux=True the function should return (value, aux), not {what}")


def _start(ans: Any, one: Any, shadows: Shadows, has_aux: bool) -> Any:
    """The cotangent of the result: `one`, for the first item alone if the second is auxiliary."""
    if has_aux:
        shadows.add(ans, None, (one, *[None] * (len(ans) - 1)))
        return None
    return shadows.add(ans, shadows.start(ans), one) if isinstance(ans, np.ndarray) else one


def copied_arguments(args: tuple[Any, ...] | list[Any], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Copies of arguments, so that the function may write into them."""
    values: tuple[tuple[Any, ...], dict[str, Any]] = copied(tuple(args), dict(keywords))
    return values
