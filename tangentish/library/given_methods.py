"""Special methods that a property of the class gives: `c[k]` is `type(c).__getitem__.fget(c)(k)`.

>>> class Forwarding:
...     def __init__(self, array): self.array = array
...     __getitem__ = property(lambda self: self.array.__getitem__)
>>> method_of(vars(Forwarding)["__getitem__"])(Forwarding([1.0, 2.0]), 1)
2.0
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

from tangentish.rules.registry import zero_derivative


def method_of(described: Any) -> types.FunctionType | None:
    """The method that a class has, as a function of the object and the arguments, if it is written in Python."""
    if isinstance(described, property) and isinstance(described.fget, types.FunctionType):
        return _through(described.fget)
    return described if isinstance(described, types.FunctionType) else None


@functools.lru_cache(maxsize=256)
def _through(getter: Callable[[Any], Any]) -> Any:
    def called(owner: Any, *args: Any) -> Any:
        return getter(owner)(*args)

    return called


def by_own_method(items: Any) -> bool:
    """Whether the class of an object says in Python what a loop over it goes through."""
    return method_of(getattr(type(items), "__iter__", None)) is not None


def number_of(x: Any) -> Any:
    """`float(x)`, where the class of an object may say what that is.

    >>> number_of("1.5")
    1.5
    """
    return x.__float__() if isinstance(getattr(type(x), "__float__", None), types.FunctionType) else float(x)


zero_derivative(by_own_method)
