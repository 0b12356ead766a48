"""`scipy.ndimage` in plain Python: resampling, by splines through the entries."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import scipy.ndimage as ndimage
import scipy.special as special

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.filter_outputs import stored_output
from tangentish.library.scipy_ndimage import listed
from tangentish.rules.registry import zero_derivative

PADDED = 12
"""How far SciPy extends an array before it filters it, where the filter knows no such boundary."""


def indices_of(place: Any, size: int, mode: str) -> Any:
    """Which entry of an axis stands at a place beyond it; -1 for none."""
    if mode == "nearest":
        return np.clip(place, 0, size - 1)
    if mode == "grid-wrap":
        return place % size
    if mode in ("mirror", "constant", "wrap"):  # splines go on beyond the last entries as in a mirror
        turn = place % max(2 * size - 2, 1)
        return np.minimum(turn, 2 * size - 2 - turn)
    if mode in ("reflect", "grid-mirror"):
        turn = place % (2 * size)
        return np.minimum(turn, 2 * size - 1 - turn)
    if mode == "grid-constant":
        return np.where((place >= 0) & (place < size), place, -1)
    raise UnsupportedError(f"resampling by scipy.ndimage with mode={mode!r} has no derivative.")


def turns(places: Any, size: int) -> Any:
    """How many times the axis has to be passed to come to places, where it begins again at its last entry."""
    period = max(size - 1, 1)
    back = np.where(places > size - 1, np.floor(places / period), 0.0)
    return period * np.where(places < 0, np.floor(-places / period) + 1, -back)


def resampled_whole(input: Any, coordinates: Any, order: int, mode: str, cval: float, prefilter: bool) -> Any:
    """What SciPy makes of whole numbers, which it rounds to such numbers: they carry no derivative."""
    return ndimage.map_coordinates(input, coordinates, None, order, mode, cval, prefilter)


zero_derivative(indices_of, turns, resampled_whole)


def weights_of(part: Any, order: int) -> list[Any]:
    """The B-splines that are not zero a part of the way between two knots, the first one first."""
    weights: list[Any] = [1.0]
    for degree in range(1, order + 1):
        weights = [((part + degree - r) / degree * weights[r - 1] if r > 0 else 0.0)
                   + ((r + 1 - part) / degree * weights[r] if r < degree else 0.0) for r in range(degree + 1)]
    return weights


def spline_filter(input: Any, order: int = 3, output: Any = np.float64, mode: str = "mirror") -> Any:
    """`scipy.ndimage.spline_filter`: one axis after the other."""
    result = np.array(input)
    for axis in range(np.ndim(input)):
        result = ndimage.spline_filter1d(result, order, axis, np.result_type(result, np.float64), mode)
    return stored_output(result, output)


def map_coordinates(input: Any, coordinates: Any, output: Any = None, order: int = 3, mode: str = "constant",
                    cval: float = 0.0, prefilter: bool = True) -> Any:
    """`scipy.ndimage.map_coordinates`, differentiable with respect to the coordinates too."""
    if not 0 <= order <= 5:
        raise RuntimeError("spline order not supported")
    input, places = np.asarray(input), np.asarray(coordinates)
    if output is None and input.dtype.kind in "iub":
        return resampled_whole(input, places, order, mode, cval, prefilter)
    output = input.dtype if output is None else output
    if order > 1 and prefilter:
        if mode in ("nearest", "grid-constant"):
            input = np.pad(input, PADDED, "edge") if mode == "nearest" else np.pad(
                input, PADDED, "constant", constant_values=cval)
            places = places + PADDED
        input = ndimage.spline_filter(input, order, np.result_type(input, np.float64), mode)
    inside = np.array(True)
    total: Any = 0.0
    starts, weights = [], []
    for k in range(np.ndim(input)):
        size, place = np.shape(input)[k], places[k]
        if mode == "constant":
            inside = inside & (place >= 0) & (place <= size - 1)
        elif mode == "wrap":
            place = place + turns(place, size)
        place = place if order % 2 else place + 0.5
        floor = np.floor(place)
        starts.append(floor.astype(int) - order // 2)
        weights.append(weights_of(place - floor, order))
    for corner in itertools.product(range(order + 1), repeat=np.ndim(input)):
        weight: Any = 1.0
        known = np.array(True)
        where = []
        for k in range(np.ndim(input)):
            weight = weight * weights[k][corner[k]]
            index = indices_of(starts[k] + corner[k], np.shape(input)[k], mode)
            known = known & (index >= 0)
            where.append(np.maximum(index, 0))
        value = np.where(known, input[tuple(where)], cval)
        total = total + weight * value
    result = np.where(inside, total, cval) if mode == "constant" else total
    return stored_output(result, output)


def geometric_transform(input: Any, mapping: Any, output_shape: Any = None, output: Any = None, order: int = 3,
                        mode: str = "constant", cval: float = 0.0, prefilter: bool = True, extra_arguments: Any = (),
                        extra_keywords: Any = None) -> Any:
    """`scipy.ndimage.geometric_transform`, with a mapping in Python."""
    shape = np.shape(input) if output_shape is None else tuple(output_shape)
    keywords = {} if extra_keywords is None else extra_keywords
    found = [np.stack(mapping(place, *extra_arguments, **keywords)) for place in np.ndindex(shape)]
    places = np.reshape(np.stack(found, axis=1), (np.ndim(input), *shape))
    return ndimage.map_coordinates(input, places, output, order, mode, cval, prefilter)


def shift(input: Any, shift: Any, output: Any = None, order: int = 3, mode: str = "constant", cval: float = 0.0,
          prefilter: bool = True) -> Any:
    """`scipy.ndimage.shift`."""
    moves = np.asarray(listed(shift, np.ndim(input)), dtype=float)
    grid = np.indices(np.shape(input))
    places = np.stack([grid[k] - moves[k] for k in range(np.ndim(input))])
    return ndimage.map_coordinates(input, places, output, order, mode, cval, prefilter)


def zoom(input: Any, zoom: Any, output: Any = None, order: int = 3, mode: str = "constant", cval: float = 0.0,
         prefilter: bool = True, *, grid_mode: bool = False) -> Any:
    """`scipy.ndimage.zoom`."""
    scales = listed(zoom, np.ndim(input))
    shape = [round(np.shape(input)[k] * scales[k]) for k in range(np.ndim(input))]
    grid = np.indices(shape)
    if grid_mode:  # the distance is that between the edges of the entries
        places = np.stack([(grid[k] + 0.5) * (np.shape(input)[k] / shape[k]) - 0.5 for k in range(np.ndim(input))])
    else:
        places = np.stack([grid[k] * ((np.shape(input)[k] - 1) / (shape[k] - 1) if shape[k] > 1 else 1.0)
                           for k in range(np.ndim(input))])
    return ndimage.map_coordinates(input, places, output, order, mode, cval, prefilter)


def affine_transform(input: Any, matrix: Any, offset: Any = 0.0, output_shape: Any = None, output: Any = None,
                     order: int = 3, mode: str = "constant", cval: float = 0.0, prefilter: bool = True) -> Any:
    """`scipy.ndimage.affine_transform`."""
    ndim = np.ndim(input)
    matrix = np.asarray(matrix, dtype=float)
    if np.ndim(matrix) == 2 and np.shape(matrix)[1] == ndim + 1:
        offset = matrix[:ndim, ndim]
        matrix = matrix[:ndim, :ndim]
    grid = np.indices(np.shape(input) if output_shape is None else output_shape)
    offsets = np.asarray(offset if np.ndim(offset) else [offset] * ndim, dtype=float)
    places = []
    for k in range(ndim):
        if np.ndim(matrix) == 1:
            places.append(matrix[k] * grid[k] + offsets[k])
        else:
            places.append(np.tensordot(matrix[k], grid, 1) + offsets[k])
    return ndimage.map_coordinates(input, np.stack(places), output, order, mode, cval, prefilter)


def rotate(input: Any, angle: Any, axes: Any = (1, 0), reshape: bool = True, output: Any = None, order: int = 3,
           mode: str = "constant", cval: float = 0.0, prefilter: bool = True) -> Any:
    """`scipy.ndimage.rotate`."""
    first, second = sorted([axis % np.ndim(input) for axis in axes])
    c, s = special.cosdg(angle), special.sindg(angle)
    rows, columns = np.shape(input)[first], np.shape(input)[second]
    height, width = rows, columns
    if reshape:
        height = int(abs(c) * rows + abs(s) * columns + 0.5)
        width = int(abs(s) * rows + abs(c) * columns + 0.5)
    shape = list(np.shape(input))
    shape[first], shape[second] = height, width
    grid = np.indices(shape)
    y, x = grid[first] - (height - 1) / 2, grid[second] - (width - 1) / 2
    places = [grid[k] + 0.0 for k in range(np.ndim(input))]
    places[first] = c * y + s * x + (rows - 1) / 2
    places[second] = -s * y + c * x + (columns - 1) / 2
    return ndimage.map_coordinates(input, np.stack(places), output, order, mode, cval, prefilter)


library.REPLACED |= {getattr(ndimage, function.__name__): function for function in (
    spline_filter, map_coordinates, geometric_transform, shift, zoom, affine_transform, rotate)}
