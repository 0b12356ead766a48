"""What the code that stores an attribute has left, in its object and in whatever this leads to: the same when it is run again.

The reverse sweep runs a setter a second time, to learn what it did.  What it then stores anew gets the adjoints of what it
stored the first time; what it writes in place has to come out as it was, or nothing is known.
"""

from __future__ import annotations

import types
from collections import defaultdict, deque
from typing import Any

import numpy as np

from tangentish.class_attributes import drop_attribute, has_dict, put_attribute
from tangentish.errors import UnsupportedError
from tangentish.runtime.content import ABSENT, Content
from tangentish.runtime.reached import Reached
from tangentish.runtime.walk import attributes_of
from tangentish.shadows import Shadows, given_attributes, is_object

_ITEMS = (list, dict, deque)
_HOLDING = (np.ndarray, tuple, *_ITEMS)


class Left:
    """What an object, and the value that was stored into it, led to when its code had stored that."""

    def __init__(self, reached: Reached) -> None:
        self.owner, self.kept = reached.owner, reached.kept

    def take_over(self, shadows: Shadows) -> None:
        """Give what was stored again the adjoints of what was stored the first time."""
        for x, old in self.kept.values():
            if x is self.owner:
                self._of_owner(old, shadows)
            elif isinstance(old, Content):
                if not same(x, old.copy):
                    raise self.refused(x)
            elif not isinstance(x, tuple):
                self._of_others(x, old, shadows)

    def _of_owner(self, old: dict[str, Any], shadows: Shadows) -> None:
        """The attributes of the object itself."""
        new = attributes_of(self.owner)
        for key, value in old.items():
            if key in new and (new[key] is None or isinstance(new[key], bool)) and new[key] is not value:
                raise self.refused(self.owner)  # it drops now what it did not drop then
            if key in new or isinstance(value, _HOLDING):
                self._renew(self.owner, value, new.get(key), shadows)

    def _of_others(self, x: Any, old: Any, shadows: Shadows) -> None:
        """What a list, a dict, a deque or another object holds."""
        new: Any = x if isinstance(x, _ITEMS) else attributes_of(x)
        if isinstance(old, dict):
            for key in [key for key, item in old.items() if key not in new and _made_by_reading(x, item)]:
                _put_back(x, key, old[key])
            if any(key not in new for key in old) or any(not _is_plain(new[key]) for key in new.keys() - old.keys()):
                raise self.refused(x)
            for key in new.keys() - old.keys():
                _put_back(x, key, ABSENT)
            for key, item in old.items():
                self._item(x, key, item, new[key], shadows)
        else:
            if len(new) < len(old) or not all(map(_is_plain, list(new)[len(old) :])):
                raise self.refused(x)
            while len(x) > len(old):
                x.pop()
            for place, item in enumerate(old):
                self._item(x, place, item, new[place], shadows)

    def _item(self, x: Any, key: Any, old: Any, new: Any, shadows: Shadows) -> None:
        """What something that was there before holds: counters and names are as they were, with no derivative."""
        if _is_plain(old) and _is_plain(new):
            if old is not new and old != new:
                _put_back(x, key, old)
        else:
            self._renew(x, old, new, shadows)

    def _renew(self, x: Any, old: Any, new: Any, shadows: Shadows) -> None:
        if new is old:
            return
        if isinstance(old, _HOLDING) or is_object(old):
            if not same(new, old):
                raise self.refused(x)
            shadows.renew(old, new)
        elif x is not self.owner and not same(new, old):
            raise self.refused(x)

    def refused(self, x: Any) -> UnsupportedError:
        """Why nothing is known of the derivative."""
        what = "" if x is self.owner else f" a {type(x).__name__} that is reached from"
        return UnsupportedError(f"what code that sets an attribute leaves in{what} a {type(self.owner).__name__} does not come "
                                "out as before when it is run again.\nMake it a method that is called by name.")


def _is_plain(value: Any) -> bool:
    """Whether a value has no derivative, nor holds what has."""
    return isinstance(value, int | str | bytes | type(None))


def _made_by_reading(x: Any, item: Any) -> bool:
    """Whether an item may have come into a dict when it was looked up, after the code had run: what the sweep does not undo."""
    return isinstance(x, defaultdict) and isinstance(item, list | dict | set) and not item


def _put_back(x: Any, key: Any, value: Any) -> None:
    """Give something the item, or the attribute, again that it had."""
    if isinstance(x, _ITEMS):
        if value is ABSENT:
            del x[key]
        else:
            x[key] = value
    elif value is ABSENT:
        drop_attribute(x, key)
    else:
        put_attribute(x, key, value)


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, with all that they hold."""
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return False
    if isinstance(left, list | tuple | deque) and isinstance(right, list | tuple | deque):
        return left is right or (len(left) == len(right) and all(map(same, left, right)))
    if isinstance(left, dict) and isinstance(right, dict):
        return left is right or (left.keys() == right.keys() and all(same(item, right[key]) for key, item in left.items()))
    if is_object(left) and not isinstance(type(left).__eq__, types.FunctionType):
        return left is right or (type(left) is type(right) and same(given_attributes(left), given_attributes(right)))
    if left is right:
        return True
    if hasattr(left, "nnz") and has_dict(left):  # a sparse matrix, which is compared item by item
        return type(left) is type(right) and same(vars(left), vars(right))
    return bool(left == right) or bool(left != left and right != right)
