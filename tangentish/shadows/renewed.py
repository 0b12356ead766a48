"""Values that are computed again: the second time they are other objects, and get the adjoints of the first."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.class_attributes import dict_of, has_dict
from tangentish.errors import UnsupportedError
from tangentish.shadows.attributes import given_attributes
from tangentish.shadows.memory import is_stretched, root_of
from tangentish.shadows.slots import LEAVES, Slots
from tangentish.slots import attributes_held, has_slots, is_called_only, place_of


class Renewed(Slots):
    """Moves adjoints from what was computed first to what was computed again."""

    def renew(self, old: Any, new: Any, apart: bool = False) -> None:
        """`new` was computed as `old` was: from now on it has the shadows and slots that `old` had.

        With `apart` those of `old` are zero from then on, for whoever has a view of them: it may be read again.
        """
        self._renew(old, new, {}, apart)

    def renew_each(self, old: list[Any], new: list[Any]) -> None:
        """The same for what was `reachable` from values that were computed again."""
        _check(len(old) == len(new))
        for one, other in zip(old, new, strict=True):
            if isinstance(one, np.ndarray):
                self._renew_array(one, other)
            elif one is not other:
                _check(type(one) is type(other))
                self._renew_slots(one, other)

    def reached(self, x: Any, done: set[int] | None = None) -> bool:
        """Whether anything was contributed to what a container or an object holds."""
        done = set() if done is None else done
        if id(x) in done or isinstance(x, LEAVES) or is_called_only(x):
            return False
        done.add(id(x))
        if isinstance(x, np.ndarray):
            return x.dtype.kind in "fc" and self.knows(x) and bool(np.any(self.of(x)))
        entry = self._slots.get(place_of(x))
        if entry is not None:
            parts = entry[1].values() if isinstance(entry[1], dict) else entry[1]
            if any(part is not None for part in parts):
                return True
        items = x if isinstance(x, list | tuple) else x.values() if isinstance(x, dict) else attributes_held(x).values()
        return any(self.reached(item, done) for item in items)

    def _renew(self, old: Any, new: Any, done: dict[int, Any], apart: bool) -> None:
        if old is new or id(old) in done:
            return
        done[id(old)] = old
        if isinstance(old, np.ndarray):
            self._renew_array(old, new, apart)
        elif isinstance(old, LEAVES):
            _check(isinstance(new, LEAVES))
        elif isinstance(old, list | tuple):
            _check(isinstance(new, list | tuple) and len(old) == len(new))
            self._renew_slots(old, new)
            for a, b in zip(old, new, strict=True):
                self._renew(a, b, done, apart)
        elif isinstance(old, dict):
            _check(isinstance(new, dict) and old.keys() == new.keys())
            self._renew_slots(old, new)
            for key, item in old.items():
                self._renew(item, new[key], done, apart)
        elif (has_dict(old) or has_slots(type(old))) and not is_called_only(old):
            _check(type(old) is type(new))
            left, right = given_attributes(old), given_attributes(new)
            _check(left.keys() == right.keys())
            self._renew_slots(old, new)
            for key, item in left.items():
                self._renew(item, right[key], done, apart)
        elif self.reached(old):
            raise UnsupportedError(f"a {type(old).__name__} that is computed again in the reverse sweep has no derivative there.\n"
                                   "Return numbers, arrays, lists, tuples or dicts of them.")

    def _renew_slots(self, old: Any, new: Any) -> None:
        entry = self._slots.pop(place_of(old), None)
        if entry is not None:
            self._slots[place_of(new)] = ((new, dict_of(new)), entry[1])

    def _renew_array(self, old: Any, new: Any, apart: bool = False) -> None:
        _check(isinstance(new, np.ndarray) and old.shape == new.shape and old.dtype == new.dtype)
        root, renewed = root_of(old), root_of(new)
        if root is renewed:
            _check(old.__array_interface__ == new.__array_interface__)
            return
        _check(_layout(root) == _layout(renewed) and _layout(old) == _layout(new))
        low = np.lib.array_utils.byte_bounds(renewed)[0]
        self._whole.clear()
        for key, again in ((id(root), id(renewed)), ((id(root), "imag"), (id(renewed), "imag"))):
            entry = self._memory.pop(key, None)
            if entry is not None:
                self._memory[again] = (renewed, _taken_out(entry[1]) if apart else entry[1], low)
        if is_stretched(old) and id(old) in self._memory:
            _, shadow, nothing = self._memory.pop(id(old))
            self._memory[id(new)] = (new, shadow, nothing)
            views = self._stretched.get(id(root), [])
            self._stretched[id(root)] = [view for view in views if view is not old]
            self._stretched.setdefault(id(renewed), []).append(new)


    def known(self) -> set[Any]:
        """What there are shadows of now, for `forget`."""
        return set(self._memory)

    def forget(self, before: set[Any], values: list[Any]) -> None:
        """Drop shadows that were made since `before`, but for those of the memory of the arrays among these values."""
        kept = {id(root_of(value)) for value in values if isinstance(value, np.ndarray)}
        self._whole.clear()
        for key in [key for key in self._memory if key not in before]:
            root = root_of(self._memory[key][0])
            if id(root) not in kept:
                del self._memory[key]
                self._stretched.pop(id(root), None)


def _layout(x: Any) -> list[tuple[int, int]]:
    """How an array lies in memory: along an axis of length 1 there is no step, whatever its stride says."""
    return [(size, stride) for size, stride in zip(x.shape, x.strides, strict=True) if size != 1]


def _taken_out(memory: Any) -> Any:
    """A copy of a shadow, which is zero from now on for whoever still has a view of it."""
    again = np.zeros_like(memory)
    old, new = (part[-part.__array_interface__["data"][0] % 64 :][: memory.size - 64] for part in (memory, again))
    new[...] = old
    old[...] = 0
    return again


def _check(same: bool) -> None:
    if not same:
        raise UnsupportedError("what is computed again in the reverse sweep came out otherwise than the first time.\n"
                               "Does it depend on something that changed in between?")
