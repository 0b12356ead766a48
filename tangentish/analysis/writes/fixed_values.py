"""Values that nothing can write into: numbers, texts, functions and classes; tuples of such, and compiled methods of such.

And the variables around a function that hold others.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tangentish.analysis.around.held_by_modules import given_whole
from tangentish.analysis.code.code_names import globals_named
from tangentish.class_attributes import is_gone
from tangentish.closures import codes_in

_FIXED = (types.NoneType, types.ModuleType, types.FunctionType, type, int, float, complex, str, bytes, frozenset, np.ufunc,
          np.generic, type(np.sum))


def cannot_change(value: Any) -> bool:
    """Whether a value is one of these; what a function has captured does not count.

    >>> log = []
    >>> cannot_change((1.0, "a")), cannot_change((1.0, log)), cannot_change(len), cannot_change(log.append)
    (True, False, True, False)
    """
    if is_gone(value):
        return False
    if isinstance(value, tuple):
        return all(map(cannot_change, value))
    if isinstance(value, types.BuiltinFunctionType):
        return cannot_change(value.__self__)
    return isinstance(value, _FIXED)


def changeable(function: types.FunctionType) -> frozenset[str]:
    """The names by which a function reaches what others may see it write: captured variables, globals that can be changed."""
    code, *inner = codes_in(function.__code__)
    named = set(globals_named(code).intersection(code.co_names))
    named.update(held for one in inner for held in given_whole(one))  # not what they only read
    held = {held for held in named if not cannot_change(function.__globals__.get(held))}
    return frozenset(held.union(code.co_freevars))
