"""Attributes of classes, looked up without running code of the user's."""

from __future__ import annotations

import types
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
