"""Control flow of one form, whose effects come in the order of the statements."""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.marks import any_running
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kinds import Array
from tangentish.analysis.kinds.infer import Infer
from tangentish.frontend.out_arguments import name_outs_of_methods
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.calls.attributes_by_code import attributes_by_code
from tangentish.normalise.calls.mappings_unpacked import mappings_unpacked
from tangentish.normalise.calls.operators_acting import operators_acting
from tangentish.normalise.calls.operators_running import operators_running
from tangentish.normalise.decorators import decorated_in, decorators_called, is_own
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.effects_first import effects_first
from tangentish.normalise.flow.contexts import suppress_to_try
from tangentish.normalise.flow.exits import tidy_exits
from tangentish.normalise.flow.fold import fold_branches
from tangentish.normalise.flow.left_by_finally import exits_of_finally
from tangentish.normalise.flow.loops import call_loops
from tangentish.normalise.flow.patterns import match_to_if
from tangentish.normalise.flow.stopping import inlined_loops
from tangentish.normalise.flow.walrus import hoist_walrus
from tangentish.normalise.iterators.first_found import first_found, has_first
from tangentish.normalise.iterators.generator_marks import mark_consumed
from tangentish.normalise.iterators.watched_loops import gives_iterable, sources_named
from tangentish.normalise.kinds_asked import kinds_when_asked
from tangentish.normalise.simple import Simple
from tangentish.normalise.variables.boxes import box_nonlocals
from tangentish.request import Request
from tangentish.syntax import Block, assign, constant


def in_one_form(simple: Simple, body: Block, met: set[type], request: Request) -> tuple[Block, bool]:
    """The body with one exit and one form of loop, and whether there are generators in it; `met` are the classes of its nodes."""
    names, scope, filename = simple.names, simple.scope, simple.scope.source.filename
    if gast.FunctionDef in met:
        decorated = decorated_in(body)
        body = decorators_called(body, lambda decorator: is_own(decorator, scope, decorated), names)
        scope.locals |= assigned_in(body)
    if gast.With in met:
        body = suppress_to_try(body, scope)
    if gast.Nonlocal in met:
        body = box_nonlocals(body, list(simple.entry), names, filename)
    if gast.Match in met:
        body = match_to_if(body, names, filename)
    attributes_by_code(body, scope, kinds_when_asked(body, simple.entry, scope, simple.call_kind))
    if met & {gast.Call, gast.Dict}:
        kind_of = kinds_when_asked(body, simple.entry, scope, simple.call_kind)
        body = mappings_unpacked(body, kind_of, "__getitem__" in scope.own)
    if has_first(body, scope):
        early = Activity(body, simple.carriers(request.params_alias), scope, closures=True)
        body = first_found(body, scope, early.expr, names)
        scope.locals |= assigned_in(body)
    if gast.For in met and "__iter__" in scope.own:
        body = sources_named(body, names, lambda function: gives_iterable(scope.resolve(function)))
        scope.locals |= assigned_in(body)
    generators = mark_consumed(body, scope, Effectful(scope))
    if gast.For in met:
        body = call_loops(body, names, lambda function: scope.resolve(function) is iter)
        body = inlined_loops(body, names, Effectful(scope))
        scope.locals |= assigned_in(body)
    if gast.NamedExpr in met:
        body = hoist_walrus(body, names, lambda node: node.__class__ in (gast.Name, gast.Attribute) and (
            scope.resolve(node) is not MISSING))
        scope.locals |= assigned_in(body)
    if any_running(scope.own):
        early = Activity(body, simple.carriers(request.params_alias), scope, closures=True)
        kind_of = kinds_when_asked(body, simple.entry, scope, simple.call_kind)
        body = operators_acting(body, scope, early.expr, kind_of)
        kind_of = kinds_when_asked(body, simple.entry, scope, simple.call_kind)  # of statements that were put in, too
        body = operators_running(body, scope, early.expr, kind_of, names)
        scope.locals |= assigned_in(body)
    body = effects_first(body, Effectful(scope), names)
    body = fold_branches(body, Infer([], simple.entry, scope, simple.call_kind))
    kind_of = kinds_when_asked(body, simple.entry, scope, simple.call_kind)
    name_outs_of_methods(body, lambda node, statement: scope.resolve(node) is MISSING and isinstance(
        kind_of(node, statement), Array))
    body = exits_of_finally(body, names) if gast.Try in met else body
    return tidy_exits(body, names, simple.ans)[:-1] or [assign(simple.ans, constant(None))], generators
