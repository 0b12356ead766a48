"""Puts the two sweeps into functions: one holding both, or a pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentish import runtime
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.kept_containers import gives_of_globals
from tangentish.analysis.around.met_around import met_around
from tangentish.analysis.kinds import UNKNOWN, Array
from tangentish.derive.bound_names import bound_first, bound_within, surely_bound
from tangentish.derive.left_in_objects import note_left
from tangentish.derive.memory_layout import depends_on_layout
from tangentish.derive.program import Program
from tangentish.derive.recording import Recorder
from tangentish.derive.restoring import Restoring, restores_array
from tangentish.derive.results import is_plain, results_of
from tangentish.derive.reverse import Reverse
from tangentish.derive.unbound import check_reads
from tangentish.frontend.source import GENERATED
from tangentish.request import Contract
from tangentish.shadows import Shadows
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    constant,
    expression,
    loads_in,
    name,
    names_in,
    statements,
    tuple_of,
)


@dataclass
class Derived:
    """The functions made for a program, still as trees, and the objects their names mean."""

    functions: list[Node]
    externs: dict[str, Any]
    contract: Contract
    writes: bool  # into its parameters
    restores: bool  # the reverse sweep puts content back, so that it can run only once for one record


class Derivation:
    """A program with its reverse sweep: the gradient function (`form` "grad" or "value_and_grad") or the pair ("pair").

    The reverse function of a pair is given the adjoints of the parameters that it is to be `adding` to, and, where its caller
    takes the result apart, the cotangents of its `items`, if it can do with these.  What its callers have to know is there
    before the functions are written, which is for the one that knows whether what they overwrite is read again.
    A program may have several, until one is written: its statements are part of it then.
    """

    def __init__(self, program: Program, form: str, adding: tuple[str, ...] = (), items: bool = False) -> None:
        self.free = program.names
        program = self.program = replace(program, names=program.names.copy())
        adding = tuple(program.renames.get(param, param) for param in adding)
        self.form, self.adding, self.items = form, adding, items
        reverse = self.reverse = Reverse(program)
        reverse.in_pair = form == "pair"
        reverse.adding = frozenset(adding)
        reverse.state |= dict.fromkeys(adding, "owned")
        if items:
            reverse.spread_result()
        _start(program, reverse, form)
        note_left(program, reverse)
        reverse.sweep(program.body)
        self.picks = form == "pair" and reverse.any_picks()
        self.results = results_of(program, reverse, form == "pair")

    def with_adding(self, adding: tuple[str, ...]) -> Derivation | None:
        """Another of the same program; None if its statements are spent, or say of calls which pairs are used."""
        program = self.program
        if program.spent or any(hasattr(node, "pair") for node in program.flow.nodes.values()):
            return None
        return Derivation(replace(program, names=self.free), self.form, adding, self.items)

    def contract(self) -> Contract:
        """What the callers of a pair have to know."""
        contract = _contract(self.program, self.reverse, self.picks)
        takes = tuple(param for param in self.adding if param in contract.addable)
        return replace(contract, takes=takes).named_as(self.program.as_written)

    def overwritten(self, entry_needed: bool) -> set[int]:
        """The statements that keep what they overwrite; if `entry_needed`, what the arguments held is read afterwards."""
        program = self.program
        entry = {program.aliases.class_of(p) for p in program.params
                 if entry_needed or (p in program.wanted and not is_plain(program.entry.get(p, UNKNOWN)))}
        return Restoring(program, self.reverse.content, entry).needed

    def may_wait(self) -> bool:
        """Whether the contract is final: what a pair has to put back is in arrays alone, and needs no table."""
        return self.form == "pair" and all(
            restores_array(self.program, uid) for uid in self.overwritten(entry_needed=True))

    def functions(self, label: str, entry_needed: bool) -> Derived:
        """The functions, as trees that share statements with the program: they can be had once."""
        program, reverse, form = self.program, self.reverse, self.form
        program.spent.append(label)
        needed = self.overwritten(entry_needed)
        _lean_pairs(program, needed)
        recorder = Recorder(program, reverse, needed)
        block = recorder.finish([*reverse.out, *self.results])
        body = recorder.primal(program.body)
        block = recorder.put_steps(block)
        externs = {**program.externs, **reverse.externs}
        if "indexable" in names_in(body):
            externs["indexable"] = runtime.indexable
        restores = bool(needed or recorder.replayed) or any(hasattr(n, "dynamic") for n, _ in program.parts)
        if form == "pair":
            functions = _pair(program, reverse, body, block, label, self.adding, recorder.labels_unbound)
        else:
            check_reads(body, recorder.labels_unbound, program)
            functions = [_gradient(program, reverse, body, block, label, form, externs)]
        return Derived(functions, externs, self.contract(), bool(written_parameters(program)), restores)


def _start(program: Program, reverse: Reverse, form: str) -> None:
    """Bind the adjoint of the result to what the derivative is given for it."""
    final = program.flow.final.get(program.ans)
    assert final is not None
    bar = reverse.bars[program.ans] = program.seed
    reverse.uid = len(program.flow.nodes) - 1
    kind = reverse.kind_of(final)
    checked = form != "pair" and not (kind.is_scalar and kind.is_real)  # there may be no real number to differentiate
    seed: Node = name(bar)
    if checked:
        seed = call(reverse.helper("seed"), seed, reverse.version(final))
    if program.ans in reverse.unpacked:
        return
    if not reverse.active(program.ans, reverse.kind_of(final)):
        if checked:
            reverse.emit(gast.Expr(seed))
    elif reverse.shared(program.ans):
        reverse.uses_table = True
        start = call(f"{reverse.table}.start", reverse.version(final))
        reverse.emit(assign(bar, call(f"{reverse.table}.add", reverse.version(final), start, seed)))
        reverse.state[program.ans] = "table"
    else:
        if checked:
            reverse.emit(assign(bar, seed))
        reverse.state[program.ans] = "held"


def _lean_pairs(program: Program, needed: set[int]) -> None:
    """Where nothing reads again what a call overwrote, its pair need not put it back."""
    for node in program.flow.nodes.values():
        pair = getattr(node, "pair", None)
        if pair is None or not pair.made.contract.written or node.uid in needed:
            continue
        lean = pair.lean()
        if lean is not None:
            pair.replace(node, lean, program.names, program.externs)


def _contract(program: Program, reverse: Reverse, picks: bool) -> Contract:
    """What the callers of a pair have to know."""
    aliases = program.aliases
    # the cotangent of a number is returned, wherever it was kept
    table = frozenset(p for p in program.params if reverse.shared(p) and not program.entry[p].is_scalar)
    ans = aliases.class_of(program.ans)
    returned = frozenset(p for p in program.params if aliases.class_of(p) == ans and not program.entry[p].is_scalar)
    nothing = frozenset(p for p in program.wanted if p not in reverse.state)
    seen = set().union(*reverse.content.values(), set())
    read = frozenset(p for p in program.params if aliases.class_of(p) in seen | reverse.read_again)
    in_table = reverse.shared(program.ans) or bool(gives_of_globals(program.source.function))
    return Contract(table, in_table, frozenset(written_parameters(program)), returned, nothing, read,
                    reverse.uses_table, ans in seen, picks,
                    _shares(program), _addable(program, reverse),
                    items=len(reverse.items.get(program.ans, ())))


def _shares(program: Program) -> bool:
    """Whether active values may be written into objects around it, also by a function that is looked up."""
    pairs = [node.pair for node in program.flow.nodes.values() if hasattr(node, "pair")]
    looked_up = any(hasattr(node, "dynamic") and not hasattr(node, "pair") for node in program.flow.nodes.values())
    found = {label for labels in program.activity.stored_elsewhere.values() for label in labels if label} - set(program.params)
    return bool(looked_up or program.activity.shared_fields or program.activity.objects_written or found) or any(
        pair.made.contract.shares for pair in pairs)


def _addable(program: Program, reverse: Reverse) -> frozenset[str]:
    """The arrays whose adjoints are zeros of their own that parts are added to: those of the caller's would do as well."""
    flow, written = program.flow, written_parameters(program)
    return frozenset(p for p in program.wanted if reverse.state.get(p) == "owned" and not reverse.shared(p) and p not in written
                     and flow.final.get(p) is flow.params[p] and isinstance(kind := program.entry[p], Array) and kind.dims)


def written_parameters(program: Program) -> list[str]:
    """The parameters that are written into."""
    return [p for p in program.params if program.aliases.is_written(p) and not program.entry[p].is_scalar]


def copies_of(program: Program, externs: dict[str, Any]) -> Block:
    """Arguments that are written into are copied on entry."""
    written = written_parameters(program)
    if not written:
        return []
    writes, cells = writes_around(program.scope), program.source.cells
    surely = [p for p in written if p in writes.into | writes.written]
    made = program.callee or program.source.filename.startswith(GENERATED)  # of what is derived from, this is known
    met = None if made or not (surely or cells) else met_around(program.source.function, program.params)
    surely += [p for p in written if met is not None and p in cells and p not in surely and met.has_captured(cells[p])]
    met = met if surely else None
    arrays = all(isinstance(program.entry[p], Array) for p in written)
    if arrays and not program.params_alias:
        text = "{}.copy()"
        if depends_on_layout(program):
            externs["copy_as_it_lies"], text = runtime.copy_as_it_lies, "copy_as_it_lies({})"
        met = met and met.kept()
        block: Block = []
        for p in written:
            node = assign(p, expression(text.format(p)))
            node.comment = f"{program.source.name} writes into {p}"
            block.append(node)
    else:
        externs["copied"] = runtime.copied
        target = name(written[0]) if len(written) == 1 else tuple_of([name(p) for p in written])
        node = assign(target, call("copied", *(name(p) for p in written)))
        node.comment = f"{program.source.name} writes into {', '.join(written)}"
        block = [node]
    if met is not None:
        externs["check_other_names"] = met.check_other_names
        block.insert(0, gast.Expr(call("check_other_names", *map(name, surely))))
    return block


def _arguments(params: list[str], keyword: str | None) -> Node:
    args = [gast.Name(p, gast.Param(), None, None) for p in params]
    only = [gast.Name(keyword, gast.Param(), None, None)] if keyword else []
    return gast.arguments(args, [], None, only, [constant(1.0)] if keyword else [], None, [])


def _gradient(program: Program, reverse: Reverse, body: Block, block: Block, label: str, form: str,
              externs: dict[str, Any]) -> Node:
    """One function that holds both sweeps."""
    *sweep, result = block
    if form in ("value_and_grad", "aux"):
        result = gast.Return(tuple_of([name(program.ans), result.value]))
    if reverse.uses_table:
        externs["Shadows"] = Shadows
        sweep = [*statements(f"{reverse.table} = Shadows()"), *sweep]
    own = "value_and_grad" if form == "value_and_grad" else "grad"
    return _function(f"{label}_{own}", _arguments(program.params, program.seed), [
        ("", copies_of(program, externs)), ("primal sweep", body), ("reverse sweep", [*sweep, result])])


def _pair(program: Program, reverse: Reverse, body: Block, block: Block, label: str, adding: tuple[str, ...],
          unbound: list[str]) -> list[Node]:
    """A function for each sweep; the first gives what the second reads as a tuple, beside the result."""
    params = program.params
    assigned = {n for s in body for n in bound_within(s)} | set(params)
    local = {n for s in block for n in bound_within(s)}
    read = {n for s in block for n in loads_in(s)}
    bars = [reverse.bar(param) for param in adding]
    recorded = sorted((read & assigned) - {reverse.table, *reverse.seeds, *bars} - bound_first(block, local))
    certain = set(params) | program.declared | {n for s in body for n in surely_bound(s)}
    uncertain = [n for n in recorded if n not in certain]
    unsure = [assign(n, constant(None)) for n in uncertain]
    check_reads(body, [*unbound, *uncertain], program)
    record = tuple_of([name(n) for n in recorded])
    kept = "record" if "record" in recorded or "record" not in read else program.names.fresh("record")  # else a global is called so
    unpack = [assign(tuple_of([name(n) for n in recorded]), name(kept))] if recorded else []
    given = [kept, *reverse.seeds, *bars, *([reverse.table] if reverse.uses_table else [])]
    return [_function(f"{label}_primal", _arguments(params, None),
                      [("", [*unsure, *body, gast.Return(tuple_of([name(program.ans), record]))])]),
            _function(f"{label}_reverse", _arguments(given, None), [("", [*unpack, *block])])]


def _function(label: str, arguments: Node, sections: list[tuple[str, Block]]) -> Node:
    """A function of some sections, each with the comment above it."""
    node = gast.FunctionDef(label, arguments, [], [], None, None, [])
    node.sections = sections
    node.body = [statement for _, part in sections for statement in part]
    return node
