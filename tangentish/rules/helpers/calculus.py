"""What the rules for grids, interpolation, convolution and finite differences need."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import inexact, sum_to_shape


def unlinspace(ans_bar: Any, shape: Any, num: int, endpoint: bool = True, axis: int = 0, first: int = 1) -> Any:
    """The transpose of `np.linspace` for its start (`first` is 1) or its stop (0), of this shape."""
    t = np.linspace(float(first), 1.0 - first, num, endpoint)
    return sum_to_shape(np.tensordot(t, np.moveaxis(ans_bar, axis, 0), 1), shape)


def interp_cell(x: Any, xp: Any) -> tuple[Any, Any, Any]:
    """For `np.interp`: the number of the cell of each `x`, the place in it (0 to 1), and whether `x` is inside."""
    cell = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, max(len(xp) - 2, 0))
    if len(xp) <= 1:
        return cell, np.zeros(np.shape(x)), np.zeros(np.shape(x), bool)
    xp = np.asarray(xp)
    place = np.where(x >= xp[cell + 1], 1, (x - xp[cell]) / _widths(cell, xp))
    return cell, np.clip(place, 0, 1), (x >= xp[0]) & (x <= xp[-1])


def _widths(cell: Any, xp: Any) -> Any:
    """The widths of cells; infinite where two nodes are equal, at a jump."""
    widths = xp[cell + 1] - xp[cell]
    return np.where(widths == 0, np.inf, widths)


def interp_slope(x: Any, xp: Any, fp: Any) -> Any:
    """The derivative of `np.interp(x, xp, fp)` with respect to `x`; 0 outside of `xp`."""
    if len(xp) <= 1:
        return np.zeros(np.shape(x))
    xp, fp = np.asarray(xp), np.asarray(fp)
    fp = fp if fp.dtype.kind in "fc" else fp.astype(float)  # as NumPy does: differences of small types would not fit into them
    cell, _, inside = interp_cell(x, xp)
    return np.where(inside, (fp[cell + 1] - fp[cell]) / _widths(cell, xp), 0)


def uninterp(ans_bar: Any, x: Any, xp: Any, left: Any = None, right: Any = None) -> Any:
    """The transpose of `np.interp` as a function of `fp`."""
    if len(xp) == 0:  # nor are there any `x`
        return np.zeros(0)
    xp = np.asarray(xp)
    bar = np.where((np.less(x, xp[0]) & (left is not None)) | (np.greater(x, xp[-1]) & (right is not None)), 0, ans_bar)
    return to_nodes(bar, x, xp)


def uninterp_nodes(ans_bar: Any, x: Any, xp: Any, fp: Any) -> Any:
    """The cotangent of `xp` for `np.interp`."""
    return to_nodes(-ans_bar * interp_slope(x, xp, fp), x, xp)


def to_nodes(bar: Any, x: Any, xp: Any) -> Any:
    """What each of `x` has, shared out among the two nodes of its cell by how near they are."""
    cell, place, _ = interp_cell(x, xp)
    result = np.zeros(len(xp), np.result_type(bar))
    np.add.at(result, cell, bar * (1 - place))
    np.add.at(result, np.minimum(cell + 1, len(xp) - 1), bar * place)
    return result


def interp_nodes_dot(xp_dot: Any, x: Any, xp: Any, fp: Any) -> Any:
    """The tangent of `np.interp` as a function of `xp`."""
    cell, place, _ = interp_cell(x, xp)
    xp_dot = np.asarray(xp_dot)
    moved = xp_dot[cell] * (1 - place) + xp_dot[np.minimum(cell + 1, len(xp) - 1)] * place
    return -interp_slope(x, xp, fp) * moved


def untrapezoid(ans_bar: Any, shape: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """The transpose of `np.trapezoid` as a function of `y`, of this shape."""
    axis = axis % len(shape)
    width = widths(x, dx, axis, len(shape))
    bar = np.expand_dims(ans_bar, axis) / 2 * width
    bar = np.broadcast_to(bar, (*shape[:axis], max(shape[axis] - 1, 0), *shape[axis + 1 :]))
    edge = np.zeros((*shape[:axis], 1, *shape[axis + 1 :]))
    return np.concatenate([bar, edge], axis) + np.concatenate([edge, bar], axis)


def widths(x: Any, dx: Any, axis: int, ndim: int) -> Any:
    """The widths of the cells of `np.trapezoid`, to broadcast against `y`."""
    if x is None:
        return dx
    if np.ndim(x) == 1:
        return np.reshape(np.diff(x), [-1 if k == axis % ndim else 1 for k in range(ndim)])
    return np.diff(x, axis=axis)


def untrapezoid_nodes(ans_bar: Any, y: Any, x: Any, axis: int = -1) -> Any:
    """The cotangent of `x` for `np.trapezoid(y, x)`."""
    y = np.moveaxis(y, axis, -1)
    bar = np.expand_dims(ans_bar, -1) * (y[..., 1:] + y[..., :-1]) / 2
    edge = np.zeros((*bar.shape[:-1], 1))
    bar = np.concatenate([edge, bar], -1) - np.concatenate([bar, edge], -1)
    return sum_to_shape(bar, np.shape(x)) if np.ndim(x) == 1 else np.moveaxis(bar, -1, axis)


def untrapezoid_steps(ans_bar: Any, y: Any, shape: Any, axis: int = -1) -> Any:
    """The cotangent of `dx`, of this shape, for `np.trapezoid(y, dx=dx)`."""
    y = np.moveaxis(y, axis, -1)
    return sum_to_shape(np.moveaxis(np.expand_dims(ans_bar, -1) * (y[..., 1:] + y[..., :-1]) / 2, -1, axis), shape)


def unconvolve(ans_bar: Any, v: Any, size: int, mode: str = "full") -> Any:
    """The cotangent of `a`, a vector of this size, for `np.convolve(a, v, mode)`; the product with an empty polynomial is 0."""
    if not size or not np.size(v):
        return np.zeros(size, np.result_type(ans_bar, np.asarray(v)))
    short = min(size, np.size(v))
    start = {"full": 0, "same": (short - 1) // 2, "valid": short - 1}[mode]
    full = np.pad(ans_bar, (start, size + np.size(v) - 1 - start - np.size(ans_bar)))
    result = np.convolve(full, np.atleast_1d(v)[::-1], "valid") if size >= np.size(v) else np.convolve(
        full, np.atleast_1d(v)[::-1])[np.size(v) - 1 : np.size(v) - 1 + size]
    return result[:size]


def uncorrelate_left(ans_bar: Any, v: Any, size: int, mode: str = "valid") -> Any:
    """The cotangent of `a`, a vector of this size, for `np.correlate(a, v, mode)`."""
    if size < np.size(v):  # NumPy swaps the two, and reverses the result
        return unconvolve(ans_bar[::-1], np.conj(v), size, mode)[::-1]
    return unconvolve(ans_bar, np.conj(np.atleast_1d(v)[::-1]), size, mode)


def uncorrelate_right(ans_bar: Any, a: Any, size: int, mode: str = "valid") -> Any:
    """The cotangent of `v`, a vector of this size, for `np.correlate(a, v, mode)`."""
    if np.size(a) < size:
        return np.conj(unconvolve(ans_bar[::-1], np.atleast_1d(a)[::-1], size, mode))
    return np.conj(unconvolve(ans_bar, a, size, mode)[::-1])


def ungradient(ans_bar: Any, shape: Any, spacing: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """The transpose of `np.gradient` of an array of this shape; None among the cotangents stands for zero."""
    axes = tuple(range(len(shape))) if axis is None else tuple(
        k % len(shape) for k in (axis if isinstance(axis, (tuple, list)) else (axis,)))
    bars = list(ans_bar) if isinstance(ans_bar, (tuple, list)) else [ans_bar]
    steps = list(spacing) * len(axes) if len(spacing) == 1 else list(spacing) or [1.0] * len(axes)
    given = [bar for bar in bars if bar is not None]
    result = np.zeros(shape, np.result_type(*given) if given else float)
    for bar, h, k in zip(bars, steps, axes, strict=True):
        if bar is not None:
            view = np.moveaxis(result, k, 0)
            _ungradient(np.moveaxis(bar, k, 0), view, h, edge_order)
    return result


def _ungradient(bar: Any, out: Any, h: Any, edge_order: int) -> None:
    column = (-1,) + (1,) * (bar.ndim - 1)
    places = np.asarray(h)
    places = places if places.dtype.kind in "fc" else places.astype(float)  # as NumPy does
    d = np.full(len(bar) - 1, float(h)) if np.ndim(h) == 0 else np.diff(places)
    left, right = np.reshape(d[:-1], column), np.reshape(d[1:], column)
    middle = bar[1:-1]
    out[:-2] -= middle * right / (left * (left + right))
    out[1:-1] += middle * (right - left) / (left * right)
    out[2:] += middle * left / (right * (left + right))
    if edge_order == 1:
        out[1] += bar[0] / d[0]
        out[0] -= bar[0] / d[0]
        out[-1] += bar[-1] / d[-1]
        out[-2] -= bar[-1] / d[-1]
        return
    a, b = d[0], d[1]
    out[0] -= bar[0] * (2 * a + b) / (a * (a + b))
    out[1] += bar[0] * (a + b) / (a * b)
    out[2] -= bar[0] * a / (b * (a + b))
    a, b = d[-2], d[-1]
    out[-3] += bar[-1] * b / (a * (a + b))
    out[-2] -= bar[-1] * (a + b) / (a * b)
    out[-1] += bar[-1] * (2 * b + a) / (b * (a + b))


def unvander(ans_bar: Any, x: Any, increasing: bool = False) -> Any:
    """The cotangent of `x` for `np.vander(x, N, increasing)`."""
    bar = ans_bar if increasing else ans_bar[:, ::-1]
    return sum((k * bar[:, k] * np.asarray(x) ** (k - 1) for k in range(1, bar.shape[1])), 0.0 * np.asarray(x))


def polyval_coefficients(ans_bar: Any, p: Any, x: Any) -> Any:
    """The cotangent of `p` for `np.polyval(p, x)`."""
    if isinstance(x, np.poly1d):
        raise UnsupportedError("the derivative of a polynomial of a poly1d is not known.\nMultiply and add the poly1d in a loop.")
    bars, power = [], np.ones(np.shape(x), inexact(x, ans_bar))
    for coefficient in p:  # which may be an array: of several polynomials
        bars.append(sum_to_shape(ans_bar * power, np.shape(coefficient)))
        power = power * x
    return np.array(bars[::-1])


def polyval_slope(p: Any, x: Any) -> Any:
    """The derivative of `np.polyval(p, x)` with respect to `x`; each of the coefficients may be an array."""
    if isinstance(p, np.poly1d):  # whose length is its degree
        p = p.coeffs
    p = np.asarray(p, inexact(p, x))  # of small integers a multiple may be another number
    count = len(p) - 1
    return np.polyval([coefficient * (count - k) for k, coefficient in enumerate(p[:-1])], x)


def vander_dot(x_dot: Any, x: Any, count: int, increasing: bool = False) -> Any:
    """The tangent of `np.vander(x, count, increasing)`."""
    columns = [k * np.asarray(x) ** max(k - 1, 0) * x_dot for k in range(count)]
    return np.stack(columns if increasing else columns[::-1], axis=1) if count else np.zeros((len(x), 0))
