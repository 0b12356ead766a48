"""What `np.r_[...]` and `np.c_[...]` make of active values, and `np.atleast_1d` and its like of several arrays.

>>> import numpy as np
>>> rows_joined(np.ones(2), 0.5)
array([1. , 1. , 0.5])
>>> columns_joined(np.ones(2), np.zeros(2)).shape
(2, 2)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def rows_joined(*parts: Any) -> Any:
    """`np.r_[part, ...]`: the parts one after the other along the first axis, numbers as arrays of one item."""
    parts = tuple([range_of(part) if isinstance(part, slice) else part for part in parts])
    dtype = common_type(parts)
    return np.concatenate([np.atleast_1d(np.asarray(part)).astype(dtype) for part in parts])


def columns_joined(*parts: Any) -> Any:
    """`np.c_[part, ...]`: the parts side by side along the last axis, vectors as columns."""
    parts = tuple([range_of(part) if isinstance(part, slice) else part for part in parts])
    dtype = common_type(parts)
    return np.concatenate([as_column(np.asarray(part)).astype(dtype) for part in parts], axis=-1)


def range_of(part: slice) -> Any:
    """The numbers that a slice means there which was made before; of bounds with a derivative nothing would be known.

    >>> range_of(slice(1, 4))
    array([1, 2, 3])
    """
    if any(isinstance(bound, float | np.inexact | np.ndarray) for bound in (part.start, part.stop, part.step)):
        raise UnsupportedError("bounds of a range that are no whole numbers may have a derivative, which a slice does not hold.\n"
                               "Write the range in the brackets: np.r_[start:stop:5j].")
    return np.r_[part]


def as_column(part: Any) -> Any:
    """A vector as a matrix of one column."""
    return np.reshape(part, (-1, 1)) if part.ndim < 2 else part


def common_type(parts: Any) -> Any:
    """The type of what is joined: Python's numbers take that of the arrays, where it has room for them."""
    if any(isinstance(part, str) for part in parts):
        raise UnsupportedError("directives in `np.r_` and `np.c_` are not followed.\nUse np.concatenate or np.stack.")
    return np.result_type(*[part if np.isscalar(part) else np.asarray(part).dtype for part in parts])


zero_derivative(common_type, range_of)


def atleast_1d_each(*arys: Any) -> Any:
    """`np.atleast_1d` of several arrays."""
    return tuple([np.atleast_1d(ary) for ary in arys])


def atleast_2d_each(*arys: Any) -> Any:
    """`np.atleast_2d` of several arrays."""
    return tuple([np.atleast_2d(ary) for ary in arys])


def atleast_3d_each(*arys: Any) -> Any:
    """`np.atleast_3d` of several arrays."""
    return tuple([np.atleast_3d(ary) for ary in arys])
