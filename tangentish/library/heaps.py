"""`heapq` and `bisect`: heaps and sorted lists of active values, with the comparisons that Python makes."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable
from typing import Any

from tangentish.library.functions import sorted_items
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable

zero_derivative(bisect.bisect_left, bisect.bisect_right)


def heap_pushed(heap: Any, item: Any) -> None:
    """`heapq.heappush`."""
    heap.append(item)
    move_up(heap, 0, len(heap) - 1)


def heap_popped(heap: Any) -> Any:
    """`heapq.heappop`."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    move_down(heap, 0)
    return first


def heap_replaced(heap: Any, item: Any) -> Any:
    """`heapq.heapreplace`."""
    first = heap[0]
    heap[0] = item
    move_down(heap, 0)
    return first


def heap_push_popped(heap: Any, item: Any) -> Any:
    """`heapq.heappushpop`."""
    if len(heap) == 0 or not heap[0] < item:
        return item
    return heap_replaced(heap, item)


def heap_made(heap: Any) -> None:
    """`heapq.heapify`."""
    for place in reversed(range(len(heap) // 2)):
        move_down(heap, place)


def move_up(heap: Any, start: int, place: int) -> None:
    """Move an item of a heap up to where what is above it is not larger, as far as `start`."""
    item = heap[place]
    while place > start and item < heap[(place - 1) // 2]:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = item


def move_down(heap: Any, place: int) -> None:
    """Move an item of a heap down to the end, along the smaller ones, and up again from there, as Python does."""
    start, item = place, heap[place]
    while 2 * place + 1 < len(heap):
        child = 2 * place + 1
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child = child + 1
        heap[place] = heap[child]
        place = child
    heap[place] = item
    move_up(heap, start, place)


def smallest_items(n: int, iterable: Any, key: Callable[[Any], Any] | None = None) -> Any:
    """`heapq.nsmallest`."""
    return sorted_items(iterable, key)[:max(n, 0)]


def largest_items(n: int, iterable: Any, key: Callable[[Any], Any] | None = None) -> Any:
    """`heapq.nlargest`."""
    return sorted_items(iterable, key, True)[:max(n, 0)]


def merged_items(*iterables: Any, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> Any:
    """`heapq.merge`, as a list."""
    columns = [indexable(items, True) for items in iterables]
    keys = [list(column) if key is None else [key(item) for item in column] for column in columns]
    result = []
    for column, place in merging(keys, reverse):
        result.append(columns[column][place])
    return result


def merging(keys: list[list[Any]], reverse: bool) -> list[tuple[int, int]]:
    """The column and the place of each item, in the order in which columns of such keys are merged."""
    marked = [[(value, number, place) for place, value in enumerate(column)] for number, column in enumerate(keys)]
    merged = heapq.merge(*marked, key=lambda item: item[0], reverse=reverse)
    return [(number, place) for _, number, place in merged]


def inserted_sorted(items: Any, x: Any, lo: int = 0, hi: int | None = None, *,
                    key: Callable[[Any], Any] | None = None) -> None:
    """`bisect.insort_right`."""
    items.insert(place_right(items, x, lo, hi, key), x)


def inserted_sorted_left(items: Any, x: Any, lo: int = 0, hi: int | None = None, *,
                         key: Callable[[Any], Any] | None = None) -> None:
    """`bisect.insort_left`."""
    items.insert(place_left(items, x, lo, hi, key), x)


def place_right(items: Any, x: Any, lo: int, hi: int | None, key: Callable[[Any], Any] | None) -> int:
    """Where `insort_right` inserts."""
    return bisect.bisect_right(items, x if key is None else key(x), lo, hi, key=key)


def place_left(items: Any, x: Any, lo: int, hi: int | None, key: Callable[[Any], Any] | None) -> int:
    """Where `insort_left` inserts."""
    return bisect.bisect_left(items, x if key is None else key(x), lo, hi, key=key)


zero_derivative(merging, place_right, place_left)

HEAPS: dict[Any, Callable[..., Any]] = {
    heapq.heappush: heap_pushed, heapq.heappop: heap_popped, heapq.heapify: heap_made, heapq.heapreplace: heap_replaced,
    heapq.heappushpop: heap_push_popped, heapq.nsmallest: smallest_items, heapq.nlargest: largest_items,
    heapq.merge: merged_items, bisect.insort_right: inserted_sorted, bisect.insort_left: inserted_sorted_left,
}
