"""Values that an object keeps for the next call with the same arguments."""

from __future__ import annotations

import copy
import types
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.slots import WHOLE, attributes_held


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, a text or the like, or an array of these: among several such, equal ones say nothing.

    >>> is_whole(3), is_whole("linear"), is_whole(np.arange(3)), is_whole(2.0), is_whole(np.ones(2)), is_whole([1.0])
    (True, True, True, False, False, False)
    """
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return isinstance(value, WHOLE | type)
    return getattr(dtype, "kind", "O") not in "fcO"


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

    Objects are compared by what they hold; what they have not kept for themselves yet says nothing.

    >>> class Unit:
    ...     def __init__(self, scale): self.scale, self.said = scale, None
    >>> known = Unit(2.0)
    >>> known.said = hash("unit")
    >>> is_other_than_kept(known, Unit(2.0)), is_other_than_kept(known, Unit(3.0))
    (False, True)
    """
    if isinstance(before, tuple | list) and isinstance(after, tuple | list) and len(before) == len(after):
        return any(map(is_other_than_kept, before, after))
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return any(is_other_than_kept(before[key], after[key]) for key in before)
    if isinstance(before, _BY_VALUE) and isinstance(after, _BY_VALUE):
        return bool(before != after)
    try:
        return not np.allclose(before, after, rtol=1e-9, atol=0.0, equal_nan=True)
    except (TypeError, ValueError):  # what is no array of numbers
        return not _holds_the_same(before, after)


def _holds_the_same(before: Any, after: Any) -> bool:
    """Whether two objects of a class in Python hold the same attributes, but for those that `after` has none of yet.

    The very same object was not computed again.
    """
    if before is after:
        return before is None or isinstance(before, _BY_IDENTITY)
    held, now = attributes_held(before), attributes_held(after)
    if type(before) is not type(after) or not held or held.keys() != now.keys():
        return False
    try:
        return not any(now[key] is not None and is_other_than_kept(held[key], now[key]) for key in held)
    except RecursionError:  # objects that hold each other
        return False


_BY_VALUE = (str, bytes, set, frozenset)
_BY_IDENTITY = (type, types.FunctionType, types.ModuleType)


zero_derivative(refuse_kept, kept_before, is_other_than_kept)
