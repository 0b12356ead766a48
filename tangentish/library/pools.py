"""Pools of `multiprocessing`: their tasks, one after the other; those of processes as `elsewhere` says."""

from __future__ import annotations

from multiprocessing import pool as pools
from typing import Any

from tangentish import library
from tangentish.library.elsewhere import called_elsewhere
from tangentish.rules.registry import zero_derivative


def mapped_in_pool(pool: Any, func: Any, iterable: Any, chunksize: Any = None) -> Any:
    """`Pool.map`."""
    return [applied_in_pool(pool, func, (item,)) for item in iterable]


def starmapped_in_pool(pool: Any, func: Any, iterable: Any, chunksize: Any = None) -> Any:
    """`Pool.starmap`."""
    return [applied_in_pool(pool, func, items) for items in iterable]


def applied_in_pool(pool: Any, func: Any, args: Any = (), kwds: Any = {}) -> Any:  # noqa: B006 - as it is there
    """`Pool.apply`."""
    return func(*args, **kwds) if is_of_threads(pool) else called_elsewhere(func, args, kwds)


def is_of_threads(pool: Any) -> bool:
    """Whether the workers of a pool are threads."""
    return isinstance(pool, pools.ThreadPool)


zero_derivative(is_of_threads)
library.REPLACED |= {pools.Pool.map: mapped_in_pool, pools.Pool.starmap: starmapped_in_pool, pools.Pool.apply: applied_in_pool}
