"""Functions along axes, which are all one further on: sums, transforms, differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentish.analysis.kinds import Const
from tangentish.batched.rules.calls import Call, Rule
from tangentish.batched.terms import NotBatchedError, Term, shifted, value_of
from tangentish.syntax import Node, attribute, call, constant, tuple_of

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions

Axes = int | tuple[int, ...]
_REFUSED = frozenset(["dtype", "out"])


def _all(rank: int) -> Axes:
    """All axes."""
    return 1 if rank == 1 else tuple(range(1, rank + 1))


def _last(rank: int) -> Axes:
    return -1


def _flat(rank: int) -> Axes:
    """All entries in a row, which is the one axis of a vector; for arrays of more dimensions there is no such axis."""
    if rank != 1:
        raise NotBatchedError("all entries of an array in a row")
    return 1


def along(*params: str, default: Callable[[int], Axes], numbers: bool = False) -> Rule:
    """The rule for a function of an array, which is the first of `params`, and "axis" another; `default` if it is left out.

    With `numbers`, a number is its own result.
    """

    def rule(batch: Expressions, made: Call) -> Term:
        bound = made.bound(*params)
        if not _REFUSED.isdisjoint(bound):
            raise NotBatchedError("an argument for which there is no rule")
        x = batch.term(bound.pop(params[0]), made.env)
        if not x.batched:
            raise NotBatchedError("an option that depends on the direction")
        if x.rank == 0:
            if numbers and not bound:
                return Term(call(attribute(x.node, "copy")), x.kind, True)
            raise NotBatchedError("a number where there should be an array")
        given = bound.pop("axis", None)
        axis = value_of(batch.kinds.expr(given, made.env)) if given is not None else None
        rest = {key: batch.constant_part(value) for key, value in bound.items()}
        return Term(batch.applied(made, x.node, **rest, axis=_written(_shifted(axis, x.rank, default))), made.kind, True)

    return rule


def _shifted(axis: Any, rank: int, default: Callable[[int], Axes]) -> Axes:
    if axis is None:
        return default(rank)
    return tuple(map(shifted, axis)) if isinstance(axis, tuple) else shifted(axis)


def _written(axes: Axes) -> Node:
    return tuple_of(map(_number, axes)) if isinstance(axes, tuple) else _number(axes)


def _number(value: int) -> Node:
    return constant(value)


def _roll(batch: Expressions, made: Call) -> Term:
    """`np.roll(x, shift, axis)`: a shift of all entries, or of each along its own axis."""
    bound = made.bound("a", "shift", "axis")
    if "axis" not in bound and not batch.kinds.expr(bound["shift"], made.env).is_scalar:
        raise NotBatchedError("several shifts")
    return along("a", "shift", "axis", default=_flat)(batch, made)


def _trapezoid(batch: Expressions, made: Call) -> Term:
    """`np.trapezoid(y, x, dx, axis)` with points that are the same for all rows."""
    bound = made.bound("y", "x", "dx", "axis")
    if "x" in bound and batch.kinds.expr(bound["x"], made.env) != Const(None) and (
            batch.kinds.expr(bound["x"], made.env).ndim != 1):
        raise NotBatchedError("points for each row")
    return along("y", "x", "dx", "axis", default=_last)(batch, made)


def _take(batch: Expressions, made: Call) -> Term:
    """`np.take(x, indices, axis)`."""
    made.bound("a", "indices", "axis")
    return along("a", "indices", "axis", default=_flat)(batch, made)


def _expand_dims(batch: Expressions, made: Call) -> Term:
    """`np.expand_dims(x, axis)`, of numbers too."""
    bound = made.bound("a", "axis")
    x = batch.term(bound["a"], made.env)
    axis = value_of(batch.kinds.expr(bound["axis"], made.env))
    if not x.batched:
        raise NotBatchedError("an axis that depends on the direction")
    return Term(batch.applied(made, x.node, _written(_shifted(axis, x.rank, _last))), made.kind, True)


def _squeeze(batch: Expressions, made: Call) -> Term:
    """`np.squeeze(x, axis)`; without an axis, the one of the directions might go."""
    bound = made.bound("a", "axis")
    if "axis" not in bound or batch.kinds.expr(bound["axis"], made.env) == Const(None):
        raise NotBatchedError("axes that are known when the program runs")
    return _expand_dims(batch, made)


_total = along("a", "axis", "dtype", "out", "keepdims", default=_all, numbers=True)
_extreme = along("a", "axis", "out", "keepdims", default=_all, numbers=True)
_running = along("a", "axis", "dtype", "out", default=_flat)
_transform = along("a", "n", "axis", "norm", default=_last)

RULES: dict[object, Rule] = {
    np.sum: _total, np.mean: _total, np.prod: _total, np.max: _extreme, np.min: _extreme,
    np.cumsum: _running, np.cumprod: _running,
    np.flip: along("m", "axis", default=_all),
    np.diff: along("a", "n", "axis", default=_last),
    np.repeat: along("a", "repeats", "axis", default=_flat),
    np.trapezoid: _trapezoid,
    np.roll: _roll, np.take: _take, np.expand_dims: _expand_dims, np.squeeze: _squeeze,
    **dict.fromkeys([np.fft.fft, np.fft.ifft, np.fft.rfft, np.fft.irfft, np.fft.hfft, np.fft.ihfft], _transform),
}
