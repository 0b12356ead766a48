"""The slopes of norms and of condition numbers.

At kinks: a norm has slope 0 at 0, and so have the entries and the singular values that are 0; rows, columns or singular
values that tie share the slope equally.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import axis_tuple, keep_axis, quotient, swap
from tangentish.rules.helpers.extremes import ties
from tangentish.rules.helpers.spectra import noise


def norm_slope(ans: Any, x: Any, order: Any = None, axis: Any = None, keepdims: bool = False, ndim: int = 0) -> Any:
    """The derivative of the norm `ans` of `x`, of the shape of `x`.  With `ndim` 1 a norm of all entries."""
    kept = keep_axis(ans, np.shape(x), axis, keepdims)
    axes = axis_tuple(axis, np.ndim(x))
    vector = ndim == 1 or len(axes) == 1
    if order is None or order in ("fro", "f") or (order == 2 and vector):
        return quotient(np.conj(x), kept)
    return _vector_slope(kept, x, order, axis) if vector else _matrix_slope(kept, x, order, axes)


def order_slope(ans: Any, x: Any, order: Any, axis: Any = None, keepdims: bool = False, ndim: int = 0) -> Any:
    """The derivative of the norm `ans` of vectors with respect to its order: `ans / p * sum(r**p log r)`, `r` the shares.

    0 for an order that is not a float, which has none.  Entries that are 0 count for nothing.
    """
    if not isinstance(order, float | np.floating | np.ndarray) or order == 0 or not np.isfinite(order):
        return 0.0
    if ndim != 1 and len(axis_tuple(axis, np.ndim(x))) != 1:
        raise UnsupportedError("the norm of a matrix is defined for some orders alone, and has no derivative with respect to it")
    share = quotient(np.abs(x), keep_axis(ans, np.shape(x), axis, keepdims))
    inside = np.where(share > 0, share, 1.0)
    return ans / order * np.sum(inside**order * np.log(inside), axis=axis, keepdims=keepdims)


def order_dot(dot: Any, ans: Any, x: Any, order: Any, axis: Any = None, keepdims: bool = False, ndim: int = 0) -> Any:
    """The tangent of a norm of vectors for that of its order, which is None for what is not a number."""
    return 0.0 if dot is None else dot * order_slope(ans, x, order, axis, keepdims, ndim)


def _direction(x: Any) -> Any:
    """The slope of the size of each entry, 0 at 0."""
    return quotient(np.conj(x), np.abs(x)) if np.iscomplexobj(x) else np.sign(x)


def _vector_slope(kept: Any, x: Any, order: Any, axis: Any) -> Any:
    size = np.abs(x)
    sign = _direction(x)
    if order in (np.inf, -np.inf):
        return sign * ties(kept, size, axis, True)
    if order == 0:
        return np.zeros_like(sign)
    if order == 1:
        return sign
    if order > 1:
        return sign * quotient(size, kept) ** (order - 1)
    # a slope that is infinite at an entry 0 is taken for 0; a norm of negative order is 0 where an entry is, with a kink
    ratio = np.where(size == 0, 1, quotient(size, kept))
    return sign * np.where((size == 0) | (kept == 0), 0, ratio ** (order - 1.0))


def _matrix_slope(kept: Any, x: Any, order: Any, axes: Any) -> Any:
    row, column = axes
    if order in (1, -1, np.inf, -np.inf):
        sums = np.sum(np.abs(x), axis=row if order in (1, -1) else column, keepdims=True)
        return _direction(x) * ties(kept, sums, axes, True)
    u, s, vh = np.linalg.svd(np.moveaxis(x, (row, column), (-2, -1)), full_matrices=False)
    if order == "nuc":
        weight = np.where(s > noise(s), 1, 0)
    else:
        weight = np.where(s > noise(s), _extreme(s, order == 2), 0)
    return np.moveaxis(np.conj(u * weight[..., None, :] @ vh), (-2, -1), (row, column))


def _extreme(s: Any, largest: bool) -> Any:
    """The weight of each singular value in the largest, or the smallest, of them: those that tie share equally."""
    chosen = np.abs(s - (s[..., :1] if largest else s[..., -1:])) <= noise(s)
    return chosen / np.sum(chosen, axis=-1, keepdims=True)


def cond_slope(ans: Any, x: Any, p: Any = None) -> Any:
    """The derivative of `np.linalg.cond(x, p)`; raises where the matrix is singular, but for rounding."""
    limit = 1 / (8 * max(np.shape(x)[-2:]) * np.finfo(np.asarray(ans).dtype).eps)
    if not np.all(np.isfinite(ans)) or (p != -2 and np.any(ans > limit)):
        raise UnsupportedError("the condition number of a singular matrix is infinite, and has no derivative")
    if p is None or p in (2, -2):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        first, last = s[..., :1], s[..., -1:]
        if p == -2:
            weight = np.where(last > noise(s), _extreme(s, False) / first - _extreme(s, True) * last / first**2, 0)
        else:
            weight = _extreme(s, True) / last - _extreme(s, False) * first / last**2
        return np.conj(u * weight[..., None, :] @ vh)
    inverse = np.linalg.inv(x)
    first, second = np.linalg.norm(x, p, (-2, -1), True), np.linalg.norm(inverse, p, (-2, -1), True)
    inverse_bar = first * norm_slope(second, inverse, p, (-2, -1), True)
    return second * norm_slope(first, x, p, (-2, -1), True) - swap(inverse) @ inverse_bar @ swap(inverse)
