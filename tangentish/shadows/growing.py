"""Lists that grow and shrink; copies, sums and repetitions of lists and tuples."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.pandas_tables import is_table
from tangentish.rules.helpers import sum_to_shape
from tangentish.runtime.checks import check_list
from tangentish.shadows.attributes import Attributes
from tangentish.shadows.items import Items


class Growing(Items, Attributes):
    """The reverse of `append`, `extend`, `pop`, `+`, `*`, `list(...)` ..."""

    # lists that stay the same object

    def append(self, owner: Any, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.append(value)`."""
        check_list(owner, "append")
        if isinstance(owner, deque):
            return self.withdraw(value, self._pushed(owner, 1)[0], value_bar)
        return self.withdraw(value, self.slots(owner).pop(), value_bar)

    def insert(self, owner: Any, key: int, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.insert(key, value)`."""
        check_list(owner, "insert")
        slots = self.slots(owner)
        size = len(slots) - 1
        place = max(0, size + key) if key < 0 else min(key, size)
        return self.withdraw(value, slots.pop(place), value_bar)

    def extend(self, owner: Any, values: Any, values_bar: Any) -> Any:
        """Reverse `owner.extend(values)`."""
        check_list(owner, "extend")
        if not hasattr(values, "__len__"):
            raise UnsupportedError("an iterator is put into a list of active values, and how many items it had is not known.\n"
                                   "Make a list of it first: list(...).")
        if isinstance(owner, deque):
            parts = self._pushed(owner, len(values))
        else:
            slots = self.slots(owner)
            start = len(slots) - len(values)
            parts = slots[start:]
            del slots[start:]
        if isinstance(values, np.ndarray):
            if values.ndim > 1:
                return values_bar  # the rows that went into the list are views
            return self.add(values, values_bar, np.array([0.0 if p is None else p for p in parts]))
        self.load_parts(values, parts)
        return values_bar

    def pop(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner.pop(key)`."""
        slots = self.slots(owner)
        if not isinstance(slots, list):
            slots.pop(key, None)  # of an attribute of the class, which shows where the object has none
            self.deposit(owner, key, value, value_bar)
            return
        size = len(slots) + 1
        slots.insert(key if key >= 0 else size + key, None)
        if isinstance(value, float | complex | np.inexact):
            slots[key] = value_bar
        elif value_bar is not None:
            self.add(value, None, value_bar)

    def _pushed(self, owner: Any, count: int) -> list[Any]:
        """What is in the slots of values put at the end of a deque, which may have pushed out items at its start."""
        slots = self.slots(owner)
        everything = [*[None] * (len(owner) + count - len(slots)), *slots]  # the deque is as it was before
        slots[:] = everything[: len(owner)]
        return everything[len(owner) :]

    # new lists and tuples, made of others

    def extended(self, owner: Any, values: Any) -> tuple[Any, Any]:
        """Reverse `owner += values` of a list, which stays the same object, or of a tuple, which does not."""
        if isinstance(owner, list):
            return None, self.extend(owner, values, None)
        parts = self._take_all(owner)
        start = len(parts) - len(values)
        self.load_parts(values, parts[start:])
        return tuple(parts[:start]), None

    def concatenated(self, owner: Any, left: Any, right: Any) -> None:
        """Reverse `owner = left + right` of two lists or tuples, or of one and what turns out to be an array."""
        if isinstance(owner, np.ndarray):
            for operand in (left, right):
                self.add(operand, None, sum_to_shape(self.of(owner), np.shape(operand)))
            return
        parts = self._take_all(owner)
        self.load_parts(left, parts[: len(left)])
        self.load_parts(right, parts[len(left) :])

    def repeated(self, owner: Any, source: Any, times: Any = None) -> None:
        """Reverse `owner = source * times` of a list or tuple, where `times` may turn out to be an array."""
        if isinstance(owner, np.ndarray):
            ans_bar, items = self.of(owner), np.asarray(source)
            self.add(source, None, [*sum_to_shape(ans_bar * times, items.shape)])
            self.add(times, None, sum_to_shape(ans_bar * items, np.shape(times)))
            return
        parts = self._take_all(owner)
        for start in range(0, len(parts), max(len(source), 1)):
            self.load_parts(source, parts[start : start + len(source)])

    def joined(self, owner: Any, left: Any, right: Any) -> None:
        """Reverse `owner = left + right` or `left * right` where these turn out to be lists or tuples."""
        if isinstance(owner, list | tuple):
            if isinstance(left, list | tuple) and isinstance(right, list | tuple):
                self.concatenated(owner, left, right)
            else:
                self.repeated(owner, left if isinstance(left, list | tuple) else right)

    def copied(self, owner: Any, source: Any) -> None:
        """Reverse `owner = list(source)`, `tuple(source)`, `source.copy()`, `dict(source)`."""
        if isinstance(owner, np.ndarray):
            self.add(source, None, self.of(owner).copy())
            return
        slots = self.slots(owner)
        for key in list(range(len(slots))) if isinstance(slots, list) else list(slots):
            part = self.take_slot(owner, key)
            if part is None:
                continue
            if isinstance(owner, dict) and not isinstance(source, dict):
                pair = next(pair for pair in reversed(source) if pair[0] == key)
                self.load(pair, 1, pair[1], part)
            elif isinstance(source, dict) and not isinstance(owner, dict):
                continue  # keys, which have no derivative
            elif isinstance(source, list | tuple | dict | deque | np.ndarray):
                self.load(source, key, source[key], part)
            elif not is_table(source):
                raise UnsupportedError(f"the items of a {type(source).__name__} are not followed into a {type(owner).__name__}."
                                       "\nMake the list in a loop over the object.")

    def _take_all(self, owner: Any) -> list[Any]:
        """What is in the slots of a list or tuple, which are empty from now on."""
        slots: list[Any] = self.slots(owner)
        parts = slots[:]
        slots[:] = [None] * len(slots)
        return parts
