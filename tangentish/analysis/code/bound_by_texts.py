"""Attributes that are bound by their names as texts, `setattr(self, key, value)`, and may be called as arrays call their size.

    class Tank:
        def __init__(self, **settings):
            for key, value in settings.items():
                setattr(self, key, value)

    Tank(size=x).size

What an array says of itself has no derivative; that of a tank has one.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterable, Iterator
from typing import Any

from tangentish.analysis.code.code_changes import BINDERS, SEARCHED
from tangentish.analysis.code.module_stores import MAY_BE_NUMBERS
from tangentish.analysis.code.names_marked import marked
from tangentish.closures import codes_in
from tangentish.runtime.stored_directly import note_tables_read

BINDING = "binds by texts"
_BINDERS = BINDERS | {"SimpleNamespace", "Namespace", "Bunch", "make_dataclass", "namedtuple"}
_LONGEST, _MOST = 100, 100
"""A text, or a container of texts, that is longer is not one of names."""


def told(key: str) -> str:
    """How the name of such an attribute is found, as a text."""
    return f"told {key}"


@functools.lru_cache(maxsize=SEARCHED)
def bound_by_texts(code: types.CodeType) -> frozenset[str]:
    """What code says of it, with what is defined in it: that it binds attributes so, and which texts it has.

    >>> sorted(bound_by_texts((lambda make, x: make(size=x)).__code__))
    ['told size']
    >>> sorted(bound_by_texts((lambda held, x: setattr(held, "shape", x)).__code__))
    ['binds by texts', 'told shape']
    """
    parts = list(codes_in(code))
    for part in parts:
        note_tables_read(part)
    found = {told(text) for part in parts for text in _texts(part.co_consts) if text in MAY_BE_NUMBERS}
    return frozenset(found if all(_BINDERS.isdisjoint(part.co_names) for part in parts) else found | {BINDING})


def _texts(constants: Iterable[Any]) -> Iterator[str]:
    for constant in constants:
        if issubclass(type(constant), str) and len(constant) < _LONGEST:  # a proxy of what is gone cannot be asked
            yield from constant.replace(",", " ").split()  # `namedtuple("Tank", "size level")`
        elif issubclass(type(constant), tuple | frozenset):  # of names in a call, too
            yield from _texts(constant)


def told_in(container: Any) -> set[str]:
    """What a list, a tuple, or the keys of a dict say of it.

    >>> told_in(["size", "level"]), told_in({"level": 2.0})
    ({'told size'}, set())
    """
    return {told(text) for text in _texts(container) if text in MAY_BE_NUMBERS} if len(container) < _MOST else set()


def told_of(own: frozenset[str]) -> set[str]:
    """The names that count, of what was found: if anything is bound so.

    >>> told_of(frozenset(["told size"])), told_of(frozenset(["told size", BINDING]))
    (set(), {'size'})
    """
    return marked(told, own) if BINDING in own else set()
