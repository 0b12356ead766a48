"""Generators of objects that hold no numbers, as registers of functions by name do: they are called as they are."""

from __future__ import annotations

import contextlib
import inspect
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import is_gone, own_attributes
from tangentish.dispatch.arguments import is_bare

MOST = 1000
"""How many values are looked at."""
_CONTAINERS = (list, tuple, dict, set, frozenset)
_HEAP_TYPE = 1 << 9  # of `__flags__`: made by a `class` statement


def yields_no_numbers(function: types.FunctionType, values: Iterable[Any]) -> bool:
    """Whether a function is a generator function, and what it is given has nothing in it that may have a derivative."""
    return bool(function.__code__.co_flags & inspect.CO_GENERATOR) and holds_no_numbers(values)


def holds_no_numbers(values: Iterable[Any]) -> bool:
    """Whether values, and what is in them, surely have no derivative, and no code with values around it.

    >>> holds_no_numbers([{"sine": np.sin, "names": ["a", "b"]}, 3]), holds_no_numbers([[1, [2.0]]])
    (True, False)
    """
    known: set[int] = set()
    left = list(values)
    while left:
        value = left.pop()
        if id(value) in known or is_gone(value):
            continue
        known.add(id(value))
        inside = _inside(value)
        if inside is None or len(known) > MOST:
            return False
        left += inside
    return True


def _inside(value: Any) -> list[Any] | None:
    """What is in a value; None for a number with a derivative, and for what is not told.

    The defaults of a function of a module were there before anything was differentiated.
    """
    if is_bare(value) or isinstance(value, np.ufunc | types.BuiltinFunctionType):
        return []
    if isinstance(value, types.FunctionType):
        return None if "<locals>" in value.__qualname__ else [cell.cell_contents for cell in value.__closure__ or ()]
    cls = type(value)
    if cls in _CONTAINERS:
        return [*value, *value.values()] if cls is dict else [*value]
    if not all(base.__flags__ & _HEAP_TYPE for base in cls.__mro__[:-1]):
        return None  # what such an object holds need not be in its attributes
    slots = [part for base in cls.__mro__ for part in vars(base).values() if isinstance(part, types.MemberDescriptorType)]
    held = [*own_attributes(value).values()]
    for slot in slots:
        with contextlib.suppress(AttributeError):  # an empty one
            held.append(slot.__get__(value))
    return [cls, *held]
