"""`scipy.linalg.lstsq`: as `numpy.linalg.lstsq`, but for the residuals of one vector, and of stacks of systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.rules.helpers import lstsq_a_bar, lstsq_a_dot, lstsq_b_bar, lstsq_b_dot, sum_to_shape


def over_stack(function: Callable[..., tuple[Any, ...]], *stacks: tuple[Any, int]) -> tuple[Any, ...]:
    """What `function` gives for each of the arrays in some stacks, which are broadcast: stacks again.

    With each stack goes how many axes an array in it has; None is passed on.
    """
    batch = np.broadcast_shapes(*(np.shape(x)[: np.ndim(x) - ndim] for x, ndim in stacks if x is not None))
    whole = [None if x is None else np.broadcast_to(x, batch + np.shape(x)[np.ndim(x) - ndim :]) for x, ndim in stacks]
    results = [function(*(None if x is None else x[index] for x in whole)) for index in np.ndindex(batch)]
    return tuple(np.reshape(np.stack(parts), batch + np.shape(parts[0])) for parts in zip(*results, strict=True))


def _without_nothing(ans: Any) -> Any:
    """Results without the singular values that the driver "gelsy" has none of: a stack of None."""
    return ans if np.asarray(ans[3]).dtype != object else (*ans[:3], None)


def lstsq_bars(ans_bar: Any, ans: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The cotangents of `a` and `b`."""
    def one(a: Any, b: Any, *parts: Any) -> tuple[Any, Any]:
        return lstsq_a_bar(parts[:4], parts[4:], a, b), lstsq_b_bar(parts[:4], parts[4:], a, b)

    if np.ndim(ans[2]) == 0:
        return one(a, b, *ans_bar, *ans)
    if np.size(ans[2]) == 0:  # there are no systems
        return np.zeros_like(a), np.zeros_like(b)
    ans = _without_nothing(ans)
    if ans_bar[1] is not None:  # residuals of a stack are complex for complex systems; their imaginary part is 0
        ans_bar = ans_bar[0], np.real(ans_bar[1]), *ans_bar[2:]
    a_bar, b_bar = over_stack(one, *_stacks(ans, a, b), *zip((*ans_bar, *ans), _axes(ans, b) * 2, strict=True))
    return sum_to_shape(a_bar, np.shape(a)), sum_to_shape(b_bar, np.shape(b))


def lstsq_dot_a(ans: Any, a_dot: Any, a: Any, b: Any) -> tuple[Any, ...]:
    """The tangents of the results along `a_dot`."""
    return _tangents(lstsq_a_dot, ans, a_dot, 2, a, b)


def lstsq_dot_b(ans: Any, b_dot: Any, a: Any, b: Any) -> tuple[Any, ...]:
    """The tangents of the results along `b_dot`."""
    return _tangents(lstsq_b_dot, ans, b_dot, _axes(ans, b)[0], a, b)


def _axes(ans: Any, b: Any) -> tuple[int, ...]:
    """How many axes the results have for one matrix: the solution, the residuals, the rank, the singular values."""
    return min(np.ndim(b), 2), np.ndim(ans[1]) - np.ndim(ans[2]), 0, 1


def _stacks(ans: Any, a: Any, b: Any) -> list[tuple[Any, int]]:
    return [(a, 2), (b, _axes(ans, b)[0])]


def _tangents(tangent: Callable[..., Any], ans: Any, dot: Any, ndim: int, a: Any, b: Any) -> tuple[Any, ...]:
    def one(a: Any, b: Any, dot: Any, *ans: Any) -> tuple[Any, ...]:
        if np.ndim(b) > 1:
            return tangent(ans, dot, a, b)
        given = ans[0], np.atleast_1d(ans[1]), *ans[2:]  # as NumPy has it
        x_dot, residual, rank, s_dot = tangent(given, dot, a, b)
        return x_dot, np.reshape(residual, np.shape(ans[1])), rank, s_dot

    if np.ndim(ans[2]) == 0:
        return one(a, b, dot, *ans)
    ans = _without_nothing(ans)
    if np.size(ans[2]) == 0:
        return np.zeros_like(ans[0]), np.zeros_like(ans[1]), 0, 0 if ans[3] is None else np.zeros_like(ans[3])
    x_dot, residual, _, s_dot = over_stack(one, *_stacks(ans, a, b), (dot, ndim), *zip(ans, _axes(ans, b), strict=True))
    return x_dot, residual, 0, 0 if ans[3] is None else s_dot


__all__ = ["lstsq_bars", "lstsq_dot_a", "lstsq_dot_b"]
