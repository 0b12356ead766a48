"""Arrays of objects that would hold active values: nothing follows what is in them, so they are refused."""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Array, Kind
from tangentish.derive.program import Program
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.syntax import Node


def check_object_arrays(program: Program) -> None:
    """Raise where an active value is made an array of objects, or is stored into one."""
    active, kinds = program.activity.expr, program.kinds
    for node, _ in program.parts:
        if node.__class__ is not gast.Assign or len(node.targets) != 1 or not active(node.value):
            continue
        target = node.targets[0]
        if target.__class__ is gast.Name:
            kind = kinds.after.get(node.uid, {}).get(target.id)
        elif target.__class__ is gast.Subscript:
            kind = kinds.expr(target.value, kinds.before.get(node.uid, {}))
        else:
            continue
        if _of_objects(kind):
            raise _refusal(program, node)


def _of_objects(kind: Kind | None) -> bool:
    return isinstance(kind, Array) and kind.dtype.kind == "O"


def _refusal(program: Program, node: Node) -> TangentishError:
    return located(UnsupportedError, "derivatives do not flow through arrays of objects", program.filename,
                   getattr(node, "origin", node), "Use an array of floats, or a list.")
