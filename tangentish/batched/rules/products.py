"""Products of vectors and matrices one of which has a row for each direction, as a tangent program has them."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentish.analysis.kinds import Kind
from tangentish.batched.rules.calls import Call, Rule, same_rank
from tangentish.batched.rules.elementwise import elementwise
from tangentish.batched.terms import NotBatchedError, Term, aligned, full_slice
from tangentish.syntax import Node, attribute, constant, subscript, tuple_of

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


def matrix_product(batch: Expressions, left: Term, right: Term, kind: Kind) -> Term:
    """`left @ right` of vectors and matrices."""
    if left.batched and right.batched:
        raise NotBatchedError("a product of two values that depend on the direction")
    if not {left.rank, right.rank} <= {1, 2}:
        raise NotBatchedError("a product of arrays of more dimensions")
    same_rank(kind, left.rank + right.rank - 2)
    if right.batched and right.rank == 1:  # each row is a vector
        matrix = left.node if left.rank == 1 else attribute(left.node, "T")
        return Term(_at(right.node, matrix), kind, True)
    return Term(_at(left.node, right.node), kind, True)


def _at(left: Node, right: Node) -> Node:
    return gast.BinOp(left, gast.MatMult(), right)


def _dot(batch: Expressions, made: Call) -> Term:
    """`np.dot` and `np.matmul`; `np.inner` of two vectors."""
    bound = made.bound("a", "b")
    left, right = (batch.term(part, made.env) for part in bound.values())
    if made.function is np.dot and 0 in (left.rank, right.rank):
        return elementwise([left, right], made.kind, lambda a, b: gast.BinOp(a, gast.Mult(), b))
    if made.function is np.inner and (left.rank, right.rank) != (1, 1):
        raise NotBatchedError("an inner product of matrices")
    return matrix_product(batch, left, right, made.kind)


def _outer(batch: Expressions, made: Call) -> Term:
    """`np.outer` of two vectors."""
    bound = made.bound("a", "b")
    left, right = (batch.term(part, made.env) for part in bound.values())
    if (left.rank, right.rank) != (1, 1):
        raise NotBatchedError("an outer product of what are no vectors")
    column = [full_slice(), *([full_slice()] if left.batched else []), constant(None)]
    return Term(gast.BinOp(subscript(left.node, tuple_of(column)), gast.Mult(), aligned(right, 2)),
                same_rank(made.kind, 2), left.batched or right.batched)


def _einsum(batch: Expressions, made: Call) -> Term:
    """`np.einsum("ij,j->i", ...)`: one more letter, of the operand that has rows and of the result."""
    first, *operands = made.args
    written = first.__class__ is gast.Constant and isinstance(first.value, str) and "." not in first.value
    if not written or not made.keywords.keys() <= {"optimize"}:
        raise NotBatchedError("an einsum that is not written out")
    terms = [batch.term(operand, made.env) for operand in operands]
    spec = first.value.replace(" ", "")
    inputs, arrow, output = spec.partition("->")
    labels = inputs.split(",")
    if not arrow:
        output = "".join(sorted(c for c in set(inputs) - {","} if inputs.count(c) == 1))
    if len(labels) != len(terms) or any(len(label) != term.rank for label, term in zip(labels, terms, strict=True)):
        raise NotBatchedError("an einsum of other arrays")
    free = next(c for c in "z" + string.ascii_letters if c not in spec)
    labels = [free + label if term.batched else label for label, term in zip(labels, terms, strict=True)]
    made_spec = constant(f"{','.join(labels)}->{free}{output}")
    options = {key: batch.constant_part(value) for key, value in made.keywords.items()}
    return Term(batch.applied(made, made_spec, *(term.node for term in terms), **options), same_rank(made.kind, len(output)), True)


def _solve(batch: Expressions, made: Call) -> Term:
    """`np.linalg.solve(a, b)`, where only the right sides depend on the direction."""
    bound = made.bound("a", "b")
    a, b = (batch.term(part, made.env) for part in bound.values())
    if a.batched or a.rank != 2 or b.rank not in (1, 2):
        raise NotBatchedError("equations that depend on the direction")
    if b.rank == 1:
        return Term(attribute(batch.applied(made, a.node, attribute(b.node, "T")), "T"), same_rank(made.kind, 1), True)
    return Term(batch.applied(made, a.node, b.node), same_rank(made.kind, 2), True)


RULES: dict[object, Rule] = {
    np.dot: _dot, np.inner: _dot, np.outer: _outer, np.einsum: _einsum, np.linalg.solve: _solve,
}
