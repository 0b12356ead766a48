"""Methods of arrays whose parameters are not those of the NumPy function of the same name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def as_numpy(x: Any) -> Any:
    """A number of Python's as one of NumPy's, which has methods: the tangent of a NumPy number may be one."""
    return np.asarray(x)[()] if x.__class__ in (float, complex) else x


def method_reshape(x: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """`x.reshape(*shape)`."""
    x = as_numpy(x)
    return x.reshape(*shape, order=order) if copy is None else x.reshape(*shape, order=order, copy=copy)


def method_transpose(x: Any, *axes: Any) -> Any:
    """`x.transpose(*axes)`."""
    return as_numpy(x).transpose(*axes)


def method_copy(x: Any, order: Any = "C") -> Any:
    """`x.copy(order)`: `np.copy` keeps the order of its argument."""
    return as_numpy(x).copy(order)


def method_flatten(x: Any, order: Any = "C") -> Any:
    """`x.flatten(order)`."""
    return as_numpy(x).flatten(order)


def method_astype(x: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: bool = True,
                  copy: bool = True) -> Any:
    """`x.astype(dtype)`."""
    return as_numpy(x).astype(dtype, order, casting, subok, copy)


def method_compress(x: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """`x.compress(condition, axis, out)`."""
    return as_numpy(x).compress(condition, axis, out)


def method_conj(x: Any) -> Any:
    """`x.conj()` and `x.conjugate()`, also of a Python number: where `x` is a real array, itself."""
    return x.conjugate()


def method_item(x: Any, *args: Any) -> Any:
    """`x.item(*args)`."""
    return as_numpy(x).item(*args)


def unitem(ans_bar: Any, shape: Any, dtype: Any, args: Any = ()) -> Any:
    """The transpose of `x.item(*args)`."""
    result = np.zeros(math.prod(shape), dtype)
    position = args[0] if len(args) == 1 and not isinstance(args[0], tuple) else None
    if position is None:
        index = args[0] if len(args) == 1 else args
        position = np.ravel_multi_index(index, shape) if index else 0
    result[position] = ans_bar
    return np.reshape(result, shape)


def flat_view(x: Any) -> Any:
    """`x.flat` as a one-dimensional view, for arrays that have one.

    >>> flat_view(np.eye(2))
    array([1., 0., 0., 1.])
    """
    view = np.reshape(x, -1)
    if np.size(x) and not np.shares_memory(view, x):
        raise UnsupportedError("`.flat` of an array that is not contiguous has no derivative; copy the array first")
    return view


def with_shape(x: Any, shape: Any) -> Any:
    """`x.shape = shape`, as a view; raises where that would be a copy, as NumPy does.

    >>> with_shape(np.arange(4), (2, 2))
    array([[0, 1],
           [2, 3]])
    """
    view = np.reshape(x, shape)
    if np.size(x) and not np.shares_memory(view, x):
        raise AttributeError("incompatible shape for in-place modification of an array that is not contiguous")
    return view


def resized(x: Any, shape: Any) -> Any:
    """`x.resize(shape)`: a view if the size stays, else the first entries, and zeros after them.

    >>> resized(np.ones(2), 3), resized(np.ones(2), (1, 1))
    (array([1., 1., 0.]), array([[1.]]))
    """
    if math.prod(np.atleast_1d(shape)) == np.size(x):
        return with_shape(x, shape)
    return first_entries(x, np.zeros(shape, np.asarray(x).dtype))


def first_entries(x: Any, into: Any) -> Any:
    """`into`, which has entries of 0, with those of `x` in C order, as far as there are places."""
    count = min(np.size(x), np.size(into))
    np.reshape(into, -1)[:count] = np.ravel(x)[:count]
    return into
