"""Attributes: read with `getattr`, and those that are properties."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.runtime import saved_attribute
from tangentish.shadows import Shadows, static_attribute


def of_super(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`super()`: the methods that are looked up in it are what derivatives flow through."""
    return (function(*args), Nothing(len(args))) if function is super else None


def getattr_called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`getattr(owner, key)` and `getattr(owner, key, default)`."""
    if function is not getattr:
        return None
    owner, key, *default = args
    if default and not hasattr(owner, key):
        return default[0], _Default()
    value = getattr(owner, key)
    return value, _Read(owner, key, value, len(args))


class _Read(Record):
    """A read of an attribute."""

    def __init__(self, owner: Any, key: str, value: Any, count: int) -> None:
        self.owner, self.key, self.value, self.count = owner, key, value, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        shadows.load_attribute(self.owner, self.key, self.value, ans_bar)
        return Parts([None] * self.count, {})


class _Default(Record):
    """A read of an attribute that was not there: the third argument is passed on."""

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([None, None, ans_bar], {})


def setattr_called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`setattr(owner, key, value)`, and `object.__setattr__(owner, key, value)`, which frozen dataclasses need."""
    if function not in (setattr, object.__setattr__):
        return None
    owner, key, value = args
    record = _Written(owner, key, value, saved_attribute(owner, key))
    function(owner, key, value)
    return None, record


class _Written(Record):
    """An attribute that was written; `content` is what was there before."""

    def __init__(self, owner: Any, key: str, value: Any, content: Any) -> None:
        self.owner, self.key, self.value, self.content = owner, key, value, content

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        shadows.restore_attribute(self.owner, self.key, self.content)
        return Parts([None, None, shadows.store_attribute(self.owner, self.key, self.value, None)], {})


# properties, which the table meets where generated code reads and writes attributes


def read_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows) -> bool:
    """Reverse a read of `owner.key` where that is a property: through the code of the property."""
    found = static_attribute(owner, key)
    getter = found.fget if isinstance(found, property) else None
    if isinstance(found, functools.cached_property):
        getter = found.func
    if getter is None:
        return False
    again, record = primal(getter, (0, "*"), owner.__self__ if isinstance(owner, super) else owner)
    if not _same(again, value):
        raise UnsupportedError(f"the property `{key}` of {type(owner).__name__} no longer has the value it had when it was "
                               "read; read it once, or make it a method.")
    record.reverse(value_bar, shadows)
    return True


def write_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows) -> Any:
    """Reverse `owner.key = value` where that is a property: through the code of its setter, which is run again."""
    before = saved_attribute(owner, key)
    _, record = primal(static_attribute(owner, key).fset, (0, 1, "*"), owner, value)
    part = record.reverse(None, shadows)[1]
    shadows.restore_attribute(owner, key, before)
    return shadows.add(value, value_bar, part)


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    return left is right or bool(left == right) or bool(left != left and right != right)


Shadows.read_property = staticmethod(read_property)
Shadows.write_property = staticmethod(write_property)
