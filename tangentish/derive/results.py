"""What the reverse sweep returns: the cotangents of the parameters, out of their variables and the table."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Kind, scalar_type
from tangentish.derive.program import Program
from tangentish.derive.reverse import Reverse
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Block, Node, assign, call, constant, name, tuple_of


def results_of(program: Program, reverse: Reverse, pair: bool) -> Block:
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
        elif reverse.shared(param) or not is_plain(kind):  # the latter may be a list, and its derivative is one
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
    for node, _ in program.parts:
        if hasattr(node, "dynamic"):
            func, args, keywords = node.dynamic
            env = program.kinds.before.get(node.uid, {})
            parts = [*args, *(k.value for k in keywords), getattr(func, "value", None)]
            if program.scope.resolve(func) is MISSING or any(
                    not is_plain(program.kinds.expr(p, env)) for p in parts if p is not None):
                return True
        if node.__class__ is gast.Assign and any(t.__class__ is gast.Attribute for t in node.targets):
            return True
        if (node.__class__ is gast.Assign and node.value.__class__ is gast.Attribute and node.targets[0].__class__ is gast.Name
                and not is_plain(program.kinds.expr(node.value.value, program.kinds.before.get(node.uid, {})))
                and program.aliases.is_written(node.targets[0].id)):
            return True
    return False


def is_plain(kind: Kind) -> bool:
    """Whether a value is a number or an array for sure."""
    return isinstance(kind, Array) or kind.is_scalar
