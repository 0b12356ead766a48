"""What `np.mgrid[...]` and `np.ogrid[...]` make of bounds that may be active, and ranges in `np.r_[...]`.

A range is given as three values: start, stop and step, of which the first and the last may be None.

>>> dense_grid(0, 3, None)
array([0, 1, 2])
>>> [part.shape for part in open_grids(0, 3, None, 0.0, 1.0, 5j)]
[(3, 1), (1, 5)]
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative


def range_joined(start: Any, stop: Any, step: Any) -> Any:
    """`np.r_[start:stop:step]`, where a step of `5j` says how many numbers there are."""
    start = 0 if start is None else start
    if counts(step):
        return np.linspace(start, stop, int(abs(step)))
    return np.arange(start, stop, 1 if step is None else np.real(step))


def dense_grid(start: Any, stop: Any, step: Any) -> Any:
    """`np.mgrid[start:stop:step]`."""
    return grid_axis(start, stop, step, grid_type((start, stop, step)))


def dense_grids(*bounds: Any) -> Any:
    """`np.mgrid[start:stop:step, ...]`: an array of the axes, each repeated along the others."""
    axes = open_grids(*bounds)
    shape = np.broadcast_shapes(*[np.shape(axis) for axis in axes])
    return np.stack([np.broadcast_to(axis, shape) for axis in axes])


def open_grids(*bounds: Any) -> Any:
    """`np.ogrid[start:stop:step, ...]`: the axes, each along its own dimension."""
    dtype = grid_type(bounds)
    count = len(bounds) // 3
    return tuple([np.reshape(grid_axis(bounds[3 * k], bounds[3 * k + 1], bounds[3 * k + 2], dtype), axis_shape(k, count))
                  for k in range(count)])


def grid_axis(start: Any, stop: Any, step: Any, dtype: Any) -> Any:
    """The numbers of one range."""
    start = 0 if start is None else start
    if counts(step):
        count = int(abs(step))
        gap = (stop - start) / float(count - 1) if count != 1 else 1
    else:
        gap = 1 if step is None else step
        count = math.ceil((stop - start) / gap)
    return np.arange(max(count, 0), dtype=dtype) * gap + start


def counts(step: Any) -> bool:
    """Whether a step says how many numbers there are."""
    return isinstance(step, complex | np.complexfloating)


def grid_type(bounds: Any) -> Any:
    """The type of the numbers of a grid, which all axes have."""
    given = [abs(bound) if counts(bound) else bound for bound in bounds if bound is not None]
    return np.result_type(0, *given)


def axis_shape(place: int, count: int) -> Any:
    """The shape of an axis among others."""
    return tuple([-1 if k == place else 1 for k in range(count)])


zero_derivative(counts, grid_type, axis_shape)
