"""Attributes: read with `getattr`, and those that are properties."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.analysis.objects.class_code import may_write, stores_when_computed, writes_when_read
from tangentish.analysis.objects.computed_once import before_computed, check_computed, is_run, value_kept
from tangentish.class_attributes import has_dict
from tangentish.dispatch.code_asked import asked_by_code, code_of
from tangentish.dispatch.core import primal
from tangentish.dispatch.owners_above import check_stored_in
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.dispatch.stored_again import Left, same
from tangentish.errors import UnsupportedError
from tangentish.own_containers import check_no_module, keeper_of
from tangentish.rules.helpers import flat_view
from tangentish.runtime import saved_attribute
from tangentish.runtime.checks import check_no_method
from tangentish.runtime.kept import is_texts, sets_by_code
from tangentish.runtime.reached import Reached
from tangentish.runtime.saving import fallback_of, own_setter
from tangentish.runtime.stored_directly import note_set, was_set
from tangentish.shadows import Shadows, getter_of, is_object, owner_of, static_attribute

PARTS = ("real", "imag", "T", "mT")
"""The attributes of numbers that derivatives flow through."""


def of_super(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`super()`: the methods that are looked up in it are what derivatives flow through."""
    return (function(*args), Nothing(len(args))) if function is super else None


def getattr_called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`getattr(owner, key)` and `getattr(owner, key, default)`."""
    plainly = gets_attribute(function)
    if asked := asked_by_code(function, args):
        return primal(asked, tuple(place for place in (0, 2) if place < len(args)), *args)
    if function is not getattr and not plainly:
        return None
    given = args
    if plainly:
        args = attribute_asked(function, args)
    owner, key, *default = args
    if default and not hasattr(owner, key):
        return default[0], _Default()
    if key == "flat" and is_floating(owner):
        value, record = primal(flat_view, (0,), owner)
        return value, _Flat(record, len(given))
    code = None if plainly and fallback_of(owner, key) is not None else code_of(owner, key)
    described = static_attribute(owner, key)
    if code is not None and (described is None or isinstance(described, property)):
        value, record = primal(code[0], (0, "*"), *code[1])
        return value, _Computed(record, len(given))
    if not plainly and is_run(owner, key):
        value, record = primal(value_kept, (0,), owner, key)
        return value, _Computed(record, len(given))
    before = before_computed(owner, key)
    value = function(*given)
    check_computed(before)
    return value, _Read(owner, key, value, len(given))


def is_floating(owner: Any) -> bool:
    """Whether a value is an array of numbers that derivatives flow through."""
    return isinstance(owner, np.ndarray) and owner.dtype.kind in "fc"


def gets_attribute(function: Any) -> bool:
    """Whether a function is `object.__getattribute__`, or what `super().__getattribute__` gives."""
    if isinstance(function, types.MethodWrapperType):
        return function.__name__ == "__getattribute__"
    return function is object.__getattribute__


def attribute_asked(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The object and the name that such a function is called with."""
    if isinstance(function, types.MethodWrapperType):
        check_no_method(function.__self__, function)
    return (function.__self__, *args) if isinstance(function, types.MethodWrapperType) else args


class _Computed(Record):
    """A read of an attribute that code computed, which is followed as the call that it is."""

    def __init__(self, inner: Record, count: int) -> None:
        self.inner, self.count = inner, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        self.inner.reverse(ans_bar, shadows)
        return Parts([None] * self.count, {})


class _Flat(Record):
    """A read of `flat` of an array, which is a view here as in generated code."""

    def __init__(self, inner: Record, count: int) -> None:
        self.inner, self.count = inner, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([self.inner.reverse(ans_bar, shadows)[0], *[None] * (self.count - 1)], {})


class _Read(Record):
    """A read of an attribute."""

    def __init__(self, owner: Any, key: str, value: Any, count: int) -> None:
        self.owner, self.key, self.value, self.count = owner, key, value, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        rest: list[Any] = [None] * (self.count - 1)
        if isinstance(self.owner, float | complex | np.inexact):  # a value, which nothing is noted of
            check_no_method(self.owner, self.value)
            if ans_bar is not None and self.key not in PARTS:
                raise UnsupportedError(f"the attribute `{self.key}` of a number has no derivative here.")
            return Parts([shadows.load_part(self.owner, self.key, self.value, None, ans_bar), *rest], {})
        shadows.load_attribute(self.owner, self.key, self.value, ans_bar)
        return Parts([None, *rest], {})


class _Default(Record):
    """A read of an attribute that was not there: the third argument is passed on."""

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([None, None, ans_bar], {})


def sets_attribute(function: Any) -> bool:
    """Whether a function is `setattr`, `object.__setattr__` or what `super().__setattr__` gives."""
    if isinstance(function, types.MethodWrapperType):
        return function.__name__ == "__setattr__"
    return function is setattr or function is object.__setattr__  # not ==: a callable object may define it


def binds_setter(function: Any) -> bool:
    """Whether a function is `object.__setattr__.__get__`, which gives a setter of one object: classes of attrs call it.

    >>> binds_setter(object.__setattr__.__get__), binds_setter(object.__setattr__)
    (True, False)
    """
    return isinstance(function, types.MethodWrapperType) and function.__name__ == "__get__" and (
        function.__self__ is object.__setattr__)


def setter_bound(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`object.__setattr__.__get__(owner)`: nothing but the owner is in what it gives."""
    return (function(*args), Nothing(len(args))) if binds_setter(function) else None


def setattr_called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`setattr(owner, key, value)`, and the ways to do so past a `__setattr__` of the class."""
    if not sets_attribute(function):
        return None
    bound = isinstance(function, types.MethodWrapperType)
    owner, key, value = (function.__self__, *args) if bound else args
    if (1 if bound else 2) in wrt:
        check_no_module(owner, value)
        check_stored_in([owner])
    described = static_attribute(owner, key)
    if sets_by_code(described) and getter_of(described) is None and (function is not setattr or own_setter(owner) is None):
        _, inner = primal(type(described).__set__, (0, 1, 2, "*"), described, owner, value)
        return None, _SetByCode(inner, bound)
    record = _Written(owner, key, value, saved_attribute(owner, key, value), function is not setattr, bound)
    function(*args)
    note_set(owner, key)
    return None, record


class _SetByCode(Record):
    """An attribute that the `__set__` of a descriptor took, which is followed as the call that it is."""

    def __init__(self, inner: Record, bound: bool) -> None:
        self.inner, self.bound = inner, bound

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        value_bar = self.inner.reverse(None, shadows)[2]
        return Parts([None, value_bar] if self.bound else [None, None, value_bar], {})


class _Written(Record):
    """An attribute that was written; `content` is what was there before."""

    def __init__(self, owner: Any, key: str, value: Any, content: Any, plainly: bool, bound: bool) -> None:
        self.owner, self.key, self.value, self.content = owner, key, value, content
        self.plainly, self.bound = plainly, bound

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        shadows.restore_attribute(self.owner, self.key, self.content)
        if self.plainly:
            value_bar = self._past_setter(shadows)
        else:
            value_bar = shadows.store_attribute(self.owner, self.key, self.value, None)
        return Parts([None, value_bar] if self.bound else [None, None, value_bar], {})

    def _past_setter(self, shadows: Shadows) -> Any:
        """The cotangent of the value where a `__setattr__` of the class was passed by, but no property nor other descriptor."""
        described = static_attribute(self.owner, self.key)
        if sets_by_code(described):
            return shadows.store_kept(self.owner, self.key, described, self.value, None)
        if isinstance(described, property):
            return write_property(self.owner, self.key, self.value, None, shadows, plainly=True)
        return shadows.withdraw(self.value, shadows.take_slot(keeper_of(self.owner, self.key, True), self.key), None)


# properties, which the table meets where generated code reads and writes attributes


def read_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows) -> bool:
    """Reverse a read of `owner.key` where that is computed: through the code that computes it, which is run again."""
    code = code_of(owner, key)
    if code is None:
        return False
    if writes_when_read(type(code[1][0]), key):
        raise UnsupportedError(f"`{key}` of {type(owner).__name__} writes into its object when it is read, and the class was not "
                               "known when this program was made.\nMake it a method.")
    described = static_attribute(owner, key)
    if isinstance(described, functools.cached_property) and was_set(owner, key):
        return False
    kept = not isinstance(described, property) and isinstance(getter_of(described), types.FunctionType)
    held = dict(vars(owner)) if kept and has_dict(owner) else {}
    if kept and stores_when_computed(code[0], type(code[1][0])):
        raise _written_when_computed(owner, key)
    before = Reached(owner) if not kept and may_write(code[0]) else None
    again, record = primal(code[0], (0, "*"), *code[1])
    if before is not None and before.is_changed():
        raise UnsupportedError(f"`{key}` of {type(owner).__name__} writes into something that it calls when it is read, and the "
                               "class was not known when this program was made.\nMake it a method.")
    if any(vars(owner).get(name) is not x and isinstance(x, np.ndarray | float | list | dict) for name, x in held.items()):
        raise _written_when_computed(owner, key)
    method = owner_of(value) is not value
    value, again = owner_of(value), owner_of(again)
    if method and again is value:
        return True
    if not same(again, value):
        if is_texts(value):  # which were set: they have no derivative, whatever code gives now
            return True
        raise UnsupportedError(f"the property `{key}` of {type(owner).__name__} no longer has the value it had when it was "
                               "read; read it once, or make it a method.")
    if isinstance(value, list | tuple | dict) or is_object(value) or method:  # what is in it has the adjoints
        shadows.renew(value, again, apart=True)
    record.reverse(_handed_on(value, value_bar, shadows), shadows)
    return True


def check_no_table_made(owner: Any, key: str) -> None:
    """Refuse an attribute whose code makes a table of active values: it is run again, and raises where it does."""
    code = code_of(owner, key)
    if code is not None and not writes_when_read(type(code[1][0]), key):
        primal(code[0], (0, "*"), *code[1])


def _written_when_computed(owner: Any, key: str) -> UnsupportedError:
    return UnsupportedError(f"`{key}` of {type(owner).__name__} writes into its object when it is computed, and is kept there; "
                            "computed again, it may not write the same.\nMake it a method.")


def _handed_on(value: Any, value_bar: Any, shadows: Shadows) -> Any:
    """The cotangent of a value, which is in no shadow any more: what is kept is read again, and has what comes after alone."""
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fc" or not shadows.knows(value):
        return value_bar
    inside = isinstance(value_bar, np.ndarray) and np.may_share_memory(shadows.of(value), value_bar)
    return shadows.withdraw(value, None, None if inside else value_bar)


def write_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows, plainly: bool = False) -> Any:
    """Reverse `owner.key = value` where code does that: through a setter or a `__setattr__`, which is run again.

    `plainly`, it was set past the `__setattr__` of the class, as that itself does.
    """
    described = static_attribute(owner, key)
    left = Left(shadows.left_by(owner, key, value))
    before = saved_attribute(owner, key, value)
    if isinstance(described, property) and (plainly or own_setter(owner) is None):
        _, record = primal(described.fset, (0, 1, "*"), owner, value)
        left.take_over(shadows)
        part = record.reverse(None, shadows)[1]
    else:
        _, record = primal(type(owner).__setattr__, (0, 2, "*"), owner, key, value)
        left.take_over(shadows)
        part = record.reverse(None, shadows)[2]
    before.put_back(shadows)
    return shadows.add(value, value_bar, part)


Shadows.read_property = staticmethod(read_property)
Shadows.check_no_table_made = staticmethod(check_no_table_made)
Shadows.write_property = staticmethod(write_property)
