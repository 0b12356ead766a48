"""What happens once while a derivative is taken, and which objects are made by then.

A run begins with a call of a derivative that is not made inside another one (`analysis/kept_before.py` tells when).
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Set
from typing import Any

from tangentish.rules.registry import zero_derivative
from tangentish.runtime.copies import BARE, have_in_common
from tangentish.runtime.kept_points import forget_points
from tangentish.runtime.kept_tables import forget_tables
from tangentish.runtime.stored_directly import forget_stored


class _Run(threading.local):
    """The places asked for in this run, as identity and attribute, and by their identity the objects that were made in it."""

    def __init__(self) -> None:
        self.asked: set[tuple[int, str]] = set()
        self.made: dict[int, weakref.ref[Any]] = {}
        self.found: dict[Any, Any] = {}  # by what analyses looked for
        self.filled: set[str] = set()  # attributes that a program of this run changes the content of; never bound anew,
        #                                for derivatives of derivatives put attributes back, and these cannot be
        self.refused: set[str] = set()  # of these, those that are refused where they are active and cannot be kept
        self.changing: list[Any] = []  # arrays and containers that a program of this run changes after it has passed them on


_run = _Run()


def run_begins() -> None:
    """Forget what was asked for, and made, in runs before.

    Where a derivative is one of a derivative, each evaluation of the function is a run.
    """
    _run.asked.clear()
    _run.made.clear()
    _run.found.clear()
    _run.filled.clear()
    _run.refused.clear()
    _run.changing.clear()
    forget_points()
    forget_tables()
    forget_stored()


def found_in_run() -> dict[Any, Any]:
    """What analyses have found in this run, and need not look for again; that runs begin has to be watched for.

    What is put there stays until the next run begins, so it is about functions alone that are there for good.
    """
    return _run.found


def filled_later(*attrs: str) -> None:
    """Let functions that are looked up when they are called keep what they read of these attributes: it is changed in this run.

    >>> filled_later("weights")
    >>> sorted(filled_in_run())
    ['weights']
    >>> run_begins()
    """
    _run.filled.update(attrs)


def filled_in_run() -> Set[str]:
    """The attributes whose content a program of this run changes."""
    return _run.filled


def refused_later(*attrs: str) -> None:
    """The same for attributes that the program itself is seen to change: where they are active, and cannot be kept, say so.

    >>> refused_later("weights")
    >>> sorted(refused_in_run()), sorted(filled_in_run())
    (['weights'], ['weights'])
    >>> run_begins()
    """
    _run.filled.update(attrs)
    _run.refused.update(attrs)


def refused_in_run() -> Set[str]:
    """The attributes that are refused where they are active and cannot be kept."""
    return _run.refused


def changes_later(x: Any) -> None:
    """Let functions that are looked up when they are called keep what they read of this: its content is changed in this run.

    >>> table = [1.0]
    >>> changes_later(table)
    >>> is_changed_in_run(table), is_changed_in_run([1.0])
    (True, False)
    >>> run_begins()
    """
    if not any(x is known for known in _run.changing):
        _run.changing.append(x)


def is_changed_in_run(x: Any) -> bool:
    """Whether something is, or holds, what a program of this run changes later."""
    return bool(_run.changing) and type(x) not in BARE and have_in_common(x, _run.changing)


def is_told() -> bool:
    """Whether a program of this run changes what it has passed on."""
    return bool(_run.changing)


def note_made(made: Any) -> None:
    """Remember an object as made in this run, as long as it is there."""
    place, known = id(made), _run.made
    try:
        known[place] = weakref.ref(made, lambda _: known.pop(place, None))
    except TypeError:  # one of a class with slots
        return


def is_made(value: Any) -> bool:
    """Whether a value is an object that was noted so."""
    known = _run.made.get(id(value))
    return known is not None and known() is value


def asked_first(owner: Any, attr: str) -> bool:
    """Whether what an attribute of an object holds is from before this run, and is asked for in it for the first time.

    >>> class Model: pass
    >>> model = Model()
    >>> asked_first(model, "x"), asked_first(model, "x"), asked_first(model, "y")
    (True, False, True)
    >>> made = Model()
    >>> note_made(made)
    >>> asked_first(made, "x")
    False
    """
    place = (id(owner), attr)
    if place in _run.asked:
        return False
    _run.asked.add(place)
    held = _run.made.get(id(owner))
    return held is None or held() is not owner


def asked_by_now() -> frozenset[tuple[int, str]]:
    """What was asked for in this run until now."""
    return frozenset(_run.asked)


def ask_again(asked: frozenset[tuple[int, str]]) -> None:
    """Let no more be asked for than that: steps after it are run again, and ask as they did."""
    _run.asked = set(asked)


zero_derivative(run_begins, filled_later, refused_later, changes_later, asked_first, asked_by_now, ask_again)
