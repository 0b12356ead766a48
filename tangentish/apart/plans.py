"""Which function takes what another reads of its objects: found once for objects alike, checked at every call."""

from __future__ import annotations

import contextlib
import types
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.analysis.own_names import names_of_values, own_names
from tangentish.apart.layout import is_owner
from tangentish.apart.rewrite import NotApartError, Path, Rewritten, may_be_given, rewrite
from tangentish.frontend.callables import parameters
from tangentish.frontend.source import captures
from tangentish.rules.registry import generation

MOST = 8
"""How many plans are kept for one function, for objects that are not alike."""
MOST_FUNCTIONS = 1024
_MISSING: Any = object()
_PLAIN = frozenset((np.ndarray, float, int, bool, str, type(None), np.float64))


@dataclass
class Apart:
    """A call of a function that was taken apart: that function, what it is called with, and which object holds what of it.

    `held` has the parameter, the object, the attribute, and the parameter of the caller's that led there.
    """

    function: types.FunctionType
    values: dict[str, Any]
    held: list[tuple[str, Any, str, str]]


class _Plan:
    """How a function is called for objects of some classes; `made` is None where it cannot be taken apart."""

    def __init__(self, made: Rewritten | None, rules: int) -> None:
        self.made, self.rules = made, rules
        if made is None:
            return
        self.places = [label for label in parameters(made.function).parameters]
        self.owners = {path[0] for path in made.classes}
        self.code: dict[Path, list[tuple[str, Any, bool]]] = {path: [] for path in made.classes}
        for (path, key), value in made.code.items():
            shared = isinstance(value, type)
            self.code[path].append((key, value, shared))

    def call(self, values: dict[str, Any]) -> Apart | None:
        """The call for some arguments; None where the objects are not as those that the plan was made for."""
        made = self.made
        assert made is not None
        found: dict[Path, Any] = {}
        for path, cls in made.classes.items():
            owner = values[path[0]] if len(path) == 1 else getattr(found.get(path[:-1]), path[-1], None)
            if type(owner) is not cls:
                return None
            found[path] = owner
            for key, value, shared in self.code[path]:
                now = getattr(cls, key, None)
                if (type(now) if shared else now) is not value or (key in owner.__dict__ and not shared):
                    return None
        given = dict(values)
        held = []
        for label, path in made.reads.items():
            owner, key = found[path[:-1]], path[-1]
            value = owner.__dict__.get(key, _MISSING)
            if value is _MISSING:
                value = getattr(owner, key, _MISSING)
                if value is _MISSING:
                    return None
            else:
                held.append((label, owner, key, path[0]))
            if type(value) not in _PLAIN and not may_be_given(value):
                return None
            given[label] = value
        return Apart(made.function, {label: given[label] for label in self.places}, held)


_plans: dict[types.FunctionType, list[tuple[Any, _Plan]]] = {}


def taken_apart(function: types.FunctionType, values: dict[str, Any], free: bool = False) -> Apart | None:
    """The call of a function with `values` for its parameters, made with what is read of the objects among them.

    With `free`, objects are taken out too that the function finds by name around it.  None where there are no objects, or
    more is done with them.
    """
    if free:
        values = {**_free_objects(function), **values}
    owners = {key: value for key, value in values.items() if type(value) not in _PLAIN and is_owner(value)}
    if not owners:
        return None
    key = free, tuple([(label, type(owner)) for label, owner in owners.items()]), names_of_values(values.values())
    plans = _plans.get(function)
    if plans is None:
        if len(_plans) == MOST_FUNCTIONS:  # functions that are made again and again
            _plans.clear()
        plans = _plans[function] = []
    for known, plan in plans:
        if known == key and plan.rules == generation():
            if plan.made is None:
                return None
            found = plan.call(values)
            if found is not None:
                return found
    plan = _planned(function, owners, key[2], free)
    plans[:] = [*plans[-MOST:], (key, plan)]
    return None if plan.made is None else plan.call(values)


def _free_objects(function: types.FunctionType) -> dict[str, Any]:
    """The objects that a function finds by name around it."""
    space = function.__globals__
    found = {name: space[name] for name in function.__code__.co_names if name in space and is_owner(space[name])}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            if is_owner(cell.cell_contents):
                found[name] = cell.cell_contents
    return found


def _planned(function: types.FunctionType, owners: dict[str, Any], names: frozenset[str], free: bool) -> _Plan:
    rules = generation()
    own = own_names(function) | names
    try:
        if not free and captures(function):
            raise NotApartError
        return _Plan(rewrite(function, owners, own, {}), rules)
    except NotApartError:
        return _Plan(None, rules)
