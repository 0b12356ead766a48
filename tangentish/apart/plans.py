"""Which function takes what another reads: found once for objects alike, checked at every call."""

from __future__ import annotations

import contextlib
import types
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.analysis.around.altered_by_calls import altered_by_calls
from tangentish.analysis.around.met_around import shares_with_others
from tangentish.analysis.around.named_too import filled_in_reach, named_too
from tangentish.analysis.around.objects_around import objects_in, shown_around
from tangentish.analysis.code.code_changes import changes
from tangentish.analysis.code.own_names import names_of_values, own_names
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.writes.effects import effects_of
from tangentish.apart.around import Place, is_data
from tangentish.apart.layout import is_owner
from tangentish.apart.rewrite import Rewrites, Rewritten
from tangentish.apart.rewriter import NotApartError, Path, may_be_given
from tangentish.class_attributes import living, of_class
from tangentish.closures import cells_of, codes_in, content
from tangentish.frontend.callables import parameters
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import captures
from tangentish.rules.registry import generation
from tangentish.runtime import have_in_common

MOST = 8
"""How many plans are kept for one function, for objects that are not alike."""
MOST_FUNCTIONS = 1024
_PLAIN = frozenset((np.ndarray, float, int, bool, str, type(None), np.float64))
_UNCHANGING = (int, float, complex, str, bytes, type(None), np.generic)
_BY_VALUE = frozenset((bool, str, type(None), types.FunctionType))


class Plan:
    """How a function is called for objects of some classes; `made` is None where it cannot be taken apart."""

    def __init__(self, made: Rewritten | None, rules: int) -> None:
        self.made, self.rules = made, rules
        if made is None:
            return
        self.places = list(parameters(made.function).parameters)
        self.new = [*made.reads, *made.data]
        self.code: dict[Path, list[tuple[str, Any, bool]]] = {path: [] for path in made.classes}
        for (path, key), value in made.code.items():
            self.code[path].append((key, value, isinstance(value, type)))

    def read(self, roots: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, Any, str, str]]] | None:
        """What is read of objects, and of variables around the function, now; None where all is not as it was."""
        made = self.made
        assert made is not None
        if any(place.value() is not function for place, function in made.functions) or any(
                look() is not value for look, value in made.guards):
            return None
        owners: dict[Path, Any] = {}
        for path, cls in made.classes.items():
            owner = roots.get(path[0]) if len(path) == 1 else getattr(owners[path[:-1]], path[-1], None)
            if type(owner) is not cls or not self.as_it_was(owner, self.code[path]):
                return None
            owners[path] = owner
        if any(owners[path[:-1]].__dict__.get(path[-1]) is not function for path, function in made.held.items()):
            return None
        given, held = {}, []
        for label, path in made.reads.items():
            owner, key = owners[path[:-1]], path[-1]
            given[label] = value = getattr(owner, key, MISSING)
            if key in owner.__dict__ or _is_written_to(value):
                held.append((label, owner, key, path[0]))
            if value is MISSING or (type(value) not in _PLAIN and not may_be_given(value)):
                return None
        for label, place in made.data.items():
            given[label] = value = place.value()
            if not is_data(value):
                return None
        return given, held

    @staticmethod
    def as_it_was(owner: Any, code: list[tuple[str, Any, bool]]) -> bool:
        """Whether what was found to be code of a class, or a value that it shares, still is."""
        for key, value, shared in code:
            now = of_class(type(owner), key)
            if (type(now) if shared else now) is not value or (key in owner.__dict__ and not shared):
                return False
        return True


def _is_written_to(value: Any) -> bool:
    """Whether something may have been written into a value that a class has for all its objects, active values among it."""
    return value.flags.writeable if isinstance(value, np.ndarray) else not isinstance(value, _UNCHANGING)


@dataclass
class Apart:
    """A call of a function that was taken apart: that function, what it is called with, and which object holds what of it.

    `held` has the parameter, the object, the attribute, and the name by which the function reached the object.
    """

    function: types.FunctionType
    values: dict[str, Any]
    held: list[tuple[str, Any, str, str]]
    plan: Plan
    whole: types.FunctionType  # as it was

    def again(self, owner: tuple[Any, ...]) -> Again:
        """What finds the values for the new parameters again, for a method of `owner` if that is not empty."""
        return Again(self, dict(zip(parameters(self.whole).parameters, owner, strict=False)))


class Again:
    """The values of the new parameters for calls like one before, in order; None where they are not alike."""

    def __init__(self, apart: Apart, known: dict[str, Any]) -> None:
        self.plan, self.function, self.known = apart.plan, apart.whole, known
        self.values = [apart.values[label] for label in apart.plan.new]
        self.looks = list(map(look_of, self.values))  # an array may be given another shape

    def __call__(self) -> list[Any] | None:
        found = self.plan.read({**dict(objects_around(self.function)), **self.known})
        if found is None or self.plan.rules != generation():
            return None
        given = [found[0][label] for label in self.plan.new]
        return given if list(map(look_of, given)) == self.looks else None


def look_of(value: Any) -> Any:
    """What tells values for which one program does: class, shape and dtype, or the value itself.

    >>> look_of(np.zeros(3)) == look_of(np.ones(3)), look_of(1.0) == look_of(2.0), look_of("a") == look_of("b")
    (True, True, False)
    """
    cls = type(value)
    if cls is np.ndarray:
        return value.shape, value.dtype
    return (cls, value) if cls in _BY_VALUE else cls


_plans: weakref.WeakKeyDictionary[types.FunctionType, list[tuple[Any, Plan]]] = weakref.WeakKeyDictionary()


def taken_apart(function: types.FunctionType, values: dict[str, Any], free: bool = False) -> Apart | None:
    """The call of a function with `values` for its parameters, made with what is read of the objects among them.

    With `free`, what the function finds by name around it is made a parameter too.  None where there is nothing of the kind,
    or more is done with it than reading.
    """
    roots = {label: value for label, value in values.items() if type(value) not in _PLAIN and is_owner(value)}
    if free:
        roots = {**dict(objects_around(function)), **roots}
    if not (roots or free):
        return None
    names = names_of_values([*values.values(), *roots.values()])
    key = free, names, tuple([(label, type(owner)) for label, owner in roots.items()])
    if function not in _plans and len(_plans) == MOST_FUNCTIONS:  # those that can be reached from themselves are kept for good
        _plans.clear()
    plans = _plans.setdefault(function, [])
    for known, plan in plans:
        if known == key and plan.rules == generation():
            if plan.made is None:
                return None
            found = _call(function, plan, values, roots, free)
            if found is not None:
                return found
    plan = _planned(function, roots, names, free)
    plans[:] = [*plans[-MOST:], (key, plan)]
    return None if plan.made is None else _call(function, plan, values, roots, free)


def objects_around(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The objects that a function finds by name around it."""
    space = function.__globals__
    for name in function.__code__.co_names:
        if name in space and is_owner(space[name]):
            yield name, space[name]
    for name, cell in cells_of(function).items():
        held = content(cell, None)
        if is_owner(held):
            yield name, held


def _separate(read: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """What is read, with copies of arrays that are arguments too: it has no part in the derivatives by these."""
    arrays = [value for value in values.values() if isinstance(value, np.ndarray)]
    return {label: value.copy() if isinstance(value, np.ndarray) and any(np.may_share_memory(value, x) for x in arrays) else value
            for label, value in read.items()}


def _call(function: types.FunctionType, plan: Plan, values: dict[str, Any], roots: dict[str, Any], free: bool) -> Apart | None:
    found = plan.read(roots)
    if found is None:
        return None
    assert plan.made is not None
    if free and effects_of(function).any_writes and any(objects_in(value) for value in found[0].values()):
        return None  # which may be changed by another name
    if free and have_in_common(list(found[0].values()), [values[label] for label in plan.made.writes if label in values]):
        raise shares_with_others(function)
    given = {**values, **(found[0] if not free else _separate(found[0], values))}
    return Apart(plan.made.function, {label: given[label] for label in plan.places}, found[1], plan, function)


def _planned(function: types.FunctionType, roots: dict[str, Any], names: frozenset[str], free: bool) -> Plan:
    """What can be done: with all objects and variables, with variables alone, with objects alone, or nothing."""
    rules = generation()
    free = free and _reads_data(function, set())
    if not (roots or free):
        return Plan(None, rules)
    own = frozenset().union(own_names(function), altered_by_calls(function), names, *map(changes, codes_in(function.__code__)))
    written = filled_in_reach(function, own) if free else set()
    if written and named_too(function, written) is not None:
        return Plan(None, rules)  # as arguments they would be taken for others
    if written and roots:
        given = given_in_reach(function)
        roots = {label: owner for label, owner in roots.items() if id(owner) not in given}
    tries = [(roots, free)] if not (roots and free) else [(roots, True), ({}, True), (roots, False)]
    for owners, around in tries:
        if not around and captures(function):
            continue
        with contextlib.suppress(NotApartError):
            made = Rewrites(own, around).rewrite(function, owners)
            if made.reads or made.data or made.classes:
                return Plan(made, rules)
    return Plan(None, rules)


def given_in_reach(function: types.FunctionType) -> set[int]:
    """The objects, by their identity, that functions give which a function may call."""
    return {key for one in Reach({function.__name__: function}).functions for key in shown_around(one)}


def _reads_data(function: types.FunctionType, seen: set[types.FunctionType]) -> bool:
    """Whether a function, or one of the user's that it calls, may read data by name around it."""
    seen.add(function)
    held = list(living(Place(cell, "").value() for cell in function.__closure__ or ()))
    space = function.__globals__
    values = list(living(space[name] for code in codes_in(function.__code__) for name in code.co_names if name in space))
    return any(map(is_data, held)) or any(is_data(value) and isinstance(value, np.ndarray) for value in values) or any(
        _reads_data(value, seen) for value in [*held, *values]
        if isinstance(value, types.FunctionType) and value not in seen and not is_foreign(value.__module__))
