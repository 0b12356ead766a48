"""Loops over what is a `collections.abc.Sequence` by its class: over its items for 0, 1, 2 ..., until there is none."""

from __future__ import annotations

import collections
import collections.abc
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def goes_by_places(items: Any) -> bool:
    """Whether a loop over an object is that of `collections.abc.Sequence`.

    >>> goes_by_places(collections.UserList([1.0])), goes_by_places([1.0])
    (True, False)
    """
    return getattr(type(items), "__iter__", None) is collections.abc.Sequence.__iter__


def items_by_places(items: Any) -> list[Any]:
    """What such a loop goes through.

    >>> items_by_places(collections.UserList([1.0, 2.0]))
    [1.0, 2.0]
    """
    check_ends(items)
    return [items[k] for k in range(len(items))]


def check_ends(items: Any) -> None:
    """Raise where there is an item after the last one: Python goes on until there is none.

    >>> check_ends(collections.UserList([1.0]))
    """
    try:
        items[len(items)]
    except IndexError:
        return
    raise UnsupportedError(f"a {type(items).__name__} has more items than its length says, and is looped over.\n"
                           "Loop over a range, and take its items by their places.")


zero_derivative(goes_by_places, check_ends)
