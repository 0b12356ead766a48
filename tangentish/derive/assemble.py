"""Puts the two sweeps into functions: one holding both, or a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from tangentish import runtime
from tangentish.analysis.kinds import UNKNOWN, Array, Kind, scalar_type
from tangentish.derive.program import Program
from tangentish.derive.recording import Recorder
from tangentish.derive.restoring import Restoring
from tangentish.derive.reverse import Reverse
from tangentish.frontend.resolve import MISSING
from tangentish.request import Contract
from tangentish.shadows import Shadows
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    constant,
    expression,
    loads_in,
    name,
    names_in,
    statements,
    tuple_of,
    walk,
    walk_statements,
)


@dataclass
class Derived:
    """The functions made for a program, still as trees, and the objects their names mean."""

    functions: list[Node]
    externs: dict[str, Any]
    contract: Contract
    writes: bool  # into its parameters
    restores: bool  # the reverse sweep puts content back, so that it can run only once for one record


def derive(program: Program, form: str, entry_needed: bool) -> Derived:
    """The gradient function (`form` "grad" or "value_and_grad") or the pair of a program (`form` "pair")."""
    reverse = Reverse(program)
    reverse.in_pair = form == "pair"
    flow = program.flow
    final = flow.final.get(program.ans)
    bar = reverse.bars[program.ans] = program.seed
    reverse.uid = len(flow.nodes) - 1
    assert final is not None
    if reverse.active(program.ans, reverse.kind_of(final)):
        seed: Node = name(bar)
        if form != "pair" and not reverse.kind_of(final).is_scalar:
            seed = call(reverse.helper("seed"), seed, reverse.version(final))
        if reverse.shared(program.ans):
            reverse.uses_table = True
            start = call(f"{reverse.table}.start", reverse.version(final))
            reverse.emit(assign(bar, call(f"{reverse.table}.add", reverse.version(final), start, seed)))
            reverse.state[program.ans] = "table"
        else:
            if seed.__class__ is not gast.Name:
                reverse.emit(assign(bar, seed))
            reverse.state[program.ans] = "held"
    elif form != "pair" and not reverse.kind_of(final).is_scalar:
        reverse.emit(gast.Expr(call(reverse.helper("seed"), name(bar), reverse.version(final))))
    reverse.sweep(program.body)
    results = _results(program, reverse, form == "pair")
    entry = {program.aliases.class_of(p) for p in program.params
             if entry_needed or (p in program.wanted and not _plain(program.entry.get(p, UNKNOWN)))}
    restoring = Restoring(program, reverse.content, entry)
    _lean_pairs(program, restoring.needed)
    recorder = Recorder(program, reverse, restoring.needed)
    block = recorder.finish([*reverse.out, *results])
    body = recorder.primal(program.body)
    block = recorder.put_steps(block)
    externs = {**program.externs, **reverse.externs}
    if "indexable" in names_in(body):
        externs["indexable"] = runtime.indexable
    restores = bool(restoring.needed or recorder.replayed) or any(
        hasattr(n, "dynamic") for n in walk_statements(program.body))
    label = program.label
    if form == "pair":
        functions = _pair(program, reverse, body, block, label, externs)
    else:
        functions = [_gradient(program, reverse, body, block, label, form, externs)]
    return Derived(functions, externs, _contract(program, reverse), bool(written_parameters(program)), restores)


def _lean_pairs(program: Program, needed: set[int]) -> None:
    """Where nothing reads again what a call overwrote, its pair need not put it back."""
    for node in program.flow.nodes.values():
        pair = getattr(node, "pair", None)
        if pair is None or not pair.made.contract.written or node.uid in needed:
            continue
        lean = pair.lean()
        if lean is not None:
            pair.replace(node, lean, program.names, program.externs)


def _contract(program: Program, reverse: Reverse) -> Contract:
    """What the callers of a pair have to know."""
    aliases = program.aliases
    # the cotangent of a number is returned, wherever it was kept
    table = frozenset(p for p in program.params if reverse.shared(p) and not program.entry[p].is_scalar)
    ans = aliases.class_of(program.ans)
    returned = frozenset(p for p in program.params if aliases.class_of(p) == ans and not program.entry[p].is_scalar)
    nothing = frozenset(p for p in program.wanted if p not in reverse.state)
    seen = set().union(*reverse.content.values(), set())
    read = frozenset(p for p in program.params if aliases.class_of(p) in seen)
    return Contract(table, reverse.shared(program.ans), frozenset(written_parameters(program)), returned, nothing, read,
                    reverse.uses_table, ans in seen)


def _results(program: Program, reverse: Reverse, pair: bool) -> Block:
    """The statements that turn the adjoints of the parameters into what is returned."""
    out, reverse.out = reverse.out, []
    reverse.uid = -1
    values: list[Node] = []
    for param in program.wanted:
        version = program.flow.params[param]
        kind = reverse.kind_of(version)
        bar = reverse.bar(param)
        old: Node
        if pair:  # what is in the table stays there: the caller looks it up by itself
            if param in reverse.state and not reverse.shared(param):
                reverse.full(param, version)
            elif param in reverse.state and kind.is_scalar:  # None, which is zero in the table, is none for the caller
                reverse.filled(bar, reverse.version(version))
            values.append(name(bar) if param in reverse.state else constant(None))
        elif reverse.shared(param) or (param not in reverse.state and not _plain(kind)):
            reverse.uses_table = True
            old = name(bar) if param in reverse.state else constant(None)
            if reverse.shared(param) and param not in reverse.state:
                old = call(f"{reverse.table}.start", reverse.version(version))
            values.append(call(f"{reverse.table}.result", reverse.version(version), old))
        else:
            if param not in reverse.state:
                reverse.zero(param, version)
            reverse.full(param, version)
            if isinstance(kind, Array) and kind.dtype.char not in "dD":
                reverse.numpy()
                reverse.line(f"{bar} = np.asarray({bar}, x.dtype)", x=reverse.version(version))
            elif kind.is_scalar and issubclass(scalar_type(kind), np.inexact) and not issubclass(
                    scalar_type(kind), (float, complex)):
                reverse.line(f"{bar} = {reverse.helper('unbroadcast')}({bar}, x)", x=reverse.version(version))
            values.append(name(bar))
    if not pair and (reverse.takes_states or _touches_objects(program)):
        for place, value in enumerate(values):  # before what was put back is what the primal left there again
            if value.__class__ is not gast.Name:
                bar = reverse.bar(program.wanted[place])
                reverse.emit(assign(bar, value))
                values[place] = name(bar)
        reverse.line(f"{reverse.table}.finish()")
        reverse.uses_table = True
    result = reverse.out
    reverse.out = out
    made = gast.Return(tuple_of(values) if pair or program.tuple_result else values[0])
    return [*result, made]


def _touches_objects(program: Program) -> bool:
    """Whether what objects hold may be put back on the way, by this function or by one it calls."""
    hot = {program.aliases.class_of(n) for names in program.aliases.writes.values() for n in names}
    for node in walk_statements(program.body):
        if hasattr(node, "dynamic"):
            func, args, keywords = node.dynamic
            env = program.kinds.before.get(node.uid, {})
            parts = [*args, *(k.value for k in keywords), getattr(func, "value", None)]
            if program.scope.resolve(func) is MISSING or any(
                    not _plain(program.kinds.expr(p, env)) for p in parts if p is not None):
                return True
        if node.__class__ is gast.Assign and any(t.__class__ is gast.Attribute for t in node.targets):
            return True
        if (node.__class__ is gast.Assign and node.value.__class__ is gast.Attribute and node.targets[0].__class__ is gast.Name
                and not _plain(program.kinds.expr(node.value.value, program.kinds.before.get(node.uid, {})))
                and program.aliases.class_of(node.targets[0].id) in hot):
            return True
    return False


def _plain(kind: Kind) -> bool:
    return isinstance(kind, Array) or kind.is_scalar


def _table(reverse: Reverse) -> Block:
    return statements(f"{reverse.table} = Shadows()") if reverse.uses_table else []


def written_parameters(program: Program) -> list[str]:
    """The parameters that are written into."""
    aliases = program.aliases
    hot = {aliases.class_of(n) for names in aliases.writes.values() for n in names}
    return [p for p in program.params if aliases.class_of(p) in hot and not program.entry[p].is_scalar]


def copies_of(program: Program, externs: dict[str, Any]) -> Block:
    """Arguments that are written into are copied on entry."""
    written = written_parameters(program)
    if not written:
        return []
    if all(isinstance(program.entry[p], Array) for p in written) and not program.params_alias:
        block: Block = []
        for p in written:
            node = assign(p, expression(f"{p}.copy()"))
            node.comment = f"{program.source.name} writes into {p}"
            block.append(node)
        return block
    externs["copied"] = runtime.copied
    target = name(written[0]) if len(written) == 1 else tuple_of([name(p) for p in written])
    node = assign(target, call("copied", *(name(p) for p in written)))
    node.comment = f"{program.source.name} writes into {', '.join(written)}"
    return [node]


def _arguments(params: list[str], keyword: str | None) -> Node:
    args = [gast.Name(p, gast.Param(), None, None) for p in params]
    only = [gast.Name(keyword, gast.Param(), None, None)] if keyword else []
    return gast.arguments(args, [], None, only, [constant(1.0)] if keyword else [], None, [])


def _gradient(program: Program, reverse: Reverse, body: Block, block: Block, label: str, form: str,
              externs: dict[str, Any]) -> Node:
    result = block[-1]
    if form == "value_and_grad":
        result = gast.Return(tuple_of([name(program.ans), result.value]))
    if form == "aux":
        result = gast.Return(tuple_of([name(program.ans), result.value]))
    externs_shadow = _table(reverse)
    if externs_shadow:
        externs["Shadows"] = Shadows
    params = program.params
    own = {"value_and_grad": "value_and_grad"}.get(form, "grad")
    node = gast.FunctionDef(f"{label}_{own}", _arguments(params, program.seed), [], [], None, None, [])
    node.sections = [("", copies_of(program, externs)), ("primal sweep", body),
                     ("reverse sweep", [*externs_shadow, *block[:-1], result])]
    node.body = [s for _, part in node.sections for s in part]
    return node


def _pair(program: Program, reverse: Reverse, body: Block, block: Block, label: str,
          externs: dict[str, Any]) -> list[Node]:
    assigned = {n for s in body for n in _bound(s)} | set(program.params)
    local = {n for s in block for n in _bound(s)}
    read = {n for s in block for n in loads_in(s)}
    recorded = sorted((read & assigned) - {reverse.table, program.seed} - _first_bound(block, local))
    recorded = [n for n in recorded if n in assigned]
    params = program.params
    certain = set(params) | {n for s in body for n in _direct(s)}
    unsure = [n for n in recorded if n not in certain]
    start = [assign(n, constant(None)) for n in unsure]
    shadows_name = reverse.table
    record = tuple_of([name(n) for n in recorded])
    primal = gast.FunctionDef(f"{label}_primal", _arguments(params, None), [], [], None, None, [])
    primal.sections = [("", [*start, *body, gast.Return(tuple_of([name(program.ans), record]))])]
    primal.body = [s for _, part in primal.sections for s in part]
    given = ["record", program.seed, *([shadows_name] if reverse.uses_table else [])]
    second = gast.FunctionDef(f"{label}_reverse", _arguments(given, None), [], [], None, None, [])
    unpack = [assign(tuple_of([name(n) for n in recorded]), name("record"))] if recorded else []
    second.sections = [("", [*unpack, *block])]
    second.body = [s for _, part in second.sections for s in part]
    return [primal, second]


def _bound(node: Node) -> set[str]:
    return {n.id for n in walk(node) if n.__class__ is gast.Name and n.ctx.__class__ in (gast.Store, gast.Del)} | {
        s.name for s in walk_statements([node]) if s.__class__ in (gast.FunctionDef, gast.ClassDef)} | {
        (a.asname or a.name).split(".")[0] for s in walk_statements([node])
        if s.__class__ in (gast.Import, gast.ImportFrom) for a in s.names}


def _direct(node: Node) -> set[str]:
    return _bound(node) if not any(True for _ in child_blocks(node)) else set()


def _first_bound(block: Block, local: set[str]) -> set[str]:
    """Names that the reverse sweep always binds before it reads them, such as the targets of its loops."""
    bound: set[str] = set()
    read: set[str] = set()
    for node in walk_statements(block):
        if node.__class__ is gast.For:
            own: list[Node] = [node.iter]
        elif node.__class__ in (gast.If, gast.While):
            own = [node.test]
        elif node.__class__ is gast.With:
            own = list(node.items)
        else:
            own = [node]
        loads = {n for part in own for n in loads_in(part)}
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            loads.add(node.target.id)
        read |= loads - bound
        if node.__class__ is gast.For:
            bound |= {n.id for n in walk(node.target) if n.__class__ is gast.Name}
        elif node.__class__ is gast.Assign:
            bound |= {n.id for t in node.targets for n in walk(t)
                      if n.__class__ is gast.Name and n.ctx.__class__ is gast.Store}
    return local - read
