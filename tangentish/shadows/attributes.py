"""Attributes of arrays, numbers and objects: read and written."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.class_attributes import (
    dict_of,
    gets_by_code,
    has_dict,
    is_cached_property,
    is_compiled_descriptor,
    is_empty_slot,
    of_class,
    own_attributes,
)
from tangentish.errors import UnsupportedError
from tangentish.own_containers import check_no_module, keeper_of
from tangentish.pandas_tables import check_attribute, check_no_table, holds_numbers, is_table
from tangentish.runtime import accumulate, unbroadcast
from tangentish.runtime.checks import check_no_array, check_no_base, check_no_class, check_no_method
from tangentish.runtime.kept import check_kept, getter_held, is_texts, may_have_stored, sets_by_code
from tangentish.runtime.saving import check_plainly_read, falls_back, own_lookup, own_setter
from tangentish.runtime.stored_directly import is_held_first, was_set
from tangentish.shadows.memory import Array
from tangentish.shadows.slots import Slots
from tangentish.slots import attributes_held, has_slots, is_called_only
from tangentish.views_of_dicts import check_no_view


class Attributes(Slots):
    """The reverse of loads and stores of attributes."""

    read_property: Callable[..., bool]  # set by the layer that can differentiate the code of a property
    write_property: Callable[..., Any]
    check_no_table_made: Callable[..., None]
    reached: Callable[..., bool]

    def __init__(self) -> None:
        super().__init__()
        self._stored: set[tuple[type, str]] = set()  # classes and attributes that no code gives: what the objects hold
        self._again: list[tuple[Any, str, Any]] = []  # what was read from descriptors that may be set

    def load_attribute(self, owner: Any, key: str, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner.key`."""
        if key != "__dict__":
            check_no_view(value)
        if isinstance(owner, np.ndarray):
            check_no_base(key, value)
            if value_bar is not None and owner.size and owner.dtype.kind in "fc":
                shadow = self.of(owner)
                if not (isinstance(value_bar, np.ndarray) and np.may_share_memory(shadow, value_bar)):
                    self._add_through(shadow, key, value, value_bar)
            return
        if (type(owner), key) in self._stored:
            self.deposit(keeper_of(owner, key), key, value, value_bar)
            return
        if is_table(owner):  # whose content is constant
            check_attribute(key)
            return
        check_no_method(owner, value)
        if of_compiled_code(static_attribute(owner, key), value):
            raise refused_descriptor(owner, key)
        if value_bar is None and holds_numbers(value) and _is_computed(owner, key) and not _is_held(owner, key, value):
            self.check_no_table_made(owner, key)
        if value_bar is None and not isinstance(value, list | tuple | dict) and not (
                (is_object(value) or owner_of(value) is not value) and _is_computed(owner, key) and self.reached(owner_of(value))):
            check_lasting(owner, key, value)
            if _holds_values(value) and _is_computed(owner, key):
                raise UnsupportedError(f"`{key}` of {type(owner).__name__} makes a function that holds values, and the class was "
                                       "not known when this program was made.\nMake it a method.")
            return
        if not falls_back(owner, key):
            check_plainly_read(owner, key, value)
        if sets_by_code(static_attribute(owner, key)):
            self._again.append((owner, key, value))
        if _is_computed(owner, key) and self.read_property(owner, key, value, value_bar, self):
            return
        described = static_attribute(owner, key)
        if own_descriptor(described):
            key = stored_as(owner, key, value)
        elif described is None and holds_alone(owner, key):
            self._stored.add((type(owner), key))
        owner = owner.__self__ if isinstance(owner, super) else owner
        if is_of_class(owner, key, described):
            return
        self.deposit(keeper_of(owner, key), key, value, value_bar)

    def _add_through(self, shadow: Array, key: str, value: Any, value_bar: Any) -> None:
        """Add the cotangent of `x.T`, `x.real` and the like to the shadow of `x`."""
        if key == "imag":
            if shadow.dtype.kind == "c":
                shadow += -1j * value_bar
                if isinstance(value, np.ndarray) and self.knows(value):
                    self.of(value)[...] = 0  # now it is in the shadow of the complex number
        elif key == "real":
            shadow += value_bar
            self.moved(value)
        elif key in ("T", "mT"):
            shadow += value_bar.T if key == "T" else np.swapaxes(value_bar, -1, -2)
            self.moved(value)
        elif key == "flat":
            shadow += np.reshape(value_bar, shadow.shape)
        else:
            raise UnsupportedError(f"the attribute `{key}` of an array has no derivative here")

    def load_part(self, x: Any, key: str, y: Any, x_bar: Any, y_bar: Any) -> Any:
        """Reverse `y = x.real`, `y = x.imag` or `y = x.T` where `x` may be a number: the new cotangent of `x`."""
        if isinstance(x, complex | float | np.inexact):
            return x_bar if y_bar is None else accumulate(x_bar, unbroadcast(-1j * y_bar if key == "imag" else y_bar, x))
        if isinstance(x, list | tuple) and static_attribute(x, key) is None:  # `np.imag` of it
            return x_bar if y_bar is None else self.add(x, x_bar, -1j * y_bar if key == "imag" else y_bar)
        self.load_attribute(x, key, y, y_bar)
        return x_bar

    def store_attribute(self, owner: Any, key: str, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.key = value`: the new cotangent of `value`."""
        check_no_array(owner, key)
        check_no_table(owner)
        check_no_module(owner, value)
        check_no_class(owner, value)
        described = static_attribute(owner, key)
        if own_setter(owner) is None and sets_by_code(described):
            return self.store_kept(owner, key, described, value, value_bar)
        if isinstance(described, property) or (own_setter(owner) is not None and key != "__dict__"):
            return self.write_property(owner, key, value, value_bar, self)
        return self.withdraw(value, self.take_slot(keeper_of(owner, key, True), key), value_bar)

    def store_constant(self, owner: Any, key: str, value: Any) -> None:
        """Reverse `owner.key = value` of something that no derivative flows to, whatever was contributed to it."""
        described = static_attribute(owner, key)
        plain = own_setter(owner) is None and not sets_by_code(described) and not isinstance(described, property)
        if plain and isinstance(value, float | complex | np.inexact) and not isinstance(owner, np.ndarray) and not is_table(owner):
            self.take_slot(keeper_of(owner, key, True), key)
        else:
            self.store_attribute(owner, key, value, None)

    def store_kept(self, owner: Any, key: str, described: Any, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.key = value` where a descriptor keeps the value: the new cotangent of `value`."""
        check_kept(owner, key, described, value)
        if not is_texts(value) and any(known is owner and name == key and found == value for known, name, found in self._again):
            raise refused_descriptor(owner, key)  # what it was set to was read, not what its function gives
        return value_bar


def is_object(value: Any) -> bool:
    """Whether a value is an object with attributes, which may have derivatives; not a function, a class or a module."""
    return (type(dict_of(value)) is dict or has_slots(type(value))) and not is_called_only(value) and (
        not isinstance(value, np.ndarray | types.ModuleType))


def owner_of(value: Any) -> Any:
    """What a bound method belongs to, which has the adjoints; anything else is its own."""
    if not isinstance(value, types.MethodType | types.BuiltinFunctionType | types.MethodWrapperType):
        return value
    return value if value.__self__ is None or isinstance(value.__self__, types.ModuleType | type) else value.__self__


def _holds_values(value: Any) -> bool:
    """Whether a function has numbers with it, which have no adjoints of their own: in a closure, or as arguments."""
    if not isinstance(value, functools.partial):
        return isinstance(value, types.FunctionType) and bool(value.__closure__)
    held = [*value.args, *value.keywords.values(), owner_of(value.func)]
    return any(_holds_values(part) or not (isinstance(part, int | str | type(None)) or is_called_only(part)) for part in held)


def check_lasting(owner: Any, key: str, value: Any) -> None:
    """Raise if a descriptor of the user's gave a method of something that it made then, whose numbers nothing has noted."""
    held = owner_of(value)
    if held is value or held is owner or not own_descriptor(static_attribute(owner, key)):
        return
    if not any(part is held for part in own_attributes(owner).values()) and owner_of(getattr(owner, key)) is not held:
        raise refused_descriptor(owner, key)


def _is_held(owner: Any, key: str, value: Any) -> bool:
    """Whether an object holds a value under another name: what code gives then was not made by it."""
    return any(held is value and name != key for name, held in own_attributes(owner).items())


def _is_computed(owner: Any, key: str) -> bool:
    """Whether code gives the value of an attribute."""
    return getter_of(static_attribute(owner, key)) is not None or falls_back(owner, key)


def getter_of(described: Any) -> Any:
    """The function that a property gets its value from, or a descriptor that keeps one as they do; None for anything else."""
    if isinstance(described, property):
        return described.fget
    if is_cached_property(described):
        return described.func
    return getter_held(described) if own_descriptor(described) else None


def given_attributes(owner: Any) -> dict[str, Any]:
    """The attributes of an object, without those that it keeps as they were read: these follow from the others."""
    held = attributes_held(owner)
    described = {name: static_attribute(owner, name) for name in held}
    return {name: value for name, value in held.items()
            if isinstance(described[name], property) or getter_of(described[name]) is None}


def own_descriptor(described: Any) -> bool:
    """Whether reading an attribute of an object runs the `__get__` of a class that a user, or a library, wrote."""
    return gets_by_code(described) and not (
        is_cached_property(described) or isinstance(described, property | functools.partialmethod))


def of_compiled_code(described: Any, value: Any) -> bool:
    """Whether numbers are what a descriptor of a compiled class gave."""
    return isinstance(value, _NUMBERS_HELD) and is_compiled_descriptor(described)


_NUMBERS_HELD = (np.ndarray, np.inexact, float, complex, list, tuple, dict)


def static_attribute(owner: Any, key: str) -> Any:
    """What the class of an object (or the classes that `super()` looks at) says of an attribute; None if nothing.

    So it is where the program has stored what the object holds, and that comes before what a descriptor would give.
    """
    order = (owner.__self_class__ if isinstance(owner, super) else type(owner)).__mro__  # in a __new__ it is bound to the class
    for cls in order[order.index(owner.__thisclass__) + 1 :] if isinstance(owner, super) else order:
        if key in cls.__dict__:
            found = cls.__dict__[key]
            stored = own_descriptor(found) and is_held_first(found) and was_set(owner, key)
            return None if stored or is_empty_slot(found, owner) else found
    return None


def is_of_class(owner: Any, key: str, described: Any) -> bool:
    """Whether a number that an object shows is one that its class has, as the object has none of its own: a constant."""
    return isinstance(described, int | float | complex | np.number) and has_dict(owner) and not isinstance(owner, dict) and (
        key not in own_attributes(owner))


def holds_alone(owner: Any, key: str) -> bool:
    """Whether nothing but what objects of a class hold has a say in what an attribute of them is."""
    cls = type(owner)
    return cls is not super and not hasattr(cls, "__getattr__") and own_lookup(cls) is None and of_class(cls, key) is None


def stored_as(owner: Any, key: str, value: Any) -> str:
    """The attribute under which an object has what a descriptor took out of it; refused if that cannot be told.

    So is what the descriptor itself may have put there, which nothing followed.
    """
    if may_have_stored(static_attribute(owner, key), owner, key):
        raise refused_descriptor(owner, key)
    names = [name for name, item in own_attributes(owner).items() if item is value]
    names = [name for name in names if name in (key, f"_{key}")] or names
    if len(names) != 1:
        raise refused_descriptor(owner, key)
    return names[0]


def refused_descriptor(owner: Any, key: str) -> UnsupportedError:
    """Code that runs when an attribute is read or written, and that is not followed."""
    return UnsupportedError(f"`{key}` of {type(owner).__name__} is a descriptor with code of its own; active values are "
                            "not followed through it.\nMake it a property.")
