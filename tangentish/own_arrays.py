"""Arrays of classes that say themselves what NumPy does with them, as quantities of astropy do.

>>> import numpy as np
>>> class Logged(np.ndarray):
...     def __array_ufunc__(self, ufunc, method, *inputs, **keywords): return NotImplemented
>>> has_a_say(Logged), has_a_say(np.ndarray), has_a_say(np.memmap)
(True, False, False)
"""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError

_FOLLOWED = "tangentish.library.astropy_units"


@functools.lru_cache(maxsize=1024)
def has_a_say(cls: type) -> bool:
    """Whether a class is one of such arrays."""
    return issubclass(cls, np.ndarray) and any(
        isinstance(getattr(cls, key, None), types.FunctionType) for key in ("__array_ufunc__", "__array_function__"))


def takes_such(function: Any) -> bool:
    """Whether a function is one of ours for such arrays: what its rule says holds for them."""
    return (getattr(function, "__module__", None) or "").startswith(_FOLLOWED)


def check_no_say(value: Any) -> None:
    """Raise where an array of a class that says itself what NumPy does with it was not known to take part in what a rule is for.

    >>> check_no_say(np.ones(2))
    """
    if isinstance(value, np.ndarray) and value.__class__ is not np.ndarray and has_a_say(type(value)):
        raise UnsupportedError(f"a {type(value).__name__} takes part in this, which was not known when this program was made.\n"
                               "Pass it as an argument of its own, or make it in this function.")
