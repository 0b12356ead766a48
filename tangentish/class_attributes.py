"""Attributes of classes, looked up without running code of the user's."""

from __future__ import annotations

import types
import weakref
from collections.abc import Mapping
from typing import Any


def of_class(cls: type, key: str, default: Any = None) -> Any:
    """`getattr(cls, key, default)`, but a descriptor that somebody wrote as it is: it may do anything when it is asked for.

    >>> class Area:
    ...     def __get__(self, owner, cls=None):
    ...         return owner.side**2
    >>> class Square:
    ...     area = Area()
    >>> type(of_class(Square, "area")).__name__, of_class(Square, "side") is None
    ('Area', True)
    """
    for base in cls.__mro__:
        if key in base.__dict__:
            found = base.__dict__[key]
            if isinstance(getattr(type(found), "__get__", None), types.FunctionType):
                return found
            break
    return getattr(cls, key, default)


def has_dict(x: Any) -> bool:
    """Whether an object keeps attributes in a dict of its own.  `hasattr` would ask its class, which may answer anything.

    >>> class Empty:
    ...     __slots__ = ()
    ...     def __getattr__(self, name):
    ...         return name
    >>> hasattr(Empty(), "__dict__"), has_dict(Empty()), has_dict(has_dict)
    (True, False, True)
    """
    return type(x).__dictoffset__ != 0


def dict_of(x: Any) -> Mapping[str, Any]:
    """The attributes that an object keeps in a dict of its own, if it has one."""
    return vars(x) if has_dict(x) else {}


def is_gone(value: Any) -> bool:
    """Whether a value is a weak proxy whose object is no more, which says so by an error whatever it is asked."""
    try:
        return type(value) in weakref.ProxyTypes and value.__class__ is None
    except ReferenceError:
        return True
