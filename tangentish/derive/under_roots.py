"""What square roots are taken of, back to where its slope is zero: `np.sqrt(np.sum(d**2))` of the distance to itself.

What is under a root is nowhere less than zero.  Where it is zero its slope is zero, and so is that of the root, if it has one:
as everywhere on the diagonal of a matrix of distances.  The slope of the root alone is infinite there, and counts for nothing
once it meets that of the square.
"""

from __future__ import annotations

import math

import gast
import numpy as np

from tangentish.derive.dropped import target_and_value
from tangentish.derive.program import Program
from tangentish.derive.signs import POSITIVE, sign
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import DEFINITIONS, Node, names_in

_MOST_PRODUCTS = 1
"""How many products are gone through: of weights, say, and the square of a distance."""
_SUMS = (np.sum, np.mean, np.add, np.subtract, np.einsum, np.average)
_METHODS_OF_SUMS = frozenset("sum mean reshape ravel transpose squeeze copy".split())


def under_roots(program: Program) -> set[str]:
    """The names of the squares that roots are taken of, and of the products of these."""
    made: dict[str, list[Node]] = {}
    left: list[tuple[str, int]] = []
    for node, parts in program.parts:
        target, value = target_and_value(node)
        if target is not None and value is not None:
            made.setdefault(target, []).append(value)
        for part in parts if node.__class__ not in DEFINITIONS else ():
            if is_root(program, part) and sign(_under(part), program, program.flow.before[node.uid]) != POSITIVE:
                left += [(label, 0) for label in names_in(part)]
    found: dict[str, int] = {}
    while left:
        label, products = left.pop()
        if products <= _MOST_PRODUCTS and products < found.get(label, _MOST_PRODUCTS + 1):
            found[label] = products
            for value in made.get(label, ()):
                more = _products_in(program, value)
                left += [] if more is None else [(other, products + more) for other in names_in(value)]
    squares = {label for label in found if any(is_square(program, value) for value in made.get(label, ()))}
    products_of = {label for label in found if any(_products_in(program, value) == 1 for value in made.get(label, ()))}
    return squares | products_of if squares else set()


def is_square(program: Program, value: Node) -> bool:
    """Whether a value is a power, or the product of something with itself."""
    if value.__class__ is gast.BinOp:
        same = value.op.__class__ is gast.Mult and gast.dump(value.left) == gast.dump(value.right)
        return same or value.op.__class__ is gast.Pow
    return value.__class__ is gast.Call and program.scope.resolve(value.func) in (np.square, np.power)


def is_root(program: Program, node: Node) -> bool:
    """Whether an expression is a square root."""
    if node.__class__ is gast.BinOp:
        return node.op.__class__ is gast.Pow and getattr(node.right, "value", None) == 0.5
    return node.__class__ is gast.Call and len(node.args) > 0 and program.scope.resolve(node.func) in (np.sqrt, math.sqrt)


def _under(root: Node) -> Node:
    return root.left if root.__class__ is gast.BinOp else root.args[0]


def _products_in(program: Program, value: Node) -> int | None:
    """How many products a value is made by, if by nothing else than that and sums; None where its slope may have no zero more."""
    if value.__class__ is gast.BinOp:
        return {gast.Add: 0, gast.Sub: 0, gast.Div: 0, gast.Mult: 1}.get(value.op.__class__)
    if value.__class__ is gast.Call:
        function = program.scope.resolve(value.func)
        if function is MISSING:
            return 0 if getattr(value.func, "attr", "") in _METHODS_OF_SUMS else None
        rule = lookup(function)
        linear = function in _SUMS or (rule is not None and rule.kind == "linear")
        return 0 if linear else 1 if function is np.multiply else None
    return 0 if value.__class__ in (gast.Name, gast.Subscript, gast.Attribute, gast.UnaryOp) else None
