"""`scipy.ndimage` in plain Python: filters that pick an entry of each neighbourhood by its rank."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.ndimage as ndimage
import scipy.signal as signal
from scipy.ndimage import _filters

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.filter_outputs import stored_output
from tangentish.library.scipy_ndimage import chosen_axes, listed
from tangentish.rules.registry import zero_derivative


def entries_of(size: int, move: int, mode: str) -> Any:
    """Which entry of an axis lies so many places further on from each; -1 for none."""
    place = np.arange(size) + move
    if mode == "nearest":
        return np.clip(place, 0, size - 1)
    if mode in ("wrap", "grid-wrap"):
        return place % size
    if mode in ("constant", "grid-constant"):
        return np.where((place >= 0) & (place < size), place, -1)
    if mode == "mirror":
        turn = place % max(2 * size - 2, 1)
        return np.minimum(turn, 2 * size - 2 - turn)
    if mode in ("reflect", "grid-mirror"):
        turn = place % (2 * size)
        return np.minimum(turn, 2 * size - 1 - turn)
    raise UnsupportedError(f"a filter with mode={mode!r} has no derivative.")


def footprint_of(size: Any, footprint: Any, axes: Any, ndim: int) -> Any:
    """The neighbourhood as an array of yes and no with all the axes."""
    along = chosen_axes(axes, ndim)
    if footprint is None:
        if size is None:
            raise RuntimeError("no footprint or filter size provided")
        sizes = [1] * ndim
        for axis, one in zip(along, listed(size, len(along)), strict=True):
            sizes[axis] = int(one)
        return np.ones(sizes, bool)
    footprint = np.asarray(footprint, dtype=bool)
    if along != sorted(along):
        raise UnsupportedError("a filter with a footprint and falling axes has no derivative.\nName the axes in order.")
    sizes = [1] * ndim
    for axis, one in zip(along, footprint.shape, strict=True):
        sizes[axis] = int(one)
    return np.reshape(footprint, sizes)


def listed_along(values: Any, axes: Any, ndim: int, rest: Any) -> list[Any]:
    """One value for each axis, given those along some axes."""
    along, found = chosen_axes(axes, ndim), [rest] * ndim
    for axis, one in zip(along, [values] * len(along) if isinstance(values, str) else listed(values, len(along)), strict=True):
        found[axis] = one
    return found


zero_derivative(entries_of, footprint_of, listed_along)


def neighbours(input: Any, size: Any, footprint: Any, mode: Any, cval: Any, origin: Any, axes: Any) -> Any:
    """The entries in the neighbourhoods of all entries: one after the other along a new first axis."""
    input = np.asarray(input)
    ndim = np.ndim(input)
    shape = footprint_of(size, footprint, axes, ndim)
    modes, origins = listed_along(mode, axes, ndim, "nearest"), listed_along(origin, axes, ndim, 0)
    found = []
    for corner in np.argwhere(shape):
        part = input
        for k in range(ndim):
            entries = entries_of(np.shape(input)[k], int(corner[k]) - shape.shape[k] // 2 - origins[k], modes[k])
            known = np.reshape(entries >= 0, [-1 if j == k else 1 for j in range(ndim)])
            part = np.where(known, np.take(part, entries, k), cval)
        found.append(part)
    return np.stack(found)


def ranked(found: Any, rank: int) -> Any:
    """The entry of a rank; from the end, if it is negative."""
    return np.sort(found, axis=0)[rank if rank >= 0 else rank + len(found)]


def rank_filter(input: Any, rank: int, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
                cval: float = 0.0, origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.rank_filter`."""
    return stored_output(ranked(neighbours(input, size, footprint, mode, cval, origin, axes), int(rank)), output)


def median_filter(input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
                  cval: float = 0.0, origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.median_filter`."""
    found = neighbours(input, size, footprint, mode, cval, origin, axes)
    return stored_output(ranked(found, len(found) // 2), output)


def percentile_filter(input: Any, percentile: Any, size: Any = None, footprint: Any = None, output: Any = None,
                      mode: Any = "reflect", cval: float = 0.0, origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.percentile_filter`."""
    found = neighbours(input, size, footprint, mode, cval, origin, axes)
    share = percentile + 100.0 if percentile < 0 else percentile
    return stored_output(ranked(found, len(found) - 1 if share == 100 else int(len(found) * share / 100.0)), output)


def maximum_filter(input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
                   cval: float = 0.0, origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.maximum_filter`."""
    return stored_output(np.max(neighbours(input, size, footprint, mode, cval, origin, axes), axis=0), output)


def minimum_filter(input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
                   cval: float = 0.0, origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.minimum_filter`."""
    return stored_output(np.min(neighbours(input, size, footprint, mode, cval, origin, axes), axis=0), output)


def maximum_filter1d(input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0,
                     origin: int = 0) -> Any:
    """`scipy.ndimage.maximum_filter1d`."""
    return stored_output(np.max(neighbours(input, size, None, mode, cval, origin, axis), axis=0), output)


def minimum_filter1d(input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0,
                     origin: int = 0) -> Any:
    """`scipy.ndimage.minimum_filter1d`."""
    return stored_output(np.min(neighbours(input, size, None, mode, cval, origin, axis), axis=0), output)


def generic_filter(input: Any, function: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
                   cval: float = 0.0, origin: Any = 0, extra_arguments: Any = (), extra_keywords: Any = None, *,
                   axes: Any = None) -> Any:
    """`scipy.ndimage.generic_filter`, by a function of Python."""
    if not callable(function):
        raise UnsupportedError("scipy.ndimage.generic_filter has a derivative for functions of Python only.")
    found = neighbours(input, size, footprint, mode, cval, origin, axes)
    rows = np.reshape(np.moveaxis(found, 0, -1), (-1, len(found)))
    keywords = {} if extra_keywords is None else extra_keywords
    values = [function(rows[k], *extra_arguments, **keywords) for k in range(len(rows))]
    return stored_output(np.reshape(np.array(values), np.shape(input)), output)


def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    """`scipy.signal.medfilt`, which sees zeros beyond the boundaries."""
    found = neighbours(volume, 3 if kernel_size is None else kernel_size, None, "constant", 0.0, 0, None)
    return ranked(found, len(found) // 2)


def medfilt2d(input: Any, kernel_size: Any = 3) -> Any:
    """`scipy.signal.medfilt2d`."""
    found = neighbours(input, kernel_size, None, "constant", 0.0, 0, None)
    return ranked(found, len(found) // 2)


def lowest_or_highest(input: Any, size: Any, footprint: Any, structure: Any, output: Any = None, mode: Any = "reflect",
                      cval: float = 0.0, origin: Any = 0, minimum: Any = True, axes: Any = None) -> Any:
    """What erosions and dilations are made of: the least or the greatest of the neighbours, less or plus a structure."""
    if structure is None:
        found = neighbours(input, None if footprint is not None else size, footprint, mode, cval, origin, axes)
    else:
        structure = np.asarray(structure)
        footprint = np.ones(np.shape(structure), bool) if footprint is None else np.asarray(footprint, dtype=bool)
        found = neighbours(input, None, footprint, mode, cval, origin, axes)
        heights = np.reshape(structure[footprint], (-1, *[1] * np.ndim(input)))
        found = found - heights if minimum else found + heights
    return stored_output(np.min(found, axis=0) if minimum else np.max(found, axis=0), output)


library.REPLACED |= {getattr(ndimage, function.__name__): function for function in (
    rank_filter, median_filter, percentile_filter, maximum_filter, minimum_filter, maximum_filter1d, minimum_filter1d,
    generic_filter)}
if hasattr(_filters, "_min_or_max_filter"):  # it is private
    library.REPLACED[_filters._min_or_max_filter] = lowest_or_highest
library.REPLACED |= {signal.medfilt: medfilt, signal.medfilt2d: medfilt2d}
