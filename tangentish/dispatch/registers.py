"""Objects that hold no numbers, as registers of functions by name do: what is given nothing else is called as it is."""

from __future__ import annotations

import contextlib
import inspect
import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.method_stores import stores_as_method
from tangentish.class_attributes import is_gone, own_attributes
from tangentish.dispatch.arguments import is_bare
from tangentish.frontend.generators import items_function
from tangentish.pandas_tables import constant_items
from tangentish.runtime import saved_reached
from tangentish.runtime.iteration import not_followed

MOST = 1000
"""How many values are looked at."""
_CONTAINERS = (list, tuple, dict, set, frozenset)
_MADE_IN_C, _HEAP_TYPE = 1 << 8, 1 << 9
"""Flags of classes: those that cannot be changed, which only C makes, and those that were made when the program ran."""


def as_it_is(function: types.FunctionType, values: dict[str, Any], args: tuple[Any, ...],
             keywords: dict[str, Any]) -> tuple[Any, list[tuple[Any, Any]]] | None:
    """What a call gives through which nothing flows, and what it may have written into with its content before; None of others.

    A generator may be given what holds numbers, if it writes nothing, and what it yields is looked at.
    """
    generates = bool(function.__code__.co_flags & inspect.CO_GENERATOR)
    if holds_no_numbers(values.values()):
        writes = not generates and effects_of(function).any_writes  # a generator has not begun
        before = [(value, saved_reached(value)) for value in values.values() if writes and not is_bare(value)]
        return function(*args, **keywords), before
    listing = items_function(function) if generates else None
    if listing is not None and not _writes(listing, values):
        return constant_items(_without_numbers(function(*args, **keywords))), []
    return None


def _writes(listing: types.FunctionType, values: dict[str, Any]) -> bool:
    """Whether a function may write into anything; of a method, what it calls of its object is looked for in the class."""
    effects = effects_of(listing)
    first = next(iter(values), "")
    if effects.opaque or effects.outside or not effects.writes <= {first}:
        return True
    return bool(effects.writes) and stores_as_method(type(values[first]), listing)


def _without_numbers(generator: types.GeneratorType[Any, Any, Any]) -> Iterator[Any]:
    """What a generator yields; raises if there may be a number with a derivative in it."""
    for item in generator:
        if not holds_no_numbers([item]):
            raise not_followed(generator)
        yield item


def holds_no_numbers(values: Iterable[Any]) -> bool:
    """Whether values, and what is in them, surely have no derivative, and no code with values around it.

    >>> holds_no_numbers([{"sine": np.sin, "names": ["a", "b"]}, 3]), holds_no_numbers([[1, [2.0]]])
    (True, False)
    >>> import collections
    >>> holds_no_numbers([collections.deque([2.0])]), holds_no_numbers([np.ones(2).sum]), holds_no_numbers([len])
    (False, False, True)
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
    if is_bare(value) or isinstance(value, np.ufunc | types.ModuleType):
        return []
    if isinstance(value, types.BuiltinFunctionType):
        return [value.__self__]  # an array, of one of its methods
    if isinstance(value, types.FunctionType):
        return None if "<locals>" in value.__qualname__ else [cell.cell_contents for cell in value.__closure__ or ()]
    cls = type(value)
    if cls in _CONTAINERS:
        return [*value, *value.values()] if cls is dict else [*value]
    if not all(map(_by_statement, cls.__mro__[:-1])):
        return None  # what such an object holds need not be in its attributes
    slots = [part for base in cls.__mro__ for part in vars(base).values() if isinstance(part, types.MemberDescriptorType)]
    held = [*own_attributes(value).values()]
    for slot in slots:
        with contextlib.suppress(AttributeError):  # an empty one
            held.append(slot.__get__(value))
    return [cls, *held]


def _by_statement(cls: type) -> bool:
    """Whether a class is as `class` makes it: its objects have slots, attributes and weak references to them, and nothing else.

    >>> import zlib
    >>> _by_statement(type("Plain", (), {"__slots__": ("a", "__weakref__")})), _by_statement(type(zlib.compressobj()))
    (True, False)
    """
    base: Any = cls.__base__
    slots = sum(isinstance(part, types.MemberDescriptorType) for part in vars(cls).values())
    added = (cls.__weakrefoffset__ > 0 >= base.__weakrefoffset__) + (cls.__dictoffset__ > 0 >= base.__dictoffset__)
    return cls.__flags__ & (_HEAP_TYPE | _MADE_IN_C) == _HEAP_TYPE and cls.__basicsize__ - base.__basicsize__ <= 8 * (slots + added)
