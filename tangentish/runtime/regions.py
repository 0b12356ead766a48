"""Cotangents of what is read and written at an index."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.runtime.cotangents import own


def scatter(total: np.ndarray[Any, Any], index: Any, cotangent: Any) -> None:
    """`total[index] += cotangent`, adding up where an index occurs more than once."""
    if _basic(index) or _is_mask(index):
        total[index] += cotangent
    else:
        np.add.at(total, index if not isinstance(index, list) else np.asarray(index, None if index else int), cotangent)


def winners(total: np.ndarray[Any, Any], index: Any) -> Any:
    """`total[index]`, zero where a later entry of `index` overwrote the same place.

    >>> winners(np.array([5.0, 7.0]), [0, 0, 1])
    array([0., 5., 7.])
    """
    picked = total[index]
    if _basic(index) or _is_mask(index):
        return picked
    order = np.arange(np.size(picked)).reshape(np.shape(picked))
    last = np.empty(total.shape, dtype=int)
    last[index] = order
    return np.where(last[index] == order, picked, 0)


def taken(total: np.ndarray[Any, Any], index: Any) -> Any:
    """What was stored at `index` gets `total[index]` as its cotangent, and `total[index]` becomes zero."""
    picked = own(winners(total, index))
    total[index] = 0
    return picked


def _basic(index: Any) -> bool:
    items = index if isinstance(index, tuple) else (index,)
    return all(item is None or item is Ellipsis or isinstance(item, slice | int | np.integer) for item in items)


def _is_mask(index: Any) -> bool:
    return isinstance(index, np.ndarray) and index.dtype == bool


def index_kept(index: Any) -> Any:
    """An index as it is now, whatever is written into it: `p[p] = v`.

    >>> p = np.array([1, 0])
    >>> kept = index_kept((p, slice(1)))
    >>> p[p] = 5
    >>> kept
    (array([1, 0]), slice(None, 1, None))
    """
    if isinstance(index, tuple):
        return tuple(map(index_kept, index))
    return index.copy() if isinstance(index, np.ndarray | list) else index
