"""The derivatives of the numbers that containers, objects and closure cells hold: in slots found from what holds them."""

from __future__ import annotations

import types
from collections import deque
from typing import Any

import numpy as np

from tangentish.class_attributes import dict_of, slots_filled, slots_of
from tangentish.own_containers import check_container
from tangentish.views_of_dicts import check_no_view, shown_by

OF_FUNCTIONS = ("functools", "numpy", "tangentish")
"""Whose objects with a `__call__` stand for functions."""

POLYNOMIALS: tuple[type, ...] = (np.poly1d, np.polynomial.Polynomial.__mro__[1])  # NumPy's, but in Python: `ABCPolyBase`

WHOLE = int | str | bytes | None
"""What has no derivative, and holds nothing that has one."""


def is_called_only(value: Any) -> bool:
    """Whether a value is a function, a class or the like; an object of a class that has a `__call__` holds values too."""
    if not callable(value) or isinstance(value, types.FunctionType | types.MethodType | type):
        return callable(value)
    cls = type(value)
    if not isinstance(cls.__call__, types.FunctionType):
        return True
    return (cls.__module__ or "").partition(".")[0] in OF_FUNCTIONS and not issubclass(cls, POLYNOMIALS)


def attribute_names(x: Any) -> list[str]:
    """The names of what an object itself holds, in its `__dict__` and in `__slots__`.

    >>> class Point:
    ...     __slots__ = ("x", "y")
    >>> point = Point()
    >>> point.y = 1.0
    >>> attribute_names(point)
    ['y']
    """
    own = dict_of(x)
    return [*(own if isinstance(own, dict) else ()), *slots_filled(x)]


def attributes_held(x: Any) -> dict[str, Any]:
    """What an object itself holds under its attributes, in its `__dict__` and in `__slots__`; no code of its class is run.

    >>> class Point:
    ...     __slots__ = ("x", "y")
    >>> point = Point()
    >>> point.y = 1.0
    >>> attributes_held(point)
    {'y': 1.0}
    """
    own = dict_of(x)
    held = dict(own) if isinstance(own, dict) else {}
    return held | slots_filled(x)


def has_slots(cls: type) -> bool:
    """Whether the objects of a class have attributes that they have no `__dict__` for."""
    return bool(slots_of(cls))


_LISTED = (list, tuple, deque)
_CONTAINERS = (*_LISTED, dict)


class SlotTable:
    """The part of a table of tangents or adjoints that is found from the identities of containers and objects.

    It keeps what it knows alive, so that no identity is used twice.
    """

    def __init__(self) -> None:
        super().__init__()
        self._slots: dict[int, tuple[Any, Any]] = {}

    def slots(self, x: Any) -> Any:
        """The derivatives of the numbers held by a list, tuple or deque (a list), or by a dict or object (a dict).

        An object and its `__dict__` have the same ones.
        """
        place = place_of(x)
        entry = self._slots.get(place)
        if entry is None:
            check_container(x)
            if isinstance(x, types.MappingProxyType):
                return self.slots(shown_by(x))
            check_no_view(x)
            slots: Any = [None] * len(x) if isinstance(x, _LISTED) else {}
            entry = self._slots[place] = ((x, dict_of(x)), slots)
        return entry[1]


def place_of(x: Any) -> int:
    """What the slots of a container or an object are found by."""
    attributes = dict_of(x)
    return id(attributes) if type(attributes) is dict and not isinstance(x, _CONTAINERS) else id(x)


def whose(owner: Any, key: Any) -> tuple[Any, Any]:
    """What has the slot of `owner` at `key`: a namedtuple keeps fields as items, and other attributes in its `__dict__`."""
    if isinstance(owner, tuple) and isinstance(key, str):
        fields = getattr(owner, "_fields", ())
        return (owner, fields.index(key)) if key in fields else (vars(owner), key)
    return owner, key
