"""Keys of dicts, which have no derivative."""

from __future__ import annotations

import collections.abc
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.runs import is_made

_INEXACT = (float, complex, np.inexact)


def check_keys(value: Any, objects: bool = False) -> None:
    """Refuse a dict with numbers for keys, also one inside containers, where its keys may depend on what is differentiated.

    With `objects`, also one whose keys are objects that were made of active values.

    >>> check_keys([{"a": 1.0, 2: 3.0}])
    >>> check_keys({0.5: 1.0})
    Traceback (most recent call last):
    tangentish.errors.UnsupportedError: keys of a dict that depend on what is differentiated are read: ...
    """
    _check(value, set(), objects)


def keys_checked(table: Any, objects: bool = False) -> Any:
    """A dict, looked at like this."""
    check_keys(table, objects)
    return table


def _check(value: Any, met: set[int], objects: bool) -> None:
    if not isinstance(value, dict | list | tuple | collections.abc.ValuesView | collections.abc.ItemsView) or id(value) in met:
        return
    met.add(id(value))
    if isinstance(value, dict) and (any(map(_holds_numbers, value)) or (objects and any(map(is_made, value)))):
        raise UnsupportedError("keys of a dict that depend on what is differentiated are read: a key has no derivative.\n"
                               "Keep the numbers in a list or among the values, too, or take stop_gradient(...) of them for keys.")
    for item in value.values() if isinstance(value, dict) else value:
        _check(item, met, objects)


def _holds_numbers(key: Any) -> bool:
    return isinstance(key, _INEXACT) or (isinstance(key, tuple | frozenset) and any(map(_holds_numbers, key)))


zero_derivative(check_keys)
