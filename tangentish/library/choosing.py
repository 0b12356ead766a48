"""Tools of `itertools` that take some of the items, or put them together in several ways; each as a list."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.whole_items import next_item
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable


def taken_while(predicate: Callable[[Any], Any], iterable: Any) -> Any:
    """`itertools.takewhile`."""
    values = indexable(iterable, True)
    result = []
    for k in range(len(values)):
        if not predicate(values[k]):
            break
        result.append(values[k])
    return result


def dropped_while(predicate: Callable[[Any], Any], iterable: Any) -> Any:
    """`itertools.dropwhile`."""
    values = indexable(iterable, True)
    result: list[Any] = []
    for k in range(len(values)):
        if len(result) > 0 or not predicate(values[k]):
            result.append(values[k])
    return result


def not_filtered(predicate: Callable[[Any], Any] | None, iterable: Any) -> Any:
    """`itertools.filterfalse`."""
    values = indexable(iterable, True)
    result = []
    for k in range(len(values)):
        if not (values[k] if predicate is None else predicate(values[k])):
            result.append(values[k])
    return result


def selected(data: Any, selectors: Any) -> Any:
    """`itertools.compress`."""
    values, wanted = indexable(data, True), indexable(selectors, True)
    result = []
    for k in range(min(len(values), len(wanted))):
        if wanted[k]:
            result.append(values[k])
    return result


def repeated(value: Any, times: Any = None) -> Any:
    """`itertools.repeat`, so many times."""
    check_times(times)
    result = []
    for _ in range(times):
        result.append(value)
    return result


def check_times(times: Any) -> None:
    """Raise where something is repeated without an end."""
    if times is None:
        raise UnsupportedError("itertools.repeat of an active value has no end.\nSay how many times: repeat(x, n).")


def grouped(iterable: Any, key: Callable[[Any], Any] | None = None) -> Any:
    """`itertools.groupby`, with each group as a list."""
    values = indexable(iterable, True)
    keys = list(values) if key is None else [key(item) for item in values]
    result = []
    for start, stop in ends_of_groups(keys):
        result.append((keys[start], [values[k] for k in range(start, stop)]))
    return result


def ends_of_groups(keys: list[Any]) -> list[tuple[int, int]]:
    """Where each group of equal keys begins and ends."""
    lengths = [len(list(group)) for _, group in itertools.groupby(keys)]
    ends = list(itertools.accumulate(lengths, initial=0))
    return list(itertools.pairwise(ends))


def combined(iterable: Any, r: int) -> Any:
    """`itertools.combinations`."""
    return tuples_at(iterable, chosen_places(itertools.combinations, places_in(indexable(iterable, True)), r))


def combined_with_replacement(iterable: Any, r: int) -> Any:
    """`itertools.combinations_with_replacement`."""
    return tuples_at(iterable, chosen_places(itertools.combinations_with_replacement, places_in(indexable(iterable, True)), r))


def permuted(iterable: Any, r: Any = None) -> Any:
    """`itertools.permutations`."""
    return tuples_at(iterable, chosen_places(itertools.permutations, places_in(indexable(iterable, True)), r))


def batches(iterable: Any, n: int, *, strict: bool = False) -> Any:
    """`itertools.batched`."""
    return tuples_at(iterable, batched_places(len(indexable(iterable, True)), n, strict))


def whole_batches(iterable: Any, n: int) -> Any:
    """`zip(*[iter(iterable)] * n)`, which leaves out the last batch if it is not complete."""
    return tuples_at(iterable, whole_batch_places(len(indexable(iterable, True)), n))


def tuples_at(iterable: Any, places: list[tuple[int, ...]]) -> Any:
    """Tuples of the items at some places."""
    values = indexable(iterable, True)
    result = []
    for chosen in places:
        result.append(tuple([values[k] for k in chosen]))
    return result


def places_in(values: Any) -> list[int]:
    """The place of each item.

    In a list, of which the kind does not tell the length: what follows is too much for a sample of any other length.
    """
    return list(range(len(values)))


def chosen_places(tool: Callable[..., Any], places: list[int], r: Any) -> list[tuple[int, ...]]:
    """The places of the items in what a tool of `itertools` gives."""
    return list(tool(places, r))


def batched_places(count: int, n: int, strict: bool) -> list[tuple[int, ...]]:
    """The places of the items in batches."""
    if n < 1:
        raise ValueError("n must be at least one")
    if strict and count % n:
        raise ValueError("batched(): incomplete batch")
    return [tuple(range(start, min(start + n, count))) for start in range(0, count, n)]


def whole_batch_places(count: int, n: int) -> list[tuple[int, ...]]:
    """The places of the items in complete batches.

    >>> whole_batch_places(5, 2), whole_batch_places(5, 0)
    ([(0, 1), (2, 3)], [])
    """
    return [tuple(range(start, start + n)) for start in range(0, count - n + 1, n)] if n > 0 else []


zero_derivative(check_times, ends_of_groups, places_in, chosen_places, batched_places, whole_batch_places)

CHOOSING: dict[Any, Callable[..., Any]] = {
    itertools.takewhile: taken_while, itertools.dropwhile: dropped_while, itertools.filterfalse: not_filtered,
    itertools.compress: selected, itertools.repeat: repeated, itertools.groupby: grouped, itertools.combinations: combined,
    itertools.combinations_with_replacement: combined_with_replacement, itertools.permutations: permuted, next: next_item,
}
if hasattr(itertools, "batched"):  # from Python 3.12 on
    CHOOSING[itertools.batched] = batches
