"""Sums a tangent that is a product of matrices without multiplying them.

ans_dot = np.sum(A_dot @ B)       ->       ans_dot = np.sum(A_dot, axis=0) @ np.sum(B, axis=1)

The sum of all entries of a product is the sum of its columns' factor times that of its rows': two vectors are multiplied in
place of two matrices. The reverse sweep has this from `derive.thin`; what the user wrote is left as it is.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import gast
import numpy as np

from tangentish.analysis.kinds import Array
from tangentish.analysis.kinds import same_shape as alike
from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import children, own_parts, replace, walk
from tangentish.syntax import Node, attribute, clone, constant, is_constant, walk_statements

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
    terms = _terms(facts, matrix)
    if not terms or any(not _is_tangent_product(facts, term) for term in terms):
        return None
    return _summed(make, matrix, axes[0].value if axes else None)


def _by_function(func: Node, matrix: Node, axis: int) -> Node:
    return gast.Call(clone(func), [matrix], [gast.keyword("axis", constant(axis))])


def _by_method(matrix: Node, axis: int) -> Node:
    return gast.Call(attribute(matrix, "sum"), [], [gast.keyword("axis", constant(axis))])


def _terms(facts: Facts, node: Node) -> list[Node]:
    """The terms of a sum of matrices of one shape; of another expression for a matrix, itself; none if they are not known."""
    if _matrix(facts, node) is None:
        return []
    return [*_terms(facts, node.left), *_terms(facts, node.right)] if _is_sum(node) else [node]


def _is_sum(node: Node) -> bool:
    return node.__class__ is gast.BinOp and node.op.__class__ in SUMS


def _is_product(node: Node) -> bool:
    return node.__class__ is gast.BinOp and node.op.__class__ is gast.MatMult


def _is_tangent(facts: Facts, name: str) -> bool:
    return name not in facts.user and TANGENT.search(name) is not None


def _is_tangent_product(facts: Facts, node: Node) -> bool:
    return _is_product(node) and any(part.__class__ is gast.Name and _is_tangent(facts, part.id) for part in walk(node))


def _matrix(facts: Facts, node: Node) -> Array | None:
    """What is known of a matrix that names, products, sums and transposes make; None for anything else."""
    if node.__class__ is gast.Name and node.id in facts.local:
        kind = facts.kind(TANGENT.sub("", node.id) if _is_tangent(facts, node.id) else node.id)
        return kind if isinstance(kind, Array) and kind.ndim == 2 and kind.dtype in WIDE else None
    if node.__class__ is gast.Attribute and node.attr == "T":
        inner = _matrix(facts, node.value)
        return None if inner is None else Array(inner.dtype, (inner.dims[1], inner.dims[0]))
    if not (_is_sum(node) or _is_product(node)):
        return None
    left, right = _matrix(facts, node.left), _matrix(facts, node.right)
    if left is None or right is None:
        return None
    if _is_product(node):
        return Array(np.result_type(left.dtype, right.dtype), (left.dims[0], right.dims[1]))
    return left if alike(left, right) else None


def _summed(make: Callable[[Node, int], Node], node: Node, axis: int | None) -> Node:
    """The sum of a matrix along an axis, or of all of a product."""
    if _is_sum(node):
        return gast.BinOp(_summed(make, node.left, axis), node.op, _summed(make, node.right, axis))
    if _is_product(node):
        left = node.left if axis == 1 else _summed(make, node.left, 0)
        return gast.BinOp(left, gast.MatMult(), node.right if axis == 0 else _summed(make, node.right, 1))
    assert axis is not None
    return make(node, axis)
