"""What functions may change by names of their module: variables that they bind, objects, and what classes hold."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.class_attributes import is_gone
from tangentish.instructions import globals_bound
from tangentish.runtime.content import Variable
from tangentish.runtime.walk import IMMUTABLE, is_of_library, names_in_code

_PLAIN = (int, float, complex, str, bytes, np.generic, type(None), tuple, frozenset)
_CONTAINERS = (list, dict, set, np.ndarray)
_CODE = (types.FunctionType, types.MethodType, types.ModuleType, type, staticmethod, classmethod, property)


def changed_by_name(function: types.FunctionType) -> list[Any]:
    """The variables of its module that a function binds, objects and iterators, and what is held by classes that it names.

    >>> def count():
    ...     global counted
    ...     counted = 1
    >>> [one.name for one in changed_by_name(count)]
    ['counted']
    """
    space = function.__globals__
    found: list[Any] = [Variable(space, name) for name in sorted(_bound_in(function.__code__))]
    for name in sorted(names_in_code(function.__code__) & space.keys()):
        value = space[name]
        if is_gone(value):
            continue
        if isinstance(value, type):
            found += held_by_class(value)
        elif is_of_users(value) or hasattr(type(value), "__next__"):  # iterators of Python's are asked too
            found.append(value)
    return found


def is_of_users(value: Any) -> bool:
    """Whether a value is an object of a class of a user's.

    >>> is_of_users(1.5), is_of_users(len), is_of_users(np.zeros(1))
    (False, False, False)
    """
    return not isinstance(value, (*IMMUTABLE, *_CONTAINERS, *_CODE)) and not is_of_library(type(value).__module__)


def held_by_class(cls: type) -> list[Any]:
    """What a class of a user's holds that is no code: variables of what is plain, else the values.

    >>> class Counter:
    ...     count, made = 0, []
    ...     def step(self): ...
    >>> Counter.__module__ = "models"  # of no package
    >>> [getattr(one, "name", one) for one in held_by_class(Counter)]
    ['count', []]
    """
    found: list[Any] = []
    for one in cls.__mro__:
        for key, value in vars(one).items() if not is_of_library(one.__module__) else ():
            if key.startswith("__") or is_gone(value):
                continue
            if isinstance(value, _PLAIN):
                found.append(Variable(one, key))
            if isinstance(value, (*_CONTAINERS, tuple)) or is_of_users(value):
                found.append(value)
    return found


@functools.lru_cache(maxsize=1024)
def _bound_in(code: types.CodeType) -> frozenset[str]:
    """The names that a function, or one inside it, declares global and binds."""
    return globals_bound(code).union(*[_bound_in(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)])
