"""Puts a forward sweep into a function: that of a program, or of a function which another program calls."""

from __future__ import annotations

from typing import Any

import gast

from tangentish import runtime
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind
from tangentish.derive.assemble import Derived, copies_of, written_parameters
from tangentish.derive.forward import Forward
from tangentish.derive.program import Program
from tangentish.request import Contract
from tangentish.syntax import Block, Node, assign, call, constant, expression, name, names_in, statements, tuple_of
from tangentish.tangents import Tangents


def derive_forward(program: Program, form: str, items: bool = False) -> Derived:
    """The function `f_jvp(x, y, x_dot, y_dot)` (`form` "jvp"), or that of a callee (`form` "tangent").

    That of `form` "slope" returns the tangent of the result without the result.
    A callee takes the table of tangents first, if it uses one, and returns the tangent as the variable of its result holds it;
    as a tuple of the tangents of its `items`, where its caller takes the result apart, and if it can.
    """
    forward = Forward(program, form)
    if items:
        forward.unpack_result()
    body = forward.sweep(program.body)
    top = form != "tangent"
    start = _entry(program, forward, top)
    values = _result(program, forward, top)
    externs = {**program.externs, **forward.externs}
    if "indexable" in names_in(body):
        externs["indexable"] = runtime.indexable
    first: Block = []
    if top:
        first = copies_of(program, externs)
        if forward.uses_table:
            first += statements(f"{forward.table} = Tangents()")
            externs["Tangents"] = Tangents
    dots = [forward.dot(p) for p in program.wanted]
    params = [*([forward.table] if forward.uses_table and not top else []), *program.params, *dots]
    arguments = gast.arguments([gast.Name(p, gast.Param(), None, None) for p in params], [], None, [], [], None, [])
    node = gast.FunctionDef(f"{program.label}_{form}", arguments, [], [], None, None, [])
    result = values[1] if form == "slope" else tuple_of(values)
    node.sections = [("", [*first, *start]), ("forward sweep", [*body, gast.Return(result)])]
    node.body = [s for _, part in node.sections for s in part]
    return Derived([node], externs, _contract(program, forward), bool(written_parameters(program)), False)


def _contract(program: Program, forward: Forward) -> Contract:
    """What a caller has to know."""
    table = frozenset(p for p in program.params if forward.shared(p) and not program.entry[p].is_scalar)
    ans = program.aliases.class_of(program.ans)
    returned = frozenset(p for p in program.params
                         if program.aliases.class_of(p) == ans and not program.entry[p].is_scalar)
    items = len(forward.unpacked[program.ans].items) if _is_unpacked(program, forward) else 0
    contract = Contract(table, forward.shared(program.ans), frozenset(written_parameters(program)), returned,
                        uses_table=forward.uses_table, items=items)
    return contract.named_as(program.as_written)


def _entry(program: Program, forward: Forward, top: bool) -> Block:
    """The tangents of the parameters, as their variables hold them."""
    forward.out = []
    written = set(written_parameters(program))
    varied = program.activity.varied
    for param in [*program.wanted, *(p for p in program.params if p in varied and p not in program.wanted)]:
        kind = program.entry.get(param, UNKNOWN)
        given = param in program.wanted
        dot = forward.dot(param)
        if forward.shared(param) or not _plain(kind):
            forward.uses_table = True
            forward.emit(assign(dot, call(f"{forward.table}.bind", name(param), name(dot) if given else constant(None))))
        elif not given:
            forward.emit(assign(dot, _zero(forward, name(param), kind)))
        elif param in written and top:
            forward.emit(assign(dot, expression(f"{dot}.copy()")))
    made, forward.out = forward.out, []
    return made


def _result(program: Program, forward: Forward, top: bool) -> list[Node]:
    """What is returned: the result and its tangent."""
    final = program.flow.final.get(program.ans)
    assert final is not None
    ans, kind = program.ans, forward.kind_of(final)
    active = forward.active(ans, kind)
    if isinstance(kind, Const) and kind.value is None and top:
        written = written_parameters(program)
        if written:
            tangents = [_tangent(program, forward, p, program.entry.get(p, UNKNOWN), p in program.activity.varied, top)
                        for p in written]
            parts = [name(p) for p in written]
            return [parts[0], tangents[0]] if len(parts) == 1 else [tuple_of(parts), tuple_of(tangents)]
    return [name(ans), _tangent(program, forward, ans, kind, active, top)]


def _tangent(program: Program, forward: Forward, label: str, kind: Kind, active: bool, top: bool) -> Node:
    held: Node = name(forward.dot(label)) if active else constant(None)
    if isinstance(kind, Const) and not kind.is_scalar:
        return constant(None)
    if label == program.ans and _is_unpacked(program, forward):
        return held
    if _plain(kind):
        return held if active else _zero(forward, name(label), kind)
    forward.uses_table = True
    return call(f"{forward.table}.{'structured' if top else 'bind'}", name(label), held)


def _is_unpacked(program: Program, forward: Forward) -> bool:
    """Whether the result is a tuple with a tuple of tangents."""
    final = program.flow.final[program.ans]
    return program.ans in forward.unpacked and forward.active(program.ans, forward.kind_of(final))


def _zero(forward: Forward, x: Node, kind: Kind) -> Node:
    return constant(0.0) if kind.is_scalar else forward.zero_like(x, kind)


def _plain(kind: Any) -> bool:
    return isinstance(kind, Array) or kind.is_scalar
