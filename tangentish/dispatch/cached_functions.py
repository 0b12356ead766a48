"""Functions that keep their results: they give what they gave first, though what they read may have changed since.

Their code is followed in each call, so that a second call with equal arguments comes out as it would without the cache.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tangentish.analysis.kept_before import watch_runs
from tangentish.errors import UnsupportedError
from tangentish.runtime.kept_values import is_other_than_kept, kept_before
from tangentish.runtime.runs import found_in_run

_COMPARED = (int, float, complex, np.ndarray, np.generic, str, bytes, type(None))


def check_result(function: Any, args: tuple[Any, ...], keywords: dict[str, Any], ans: Any) -> None:
    """Raise where a function that keeps its results is called once more in a run and gives something else.

    >>> y = np.array([2.0, 5.0])
    >>> scaled = functools.cache(lambda k: k * y[0])
    >>> check_result(scaled, (3,), {}, 6.0)
    >>> check_result(scaled, (3,), {}, 6.0)
    >>> check_result(scaled, (3,), {}, 15.0)
    Traceback (most recent call last):
        ...
    tangentish.errors.UnsupportedError: <lambda> keeps its results, and what it reads has changed between two calls with equal
    arguments.
    Call it without the cache (`__wrapped__`), or give it what it reads as an argument.
    """
    if not isinstance(function, functools._lru_cache_wrapper) or not _is_compared(ans):
        return
    watch_runs()
    key = "cached", function, args, tuple(keywords.items())
    try:
        before = found_in_run().setdefault(key, kept_before(ans))
    except TypeError:  # arguments that cannot be hashed: the function raises then
        return
    if is_other_than_kept(before, ans):
        raise UnsupportedError(f"{function.__name__} keeps its results, and what it reads has changed between two calls with equal "
                               "arguments.\nCall it without the cache (`__wrapped__`), or give it what it reads as an argument.")


def forget_results(function: Any) -> None:
    """What a function kept is no more, and it may give something else now."""
    found = found_in_run()
    for key in [key for key in found if isinstance(key, tuple) and key[:1] == ("cached",) and key[1] is function]:
        del found[key]


def _is_compared(ans: Any) -> bool:
    """Whether a result is made of numbers and text alone."""
    if isinstance(ans, tuple | list):
        return all(map(_is_compared, ans))
    return isinstance(ans, _COMPARED)
