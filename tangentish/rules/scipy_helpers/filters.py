"""What the rules of `scipy.ndimage` need: filters that see an array extended beyond its boundaries."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.ndimage as ndimage

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import axis_tuple

_PAD = {"reflect": "symmetric", "grid-mirror": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap",
        "grid-wrap": "wrap"}


def _places(size: int, width: int, mode: Any) -> Any:
    """Which entry each one of an extended axis is; -1 for none."""
    if not isinstance(mode, str):
        raise UnsupportedError("the derivative of a filter with several modes is not known.\nFilter one axis after the other.")
    if mode in ("constant", "grid-constant"):
        return np.pad(np.arange(size), width, constant_values=-1)
    if mode not in _PAD:
        raise UnsupportedError(f"the derivative of a filter with mode={mode!r} is not known.")
    how: Any = _PAD[mode]
    return np.pad(np.arange(size), width, how)


def extended(x: Any, widths: Any, mode: str, cval: float = 0.0) -> Any:
    """An array extended on both sides of each axis, as the filters of `scipy.ndimage` see it."""
    for axis, width in enumerate(widths):
        if width:
            places = _places(np.shape(x)[axis], width, mode)
            shape = [-1 if k == axis else 1 for k in range(np.ndim(x))]
            x = np.where(np.reshape(places, shape) >= 0, np.take(x, places, axis), cval)
    return x


def unextended(x: Any, widths: Any, mode: str) -> Any:
    """The transpose of `extended`."""
    for axis, width in enumerate(widths):
        if width:
            size = np.shape(x)[axis] - 2 * width
            places = _places(size, width, mode)
            moved = np.moveaxis(x, axis, 0)
            result = np.zeros((size, *moved.shape[1:]), moved.dtype)
            np.add.at(result, places[places >= 0], moved[places >= 0])
            x = np.moveaxis(result, 0, axis)
    return x


def _weights_bar(ans_bar: Any, x: Any, shape: Any, widths: Any, mode: str, cval: float, origins: Any) -> Any:
    """The cotangent of the weights of a correlation, whose shape is 1 along axes that are not filtered."""
    seen = extended(x, widths, mode, cval)
    result = np.zeros(shape, np.result_type(ans_bar, np.asarray(x)))
    for place in np.ndindex(shape):
        part = tuple(slice(w + k - n // 2 - o, w + k - n // 2 - o + size) for w, k, n, o, size in zip(
            widths, place, shape, origins, np.shape(x), strict=True))
        result[place] = np.sum(ans_bar * seen[part])
    return result


def _axes(weights: Any, x: Any, origin: Any = 0, axes: Any = None) -> tuple[Any, Any, Any]:
    """The shape of the weights, the origins and the widths of extension along all axes."""
    n = np.ndim(x)
    along = axis_tuple(axes, n)
    origins = [origin] * len(along) if np.ndim(origin) == 0 else list(origin)
    shape, places, widths = [1] * n, [0] * n, [0] * n
    for k, size, place in zip(along, np.shape(weights), origins, strict=True):
        shape[k], places[k] = size, place
        widths[k] = size + abs(place) if np.shape(x)[k] else 0  # there is nothing to extend by
    return tuple(shape), places, widths


def correlate_bar(ans_bar: Any, x: Any, weights: Any, output: Any, mode: str, cval: float, origin: Any,
                  axes: Any) -> tuple[Any, Any]:
    """The cotangents of the input and the weights for `scipy.ndimage.correlate`, which conjugates complex weights."""
    x_bar, w_bar = _unconjugated_bar(ans_bar, x, np.conj(weights), output, mode, cval, origin, axes)
    return x_bar, np.conj(w_bar)


def _unconjugated_bar(ans_bar: Any, x: Any, weights: Any, output: Any, mode: str, cval: float, origin: Any,
                      axes: Any) -> tuple[Any, Any]:
    """The cotangents of the input and the weights for a correlation with the weights as they are."""
    _check_output(output)
    shape, origins, widths = _axes(weights, x, origin, axes)
    padded = np.pad(ans_bar, [(width, width) for width in widths]) if widths else ans_bar
    whole = ndimage.convolve(padded, weights, None, "constant", 0.0, origin, axes=axes)
    return (unextended(whole, widths, mode),
            np.reshape(_weights_bar(ans_bar, x, shape, widths, mode, cval, origins), np.shape(weights)))


def convolve_bar(ans_bar: Any, x: Any, weights: Any, output: Any, mode: str, cval: float, origin: Any,
                 axes: Any) -> tuple[Any, Any]:
    """The cotangents of the input and the weights for `scipy.ndimage.convolve`, a correlation with flipped weights."""
    sizes = np.shape(weights)
    origins = [origin] * len(sizes) if np.ndim(origin) == 0 else origin
    turned = [-place - (size % 2 == 0) for place, size in zip(origins, sizes, strict=True)]
    x_bar, w_bar = _unconjugated_bar(ans_bar, x, np.flip(weights), output, mode, cval, turned, axes)
    return x_bar, np.flip(w_bar)


def correlate1d_bar(ans_bar: Any, x: Any, weights: Any, axis: int, output: Any, mode: str, cval: float,
                    origin: int) -> tuple[Any, Any]:
    """The cotangents of the input and the weights for `scipy.ndimage.correlate1d`."""
    return correlate_bar(ans_bar, x, weights, output, mode, cval, origin, (axis,))


def convolve1d_bar(ans_bar: Any, x: Any, weights: Any, axis: int, output: Any, mode: str, cval: float,
                   origin: int) -> tuple[Any, Any]:
    """The cotangents of the input and the weights for `scipy.ndimage.convolve1d`."""
    return convolve_bar(ans_bar, x, weights, output, mode, cval, origin, (axis,))


def spline_filter1d_bar(ans_bar: Any, x: Any, order: int, axis: int, output: Any, mode: str) -> Any:
    """The transpose of `scipy.ndimage.spline_filter1d`, whose matrix is what it makes of unit vectors."""
    _check_output(output)
    matrix = ndimage.spline_filter1d(np.eye(np.shape(x)[axis]), order, 0, np.float64, mode)
    return np.moveaxis(np.tensordot(matrix, ans_bar, (0, axis)), 0, axis)


def _check_output(output: Any) -> None:
    """An array that the result goes into would have to be written in the derivative too."""
    if isinstance(output, np.ndarray):
        raise UnsupportedError("a filter of scipy.ndimage with output=array has no derivative.\nAssign its result.")


__all__ = ["convolve1d_bar", "convolve_bar", "correlate1d_bar", "correlate_bar", "extended",
           "spline_filter1d_bar", "unextended"]
