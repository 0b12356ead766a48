"""`np.matrix` in a function of NumPy that active values take part in: it gives a matrix, to which operators mean something else."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.derive.program import Program
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, children

MAKERS = (np.matrix, np.asmatrix, np.bmat)
TO_ARRAYS = (np.where, np.select, np.asarray, np.array, np.ascontiguousarray, np.shape, np.size)


def check_matrices(program: Program) -> None:
    """Raise where a rule would be applied to a matrix that the function makes, or that a name outside stands for."""
    statements = [n for n, _ in program.parts if n.__class__ is gast.Assign and len(n.targets) == 1]
    matrices: set[str] = set()
    count = -1
    while count != (count := len(matrices)):
        for node in statements:
            target = node.targets[0]
            if target.__class__ is gast.Name and _may_be_matrix(node.value, matrices, program):
                matrices.add(target.id)
    for node in statements:
        if node.value.__class__ is gast.Call and program.activity.expr(node.value):
            function = program.scope.resolve(node.value.func)
            if function is MISSING or function in TO_ARRAYS or lookup(function) is None:
                continue
            if any(_may_be_matrix(argument, matrices, program) for argument in node.value.args):
                raise located(UnsupportedError, "np.matrix, whose `*` is a product of matrices, is not followed", program.filename,
                              getattr(node, "origin", node), "Use arrays, np.block and `@`.")


def _may_be_matrix(value: Node, matrices: set[str], program: Program) -> bool:
    if value.__class__ is gast.Name:
        return value.id in matrices or isinstance(program.scope.name(value.id), np.matrix)
    if value.__class__ is gast.Call:
        function = program.scope.resolve(value.func)
        if function in MAKERS:
            return True
        if function in TO_ARRAYS:
            return False
        if function is MISSING and value.func.__class__ is gast.Attribute:
            return value.func.attr not in ("tolist", "item", "max", "min") and _may_be_matrix(value.func.value, matrices, program)
        return lookup(function) is not None and any(_may_be_matrix(a, matrices, program) for a in value.args)
    if value.__class__ is gast.Attribute:
        return value.attr in ("T", "H", "I", "real", "imag") and _may_be_matrix(value.value, matrices, program)
    if value.__class__ is gast.Subscript:
        return _may_be_matrix(value.value, matrices, program)
    if value.__class__ in (gast.BinOp, gast.UnaryOp):
        return any(_may_be_matrix(part, matrices, program) for part in children(value))
    return False
