"""Adjoints of the numbers that containers, objects and closure cells hold."""

from __future__ import annotations

import types
from collections import deque
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.pandas_tables import is_table
from tangentish.rules.helpers import texts_refused
from tangentish.runtime import accumulate, unbroadcast
from tangentish.runtime.cotangents import object_as_number
from tangentish.runtime.unknown_slopes import check_taken
from tangentish.shadows.memory import Memory, is_stretched
from tangentish.slots import WHOLE, SlotTable, whose
from tangentish.views_of_dicts import check_no_view

LEAVES = (int, float, complex, np.generic, str, bytes, type(None))
"""What holds nothing."""

_WHOLE = (int, str)  # tuples: `int | str` would be made, and asked, anew each time, and these are asked all the time
_NUMBERS = (float, complex, np.inexact)


class Slots(SlotTable, Memory):
    """The part of the table that is found from the identities of containers and objects."""

    def take_slot(self, owner: Any, key: Any) -> Any:
        """What is in a slot, which is empty from now on."""
        owner, key = whose(owner, key)
        slots = self.slots(owner)
        if isinstance(slots, list):
            part, slots[key] = slots[key], None
            return part
        try:
            return slots.pop(own_key(owner, key), None)
        except Exception:
            check_key(key)
            raise

    def loop_refused(self) -> None:
        """Where a program comes to a loop over active values of a form that is not followed."""
        raise UnsupportedError("this form of loop over active values is not supported.\n"
                               "Loop over a list of them, or over their places.")

    # contributions

    def add(self, x: Any, x_bar: Any, cotangent: Any) -> Any:
        """Add to the cotangent of `x`, whatever it is; `x_bar` is what its variable holds; the new value of that."""
        if cotangent is None:
            return x_bar
        if isinstance(x, np.ndarray):
            if x.dtype.kind in "fc":
                shadow = self.of(x)
                if isinstance(cotangent, list | tuple):  # of `*x`: None for what went nowhere, or is in the shadow
                    for place, part in enumerate(cotangent):
                        if part is not None and not (isinstance(part, np.ndarray) and np.may_share_memory(shadow, part)):
                            shadow[place] += unbroadcast(part, x[place])
                elif not (isinstance(cotangent, np.ndarray) and np.may_share_memory(shadow, cotangent)):
                    shadow += unbroadcast(cotangent, x)
                return shadow
            if x.dtype.kind == "O" and not _is_zero(cotangent) and not all(isinstance(item, WHOLE) for item in x.flat):
                raise UnsupportedError("derivatives do not flow through arrays of objects.\n"
                                       "Make it an array of numbers in a function that has a rule, or use a list.")
            if x.dtype.kind in "US" and np.any(cotangent):
                raise texts_refused()
            return None
        if isinstance(x, _NUMBERS):
            return accumulate(x_bar, unbroadcast(cotangent, x))
        if isinstance(x, LEAVES):
            if isinstance(x, np.str_) and isinstance(cotangent, float | complex | np.inexact) and cotangent:
                raise texts_refused()  # it was read as a number, and may have been one
            return None
        if isinstance(x, list | tuple | dict | deque) and isinstance(cotangent, float) and cotangent == 0.0:
            return x_bar  # as `filled` says of containers
        if isinstance(x, list | tuple | deque):
            slots = self.slots(x)
            for place, (item, part) in enumerate(zip(x, cotangent, strict=False)):
                if part is not None:
                    slots[place] = self._kept(item, slots[place], part)
            return None
        self._add_to_named(x, cotangent)
        return None

    def _add_to_named(self, x: Any, cotangent: Any) -> None:
        """Add to what a dict or an object holds; the cotangent is a dict, or an object with the same attributes."""
        check_no_view(x)
        if isinstance(x, dict):
            held = {key: x[key] for key in cotangent if key in x}
        elif isinstance(cotangent, float | complex | np.generic | np.ndarray):
            if np.any(cotangent) and not isinstance(x, range) and not is_table(x):
                raise object_as_number(x)
            return
        elif isinstance(cotangent, list | tuple):
            raise UnsupportedError(f"a {type(x).__name__} is unpacked, and its class was not known when this program was made.\n"
                                   "Make a list of it in a loop.")
        else:
            cotangent = cotangent if isinstance(cotangent, dict) else vars(cotangent)
            held = {key: getattr(x, key) for key in cotangent}
        slots = self.slots(x)
        for key, item in held.items():
            slots[key] = self._kept(item, slots.get(key), cotangent[key])

    def _kept(self, item: Any, known: Any, part: Any) -> Any:
        """Add to what a container holds: what is in its slot then, nothing for an array, which has its shadow."""
        total = self.add(item, known, part)
        return None if isinstance(item, np.ndarray) else total

    def deposit(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Add to what `owner` holds at `key`: in its slot if that is a number, else where the value itself keeps it."""
        if value_bar is None or isinstance(value, _WHOLE):
            return
        if isinstance(value, _NUMBERS):
            if isinstance(owner, tuple):
                owner, key = whose(owner, key)
            slots = self.slots(owner)
            try:
                key = own_key(owner, key)
                known = slots[key] if isinstance(slots, list) else slots.get(key)
            except Exception:
                check_key(key)
                raise
            part = unbroadcast(value_bar, value)
            slots[key] = part if known is None else accumulate(known, part)
        else:
            self.add(value, None, value_bar)

    def owners(self) -> list[Any]:
        """The containers and objects that something was contributed to."""
        return [owner for (owner, _), _ in self._slots.values()]

    def is_finite(self) -> bool:
        """Whether all that was contributed to the table are numbers, none of them infinite."""
        found = [shadow for _, shadow, _ in self._memory.values()]
        for _, slots in self._slots.values():
            found += slots if isinstance(slots, list) else slots.values()
        return all(bool(np.all(np.isfinite(part))) for part in found if isinstance(part, (*_NUMBERS, np.ndarray)))

    def against(self, tangents: Any) -> float:
        """The product of all that was contributed to the table with the table of tangents."""
        total = 0.0
        for x, _, _ in list(self._memory.values()):
            self.settle(x)
        for key, (x, _, _) in list(self._memory.items()):
            if not isinstance(key, tuple) and not is_stretched(x) and isinstance(x, np.ndarray) and tangents.knows(x):
                whole = self.whole(key)
                total += float(np.real(np.sum(self.of(whole) * tangents.of(whole))))
        for (owner, _), slots in self._slots.values():
            dots = tangents.slots(owner)
            pairs = zip(slots, dots, strict=True) if isinstance(slots, list) else (
                (bar, dots.get(key)) for key, bar in slots.items())
            total += sum(float(np.real(np.sum(bar * dot))) for bar, dot in pairs if bar is not None and dot is not None)
        return total

    # what is put into a container gets its cotangent from there

    def withdraw(self, value: Any, part: Any, value_bar: Any) -> Any:
        """The cotangent of a value that was put into a container: its slot, or what its shadow holds."""
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "fc" or not self.knows(value):
                return value_bar
            shadow = self.of(value)
            if isinstance(value_bar, np.ndarray) and np.may_share_memory(shadow, value_bar):
                return value_bar
            total = accumulate(value_bar, shadow.copy())
            shadow[...] = 0
            return total
        if isinstance(value, float | complex | np.inexact):
            return accumulate(value_bar, check_taken(part))
        return value_bar

    def held(self, owner: Any, key: Any, value: Any, value_bar: Any) -> Any:
        """Reverse the part of a display `owner = (..., value, ...)` that puts `value` at `key`."""
        return self.withdraw(value, self.take_slot(owner, key), value_bar)

    def cell(self, cell: Any, value: Any, value_bar: Any) -> Any:
        """The cotangent of a variable, with what functions that captured it contributed through its cell."""
        return self.held(cell, "cell_contents", value, value_bar)


def _is_zero(cotangent: Any) -> bool:
    """Whether a cotangent is that of what was not used: zeros, also for an array of objects, whose items have theirs in slots."""
    numbers = isinstance(cotangent, float) or (isinstance(cotangent, np.ndarray) and cotangent.dtype.kind in "fc")
    return numbers and not np.any(cotangent)


def own_key(owner: Any, key: Any) -> Any:
    """The key that a dict itself has, for one that is equal to it by code of its class: it may not be so any more later on."""
    if not isinstance(owner, dict) or not isinstance(type(key).__hash__, types.FunctionType):
        return key
    return next((one for one in owner if one is key or (hash(one) == hash(key) and one == key)), key)


def check_key(key: Any) -> None:
    """Raise `UnsupportedError` for an object that cannot be looked up again: its attributes are as before it was made."""
    if isinstance(type(key).__hash__, types.FunctionType):
        raise UnsupportedError(f"a dict is read by a {type(key).__name__}, which is made of active values and says itself what is "
                               "equal to it.\nUse a tuple of the numbers as the key.")
