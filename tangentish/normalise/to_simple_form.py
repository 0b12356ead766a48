"""A function as the analyses want it: one exit, one form of loop, one active operation a statement."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.callees import CalleeKinds
from tangentish.analysis.def_use import assigned_in, number_statements
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import Kind
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.frontend.shadowing import foreign_clash, rename_locals
from tangentish.frontend.source import Source
from tangentish.names import Names
from tangentish.normalise.boxes import box_nonlocals
from tangentish.normalise.contexts import suppress_to_try
from tangentish.normalise.dynamic_calls import DynamicCalls
from tangentish.normalise.effects_first import effects_first, may_have_effects
from tangentish.normalise.exits import tidy_exits
from tangentish.normalise.fold import fold_branches
from tangentish.normalise.globals import check_callees, copy_globals, written_globals
from tangentish.normalise.lower import Lower
from tangentish.normalise.own_functions import OWN_FUNCTIONS
from tangentish.normalise.patterns import match_to_if
from tangentish.normalise.static_calls import MakePair
from tangentish.normalise.validate import validate
from tangentish.normalise.walrus import hoist_walrus
from tangentish.request import Request
from tangentish.syntax import Block, assign, clone, constant, names_in, walk


@dataclass
class Simple:
    """A function in its simple form; `ans` is the name of what it returns."""

    scope: Scope
    names: Names
    entry: dict[str, Kind]
    wanted: list[str]
    ans: str
    user_names: frozenset[str]
    body: Block = field(default_factory=list)
    activity: Any = None
    externs: dict[str, Any] = field(default_factory=dict)


def to_simple_form(source: Source, request: Request, known: dict[str, Any], pairs: MakePair | None = None) -> Simple:
    """Rewrite the body of a function.

    `known` are the names that generated code uses for itself; `pairs` makes the pair of a function that is called.
    """
    tree = clone(source.tree)
    local = assigned_in(tree.body) | {key for key, _ in request.kinds}
    clash = foreign_clash(tree, local, source.globals, {**known, **OWN_FUNCTIONS})
    if clash is not None:
        raise located(UnsupportedError, f"generated code uses the name `{clash.id}` for itself", source.filename, clash,
                      "Import what it means under another name.")
    renames = rename_locals(tree, local)
    entry = {renames.get(key, key): kind for key, kind in request.kinds}
    wanted = [renames.get(key, key) for key in request.wanted]
    used = names_in(tree) | set(entry) | set(source.cells)
    names = Names(used | set(known) | {"ans_bar", "np", "record"}
                  | {n.name for n in walk(tree) if isinstance(n, gast.FunctionDef)})
    scope = Scope(source, assigned_in(tree.body) | set(entry))
    simple = Simple(scope, names, entry, wanted, names.fresh("ans"), frozenset(used))
    _rewrite(simple, tree.body, source.filename, request, pairs)
    return simple


def _rewrite(simple: Simple, body: Block, filename: str, request: Request, pairs: MakePair | None) -> None:
    names, scope, params = simple.names, simple.scope, list(simple.entry)
    body = [n for n in body if not (isinstance(n, gast.Expr) and isinstance(n.value, gast.Constant))]
    scope.add_imports(body)
    scope.imports.update(OWN_FUNCTIONS)
    if request.form != "pair":  # what a callee writes into a global is refused where it happens
        written_in = written_globals(body, scope)
        check_callees(body, written_in, scope, filename)
        body = copy_globals(body, written_in, names)
        scope.locals |= assigned_in(body)
    body = box_nonlocals(suppress_to_try(body, scope), params, names)
    body = hoist_walrus(match_to_if(body, names, filename))
    body = effects_first(body, may_have_effects(scope), names)
    call_kind = CalleeKinds(scope)
    body = fold_branches(body, Infer(body, simple.entry, scope, call_kind))
    body = tidy_exits(body, names, simple.ans)[:-1] or [assign(simple.ans, constant(None))]
    rebound = assigned_in(body)
    if simple.ans not in rebound:  # a function that only raises
        body.append(assign(simple.ans, constant(None)))
    inactive = [p for p, kind in simple.entry.items() if not kind.active_dtype and p not in rebound]
    # arguments that share memory carry each other's derivatives
    seeds = params if request.params_alias else simple.wanted
    activity = Activity(body, [p for p in seeds if p not in inactive], scope, request.fields, inactive,
                        closures="*" in simple.wanted or bool(request.captured))
    validate(body, activity, scope, filename)
    written, before, fields = body, set(activity.varied), set(activity.fields)
    while True:
        taken = set(names.taken)
        body = Lower(names, activity, filename).block(clone(written))
        activity = activity.again(body)
        number_statements(body)
        calls = DynamicCalls(scope, Infer(body, simple.entry, scope, call_kind), activity, names, filename, pairs)
        body = calls.block(body)
        activity = activity.again(body)
        grown = Activity(written, activity.varied & taken, scope, activity.fields, activity.constants, activity.closures)
        if grown.varied & taken <= before and grown.fields <= fields:
            break
        fields = set(grown.fields)
        before, activity = before | (grown.varied & taken), grown  # what lowering brought to light is lowered too
        names.taken = taken
    simple.body, simple.activity, simple.externs = body, activity, dict(calls.externs)
