"""`rvs` of the distributions of `scipy.stats`: the numbers of the standard distribution, from the same stream, moved and scaled."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats as stats
from scipy._lib._util import check_random_state

from tangentish import library
from tangentish.rules.registry import zero_derivative

generic: Any = stats.rv_continuous.__base__  # what it shares with distributions of whole numbers


def size_of_draws(self: Any, args: Any, kwds: Any) -> tuple[int, ...]:
    """The shape of what is drawn, or an error as SciPy's of one that does not fit the parameters."""
    size: tuple[int, ...] = self._parse_args_rvs(*args, **kwds)[3]
    return size


def source_of_draws(self: Any, given: Any) -> Any:
    """The source of random numbers: one that is given, or made of a number, or else that of the distribution."""
    return self._random_state if given is None else check_random_state(given)


def whole_draws(self: Any, args: Any, kwds: Any) -> Any:
    """Whole numbers, which nothing moves but from one to another."""
    return generic.rvs(self, *args, **kwds)


def shape_within(params: Any) -> tuple[int, ...]:
    """The shape of parameters together, without leading axes of a single entry.

    >>> shape_within([1.0, np.ones((1, 1, 2, 1))])
    (2, 1)
    """
    shape = np.broadcast_shapes(*(np.shape(param) for param in params))
    while shape and shape[0] == 1:
        shape = shape[1:]
    return shape


zero_derivative(size_of_draws, source_of_draws, whole_draws, shape_within)


def rvs(self: Any, *args: Any, **kwds: Any) -> Any:
    """`rvs`."""
    if kwds.get("discrete"):
        return whole_draws(self, args, kwds)
    source = source_of_draws(self, kwds.pop("random_state", None))
    kwds.pop("discrete", None)
    size = size_of_draws(self, args, kwds)
    kwds.pop("size", None)
    shapes, loc, scale = self._parse_args(*args[:self.numargs + 2], **kwds)
    if not np.all(np.logical_and(self._argcheck(*shapes), np.asarray(scale) >= 0)):
        raise ValueError("Domain error in arguments. The `scale` parameter must be positive for all distributions, and many "
                         f"distributions have restrictions on shape parameters: see `scipy.stats.{self.name}`.")
    if np.all(np.asarray(scale) == 0):
        return loc * np.ones(size)
    within = shape_within((*shapes, loc, scale))
    spread = []
    for shape in shapes:
        spread.append(np.reshape(np.broadcast_to(shape, (1,) * np.ndim(shape) + within)[(0,) * np.ndim(shape)], within))
    return np.reshape(self._rvs(*spread, size=size, random_state=source) * scale + loc, size)[()]


library.REPLACED[generic.rvs] = rvs
