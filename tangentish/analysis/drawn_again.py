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
        raise UnsupportedError(f"{inner.__qualname__} is a generator that may take from an iterator, or from random numbers; "
                               "active values cannot flow through it.\nMake a list of what it yields first: list(...).")
    return function(*args)  # type: ignore[no-any-return]  # a generator function gives one


def iterated_again(items: Any) -> Iterator[Any] | None:
    """The same for a loop over an object whose `__iter__` may be a generator function."""
    made = getattr(type(items), "__iter__", None)
    return drawn_again(made, items) if isinstance(made, types.FunctionType) else None


zero_derivative(drawn_again, iterated_again)
