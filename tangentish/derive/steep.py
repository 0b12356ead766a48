"""Where a cotangent may be infinite: above a square root, a logarithm, a quotient, whose slopes have no bound.

A cap such as `np.maximum(x, 0)` gives 0 where it does not pick `x`, even if the cotangent is infinite there: the square root
of it has an infinite slope just where the cap holds.
"""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentish.analysis.kinds import Kind
from tangentish.derive.program import Program
from tangentish.derive.signs import POSITIVE, sign
from tangentish.rules.registry import RULES
from tangentish.syntax import Node, names_in

SINGULAR = (np.divide, np.reciprocal, np.log, np.log2, np.log10, np.log1p, np.power, np.float_power, np.arctanh, np.tan)


def steep_reads(program: Program, node: Node, parts: list[Node], kind: Callable[[Node, Node], Kind]) -> set[str]:
    """The names that a statement reads where the slope may be infinite; a call of a function unseen here may be any."""
    found: set[str] = set()
    if hasattr(node, "dynamic"):
        func, args, keywords = node.dynamic
        for part in (func, *args, *(k.value for k in keywords)):
            found |= names_in(part)
    for part in parts:
        if part.__class__ is gast.BinOp:
            found |= _steep_operands(program, node, part, kind)
        elif part.__class__ is gast.Call and _is_steep(program.scope.resolve(part.func)):
            found |= names_in(part)
    return found


def _steep_operands(program: Program, node: Node, part: Node, kind: Callable[[Node, Node], Kind]) -> set[str]:
    if part.op.__class__ is gast.Div and not kind(node, part.right).is_scalar:
        if sign(part.right, program, program.flow.before[node.uid]) != POSITIVE:
            return names_in(part)
    elif part.op.__class__ is gast.Pow and not (part.right.__class__ is gast.Constant and part.right.value >= 1):
        return names_in(part)
    return set()


def _is_steep(function: object) -> bool:
    try:
        rule = RULES.get(function)
    except TypeError:  # not hashable
        return False
    if rule is None or rule.kind in ("linear", "zero"):
        return False
    where = getattr(rule.function, "__module__", "")
    return rule.user or rule.quotient or function in SINGULAR or where.startswith("tangentish.rules.scipy_")


__all__ = ["SINGULAR", "steep_reads"]
