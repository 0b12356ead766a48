"""`next` of an iterator that an object holds, beside active values: of a counter that numbers what is made, say.

What such an iterator gives has no derivative if it is a whole number or a text, and if Python itself makes it: a generator of
the user's might do more than that.
"""

from __future__ import annotations

import itertools
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.generated import is_whole
from tangentish.rules.registry import zero_derivative

BEGUN: tuple[Any, ...] = (range(1), range(1 << 70), [], (), "", b"", {}, set())
MADE_BY_PYTHON = (itertools.count, *(type(iter(items)) for items in BEGUN))


def next_item(iterator: Any, /, *default: Any) -> Any:
    """`next`."""
    items = next_whole(iterator)
    if len(items) == 0 and len(default) == 0:
        raise StopIteration
    return items[0] if len(items) else default[0]


def next_whole(iterator: Any) -> tuple[Any, ...]:
    """What an iterator gives next, if anything."""
    items = tuple(itertools.islice(iterator, 1)) if isinstance(iterator, MADE_BY_PYTHON) else None
    if items is None or not is_whole(items):
        raise UnsupportedError("`next` of an iterator that may give active values has no derivative.\n"
                               "Make a list of what it gives: list(...), and count its items.")
    return items


zero_derivative(next_whole)
