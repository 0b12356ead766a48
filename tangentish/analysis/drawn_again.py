"""Loops over generators that nobody saw beforehand: the generator runs beside the list of its items, and must give the same.

Where the body of a loop may change what the generator has yet to read, a list of all its items is what the loop goes through
only if nothing was changed.  That is looked at while the loop runs.

>>> def squares(numbers):
...     for v in numbers:
...         yield v * v
>>> numbers = [1.0, 2.0]
>>> watch = drawn_again(squares, numbers)
>>> check_drawn(watch, 1.0)
>>> numbers[1] = 5.0
>>> check_drawn(watch, 4.0)
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: the body of this loop changes what the generator squares has yet to read; generators that \
carry active values are followed as lists.
Make a list of what it yields first: list(...).
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.analysis.drawing import may_draw
from tangentish.errors import UnsupportedError
from tangentish.frontend.generators import is_generator
from tangentish.rules.registry import zero_derivative


def drawn_again(function: Any, *args: Any) -> Iterator[Any] | None:
    """What a generator function gives once more, None for what is no such function."""
    inner = function.__func__ if isinstance(function, types.MethodType) else function
    if not is_generator(inner):
        return None
    if may_draw(inner):
        raise UnsupportedError(f"{inner.__qualname__} is a generator that may take from an iterator, or from random numbers; active "
                               "values cannot flow through it.\nMake a list of what it yields first: list(...).")
    return function(*args)  # type: ignore[no-any-return]  # a generator function gives one


def iterated_again(items: Any) -> Iterator[Any] | None:
    """The same for a loop over an object whose `__iter__` may be a generator function."""
    made = getattr(type(items), "__iter__", None)
    return drawn_again(made, items) if isinstance(made, types.FunctionType) else None


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


zero_derivative(drawn_again, iterated_again, check_drawn, check_drawn_all)
