"""The stages, in order: from a function and the kinds of its arguments to its derivative program."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

from tangentish.analysis.aliases import Aliases
from tangentish.analysis.callees import CalleeKinds
from tangentish.analysis.def_use import DefUse
from tangentish.analysis.infer import Infer
from tangentish.derive.assemble import derive
from tangentish.derive.program import Program
from tangentish.finish import finish
from tangentish.frontend.source import Source, read_source
from tangentish.normalise.to_simple_form import to_simple_form
from tangentish.request import Made, Request
from tangentish.simplify import simplify


def make(function: types.FunctionType, request: Request, externs: Mapping[str, Any]) -> Made:
    """Run all the stages; `externs` are the objects that generated code may name whatever the function is."""
    source = read_source(function)
    program = analyse(source, request, externs)
    derived = derive(program, request.form, entry_needed=request.form == "pair")
    if request.optimise:
        simplify(derived, program)
    return finish(request, program, derived, externs)


def analyse(source: Source, request: Request, externs: Mapping[str, Any]) -> Program:
    """Source -> a program in its simple form with its analyses."""
    simple = to_simple_form(source, request, dict(externs))
    body, scope, activity, params = simple.body, simple.scope, simple.activity, list(simple.entry)
    flow = DefUse(body, params, simple.ans)
    kinds = Infer(body, simple.entry, scope, CalleeKinds(scope), simple.externs)
    aliases = Aliases(body, flow, kinds, scope, activity.varied, params, request.params_alias,
                      simple.ans if request.form == "pair" else None, activity.captured)
    seeds = [p for p in simple.wanted if p != "*"]
    return Program(source, scope, simple.names, params, simple.wanted, seeds, simple.entry, body, simple.ans, flow, kinds,
                   aliases, activity, simple.externs, simple.user_names, request.tuple_result, request.params_alias)
