"""The builtin `reversed`: of lists and arrays, and of objects whose class says what it gives."""

from __future__ import annotations

import collections.abc
import types
from typing import Any

from tangentish.library.functions import check_iterator, iterated
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable


def reversed_items(items: Any) -> Any:
    """The builtin `reversed`, as a list."""
    if turns_by_places(items):
        return [items[len(items) - 1 - k] for k in range(len(items))]
    if turns(items):
        made = items.__reversed__()
        check_iterator(made)
        return list(made)
    values = indexable(items, True)
    result = []
    for k in range(len(values)):
        result.append(values[-1 - k])
    return result


def iterated_backwards(items: Any) -> Any:
    """What a loop over `reversed(items)` goes through, as a list from which it takes the last item first."""
    return reversed_items(items)[::-1] if turns(items) else iterated(items)


def turns(items: Any) -> bool:
    """Whether the class of an object says what `reversed` gives."""
    return isinstance(getattr(type(items), "__reversed__", None), types.FunctionType)


def turns_by_places(items: Any) -> bool:
    """Whether that is what `collections.abc.Sequence` says."""
    return getattr(type(items), "__reversed__", None) is collections.abc.Sequence.__reversed__


zero_derivative(turns, turns_by_places)
