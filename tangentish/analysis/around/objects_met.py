"""Objects that a function stores active values in, when it is called: nobody who finds them by a name knows of that.

    def put(tank, x):
        tank.level = x

    def level():
        return TANK.level

    def energy(x, acts):
        for act in acts:  # partial(put, TANK)
            act(x)
        return level() ** 2

The program of `put` knows what it stored, and that of `energy` does not know that anything was stored.
"""

from __future__ import annotations

import dis
import itertools
import re
import sys
import types
from collections.abc import Collection, Iterable, Set
from typing import Any, NamedTuple

import gast

from tangentish.analysis.around.given_and_named import gives
from tangentish.analysis.around.met_in_run import called_in
from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.around.objects_around import objects_below, objects_in
from tangentish.analysis.around.objects_stored import names_stored
from tangentish.analysis.code.code_names import functions_of, globals_named, names_of
from tangentish.analysis.code.reach import BY_TEXT, Reach, holds_nothing
from tangentish.analysis.kept_before import outermost, watch_runs
from tangentish.analysis.writes.effects import effects_of
from tangentish.closures import cells_of, content, meaning_of
from tangentish.errors import TangentishError, UnsupportedError
from tangentish.frontend.source import GENERATED, read_source
from tangentish.instructions import instructions, named
from tangentish.runtime.runs import found_in_run, is_made
from tangentish.slots import attributes_held
from tangentish.syntax import walk

_AROUND = (dis.opmap["LOAD_GLOBAL"], dis.opmap["LOAD_DEREF"])
_STORED_BY_TEXT = frozenset("setattr vars __dict__ __setattr__".split())


class Place(NamedTuple):
    """A variable of a module, and a function that names it, or calls one that gives what it holds, with the names in its code.

    It is `differentiated` itself, or called by what is.
    """

    space: dict[str, Any]
    label: str
    reader: types.CodeType
    names: Set[str]
    differentiated: bool

    def is_unaware(self) -> bool:
        """Whether it is not the program of this function that has made a call, as far as names tell."""
        frame: types.FrameType | None = sys._getframe(1)
        own = re.compile(rf"{re.escape(self.reader.co_name)}(_\d+)?_(primal|reverse|tangent|jvp|slope|grad|value_and_grad)")
        while frame is not None and not self.differentiated:
            if frame.f_code.co_filename.startswith(GENERATED) and own.fullmatch(frame.f_code.co_name):
                return False
            frame = frame.f_back
        return True


Readers = dict[int, list[Place]]
"""By the identity of an object."""
_MOST = 64
_places: dict[tuple[tuple[types.CodeType, int], ...], list[Place]] = {}
ON_REBOUND.append(_places.clear)


def check_objects_not_met(storing: types.FunctionType, owners: Iterable[Any]) -> None:
    """Raise where a function that is called stores active values in objects which another one reads by the name of a variable.

    >>> def put(tank, x): tank.level = x
    >>> check_objects_not_met(put, [types.SimpleNamespace(level=0.0)])  # nothing is differentiated
    """
    watch_runs()
    known = found_in_run()
    if "objects named" not in known:
        known["objects named"] = _named_now(sys._getframe(1))
    named: Readers = known["objects named"]
    for owner in owners if named else ():
        key = "objects met", storing.__code__, id(owner)
        if key in known or _is_seen(sys._getframe(1), owner, storing.__name__):
            continue
        if not is_made(owner):  # the place of one that was may be another's next
            known[key] = True
        for place, held in objects_below({id(owner): owner}).items():
            for one in named.get(place, ()):
                if one.reader is not storing.__code__ and not one.names.isdisjoint(_stored(storing, held)) and one.is_unaware():
                    raise UnsupportedError(
                        f"{storing.__name__} stores active values in `{one.label}`, which {one.reader.co_name} reads by its name.\n"
                        "Pass the object as an argument to the function that reads it, too.")


def _is_seen(frame: types.FrameType | None, owner: Any, name: str) -> bool:
    """Whether the program that makes a call takes a method of an object by the name of a variable: then it has looked at that."""
    while frame is not None and not frame.f_code.co_filename.startswith(GENERATED):
        frame = frame.f_back
    if frame is None or name not in frame.f_code.co_names:
        return False
    steps = instructions(frame.f_code)
    labels = [named(frame.f_code, *before) for before, step in itertools.pairwise(steps) if before[0] in _AROUND and (
        named(frame.f_code, *step) == name)]
    held = frame.f_locals if labels else {}
    return any(held.get(label or "", frame.f_globals.get(label or "")) is owner for label in labels)


def _stored(storing: types.FunctionType, owner: Any) -> Set[str]:
    """The attributes of an object that a function may store, and by what any of them may be read."""
    stored = names_stored(storing)
    if not _STORED_BY_TEXT.isdisjoint(names_of(storing.__code__)):
        stored |= attributes_held(owner).keys()
    return stored | BY_TEXT if stored else stored


def _named_now(frame: types.FrameType) -> Readers:
    """The objects that variables hold now which code names in reach of what is differentiated.

    What is differentiated knows what it does to them itself, but where they are arguments, too.
    """
    entry = outermost(frame)
    if entry is None:
        return {}
    called = called_in(entry)
    meant = tuple(meaning_of(function) for one in called.values() for function in functions_of(one))
    if meant not in _places:
        if len(_places) >= _MOST:
            _places.clear()
        _places[meant] = _places_of(called, [code for code, _ in meant])
    places = _places[meant]
    given = objects_below(objects_in(list(entry.f_locals.values()))) if any(place.differentiated for place in places) else {}
    found: Readers = {}
    for place in places:
        for key in objects_in(place.space.get(place.label)):
            if key in given or not place.differentiated:
                found.setdefault(key, []).append(place)
    return found


def _places_of(called: dict[str, Any], codes: Collection[types.CodeType]) -> list[Place]:
    """The variables that hold objects, and the functions in reach of those that are differentiated that read these.

    Special methods are left out: of those nobody knows whether they run.
    """
    functions = [one for one in Reach(called).functions if not (
        (one.__name__.startswith("__") and one.__name__.endswith("__")) or one.__code__.co_filename.startswith(GENERATED))]
    found: list[Place] = []
    for finder in [one for one in functions if not _only_tells(one)]:
        for label in sorted(globals_named(finder.__code__)):
            if objects_in(finder.__globals__.get(label)):
                callers = [one for one in functions if _names(one, finder)] if _gives(finder, label) else []
                found += [Place(finder.__globals__, label, reader.__code__, Reach({"": reader}).names, reader.__code__ in codes)
                          for reader in dict.fromkeys([finder, *callers])]
    return found


def _names(function: types.FunctionType, other: types.FunctionType) -> bool:
    """Whether the code of a function names another one, or a module that has it."""
    held = [function.__globals__.get(label) for label in globals_named(function.__code__)]
    held += [content(cell, None) for cell in cells_of(function).values()]
    modules = [value for value in held if isinstance(value, types.ModuleType)]
    return any(value is other for value in held) or any(vars(module).get(other.__name__) is other for module in modules)


def _only_tells(function: types.FunctionType) -> bool:
    """Whether a function gives nothing and writes into nothing: what it reads, it prints or checks."""
    if effects_of(function).any_writes:
        return False
    try:
        parts = walk(read_source(function).tree.body)
    except TangentishError:
        return False
    return not any(part.__class__ in (gast.Yield, gast.YieldFrom) or (
        part.__class__ is gast.Return and part.value is not None) for part in parts)


def _gives(finder: types.FunctionType, label: str) -> bool:
    """Whether a function gives the object that a variable holds, or more of it than numbers."""
    if label not in effects_of(finder).around_returned:
        return False
    named = names_of(finder.__code__)
    parts = [attributes_held(owner).get(name) for owner in objects_in(finder.__globals__.get(label)).values() for name in named]
    return gives(finder.__code__, label) or not all(map(holds_nothing, parts))
