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
    """`np.lib.stride_tricks.as_strided`."""
    raise UnsupportedError("np.lib.stride_tricks.as_strided of active values has no derivative.\n"
                           "Use sliding_window_view, or indices.")


def ndenumerate(arr: Any) -> Any:
    """`np.ndenumerate` anywhere but in the head of a `for`, where it is rewritten as a loop over indices."""
    raise UnsupportedError("np.ndenumerate of active values is followed only where a `for` loops over it by itself.\n"
                           "Write `for index, value in np.ndenumerate(x):`.")
