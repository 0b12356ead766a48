"""The stages, in order: from a function and the kinds of its arguments to its derivative program."""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.aliases import Aliases
from tangentish.analysis.callees import CalleeKinds
from tangentish.analysis.def_use import DefUse, assigned_in
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import UNKNOWN, Kind
from tangentish.compile import compile_functions
from tangentish.derive.assemble import Derived, derive
from tangentish.derive.program import Program
from tangentish.emit import module_text
from tangentish.errors import remember_origins
from tangentish.frontend.resolve import Scope, is_fixed
from tangentish.frontend.source import Source, read_source
from tangentish.names import Names
from tangentish.normalise.boxes import box_nonlocals
from tangentish.normalise.dynamic_calls import DynamicCalls
from tangentish.normalise.exits import tidy_exits
from tangentish.normalise.fold import fold_branches
from tangentish.normalise.lower import Lower
from tangentish.normalise.patterns import match_to_if
from tangentish.normalise.validate import validate
from tangentish.normalise.walrus import hoist_walrus
from tangentish.rules.helpers import flat_view
from tangentish.simplify import simplify
from tangentish.syntax import assign, clone, constant, names_in, walk_statements


@dataclass(frozen=True)
class Request:
    """What is asked for: the derivative of a function in a form, for the kinds of its arguments."""

    form: str  # "grad", "value_and_grad" or "pair"
    kinds: tuple[tuple[str, Kind], ...]  # of the parameters, then of the captured names
    wanted: tuple[str, ...]
    tuple_result: bool = True
    fields: frozenset[str] = frozenset()
    captured: tuple[str, ...] = ()
    params_alias: bool = False
    optimise: bool = True


@dataclass
class Made:
    """A finished program: its text, its functions, and what it holds for."""

    text: str
    functions: dict[str, Any]
    guards: list[tuple[Callable[[], Any], Any]]
    restores: bool
    stored: frozenset[str] = frozenset()  # the attributes that active values are stored in
    entry: Any = None  # the function that is called

    def holds(self) -> bool:
        """Whether everything that the program relied on is still so."""
        return all(look() is value for look, value in self.guards)


def make(function: types.FunctionType, request: Request, externs: Mapping[str, Any]) -> Made:
    """Run all the stages."""
    source = read_source(function)
    program = analyse(source, request, externs)
    derived = derive(program, request.form, entry_needed=request.form == "pair")
    if request.optimise:
        simplify(derived, program)
    return finish(source, request, program, derived, externs)


def analyse(source: Source, request: Request, externs: Mapping[str, Any]) -> Program:
    """Source -> a lowered program with its analyses."""
    entry = dict(request.kinds)
    body = [n for n in clone(source.tree.body) if not (isinstance(n, gast.Expr) and isinstance(n.value, gast.Constant))]
    params = list(entry)
    names = Names(names_in(source.tree) | set(params) | set(externs) | set(source.cells) | {"ans_bar", "np", "record"}
                  | {n.name for n in gast.walk(source.tree) if isinstance(n, gast.FunctionDef)})
    user_names = frozenset(names_in(source.tree) | set(params) | set(source.cells))
    local = assigned_in(body) | set(params)
    scope = Scope(source, local)
    scope.add_imports(body)
    scope.imports["flat_view"] = flat_view
    ans = names.fresh("ans")
    body = hoist_walrus(match_to_if(box_nonlocals(body, params, names), names, source.filename))
    call_kind = CalleeKinds(scope)
    body = fold_branches(body, Infer(body, entry, scope, call_kind))
    body = tidy_exits(body, names, ans)[:-1] or [assign(ans, constant(None))]
    inactive = [p for p, kind in entry.items() if not kind.active_dtype and p not in assigned_in(body)]
    # arguments that share memory carry each other's derivatives
    seeds = params if request.params_alias else request.wanted
    activity = Activity(body, [p for p in seeds if p not in inactive], scope, request.fields, inactive,
                        closures="*" in request.wanted or bool(request.captured))
    validate(body, activity, scope, source.filename)
    written, before = body, set(activity.varied)
    while True:
        taken = set(names.taken)
        body = Lower(names, activity, source.filename).block(clone(written))
        activity = activity.again(body)
        DefUse(body, params, ans)  # numbers the statements
        calls = DynamicCalls(scope, Infer(body, entry, scope, call_kind), activity, names, source.filename)
        body = calls.block(body)
        activity = activity.again(body)
        grown = Activity(written, activity.varied & taken, scope, activity.fields, activity.constants, activity.closures)
        if grown.varied & taken <= before:
            break
        before, activity = before | (grown.varied & taken), grown  # what lowering brought to light is lowered too
        names.taken = taken
    flow = DefUse(body, params, ans)
    kinds = Infer(body, entry, scope, call_kind, calls.externs)
    aliases = Aliases(body, flow, kinds, scope, activity.varied, params, request.params_alias,
                      ans if request.form == "pair" else None, activity.captured)
    return Program(source, scope, names, params, list(request.wanted), [p for p in request.wanted if p != "*"], entry, body,
                   ans, flow, kinds, aliases, activity, dict(calls.externs), user_names, request.tuple_result,
                   request.params_alias)


def finish(source: Source, request: Request, program: Program, derived: Derived, externs: Mapping[str, Any]) -> Made:
    """Trees -> text -> functions."""
    text, origins = module_text(source, request.wanted, derived)
    known = {"flat_view": flat_view, **externs, **derived.externs}
    used = set().union(*(names_in(f) for f in derived.functions))
    own = {key: value for key, value in known.items() if key in used and not _same_global(source, key, value)}
    cells = {key: cell for key, cell in source.cells.items() if key not in program.params}
    functions = compile_functions(text, source.name, source.globals, own, cells)
    remember_origins(next(iter(functions.values())).__code__.co_filename, source.filename, origins)
    stored = frozenset(
        target.attr for node in walk_statements(program.body) if isinstance(node, gast.Assign)
        for target in node.targets if isinstance(target, gast.Attribute) and program.activity.expr(node.value))
    return Made(text, functions, list(program.scope.guards.values()), derived.restores, stored)


def _same_global(source: Source, key: str, value: Any) -> bool:
    return key in source.globals and source.globals[key] is value and key not in source.cells


def captured_names(function: types.FunctionType) -> dict[str, Any]:
    """The closure variables of a function that hold data, or functions that may, with their present values."""
    found = {}
    assigned = _nonlocals(function)
    for key, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            value = cell.cell_contents
        except ValueError:
            continue
        data = not is_fixed(value) or isinstance(value, types.FunctionType | types.MethodType)
        if key != "__class__" and key not in assigned and data:
            found[key] = value
    return found


def _nonlocals(function: types.FunctionType) -> set[str]:
    """The closure variables that a function assigns: these it shares with the function around it."""
    return {str(i.argval) for i in dis.get_instructions(function) if i.opname in ("STORE_DEREF", "DELETE_DEREF")} & set(
        function.__code__.co_freevars) if function.__closure__ else set()


def parameters(function: types.FunctionType) -> inspect.Signature:
    """The signature of the function itself, decorators that set `__wrapped__` notwithstanding."""
    bare = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__,
                              function.__closure__)
    bare.__kwdefaults__ = function.__kwdefaults__
    return inspect.signature(bare)


__all__ = ["UNKNOWN", "Made", "Request", "captured_names", "make", "parameters"]
