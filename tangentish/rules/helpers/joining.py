"""Transposes of the functions that join, split and choose."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import objects_refused, sum_to_shape


def _along(x: Any, axis: int, start: int, stop: int) -> Any:
    return x[(slice(None),) * axis + (slice(start, stop),)]


def unconcatenate(ans_bar: Any, shapes: Any, axis: int | None = 0, ndim: int = 0) -> Any:
    """The transpose of joining arrays of these shapes: the part of `ans_bar` that comes from each.

    Arrays of fewer axes than the result (`ndim`, in `np.vstack` and the like) count as of length 1 along `axis`.
    """
    if isinstance(shapes, tuple):  # one array, whose items were joined
        parts = unconcatenate(ans_bar, [shapes[1:]] * shapes[0], axis, ndim)
        return np.reshape(np.stack(parts), shapes)
    if axis is not None:
        axis = axis % np.ndim(ans_bar)  # 1 is that of a vector, too: `np.hstack`
    parts, start = [], 0
    for shape in map(shape_of, shapes):
        if axis is None:
            size = math.prod(shape)
        elif axis == 0 and len(shape) < ndim:  # vstack of vectors
            size = 1
        else:
            size = shape[axis] if axis < len(shape) else 1
        parts.append(np.reshape(_along(ans_bar, axis or 0, start, start + size), shape))
        start += size
    return parts


def shape_of(shape: Any) -> tuple[int, ...]:
    """The shape of the array that a nested list of shapes stands for."""
    return shape if isinstance(shape, tuple) else (len(shape), *(shape_of(shape[0]) if shape else ()))


def unstack(ans_bar: Any, axis: int = 0) -> Any:
    """The transpose of `np.stack`: the items of `ans_bar` along `axis`."""
    return np.moveaxis(ans_bar, axis, 0)


def unarray(ans_bar: Any, shapes: Any) -> Any:
    """The transpose of `np.array`, which makes one array of nested lists: `ans_bar` as such lists.

    Nothing has come back, as None says, to what turned out to be whole numbers.
    """
    shape = shape_of(shapes)
    ans_bar = np.zeros(shape) if ans_bar is None else ans_bar
    if np.size(ans_bar) != math.prod(shape) or np.asarray(ans_bar).dtype.kind == "O":
        raise objects_refused()
    try:
        return _nest(np.reshape(ans_bar, shape), shapes)
    except IndexError:  # lists of several lengths, which only an array of objects takes
        raise objects_refused() from None


def _nest(ans_bar: Any, shapes: Any) -> Any:
    if isinstance(shapes, tuple):
        return ans_bar
    return [_nest(ans_bar[k], item) for k, item in enumerate(shapes)]


def unblock(ans_bar: Any, shapes: Any) -> Any:
    """The transpose of `np.block`."""
    return _unblock(ans_bar, shapes, _depth(shapes), np.ndim(ans_bar))


def _depth(shapes: Any) -> int:
    return 0 if isinstance(shapes, tuple) else 1 + _depth(shapes[0])


def _block_shape(shapes: Any, depth: int, ndim: int) -> list[int]:
    if isinstance(shapes, tuple):
        return [1] * (ndim - len(shapes)) + list(shapes)
    parts = [_block_shape(item, depth - 1, ndim) for item in shapes]
    result = parts[0]
    result[-depth] = sum(part[-depth] for part in parts[1:]) + result[-depth]
    return result


def _unblock(ans_bar: Any, shapes: Any, depth: int, ndim: int) -> Any:
    if isinstance(shapes, tuple):
        return np.reshape(ans_bar, shapes)
    parts, start = [], 0
    for item in shapes:
        size = _block_shape(item, depth - 1, ndim)[-depth]
        parts.append(_unblock(_along(ans_bar, ndim - depth, start, start + size), item, depth - 1, ndim))
        start += size
    return parts


def unsplit(ans_bar: Any, shape: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """The transpose of `np.split` and `np.array_split`; None among the cotangents stands for zero."""
    axis = axis % len(shape)  # 1 is that of a vector, too: `np.hsplit`
    if np.ndim(indices_or_sections) == 0:
        count = int(indices_or_sections)  # NumPy takes a float, too
        sizes = [shape[axis] // count + (k < shape[axis] % count) for k in range(count)]
        stops = np.cumsum(sizes).tolist()
    else:
        stops = [*indices_or_sections, shape[axis]]
    given = [bar for bar in ans_bar if bar is not None]
    result = np.zeros(shape, np.result_type(*given) if given else float)
    for start, stop, bar in zip([0, *stops], stops, ans_bar, strict=False):
        if bar is not None:
            part = _along(result, axis, start, stop)
            part += bar
    return result


def unbroadcast_arrays(ans_bar: Any, shapes: Any) -> list[Any]:
    """The transpose of `np.broadcast_arrays`; None among the cotangents stands for zero."""
    return [None if bar is None else sum_to_shape(bar, shape_of(shape))
            for bar, shape in zip(ans_bar, shapes, strict=True)]


def unmeshgrid(ans_bar: Any, shapes: Any, indexing: str = "xy") -> list[Any]:
    """The transpose of `np.meshgrid`; None among the cotangents stands for zero."""
    ndim = len(shapes)
    results = []
    for k, (bar, shape) in enumerate(zip(ans_bar, map(shape_of, shapes), strict=True)):
        axis = {0: 1, 1: 0}.get(k, k) if indexing == "xy" and ndim > 1 else k
        rest = tuple(j for j in range(ndim) if j != axis)
        results.append(np.zeros(shape) if bar is None else np.reshape(np.sum(bar, axis=rest), shape))
    return results


def unchoose(ans_bar: Any, a: Any, choices: Any, mode: str = "raise") -> Any:
    """The transpose of `np.choose`: a list of cotangents, one per choice."""
    count = len(choices)
    picked = np.mod(a, count) if mode == "wrap" else np.clip(a, 0, count - 1)
    bars = [sum_to_shape(np.where(picked == k, ans_bar, 0), np.shape(choice)) for k, choice in enumerate(choices)]
    return np.stack(bars) if isinstance(choices, np.ndarray) else bars


def unselect(ans_bar: Any, condlist: Any, choicelist: Any, default: Any = 0) -> list[Any]:
    """The transpose of `np.select`: a cotangent for each choice, then that of `default`."""
    bars, rest = [], ans_bar
    for condition, choice in zip(condlist, choicelist, strict=True):
        bars.append(sum_to_shape(np.where(condition, rest, 0), np.shape(choice)))
        rest = np.where(condition, 0, rest)
    return [*bars, sum_to_shape(rest, np.shape(default))]
