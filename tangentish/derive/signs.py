"""What is known of the sign of a value from how it was made: `1 + x**2` and a sum of exponentials are never zero."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Kind
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import Node

POSITIVE = 2


def _kind(node: Node, program: Program, tags: dict[str, Version]) -> Kind:
    version = tags.get(node.id) if node.__class__ is gast.Name else None
    return UNKNOWN if version is None else version_kind(program, version)


def sign(node: Node, program: Program, tags: dict[str, Version], depth: int = 8) -> int:
    """`POSITIVE`, 1 for what is not negative, or 0 for what is not known, of an expression in tags of versions."""
    if node.__class__ is gast.Constant:
        return POSITIVE if isinstance(node.value, int | float) and node.value > 0 else 0
    if node.__class__ is gast.Name:
        version = tags.get(node.id)
        made = program.flow.nodes.get(version.site) if version is not None and version.kind == "def" else None
        if version is None or not depth or program.aliases.is_written(version.name):
            return 0
        if made.__class__ is not gast.Assign or made.targets[0].__class__ is not gast.Name:
            return 0
        before = {n: v for n, v in program.flow.before[made.uid].items()}
        return sign(made.value, program, before, depth - 1)
    if node.__class__ is gast.Call:
        function = program.scope.resolve(node.func)
        if function in (np.exp, np.exp2, np.cosh):
            return POSITIVE
        if function in (np.var, np.std, np.square, np.abs, np.linalg.norm):
            return 1
        if function is np.maximum and len(node.args) == 2:
            return max(sign(argument, program, tags, depth) for argument in node.args)
        if function in (np.sum, np.mean, np.sqrt) and node.args:
            return sign(node.args[0], program, tags, depth)
        return int(node.func.__class__ is gast.Attribute and node.func.attr in ("var", "std"))
    if node.__class__ is gast.BinOp:
        sides = sign(node.left, program, tags, depth), sign(node.right, program, tags, depth)
        if node.op.__class__ is gast.Pow:
            even = node.right.__class__ is gast.Constant and isinstance(node.right.value, int) and node.right.value % 2 == 0
            return max(sides[0], 1 if even and _kind(node.left, program, tags).is_real else 0)
        if node.op.__class__ is gast.Add:
            return max(sides) if min(sides) else 0
        if node.op.__class__ in (gast.Mult, gast.Div):
            same = gast.dump(node.left) == gast.dump(node.right) and node.op.__class__ is gast.Mult
            return max(min(sides), 1 if same and _kind(node.left, program, tags).is_real else 0)
    return 0
