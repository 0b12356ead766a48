"""Where NumPy stores into memory that it still reads from: what comes out depends on the order in which it goes through it.

Functions that are ufuncs, and most others, look for this and make a copy first; the ones here do not.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

READ_LATE = (np.concatenate, np.stack, np.ptp)
"""Functions that store into `out` before they have read all that they are given."""


def check_apart(x: Any, index: Any, value: Any) -> None:
    """Raise where NumPy would read from `value`, entry by entry, what it has stored in `x.flat[index]` already."""
    if not (isinstance(x, np.ndarray) and isinstance(value, np.ndarray) and np.may_share_memory(x, value)):
        return
    part = x[index]
    part = part if isinstance(part, np.ndarray) and np.may_share_memory(part, x) else x
    if np.shares_memory(part, value) and not is_same_part(part, value):
        raise UnsupportedError("a part of an array is stored in its `.flat`, and NumPy reads entries that it has overwritten.\n"
                               "Store a copy, or store into the array: x[...] = value.")


def is_same_part(left: Any, right: Any) -> bool:
    """Whether two arrays are the same part of memory, in the same order."""
    return (left.shape, left.strides, left.ctypes.data) == (right.shape, right.strides, right.ctypes.data)


def check_not_read_there(place: Any, *values: Any) -> None:
    """Raise where a result is stored into the memory of what it is computed from.

    >>> x = np.arange(4.0)
    >>> check_not_read_there(x, [x.copy(), 2.0])
    >>> try: check_not_read_there(x, [x[2:], x[:2]])
    ... except UnsupportedError: print("refused")
    refused
    """
    for value in values:
        if isinstance(value, list | tuple):
            check_not_read_there(place, *value)
        elif isinstance(value, np.ndarray) and isinstance(place, np.ndarray) and np.shares_memory(place, value):
            raise _overwritten()


def check_read_before(x: Any, where: Any, value: Any) -> None:
    """Raise where `value` is stored at places of `x` one by one, and NumPy reads an entry of it that it has stored into.

    The places are an index for each axis; the entries are begun again where there are too few.

    >>> x = np.eye(3)
    >>> check_read_before(x, (np.arange(3), np.arange(3)), x[2])
    >>> try: check_read_before(x, (np.arange(3), np.arange(3)), np.diagonal(x)[::-1])
    ... except UnsupportedError: print("refused")
    refused
    """
    if not isinstance(value, np.ndarray) or not value.size or not np.may_share_memory(x, value):
        return
    stored = x.ctypes.data + sum(np.asarray(index) * stride for index, stride in zip(where, x.strides, strict=True))
    done: set[int] = set()
    for place, read in zip(stored, itertools.cycle(_addresses(value)), strict=False):
        if read in done:
            raise _overwritten()
        done.add(place)


def _addresses(x: Any) -> list[int]:
    """Where the entries of an array are, in the order of its indices."""
    places = np.full(x.shape, x.ctypes.data, np.int64)
    for axis, stride in enumerate(x.strides):
        places += np.expand_dims(np.arange(x.shape[axis]) * stride, tuple(range(1, x.ndim - axis)))
    return list(places.ravel())


def _overwritten() -> UnsupportedError:
    return UnsupportedError("a result is stored into an array that it is computed from, and NumPy reads entries that it has "
                            "overwritten.\nStore it with x[...] = value, or give a copy.")


zero_derivative(check_apart, check_not_read_there, check_read_before)
