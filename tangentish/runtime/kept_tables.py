"""Tables in which functions keep results by the values of their arguments, for as long as a derivative is taken.

What such a table held before this run is no function of the arguments any more: the entry is put aside where it is asked for, so
that it is computed again, and is compared with what comes out.
"""

from __future__ import annotations

import collections
import collections.abc
import string
import threading
from collections.abc import Collection
from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative
from tangentish.runtime.kept_values import is_other_than_kept, refuse_kept

Entry = tuple[Any, Any, Any, str]
"""A table, a key, what the table held there, and what the function calls the table."""


_HEX = frozenset(string.hexdigits)
_SHORT = 8


class _Tables(threading.local):
    """The entries put aside, and the keys stored in this run, with their table: so that no other one takes its place in memory."""

    def __init__(self) -> None:
        self.aside: dict[tuple[int, Any], Entry] = {}
        self.stored: dict[int, tuple[Any, set[Any]]] = {}
        self.listed: list[Any] = []  # items that are known by where they are in memory


_tables = _Tables()


def put_aside(table: Any, key: Any, label: str, before: list[Entry] | None) -> list[Entry]:
    """Take the entry of a key out of a table if it is from before this run: what was put aside `before`, and this.

    >>> table = {0.5: 2.0, 1.5: 3.0}
    >>> found = put_aside(table, 0.5, "table", None)
    >>> table, len(found)
    ({1.5: 3.0}, 1)
    >>> table[0.5] = 2.0
    >>> note_stored(table, 0.5)
    >>> put_aside(table, 0.5, "table", found) == found
    True
    >>> check_stored(found)
    """
    found = before or []
    if not isinstance(table, collections.abc.MutableMapping):
        return found
    try:
        if key not in table or is_name(key) or key in _tables.stored.get(id(table), (table, ()))[1]:
            return found
    except TypeError:  # which says what is wrong with the key, and is raised again where it is looked up
        return found
    entry = table, key, table[key], label
    del table[key]
    _tables.aside[id(table), key] = entry
    return [*found, entry]


def refuse_entries(table: Any, label: str, *keys: Any) -> None:
    """Raise if a table has entries from before this run: for some keys, or any at all.

    >>> refuse_entries({0.5: 2.0}, "TABLE", 1.5)
    >>> try: refuse_entries({0.5: 2.0}, "TABLE")
    ... except NotImplementedError as error: print("refused")
    refused
    """
    if not isinstance(table, collections.abc.MutableMapping):
        return
    stored: Collection[Any] = _tables.stored.get(id(table), (table, ()))[1]
    for key in keys or table:
        try:
            if key in table and key not in stored and not is_name(key):
                refuse_kept(label)
        except TypeError:
            return


def is_name(key: Any) -> bool:
    """Whether a key is the name of something, and so not made of values: of what an object has, a parameter, a unit.

    >>> is_name("theta_1"), is_name("[0.5 1.0]"), is_name("deadbeef00"), is_name(0.5)
    (True, False, False, False)
    """
    return isinstance(key, str) and key.isidentifier() and (len(key) < _SHORT or not _HEX.issuperset(key))


def note_stored(table: Any, key: Any) -> None:
    """What a table holds for a key is of this run, and has to be what was put aside.

    >>> table = {0.5: 2.0}
    >>> found = put_aside(table, 0.5, "table", None)
    >>> table[0.5] = 5.0
    >>> try: note_stored(table, 0.5)
    ... except NotImplementedError: print(table)
    {0.5: 2.0}
    """
    if not isinstance(table, collections.abc.MutableMapping) or key not in table:
        return
    _tables.stored.setdefault(id(table), (table, set()))[1].add(key)
    entry = _tables.aside.pop((id(table), key), None)
    if entry is not None and is_other_than_kept(entry[2], table[key]):
        table[key] = entry[2]
        refuse_kept(entry[3])


def check_stored(entries: list[Entry] | None) -> None:
    """Raise where something that was put aside has not been computed again."""
    left = [entry for entry in entries or () if (id(entry[0]), entry[1]) in _tables.aside]
    if left:
        forget_tables()
        refuse_kept(left[0][3])


def check_listed(items: Any, label: str, point: Any, given: Any) -> None:
    """Raise where a point of a list that is from before this run is what is `given`, for its result is of then.

    >>> known = [(np.array([1.0, 2.0]), 3.0)]
    >>> check_listed(known, "known", known[0][0], np.array([1.0, 2.5]))
    >>> try: check_listed(known, "known", known[0][0], np.array([1.0, 2.0]))
    ... except NotImplementedError: print("refused")
    refused
    """
    if not isinstance(items, list | collections.deque) or is_name(given):
        return
    try:
        if np.shape(point) != np.shape(given) or not np.all(np.isclose(point, given) if is_numeric(given) else point == given):
            return
    except (TypeError, ValueError):  # what is compared otherwise is no point
        return
    stored = _tables.stored.get(id(items), (items, ()))[1]
    if not any(id(item) in stored for item in list(items) if item is point or (
            isinstance(item, tuple | list) and any(part is point for part in item))):
        refuse_kept(label)


def check_searched(items: Any, label: str, given: Any) -> None:
    """The same where any item of the list, or a part of one, is compared with what is `given`.

    >>> try: check_searched([((1.0, 2.0), 3.0)], "known", (1.0, 2.0))
    ... except NotImplementedError: print("refused")
    refused
    """
    for item in list(items) if isinstance(items, list | collections.deque) else ():
        for part in (item, *(item if isinstance(item, tuple | list) else ())):
            check_listed(items, label, part, given)


def is_numeric(value: Any) -> bool:
    """Whether a value is an array of numbers, or may be made one."""
    return np.asarray(value).dtype.kind in "fciu"


def note_listed(items: Any, place: int) -> None:
    """The item at an end of a list is of this run: it has just been put there."""
    if not isinstance(items, list | collections.deque):
        return
    stored = _tables.stored.setdefault(id(items), (items, set()))[1]
    _tables.listed.append(items[place])
    stored.add(id(items[place]))


def forget_tables() -> None:
    """Another run begins: what was put aside, and not computed again, is put back."""
    for table, key, value, _ in _tables.aside.values():
        table.setdefault(key, value)
    _tables.aside.clear()
    _tables.stored.clear()
    _tables.listed.clear()


zero_derivative(check_listed, check_searched, note_listed, put_aside, refuse_entries, note_stored, check_stored)
