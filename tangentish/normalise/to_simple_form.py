"""A function as the analyses want it: one exit, one form of loop, one active operation a statement."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gast
import numpy

from tangentish.analysis.activity import Activity
from tangentish.analysis.around_writes import AroundWrites
from tangentish.analysis.callees import CalleeKinds
from tangentish.analysis.def_use import assigned_in, number_statements
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import Array, Const, Kind, defines, is_container, is_object
from tangentish.analysis.own_names import own_names
from tangentish.bindings import IMPORTS, imported_names
from tangentish.closures import content
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.out_arguments import choose_outs, name_outs, name_outs_of_methods, optional_outs
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.shadowing import foreign_clash, rename_locals
from tangentish.frontend.source import Source
from tangentish.names import Names
from tangentish.normalise.acting_comprehensions import acting_loops
from tangentish.normalise.arrays_around import kept_as_they_were, watch_arrays, watched_containers
from tangentish.normalise.boxes import box_nonlocals
from tangentish.normalise.cached_results import check_cached
from tangentish.normalise.cells import named_cells
from tangentish.normalise.checkpoints import mark_loops
from tangentish.normalise.contexts import suppress_to_try
from tangentish.normalise.dynamic_calls import DynamicCalls
from tangentish.normalise.effectful import Effectful
from tangentish.normalise.effects_first import effects_first
from tangentish.normalise.elsewhere import Elsewhere
from tangentish.normalise.exits import tidy_exits
from tangentish.normalise.first_found import first_found, has_first
from tangentish.normalise.fold import fold_branches
from tangentish.normalise.generator_calls import items_calls
from tangentish.normalise.generator_marks import mark_consumed
from tangentish.normalise.globals import check_callees, check_readers, check_shared, check_stores, copy_globals, written_globals
from tangentish.normalise.groups import check_groups
from tangentish.normalise.iterator_makers import iterator_names
from tangentish.normalise.iterators import check_iterators
from tangentish.normalise.late_binding import box_late_bound, check_late_binding
from tangentish.normalise.loops import call_loops
from tangentish.normalise.lower import Lower
from tangentish.normalise.next_items import next_items
from tangentish.normalise.numpy_imports import drop_numpy_imports
from tangentish.normalise.operator_calls import operators_written
from tangentish.normalise.own_functions import OWN_FUNCTIONS
from tangentish.normalise.patterns import match_to_if
from tangentish.normalise.points import check_passed_by, cotangent_points
from tangentish.normalise.shared_parts import check_parts
from tangentish.normalise.static_calls import MakePair
from tangentish.normalise.stopping import inlined_loops
from tangentish.normalise.text import check_text
from tangentish.normalise.validate import validate
from tangentish.normalise.walrus import hoist_walrus
from tangentish.request import Request
from tangentish.rules.registry import NAMESPACES
from tangentish.syntax import COMPREHENSIONS, Block, Node, assign, clone, constant, locate, names_in, walk


@dataclass
class Simple:
    """A function in its simple form; `ans` is the name of what it returns."""

    scope: Scope
    names: Names
    entry: dict[str, Kind]
    wanted: list[str]
    ans: str
    user_names: frozenset[str]
    known: frozenset[str]  # names that generated code uses for itself, none of them the user's
    body: Block = field(default_factory=list)
    activity: Any = None
    kinds: Any = None  # of the body, if they are known by now
    externs: dict[str, Any] = field(default_factory=dict)


def _functions_in(space: dict[str, Any]) -> set[str]:
    """The global names of functions, classes and modules: a name that is free in a function is looked up there."""
    return {key for key, value in space.items() if callable(value) or value.__class__ is types.ModuleType}


def to_simple_form(source: Source, request: Request, known: dict[str, Any], pairs: MakePair | None = None) -> Simple:
    """Rewrite the body of a function.

    `known` are the names that generated code uses for itself; `pairs` makes the pair of a function that is called.
    """
    tree = clone(source.tree)
    imports_numpy = drop_numpy_imports(tree, {**source.globals, **_contents(source)})
    parts = walk(tree)
    bound = assigned_in(tree.body)
    local = bound | {key for key, _ in request.kinds}
    clash = foreign_clash(parts, local, {**source.globals, **_contents(source)}, {**known, **OWN_FUNCTIONS})
    if clash is not None:
        raise located(UnsupportedError, f"generated code uses the name `{clash.id}` for itself", source.filename, clash,
                      "Import what it means under another name.")
    renames = rename_locals(tree, local, OWN_FUNCTIONS)
    entry = {renames.get(key, key): kind for key, kind in request.kinds}
    wanted = [renames.get(key, key) for key in request.wanted]
    used = names_in(tree) | set(entry) | set(source.cells)
    names = Names(used | set(known) | _functions_in(source.globals) | {"ans_bar", "np", "record"}
                  | {n.name for n in parts if n.__class__ is gast.FunctionDef})
    scope = Scope(source, (assigned_in(tree.body) if renames else bound) | set(entry))
    scope.containers = frozenset(key for key, kind in entry.items() if is_container(kind))
    simple = Simple(scope, names, entry, wanted, names.fresh("ans"), frozenset(used), frozenset(known))
    if imports_numpy:
        scope.imports["np"] = simple.externs["np"] = numpy
    _rewrite(simple, tree.body, {part.__class__ for part in parts}, source.filename, request, pairs)
    return simple


def _kinds_when_asked(body: Block, entry: dict[str, Kind], scope: Scope, call_kind: CalleeKinds) -> Callable[[Node, Node], Kind]:
    """The kind of an expression in a statement; the kinds of all are found when one is asked for."""
    kinds: list[Infer] = []

    def kind_of(node: Node, statement: Node) -> Kind:
        if not kinds:
            number_statements(body)
            kinds.append(Infer(body, entry, scope, call_kind))
        return kinds[0].expr(node, kinds[0].before.get(statement.uid, {}))

    return kind_of


def _name_outs_of_methods(body: Block, entry: dict[str, Kind], scope: Scope, call_kind: CalleeKinds) -> None:
    kind_of = _kinds_when_asked(body, entry, scope, call_kind)
    name_outs_of_methods(body, lambda node, statement: scope.resolve(node) is MISSING and isinstance(
        kind_of(node, statement), Array))


def _iterates_by_code(body: Block, entry: dict[str, Kind], scope: Scope, call_kind: CalleeKinds) -> Callable[[Node, Node], bool]:
    """Whether what a name holds in a statement is an object with an `__iter__` of the user's."""
    kind_of = _kinds_when_asked(body, entry, scope, call_kind)

    def by_code(node: Node, statement: Node) -> bool:
        kind = kind_of(node, statement)
        return is_object(kind) and defines(kind.type, "__iter__")  # type: ignore[attr-defined]  # an object has a type

    return by_code


def _rewrite(simple: Simple, body: Block, met: set[type], filename: str, request: Request, pairs: MakePair | None) -> None:
    """Rewrite the body; `met` are the classes of nodes in it, so that what it has none of is not looked for."""
    names, scope, params = simple.names, simple.scope, list(simple.entry)
    functions = bool(met & {gast.FunctionDef, gast.Lambda})
    body = [n for n in body if not (n.__class__ is gast.Expr and n.value.__class__ is gast.Constant)] or [
        locate(gast.copy_location(gast.Pass(), body[0]), body[0])]
    if NAMESPACES or met & {gast.Import, gast.ImportFrom}:
        scope.add_imports(body)
    scope.imports.update(OWN_FUNCTIONS)
    check_passed_by(scope, filename, body)
    body = operators_written(body, scope)
    if gast.With in met:
        body = cotangent_points(body, scope, filename)
    if gast.For in met:
        body = mark_loops(body, scope.resolve, names, filename, request.checkpoint)
    scope.own = own_names(scope.source.function) | request.own
    if request.form in ("jvp", "slope"):
        check_shared(scope, request.captured, filename)
    name_outs(body, scope)
    optional = optional_outs(scope.source.function)
    if optional:
        body = choose_outs(body, optional, scope)
    if not request.callee:  # what a callee writes into a global is refused where it happens
        written_in = written_globals(body, scope) - set(request.captured)
        check_callees(body, written_in, scope, filename)
        if written_in:
            body = copy_globals(body, written_in, names, scope)
            scope.locals |= assigned_in(body)
    before_watching = assigned_in(body)
    writes = AroundWrites(scope.source)
    check_parts(scope, writes)
    followed = writes.written | set(request.captured)
    containers = watched_containers(body, scope, followed)
    body = watch_arrays(body, scope, followed, names)
    watched = assigned_in(body) - before_watching
    scope.locals |= watched
    if gast.With in met:
        body = suppress_to_try(body, scope)
    if gast.Nonlocal in met:
        body = box_nonlocals(body, params, names)
    if gast.Match in met:
        body = match_to_if(body, names, filename)
    if has_first(body, scope):
        early = Activity(body, params if request.params_alias else simple.wanted, scope, closures=True)
        body = first_found(body, scope, early.expr, names)
        scope.locals |= assigned_in(body)
        met |= {gast.FunctionDef}
    generators = mark_consumed(body, scope, Effectful(scope))
    if gast.For in met:
        body = call_loops(body, names, lambda function: scope.resolve(function) is iter)
        body = inlined_loops(body, names, Effectful(scope), lambda function: scope.resolve(function) is map)
    if gast.NamedExpr in met:
        body = hoist_walrus(body)
    body = effects_first(body, Effectful(scope), names)
    call_kind = CalleeKinds(scope)
    body = fold_branches(body, Infer([], simple.entry, scope, call_kind))
    _name_outs_of_methods(body, simple.entry, scope, call_kind)
    body = tidy_exits(body, names, simple.ans)[:-1] or [assign(simple.ans, constant(None))]
    body = kept_as_they_were(containers, body, names)
    rebound = assigned_in(body)
    if simple.ans not in rebound:  # a function that only raises
        body.append(assign(simple.ans, constant(None)))
    inactive = [*watched, *(p for p, kind in simple.entry.items() if not kind.active_dtype and p not in rebound)]
    if met & {gast.Import, gast.ImportFrom}:
        inactive += imported_functions(body, set(simple.entry))
    # arguments that share memory carry each other's derivatives
    seeds = params if request.params_alias else simple.wanted
    activity = Activity(body, [p for p in seeds if p not in inactive], scope, (), inactive,
                        closures="*" in simple.wanted or bool(request.captured))
    given = {key: kind.value for key, kind in simple.entry.items() if isinstance(kind, Const) and key not in rebound}
    if met & set(COMPREHENSIONS):
        count = len(names.taken)
        body = acting_loops(body, activity, given, names)
        activity = activity.again(body) if len(names.taken) > count else activity
    validate(body, activity, scope, filename, given)
    by_code = _iterates_by_code(body, simple.entry, scope, call_kind)
    drawn = items_calls(body, activity, scope, names, filename, request.params_alias, by_code) if generators else {}
    drawn |= next_items(body, activity, scope, names)
    activity = activity.again(body) if drawn else activity
    check_text(body, activity, filename)
    if request.callee:
        check_stores(body, activity, scope, request.captured, filename)
    check_readers(body, activity, scope, filename)
    check_cached(body, activity, scope, filename)
    check_iterators(body, activity, scope, filename)
    check_groups(body, activity, scope, filename)
    iterators = iterator_names(body, scope)
    written, before, fields = body, set(activity.varied), set(activity.fields)
    while True:
        taken = set(names.taken)
        elsewhere = Elsewhere(written, activity, scope, Effectful(scope))
        change_of = elsewhere.change_of if elsewhere.any_changes() else _nothing
        body = Lower(names, activity, filename, iterators, change_of).block(clone(written))
        activity = activity.again(body)
        number_statements(body)
        kinds = Infer(body, simple.entry, scope, call_kind)
        calls = DynamicCalls(scope, kinds, activity, names, filename, pairs)
        body = calls.block(body)
        if calls.changed:
            activity = activity.again(body)
        grown, theirs = activity, taken - simple.known
        if not (activity.varied & theirs <= before and activity.fields <= fields):
            grown = Activity(written, activity.varied & theirs, scope, activity.fields, activity.constants, activity.closures)
        settled = grown.varied & theirs <= before and grown.fields <= fields
        if settled:  # what follows from no more than before is no more than before
            late = box_late_bound(written, activity, params, names) if functions else written
            if late is written:
                break
            taken |= assigned_in(late)
            scope.locals |= assigned_in(late)
            written, grown = late, Activity(late, before, scope, fields, activity.constants, activity.closures)
        fields = set(grown.fields)
        before, activity = before | (grown.varied & taken), grown  # what lowering brought to light is lowered too
        names.taken = taken
    if functions:
        check_late_binding(written, activity, filename)  # now that all is known that is active
    cells = named_cells(body, activity.varied, names) if functions else []
    simple.body, simple.activity, simple.externs = [*cells, *body], activity, {**simple.externs, **drawn, **calls.externs}
    simple.kinds = None if calls.changed or cells else kinds


def imported_functions(body: Block, params: set[str]) -> list[str]:
    """The names that are bound by nothing but imports, and only called, or compared with None."""
    parts = walk(body)
    imported = {label for part in parts if part.__class__ in IMPORTS for label in imported_names(part)}
    stored = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load}
    called = {id(part.func) for part in parts if part.__class__ is gast.Call}
    called |= {id(part.left) for part in parts if part.__class__ is gast.Compare}
    used = {part.id for part in parts if part.__class__ is gast.Name and id(part) not in called}
    return sorted(imported - stored - used - params)


def _contents(source: Source) -> dict[str, Any]:
    """What a function captured, by name; an empty cell has itself."""
    return {key: content(cell, cell) for key, cell in source.cells.items()}


def _nothing(node: Node) -> str:
    return ""
