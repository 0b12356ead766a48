"""Containers that classes keep: whether any of them holds what may be active, at the moment when other code may read it.

A registry holds classes, functions and text, and what each object has of its own leaves the container of its class empty;
only when a program runs does it show that no number was put there.

>>> class Model:
...     kinds_known = {"plain": len}
...     rows_kept = []
...     def add(self, x): self.rows_kept.append(x)
...     def know(self, x): self.kinds_known[x] = x
>>> Model.__module__ = "models"  # of no package
>>> check_no_numbers_kept("refused", "kinds_known", "rows_kept")
>>> Model.rows_kept.append(2.0)
>>> check_no_numbers_kept("refused", "kinds_known", "rows_kept")
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: refused
"""

from __future__ import annotations

import collections
import functools
import re
import sys
import types
import weakref
from typing import Any

import numpy as np

from tangentish.analysis.code_changes import fillings, fills
from tangentish.analysis.code_names import WRAPPING, functions_in, functions_of
from tangentish.closures import cells_of, content
from tangentish.errors import UnsupportedError
from tangentish.frontend.foreign import is_foreign
from tangentish.rules.registry import zero_derivative

_CONTAINERS = (list, dict, set, collections.deque, np.ndarray)
_PLAIN = (int, str, bytes, type(None), types.ModuleType, np.dtype, np.ufunc, np.integer, np.bool_, np.str_, re.Pattern)
_LISTED = (list, tuple, set, frozenset, collections.deque)
_MOST = 10_000
"""Of what holds more, nothing is known."""


def _subclasses(cls: type) -> set[type]:
    seen: set[type] = set()
    left: list[type] = [cls]
    while left:
        subclasses: list[type] = type.__subclasses__(left.pop())
        new = [one for one in subclasses if one not in seen]
        seen.update(new)
        left += new
    return seen


@functools.lru_cache(maxsize=4096)
def _fills(cls: type, key: str) -> bool:
    return any(fills(key) in fillings(one.__code__) for base in cls.__mro__ for one in functions_in(base)
               if one.__name__ != "__init_subclass__")  # which puts classes there


def check_no_numbers_kept(message: str, *keys: str) -> None:
    """Raise where a container that a class keeps under one of these names holds what may be active."""
    if are_numbers_kept(*keys):
        raise UnsupportedError(message)


def are_numbers_kept(*keys: str) -> bool:
    """Whether such a container does, of any class that there is by now.

    Those count that have a method which may put something there, or a subclass that has one.
    """
    return any(isinstance(vars(cls).get(key), _CONTAINERS) and _may_be_filled(cls, key) and holds_numbers(vars(cls)[key])
               for cls in _subclasses(object) for key in keys)


def _may_be_filled(cls: type, key: str) -> bool:
    return not is_foreign(cls.__module__) and any(_fills(other, key) for other in {cls, *_subclasses(cls)})


def holds_numbers(x: Any) -> bool:
    """Whether a value is, or leads to, a number that may be active; of what is not seen through, it may be.

    >>> holds_numbers({"a": [1, "b", int], "c": (None, {len})}), holds_numbers([{"a": (1, 2.0)}])
    (False, True)
    >>> holds_numbers([lambda: x, functools.partial(max, 1)]), holds_numbers([functools.partial(max, 1.0)])
    (False, True)
    """
    seen: dict[int, Any] = {}
    parts = [x]
    while parts:
        part = parts.pop()
        if isinstance(part, _PLAIN) or id(part) in seen:
            continue
        seen[id(part)] = part
        found = _parts(part) if len(seen) <= _MOST else None
        if found is None:
            return True
        parts += found
    return False


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
    return _parts_of_object(x)


def _parts_of_object(x: Any) -> list[Any] | None:
    """What a container or an object leads to; nothing is known of what is not written in Python."""
    slots = [part for base in type(x).__mro__ for part in vars(base).values() if isinstance(part, types.MemberDescriptorType)]
    attributes = getattr(x, "__dict__", None)
    held = [*(attributes.values() if isinstance(attributes, dict) else ()),
            *(part.__get__(x) for part in slots if hasattr(x, part.__name__))]
    if isinstance(x, _LISTED):
        return [*held, *x]
    if isinstance(x, dict | types.MappingProxyType):
        return [*held, *x.keys(), *x.values()]
    return held if _is_seen_through(type(x), len(slots)) else None


def _is_seen_through(cls: type, slots: int) -> bool:
    """Whether objects of a class hold nothing but attributes and so many slots: no class in C has made room for more."""
    room = slots + (cls.__weakrefoffset__ > 0) + (cls.__dictoffset__ > 0)
    return not cls.__itemsize__ and cls.__basicsize__ == object.__basicsize__ + room * _POINTER


_POINTER = tuple.__itemsize__


def _is_named(x: Any) -> bool:
    """Whether a class or a function is what its module has under its name, so that no call made it."""
    found: Any = sys.modules.get(x.__module__ or "")
    for label in x.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(label)
    return found is x


zero_derivative(check_no_numbers_kept)
