"""Values that an object keeps for the next call with the same arguments."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def refuse_kept(attr: str) -> None:
    """Raise where such a value is used: how it depends on the arguments was seen, if at all, by the call that kept it.

    >>> try: refuse_kept("last")
    ... except UnsupportedError as error: print(error)
    `last` was kept by an earlier call with equal arguments, and its derivative is not known.
    Compute it each time, or differentiate with an object that has kept nothing yet.
    """
    raise UnsupportedError(f"`{attr}` was kept by an earlier call with equal arguments, and its derivative is not known.\n"
                           "Compute it each time, or differentiate with an object that has kept nothing yet.")


def kept_before(value: Any) -> Any:
    """What was kept, as it is now: it may be written into."""
    return copy.deepcopy(value)


def is_other_than_kept(before: Any, after: Any) -> bool:
    """Whether what was kept is not what is computed for the same arguments.

    >>> is_other_than_kept([1.0, 2.0], np.array([1.0, 2.0])), is_other_than_kept((3, np.ones(2)), (3, np.ones(2)))
    (False, False)
    >>> is_other_than_kept(2.0, 3.0), is_other_than_kept("a", "a")
    (True, False)
    """
    if isinstance(before, tuple | list) and isinstance(after, tuple | list) and len(before) == len(after):
        return any(map(is_other_than_kept, before, after))
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return any(is_other_than_kept(before[key], after[key]) for key in before)
    if isinstance(before, str | bytes) and isinstance(after, str | bytes):
        return before != after
    try:
        return not np.allclose(before, after, rtol=1e-9, atol=0.0, equal_nan=True)
    except (TypeError, ValueError):  # what is no array of numbers
        return True


zero_derivative(refuse_kept, kept_before, is_other_than_kept)
