"""Making and widening arrays, where their rules do not do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative


def linspace_and_step(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None,
                      axis: int = 0, *, device: Any = None) -> Any:
    """`np.linspace(start, stop, retstep=True)`."""
    samples = np.linspace(start, stop, num, endpoint, axis=axis)
    if not retstep:
        return samples
    parts = num - 1 if endpoint else num
    step = (np.asarray(stop) - np.asarray(start)) / parts if parts > 0 else math.nan
    return samples, step


def logspace_of_base(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, *,
                     axis: int = 0) -> Any:
    """`np.logspace` with a derivative in its base."""
    shape = np.broadcast_shapes(np.shape(start), np.shape(stop), np.shape(base))
    exponents = np.linspace(np.broadcast_to(start, shape), np.broadcast_to(stop, shape), num, endpoint, axis=axis)
    return np.power(np.expand_dims(np.broadcast_to(base, shape), axis), exponents)


def each_at_least_1d(*arys: Any) -> Any:
    """`np.atleast_1d` of several arrays, or of none."""
    return tuple([np.atleast_1d(array) for array in arys])


def each_at_least_2d(*arys: Any) -> Any:
    """`np.atleast_2d` of several arrays."""
    return tuple([np.atleast_2d(array) for array in arys])


def each_at_least_3d(*arys: Any) -> Any:
    """`np.atleast_3d` of several arrays."""
    return tuple([np.atleast_3d(array) for array in arys])


# borders


def padded(array: Any, pad_width: Any, mode: Any = "constant", *, constant_values: Any = 0, end_values: Any = 0,
           stat_length: Any = None, reflect_type: str = "even", **keywords: Any) -> Any:
    """`np.pad` by an extreme, a median or a function of the user's, or with a derivative in the constant."""
    widths = pad_widths(pad_width, np.ndim(array))
    dtype = np.asarray(array).dtype
    if callable(mode):
        return padded_by(array, widths, mode, keywords)
    if dtype.kind not in "fc":
        return padded_with_whole(array, pad_width, mode, constant_values, end_values)
    if mode == "constant":
        values = np.broadcast_to(np.asarray(constant_values).astype(dtype), (np.ndim(array), 2))
        for axis in range(np.ndim(array)):
            array = np.concatenate([border(array, axis, widths[axis][0], values[axis, 0]), array,
                                    border(array, axis, widths[axis][1], values[axis, 1])], axis=axis)
        return array
    if mode in ("maximum", "minimum", "median"):
        lengths = stat_lengths(stat_length, np.ndim(array))
        for axis in range(np.ndim(array)):
            first = statistic(mode, part_of(array, axis, 0, lengths[axis][0]), axis)
            last = statistic(mode, part_of(array, axis, 1, lengths[axis][1]), axis)
            array = np.concatenate([np.repeat(first, widths[axis][0], axis), array,
                                    np.repeat(last, widths[axis][1], axis)], axis=axis)
        return array
    if mode == "linear_ramp":
        ends = np.broadcast_to(np.asarray(end_values), (np.ndim(array), 2))
        for axis in range(np.ndim(array)):
            first, last = array[edge(np.ndim(array), axis, 0)], array[edge(np.ndim(array), axis, -1)]
            before = np.linspace(ends[axis, 0], first, widths[axis][0], endpoint=False, axis=axis)
            after = np.linspace(ends[axis, 1], last, widths[axis][1], endpoint=False, axis=axis)
            array = np.concatenate([before.astype(dtype), array, np.flip(after, axis).astype(dtype)], axis=axis)
        return array
    if mode == "mean":
        return np.pad(array, pad_width, "mean", stat_length=stat_length)
    if mode == "reflect":
        return np.pad(array, pad_width, "reflect", reflect_type=reflect_type)  # type: ignore[call-overload]  # of str
    if mode == "symmetric":
        return np.pad(array, pad_width, "symmetric", reflect_type=reflect_type)  # type: ignore[call-overload]  # of str
    if mode == "wrap":
        return np.pad(array, pad_width, "wrap")
    if mode == "edge":
        return np.pad(array, pad_width, "edge")
    return np.pad(array, pad_width, "empty")


def padded_with_whole(array: Any, pad_width: Any, mode: Any, constant_values: Any, end_values: Any) -> Any:
    """An array of whole numbers, padded with what is made whole: it carries no derivative."""
    if mode == "linear_ramp":
        return np.pad(array, pad_width, mode, end_values=end_values)
    return np.pad(array, pad_width, mode, constant_values=constant_values)


zero_derivative(padded_with_whole)


def padded_by(array: Any, widths: Any, function: Any, keywords: Any) -> Any:
    """`np.pad` by a function that writes into the border of each vector along each axis."""
    result = np.zeros([size + before + after for size, (before, after) in zip(np.shape(array), widths, strict=True)],
                      np.asarray(array).dtype)
    result[inner_part(np.shape(array), widths)] = array
    for axis in range(np.ndim(array)):
        lines = np.moveaxis(result, axis, -1)
        for place in list(np.ndindex(*np.shape(lines)[:-1])):
            function(lines[place], widths[axis], axis, keywords)
    return result


def statistic(mode: str, array: Any, axis: int) -> Any:
    """The extreme or the median of an array over one axis, which is kept."""
    if mode == "maximum":
        return np.max(array, axis=axis, keepdims=True)
    return np.min(array, axis=axis, keepdims=True) if mode == "minimum" else np.median(array, axis=axis, keepdims=True)


def border(array: Any, axis: int, width: int, value: Any) -> Any:
    """A border of this width along an axis, all of one value."""
    return np.zeros([width if k == axis else size for k, size in enumerate(np.shape(array))], np.asarray(array).dtype) + value


def part_of(array: Any, axis: int, end: int, length: Any) -> Any:
    """The first entries, or the last, along an axis."""
    return array[end_part(np.shape(array), axis, end, length)]


def end_part(shape: Any, axis: int, end: int, length: Any) -> Any:
    """An index for the first entries, or the last, along an axis."""
    count = shape[axis] if length is None else min(length, shape[axis])
    chosen = slice(None, count) if end == 0 else slice(shape[axis] - count, None)
    return tuple([chosen if k == axis else slice(None) for k in range(len(shape))])


def edge(ndim: int, axis: int, place: int) -> Any:
    """An index for one place along an axis."""
    return tuple([place if k == axis else slice(None) for k in range(ndim)])


def pad_widths(pad_width: Any, ndim: int) -> Any:
    """What to add before and after, for each axis."""
    if isinstance(pad_width, dict):
        pairs = [pad_width.get(k, pad_width.get(k - ndim, 0)) for k in range(ndim)]
        return [tuple(np.broadcast_to(pair, 2).tolist()) for pair in pairs]
    return [tuple(pair) for pair in np.broadcast_to(pad_width, (ndim, 2)).tolist()]


def stat_lengths(stat_length: Any, ndim: int) -> Any:
    """How many entries count at either end, for each axis."""
    return [(None, None)] * ndim if stat_length is None else pad_widths(stat_length, ndim)


def inner_part(shape: Any, widths: Any) -> Any:
    """Where an array stands in the padded one, as an index."""
    return tuple(slice(before, before + size) for size, (before, _) in zip(shape, widths, strict=True))


zero_derivative(edge, end_part, pad_widths, stat_lengths, inner_part)
