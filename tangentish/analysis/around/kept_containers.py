"""Containers that functions keep: as defaults of parameters, in closures, in partials.  Every call meets the same ones.

A call that writes active values into one has a part in what the next call of the function gives, and of any other that keeps
the same container, though that may be given nothing active.  For the analysis of activity each of them is a name that no
program can have.

>>> def note(v, log=[]):
...     log.append(v)
...     return log
>>> def note_twice(v):
...     note(v)
...     note(2.0 * v)
>>> note.__module__ = note_twice.__module__ = "models"  # as functions of this package keep what is their own
>>> met_by(note) == written_by(note) == returned_by(note) == {name_of(note.__defaults__[0])}
True
>>> met_below(note_twice, Reach({"note_twice": note_twice})) == met_by(note)
True
>>> met_by(note_twice)
set()
"""

from __future__ import annotations

import collections
import functools
import inspect
import types
from collections.abc import Iterator
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.code_names import called_by_name, defaults_of, globals_named
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import living
from tangentish.closures import cells_of, content
from tangentish.frontend.foreign import is_installed, is_users_object
from tangentish.rules.registry import lookup
from tangentish.views_of_dicts import is_view, shown_by

_CONTAINERS = (list, dict, set, collections.deque)


def name_of(container: Any) -> str:
    """What stands for a container among the names of a program."""
    return f"kept {id(container)}"


def is_name(label: str) -> bool:
    """Whether a name stands for such a container."""
    return label.startswith("kept ")


def met_by(target: Any, given: frozenset[str] = frozenset()) -> set[str]:
    """The containers that a function, method, partial or class meets itself when it is called with the parameters `given`."""
    return {name_of(value) for _, _, value in _held(target, given)}


def written_by(target: Any, given: frozenset[str] = frozenset()) -> set[str]:
    """Those that a call may write into, also by the functions that it calls by name."""
    held = list(_held(target, given))
    for called in called_by_name(target, is_users) if is_users(target) else ():
        held += _held(called, frozenset()) if called is not target else ()
    return {name_of(value) for function, label, value in held if function is None or _writes(function, label)}


def returned_by(target: Any, given: frozenset[str] = frozenset()) -> set[str]:
    """Those that what a call gives may be, or hold: an object keeps what its `__init__` is given."""
    return {name_of(value) for function, label, value in _held(target, given)
            if function is None or isinstance(target, type) or _returns(function, label)}


def met_in(reach: Reach) -> set[str]:
    """Those that are met by what may run."""
    return {name_of(value) for target in (*reach.functions, *reach.partials) for _, _, value in _held(target, frozenset())}


def met_below(target: Any, reach: Reach) -> set[str]:
    """Those that what is reached from a function, method, partial or class meets, and not this itself."""
    return met_in(reach) - met_by(target)


def methods_named(label: str, space: dict[str, Any]) -> list[types.FunctionType]:
    """The methods of this name that keep something, of the classes among some variables."""
    found = [inspect.getattr_static(cls, label, None) for cls in living(list(space.values())) if isinstance(cls, type)]
    return [part for part in (getattr(part, "__func__", part) for part in found) if isinstance(part, types.FunctionType) and (
        part.__defaults__ or part.__kwdefaults__ or part.__closure__)]


def given_by(target: Any, call: gast.Call) -> frozenset[str]:
    """The parameters that a call surely gives something; of those that `*` and `**` fill nothing is known."""
    named = {keyword.arg for keyword in call.keywords if keyword.arg}
    function = getattr(inspect.getattr_static(target, "__init__", None) if isinstance(target, type) else target, "__func__", target)
    if not isinstance(function, types.FunctionType) or any(argument.__class__ is gast.Starred for argument in call.args):
        return frozenset(named)
    params, count = function.__code__.co_varnames[: function.__code__.co_argcount], len(call.args)
    plain, bound = set(params[:count]), set(params[1 : count + 1])
    if isinstance(target, type):
        return frozenset(bound | named)
    return frozenset((plain & bound if call.func.__class__ is gast.Attribute else plain) | named)


def _held(target: Any, given: frozenset[str]) -> Iterator[tuple[types.FunctionType | None, str, Any]]:
    """The containers of a target, each with the function that keeps it, and its name there."""
    if isinstance(target, functools.partial):
        for value in (*target.args, *target.keywords.values()):
            if _may_hold_numbers(value):
                yield None, "", value
        yield from _held(target.func, frozenset(target.keywords))
        return
    if isinstance(target, type):
        for label in ("__new__", "__init__"):
            yield from _held(inspect.getattr_static(target, label, None), given)
        return
    if isinstance(target, types.MethodType) and isinstance(target.__self__, type) and gives_of_class(target.__func__):
        yield None, "", target.__self__
    target = getattr(target, "__func__", target)
    if not is_users(target):
        return
    for label in gives_of_globals(target):
        yield target, label, target.__globals__[label]
    if not (target.__defaults__ or target.__kwdefaults__ or target.__closure__):
        return
    for label, value in defaults_of(target).items():
        if label not in given and _may_hold_numbers(value := _shown(value)):
            yield target, label, value
    for label, cell in cells_of(target).items():
        if _may_hold_numbers(value := _shown(content(cell, None))) or is_users_object(value):
            yield target, label, value


def _shown(value: Any) -> Any:
    """The dict that a view of it shows; of anything else, itself."""
    return shown_by(value) if is_view(value) else value


def gives_of_globals(function: types.FunctionType) -> list[str]:
    """The containers and arrays of its module that what a function gives may be, or be a part of.

    >>> TABLE = {}
    >>> def part(key):
    ...     return TABLE.setdefault(key, [])
    >>> def size():
    ...     return len(TABLE)
    >>> part.__module__ = size.__module__ = "models"
    >>> gives_of_globals(part), gives_of_globals(size)
    (['TABLE'], [])
    """
    space = function.__globals__
    named = [label for label in sorted(globals_named(function.__code__)) if _may_hold_numbers(space.get(label))]
    if not named or not is_users(function):
        return []
    effects = effects_of(function)
    return [label for label in named if label in effects.around_returned or effects.opaque]


def gives_of_class(function: Any) -> bool:
    """Whether a class method, or a `__new__`, may give something that the class holds in a container."""
    function = getattr(function, "__func__", function)
    if not is_users(function) or not function.__code__.co_argcount:
        return False
    effects = effects_of(function)
    return effects.opaque or function.__code__.co_varnames[0] in effects.returns


def given_objects(target: Any, given: frozenset[str]) -> list[Any]:
    """The objects that a call may give of what its function keeps, as far as these are there; `None` for an empty container."""
    found: list[Any] = []
    for function, label, value in _held(target, given):
        if function is None or _returns(function, label):
            items = list(value.values() if isinstance(value, dict) else value) if isinstance(value, _CONTAINERS) else [value]
            found += items or [None]
    return found


def stores_in_first(method: types.FunctionType) -> bool:
    """Whether a method may write into its object."""
    effects = effects_of(method)
    return effects.opaque or not method.__code__.co_argcount or method.__code__.co_varnames[0] in effects.writes


def _writes(function: types.FunctionType, label: str) -> bool:
    effects = effects_of(function)
    return effects.opaque or label in effects.writes or label in effects.around


def _returns(function: types.FunctionType, label: str) -> bool:
    effects = effects_of(function)
    return effects.opaque or label in effects.returns or label in effects.around_returned


def is_users(target: Any) -> bool:
    """Whether something is a function that is followed as the user wrote it: of no installed package, and without a rule."""
    return isinstance(target, types.FunctionType) and not is_installed(target) and lookup(target) is None


def _may_hold_numbers(value: Any) -> bool:
    return isinstance(value, _CONTAINERS) or (isinstance(value, np.ndarray) and value.dtype.kind in "fcO")
