"""Contents of arrays and containers that are exchanged for a while: what was changed meanwhile stays changed.

>>> log = ["old"]
>>> with exchanged(log, ["older", "oldest"]):
...     log.append("new")
>>> log
['old', 'new']
>>> table = {"a": 1, "b": 2}
>>> with exchanged(table, {"a": 0, "b": 0}):
...     table["b"] = 3
>>> table
{'a': 1, 'b': 3}
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.own_containers import content_of_container


@contextlib.contextmanager
def exchanged(x: Any, then: Any) -> Iterator[None]:
    """An array, list, dict, set or deque holds for a while what `then` does."""
    now = content_of_container(x)
    _fill(x, then)
    try:
        yield
    finally:
        _fill(x, _merged(x, then, now))


def same_items(x: Any, then: Any) -> bool:
    """Whether a container holds the very items that a copy of it does."""
    if len(x) != len(then):
        return False
    if isinstance(x, dict):
        return all(key in x and x[key] is item for key, item in then.items())
    return bool(x == then) if isinstance(x, set) else all(a is b for a, b in zip(x, then, strict=True))


def _merged(x: Any, then: Any, now: Any) -> Any:
    """What is to be in `x`: what was there, changed as `x` was, which held `then`."""
    if isinstance(x, np.ndarray):
        changed = (np.asarray(x) != then) & ((np.asarray(x) == x) | (then == then))  # nan stays nan
        return np.where(changed, np.asarray(x), np.asarray(now)) if changed.any() else np.asarray(now)
    if same_items(x, then):
        return now
    if isinstance(x, dict):
        kept = {key: item for key, item in now.items() if key in x or key not in then}
        return kept | {key: item for key, item in x.items() if key not in then or then[key] is not item}
    if isinstance(x, set):
        return (now | (x - then)) - (then - x)
    items, before = list(x), list(then)
    grown = len(items) > len(before) and same_items(items[: len(before)], before)
    return [*now, *items[len(before):]] if grown else items


def _fill(x: Any, items: Any) -> None:
    """Give an array or a container its content; `items` is none of its own."""
    if isinstance(x, np.ndarray):
        np.asarray(x)[...] = items
    elif isinstance(x, list):
        x[:] = items
    else:
        items = list(items) if isinstance(items, deque) else items
        x.clear()
        x.extend(items) if isinstance(x, deque) else x.update(items)
