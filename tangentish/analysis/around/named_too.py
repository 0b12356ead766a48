"""Arrays and lists that attributes hold, of objects or of classes, and that code reads by a name of its own too.

>>> import numpy as np
>>> TABLE = np.zeros(3)
>>> class Rows:
...     def __init__(self): self.rows = TABLE
...     def put(self, x): self.rows[:] = x
>>> def total(x):
...     rows = Rows()
...     rows.put(x)
...     return TABLE.sum()
>>> for function in (Rows.__init__, Rows.put, total): function.__module__ = "models"  # of no package
>>> named_too(total, {"rows"}), named_too(total, {"other"})
('TABLE', None)
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator, Set
from typing import Any, NamedTuple

from tangentish.analysis.code.code_changes import changes, fills
from tangentish.analysis.code.code_keeps import kept_from_around
from tangentish.analysis.code.code_names import around
from tangentish.analysis.code.marks import KEPT
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_foreign
from tangentish.runtime import have_in_common
from tangentish.slots import attributes_held


class Part(NamedTuple):
    """What an attribute holds, of an object or a class, or of those that a function makes."""

    owner: Any
    value: Any


def filled_in_reach(function: types.FunctionType, own: Set[str]) -> set[str]:
    """The attributes whose content a function may change, by what code in reach does (`own_names`).

    All that code names are, where functions in reach give arrays of their modules, which may be written without a name.
    """
    codes = list(codes_in(function.__code__))
    start = fills("")
    found = {mark[len(start):] for mark in own.union(*map(changes, codes)) if mark.startswith(start)}
    return found.union(*(code.co_names for code in codes)) if KEPT in own else found


def named_too(function: types.FunctionType, keys: Set[str], followed: Collection[str] = ()) -> str | None:
    """The first variable whose array or list an attribute with one of these names holds too, that is met by somebody else.

    Variables of the function's own that are `followed` do not count.
    """
    reach = Reach({function.__name__: function})
    parts = [part for part in _parts_held(reach, keys) if not _is_fixed(part.value)]
    for who, label, value in reach.data if parts else ():
        if who is function and label in followed:
            continue
        if not label.startswith(".") and any(
                part.owner is not who and part.owner is not value and have_in_common(value, part.value) for part in parts):
            return label
    return None


def _is_fixed(value: Any) -> bool:
    """Whether a value is a tuple that nothing can be written into: Python may keep one of those that are equal."""
    return type(value) is tuple and all(type(item) in _PLAIN or _is_fixed(item) for item in value)


_PLAIN = frozenset((bool, int, float, complex, str, bytes, type(None)))


def _parts_held(reach: Reach, keys: Set[str]) -> Iterator[Part]:
    """What attributes of these names hold: of objects and classes that are met, and of what functions that are met make."""
    for owner in [*reach.objects.values(), *(cls for cls in reach.classes() if not is_foreign(cls.__module__))]:
        held = vars(owner) if isinstance(owner, type) else attributes_held(owner)
        yield from (Part(owner, held[key]) for key in keys & held.keys())
    for _, _, value in reach.data:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            yield from (Part(value, getattr(value, key)) for key in keys.intersection(value._fields))
    for function in reach.functions:
        kept = [label for key, label in kept_from_around(function.__code__) if key in keys]
        held = around(function) if kept else {}
        yield from (Part(function, held[label]) for label in kept if isinstance(held.get(label), DATA))
