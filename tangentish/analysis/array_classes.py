"""Classes of arrays that say themselves what NumPy does with them, and code that may make some: quantities of astropy have units.

What a rule says of NumPy's functions does not hold for them, so that where they may be met calls are looked up when they happen.

>>> import numpy as np
>>> class Logged(np.ndarray):
...     def __array_ufunc__(self, ufunc, method, *inputs, **keywords): return NotImplemented
>>> has_a_say(Logged), has_a_say(np.ndarray), has_a_say(np.memmap)
(True, False, False)
"""

from __future__ import annotations

import functools
import types

import numpy as np

from tangentish.analysis.marks import OPERATORS, OWN_ARRAYS, acting

_MAKERS = ("astropy.units", "astropy.constants")
"""Modules whose objects make such arrays of others."""
_COMPUTED = "value si cgs T mT real imag degree radian hour deg rad arcmin arcsec hourangle".split()
SAID = OPERATORS | {OWN_ARRAYS, "__iter__", "__float__", "flat", *map(acting, _COMPUTED)}
"""As what such a class is found among own names."""


@functools.lru_cache(maxsize=1024)
def has_a_say(cls: type) -> bool:
    """Whether a class is one of such arrays."""
    return issubclass(cls, np.ndarray) and any(
        isinstance(getattr(cls, key, None), types.FunctionType) for key in ("__array_ufunc__", "__array_function__"))


def makes_some(module: str) -> bool:
    """Whether the objects of a module of this name make such arrays.

    >>> makes_some("astropy.units.core"), makes_some("astropy.modeling")
    (True, False)
    """
    return module.startswith(_MAKERS)
