"""A function as the analyses want it: one exit, one form of loop, one active operation a statement."""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.whole_numbers import whole_numbers
from tangentish.analysis.around.altered_by_calls import altered_by_calls
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.constants_around import stored_into_modules
from tangentish.analysis.around.names_below import rely_below
from tangentish.analysis.code.marks_settled import settled
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.iterators.makers import iterator_names
from tangentish.analysis.kinds import Const, is_container
from tangentish.analysis.known_modules import know_modules
from tangentish.analysis.unlike_lists import unlike_lists
from tangentish.bindings import IMPORTS, imported_names
from tangentish.closures import content
from tangentish.frontend.inner_names import is_around, rename_inner
from tangentish.frontend.out_arguments import name_outs
from tangentish.frontend.resolve import Scope
from tangentish.frontend.shadowing import rename_globals, rename_locals
from tangentish.frontend.source import GENERATED, Source
from tangentish.names import Names
from tangentish.normalise.active_keys import look_at_keys
from tangentish.normalise.around.arrays_around import (
    given_parameters,
    kept_as_they_were,
    watch_arrays,
    watched_by_identity,
    watched_containers,
)
from tangentish.normalise.around.arrays_given import arrays_given
from tangentish.normalise.around.augmented_items import look_at_augmented
from tangentish.normalise.around.cached_results import check_cached
from tangentish.normalise.around.captured_written import check_captured
from tangentish.normalise.around.changes_told import with_changes_told
from tangentish.normalise.around.classes_read import classes_looked_at
from tangentish.normalise.around.copied_globals import check_copied
from tangentish.normalise.around.given_parts import check_given, check_parts_given, check_reached_otherwise
from tangentish.normalise.around.globals import check_imported, check_shared, check_stores, copy_globals, written_globals
from tangentish.normalise.around.held_by_names import held_by_names
from tangentish.normalise.around.joined_items import check_joined_items
from tangentish.normalise.around.kept_told import keep_changed_later
from tangentish.normalise.around.object_tables import check_tables_of_objects
from tangentish.normalise.around.objects_read import check_objects_read
from tangentish.normalise.around.parts_read import check_parts_read
from tangentish.normalise.around.shared_parts import check_parts
from tangentish.normalise.around.stores_given import stores_looked_at
from tangentish.normalise.calls.first_in_place import first_in_place
from tangentish.normalise.calls.operator_calls import operators_written
from tangentish.normalise.calls.static_calls import MakePair
from tangentish.normalise.checkpoints import mark_loops
from tangentish.normalise.effects.acting_comprehensions import acting_loops
from tangentish.normalise.frames_read import check_frames
from tangentish.normalise.iterators.asked import refuse_asked
from tangentish.normalise.iterators.generator_calls import items_calls
from tangentish.normalise.iterators.groups import check_groups
from tangentish.normalise.iterators.held_generators import held_until_used
from tangentish.normalise.iterators.nditer_loops import loops_over_entries
from tangentish.normalise.iterators.next_items import asked_by_name, next_items
from tangentish.normalise.iterators.read_once import iterators_read_once
from tangentish.normalise.iterators.running import Running, running_loops
from tangentish.normalise.iterators.used_up import check_iterators
from tangentish.normalise.iterators.whole_batches import in_whole_batches
from tangentish.normalise.kinds_asked import iterates_by_code, kinds_when_asked
from tangentish.normalise.lowering import lowered
from tangentish.normalise.memories.forgotten import attributes_forgotten, containers_forgotten
from tangentish.normalise.numpy_imports import drop_numpy_imports
from tangentish.normalise.one_form import in_one_form
from tangentish.normalise.own_functions import OWN_FUNCTIONS, shadowed
from tangentish.normalise.points import check_passed_by, cotangent_points
from tangentish.normalise.simple import Simple
from tangentish.normalise.stores.diagonal_stores import stores_into_diagonals
from tangentish.normalise.stores.flat_kept import refuse_flat_kept
from tangentish.normalise.stores.optional_outs import choose_outs
from tangentish.normalise.stores.shapes_assigned import shapes_assigned
from tangentish.normalise.stores.stores_apart import stores_apart
from tangentish.normalise.text import check_text
from tangentish.normalise.validate import validate
from tangentish.normalise.variables.caught_names import names_apart
from tangentish.normalise.variables.deleted_names import deletions_flagged
from tangentish.request import Request
from tangentish.rules.registry import NAMESPACES
from tangentish.syntax import COMPREHENSIONS, DEFINITIONS, Block, assign, clone, constant, is_inside, locate, names_in, walk


def _meant_in(space: dict[str, Any]) -> set[str]:
    """The names of a module that no new variable of the program may have, or it is taken for what they mean there.

    Adjoints and tangents are not looked up, so that `x_bar` may be called so where the module has one, if that is no function.
    """
    return {key for key, value in space.items()
            if not key.endswith(("_bar", "_dot")) or callable(value) or type(value) is types.ModuleType}


def to_simple_form(source: Source, request: Request, known: dict[str, Any], pairs: MakePair | None = None) -> Simple:
    """Rewrite the body of a function.

    `known` are the names that generated code uses for itself; `pairs` makes the pair of a function that is called.
    """
    tree = clone(source.tree)
    imports_numpy = drop_numpy_imports(tree, {**source.globals, **_contents(source)})
    parts = walk(tree)
    met = {part.__class__ for part in parts}
    if met & set(COMPREHENSIONS):
        others = {part.name for part in parts if part.__class__ in DEFINITIONS} | assigned_in(tree.body) | {*dict(request.kinds)}
        rename_inner(tree, lambda label: label in others or is_around(label, source))
    bound = assigned_in(tree.body)
    local = bound | {key for key, _ in request.kinds}
    reserved = shadowed(source.globals)
    foreign = rename_globals(tree, local, source, {**known, **OWN_FUNCTIONS, **reserved})
    renames = rename_locals(tree, local, OWN_FUNCTIONS)
    entry = {renames.get(key, key): kind for key, kind in request.kinds}
    wanted = [renames.get(key, key) for key in request.wanted]
    used = names_in(tree) | set(entry) | set(source.cells)
    names = Names(used | set(known) | set(OWN_FUNCTIONS) | _meant_in(source.globals) | {"ans_bar", "np", "record"}
                  | {n.name for n in parts if n.__class__ is gast.FunctionDef})
    scope = Scope(source, (assigned_in(tree.body) if renames else bound) | set(entry))
    scope.hidden, scope.renames = frozenset(reserved), renames
    for label, new in foreign.items():
        scope.rely(label, source.globals[label])
        scope.imports[new] = source.globals[label]
    scope.containers = frozenset(key for key, kind in entry.items() if is_container(kind))
    simple = Simple(scope, names, entry, wanted, names.fresh("ans"), frozenset(used), frozenset(known))
    simple.renames = {key: renames[key] for key, _ in request.kinds if key in renames}
    simple.externs |= {new: source.globals[label] for label, new in foreign.items()}
    if imports_numpy:
        scope.imports["np"] = simple.externs["np"] = numpy
    _rewrite(simple, tree.body, met, request, pairs)
    return simple


def _rewrite(simple: Simple, body: Block, met: set[type], request: Request, pairs: MakePair | None) -> None:
    """Rewrite the body; `met` are the classes of nodes in it, so that what it has none of is not looked for."""
    scope, names = simple.scope, simple.names
    body = _with_names_known(simple, body, met, request)
    writes = writes_around(scope)
    if writes.numbers:
        body = look_at_augmented(body, {scope.renames.get(label, label) for label in writes.numbers})
    check_parts(scope, writes, request.captured)
    followed = writes.written | set(request.captured)
    containers = watched_containers(body, scope, followed)
    if not request.callee:
        containers += given_parameters(scope, followed) + watched_by_identity(scope, followed, names, simple.externs)
    body = arrays_given(body, scope, followed, names) if gast.Call in met else body
    before_watching = assigned_in(body)
    body = watch_arrays(body, scope, followed, names)
    scope.locals |= (watched := assigned_in(body) - before_watching)
    asked_by_name(body, scope)
    body = check_joined_items(body, scope, simple.entry, simple.externs) if request.callee else body
    body, generators = in_one_form(simple, body, met, request)
    body = kept_as_they_were(containers, body, names)
    rebound = assigned_in(body)
    if simple.ans not in rebound:  # a function that only raises
        body.append(assign(simple.ans, constant(None)))
    activity = _activity_of(simple, body, met, request, watched, rebound)
    given = {key: kind.value for key, kind in simple.entry.items() if isinstance(kind, Const) and key not in rebound}
    if met & set(COMPREHENSIONS):
        count = len(names.taken)
        body = acting_loops(body, activity, given, names, Running(body, scope))
        activity = activity.again(body) if len(names.taken) > count else activity
    if gast.Starred in met and in_whole_batches(body, activity, scope):
        activity = activity.again(body)
    validate(body, activity, scope, scope.source.filename, given)
    refuse_asked(body, activity, scope)
    refuse_flat_kept(body, activity, scope, simple.ans)
    check_frames(body, activity, scope, scope.source.filename, simple.entry)
    by_code = iterates_by_code(body, simple.entry, scope, simple.call_kind)
    drawn = items_calls(body, activity, scope, names, scope.source.filename, request.params_alias, by_code) if generators else {}
    drawn |= next_items(body, activity, scope, names)
    simple.externs |= drawn
    activity = activity.again(body) if drawn else activity
    body = containers_forgotten(body, activity, scope, names, met, request.callee)
    body = with_changes_told(body, activity, scope, request)
    body = _check(body, activity, simple, request)
    if gast.Call in met:
        count = len(names.taken)
        body = stores_looked_at(body, activity, scope, names, request.callee)
        activity = activity.again(body) if len(names.taken) > count else activity
    body, activity = classes_looked_at(body, activity, scope.source.filename, names)
    if met & {gast.For, gast.Call}:
        count = len(names.taken)
        body = running_loops(body, activity.expr, scope, names)
        activity = activity.again(body) if len(names.taken) > count else activity
    body = attributes_forgotten(body, activity, scope, names, met)
    lowered(simple, body, activity, iterator_names(body, scope), pairs, bool(met & {gast.FunctionDef, gast.Lambda}))


def _with_names_known(simple: Simple, body: Block, met: set[type], request: Request) -> Block:
    """The body with the names in it known for what they mean, and globals that it writes into copied."""
    names, scope, filename = simple.names, simple.scope, simple.scope.source.filename
    body = [n for n in body if not (n.__class__ is gast.Expr and n.value.__class__ is gast.Constant)] or [
        locate(gast.copy_location(gast.Pass(), body[0]), body[0])]
    if NAMESPACES or met & {gast.Import, gast.ImportFrom}:
        scope.add_imports(body)
    if met & {gast.Subscript, gast.Attribute}:
        body = held_by_names(stores_apart(body, names), scope, names)
        scope.locals |= assigned_in(body)
    body = know_modules(body, scope, simple.entry)
    if gast.Call in met:
        first_in_place(body, scope)
    body = held_until_used(body, scope)
    scope.imports.update(OWN_FUNCTIONS)
    body = stores_into_diagonals(body, scope, names)
    check_passed_by(scope, filename, body)
    body = operators_written(body, scope)
    if met & {gast.For, *COMPREHENSIONS}:
        body = iterators_read_once(body, scope)
    if met & {gast.For, gast.With, gast.Call}:
        body = loops_over_entries(body, scope, names)
    if gast.With in met:
        body = cotangent_points(body, scope, filename)
    if gast.Try in met and names_apart(body, names, simple.entry):
        met.add(gast.Delete)
        scope.locals |= assigned_in(body)
    if gast.Delete in met:
        body = deletions_flagged(body, names, simple.entry)
        scope.locals |= assigned_in(body)
    if gast.For in met:
        body = mark_loops(body, scope.resolve, names, filename, request.checkpoint)
    rely_below(body, scope)
    own = own_names(scope.source.function) | altered_by_calls(scope.source.function)
    scope.own = settled(own | request.own | unlike_lists(body) | stored_into_modules(body, scope))
    body = shapes_assigned(body, scope, set(simple.entry) | set(scope.source.cells))
    if request.form in ("jvp", "slope"):
        check_shared(scope, request.captured, filename)
    name_outs(body, scope)
    if gast.Call in met:
        body = choose_outs(body, scope, simple.entry, names)
    if not request.callee:  # what a callee writes into a global is refused where it happens
        written_in = written_globals(body, scope) - set(request.captured)
        if written_in:
            check_copied(body, written_in, scope, simple.entry)
            body = copy_globals(body, written_in, names, scope, [p for p, kind in simple.entry.items() if not kind.is_scalar])
            scope.locals |= assigned_in(body)
    return body


def _activity_of(simple: Simple, body: Block, met: set[type], request: Request, watched: set[str], rebound: set[str]) -> Activity:
    """What depends on the arguments that are differentiated, by all that is known before anything is rewritten for it."""
    seeds = simple.carriers(request.params_alias)
    inactive = [*watched, *(p for p, kind in simple.entry.items() if p not in rebound and (
        not kind.active_dtype or (kind.is_scalar and p not in seeds)))]  # no call writes into a number
    if gast.Call in met:
        inactive += whole_numbers(body, simple.scope, [p for p, kind in simple.entry.items() if p in seeds or not kind.is_scalar])
    if met & {gast.Import, gast.ImportFrom}:
        inactive += imported_functions(body, set(simple.entry))
    return Activity(body, [p for p in seeds if p not in inactive], simple.scope, (), inactive,
                    closures="*" in simple.wanted or bool(request.captured))


def _check(body: Block, activity: Activity, simple: Simple, request: Request) -> Block:
    """Raise UnsupportedError where active values go where they cannot be followed; the body, with checks that are made later."""
    scope, filename = simple.scope, simple.scope.source.filename
    check_text(body, activity, filename, simple.entry if request.callee else ())
    check_imported(body, activity, filename)
    if request.callee:
        check_stores(body, activity, scope, request.captured, filename)
    if not request.callee:  # to which what it captured is given
        check_captured(body, activity, scope, filename)
    check_parts_read(body, activity, scope, filename)
    check_objects_read(body, activity, simple.carriers(request.params_alias), filename)
    if not request.forward:  # that has read what it needs by then
        keep_changed_later(body, activity, filename)
    check_cached(body, activity, scope, filename)
    if is_inside(scope.source.function) or not filename.startswith(GENERATED):  # else what is derived from has been looked at
        check_given(body, activity, scope, filename)
    check_parts_given(body, activity, scope, filename)
    check_reached_otherwise(body, activity, scope, filename)
    check_tables_of_objects(body, activity, scope, filename, request.callee)
    check_groups(body, activity, scope, filename)
    body = check_iterators(body, activity, scope, simple.externs)
    if filename.startswith(GENERATED) or scope.source.globals.get("__name__", "").startswith("tangentish."):
        return body  # what is derived from has been looked at, and this package keeps nothing by numbers
    kind_of = kinds_when_asked(body, simple.entry, scope, simple.call_kind)
    return look_at_keys(body, activity, scope, simple.entry, simple.ans if request.callee else "", kind_of)


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
