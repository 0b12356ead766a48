"""The items of an iterator that may write into something, asked for one by one (`normalise/iterators/running.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

OVER = object()
"""What is given after the last item."""


def next_item(iterator: Any) -> Any:
    """The next item of an iterator, or `OVER`; what this writes into is not known, as it is of no method that is called.

    >>> running = iter([1.0])
    >>> next_item(running), is_over(next_item(running))
    (1.0, True)
    """
    check_asked(iterator)
    try:
        return iterator.__next__()
    except StopIteration:
        return OVER


def asked(iterator: Any) -> Any:
    """An iterator that a statement may ask for items, or what is none; what asking it writes into is not known either.

    >>> list(asked(iter([1.0]))), asked([2.0])
    ([1.0], [2.0])
    """
    return iterator.__iter__() if isinstance(iterator, Iterator) else iterator


def check_asked(iterator: Any) -> None:
    """Raise where code of the user's that was followed gave a list for an iterator, as it does for `iter(rows)`."""
    if not hasattr(type(iterator), "__next__"):
        raise UnsupportedError(f"a loop goes through what the __iter__ of a class gave, which is followed as a "
                               f"{type(iterator).__name__} here, and it writes into something.\nLoop over a list of it: list(...).")


def is_over(item: Any) -> bool:
    """Whether there was no other item."""
    return item is OVER


zero_derivative(is_over, check_asked)
