"""Containers that classes keep: whether any of them holds what may be active, at the moment when other code may read it.

A registry holds classes, functions and text, and what each object has of its own leaves the container of its class empty;
only when a program runs does it show that no number was put there.

>>> class Model:
...     kinds_known = {"plain": len}
...     rows_kept = []
...     def add(self, x): self.rows_kept.append(x)
...     def know(self, x): self.kinds_known[x] = x
>>> Model.__module__ = "models"  # of no package
>>> check_no_numbers_kept("refused", "kinds_known", "rows_kept")
>>> Model.rows_kept.append(2.0)
>>> check_no_numbers_kept("refused", "kinds_known", "rows_kept")
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: refused
"""

from __future__ import annotations

import functools
from typing import Any

from tangentish.analysis.code.code_changes import filled
from tangentish.analysis.code.code_names import functions_in
from tangentish.analysis.held_numbers import NUMBERS, holds_numbers
from tangentish.analysis.kept_before import CONTAINERS, known_before, not_given, watch
from tangentish.class_attributes import subclasses
from tangentish.errors import UnsupportedError
from tangentish.frontend.foreign import is_foreign
from tangentish.rules.registry import zero_derivative


@functools.lru_cache(maxsize=4096)
def _fills(cls: type, key: str) -> bool:
    return any(filled(one.__code__, {key}) for base in cls.__mro__ for one in functions_in(base)
               if one.__name__ != "__init_subclass__")  # which puts classes there


def check_no_numbers_kept(message: str, *keys: str) -> None:
    """Raise where a container that a class keeps under one of these names holds what may be active."""
    if are_numbers_kept(*keys):
        raise UnsupportedError(message)


def are_numbers_kept(*keys: str) -> bool:
    """Whether such a container does, of any class that there is by now.

    Those count that have a method which may put something there, or a subclass that has one; and no number that was there when
    the call of the derivative began, nor one that is the very object which is the default of such a method.
    """
    asked = frozenset(keys)
    having = [cls for cls in subclasses(object) if not asked.isdisjoint(cls.__dict__)]  # of thousands
    found = [(cls, key) for cls in having for key in keys if isinstance(vars(cls).get(key), CONTAINERS)
             and _may_be_filled(cls, key) and holds_numbers(vars(cls)[key])]
    if not found:
        return False
    watch(found)
    before = known_before() | not_given(number for cls in {cls for cls, _ in found} for number in _defaults(cls))
    return any(holds_numbers(vars(cls)[key], before) for cls, key in found)


def _defaults(cls: type) -> list[Any]:
    """The numbers that the methods of a class, of its bases and of what is derived from it have for defaults."""
    bases = {base for one in (cls, *subclasses(cls)) for base in one.__mro__}
    methods = [one for base in bases if not is_foreign(base.__module__) for one in functions_in(base)]
    return [value for one in methods for value in (*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values())
            if type(value) in NUMBERS]


def _may_be_filled(cls: type, key: str) -> bool:
    if any(base.__module__ == _TEMPLATES.get(key) for base in cls.__mro__):
        return False
    return not is_foreign(cls.__module__) and any(_fills(other, key) for other in {cls, *subclasses(cls)})


_TEMPLATES = {"_parameters_": "astropy.modeling.core"}
"""Containers, and the modules of the classes that have them, of constants of which each object gets copies: models with names for
their coefficients make these, zeros, when the first one of a degree is made.
"""
zero_derivative(check_no_numbers_kept)
