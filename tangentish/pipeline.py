"""The stages, in order: from a function and the kinds of its arguments to its derivative program."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tangentish.analysis.around.changed_around import changed_around, filled_later_of, read_around, said_around
from tangentish.analysis.around.names_below import forget_if_rebound
from tangentish.analysis.def_use import DefUse
from tangentish.analysis.kinds import UNKNOWN
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.memory.aliases import Aliases
from tangentish.analysis.unread import unread
from tangentish.apart.closures import are_named
from tangentish.apart.objects_made import taken_out
from tangentish.collection import no_collection
from tangentish.derive.checks import check_program
from tangentish.derive.picking import picks_by_condition
from tangentish.derive.program import Program
from tangentish.drafts import drafted
from tangentish.errors import TangentishError, UnsupportedError
from tangentish.families import Pairs
from tangentish.frontend.named_otherwise import named_otherwise
from tangentish.frontend.source import Source, read_source
from tangentish.normalise.deferred import putting_off
from tangentish.normalise.to_simple_form import to_simple_form
from tangentish.recursion import deeply
from tangentish.request import Made, Request
from tangentish.rules.registry import generation


@no_collection()
@deeply
def make(function: types.FunctionType, request: Request, externs: Mapping[str, Any], pairs: Pairs | None = None) -> Made:
    """Run all the stages; `externs` are the objects that generated code may name whatever the function is."""
    try:
        return _made(function, request, externs, pairs)
    except ReferenceError as error:  # no code of the user's runs here
        code = function.__code__
        raise UnsupportedError(f"{code.co_filename}:{code.co_firstlineno}: {function.__qualname__} names a weakref.proxy of an "
                               "object that is no more.\n"
                               "Keep the object as long as the proxy, or name another one.") from error


def _made(function: types.FunctionType, request: Request, externs: Mapping[str, Any], pairs: Pairs | None) -> Made:
    rules = generation()  # before anything is looked up: a rule may be registered meanwhile
    source = named_otherwise(read_source(function))
    top = pairs is None
    if top:
        forget_if_rebound()
    if top and request.callee:
        request = replace(request, own=request.own | read_around(function))
    if top:
        changed = changed_around(source.function) | said_around(source.function, request.own) | filled_later_of(request.own)
        pairs = Pairs(make, externs, request, source.name, changed)
    assert pairs is not None
    pairs.masked |= picks_by_condition(source.tree)
    apart, taken = taken_out(source)
    made = None
    if apart is not source and any(kind != UNKNOWN for _, kind in request.kinds):  # else nothing is known of any call
        with contextlib.suppress(TangentishError):  # met again, with its place
            made = putting_off(apart, lambda source: written(source, request, externs, pairs)).written()
            made.guards += taken.guards
    if made is None or are_named(taken.functions.values(), made.functions.values()):
        made = putting_off(source, lambda source: written(source, request, externs, pairs))
    made.rules = rules
    return made.written() if top else made


def written(source: Source, request: Request, externs: Mapping[str, Any], pairs: Pairs) -> Made:
    """Source -> a program, written but for a pair that can wait until it is known how it is used."""
    program = analyse(source, request, externs, pairs)
    check_program(program)
    return drafted(program, request, externs)


def analyse(source: Source, request: Request, externs: Mapping[str, Any], pairs: Pairs | None = None) -> Program:
    """Source -> a program in its simple form with its analyses."""
    simple = to_simple_form(source, request, dict(externs), None if request.params_alias else pairs)
    body, scope, activity, params = simple.body, simple.scope, simple.activity, list(simple.entry)
    flow = DefUse(body, params, simple.ans)
    kinds = simple.kinds or Infer(body, simple.entry, scope, simple.call_kind, simple.externs)
    aliases = Aliases(body, flow, kinds, scope, activity.varied, params, request.params_alias,
                      simple.ans if request.form == "pair" else None, activity.captured, simple.ans if request.callee else None,
                      activity.containers)
    return Program(source, scope, simple.names, params, simple.wanted, [p for p in simple.wanted if p != "*"], simple.entry, body,
                   simple.ans, flow, kinds, aliases, activity, simple.externs, simple.user_names, request.tuple_result,
                   request.params_alias, request.masked, unread(body, flow, kinds, aliases.class_of, simple.ans),
                   simple.renames, frozenset(simple.renames.get(p, p) for p in request.held), request.callee, request.label)
