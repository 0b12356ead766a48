"""Arrays and lists that a function stores in attributes: after the derivative they hold what the function left there.

    self.u = u
    u *= x

The reverse sweep puts back what `u` was before, in the memory that the object has now.
"""

from __future__ import annotations

import gast

from tangentish.derive.program import Program
from tangentish.derive.reverse import Reverse
from tangentish.syntax import Node, call, constant


def note_left(program: Program, reverse: Reverse) -> None:
    """Have it noted, before anything is put back, what is there by the end of the function."""
    noted: set[tuple[str, str]] = set()
    for node, _ in program.parts:
        target = node.targets[0] if node.__class__ is gast.Assign else None
        if target.__class__ is not gast.Attribute or target.value.__class__ is not gast.Name:
            continue
        owner = program.flow.before.get(node.uid, {}).get(target.value.id)
        place = target.value.id, target.attr
        if owner is None or owner is not program.flow.final.get(target.value.id) or place in noted or not _may_be_put_back(
                program, node):
            continue
        noted.add(place)
        reverse.uses_table = True
        reverse.emit(gast.Expr(call(f"{reverse.table}.leave", reverse.version(owner), constant(target.attr))))


def _may_be_put_back(program: Program, store: Node) -> bool:
    """Whether what is stored may be changed in place, here or by a call: then it is put back."""
    kind = program.kinds.expr(store.value, program.kinds.before.get(store.uid, {}))
    if kind.is_scalar:
        return False
    if store.value.__class__ is gast.Name and program.aliases.is_written(store.value.id):
        return True
    pairs = [node.pair for node in program.flow.nodes.values() if hasattr(node, "pair")]
    looked_up = any(hasattr(node, "dynamic") and not hasattr(node, "pair") for node in program.flow.nodes.values())
    return looked_up or any(pair.made.restores for pair in pairs)
