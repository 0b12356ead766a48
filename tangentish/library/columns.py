"""What `map` and `zip` go through in step: iterators, which may be endless, and dicts and sets, as lists."""

from __future__ import annotations

import itertools
import types
from collections.abc import MappingView
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.own_containers import said_in_python
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.iteration import is_endless, not_known

KEYED = (dict, set, frozenset, types.MappingProxyType, MappingView)
"""What gives its items not by their places: keys and members, which have no derivative, and views of dicts that are constant."""


def drawn_columns(columns: Any, strict: bool = False) -> Any:
    """The columns, each in a form that can be indexed."""
    drawn = drawn_in_step(columns, strict)
    result = []
    for k in range(len(columns)):
        if drawn[k] is None:
            result.append(columns[k])
        else:
            result.append(drawn[k])
    return result


def is_iterator(column: Any) -> bool:
    """Whether the items of a column are gone once they are read."""
    return hasattr(column, "__next__")


def in_need_of_drawing(columns: Any) -> bool:
    """Whether there is a column whose items cannot be had by their places; how many there are, code may find out by asking."""
    for column in columns:
        placed = is_iterator(column) or hasattr(type(column), "__len__")
        if not placed and said_in_python(type(column), "__iter__", "__getitem__"):
            raise not_known(column)
    return any(is_iterator(column) or isinstance(column, KEYED) for column in columns)


def drawn_in_step(columns: Any, strict: bool) -> list[list[Any] | None]:
    """Of each such column the items, for the others None; as many are taken from the iterators as `zip` would take."""
    if columns and all(map(is_endless, columns)):
        raise UnsupportedError("an endless iterator is gone through as a whole where active values flow.\n"
                               "Take as many of its items as are needed, by itertools.islice.")
    drawn: list[list[Any] | None] = [
        [] if is_iterator(column) else list(column) if isinstance(column, KEYED) else None for column in columns]
    row, ended = 0, False
    while not ended and any(map(is_iterator, columns)):
        for place, column in enumerate(columns):
            items = drawn[place]
            if is_iterator(column) and items is not None:
                items += itertools.islice(column, 1)
            ended = row >= len(column if items is None else items)
            if ended and not (strict and place == 0):  # where the first one ends, `strict` looks whether the others do
                break
            ended = ended or (strict and row >= len(columns[0] if drawn[0] is None else drawn[0]))
        row += 1
    return drawn


zero_derivative(is_iterator, in_need_of_drawing, drawn_in_step)
