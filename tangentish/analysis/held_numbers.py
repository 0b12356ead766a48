"""Numbers in containers, functions and objects, as far as these can be seen through."""

from __future__ import annotations

import collections
import contextlib
import functools
import re
import sys
import types
import typing
import weakref
from collections.abc import Container
from typing import Any

import numpy as np

from tangentish.analysis.code.code_names import WRAPPING, functions_of
from tangentish.class_attributes import is_gone, own_attributes
from tangentish.closures import cells_of, content

_PLAIN = (int, str, bytes, type(None), types.ModuleType, np.dtype, np.ufunc, np.integer, np.bool_, np.str_, re.Pattern,
          types.CodeType, typing.TypeVar, typing.ParamSpec)
NUMBERS = (float, complex, np.float16, np.float32, np.float64, np.longdouble, np.complex64, np.complex128)
_PLAINEST = frozenset((int, str, bytes, bool, type(None)))
_LISTED = (list, tuple, set, frozenset, collections.deque)
_MOST = 10_000
"""Of what holds more, nothing is known."""


def holds_numbers(x: Any, before: Container[int] = ()) -> bool:
    """Whether a value is, or leads to, a number that may be active; of what is not seen through, it may be.

    `before` has the places in memory of numbers that are not.

    >>> holds_numbers({"a": [1, "b", int], "c": (None, {len})}), holds_numbers([{"a": (1, 2.0)}])
    (False, True)
    >>> holds_numbers([lambda: x, functools.partial(max, 1)]), holds_numbers([functools.partial(max, 1.0)])
    (False, True)
    """
    seen: dict[int, Any] = {}
    parts = [x]
    while parts:
        part = parts.pop()
        if is_gone(part) or isinstance(part, _PLAIN) or id(part) in seen or id(part) in before:
            continue
        seen[id(part)] = part
        found = _parts(part) if len(seen) <= _MOST else None
        if found is None:
            return True
        parts += found
    return False


def numbers_held(x: Any) -> list[Any] | None:
    """The numbers that a value is, or is seen to lead to, and that nothing changes: not those in arrays.  None if it is too much.

    >>> numbers_held({"a": [1.0, "b", (2j, None)], "c": np.ones(3)})
    [2j, 1.0]
    """
    seen: dict[int, Any] = {}
    parts, found = [x], []
    while parts:
        part = parts.pop()
        if type(part) in _PLAINEST or id(part) in seen or is_gone(part) or isinstance(part, _PLAIN):
            continue
        seen[id(part)] = part
        if len(seen) > _MOST:
            return None
        if type(part) in NUMBERS:
            found.append(part)
        else:
            parts += _parts(part) or []
    return found


def _parts(x: Any) -> list[Any] | None:
    """What a value leads to; None if this may be a number."""
    if isinstance(x, np.ndarray):
        return [] if x.dtype.kind not in "fcOV" else None
    if isinstance(x, type | types.FunctionType) and _is_named(x):
        return []
    if isinstance(x, types.FunctionType):
        held = [content(cell, None) for cell in cells_of(x).values()]
        return [*held, *(x.__defaults__ or ()), *(x.__kwdefaults__ or {}).values(), *vars(x).values()]
    if isinstance(x, type):
        return [value for value in vars(x).values() if not isinstance(value, types.GetSetDescriptorType)]
    if isinstance(x, functools.partial):
        return [x.func, *x.args, *x.keywords.values(), *vars(x).values()]
    if isinstance(x, types.MethodType):
        return [x.__func__, x.__self__]
    if isinstance(x, types.BuiltinFunctionType):
        return [x.__self__]
    if isinstance(x, WRAPPING):
        return [*functions_of(x)] or None
    if isinstance(x, weakref.ref):
        return [x()]
    if isinstance(x, types.GenericAlias | types.UnionType):
        return [*x.__args__]
    return _parts_of_object(x)


def _parts_of_object(x: Any) -> list[Any] | None:
    """What a container or an object leads to; nothing is known of what is not written in Python."""
    slots = _slots_of(type(x))
    held = [*own_attributes(x).values()]
    for slot in slots:
        with contextlib.suppress(AttributeError):  # an empty one: a derived class may have another of the same name
            held.append(slot.__get__(x))
    if isinstance(x, _LISTED):
        return [*held, *x]
    if isinstance(x, dict | types.MappingProxyType):
        return [*held, *x.keys(), *x.values()]
    return held if _is_seen_through(type(x), len(slots)) else None


def _slots_of(cls: type) -> tuple[types.MemberDescriptorType, ...]:
    """What gets the values of the slots of a class; that is looked for once: no class is given slots after it was made."""
    found = _slots.get(cls)
    if found is None:
        parts = [part for base in cls.__mro__ for part in vars(base).values()]
        found = _slots[cls] = tuple(part for part in parts if isinstance(part, types.MemberDescriptorType))
    return found


_slots: weakref.WeakKeyDictionary[type, tuple[types.MemberDescriptorType, ...]] = weakref.WeakKeyDictionary()


def _is_seen_through(cls: type, slots: int) -> bool:
    """Whether objects of a class hold nothing but attributes and so many slots: no class in C has made room for more."""
    room = slots + (cls.__weakrefoffset__ > 0) + (cls.__dictoffset__ > 0)
    return not cls.__itemsize__ and cls.__basicsize__ == object.__basicsize__ + room * _POINTER


_POINTER = tuple.__itemsize__


def _is_named(x: Any) -> bool:
    """Whether a class or a function is what its module has under its name, so that no call made it."""
    found: Any = sys.modules.get(x.__module__ or "")
    for label in x.__qualname__.split("."):
        found = own_attributes(found).get(label)
    return found is x
