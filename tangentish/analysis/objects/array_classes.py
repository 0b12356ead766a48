"""Code that may make arrays of classes that say themselves what NumPy does with them: quantities of astropy have units.

What a rule says of NumPy's functions does not hold for them, so that where they may be met calls are looked up when they happen.
"""

from __future__ import annotations

import functools
import types

from tangentish.analysis.code.marks import OPERATORS, OWN_ARRAYS, acting

_MAKERS = ("astropy.units", "astropy.constants")
"""Modules whose objects make such arrays of others."""
_COMPUTED = "value si cgs T mT real imag degree radian hour deg rad arcmin arcsec hourangle".split()
SAID = OPERATORS | {OWN_ARRAYS, "__iter__", "__float__", "flat", *map(acting, _COMPUTED)}
"""As what such a class is found among own names."""


@functools.lru_cache(maxsize=4096)
def names_makers(code: types.CodeType) -> bool:
    """Whether code names one of these modules itself, as where it imports it.

    >>> def speed(x):
    ...     from astropy import units as u
    ...     return x * u.km / u.s
    >>> names_makers(speed.__code__), names_makers(makes_some.__code__)
    (True, False)
    """
    names = {*code.co_names}
    return not names.isdisjoint(_MAKERS) or any({*module.split(".")} <= names for module in _MAKERS)


def makes_some(module: str | None) -> bool:
    """Whether the objects of a module of this name make such arrays.

    >>> makes_some("astropy.units.core"), makes_some("astropy.modeling")
    (True, False)
    """
    return (module or "").startswith(_MAKERS)
