"""Transposes of the functions that rearrange the entries of an array."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def order_of(order: str, a: Any) -> Any:
    """The memory order, C or F, in which reshaping `a` with `order` reads its entries."""
    if order == "A":
        return "F" if np.ndim(a) > 1 and np.isfortran(a) else "C"
    return order_in_memory(a) if order == "K" else order


def order_in_memory(a: Any) -> str:
    """The order, C or F, in which the entries of an array lie in memory, whichever way it goes along each axis."""
    a = np.asarray(a)
    steps = [abs(step) for size, step in zip(a.shape, a.strides, strict=True) if size > 1]
    if steps == sorted(steps, reverse=True):
        return "C"
    if steps == sorted(steps):
        return "F"
    raise UnsupportedError("order='K' of an array whose axes are transposed, and not all of them, has no derivative.\n"
                           "Make it contiguous: np.ascontiguousarray(x).")


def inverse_permutation(axes: Any) -> Any:
    """The axes that undo a transpose by `axes`."""
    return None if axes is None else np.argsort([k % len(axes) for k in axes]).tolist()


def undiagonal(ans_bar: Any, shape: tuple[int, ...], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The transpose of `np.diagonal`: zeros but for the diagonal."""
    result = np.zeros(shape, np.result_type(ans_bar))
    moved = np.moveaxis(result, (axis1, axis2), (-2, -1))
    rows = np.arange(np.shape(ans_bar)[-1])
    moved[..., rows + max(-offset, 0), rows + max(offset, 0)] = ans_bar
    return result


def untrace(ans_bar: Any, shape: tuple[int, ...], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The transpose of `np.trace`."""
    size = max(min(shape[axis1] + min(offset, 0), shape[axis2] - max(offset, 0)), 0)
    return undiagonal(np.repeat(np.expand_dims(ans_bar, -1), size, axis=-1), shape, offset, axis1, axis2)


def untile(ans_bar: Any, shape: tuple[int, ...], reps: Any) -> Any:
    """The transpose of `np.tile` of an array of this shape."""
    counts = tuple(np.atleast_1d(reps).tolist())
    ndim = max(len(counts), len(shape))
    counts, sizes = (1,) * (ndim - len(counts)) + counts, (1,) * (ndim - len(shape)) + tuple(shape)
    split = [n for pair in zip(counts, sizes, strict=True) for n in pair]
    return np.reshape(np.sum(np.reshape(ans_bar, split), axis=tuple(range(0, 2 * ndim, 2))), shape)


def undiff(ans_bar: Any, parts: Any, n: int, axis: int) -> list[Any]:
    """The transpose of `np.diff` of the concatenation of `parts` (before, array, after; None for absent)."""
    before, array, after = parts = [None if part is np._NoValue else part for part in parts]
    ndim = np.ndim(array)
    axis = axis % ndim
    bar = np.moveaxis(ans_bar, axis, -1)
    for _ in range(n):
        edge = np.zeros_like(bar[..., :1], shape=(*bar.shape[:-1], 1))
        bar = -np.diff(bar, axis=-1, prepend=edge, append=edge)
    bar = np.moveaxis(bar, -1, axis)
    if n == 0:  # what is put before and after is not looked at
        return [None if before is None else np.zeros(np.shape(before)), bar, None if after is None else np.zeros(np.shape(after))]
    results: list[Any] = []
    start = 0
    for part in parts:
        if part is None:
            results.append(None)
            continue
        length = 1 if np.ndim(part) == 0 else np.shape(part)[axis]
        piece = bar[(slice(None),) * axis + (slice(start, start + length),)]
        start += length
        results.append(np.sum(piece) if np.ndim(part) == 0 else piece)
    return results


def uncumsum(ans_bar: Any, shape: tuple[int, ...], axis: int | None = None) -> Any:
    """The transpose of `np.cumsum` over `axis` of an array of this shape."""
    if axis is None:
        return np.reshape(np.cumsum(ans_bar[::-1])[::-1], shape)
    return np.reshape(np.flip(np.cumsum(np.flip(ans_bar, axis), axis), axis), shape)


def without_first(x: Any, axis: int | None = None) -> Any:
    """`x` without its first entry along `axis`."""
    return x[1:] if axis is None else np.delete(x, 0, axis)


def with_zero_first(x: Any, axis: int | None = None) -> Any:
    """`x` with a zero before its first entry along `axis`."""
    return np.insert(x, 0, 0, 0 if axis is None else axis)


def uncumprod(ans_bar: Any, x: Any, axis: int | None = None) -> Any:
    """The cotangent of `x` for `np.cumprod(x, axis)`, right where entries are 0."""
    flat = np.reshape(x, -1) if axis is None else np.moveaxis(np.atleast_1d(x), axis, -1)
    bar = ans_bar if axis is None else np.moveaxis(ans_bar, axis, -1)
    result = np.zeros_like(flat, dtype=np.result_type(flat, bar))
    before = np.ones_like(flat[..., 0]) if flat.shape[-1] else None
    tails = np.zeros_like(result)  # tails[k]: the sum over j >= k of bar[j] * x[k + 1] * ... * x[j]
    for k in reversed(range(flat.shape[-1])):
        tails[..., k] = bar[..., k] + (tails[..., k + 1] * flat[..., k + 1] if k + 1 < flat.shape[-1] else 0)
    for k in range(flat.shape[-1]):
        result[..., k] = before * tails[..., k]
        before = before * flat[..., k]
    return np.reshape(result, np.shape(x)) if axis is None else np.reshape(np.moveaxis(result, -1, axis), np.shape(x))


def cumprod_dot(x_dot: Any, x: Any, axis: int | None = None) -> Any:
    """The tangent of `np.cumprod(x, axis)`, right where entries are 0."""
    flat = np.reshape(x, -1) if axis is None else np.moveaxis(np.atleast_1d(x), axis, -1)
    flat_dot = np.reshape(x_dot, -1) if axis is None else np.moveaxis(np.atleast_1d(x_dot), axis, -1)
    result = np.zeros_like(flat, dtype=np.result_type(flat, flat_dot))
    if not flat.shape[-1]:
        return result if axis is None else np.moveaxis(result, -1, axis)
    value, value_dot = np.ones_like(flat[..., 0]), np.zeros_like(result[..., 0])
    for k in range(flat.shape[-1]):
        value_dot = value_dot * flat[..., k] + value * flat_dot[..., k]
        value = value * flat[..., k]
        result[..., k] = value_dot
    return result if axis is None else np.moveaxis(result, -1, axis)


def pad_dot(x_dot: Any, pad_width: Any, mode: Any, stat_length: Any = None, reflect_type: str = "even") -> Any:
    """The tangent of `np.pad`, whose border does not depend on the array in some modes."""
    if mode in ("constant", "linear_ramp"):
        return np.pad(x_dot, pad_width, mode)
    if mode == "empty":
        return np.pad(x_dot, pad_width)
    if mode == "mean":
        return np.pad(x_dot, pad_width, mode, stat_length=stat_length)
    if mode in ("reflect", "symmetric"):
        return np.pad(x_dot, pad_width, mode, reflect_type=reflect_type)
    if mode in ("edge", "wrap"):
        return np.pad(x_dot, pad_width, mode)
    raise NotImplementedError(f"the derivative of np.pad with mode={mode!r}")


def unpad(ans_bar: Any, shape: Any, pad_width: Any, mode: Any, stat_length: Any = None,
          reflect_type: str = "even") -> Any:
    """The transpose of `pad_dot` of an array of this shape."""
    ndim = len(shape)
    if isinstance(pad_width, dict):
        pad_width = [pad_width.get(k, pad_width.get(k - ndim, 0)) for k in range(ndim)]
        pad_width = [np.broadcast_to(width, 2).tolist() for width in pad_width]
    widths = np.broadcast_to(pad_width, (ndim, 2)).tolist()
    if mode in ("constant", "empty"):
        return ans_bar[tuple(slice(before, before + size) for (before, _), size in zip(widths, shape, strict=True))]
    # NumPy pads one axis after the other, each time by a matrix: that of padding the columns of the identity
    for axis in reversed(range(ndim)):
        length = stat_length if stat_length is None else np.broadcast_to(stat_length, (ndim, 2)).tolist()[axis]
        length = None if length is None else (length, (1, 1))
        eye = np.eye(shape[axis], dtype=np.result_type(ans_bar))
        matrix = pad_dot(eye, (widths[axis], (0, 0)), mode, length, reflect_type)
        ans_bar = np.moveaxis(np.tensordot(matrix, ans_bar, axes=(0, axis)), 0, axis)
    return ans_bar
