"""`collections.Counter` and `OrderedDict`: what they do beyond a dict."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any


def new_counter(_table: Any = None, /, **more: Any) -> Any:
    """`collections.Counter(table)`."""
    result: Any = collections.Counter()
    add_counts(result, _table, **more)
    return result


def add_counts(counter: Any, _other: Any = None, /, **more: Any) -> None:
    """`Counter.update`."""
    if _other is not None:
        count_each(counter, _other, 1)
    for key in list(more):
        counter[key] = more[key] + counter.get(key, 0)


def subtract_counts(counter: Any, _other: Any = None, /, **more: Any) -> None:
    """`Counter.subtract`."""
    if _other is not None:
        count_each(counter, _other, -1)
    for key in list(more):
        counter[key] = counter.get(key, 0) - more[key]


def count_each(counter: Any, other: Any, sign: int) -> None:
    """Add, or take away, the counts of a table, or one for each item."""
    if hasattr(other, "keys"):
        for key in list(other):
            counter[key] = sign * other[key] + counter.get(key, 0)
    else:
        for key in other:
            counter[key] = sign + counter.get(key, 0)


def move_to_end(table: Any, key: Any, last: bool = True) -> None:
    """`OrderedDict.move_to_end`."""
    value = table.pop(key)
    if last:
        table[key] = value
    else:
        others = [(other, table.pop(other)) for other in list(table)]
        table[key] = value
        for pair in others:
            table[pair[0]] = pair[1]


def pop_end_item(table: Any, last: bool = True) -> Any:
    """`OrderedDict.popitem`."""
    if not table:
        raise KeyError("dictionary is empty")
    key = list(table)[-1 if last else 0]
    return key, table.pop(key)


COUNTERS: dict[Any, Callable[..., Any]] = {
    collections.Counter.update: add_counts, collections.Counter.subtract: subtract_counts}
