"""What is taken out of objects and containers: `del x.a`, `del x[k]`, `x.clear()`."""

from __future__ import annotations

import collections
import sys
import types
from typing import Any

from tangentish.class_attributes import drop_attribute, has_dict, of_class, slots_of
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.slots import attribute_names


def delete_attribute(owner: Any, name: str) -> None:
    """`del owner.name`."""
    if isinstance(owner, dict) and deletes_items(type(owner)):
        owner.pop(name)
        return
    check_deleted(owner, name)
    if has_slot(owner, name):
        setattr(owner, name, None)  # which ends what was there, for the derivative too
        drop_attribute(owner, name)
    else:
        owner.__dict__.pop(name)


def has_slot(owner: Any, name: str) -> bool:
    """Whether an object has an attribute in a slot and not in its `__dict__`."""
    return any(name == label for label, _ in slots_of(type(owner)))


def deletes_items(cls: type) -> bool:
    """Whether the `__delattr__` of a class derived from dict is the `__delitem__` of a dict."""
    deleter: Any = cls.__delattr__
    return deleter is dict.__delitem__ and getattr(cls, "pop", None) is dict.pop


def check_deleted(owner: Any, name: str) -> None:
    """Raise where that does more, or less, than to take the attribute out of the object."""
    described, cls = of_class(type(owner), name), type(owner)
    deleter: Any = cls.__delattr__
    plain = deleter is object.__delattr__ and (
        has_slot(owner, name) or (has_dict(owner) and not hasattr(described, "__delete__")))
    if not plain:
        raise UnsupportedError(f"deleting `{name}` of an active {cls.__name__} runs code of its class.\nSet it to None.")
    if name not in attribute_names(owner):
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")


def delete_item(items: Any, key: Any) -> None:
    """`del items[key]` of a list or dict, or of an object of a class that says what this means."""
    if isinstance(items, list) and isinstance(key, slice):
        items[:] = [items[k] for k in places_left(len(items), key)]
    elif isinstance(items, list | dict):
        items.pop(key)
    else:
        items.__delitem__(key)


def places_left(count: int, taken: slice) -> list[int]:
    """The places of a list that a slice leaves out.

    >>> places_left(5, slice(1, None, 2))
    [0, 2, 4]
    """
    gone = set(range(count)[taken])
    return [k for k in range(count) if k not in gone]


def clear_items(items: Any) -> None:
    """`list.clear`, `dict.clear`, `deque.clear`, and that of a set."""
    if isinstance(items, list):
        items[:] = []
    elif isinstance(items, collections.deque):
        while len(items):
            items.pop()
    elif isinstance(items, dict):
        for key in list(items):
            items.pop(key)
    elif isinstance(items, set):
        items.difference_update(list(items))
    else:
        clear_other(items)


def clear_other(items: Any) -> None:
    """`clear` of what is no container of Python's: of an event, say."""
    cls = type(items)
    if isinstance(of_class(cls, "clear"), types.FunctionType) and cls.__module__.partition(".")[0] not in sys.stdlib_module_names:
        raise UnsupportedError(f"`clear` of a {cls.__name__}, whose class was not known when this program was made.\n"
                               "Give the method another name.")
    items.clear()


zero_derivative(check_deleted, clear_other, deletes_items, drop_attribute, has_slot, places_left)
