"""Numbers that containers of classes hold when a derivative is asked for: in that, they are not active.

A class may keep a default, or what an earlier call has left, where a program may store active values.  A number is an object
that does not change, and whatever is computed is a new one: a program that meets the very object that was there before has met
a constant, unless it is among the arguments.  So the numbers are noted when a call begins that is not made inside another one.
They are taken anew with each call, and for that call alone: it is told by its frame, which is there as long as it runs.
"""

from __future__ import annotations

import collections
import sys
import threading
import types
import weakref
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

import numpy as np

from tangentish.analysis.held_numbers import NUMBERS, numbers_held
from tangentish.class_attributes import subclasses
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.source import GENERATED
from tangentish.runtime.runs import run_begins

Function = TypeVar("Function", bound=Callable[..., Any])

CONTAINERS = (list, dict, set, collections.deque, np.ndarray)
WATCHED: dict[str, weakref.WeakSet[type]] = {}
"""Classes by the names of containers whose numbers matter to some program: where none do, nothing is noted."""
_entries: dict[int, types.CodeType] = {}  # by identity: to hash code takes longer than all else that is done here
_looked_at: set[int] = set()  # classes, by their places in memory: it does no harm to take a new one for one that is gone
_with_containers: list[tuple[weakref.ref[type], str]] = []
_sweeps: dict[int, types.CodeType] = {}
_MOST = 1000


class _Noted(threading.local):
    """What was noted, and the frame of the call that it was noted for; `whole`, in all classes."""

    def __init__(self) -> None:
        self.frame, self.whole = 0, False
        self.numbers: dict[int, Any] = {}


_noted = _Noted()


def beginning(function: Function) -> Function:
    """Marks a function by which users take derivatives, and which calls `note_numbers` first of all."""
    code = function.__code__  # type: ignore[attr-defined]
    _entries[id(code)] = code
    return function


def continuing(function: Function) -> Function:
    """Marks a function in which a reverse sweep runs: by then the program has put into containers what it does."""
    code = function.__code__  # type: ignore[attr-defined]
    _sweeps[id(code)] = code
    return function


def note_numbers() -> None:
    """Called by a function that is a `beginning`: its arguments are active, what classes hold is not."""
    frame = sys._getframe(1)
    if _is_inside(frame.f_back):
        if _noted.frame == id(frame):  # that of another call, which has ended
            _noted.frame = 0
        return
    run_begins()
    _note(frame)


def _note(frame: types.FrameType, whole: bool = False) -> None:
    if not whole and len(WATCHED) == 1 and "" in WATCHED:
        _noted.numbers, _noted.frame, _noted.whole = {}, id(frame), False
        return
    held = [vars(cls).get(key) for key, classes in list(WATCHED.items()) for cls in list(classes)]
    found = [number for kept in held if isinstance(kept, CONTAINERS) for number in numbers_held(kept) or ()]
    numbers = {id(number): number for number in [*found, *(_directly_kept() if whole else ())]}
    given = numbers_held([value for label, value in frame.f_locals.items() if label != "self"]) if numbers else []
    for number in given or ():
        numbers.pop(id(number), None)
    _noted.numbers, _noted.frame, _noted.whole = numbers, 0 if given is None else id(frame), whole


def _directly_kept() -> list[Any]:
    """The numbers that are items of containers of any class.

    Each class is looked at once for what containers it has: of one that it is given later nothing is noted.
    """
    for cls in [one for one in subclasses(object) if id(one) not in _looked_at]:
        _looked_at.add(id(cls))
        if isinstance(module := cls.__module__, str) and not is_foreign(module):
            found = [key for key, value in list(vars(cls).items()) if isinstance(value, dict | list) and key[:2] != "__"]
            _with_containers.extend((weakref.ref(cls), key) for key in found)
    kept = [vars(owner).get(key) for whose, key in _with_containers if (owner := whose()) is not None]
    return [item for one in kept if isinstance(one, dict | list)
            for item in (list(one.values()) if isinstance(one, dict) else one) if type(item) in NUMBERS]


def known_before() -> dict[int, Any]:
    """The numbers that were noted when the call began which is running now, by their places in memory; none if they were not."""
    frame = outermost(sys._getframe(1))
    return _noted.numbers if frame is not None and _noted.frame == id(frame) else {}


def not_given(numbers: Iterable[Any]) -> dict[int, Any]:
    """Those of some numbers, by their places in memory, that are no arguments of a derivative that is being taken now."""
    found = {id(number): number for number in numbers}
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and found:
        if id(frame.f_code) in _entries:
            given = numbers_held([value for label, value in frame.f_locals.items() if label != "self"])
            if given is None:
                return {}
            for number in given:
                found.pop(id(number), None)
        frame = frame.f_back
    return found


def go_on(numbers: dict[int, Any]) -> None:
    """Called by a function that is a `beginning`, and goes on with what a call began that has ended: its `known_before`."""
    frame = sys._getframe(1)
    if not _is_inside(frame.f_back):
        _noted.numbers, _noted.frame, _noted.whole = numbers, id(frame), False


def watch_runs() -> None:
    """Have it told from the next call on when a run begins (`runtime/runs.py`)."""
    if "" not in WATCHED:
        WATCHED[""] = weakref.WeakSet()


def watch(places: Iterable[tuple[type, str]]) -> None:
    """Have the numbers in these containers noted, from the next call on."""
    for cls, key in places:
        classes = WATCHED.setdefault(key, weakref.WeakSet())
        if len(classes) < _MOST:
            classes.add(cls)


def watch_names(names: Collection[str]) -> None:
    """Have the numbers noted in all containers that classes keep under these names, from now on if nothing has run yet."""
    new = [label for label in names if label not in WATCHED]
    if new:
        WATCHED.update((label, weakref.WeakSet()) for label in new)
        watch((cls, label) for cls in subclasses(object) for label in new if isinstance(vars(cls).get(label), CONTAINERS))
    frame = _begun()
    if frame is not None and (new or _noted.frame != id(frame)):
        _note(frame, _noted.whole and _noted.frame == id(frame))


def note_all() -> None:
    """Note the numbers that any class keeps, if nothing has run yet: what the program will call is not known."""
    frame = _begun()
    if frame is not None and not (_noted.whole and _noted.frame == id(frame)):
        _note(frame, whole=True)


def _begun() -> types.FrameType | None:
    """The call of a derivative for which a program is being made, if none has run yet."""
    here = sys._getframe(1)
    return None if _has_run(here) else outermost(here)


def _is_inside(frame: types.FrameType | None) -> bool:
    """Whether a derivative is being taken already."""
    while frame is not None:  # one walk, as each call of a derivative asks
        code = frame.f_code
        if id(code) in _entries or id(code) in _sweeps or code.co_filename.startswith(GENERATED):
            return True
        frame = frame.f_back
    return False


def outermost(frame: types.FrameType | None) -> types.FrameType | None:
    """The call of a derivative, around a frame, that is not made inside another one; None if there is none."""
    found = None
    while frame is not None:
        if id(frame.f_code) in _entries:
            found = frame
        frame = frame.f_back
    return found


def _has_run(frame: types.FrameType | None) -> bool:
    """Whether generated code is running, or a sweep that follows it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(GENERATED) or id(frame.f_code) in _sweeps:
            return True
        frame = frame.f_back
    return False
