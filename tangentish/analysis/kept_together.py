"""Attributes that methods of a class store together: a point, and what was computed there.

>>> class Model:
...     def __init__(self): self.x = self.y = self.knot = None
...     def update(self, x): self.x, self.y = x, x * x
...     def move(self, knot): self.knot = knot
>>> Model.__module__ = "models"  # of no package
>>> stored_with_others(Model, "x", "value"), stored_with_others(Model, "knot", "value")
(True, False)
"""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from tangentish.analysis.code.code_changes import SEARCHED
from tangentish.analysis.code.code_names import functions_in, names_of
from tangentish.class_attributes import subclasses
from tangentish.closures import codes_in, set_by_texts
from tangentish.frontend.foreign import is_foreign
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.kept_values import is_whole, refuse_kept
from tangentish.runtime.runs import asked_first


def told_again(owner: Any, attr: str, said: Any, same: bool, asking: str, among: bool) -> Any:
    """What a comparison `said` of an attribute of an object, which tells that points are the `same`, or that they are not.

    `asking` is the function that it stands in.  Raises where they are, and the attribute is from before this run and kept
    with others.  Where it is `among` several that are compared with each other, only numbers that are not whole count.
    """
    cls = type(owner)
    if is_foreign(cls.__module__) or not stored_with_others(cls, attr, asking):
        return said
    if asked_first(owner, attr) and _is_settled(said, same) and not (among and is_whole(getattr(owner, attr, None))):
        refuse_kept(attr)
    return said


def told_point(said: Any, same: bool, label: str, *kept: bool) -> Any:
    """The same of an item of a container that the function calls `label`: it was asked whether it is from before this run.

    >>> told_point(True, True, "last", False), told_point(False, True, "last", True)
    (True, False)
    >>> try: told_point(True, True, "last", True)
    ... except NotImplementedError: print("refused")
    refused
    """
    if any(kept) and _is_settled(said, same):
        refuse_kept(label)
    return said


def _is_settled(said: Any, same: bool) -> bool:
    """Whether a comparison, of each entry perhaps, has the result that equal points have."""
    found = np.asarray(said)
    return bool(found.size) and bool(np.all(found) if same else not np.any(found))


@functools.lru_cache(maxsize=1024)
def stored_with_others(cls: type, attr: str, asking: str) -> bool:
    """Whether some method stores an attribute and another one, itself or by methods that it names.

    If one stores it that calls the method `asking` after that, this may well ask what was stored just now.
    """
    methods = {function.__name__: function.__code__ for base in reversed(cls.__mro__) if not is_foreign(base.__module__)
               for function in functions_in(base)}
    stores = {label: _stored(code) for label, code in methods.items()}
    storing = [label for label in methods if attr in stores[label] and label not in ("__init__", "__new__")]
    if any(asking in names_of(methods[label]) and not _is_named_before(methods[label], asking, attr) for label in storing):
        return False
    return any(len(stores[label].union(*(stores[other] for other in names_of(methods[label]) & stores.keys()))) > 1
               for label in storing)


def methods_beside(function: types.FunctionType) -> dict[str, list[types.CodeType]]:
    """The code of the methods, by name, that an object may have which has a function as one of its methods."""
    owners = [cls for cls in subclasses(object) if vars(cls).get(function.__name__) is function]
    classes = {base for owner in owners for cls in (owner, *subclasses(owner)) for base in cls.__mro__}
    methods: dict[str, list[types.CodeType]] = {}
    for found in (found for cls in classes for found in functions_in(cls)):
        methods.setdefault(found.__name__, []).append(found.__code__)
    return methods


def stored_by_method(methods: Mapping[str, list[types.CodeType]], label: str) -> frozenset[str] | None:
    """The attributes that one of these methods stores, itself or by others that it names; None if nothing is known of it.

    >>> class Model:
    ...     def fit(self, x): self.x = x; self.prepare(); return self.x
    ...     def prepare(self): self.count = 0; self.clear()
    ...     def clear(self): self.kept = None
    >>> methods = methods_beside(Model.fit)
    >>> sorted(stored_by_method(methods, "prepare")), stored_by_method(methods, "load")
    (['count', 'kept'], None)
    """
    left, seen = [label], set[str]()
    while left:
        if (name := left.pop()) not in seen:
            seen.add(name)
            left += {other for code in methods.get(name, []) for other in names_of(code) & methods.keys()}
    stored = frozenset[str]().union(*(_stored(code) for name in seen for code in methods.get(name, [])))
    return stored if label in methods else None


def _is_named_before(code: types.CodeType, asking: str, attr: str) -> bool:
    """Whether a method is named before an attribute is stored, in the order of the code."""
    steps = list(dis.get_instructions(code))
    named = [place for place, step in enumerate(steps) if step.argval == asking and step.opname in ("LOAD_ATTR", "LOAD_METHOD")]
    stored = [place for place, step in enumerate(steps) if step.argval == attr and step.opname == "STORE_ATTR"]
    return bool(named and stored) and max(named) < min(stored)


@functools.lru_cache(maxsize=SEARCHED)
def _stored(code: types.CodeType) -> frozenset[str]:
    """The attributes that code stores something in."""
    parts = list(codes_in(code))
    stored = {step.argval for part in parts for step in dis.get_instructions(part) if step.opname == "STORE_ATTR"}
    return frozenset(stored.union(*map(set_by_texts, parts)))


zero_derivative(told_again, told_point)
