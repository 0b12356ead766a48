"""The pairs of functions made for calls that are looked up when they happen, kept for the next such call."""

from __future__ import annotations

import threading
import types
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from tangentish.analysis.around.changed_around import HOW_LATER
from tangentish.analysis.code.marks import given_later, refused_later
from tangentish.analysis.code.own_names import names_of_values
from tangentish.analysis.kinds import is_named_function, kinds_of, unknown_of
from tangentish.closures import cells_of
from tangentish.compile import with_cells
from tangentish.dispatch.core import EXTERNS
from tangentish.dispatch.memory_reached import writes_into_others, written_names
from tangentish.dispatch.records import Parts, Record
from tangentish.frontend.callables import shared_variables
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.runtime import accumulate, filled, shares_memory
from tangentish.runtime.runs import filled_in_run, is_changed_in_run, is_told, refused_in_run
from tangentish.shadows import Shadows
from tangentish.slots import attributes_held

KINDS_KNOWN = True  # tests turn these two off: results must be the same
OPTIMISE = True

PLUMBING = ("tangentish.nested.", "tangentish.tangents.", "tangentish.library.copies")
"""Modules of functions that pass on what they are given: for derivatives of these nothing is gained by kinds of arguments, and
one program serves them all."""
MOST = 128
"""How many pairs are kept for one function, for arguments of different kinds."""

Place = tuple[str, Any]
"""Where an argument went: a parameter, and its place in that for `*args` and `**keywords`, else None."""

_BY_VALUE = (bool, str, type(None))  # their kinds are their values
_NUMBERS = frozenset((float, int, np.float64))
MOST_QUICK = 4096
_quick: dict[Any, tuple[Made, tuple[str, ...]]] = {}
_lock = threading.RLock()
_pairs: dict[Any, list[tuple[Request, Made]]] = {}


def settings() -> tuple[bool, bool]:
    """What tests may turn off; programs made with and without are not the same."""
    return KINDS_KNOWN, OPTIMISE


def pair_for(function: types.FunctionType, values: dict[str, Any], active: tuple[str, ...],
             captured: tuple[str, ...], checkpoint: int | None = None,
             held: frozenset[str] = frozenset()) -> tuple[Made, tuple[str, ...]]:
    """The pair of functions for these arguments, made once; what is `held` was read of objects and cells, for the function."""
    return made_for("pair", function, values, active, captured, checkpoint, held=held)


def made_for(form: str, function: types.FunctionType, values: dict[str, Any], active: tuple[str, ...],
             captured: tuple[str, ...], checkpoint: int | None = None,
             constant: Collection[str] = (), held: frozenset[str] = frozenset()) -> tuple[Made, tuple[str, ...]]:
    """The program of a form ("pair" or "tangent") for these arguments, made once, and what it is with respect to.

    Arguments that are `constant` share no memory with the others, and stay as they are.
    """
    signature = _signature_of(values)
    given = {label: value for label, value in values.items() if label not in constant} if constant else values
    alias = shares_arrays(given, written_names(function))
    told = [*(map(how, filled_in_run()) for how in HOW_LATER), map(refused_later, refused_in_run()), _changed_later(values)]
    own = names_of_values(values.values()).union(*told)
    cells = _fixed_cells(function, captured)
    if cells is None:
        request = _request(form, values, active, captured, alias, own, checkpoint, held)
        return make(function, request, EXTERNS), request.wanted
    key = (function.__code__, id(function.__globals__), cells,
           form, active, captured, alias, own, signature, checkpoint, held, KINDS_KNOWN, OPTIMISE)
    found = _quick.get(key) if signature is not None else None
    if found is None or not found[0].holds():
        found = _looked_up(form, function, values, active, captured, alias, own, checkpoint, held)
        if signature is not None and len(_quick) < MOST_QUICK:
            _quick[key] = found
    return found if not function.__closure__ else _with_own_variables(function, *found)


def _with_own_variables(function: types.FunctionType, made: Made, wanted: tuple[str, ...]) -> tuple[Made, tuple[str, ...]]:
    """A program that may have been made for another closure with the same code: variables that are assigned are this one's."""
    shared = shared_variables(function)
    if not shared:
        return made, wanted
    cells = {name: cell for name, cell in cells_of(function).items() if name in shared}
    bound = {name: with_cells(program, cells) for name, program in made.functions.items()}
    by_program = {id(program): bound[name] for name, program in made.functions.items()}
    return replace(made, functions=bound, entry=by_program.get(id(made.entry)), second=None, batched={}), wanted


def _changed_later(values: dict[str, Any]) -> set[str]:
    """What is found of parameters, and of attributes of objects, that have what a program of this run changes later."""
    if not is_told():
        return set()
    found = {given_later(label) for label, value in values.items() if is_changed_in_run(value)}
    held = {key for value in values.values() for key, part in attributes_held(value).items() if is_changed_in_run(part)}
    return found | {how(key) for key in held for how in HOW_LATER}


def shares_arrays(values: dict[str, Any], written: frozenset[str] | None) -> bool:
    """Whether arrays, or containers, among arguments share memory, also by way of what is `written` into or called."""
    arrays = [value for value in values.values() if issubclass(type(value), np.ndarray)]
    if len(arrays) > 1 and any(np.may_share_memory(a, b) for k, a in enumerate(arrays) for b in arrays[:k]):
        return True
    return shares_memory(values) or writes_into_others(values, written)


def _fixed_cells(function: types.FunctionType, captured: tuple[str, ...]) -> tuple[int, ...] | None:
    """Which classes and modules a closure sees: what is made for one closure holds for another only if they are the same.

    None where a cell is empty: what may be put there later no other closure sees.
    """
    if not function.__closure__:
        return ()
    cells = zip(function.__code__.co_freevars, function.__closure__, strict=True)
    try:
        return tuple([id(cell.cell_contents) for name, cell in cells if name not in captured])
    except ValueError:
        return None


def _request(form: str, values: dict[str, Any], active: tuple[str, ...], captured: tuple[str, ...], alias: bool,
             own: frozenset[str], checkpoint: int | None, held: frozenset[str], module: str | None = None) -> Request:
    kinds = kinds_of(values) if KINDS_KNOWN and not (module or "").startswith(PLUMBING) else unknown_of(values)
    return Request(form, tuple(kinds.items()), active, own=own, captured=captured, params_alias=alias, optimise=OPTIMISE,
                   checkpoint=checkpoint, held=held)


def _signature_of(values: dict[str, Any]) -> tuple[Any, ...] | None:
    """What tells arguments of the same kinds quickly, for arguments that are not containers of several kinds."""
    signature: list[Any] = []
    for value in values.values():
        cls = type(value)
        if cls is np.ndarray:
            signature.append((value.shape, value.dtype))
        elif cls in _NUMBERS:
            signature.append(cls)
        elif cls in _BY_VALUE or is_named_function(value):
            signature.append((cls, value))
        elif issubclass(cls, tuple):
            return None
        else:
            signature.append(cls)
    return tuple(signature)


def _looked_up(form: str, function: types.FunctionType, values: dict[str, Any], active: tuple[str, ...],
               captured: tuple[str, ...], alias: bool, own: frozenset[str],
               checkpoint: int | None, held: frozenset[str]) -> tuple[Made, tuple[str, ...]]:
    request = _request(form, values, active, captured, alias, own, checkpoint, held, function.__module__)
    key = (function.__code__, id(function.__globals__), _fixed_cells(function, captured))
    for known, made in _pairs.get(key, ()):
        if known == request and made.holds():
            return made, known.wanted
    with _lock:
        for known, made in _pairs.get(key, ()):
            if known == request and made.holds():
                return made, known.wanted
        made = make(function, request, EXTERNS)
        kept = [(k, m) for k, m in _pairs.get(key, []) if k != request][-MOST:]
        _pairs[key] = [*kept, (request, made)]
    return made, request.wanted


class PairRecord(Record):
    """A call of the first function of a pair; the second is the reverse.

    `places` and `named` say where the positional and the keyword arguments went; `held` lists `(name, holder, key)` of
    what was no argument: variables captured in cells, and defaults.
    """

    def __init__(self, made: Made, ans: Any, record: Any, wanted: tuple[str, ...], values: dict[str, Any],
                 places: list[Place], named: dict[str, Place], held: list[tuple[str, Any, Any]]) -> None:
        self.made, self.ans, self.record, self.wanted, self.values = made, ans, record, wanted, values
        self.places, self.named, self.held = places, named, held

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:  # the result was not used; what the call wrote may have been
            ans_bar = shadows.of(self.ans) if self._is_known(shadows) else filled(None, self.ans)
        for name in self.made.contract.written:
            shadows.leaves(self.values[name])
        results = dict(zip(self.wanted, self.made.reverse(self.record, ans_bar, shadows), strict=True))
        for name, holder, key in self.held:
            shadows.deposit(holder, key, self.values[name], results[name])
        return Parts([self._part(place, results, shadows) for place in self.places],
                     {key: self._part(place, results, shadows) for key, place in self.named.items()})

    def _is_known(self, shadows: Shadows) -> bool:
        """Whether the result may be an array that the caller has under another name: its cotangent is in the shadow."""
        ans = self.ans
        return self.made.contract.uses_table and isinstance(ans, np.ndarray) and ans.dtype.kind in "fc" and shadows.knows(ans)

    def _part(self, place: Place, results: dict[str, Any], shadows: Shadows) -> Any:
        name, key = place
        if key is None:
            return results.get(name)
        value = self.values[name]
        slots = shadows.slots(value)
        part = slots[key] if isinstance(slots, list) else slots.get(key)
        outer = results.get(name)
        if isinstance(outer, float):  # zero for the whole of it: the items have theirs in the slots
            outer = None
        if outer is not None:
            part = accumulate(part, outer[key])
        return None if isinstance(value[key], np.ndarray) and outer is None else part
