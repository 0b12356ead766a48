"""Whether an object has an attribute, asked where its value is wanted next: code of the user's that makes it runs once.

>>> class Counting:
...     asked = 0
...     @property
...     def count(self):
...         self.asked += 1
...         return self.asked
>>> counting = Counting()
>>> has_attribute(counting, "count"), has_attribute(counting, "other"), counting.asked
(True, False, 0)
"""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import of_class
from tangentish.errors import UnsupportedError
from tangentish.frontend.foreign import is_installed
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.saving import fallback_of


def has_attribute(x: Any, key: str) -> bool:
    """`hasattr(x, key)`, but that a property, or a descriptor, which changes something, is not run: it is there.

    What a `__getattr__` that changes something would give is only known when it has run.
    """
    if isinstance(x, type | types.ModuleType | super):
        return hasattr(x, key)
    getter, made = _getter(of_class(type(x), key)), fallback_of(x, key)
    if isinstance(getter, types.FunctionType) and effects_of(getter).any_writes:
        return True
    if isinstance(made, types.FunctionType) and _acts(made) and not is_installed(made):  # as of properties
        raise UnsupportedError(f"whether a {type(x).__name__} has an attribute `{key}` is told by code of its class that changes "
                               "something, and would be run twice.\nAsk for it in `try`, with `except AttributeError`.")
    return hasattr(x, key)


def _getter(found: Any) -> Any:
    """The function that runs when an attribute is read of which this is what the class has."""
    return found.fget if isinstance(found, property) else getattr(type(found), "__get__", None)


def _acts(made: types.FunctionType) -> bool:
    """Whether a `__getattr__` writes into the object, or into something around it; the name it is given is a text."""
    found = effects_of(made)
    return found.outside or bool(found.writes.intersection(made.__code__.co_varnames[:1]))


zero_derivative(has_attribute)
