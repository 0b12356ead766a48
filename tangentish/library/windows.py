"""Windows onto arrays: copies, as views whose entries lie on top of each other have no adjoint of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def sliding_window_view(x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False) -> Any:
    """`np.lib.stride_tricks.sliding_window_view`; to write into it is an error, also with `writeable`."""
    x = np.asarray(x)
    sizes = [window_shape] if isinstance(window_shape, int | np.integer) else list(window_shape)
    axes = list(range(np.ndim(x))) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    places = [one % np.ndim(x) for one in axes]
    for k in range(len(places)):
        count = np.shape(x)[places[k]] - sizes[k] + 1
        x = np.moveaxis(np.take(x, np.arange(count)[:, None] + np.arange(sizes[k]), axis=places[k]), places[k] + 1, -1)
    x.setflags(write=False)
    return x


def as_strided(x: Any, shape: Any = None, strides: Any = None, subok: bool = False, writeable: bool = True) -> Any:
    """`np.lib.stride_tricks.as_strided`, of the entries of `x`; to write into it is an error."""
    x = np.asarray(x)
    shape = np.shape(x) if shape is None else shape
    result = np.ravel(x)[entries_at(np.shape(x), x.strides, shape, strides_kept(x, shape) if strides is None else strides)]
    result.setflags(write=False)
    return result


def strides_kept(x: Any, shape: Any) -> Any:
    """The strides that `as_strided` takes where it is given a shape alone: of a contiguous array those of the shape.

    >>> strides_kept(np.zeros(4), (2, 2)), strides_kept(np.zeros(8)[::2], (2,))
    ((16, 8), (16,))
    """
    return np.empty(shape, x.dtype).strides if x.flags.c_contiguous else x.strides


def entries_at(shape: Any, strides: Any, asked: Any, steps: Any) -> Any:
    """Which entries, in C order, of an array with a shape and strides one with others begins with: the memory tells.

    >>> entries_at((2, 3), (24, 8), (2, 2, 2), (24, 8, 8))
    array([[[0, 1],
            [1, 2]],
    <BLANKLINE>
           [[3, 4],
            [4, 5]]])
    """
    there, wanted = np.ravel(_offsets(shape, strides)), _offsets(asked, steps)
    order = np.argsort(there, kind="stable")
    places = order[np.minimum(np.searchsorted(there, wanted, sorter=order), len(order) - 1)] if len(order) else np.zeros(
        np.shape(wanted), int)
    if np.size(wanted) and not (len(order) and np.array_equal(there[places], wanted)):
        raise UnsupportedError("np.lib.stride_tricks.as_strided shows memory that is not of the entries of its argument.\n"
                               "Make the view of the array that holds all of them.")
    return places


def _offsets(shape: Any, strides: Any) -> Any:
    """How far the entries of an array are from the first one, in bytes."""
    sizes = [shape] if isinstance(shape, int | np.integer) else list(shape)
    steps = [strides] if isinstance(strides, int | np.integer) else list(strides)
    if len(sizes) != len(steps):
        raise ValueError("mismatch in length of strides and shape")
    result = np.zeros((), int)
    for size, step in zip(sizes, steps, strict=True):
        result = result[..., None] + np.arange(size) * step
    return result


def ndenumerate(arr: Any) -> Any:
    """`np.ndenumerate` anywhere but in the head of a `for`, where it is rewritten as a loop over indices."""
    raise UnsupportedError("np.ndenumerate of active values is followed only where a `for` loops over it by itself.\n"
                           "Write `for index, value in np.ndenumerate(x):`.")
