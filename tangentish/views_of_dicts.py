"""What shows the content of a dict, and is another object: its values, its items, a proxy that cannot be written."""

from __future__ import annotations

import collections
import gc
import inspect
import types
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError

_KEYS: type = type({}.keys())
_VIEWS: tuple[type, ...] = (types.MappingProxyType, _KEYS, type({}.values()), type({}.items()))


def is_view(x: Any) -> bool:
    """Whether a value is such a view; a `weakref.proxy` of one, or of nothing any more, is none.

    >>> is_view({}.values()), is_view(types.MappingProxyType({})), is_view({})
    (True, True, False)
    """
    return issubclass(type(x), _VIEWS)


def shown_by(view: Any) -> Any:
    """The dict, or the like, that such a view shows.

    >>> table = {"a": 1.0}
    >>> shown_by(types.MappingProxyType(table)) is shown_by(table.values()) is table
    True
    """
    return gc.get_referents(view)[0]


def check_no_view(x: Any) -> None:
    """Raise where an active value turns out to be what shows the numbers in a dict, and was kept apart from it.

    Arrays, containers and objects have their derivatives themselves.

    >>> check_no_view({}.values())
    >>> check_no_view({"a": 1.0}.keys())
    >>> check_no_view(types.MappingProxyType({"kinds": (int, float), "names": ["a"], "count": 2}))
    >>> check_no_view({"a": 1.0}.values())
    Traceback (most recent call last):
    tangentish.errors.UnsupportedError: a dict_values object carries active values; it is not followed.
    Read the dict itself.
    """
    if not is_view(x) or isinstance(x, _KEYS):
        return
    held = shown_by(x)
    if type(held) not in _TABLES or any(issubclass(type(item), _NUMBERS) for item in held.values()):
        raise UnsupportedError(f"a {type(x).__name__} object carries active values; it is not followed.\nRead the dict itself.")


_NUMBERS = (float, complex, np.inexact)
_TABLES = (dict, collections.OrderedDict, collections.defaultdict)
"""Whose values are what their methods give."""


def is_of_names(item: Any) -> bool:
    """Whether a value is a name, a whole number, a class or a function of a module, or a container of nothing else.

    Or what a signature says of a parameter.

    >>> is_of_names(("a", [1, int], len)), is_of_names(("a", 1.0)), is_of_names(is_of_names)
    (False, False, True)
    """
    if isinstance(item, tuple | list | frozenset | set):
        return all(map(is_of_names, item))
    plain = isinstance(item, int | str | bytes | None | type | inspect.Parameter)
    return plain or (isinstance(item, types.FunctionType) and not item.__closure__)
