"""Functions written in Python: a pair for what they are called with."""

from __future__ import annotations

import inspect
import operator
import types
from typing import Any

import numpy as np

from tangentish.analysis.around.objects_met import check_objects_not_met
from tangentish.analysis.around.objects_stored import params_stored
from tangentish.analysis.code.code_names import defaults_of
from tangentish.analysis.code.reach import is_owner
from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.method_results import gives_own
from tangentish.apart import taken_apart
from tangentish.apart.plans import Apart, Plan
from tangentish.class_attributes import has_dict
from tangentish.closures import cells_of
from tangentish.dispatch.alike import STARRED, Known, Looks, held_parts, known_for, looks_of, remember
from tangentish.dispatch.arguments import check_iterators, floats
from tangentish.dispatch.memory_reached import written_names
from tangentish.dispatch.owners_above import check_stored_in, follows
from tangentish.dispatch.pairs import PairRecord, Place, pair_for, shares_arrays
from tangentish.dispatch.records import AsTheyWere, Nothing, OfOwner, Record
from tangentish.dispatch.registers import as_it_is
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import captured_names, parameters
from tangentish.frontend.resolve import is_fixed
from tangentish.library.kept_content import kept_content
from tangentish.request import Made
from tangentish.runtime.runs import filled_in_run, is_changed_in_run, is_told, refused_in_run
from tangentish.slots import has_slots


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any],
           checkpoint: int | None = None) -> tuple[Any, Record] | None:
    """A function written in Python; with "*" in `wrt`, what it captured and its defaults are active too.

    With `checkpoint` its loops keep that many snapshots.
    """
    if not isinstance(function, types.FunctionType):
        return None
    looks = looks_of(function, args) if not keywords and checkpoint is None and not is_told() else None
    if looks is not None and (later := filled_in_run()):
        looks += (frozenset(later), frozenset(refused_in_run()))
    known = known_for("pair", function, wrt, looks) if looks is not None else None
    found = None if known is None else known_call(known, function, wrt, args)
    return found or looked_up(function, wrt, args, keywords, checkpoint, looks)


@follows
def known_call(known: Known, function: types.FunctionType, wrt: Any, args: tuple[Any, ...]) -> tuple[Any, Record] | None:
    """A call like one before; None if it turns out that it is not."""
    given, active, held = known.arguments(function, wrt, args)
    found = known.values_for(given, active)
    if found is None:
        return None
    values, parts = found
    made = known.made
    check_stores(made, function, values, known.active)
    ans, record = next(iter(made.functions.values()))(*kept_for_later(known.plan, values).values())
    return ans, PairRecord(made, ans, record, known.wanted, values, known.places, {}, [*held, *parts])


@follows
def looked_up(function: types.FunctionType, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any],
              checkpoint: int | None, looks: Looks | None) -> tuple[Any, Record]:
    """A call of which nothing is known; what is found is kept for others with these looks."""
    whole = function
    check_iterators(function, wrt, args)
    values, active, captured, places, named = active_places(function, wrt, args, keywords)
    held: list[tuple[str, Any, Any]] = []
    if "*" in wrt:
        held = holders_of(function, values, captured, {name for name, _ in [*places, *named.values()]})
        active |= {key for key, _, _ in held}
    if active and not held and not captured and (plain := as_it_is(function, values, args, keywords)) is not None:
        return plain[0], AsTheyWere(len(args), plain[1]) if plain[1] else Nothing(len(args))
    holders = tuple(key for key, _, _ in held)
    function, values, parts, plan = without_objects(function, values, active)
    held += parts
    made, wanted = pair_for(function, values, tuple(key for key in values if key in active), tuple(captured), checkpoint,
                            frozenset(label for label, _, _ in held))
    check_stores(made, function, values, active)
    if looks is not None:
        remember("pair", whole, wrt, looks, made, wanted, plan, values, active, written_names(function), tuple(captured), holders)
    ans, record = next(iter(made.functions.values()))(*kept_for_later(plan, values).values())
    return ans, PairRecord(made, ans, record, wanted, values, places, named, held)


def without_objects(function: types.FunctionType, values: dict[str, Any], active: set[str]) -> tuple[
        types.FunctionType, dict[str, Any], list[tuple[str, Any, Any]], Plan | None]:
    """A function taken apart, if it can be, with its values, what objects hold of what is `active`, which is added to that, and
    how it was taken apart.
    """
    apart = taken_apart(function, values)
    if apart is None or shows_later(apart):
        return function, values, [], None
    parts = held_parts(apart.held, active)
    active |= {label for label, _, _ in parts}
    return apart.function, apart.values, parts, apart.plan


def shows_later(apart: Apart) -> bool:
    """Whether a copy will not do for something that the function reads, and that is changed later: it may be seen by others."""
    labels = read_later(apart.plan, apart.values)
    if not all(isinstance(apart.values[label], np.ndarray | float | int) for label in labels):
        return True  # the cotangents of what a container holds are found by that
    return bool(labels) and (not labels.isdisjoint(effects_of(apart.function).returns) or shares_arrays(apart.values, None))


def read_later(plan: Plan | None, values: dict[str, Any]) -> set[str]:
    """The parameters of a function taken apart for what it reads of objects, and what is changed later."""
    if plan is None or plan.made is None or not (filled_in_run() or is_told()):
        return set()
    return {label for label, path in plan.made.reads.items() if path[-1] in filled_in_run() or is_changed_in_run(values[label])}


def kept_for_later(plan: Plan | None, values: dict[str, Any]) -> dict[str, Any]:
    """The values that a function taken apart computes with: copies of what is changed later, as it only reads it."""
    labels = read_later(plan, values)
    return {**values, **{label: kept_content(values[label]) for label in labels}} if labels else values


def with_snapshots(function: types.FunctionType, owner: tuple[Any, ...], wrt: tuple[int, ...], args: tuple[Any, ...],
                   checkpoint: int) -> tuple[Any, Record]:
    """A call in which the loops of the function keep `checkpoint` snapshots; `owner` is the object of a method, or nothing."""
    done = called(function, tuple(place + len(owner) for place in wrt), (*owner, *args), {}, checkpoint)
    assert done is not None
    return (done[0], OfOwner(done[1], *owner)) if owner else done


def active_places(function: types.FunctionType, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[
        dict[str, Any], set[str], dict[str, Any], list[Place], dict[str, Place]]:
    """The values of all parameters and captured names, which of them are active, and where the arguments went."""
    quick = _listed_places(function, wrt, args, keywords)
    if quick is not None:
        return quick
    signature = _signature(function)
    bound = signature.bind(*args, **{**_said_to_be_none(function, len(args)), **keywords})
    places, named = _places(signature, len(args), keywords)
    active = {name for number, (name, _) in enumerate(places) if number in wrt}
    active |= {name for key, (name, _) in named.items() if key in wrt}
    bound.apply_defaults()
    captured = captured_names(function)
    return {**bound.arguments, **captured}, active, captured, places, named


def _said_to_be_none(function: types.FunctionType, count: int) -> dict[str, Any]:
    """The defaults, but of the first `count` parameters, that say in signatures that there is none: those of `inspect` itself."""
    code = function.__code__
    return {key: value for key, value in defaults_of(function).items()
            if value is inspect.Parameter.empty and key not in code.co_varnames[: min(count, code.co_argcount)]}


def _listed_places(function: types.FunctionType, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[
        dict[str, Any], set[str], dict[str, Any], list[Place], dict[str, Place]] | None:
    """The same, where all arguments are given by position to parameters that are not starred; None for other calls."""
    code, count = function.__code__, len(args)
    if keywords or code.co_kwonlyargcount or code.co_flags & STARRED or count > code.co_argcount:
        return None
    names = code.co_varnames[: code.co_argcount]
    values = dict(zip(names, args, strict=False))
    missing = code.co_argcount - count
    if missing:
        defaults = function.__defaults__ or ()
        if missing > len(defaults):
            return None  # Python says what is missing
        values.update(zip(names[count:], defaults[-missing:], strict=True))
    active = {names[key] for key in wrt if key.__class__ is int}
    captured = captured_names(function) if function.__closure__ else {}
    values.update(captured)
    return values, active, captured, [(name, None) for name in names[:count]], {}


def holders_of(function: types.FunctionType, values: dict[str, Any], captured: dict[str, Any],
               given: set[str]) -> list[tuple[str, Any, Any]]:
    """Active values that are no arguments: the name, what holds it, and where: closure cells, and the defaults not `given`."""
    if not (function.__closure__ or function.__defaults__ or function.__kwdefaults__):
        return []
    held: list[tuple[str, Any, Any]] = [
        (key, cell, "cell_contents") for key, cell in cells_of(function).items()
        if key in captured and _may_carry(captured[key])]
    return held + [(key, holder, place) for key, (holder, place) in _default_places(function).items()
                   if key not in given and _may_carry(values[key])]


def _may_carry(value: Any) -> bool:
    """Whether a value may have a derivative, or hold what has."""
    return floats(value) or isinstance(value, types.FunctionType)


def _places(signature: inspect.Signature, count: int, keywords: dict[str, Any]) -> tuple[list[Place], dict[str, Place]]:
    """Where each positional and each keyword argument goes."""
    listed = signature.parameters.values()
    plain = [p.name for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    places: list[Place] = [(name, None) for name in plain[:count]]
    if count > len(plain):
        rest = next(p.name for p in listed if p.kind is p.VAR_POSITIONAL)
        places += [(rest, number) for number in range(count - len(plain))]
    named: dict[str, Place] = {}
    for key in keywords:
        parameter = signature.parameters.get(key)
        if parameter is not None and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            named[key] = (key, None)
        else:
            named[key] = (next(p.name for p in listed if p.kind is p.VAR_KEYWORD), key)
    return places, named


def _default_places(function: types.FunctionType) -> dict[str, tuple[Any, Any]]:
    """Where the default of each parameter is kept: the tuple or dict, and the key; there may be some of no parameter."""
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    places: dict[str, tuple[Any, Any]] = {
        key: (defaults, place) for place, key in enumerate(positional[len(positional) - len(defaults) :])}
    return places | {key: (function.__kwdefaults__, key) for key in function.__kwdefaults__ or {} if key in named}


def check_stores(made: Made, function: types.FunctionType, values: dict[str, Any], active: set[str]) -> None:
    """Refuse where active values go into an object whose adjoint nobody asks for, or that others read by a name of their own."""
    if made.stores is None:
        return
    owners = {key: value for key, value in values.items() if key in active and is_owner(value)}
    if owners:
        stored = params_stored(function).union(function.__code__.co_freevars)
        check_objects_not_met(function, owners.values())
        check_stored_in([value for key, value in owners.items() if key in stored])
    first = next(iter(values), None)
    if first is None or first in active:
        return
    owner = values[first]
    if (has_dict(owner) or has_slots(type(owner))) and not is_fixed(owner) and not _all_new(made, function, owner):
        raise UnsupportedError(
            f"{function.__qualname__} stores active values in an object that is not an argument.\n"
            "Pass the object to the differentiated function.")


def _all_new(made: Made, function: types.FunctionType, owner: Any) -> bool:
    """Whether the values go only into what methods of an object have given, and these give nothing that it holds."""
    here = cells_of(function)["__class__"].cell_contents if any(above for _, above in made.stores or ()) else None
    return bool(made.stores) and not any(gives_own(owner, name, here if above else None) for name, above in made.stores or ())


def _signature(function: types.FunctionType) -> inspect.Signature:
    """The signature; kept, also for closures, which are made anew with every call of the function around them."""
    code, defaults, named = function.__code__, function.__defaults__, function.__kwdefaults__
    if defaults or named:
        held = [*(defaults or ()), *(named or {}), *(named or {}).values()]
        known = _with_defaults.get(code)
        if known is not None and len(known[1]) == len(held) and all(map(operator.is_, known[1], held)):
            return known[0]
        if len(_with_defaults) >= MOST_WITH_DEFAULTS:
            _with_defaults.clear()
        signature = parameters(function)
        _with_defaults[code] = signature, held  # which may be others for the next function with this code
        return signature
    if code not in _of_code:
        _of_code[code] = parameters(function)
    return _of_code[code]


MOST_WITH_DEFAULTS = 1024
_of_code: dict[types.CodeType, inspect.Signature] = {}
_with_defaults: dict[types.CodeType, tuple[inspect.Signature, list[Any]]] = {}
