"""`itertools`, each as a list."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable


def accumulated(iterable: Any, func: Callable[[Any, Any], Any] | None = None, *, initial: Any = None) -> Any:
    """`itertools.accumulate`."""
    values = indexable(iterable, True)
    result = [] if initial is None else [initial]
    for k in range(len(values)):
        if len(result) == 0:
            result.append(values[k])
        elif func is None:
            result.append(result[-1] + values[k])
        else:
            result.append(func(result[-1], values[k]))
    return result


def chained(*iterables: Any) -> Any:
    """`itertools.chain`."""
    result = []
    for items in iterables:
        values = indexable(items, True)
        for k in range(len(values)):
            result.append(values[k])
    return result


def chained_from(iterable: Any) -> Any:
    """`itertools.chain.from_iterable`."""
    return chained(*indexable(iterable, True))


def neighbours(iterable: Any) -> Any:
    """`itertools.pairwise`."""
    values = indexable(iterable, True)
    result = []
    for k in range(len(values) - 1):
        result.append((values[k], values[k + 1]))
    return result


def all_together(*iterables: Any, repeat: int = 1) -> Any:
    """`itertools.product`."""
    columns = [indexable(items, True) for items in iterables] * repeat
    result = []
    for places in places_of([len(column) for column in columns]):
        result.append(tuple([columns[k][places[k]] for k in range(len(columns))]))
    return result


def places_of(lengths: list[int]) -> list[tuple[int, ...]]:
    """The places in each of several columns, those of the last one changing fastest."""
    found: list[tuple[int, ...]] = [()]
    for length in lengths:
        found = [(*places, k) for places in found for k in range(length)]
    return found


def zipped_longest(*iterables: Any, fillvalue: Any = None) -> Any:
    """`itertools.zip_longest`."""
    columns = [indexable(items, True) for items in iterables]
    result: list[Any] = []
    if len(columns) == 0:
        return result
    for k in range(max([len(column) for column in columns])):
        result.append(tuple([column[k] if k < len(column) else fillvalue for column in columns]))
    return result


def sliced(iterable: Any, *bounds: Any) -> Any:
    """`itertools.islice`."""
    values = indexable(iterable, True)
    result = []
    for k in places_between(len(values), bounds):
        result.append(values[k])
    return result


def places_between(count: int, bounds: Any) -> range:
    """The places that `islice` with these bounds takes of so many items."""
    wanted = slice(*bounds)
    for bound in (wanted.start, wanted.stop, wanted.step):
        if bound is not None and operator.index(bound) < 0:
            raise ValueError("Indices and step for islice() must be positive.")
    return range(count)[wanted]


def called_with_each(function: Callable[..., Any], iterable: Any) -> Any:
    """`itertools.starmap`."""
    values = indexable(iterable, True)
    result = []
    for k in range(len(values)):
        result.append(function(*values[k]))
    return result


zero_derivative(places_of, places_between)
