"""Points that containers keep, with what was computed there, for as long as a derivative is taken.

The point of a call before this run is taken for another one, so that what belongs to it is computed again, and compared.
"""

from __future__ import annotations

import copy
import threading
from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative
from tangentish.runtime.kept_values import is_other_than_kept, is_whole, refuse_kept

Kept = tuple[Any, Any, Any, Any, Any, str]
"""A container, a key, what was there, what is there instead, the content as it was, and what the function calls the container."""


class _Points(threading.local):
    """The points that others stand for, and the items stored in this run, with their containers."""

    def __init__(self) -> None:
        self.changed: list[Kept] = []
        self.stored: dict[tuple[int, Any], Any] = {}


_points = _Points()


def other_point(container: Any, key: Any, label: str, before: list[Kept] | None) -> list[Kept]:
    """Put another point in the place of one that is from before this run: what was changed `before`, and this.

    >>> last = {"x": np.array([0.5, -2.0]), "y": 3.0}
    >>> found = other_point(last, "x", "last", None)
    >>> last["x"].tolist()
    [2.5, 2.0]
    >>> last["x"] = np.array([0.5, -2.0])
    >>> note_item(last, "x")
    >>> check_points(found)
    """
    found = before or []
    if (id(container), key) in _points.stored or not isinstance(container, dict | list):
        return found
    try:
        point = container[key]
    except LookupError:
        return found
    other = _other_than(point)
    if other is None:
        return found
    entry = container, key, point, other, copy.deepcopy(container), label
    container[key] = other
    _points.changed.append(entry)
    return [*found, entry]


def _other_than(point: Any) -> Any:
    """A value of the same kind that is equal in no item; None if there is none."""
    if isinstance(point, np.ndarray | float | complex | np.inexact) and np.asarray(point).dtype.kind in "fciu":
        other = np.where(np.abs(point) < 1, np.add(point, 2), np.negative(point))
        return other.astype(np.asarray(point).dtype) if isinstance(point, np.ndarray) else type(point)(other)
    if isinstance(point, tuple | list):
        return type(point)([None if (other := _other_than(item)) is None else other for item in point]) or None
    if isinstance(point, int | np.integer) and not isinstance(point, bool):
        return point + 1
    return point + point[:1] if isinstance(point, str | bytes) else None


def put_point_back(container: Any, key: Any) -> None:
    """A point is about to be stored: what the reverse sweep will put back there is what was there before this run."""
    for other, place, point, instead, *_ in _points.changed:
        if other is container and place == key and container[key] is instead:
            container[key] = point


def note_item(container: Any, key: Any, own: bool = True) -> None:
    """What a container holds for a key is of this run, if it is its `own`: else it may be what an earlier one has left."""
    if own:
        _points.stored[id(container), key] = container
    else:
        _points.stored.pop((id(container), key), None)


def part_there(x: Any, *steps: tuple[str, Any]) -> Any:
    """A part of an object, by attributes and items, or None if it has none: code asks for that in its tests before it reads it.

    >>> part_there({"last": [0.5, 2.0]}, ("[]", "last"), ("[]", 1)), part_there({}, (".", "last"), ("[]", 1))
    (2.0, None)
    """
    for how, step in steps:
        try:
            x = getattr(x, step) if how == "." else x[step]
        except (LookupError, TypeError, AttributeError):
            return None
    return x


def is_kept_point(container: Any, key: Any, plainly: bool = False) -> bool:
    """Whether a container holds something for a key that is from before this run.

    Where that is not `plainly` a point, as it is compared with another item or stands in no branch, items of arrays and whole
    numbers are none.

    >>> is_kept_point({"x": 2.0}, "x"), is_kept_point({"x": None}, "x"), is_kept_point({}, "x"), is_kept_point(np.ones(2), 0)
    (True, False, False, False)
    """
    if not plainly and isinstance(container, np.ndarray):
        return False
    kept = part_there(container, ("[]", key))
    return kept is not None and (id(container), key) not in _points.stored and (plainly or not is_whole(kept))


def check_points(entries: list[Kept] | None) -> None:
    """Raise where what was computed for an equal point is not what was kept, or nothing was.

    >>> last = {"x": 0.5, "y": 3.0}
    >>> found = other_point(last, "x", "last", None)
    >>> last["x"], last["y"] = 0.5, 4.0
    >>> try: check_points(found)
    ... except NotImplementedError: print(last)
    {'x': 0.5, 'y': 3.0}
    """
    for entry in entries or ():
        if not any(entry is other for other in _points.changed):
            continue
        container, key, point, other, before, label = entry
        _points.changed[:] = [one for one in _points.changed if one is not entry]
        before[key] = point
        if container[key] is not other and is_other_than_kept(point, container[key]):
            continue  # at another point
        if is_other_than_kept(before, container):
            _put_back(container, before)
            refuse_kept(label)


def _put_back(container: Any, before: Any) -> None:
    if isinstance(container, list):
        container[:] = before
    else:
        container.clear()
        container.update(before)


def forget_points() -> None:
    """Another run begins: points that were not stored again are put back."""
    for container, key, point, other, _, _ in _points.changed:
        if container[key] is other:
            container[key] = point
    _points.changed.clear()
    _points.stored.clear()


zero_derivative(part_there, other_point, put_point_back, note_item, is_kept_point, check_points)
