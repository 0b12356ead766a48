"""Arrays and containers of a module that code in reach finds by name, and that properties of classes of the module give.

Where one is written through such a property, no call is seen that gives it.  What is read by the name knows nothing of that, so
that the content is looked at when all is over.

>>> TABLE = np.zeros(3)
>>> class Model:
...     @property
...     def table(self): return TABLE
>>> def energy(x):
...     Model().table[:] = x
...     return TABLE @ x
>>> for function in (Model.table.fget, energy): function.__module__ = "models"  # of no package
>>> given_and_named(energy)[0] is TABLE
True
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tangentish.analysis.around.held_by_modules import given_whole
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.class_attributes import living
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_installed


def given_and_named(function: types.FunctionType) -> list[Any]:
    """Those that a function, or what it calls, does more with than to give them."""
    found: dict[int, Any] = {}
    for who, label, value in Reach({function.__name__: function}).data:
        named = isinstance(who, types.FunctionType) and who.__globals__.get(label) is value
        if named and may_be_written(value) and not gives(who.__code__, label) and is_given(label, who.__globals__):
            found[id(value)] = value
    return list(found.values())


def may_be_written(value: Any) -> bool:
    """Whether active values may be written into something."""
    return value.dtype.kind in "fcO" if isinstance(value, np.ndarray) else isinstance(value, DATA)


def is_given(label: str, space: dict[str, Any]) -> bool:
    """Whether a property of a class of a module gives what is found by a name there."""
    return any(gives(getter.__code__, label) for value in living(list(space.values())) for getter in _getters(value, space))


def gives(code: types.CodeType, label: str) -> bool:
    """Whether code, or code inside it, returns what it finds by a name, or binds a variable to it."""
    return any(label in given_whole(inner) for inner in codes_in(code) if label in inner.co_names)


def _getters(value: Any, space: dict[str, Any]) -> list[types.FunctionType]:
    """The functions of the properties of a class that a module defines."""
    if not isinstance(value, type) or value.__module__ != space.get("__name__"):
        return []
    getters = [part.fget for part in vars(value).values() if isinstance(part, property)]
    return [one for one in getters if isinstance(one, types.FunctionType) and one.__globals__ is space and not is_installed(one)]
