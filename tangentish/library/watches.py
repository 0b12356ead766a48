"""Iterators that run beside the list of their items, and must give the same: what they read may have changed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def next_of(items: Any, watch: Any, *default: Any) -> Any:
    """`next` of an iterator that is followed as the list of its items; `watch` is an iterator that gives the same."""
    if len(items) == 0:
        check_drawn_all(watch)
        if len(default) == 0:
            raise StopIteration
        return default[0]
    item = items.pop(0)
    check_drawn(watch, item)
    return item


def iterator_again(items: Any) -> Iterator[Any]:
    """`iter(items)` once more."""
    if hasattr(items, "__next__") and not isinstance(items, zip | enumerate | reversed):
        raise UnsupportedError(f"`iter` of a {type(items).__name__} object that carries active values is not followed.\n"
                               "Make a list of it first: list(...).")
    return iter(items)


def iterator_itself(x: Any) -> Any:
    """An iterator of which the method `__next__` is wanted."""
    check_not_listed(x)
    return x


def check_not_listed(x: Any) -> None:
    """Raise where an iterator is followed as the list of its items."""
    if isinstance(x, list):
        raise UnsupportedError("the method `__next__` of an iterator that carries active values is held; iterators are followed as "
                               "lists.\nMake a list of it first: list(...), and count its items.")


def check_drawn(watch: Iterator[Any] | None, item: Any) -> None:
    """Raise where the generator would have given something else."""
    if watch is not None and not any(_same(item, other) for other in _next(watch)):
        raise _changed(watch)


def check_drawn_all(watch: Iterator[Any] | None) -> None:
    """Raise where the generator would have given more."""
    if watch is not None and _next(watch):
        raise _changed(watch)


def _next(watch: Iterator[Any]) -> list[Any]:
    """The next item, nothing at the end."""
    for item in watch:
        return [item]
    return []


def _changed(watch: Any) -> UnsupportedError:
    if not hasattr(watch, "__qualname__"):
        return UnsupportedError("what an iterator reads has changed since it was made; iterators are followed as lists.\n"
                                "Make a list of it first: list(...).")
    return UnsupportedError(f"the body of this loop changes what the generator {watch.__qualname__} has yet to read; generators "
                            "that carry active values are followed as lists.\nMake a list of what it yields first: list(...).")


def _same(left: Any, right: Any) -> bool:
    if left is right:
        return True
    if type(left) is not type(right):
        return isinstance(left, float) and isinstance(right, float) and bool(left == right)
    if isinstance(left, tuple | list):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, np.ndarray | np.generic):
        return left.dtype == right.dtype and np.array_equal(left, right, equal_nan=left.dtype.kind in "fc")
    return isinstance(left, int | float | complex | str | bytes) and bool(left == right or (left != left and right != right))


zero_derivative(iterator_again, check_not_listed, check_drawn, check_drawn_all)
