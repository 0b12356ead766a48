"""Calls like one before: the same function, with arguments of the same kinds, goes to the same pair without being looked up.

What tells that two calls are alike is `look_of`: the type of a number, shape and dtype of an array, of an object of a
user's class that holds nothing but these, its class, and the code of a closure.  Closures with the same code are alike where
what they captured is.  What the pair relies on beside that is asked again with each call.
"""

from __future__ import annotations

import functools
import inspect
import types
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.analysis.kinds import is_named_function
from tangentish.apart.layout import is_owner
from tangentish.apart.plans import Plan
from tangentish.closures import cells_of
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.pairs import settings, shares_arrays
from tangentish.frontend.callables import nonlocals
from tangentish.frontend.resolve import is_closure
from tangentish.frontend.source import added_names
from tangentish.request import Made
from tangentish.rules.registry import generation

MOST = 4096
STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_NUMBERS = frozenset((float, int, np.float64))
_BY_VALUE = frozenset((bool, str, type(None)))
_SAME = (type, types.ModuleType, types.BuiltinFunctionType, np.ufunc)
"""What a closure means always, as far as a program goes."""
_HELD = frozenset((*_NUMBERS, *_BY_VALUE, np.ndarray, complex))

Looks = tuple[Any, ...]


@dataclass
class Known:
    """What was found for a call: its pair, and how the function was taken apart for the objects it was called with, if it was."""

    function: weakref.ref[types.FunctionType] | None  # None for closures, which are made anew
    code: types.CodeType
    space: dict[str, Any]
    made: Made
    wanted: tuple[str, ...]
    plan: Plan | None
    looks: Looks  # of what the pair is called with
    written: frozenset[str] | None  # what the function that the pair is of may write into
    alias: bool  # whether arrays among these share memory
    active: set[str]
    captured: tuple[str, ...]  # the variables of a closure that are arguments of the pair
    holders: tuple[str, ...]  # of these, those that may carry a derivative
    rules: int

    @functools.cached_property
    def places(self) -> list[tuple[str, Any]]:
        """Where the arguments went."""
        return [(name, None) for name in self.code.co_varnames[: self.code.co_argcount]]

    def arguments(self, function: types.FunctionType, wrt: Any, args: tuple[Any, ...]) -> tuple[
            dict[str, Any], set[str], list[tuple[str, Any, Any]]]:
        """The values of parameters and captured variables, which of them are active, and where the active captured ones are."""
        names = self.code.co_varnames[: len(args)]
        values, active = dict(zip(names, args, strict=True)), {names[key] for key in wrt if key.__class__ is int}
        if not self.captured:
            return values, active, []
        cells = cells_of(function)
        for name in self.captured:
            values[name] = cells[name].cell_contents
        active.update(self.holders)
        return values, active, [(name, cells[name], "cell_contents") for name in self.holders]

    def values_for(self, values: dict[str, Any], active: set[str]) -> tuple[dict[str, Any], list[tuple[str, Any, Any]]] | None:
        """What the pair is called with, and what of it that is active objects hold; None where that is not like it was."""
        parts: list[tuple[str, Any, Any]] = []
        plan = self.plan
        if plan is not None:
            found = plan.read({label: value for label, value in values.items() if type(value) not in _HELD})
            if found is None:
                return None
            given, parts = {**values, **found[0]}, held_parts(found[1], active)
            values = {label: given[label] for label in plan.places}
            active = active.union([label for label, _, _ in parts])
            if tuple(map(look_of, values.values())) != self.looks:
                return None
        return (values, parts) if active == self.active and shares_arrays(values, self.written) is self.alias else None


_known: dict[tuple[str, int, Any, tuple[bool, bool], Looks], Known] = {}


def look_of(value: Any) -> Any:
    """What tells values of one kind from those of others; None for what may hold anything."""
    cls = type(value)
    if cls in _NUMBERS:
        return cls
    if cls is np.ndarray:
        return value.shape, value.dtype
    if cls in _BY_VALUE:
        return cls, value
    if cls is types.FunctionType:
        return cls, value if is_named_function(value) else value.__code__
    return cls if is_owner(value) and _HELD.issuperset(map(type, value.__dict__.values())) else None


def looks_of(function: types.FunctionType, args: tuple[Any, ...]) -> Looks | None:
    """The looks of the arguments of a call; None where more has to be known of it."""
    code = function.__code__
    if len(args) != code.co_argcount or code.co_kwonlyargcount or code.co_flags & STARRED:
        return None
    looks = tuple(map(look_of, args))
    if function.__closure__:
        looks += _looks_of_cells(function)
    return None if None in looks else looks


def _looks_of_cells(function: types.FunctionType) -> Looks:
    """The looks of what a closure captured; with None among them where functions that share its variables may assign these."""
    code = function.__code__
    if nonlocals(code):
        return (None,)
    looks: list[Any] = []
    added = added_names(function)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            value = cell.cell_contents
        except ValueError:  # it is not bound yet
            return (None,)
        if isinstance(value, types.FunctionType):
            if nonlocals(value.__code__):
                return (None,)
            looks.append(look_of(value) if name not in added and is_closure(value) else (_SAME, value))
        else:
            looks.append((_SAME, value) if isinstance(value, _SAME) else look_of(value))
    return tuple(looks)


def known_for(form: str, function: types.FunctionType, wrt: Any, looks: Looks) -> Known | None:
    """What was found for a call like this one, if it still holds."""
    known = _known.get((form, id(_kept_by(function)), wrt, settings(), looks))
    if known is None or known.code is not function.__code__ or known.space is not function.__globals__ or (
            known.function is not None and known.function() is not function):
        return None
    return known if known.rules == generation() and known.made.holds() else None


def _kept_by(function: types.FunctionType) -> Any:
    """What stands for a function among the calls that are known."""
    return function.__code__ if function.__closure__ else function


def remember(form: str, function: types.FunctionType, wrt: Any, looks: Looks, made: Made, wanted: tuple[str, ...],
             plan: Plan | None, values: dict[str, Any], active: set[str], written: frozenset[str] | None,
             captured: tuple[str, ...] = (), holders: tuple[str, ...] = ()) -> None:
    """Keep what was found for a call."""
    others = tuple(map(look_of, values.values()))
    if None in others:
        return
    if len(_known) >= MOST:
        _known.clear()
    _known[form, id(_kept_by(function)), wrt, settings(), looks] = Known(
        None if function.__closure__ else weakref.ref(function), function.__code__, function.__globals__, made, wanted, plan,
        others, written, shares_arrays(values, written), active, captured, holders, generation())


def held_parts(held: list[tuple[str, Any, str, str]], active: set[str]) -> list[tuple[str, Any, Any]]:
    """Of what objects hold, what may have a derivative: the name it goes by, the object, and the attribute."""
    return [(label, owner, key) for label, owner, key, root in held if root in active and floats(getattr(owner, key))]
