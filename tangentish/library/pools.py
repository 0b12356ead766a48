"""Pools of `multiprocessing`: their tasks, one after the other.

Those of processes are given copies, and so are those who get their results: what they write there is lost.
"""

from __future__ import annotations

import copy
from multiprocessing import pool as pools
from typing import Any

from tangentish import library
from tangentish.rules.registry import zero_derivative


def mapped_in_pool(pool: Any, func: Any, iterable: Any, chunksize: Any = None) -> Any:
    """`Pool.map`."""
    return [applied_in_pool(pool, func, (item,)) for item in iterable]


def starmapped_in_pool(pool: Any, func: Any, iterable: Any, chunksize: Any = None) -> Any:
    """`Pool.starmap`."""
    return [applied_in_pool(pool, func, items) for items in iterable]


def applied_in_pool(pool: Any, func: Any, args: Any = (), kwds: Any = {}) -> Any:  # noqa: B006 - as it is there
    """`Pool.apply`."""
    if shares_memory(pool):
        return func(*args, **kwds)
    function, values, keywords = copy.deepcopy((func, args, kwds))
    return copy.deepcopy(function(*values, **keywords))


def shares_memory(pool: Any) -> bool:
    """Whether the workers of a pool are threads."""
    return isinstance(pool, pools.ThreadPool)


zero_derivative(shares_memory)
library.REPLACED |= {pools.Pool.map: mapped_in_pool, pools.Pool.starmap: starmapped_in_pool, pools.Pool.apply: applied_in_pool}
