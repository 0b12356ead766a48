"""What a run has stored into the `__dict__` of objects under the names of cached properties: it was not computed by these.

>>> table = {"flatness": 0.5}
>>> note_stored(table, "flatness", table["flatness"])
>>> was_stored(table, "flatness")
False
>>> CACHED.add("flatness")
>>> note_stored(table, "flatness", table["flatness"])
>>> was_stored(table, "flatness"), was_stored({}, "flatness")
(True, False)
>>> table["flatness"] = 0.25  # computed
>>> was_stored(table, "flatness")
False
>>> forget_stored()
>>> was_stored(table, "flatness")
False
"""

from __future__ import annotations

import functools
import gc
import threading
import types
from typing import Any

import numpy as np

from tangentish.class_attributes import gets_by_code, of_class, own_attributes, subclasses
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

CACHED: set[str] = set()
"""The names of the cached properties, and of what is like these, of classes that were looked at."""


READ: set[str] = set()
"""Whether a program that was made has code that comes to the `__dict__` of objects."""
_FEW = 4
"""Dicts looked at in a run where none has: they may be arguments, or have been kept before."""


class _Stored(threading.local):
    """Tables, or objects, by their identities and the names stored into, with what was stored there in this run."""

    def __init__(self) -> None:
        self.tables: dict[tuple[int, str], tuple[Any, list[Any]]] = {}
        self.owners: dict[int, tuple[dict[str, Any], type | None]] = {}


_stored = _Stored()


_UNKNOWN = object()
_NUMBERS = (int, float, complex, np.number)


def note_stored(table: dict[Any, Any], key: Any, value: Any = _UNKNOWN) -> None:
    """Note that something is stored into a dict, this value if it is known; of others than those names nothing is kept."""
    if type(key) is str and key in CACHED:
        _stored.tables.setdefault((id(table), key), (table, []))[1].append(value)


def was_stored(table: Any, key: str) -> bool:
    """Whether what a table holds was stored there in this run."""
    known = _stored.tables.get((id(table), key)) if _stored.tables else None
    return known is not None and known[0] is table and key in table and any(
        value is table[key] or value is _UNKNOWN for value in known[1])


def note_set(owner: Any, key: str, augmented: bool = False) -> None:
    """Note that `owner.key` was stored, where a cached property, or the like, has that name.

    After `owner.key += 1` it may be what the property has made, and changed in place: a number is not.

    >>> class Beam:
    ...     @functools.cached_property
    ...     def slope(self): return 2.0
    >>> beam = Beam()
    >>> CACHED.add("slope")
    >>> beam.slope, was_set(beam, "slope")
    (2.0, False)
    >>> beam.slope = 3.0
    >>> note_set(beam, "slope"), was_set(beam, "slope")
    (None, True)
    """
    held = own_attributes(owner)
    if key in held and is_held_first(of_class(type(owner), key)) and not (augmented and not isinstance(held[key], _NUMBERS)):
        CACHED.add(key)
        note_stored(vars(owner), key, held[key])


def is_held_first(described: Any) -> bool:
    """Whether what an object holds under a name comes before what the class has there, which is code that computes it.

    >>> class Kept:
    ...     def __get__(self, owner, cls=None): return 2.0
    >>> class Set(Kept):
    ...     def __set__(self, owner, value): pass
    >>> [is_held_first(one) for one in (functools.cached_property(abs), Kept(), Set(), property(abs))]
    [True, True, False, False]
    """
    cls = type(described)
    return isinstance(described, functools.cached_property) or (
        gets_by_code(described) and not (hasattr(cls, "__set__") or hasattr(cls, "__delete__")))


def was_set(owner: Any, key: str) -> bool:
    """Whether an attribute is what was stored under its name, and not what a cached property has computed."""
    return key in own_attributes(owner) and was_stored(vars(owner), key)


zero_derivative(note_set, is_held_first, was_set, was_stored)


def check_no_cached(table: Any, key: Any) -> None:
    """Raise where what a cached property keeps is read out of the `__dict__` of its object, where nothing follows it.

    >>> class Beam:
    ...     @functools.cached_property
    ...     def slope(self): return 2.0
    >>> beam = Beam()
    >>> CACHED.add("slope")
    >>> check_no_cached({"slope": beam.slope}, "slope")
    >>> try: check_no_cached(vars(beam), "slope")
    ... except UnsupportedError as error: print(error)
    what the cached property `slope` of Beam keeps is read out of its `__dict__`.
    Read it as an attribute.
    """
    if type(key) is not str or key not in CACHED or type(table) is not dict or was_stored(table, key):
        return
    known = _stored.owners.get(id(table))
    if known is None or known[0] is not table:
        if not READ and len(_stored.owners) >= _FEW:
            return
        known = _stored.owners[id(table)] = table, _owner(table, key)
    if known[1] is not None:
        raise UnsupportedError(f"what the cached property `{key}` of {known[1].__name__} keeps is read out of its `__dict__`.\n"
                               "Read it as an attribute.")


def note_tables_read(code: types.CodeType) -> None:
    """Note that the program may come to the `__dict__` of an object by itself, if its code says so."""
    if "vars" in code.co_names or "__dict__" in code.co_names or "__dict__" in code.co_consts:
        READ.add("__dict__")


def _owner(table: dict[Any, Any], key: str) -> type | None:
    """The class of the object whose `__dict__` that is, if `key` is a cached property of it.

    It is found by what refers to the class: from Python 3.13 on an object need not refer to its dict (it refers to the values).
    """
    computing = [cls for cls in subclasses(object) if isinstance(vars(cls).get(key), functools.cached_property)]
    classes = {below for cls in computing for below in (cls, *subclasses(cls))}
    for one in gc.get_referrers(*classes) if classes else ():
        if type(one) in classes and own_attributes(one) is table:
            return type(one)
    return None


def forget_stored() -> None:
    """A run begins."""
    _stored.tables.clear()
    _stored.owners.clear()
