"""Values that are computed again: the second time they are other objects, and get the adjoints of the first."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.shadows.memory import is_stretched, root_of
from tangentish.shadows.slots import LEAVES, Slots


class Renewed(Slots):
    """Moves adjoints from what was computed first to what was computed again."""

    def renew(self, old: Any, new: Any) -> None:
        """`new` was computed as `old` was: from now on it has the shadows and slots that `old` had."""
        self._renew(old, new, {})

    def renew_each(self, old: list[Any], new: list[Any]) -> None:
        """The same for what was `reachable` from values that were computed again."""
        _check(len(old) == len(new))
        for one, other in zip(old, new, strict=True):
            if isinstance(one, np.ndarray):
                self._renew_array(one, other)
            elif one is not other:
                _check(type(one) is type(other))
                self._renew_slots(one, other)

    def _renew(self, old: Any, new: Any, done: dict[int, Any]) -> None:
        if old is new or id(old) in done:
            return
        done[id(old)] = old
        if isinstance(old, np.ndarray):
            self._renew_array(old, new)
        elif isinstance(old, LEAVES):
            _check(isinstance(new, LEAVES))
        elif isinstance(old, list | tuple):
            _check(isinstance(new, list | tuple) and len(old) == len(new))
            self._renew_slots(old, new)
            for a, b in zip(old, new, strict=True):
                self._renew(a, b, done)
        elif isinstance(old, dict):
            _check(isinstance(new, dict) and old.keys() == new.keys())
            self._renew_slots(old, new)
            for key, item in old.items():
                self._renew(item, new[key], done)
        elif hasattr(old, "__dict__") and not callable(old):
            _check(type(old) is type(new) and vars(old).keys() == vars(new).keys())
            self._renew_slots(old, new)
            for key, item in vars(old).items():
                self._renew(item, vars(new)[key], done)
        else:
            raise UnsupportedError(f"a {type(old).__name__} that is computed again in the reverse sweep has no derivative there.\n"
                                   "Return numbers, arrays, lists, tuples or dicts of them.")

    def _renew_slots(self, old: Any, new: Any) -> None:
        entry = self._slots.pop(id(old), None)
        if entry is not None:
            self._slots[id(new)] = (new, entry[1])

    def _renew_array(self, old: Any, new: Any) -> None:
        _check(isinstance(new, np.ndarray) and old.shape == new.shape and old.dtype == new.dtype)
        root, renewed = root_of(old), root_of(new)
        if root is renewed:
            _check(old.__array_interface__ == new.__array_interface__)
            return
        _check(root.shape == renewed.shape and root.strides == renewed.strides and old.strides == new.strides)
        low = np.lib.array_utils.byte_bounds(renewed)[0]
        for key, again in ((id(root), id(renewed)), ((id(root), "imag"), (id(renewed), "imag"))):
            entry = self._memory.pop(key, None)
            if entry is not None:
                self._memory[again] = (renewed, entry[1], low)
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
        for key in [key for key in self._memory if key not in before]:
            root = root_of(self._memory[key][0])
            if id(root) not in kept:
                del self._memory[key]
                self._stretched.pop(id(root), None)


def _check(same: bool) -> None:
    if not same:
        raise UnsupportedError("what is computed again in the reverse sweep came out otherwise than the first time.\n"
                               "Does it depend on something that changed in between?")
