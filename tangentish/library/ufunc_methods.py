"""The methods of ufuncs, of any that has a rule: as what they stand for, one operation after the other.

Those of `add`, `multiply`, `maximum` and `minimum` that are functions of their own (`np.sum` ...) are called as such.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import axis_tuple
from tangentish.rules.registry import zero_derivative


def ufunc_reduce(ufunc: Any, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False,
                 initial: Any = None, where: Any = True) -> Any:
    """`ufunc.reduce`: from the first entry to the last; over several axes one axis after the other."""
    array = of_dtype(array, dtype)
    shape = np.shape(array)
    flat = np.reshape(np.transpose(array, reduced_first(shape, axis)), (-1, *kept_sizes(shape, axis)))
    chosen = chosen_entries(where, shape, axis)
    start = first_value(ufunc, initial, chosen, np.shape(flat)[0])
    total = None if start is None else start + np.zeros(kept_sizes(shape, axis))
    for k in range(np.shape(flat)[0]):
        if total is None:
            total = flat[k]
        elif chosen is None:
            total = ufunc(total, flat[k])
        else:
            total = merged(ufunc, total, flat[k], chosen[k])
    check_not_empty(ufunc, total)
    result = np.reshape(total, kept_sizes(shape, axis, True)) if keepdims else total
    return result if out is None else stored(out, result)


def ufunc_accumulate(ufunc: Any, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """`ufunc.accumulate`."""
    lines = np.moveaxis(of_dtype(array, dtype), axis, 0)
    results: list[Any] = []
    for k in range(np.shape(lines)[0]):
        results.append(lines[k] if k == 0 else ufunc(results[k - 1], lines[k]))
    result = np.moveaxis(np.stack(results), 0, axis) if len(results) > 0 else np.zeros(np.shape(array))
    return result if out is None else stored(out, result)


def ufunc_reduceat(ufunc: Any, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """`ufunc.reduceat`: each of the indices begins a part; where the next one is not larger, the part is one entry."""
    lines = np.moveaxis(of_dtype(array, dtype), axis, 0)
    results = []
    for first, last in parts_of(indices, np.shape(lines)[0]):
        total = lines[first]
        for k in range(first + 1, last):
            total = ufunc(total, lines[k])
        results.append(total)
    result = np.moveaxis(np.stack(results), 0, axis)
    return result if out is None else stored(out, result)


def ufunc_outer(ufunc: Any, A: Any, B: Any, /, *, out: Any = None, where: Any = True, casting: str = "same_kind",
                order: str = "K", dtype: Any = None, subok: bool = True) -> Any:
    """`ufunc.outer`."""
    check_all(where)
    left = np.reshape(A, (*np.shape(A), *[1] * np.ndim(B)))
    result = ufunc(left, B) if dtype is None else ufunc(of_dtype(left, dtype), of_dtype(B, dtype))
    return result if out is None else stored(out, result)


def of_dtype(array: Any, dtype: Any) -> Any:
    """The array that is computed with."""
    return array if dtype is None else np.array(array, dtype)


def stored(out: Any, result: Any) -> Any:
    """The result in the array that is given for it."""
    place = out[0] if isinstance(out, tuple) else out
    place[...] = result
    return place


def merged(ufunc: Any, total: Any, entry: Any, chosen: Any) -> Any:
    """One step of a reduction with `where`: what is not chosen leaves the total as it is."""
    if not np.any(chosen):
        return total
    safe = np.where(chosen, entry, 1.0)
    return np.where(chosen, ufunc(np.where(chosen, total, 1.0), safe), total)


# what does not depend on the values


def reduced_first(shape: Any, axis: Any) -> tuple[int, ...]:
    """A permutation that moves the axes of a reduction before the others."""
    axes = axis_tuple(axis, len(shape))
    return (*axes, *[k for k in range(len(shape)) if k not in axes])


def kept_sizes(shape: Any, axis: Any, keepdims: bool = False) -> tuple[int, ...]:
    """The shape of a reduction."""
    axes = axis_tuple(axis, len(shape))
    return tuple([1 if k in axes else size for k, size in enumerate(shape) if keepdims or k not in axes])


def chosen_entries(where: Any, shape: Any, axis: Any) -> Any:
    """`where` arranged as the entries are; None for all of them."""
    if where is True:
        return None
    mask = np.transpose(np.broadcast_to(where, shape), reduced_first(shape, axis))
    return np.reshape(mask, (-1, *kept_sizes(shape, axis)))


def first_value(ufunc: Any, initial: Any, chosen: Any, size: int) -> Any:
    """What a reduction starts from: its first entry if there is nothing else.  Of one number `np.hypot` gives the size."""
    if initial is None and chosen is None and ufunc.identity is not None and (size == 0 or (size == 1 and ufunc is np.hypot)):
        return ufunc.identity
    if initial is None and chosen is not None:
        if ufunc.identity is None:
            raise UnsupportedError(f"{ufunc.__name__}.reduce with `where` needs `initial`, as it has no identity")
        return ufunc.identity
    return initial


def check_not_empty(ufunc: Any, total: Any) -> None:
    """Raise where there is nothing to reduce, as NumPy does."""
    if total is None:
        raise ValueError(f"zero-size array to reduction operation {ufunc.__name__} which has no identity")


def check_all(where: Any) -> None:
    """Raise for an `outer` of some entries alone."""
    if where is not True:
        raise UnsupportedError("`where` of the method `outer` of a ufunc is not followed.\nUse np.where of the result.")


def parts_of(indices: Any, size: int) -> list[tuple[int, int]]:
    """Where the parts of a `reduceat` begin and end."""
    starts = [int(k) for k in indices]
    ends = [*starts[1:], size]
    return [(start, max(end, start + 1)) for start, end in zip(starts, ends, strict=True)]


zero_derivative(reduced_first, kept_sizes, chosen_entries, check_not_empty, check_all, parts_of)

UFUNC_METHODS = {"reduce": ufunc_reduce, "accumulate": ufunc_accumulate, "reduceat": ufunc_reduceat, "outer": ufunc_outer}
