"""Derivatives that are not known, where that matters only if something is made of them: the times that a solver chose, say.

In forward mode they are nan, and refused once they have come into the result.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.leaves import leaves


class _Noted(threading.local):
    def __init__(self) -> None:
        self.reasons: list[str] = []


_noted = _Noted()


def note_unknown(reason: str) -> None:
    """Say what has no derivative, and what to do about it."""
    _noted.reasons.append(reason)


def count_unknown() -> int:
    """How many were noted by now."""
    return len(_noted.reasons)


def check_known(since: int, ans: Any, ans_dot: Any) -> None:
    """Raise if one noted `since` then has come into a tangent: it is nan, and the result is not.

    >>> before = count_unknown()
    >>> note_unknown("the times of a solver have no derivative.")
    >>> try: check_known(before, np.ones(2), np.array([1.0, np.nan]))
    ... except UnsupportedError as error: print(error)
    the times of a solver have no derivative.
    >>> count_unknown() == before
    True
    """
    reasons = _noted.reasons[since:]
    del _noted.reasons[since:]
    if reasons and _has_nan(ans_dot) and not _has_nan(ans):
        raise UnsupportedError(reasons[0])


def _has_nan(value: Any) -> bool:
    """Whether there is a nan among the numbers of a value."""
    arrays = [np.asarray(leaf) for _, leaf in leaves(value)]
    return any(array.dtype.kind in "fc" and bool(np.isnan(array).any()) for array in arrays)
