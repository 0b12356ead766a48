"""What is checked, and taken, of the items of generators."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.checks import check_no_array, check_no_out, check_place
from tangentish.slots import WHOLE


def check_settled(items: Any) -> None:
    """Raise where a generator yielded what it may have changed afterwards."""
    if not all(_is_fixed(item) for item in items):
        raise UnsupportedError("a generator that writes into its own variables yields what may change while it goes on; generators "
                               "that carry active values are followed as lists.\nYield a copy, or make a list: list(...).")


def check_none_yielded(items: Any) -> None:
    """Raise where a generator raises an error, which may be caught, after it has yielded something."""
    if items:
        raise UnsupportedError("a generator raises an error that may be caught after it has yielded something; generators that "
                               "carry active values are followed as lists.\nCatch errors in the generator.")


def first_item(items: Any, *default: Any) -> Any:
    """`next` of a new iterator, of which `items` holds what it gives first, if anything."""
    if len(items) == 0 and len(default) == 0:
        raise StopIteration
    return items[0] if len(items) else default[0]


def plain_items(function: Any, /, *args: Any, **keywords: Any) -> Any:
    """What a generator yields, which must be nothing that may have a derivative."""
    for item in function(*args, **keywords):
        if not is_whole(item):
            raise UnsupportedError(
                f"{getattr(function, '__qualname__', function)} is a generator; active values cannot flow through it where its "
                "items are not used up at once.\nMake a list of what it yields: list(...).")
        yield item


def is_whole(value: Any) -> bool:
    """Whether a value is, or holds, nothing but whole numbers, truth values and text."""
    if isinstance(value, tuple | list):
        return all(map(is_whole, value))
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind in "biuSU"
    return isinstance(value, WHOLE | slice)


def check_bounded(*values: Any) -> None:
    """Raise where a generator of which not all may be asked for is given an iterator, which may be endless."""
    for value in values:
        if hasattr(value, "__next__"):
            raise UnsupportedError(f"a generator goes through a {type(value).__name__} object, and not all of what it would yield "
                                   "may be asked for.\nMake a list of it first: list(...).")


def _is_fixed(value: Any) -> bool:
    """Whether a value cannot be changed in place."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    return isinstance(value, int | float | complex | str | bytes | np.generic | type(None))


zero_derivative(check_none_yielded, check_settled, check_bounded, check_no_array, check_no_out, check_place, plain_items)
