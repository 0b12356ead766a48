"""What a statement may overwrite: the content kept before, and put back after."""

from __future__ import annotations

import array
import collections
import types
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tangentish.class_attributes import has_dict, is_empty_slot, is_gone, of_class, own_attributes
from tangentish.errors import UnsupportedError
from tangentish.own_containers import attributes_are_items, content_of_container, stores_items
from tangentish.pandas_tables import is_table
from tangentish.runtime.checks import check_no_array, check_no_class
from tangentish.runtime.content import ABSENT
from tangentish.runtime.reached import Reached, is_locked, stores_alone
from tangentish.runtime.stored_directly import note_stored
from tangentish.runtime.walk import IMMUTABLE, bound_to
from tangentish.slots import is_called_only


class Visited(NamedTuple):
    """Where an `np.nditer` is: None at its end."""

    place: int | None

    def put_back(self, iterator: np.nditer) -> None:
        """Let it be there again."""
        try:
            iterator.iterindex = iterator.itersize - 1 if self.place is None else self.place
        except ValueError:  # NumPy goes through several entries at once, and there is no way back
            raise UnsupportedError("an np.nditer that goes through whole pieces of its arrays is used in the reverse sweep.\n"
                                   "Use a `for` loop over it, or one over the indices.") from None
        if self.place is None:
            iterator.iternext()


def saved(x: Any) -> Any:
    """The content of an array or a container as it is now, to be put back by the table; None for what is neither."""
    if isinstance(x, np.nditer):
        return Visited(None if x.finished or not x.itersize else x.iterindex)
    if isinstance(x, array.array):
        return x[:]
    if isinstance(x, np.ndarray | bytearray):
        return x.copy()
    return content_of_container(x) if isinstance(x, list | dict | collections.deque | set) else _of_foreign(x)


def _of_foreign(x: Any) -> Reached | None:
    """What an object leads to, a sparse matrix, say; None of what nothing can be stored into."""
    cls = type(x)
    if isinstance(x, (*IMMUTABLE, memoryview)) or is_called_only(x):
        return None
    if is_table(x):
        raise UnsupportedError(f"the {cls.__name__} that is written into is read again in the reverse sweep, as it was before.\n"
                               "Write into a copy of it, or take the numbers out first, with `.to_numpy()`.")
    return Reached(x)


def saved_reached(x: Any) -> Any:
    """What code that is called with a value may overwrite: all that it leads to, items of items and attributes of attributes.

    >>> rows = [1.0]
    >>> before = saved_reached([iter([rows])])
    >>> rows[0] = 2.0
    >>> before.put_back()
    >>> rows
    [1.0]
    """
    if is_gone(x):
        return None
    if bound_to(x) is not x:
        return Reached(x, called=True)
    if isinstance(x, _AT_ONCE) or is_table(x):
        return saved(x)
    return None if isinstance(x, IMMUTABLE) else Reached(x, called=True)


_AT_ONCE = (np.ndarray, np.nditer, array.array, bytearray, set)
"""What holds nothing that holds something else."""


def saved_length(x: Any) -> Any:
    """What has to be kept of a list that is about to grow at its end."""
    return len(x) if isinstance(x, list) else saved(x)


class Popped(NamedTuple):
    """What `pop` is about to take out of a list, and its place."""

    place: int
    item: Any


def saved_popped(x: Any, place: Any = -1) -> Any:
    """What has to be kept of a list that an item is about to be taken out of.

    >>> saved_popped([1.0, 2.0]), saved_popped([1.0, 2.0], 0), saved_popped([])
    (Popped(place=1, item=2.0), Popped(place=0, item=1.0), [])
    """
    if isinstance(x, list) and isinstance(place, int) and -len(x) <= place < len(x):
        return Popped(place % len(x), x[place])
    return saved(x)


def saved_item(x: Any, index: Any, *stored: Any) -> Any:
    """The content of `x[index]` of an array, list, dict or deque, or of what holds nothing but numbers.

    `stored` is what is stored there next, where the program has it at hand.
    """
    if isinstance(x, np.ndarray | np.void):
        held = x[index]
        return held.copy() if isinstance(held, np.void) else np.array(held)
    if isinstance(x, list):
        return list.copy(x) if isinstance(index, slice) else x[index]
    if isinstance(x, collections.deque | array.array | bytearray | memoryview):
        return bytes(x[index]) if isinstance(x, memoryview) and isinstance(index, slice) else x[index]
    if isinstance(x, dict):
        note_stored(x, index, *stored)
        return dict.get(x, index, ABSENT)
    reached = _of_foreign(x)
    return ABSENT if reached is None else reached


def saved_attribute(x: Any, key: str, *value: Any) -> Any:
    """What storing a value into an attribute of an object may overwrite: that attribute, or what the code of a property reaches."""
    if isinstance(x, type):
        check_no_class(x, value[0] if value else ABSENT)
        return {key: vars(x).get(key, ABSENT)}
    if attributes_are_items(type(x)) and key != "__dict__":
        return {key: attribute_now(x, key)}
    if key != "__dict__" and runs_code(x, key):
        return Reached(x, *value, alone=_stores_alone(x, key))
    if key == "shape":
        check_no_array(x, key)  # before it is changed: what is known of it elsewhere would be wrong
    if not has_dict(x) or key == "__dict__":
        return {key: held_now(x, key)}
    return {key: vars(x).get(key, ABSENT)}


def attribute_now(x: Any, key: str) -> Any:
    """What an object holds as an attribute; some dicts hold it as an item, though a method has the name."""
    return dict.get(x, key, ABSENT) if attributes_are_items(type(x)) and key != "__dict__" else held_now(x, key)


def held_now(x: Any, key: str) -> Any:
    """`x.key`, or `ABSENT`; what its class would make up for an empty slot is not there."""
    return ABSENT if is_empty_slot(of_class(type(x), key), x) else getattr(x, key, ABSENT)


@dataclass(frozen=True)
class Place:
    """An item or attribute as it was before `owner[key] op= v`, or before a store into what was found in something else.

    `item` is what was there, and `content` what it held, which `op=` may change in place.
    """

    owner: Any
    key: Any
    attribute: bool
    old: Any
    item: Any
    content: Any


def saved_place(owner: Any, key: Any, attribute: bool = False, inert: bool = False) -> Place:
    """What is kept of `owner[key]`, or of `owner.key`, to be put back by the table; no derivative flows into what is `inert`."""
    if isinstance(owner, np.flatiter):
        owner, key = owner.base, ...
    stored = [None] if inert and isinstance(owner, type) else []
    old = saved_attribute(owner, key, *stored) if attribute else saved_item(owner, key)
    item = getattr(owner, key, None) if attribute else old
    if not attribute and (isinstance(owner, np.ndarray) or isinstance(old, Reached)):
        item = None  # its content is the content of the array, or is kept with all the rest
    return Place(owner, key.copy() if isinstance(key, np.ndarray) else key, attribute, old, item, saved(item))


def runs_code(x: Any, key: str) -> bool:
    """Whether storing into an attribute runs code of the user's, which may store into others."""
    return isinstance(of_class(type(x), key), property) or own_setter(x) is not None


def _stores_alone(x: Any, key: str) -> bool:
    """Whether the code that stores into an attribute is seen to store into others of the object, and to write into nothing else."""
    code = own_setter(x) or of_class(type(x), key).fset
    stored = stores_alone(code.__code__) if isinstance(code, types.FunctionType) else None
    return stored is not None and not any(runs_code(x, name) for name in stored)


def own_setter(owner: Any) -> Any:
    """The `__setattr__` that somebody wrote for the class of an object, else None, as for one that only stores an item."""
    setter = getattr(type(owner), "__setattr__", None)
    written = isinstance(setter, types.FunctionType) and not setter.__code__.co_filename.startswith("<string>")
    return setter if written and not isinstance(owner, type) and not stores_items(type(owner)) else None


def falls_back(owner: Any, key: str) -> bool:
    """Whether `owner.key` is what the `__getattr__`, or the `__getattribute__`, of a class of the user's makes up."""
    return fallback_of(owner, key) is not None


def fallback_of(owner: Any, key: str) -> Any:
    """The function of the class of an object that makes up an attribute, which is not there to be found; else None."""
    if isinstance(owner, super | type | types.ModuleType):
        return None
    cls = type(owner)
    always, later = own_lookup(cls), getattr(cls, "__getattr__", None)
    if always is None and not isinstance(later, types.FunctionType):
        return None
    found = of_class(cls, key, ABSENT)
    if (found is not ABSENT and not is_empty_slot(found, owner)) or key in own_attributes(owner):
        return None
    if attributes_are_items(cls) and always is None and key in dict.keys(owner) and later(owner, key) is dict.get(owner, key):
        return None  # the item, as it is
    if always is not None and isinstance(later, types.FunctionType):
        raise UnsupportedError(f"{cls.__name__} has both a __getattribute__ and a __getattr__ of its own, which is not followed.\n"
                               "Write a __getattr__ or properties.")
    return always or later


def own_lookup(cls: type) -> Any:
    """The `__getattribute__` that somebody wrote for a class, else None."""
    found = getattr(cls, "__getattribute__", None)
    return found if isinstance(found, types.FunctionType) else None


def check_plainly_read(owner: Any, key: str, value: Any) -> None:
    """Refuse an attribute that a `__getattribute__` gives other than it is found in the object and its class."""
    if isinstance(owner, type | super) or own_lookup(type(owner)) is None:
        return
    described = of_class(type(owner), key, ABSENT)
    if isinstance(described, types.MemberDescriptorType):  # a slot
        described = ABSENT if is_empty_slot(described, owner) else described.__get__(owner)
    method = isinstance(value, types.MethodType) and value.__func__ is described and value.__self__ is owner
    if not method and value is not own_attributes(owner).get(key, described):
        raise UnsupportedError(f"`{key}` of {type(owner).__name__} is changed by its __getattribute__ when it is read.\n"
                               "Write a __getattr__ or properties.")


def put_back(x: Any, content: Any) -> None:
    """Give an array its old content again, after a call that may have written into it; not if nobody can."""
    if not is_locked(x) or x.tobytes() != content.tobytes():
        x[...] = content
