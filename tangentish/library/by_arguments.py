"""Functions for which something stands only where they are called with certain arguments.

>>> import operator
>>> form_for(operator.add, ([1.0], [2.0])).__name__, form_for(operator.add, (1.0, 2.0))
('joined_lists', None)
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.containers import joined_lists, repeated_list
from tangentish.rules.registry import lookup

OF_LISTS: dict[Any, Callable[..., Any]] = {operator.add: joined_lists, operator.mul: repeated_list}
"""What stands for operators that are called with lists or tuples; their rules are for numbers and arrays."""


def form_for(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What stands for a function in plain Python where it is called with these arguments."""
    found = library.replacement(function)
    if found is not None or len(args) == 1:
        return found
    try:
        of_lists, found = OF_LISTS.get(function), library.SEVERAL.get(function)
    except TypeError:  # not hashable
        return None
    if of_lists is not None and _lists(function, args) and not getattr(lookup(function), "user", False):
        return of_lists
    return found


def check_call(function: Any, form: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Refuse a call with arguments that a function takes and what stands for it does not."""
    try:
        _signature(form).bind(*args, **keywords)
    except TypeError as error:
        try:
            inspect.signature(function).bind(*args, **keywords)
        except TypeError:
            return  # which the function will say itself
        except ValueError:  # nothing is known of its parameters
            pass
        name = getattr(form, "__name__", str(function))
        raise UnsupportedError(f"{name} with these arguments has no derivative: {error}.\n"
                               "Leave them out, or write the call with NumPy's functions.") from None


_signature = functools.lru_cache(maxsize=None)(inspect.signature)


def _lists(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether an operator joins two lists or tuples, or repeats one."""
    listed = [type(arg) in (list, tuple) for arg in args]
    if len(args) != 2 or not any(listed):
        return False
    if function is operator.add:
        return type(args[0]) is type(args[1])
    return any(isinstance(arg, int | np.integer) for arg in args)
