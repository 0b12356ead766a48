"""Sums a tangent that is a product without making the product.

ans_dot = np.sum(A_dot @ B)       ->       ans_dot = np.sum(A_dot, axis=0) @ np.sum(B, axis=1)
ans_dot = np.sum(x_dot * y)       ->       ans_dot = x_dot @ y

The sum of all entries of a product of matrices is the sum of the columns of the one times that of the rows of the other: two
vectors are multiplied in place of two matrices. The reverse sweep has this from `derive.thin`; what the user wrote is left
as it is.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Kind
from tangentish.analysis.kinds import same_shape as alike
from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import children, own_parts, replace, walk
from tangentish.syntax import Node, attribute, clone, constant, is_constant, names_in, walk_statements

TANGENT = re.compile(r"_dot(_\d+)?$")
WIDE = (np.dtype(np.float64), np.dtype(np.complex128))  # others would lose digits in sums along one axis
SUMS = (gast.Add, gast.Sub)


def sums_of_products(facts: Facts) -> bool:
    """Rewrite the sums of products; whether there were any.

    >>> from tests.simplify.lines import MATRIX, simplified
    >>> print(simplified(sums_of_products, "a_dot = -a", "s_dot = np.sum(a_dot @ a.T)", kinds={"a": MATRIX}))
    a_dot = -a
    s_dot = np.sum(a_dot, axis=0) @ np.sum(a.T, axis=1)
    """
    changed = False
    for node in walk_statements(facts.function.body):
        if node.__class__ is not gast.Assign or "sum" not in facts.effects(node).attrs:
            continue
        for parent in [part for own in own_parts(node) for part in walk(own)]:
            for child in children(parent):
                found = _without_product(facts, child) if child.__class__ is gast.Call else None
                if found is not None:
                    replace(parent, child, found)
                    facts.touch(node)
                    changed = True
    return changed


def _without_product(facts: Facts, call: Node) -> Node | None:
    """What is the same as a sum of a product, or of a sum of products, with a tangent in each; None if it is no such call."""
    axes = [word.value for word in call.keywords if word.arg == "axis"]
    if len(axes) != len(call.keywords) or (axes and not is_constant(axes[0], 0, 1)):
        return None
    if len(call.args) == 1 and facts.purity.callee(call.func) is np.sum:
        matrix = call.args[0]
        make: Callable[[Node, int], Node] = functools.partial(_by_function, call.func)
    elif not call.args and call.func.__class__ is gast.Attribute and call.func.attr == "sum":
        matrix, make = call.func.value, _by_method
    else:
        return None
    axis = axes[0].value if axes else None
    terms = _terms(facts, matrix)
    if not terms or any(not _is_known_product(facts, term, axis) for term in terms):
        return None
    return _summed(facts, make, matrix, axis)


def _by_function(func: Node, matrix: Node, axis: int) -> Node:
    return gast.Call(clone(func), [matrix], [gast.keyword("axis", constant(axis))])


def _by_method(matrix: Node, axis: int) -> Node:
    return gast.Call(attribute(matrix, "sum"), [], [gast.keyword("axis", constant(axis))])


def _terms(facts: Facts, node: Node) -> list[Node]:
    """The terms of a sum of arrays of one shape; of another expression, itself; none if the shapes are not known."""
    if not _is(node, *SUMS):
        return [node]
    left, right = _terms(facts, node.left), _terms(facts, node.right)
    return [*left, *right] if left and right and alike(_kind(facts, node.left), _kind(facts, node.right)) else []


def _is(node: Node, *operators: type) -> bool:
    return node.__class__ is gast.BinOp and node.op.__class__ in operators


def _is_tangent(facts: Facts, name: str) -> bool:
    return name not in facts.user and TANGENT.search(name) is not None


def _is_known_product(facts: Facts, node: Node, axis: int | None) -> bool:
    """Whether an expression is a product of two matrices, or by entries of two vectors, with a tangent in it."""
    if not any(part.__class__ is gast.Name and _is_tangent(facts, part.id) for part in walk(node)):
        return False
    return _of_matrices(facts, node) or (axis is None and _of_vectors(facts, node))


def _of_matrices(facts: Facts, node: Node) -> bool:
    return _is(node, gast.MatMult) and all(_is_wide(_kind(facts, side), 2) for side in (node.left, node.right))


def _of_vectors(facts: Facts, node: Node) -> bool:
    sides = [_kind(facts, side) for side in (node.left, node.right)] if _is(node, gast.Mult) else []
    return bool(sides) and alike(*sides) and all(_is_wide(kind, 1) for kind in sides)


def _is_wide(kind: Kind, ndim: int) -> bool:
    return isinstance(kind, Array) and kind.ndim == ndim and kind.dtype in WIDE


def _kind(facts: Facts, node: Node) -> Kind:
    """The kind of an expression: tangents are of that of what they are tangents of."""
    env = {name: facts.kind(TANGENT.sub("", name) if _is_tangent(facts, name) else name)
           for name in names_in(node) if name in facts.local}
    found: Kind = facts.program.kinds.expr(node, env)
    return found


def _summed(facts: Facts, make: Callable[[Node, int], Node], node: Node, axis: int | None) -> Node:
    """The sum of a matrix along an axis, or of all of a product."""
    if _is(node, *SUMS) and _terms(facts, node):
        return gast.BinOp(_summed(facts, make, node.left, axis), node.op, _summed(facts, make, node.right, axis))
    if _of_matrices(facts, node):
        left = node.left if axis == 1 else _summed(facts, make, node.left, 0)
        return gast.BinOp(left, gast.MatMult(), node.right if axis == 0 else _summed(facts, make, node.right, 1))
    if axis is not None:
        return make(node, axis)
    number, left = _without_number(facts, node.left)
    product = gast.BinOp(left, gast.MatMult(), node.right)
    return product if number is None else gast.BinOp(number, gast.Mult(), product)


def _without_number(facts: Facts, node: Node) -> tuple[Node | None, Node]:
    """`2` and `x` of `x * 2` and of `2 * x`."""
    if _is(node, gast.Mult):
        for number, rest in ((node.left, node.right), (node.right, node.left)):
            if number.__class__ is gast.Constant or (number.__class__ is gast.Name and _kind(facts, number).is_scalar):
                return number, rest
    return None, node
