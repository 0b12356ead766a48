"""Loops over generators that nobody saw beforehand: the generator runs beside the list of its items, and must give the same.

Where the body of a loop may change what the generator has yet to read, a list of all its items is what the loop goes through
only if nothing was changed.  That is looked at while the loop runs.

>>> def squares(numbers):
...     for v in numbers:
...         yield v * v
>>> numbers = [1.0, 2.0]
>>> from tangentish.library.watches import check_drawn
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

from tangentish.analysis.code.drawing import may_draw
from tangentish.analysis.writes.effects import effects_of
from tangentish.errors import UnsupportedError
from tangentish.frontend.generators import is_generator
from tangentish.rules.registry import zero_derivative


def drawn_again(function: Any, *args: Any) -> Iterator[Any] | None:
    """What a generator function gives once more, None for what is no such function."""
    inner = function.__func__ if isinstance(function, types.MethodType) else function
    if not is_generator(inner):
        return None
    if may_draw(inner):
        raise UnsupportedError(f"{inner.__qualname__} is a generator that may take from an iterator, or from random numbers; "
                               "active values cannot flow through it.\nMake a list of what it yields first: list(...).")
    return function(*args)


def iterated_again(items: Any) -> Iterator[Any] | None:
    """The same for a loop over an object with an `__iter__` of the user's: a generator function, or one that gives an iterator."""
    made = getattr(type(items), "__iter__", None)
    if not isinstance(made, types.FunctionType):
        return None
    if is_generator(made):
        return drawn_again(made, items)
    if effects_of(made).any_writes:
        raise UnsupportedError(f"{made.__qualname__} writes into something, and so may the body of this loop; what it gives is "
                               "followed as a list.\nMake a list of it first: list(...).")
    watch = made(items)
    return watch if hasattr(watch, "__next__") and not isinstance(type(watch).__next__, types.FunctionType) else None


def zipped_again(*parts: Any) -> Iterator[Any] | None:
    """The same for a `zip` of such objects and of lists; None where there is no such object, or an iterator beside it."""
    if any(hasattr(part, "__next__") for part in parts):
        return None
    again = [iterated_again(part) for part in parts]
    if all(watch is None for watch in again):
        return None
    return zip(*(part if watch is None else watch for part, watch in zip(parts, again, strict=True)), strict=False)


zero_derivative(drawn_again, iterated_again, zipped_again)
