"""Methods of deques.

Where each item of a deque was before a call, and where its adjoint has to go, is found by making the same call on a deque
of numbers: the places of the items, and behind them the numbers of those that the call adds.
"""

from __future__ import annotations

import collections
import types
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentish.class_attributes import bound_object
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

if TYPE_CHECKING:  # the steps of forward mode import this
    from tangentish.dispatch.forward.core import Call

ADDING = ("append", "appendleft", "extend", "extendleft", "insert")
TAKING = ("pop", "popleft")
MOVING = ("rotate", "reverse", "remove", "clear")


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A method that changes a deque."""
    if not _changes(function):
        return None
    owner, before = function.__self__, function.__self__.copy()
    given = _given(function.__name__, args)
    taken, places = _places(function.__name__, owner, args, len(given))
    value = function(*args)
    return value, _Changed(owner, before, args, given, value, taken, places)


def called_forward(call: Call) -> tuple[Any, Any] | None:
    """The same in forward mode."""
    if not _changes(call.function):
        return None
    owner, short, tangents = call.function.__self__, call.function.__name__, call.tangents
    given = _given(short, call.args)
    taken, places = _places(short, owner, call.args, len(given))
    slots = tangents.slots(owner)
    if short in ("extend", "extendleft"):
        known = [*slots, *tangents.parts_of(call.args[0], call.dots[0])]
    else:
        known = [*slots, *(tangents.slot(value, call.dots[-1]) for value in given)]
    value = call.function(*call.args)
    slots[:] = [known[place] for place in places]
    return value, None if taken is None else tangents.bind(value, known[taken])


def _changes(function: Any) -> bool:
    owner = bound_object(function)
    return isinstance(function, types.BuiltinFunctionType) and isinstance(owner, collections.deque) and (
        function.__name__ in ADDING + TAKING + MOVING)


def _given(short: str, args: tuple[Any, ...]) -> list[Any]:
    """What a call adds."""
    if short in ("extend", "extendleft"):
        if not isinstance(args[0], list | tuple | np.ndarray):
            raise UnsupportedError(f"the items of a {type(args[0]).__name__} are not followed into a deque.\nMake it a list first.")
        return list(args[0])
    return [args[-1]] if short in ADDING else []


def _places(short: str, owner: Any, args: tuple[Any, ...], count: int) -> tuple[int | None, list[int]]:
    """Which place what a call takes out came from, and those that what is left came from."""
    size = len(owner)
    tags = collections.deque(range(size), owner.maxlen)
    numbers: list[Any] = list(range(size, size + count))
    if short == "remove":
        del tags[owner.index(*args)]
        return None, list(tags)
    if short in ("extend", "extendleft"):
        numbers = [numbers]
    elif short == "insert":
        numbers = [args[0], *numbers]
    elif short not in ADDING:
        numbers = list(args)
    taken = getattr(tags, short)(*numbers)
    return taken, list(tags)


class _Changed(Record):
    """A deque that was changed: what it held, what was added and taken, and where everything came from."""

    def __init__(self, owner: Any, before: Any, args: tuple[Any, ...], given: list[Any], value: Any, taken: int | None,
                 places: list[int]) -> None:
        self.owner, self.before, self.args, self.given = owner, before, args, given
        self.value, self.taken, self.places = value, taken, places

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        slots = shadows.slots(self.owner)
        parts: list[Any] = [None] * (len(self.before) + len(self.given))
        for place, part in zip(self.places, slots, strict=True):
            parts[place] = part
        shadows.restore(self.owner, self.before)
        if self.taken is not None:
            if isinstance(self.value, float | complex | np.inexact):
                parts[self.taken] = ans_bar
            else:
                shadows.add(self.value, None, ans_bar)
        slots[:], added = parts[: len(self.before)], parts[len(self.before) :]
        bars: list[Any] = [None] * len(self.args)
        if self.given and isinstance(self.args[-1], list | tuple | np.ndarray) and self.args[-1] is not self.given[0]:
            shadows.load_parts(self.args[-1], added)
        elif self.given:
            bars[-1] = shadows.withdraw(self.given[0], added[0], None)
        return Parts(bars, {})
