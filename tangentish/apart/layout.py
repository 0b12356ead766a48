"""What the attributes of an object are, for code that reads them: found without running any of the object's own code."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.class_attributes import dict_of
from tangentish.custom import Custom
from tangentish.frontend.foreign import is_compiled, is_foreign
from tangentish.runtime.saving import own_lookup
from tangentish.shadows import static_attribute

_NO_OWNERS = (np.ndarray, np.generic, list, tuple, dict, set, frozenset, str, bytes, int, float, complex, BaseException, type,
              types.ModuleType, types.FunctionType, types.MethodType, functools.partial, Custom)
_HARMLESS = ("abc", "typing")  # ABC, Generic, Protocol


def is_owner(value: Any) -> bool:
    """Whether a value is an object of a user's class that keeps its attributes in a dict, and nothing else."""
    return _is_plain(type(value)) and type(dict_of(value)) is dict and not is_compiled(value)


@functools.lru_cache(maxsize=1024)
def _is_plain(cls: type) -> bool:
    """Whether a class is a user's; of what those of Python and SciPy do to their objects nothing is known."""
    if issubclass(cls, _NO_OWNERS) or own_lookup(cls) is not None:
        return False
    return not any(is_foreign(base.__module__) and base.__module__ not in _HARMLESS for base in cls.__mro__[:-1])


def attribute(owner: Any, key: str) -> tuple[str, Any]:
    """What `owner.key` reads, and what that is: a value "held" by the object or "shared" by its class, or code.

    Code is a "method", a "static" method or the function of a "property"; "other" is what is not told.

    >>> class Ball:
    ...     g = 9.81
    ...     def __init__(self): self.height = 2.0
    ...     @property
    ...     def energy(self): return self.g * self.height
    >>> ball = Ball()
    >>> attribute(ball, "height"), attribute(ball, "g"), attribute(ball, "energy")[0], attribute(ball, "mass")
    (('held', 2.0), ('shared', 9.81), 'property', ('other', None))
    """
    described = static_attribute(owner, key)
    if isinstance(described, property):
        return ("property", described.fget) if isinstance(described.fget, types.FunctionType) else ("other", None)
    if hasattr(type(described), "__set__") or (
            hasattr(type(described), "__get__") and not isinstance(described, types.FunctionType | staticmethod)):
        return "other", None  # what is in its `__dict__` may be kept there by code that computed it: a cached_property
    if key in owner.__dict__:
        return "held", owner.__dict__[key]
    if isinstance(described, types.FunctionType):
        return "method", described
    if isinstance(described, staticmethod) and isinstance(described.__func__, types.FunctionType):
        return "static", described.__func__
    if described is None:
        return "other", None
    return "shared", described
