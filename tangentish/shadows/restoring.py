"""What the primal overwrote and the reverse sweep reads: put back, and at the end made as the primal left it."""

from __future__ import annotations

import contextlib
import threading
from array import array
from collections import deque
from typing import Any

import numpy as np

from tangentish.class_attributes import dict_of, has_dict, put_attribute
from tangentish.errors import UnsupportedError
from tangentish.own_containers import attributes_are_items, content_of_container
from tangentish.runtime.kept import sets_by_code
from tangentish.runtime.reached import Reached
from tangentish.runtime.saving import ABSENT, Place, Popped, attribute_now, runs_code, saved
from tangentish.shadows.memory import root_of
from tangentish.shadows.slots import Slots
from tangentish.slots import attributes_held


class Restoring(Slots):
    """The other half of `saved`, `saved_length`, `saved_popped`, `saved_item` and `saved_attribute`."""

    def __init__(self) -> None:
        super().__init__()
        self._done: dict[tuple[int, str], tuple[Any, Any]] = {}  # what the primal left; the name is "" for a content
        self._left: tuple[str, Reached] | None = None  # what code that stores left, the last that was undone

    def restore(self, x: Any, content: Any) -> None:
        """Put back what `saved` kept of an array, a list or a dict."""
        if content is None:
            return
        if isinstance(content, Reached):
            content.put_back(self)
            return
        self._note_content(x)
        if not isinstance(x, np.ndarray | np.nditer | set):
            self.slots(x)  # as long as the list is before it is put back
        _fill(x, content)

    def restore_names(self, x: Any, content: Any) -> None:
        """Put back what `saved_reached` kept of what holds no numbers: none of the items then has a cotangent."""
        self.restore(x, content)
        for held, _ in content.kept.values() if isinstance(content, Reached) else ():
            if isinstance(held, list):
                self.slots(held)[:] = [None] * len(held)

    def restore_length(self, x: Any, content: Any) -> None:
        """Put back what `saved_length` kept of a list that grew at its end."""
        if isinstance(content, int):
            self._note_content(x)
            self.slots(x)
            del x[content:]
        else:
            self.restore(x, content)

    def restore_popped(self, x: Any, content: Any) -> None:
        """Put back what `saved_popped` kept of a list that an item was taken out of."""
        if isinstance(content, Popped):
            self._note_content(x)
            self.slots(x)
            x.insert(content.place, content.item)
        else:
            self.restore(x, content)

    def restore_item(self, x: Any, index: Any, content: Any) -> None:
        """Put back what `saved_item` kept."""
        if isinstance(index, slice) and isinstance(x, list):
            self.restore(x, content)
            return
        if isinstance(content, Reached):
            content.put_back(self)
            return
        if isinstance(x, np.ndarray | np.void | list | dict | deque | array | bytearray | memoryview):
            self._note_content(np.asarray(x) if isinstance(x, np.void) else x)  # an array that shows the row of a table
        if content is ABSENT:
            if isinstance(x, dict):
                x.pop(index, None)
        elif isinstance(x, np.ndarray):
            _write(x, index, content)
        else:
            x[index] = content

    def restore_place(self, place: Place) -> None:
        """Put back what `saved_place` kept."""
        if place.attribute:
            self.restore_attribute(place.owner, place.key, place.old)
        else:
            self.restore_item(place.owner, place.key, place.old)
        self.restore(place.item, place.content)

    def restore_attribute(self, x: Any, key: str, content: Any) -> None:
        """Put back what `saved_attribute` kept, until the reverse sweep is over."""
        if sets_by_code(next((cls.__dict__[key] for cls in type(x).__mro__ if key in cls.__dict__), None)):
            return  # it is a number, in a dict of the object: what was kept there before is found by its function again
        if attributes_are_items(type(x)) and key != "__dict__":
            self.restore_item(x, key, content[key])
            return
        if isinstance(content, Reached):
            self._left = key, content.again()
            content.put_back(self)
            return
        for name, old in content.items():
            now = attribute_now(x, name)
            if now is not old:
                self._done.setdefault((id(x), name), (x, now))
                _set(x, name, old)

    def left_by(self, x: Any, key: str, value: Any) -> Reached:
        """What the code that stored a value into `x.key` left, whether that was put back already or not."""
        known, self._left = self._left, None
        return known[1] if known is not None and known[0] == key and known[1].owner is x else Reached(x, value)

    def content(self, x: Any) -> None:
        """Told by a snapshot that is about to put back an array, a list or a dict."""
        self._note_content(x)
        if not isinstance(x, np.ndarray):
            self.slots(x)

    def attribute(self, x: Any, key: str) -> None:
        """Told by a snapshot that is about to put back an attribute."""
        self._done.setdefault((id(x), key), (x, attribute_now(x, key)))

    def leaves(self, x: Any) -> None:
        """Remember what the primal left in an array that a pair puts back by itself: an object around the program may hold it."""
        if isinstance(x, np.ndarray):
            self._note_content(root_of(x))

    def finish(self) -> None:
        """What was put back for the reverse sweep gets again what the primal left there."""
        while self._done:
            (_, name), (x, value) = self._done.popitem()
            if not (isinstance(x, np.ndarray) and x.dtype.kind in "fc" and np.array_equal(x, value, equal_nan=True)):
                _put(x, name, value)

    def leave(self, owner: Any, key: str) -> None:
        """Remember what the primal left in an attribute: arrays and lists there may be put back without a word."""
        parts = [attributes_held(owner).get(key)]
        for part in parts:  # which grows
            if isinstance(part, np.ndarray):
                if part.dtype != object and 0 not in part.strides:  # what lies in one place is not written into item by item
                    self._note_content(part)
            elif type(part) in (list, tuple):
                parts += [item for item in part if not any(item is known for known in parts)]

    def found(self) -> list[tuple[Any, str, Any]]:
        """What was put back, before the sweep finishes: as the primal found it, for another run of that."""
        return [_now(x, name) for (_, name), (x, _) in self._done.items() if not (name and runs_code(x, name))]

    def _note_content(self, x: Any) -> None:
        """Remember, before something is put back for the first time, what the primal left there."""
        x = x.obj if isinstance(x, memoryview) else x
        if (id(x), "") not in self._done:
            self._done[id(x), ""] = (x, _content_now(x))


def exchange(places: list[tuple[Any, str, Any]]) -> list[tuple[Any, str, Any]]:
    """Put something into some places, of objects and attributes or contents; what was there, to be put back in the same way."""
    now = [_now(x, name) for x, name, _ in places]
    for x, name, value in places:
        _put(x, name, value)
    return now


def _now(x: Any, name: str) -> tuple[Any, str, Any]:
    if not name:
        return x, name, _content_now(x)
    held = dict_of(x)  # read without any code of the class
    plain = isinstance(held, dict) and not attributes_are_items(type(x))
    return x, name, held.get(name, ABSENT) if plain else attribute_now(x, name)


def _content_now(x: Any) -> Any:
    """What an array, a container or an `np.nditer` holds, to be put there again."""
    if isinstance(x, array):
        return x[:]
    return saved(x) if isinstance(x, np.nditer) else content_of_container(x)


def _put(x: Any, name: str, value: Any) -> None:
    if name:
        _set(x, name, value)
    else:
        _fill(x, value)


def _fill(x: Any, content: Any) -> None:
    if isinstance(x, np.ndarray):
        _write(x, ..., content)
    elif isinstance(x, list | array | bytearray):
        x[:] = content
    elif isinstance(x, deque):
        x.clear()
        x.extend(content)
    elif isinstance(x, np.nditer):
        content.put_back(x)
    else:
        x.clear()
        x.update(content)


def _write(x: Any, index: Any, content: Any) -> None:
    """`x[index] = content` of an array, also of one that was made read-only after it was written."""
    if x.flags.writeable:
        x[index] = content
    elif not np.array_equal(x[index], content, equal_nan=x.dtype.kind in "fc"):  # else nothing was written through it
        if not (x.flags.owndata or (isinstance(x.base, np.ndarray) and x.base.flags.writeable)):
            raise UnsupportedError("an array that was written is read-only by now, with what it is a view of; what it held is not "
                                   "known.\nMake it read-only after the derivative is taken.")
        x.flags.writeable = True
        x[index] = content
        x.flags.writeable = False


def _set(x: Any, name: str, value: Any) -> None:
    if attributes_are_items(type(x)) and name != "__dict__":
        _set_item(x, name, value)
    elif isinstance(x, type) and value is not ABSENT:
        type.__setattr__(x, name, value)
    elif value is ABSENT and has_dict(x) and not isinstance(x, type):
        vars(x).pop(name, None)
    elif value is ABSENT:
        with contextlib.suppress(AttributeError):  # it is gone
            delattr(x, name)
    elif isinstance(x, threading.local):  # it has another way to store, and none of the user's
        setattr(x, name, value)
    else:
        put_attribute(x, name, value)


def _set_item(x: Any, name: str, value: Any) -> None:
    if value is ABSENT:
        dict.pop(x, name, None)
    else:
        dict.__setitem__(x, name, value)
