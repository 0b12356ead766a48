"""Items of arrays, lists and dicts: read and written."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.own_containers import check_no_module, makes_items, said_in_python
from tangentish.pandas_tables import check_no_table
from tangentish.runtime import accumulate, scatter, taken, unbroadcast
from tangentish.runtime.checks import check_fields, check_object_store, objects_refused
from tangentish.runtime.stored_directly import check_no_cached
from tangentish.shadows.slots import Slots
from tangentish.views_of_dicts import check_no_view


class Items(Slots):
    """The reverse of loads and stores with an index."""

    def load(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner[key]`."""
        if isinstance(owner, np.ndarray | np.void) and value_bar is not None:
            check_fields(owner)
        if isinstance(owner, np.ndarray):
            if value_bar is not None and owner.dtype.kind in "fc":
                shadow = self.of(owner)
                if not self.holds(owner, shadow, value, value_bar):
                    scatter(shadow, key, value_bar)
                    if isinstance(value_bar, np.ndarray):
                        self.moved(value)
            elif value_bar is not None and owner.dtype.kind == "O" and isinstance(value, float | complex | np.inexact):
                raise objects_refused()  # it has no place in a shadow, and no slot of its own
            return
        check_no_view(value)
        if value_bar is not None:
            check_no_cached(owner, key)
        if isinstance(owner, np.generic):
            if value_bar is not None:
                raise UnsupportedError("a number is indexed like an array, which was not known when this program was made.\n"
                                       "Make it an array: np.asarray(x)[...].")
            return
        if said_in_python(type(owner), "__getitem__") or makes_items(type(owner)):
            raise UnsupportedError(
                f"an item of a {type(owner).__name__} is read, and its class was not known when this program was made.\n"
                "Call a method of the class by its name, or pass the object as an argument.")
        if isinstance(key, slice):
            self._load_slice(owner, key, value, value_bar)
        else:
            self.deposit(owner, key, value, value_bar)

    def load_maybe_number(self, x: Any, key: Any, y: Any, x_bar: Any, y_bar: Any) -> Any:
        """Reverse `y = x[key]`, where `x` may be a number, and `key` adds axes or is a condition: the new cotangent of `x`."""
        if isinstance(x, np.generic):
            return x_bar if y_bar is None else accumulate(x_bar, unbroadcast(y_bar, x))
        self.load(x, key, y, y_bar)
        return x_bar

    def _load_slice(self, owner: Any, key: slice, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner[key]` of a list or tuple, which makes a new one, but for the whole of a tuple."""
        if value is owner:
            self.add(owner, None, value_bar)
            return
        if id(value) in self._slots:
            slots, parts = self.slots(owner), self.slots(value)
            for place, part in zip(range(*key.indices(len(slots))), parts, strict=True):
                slots[place] = accumulate(slots[place], part)
        if value_bar is not None:
            for place, item, part in zip(range(*key.indices(len(owner))), value, value_bar, strict=True):
                self.load(owner, place, item, part)

    def store(self, owner: Any, key: Any, value: Any, value_bar: Any) -> Any:
        """Reverse `owner[key] = value`: the new cotangent of `value`."""
        if isinstance(owner, np.ndarray):
            check_object_store(owner, key, value)
            check_fields(owner)
            if owner.dtype.kind not in "fc":
                return value_bar
            self.settle(owner)
            return self.add(value, value_bar, _fit(taken(self.of(owner), key), value))
        check_no_table(owner)
        check_no_module(owner, value)
        if said_in_python(type(owner), "__setitem__"):
            raise UnsupportedError(
                f"an active value is stored into a {type(owner).__name__}, whose class was not known when this program was "
                "made.\nCall a method of the class by its name, or pass the object as an argument.")
        if isinstance(key, slice):
            return self._store_slice(owner, key, value, value_bar)
        return self.withdraw(value, self.take_slot(owner, key), value_bar)

    def _store_slice(self, owner: Any, key: slice, value: Any, value_bar: Any) -> Any:
        """Reverse `owner[key] = value` of a list, which may have made it longer or shorter."""
        check_no_view(value)
        if value is not None and not hasattr(value, "__len__"):
            raise UnsupportedError(f"the items of a {type(value).__name__} are not followed into a list.\nMake it a list first.")
        slots = self.slots(owner)
        places = range(*key.indices(len(owner)))  # as it was before, and is again
        if key.step in (None, 1):
            # of what is not active nothing is told, not even the length
            count = len(slots) - (len(owner) - len(places)) if value is None else len(value)
            stored = range(places.start, places.start + count)
            parts, slots[stored.start:stored.stop] = slots[stored.start:stored.stop], [None] * len(places)
        else:
            parts = [slots[place] for place in places]
            for place in places:
                slots[place] = None
        self.load_parts(value, parts)
        return self.withdraw(value, None, value_bar)

    def load_parts(self, source: Any, parts: list[Any], start: int = 0) -> None:
        """Give the items of a list, tuple or array from `start` on their parts, where there are any."""
        if source is None or isinstance(source, dict):
            return  # what is not active, or a dict, of which the items are the keys: these have no derivative
        for place, part in enumerate(parts, start):
            if part is not None:
                self.load(source, place, source[place], part)


def _fit(cotangent: Any, value: Any) -> Any:
    """The cotangent of what was stored into an array, from that of the region it went to."""
    if isinstance(value, list | tuple):
        return np.broadcast_to(cotangent, np.shape(value)) if np.ndim(cotangent) else [cotangent] * len(value)
    return unbroadcast(cotangent, value) if isinstance(value, np.ndarray | float | complex | np.inexact) else None
