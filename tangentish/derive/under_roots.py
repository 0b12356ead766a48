"""What roots are taken of, back to where its slope is zero: `np.sqrt(np.sum(d**2))` of the distance to itself.

What is under a root is nowhere less than zero.  Where it is zero its slope is zero, and so is that of the root, if it has one:
as everywhere on the diagonal of a matrix of distances.  The slope of the root alone is infinite there, and counts for nothing
once it meets that of the square.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import gast
import numpy as np

from tangentish.derive.dropped import target_and_value
from tangentish.derive.program import Program
from tangentish.derive.signs import POSITIVE, sign
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import DEFINITIONS, Node, filled, names_in

_MOST_PRODUCTS = 1
"""How many products are gone through: of weights, say, and the square of a distance."""
_SUMS = (np.sum, np.mean, np.add, np.subtract, np.einsum, np.average)
_PRODUCTS = (np.multiply, np.dot, np.matmul, np.inner, np.vdot)
VECTOR_PRODUCTS = frozenset((np.dot, np.matmul, np.inner, np.vdot, np.einsum, np.tensordot))
_METHODS_OF_SUMS = frozenset("sum mean reshape ravel transpose squeeze copy".split())


def under_roots(program: Program) -> set[str]:
    """The names of the squares that roots are taken of, and of the products of these."""
    made: dict[str, list[Node]] = {}
    left: list[tuple[str, int]] = []
    for node, _ in program.parts:
        target, value = target_and_value(node)
        if target is not None and value is not None:
            made.setdefault(target, []).append(value)
    for node, parts in program.parts:
        for part in parts if node.__class__ not in DEFINITIONS else ():
            if is_root(program, part, made) and sign(_under(part), program, program.flow.before[node.uid]) != POSITIVE:
                left += [(label, 0) for label in names_in(part)]
    found: dict[str, int] = {}
    while left:
        label, products = left.pop()
        if products <= _MOST_PRODUCTS and products < found.get(label, _MOST_PRODUCTS + 1):
            found[label] = products
            for value in made.get(label, ()):
                more = _products_in(program, value)
                left += [] if more is None else [(other, products + more) for other in names_in(value)]
    squares = {label for label in found if any(is_square(program, value, made) for value in made.get(label, ()))}
    products_of = {label for label in found if any(_products_in(program, value) == 1 for value in made.get(label, ()))}
    return squares | products_of if squares else set()


def is_square(program: Program, value: Node, made: Mapping[str, list[Node]]) -> bool:
    """Whether a value is a power, or the product of something with itself, or with a multiple of that."""
    if value.__class__ is gast.BinOp and value.op.__class__ is gast.Pow:
        return True
    function = program.scope.resolve(value.func) if value.__class__ is gast.Call else None
    if function in (np.square, np.power):
        return True
    if function is np.einsum and len({_text(operand, made) for operand in value.args}) < len(value.args):
        return True
    factors = _factors(program, value)
    return factors is not None and not _origins(factors[0], made).isdisjoint(_origins(factors[1], made))


def _factors(program: Program, value: Node) -> tuple[Node, Node] | None:
    """What a product is made of, be it one of vectors."""
    if value.__class__ is gast.BinOp and value.op.__class__ in (gast.Mult, gast.MatMult):
        return value.left, value.right
    if value.__class__ is not gast.Call:
        return None
    if value.func.__class__ is gast.Attribute and value.func.attr == "dot" and len(value.args) == 1:
        return value.func.value, value.args[0]
    return (value.args[0], value.args[1]) if len(value.args) == 2 and program.scope.resolve(value.func) in _PRODUCTS else None


def _origins(value: Node, made: Mapping[str, list[Node]], depth: int = 3) -> set[str]:
    """The names and expressions that a factor stands for, or is a multiple of, as text."""
    found = {_text(value, made)}
    parts = _meant(value, made) if depth else []
    if not parts:
        multiple = value.__class__ is gast.BinOp and value.op.__class__ in (gast.Mult, gast.MatMult)
        parts = [value.left, value.right] if multiple else []
    return found.union(*(_origins(part, made, depth - 1) for part in parts)) if depth else found


def _meant(value: Node, made: Mapping[str, list[Node]]) -> list[Node]:
    """What a name is bound to."""
    return made.get(value.id, []) if value.__class__ is gast.Name else []


def _text(value: Node, made: Mapping[str, list[Node]], depth: int = 3) -> str:
    """An expression as text, with what its names stand for in their place if they are bound once."""
    labels = sorted(label for label in names_in(value) if len(made.get(label, ())) == 1) if depth else []
    return gast.dump(filled(value, {label: gast.Name(f"({_text(made[label][0], made, depth - 1)})", gast.Load(), None, None)
                                    for label in labels}))


def is_root(program: Program, node: Node, made: Mapping[str, list[Node]]) -> bool:
    """Whether an expression is a root: a square root, or a power of less than one."""
    if node.__class__ is gast.BinOp:
        return node.op.__class__ is gast.Pow and any(map(_is_fraction, [node.right, *_meant(node.right, made)]))
    return node.__class__ is gast.Call and len(node.args) > 0 and program.scope.resolve(node.func) in (np.sqrt, math.sqrt)


def _is_fraction(exponent: Node) -> bool:
    """Whether an exponent is `0.5`, `1 / 3` or `1 / p`."""
    value = getattr(exponent, "value", None)
    one_over = exponent.__class__ is gast.BinOp and exponent.op.__class__ is gast.Div and getattr(exponent.left, "value", None) == 1
    return one_over or (isinstance(value, float) and 0.0 < value < 1.0)


def _under(root: Node) -> Node:
    return root.left if root.__class__ is gast.BinOp else root.args[0]


def _products_in(program: Program, value: Node) -> int | None:
    """How many products a value is made by, if by nothing else than that and sums; None where its slope may have no zero more."""
    if value.__class__ is gast.BinOp:
        return {gast.Add: 0, gast.Sub: 0, gast.Div: 0, gast.Mult: 1, gast.MatMult: 1}.get(value.op.__class__)
    if value.__class__ is gast.Call:
        function = program.scope.resolve(value.func)
        if function is MISSING:
            return 0 if getattr(value.func, "attr", "") in _METHODS_OF_SUMS else None
        rule = lookup(function)
        linear = function in _SUMS or (rule is not None and rule.kind == "linear")
        return 0 if linear else 1 if function in _PRODUCTS else None
    return 0 if value.__class__ in (gast.Name, gast.Subscript, gast.Attribute, gast.UnaryOp) else None
