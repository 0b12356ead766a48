"""Distinct values and sets: which entries are kept is constant, the entries are not."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers import origins
from tangentish.rules.registry import zero_derivative


def distinct(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = None,
             *, equal_nan: bool = True, sorted: bool = True) -> Any:
    """`np.unique` with all its arguments."""
    index, inverse, counts = first_places(ar, axis, equal_nan, sorted or return_index or return_inverse or return_counts)
    result = [np.take(ar, index, axis=axis)]
    if return_index:
        result.append(index)
    if return_inverse:
        result.append(inverse)
    if return_counts:
        result.append(counts)
    return result[0] if len(result) == 1 else tuple(result)


def first_places(ar: Any, axis: Any, equal_nan: bool, sorted: bool) -> Any:
    """Where the distinct values are found first, the number of each entry among them, and how often each is there."""
    if not sorted:
        return origins(np.unique(ar, equal_nan=equal_nan, sorted=False), ar), None, None
    return np.unique(ar, True, True, True, axis, equal_nan=equal_nan)[1:]


def unique_all(x: Any, /) -> Any:
    """`np.unique_all`."""
    index, inverse, counts = first_places(x, None, False, True)
    return np.lib._arraysetops_impl.UniqueAllResult(np.take(x, index), index, inverse, counts)


def unique_counts(x: Any, /) -> Any:
    """`np.unique_counts`."""
    index, _, counts = first_places(x, None, False, True)
    return np.lib._arraysetops_impl.UniqueCountsResult(np.take(x, index), counts)


def unique_inverse(x: Any, /) -> Any:
    """`np.unique_inverse`."""
    index, inverse, _ = first_places(x, None, False, True)
    return np.lib._arraysetops_impl.UniqueInverseResult(np.take(x, index), inverse)


def union(ar1: Any, ar2: Any) -> Any:
    """`np.union1d`."""
    return np.unique(np.concatenate((ar1, ar2), axis=None))


def difference(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """`np.setdiff1d`."""
    values = np.ravel(ar1) if assume_unique else np.unique(ar1)
    return values[np.isin(values, ar2, assume_unique=assume_unique, invert=True)]


def exclusive(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """`np.setxor1d`: what is in one and not in the other."""
    values = np.concatenate((ar1, ar2), axis=None) if assume_unique else np.concatenate((np.unique(ar1), np.unique(ar2)))
    return np.take(values, found_once(values))


def found_once(values: Any) -> Any:
    """Where the values are that are found once, in the order of their size."""
    _, index, counts = np.unique(values, return_index=True, return_counts=True)
    return index[counts == 1]


def without_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """`np.trim_zeros` of an array of several dimensions, or of some of them."""
    return np.asarray(filt)[kept_between_zeros(filt, trim, axis)]


def kept_between_zeros(filt: Any, trim: str, axis: Any) -> Any:
    """What `np.trim_zeros` leaves, as an index."""
    array = np.asarray(filt)
    sizes = (np.trim_zeros(array, trim) if axis is None else np.trim_zeros(array, trim, axis)).shape
    places = np.argwhere(array)
    axes = range(array.ndim) if axis is None else [k % array.ndim for k in np.ravel(axis)]
    starts = [int(places[:, k].min()) if len(places) and k in axes and "f" in trim.lower() else 0 for k in range(array.ndim)]
    return tuple(slice(start, start + size) for start, size in zip(starts, sizes, strict=True))


zero_derivative(first_places, found_once, kept_between_zeros)
