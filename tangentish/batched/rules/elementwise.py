"""What works entry by entry: the operands are aligned, so that they broadcast as they did."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Kind, same_shape, scalar_type
from tangentish.batched.rows import rows_like, rows_of_sum
from tangentish.batched.rules.calls import Call, Rule
from tangentish.batched.terms import NotBatchedError, Term, aligned, check_dtypes
from tangentish.rules.helpers import product, quotient, shaped_like
from tangentish.rules.helpers.methods import method_astype, method_conj, method_copy
from tangentish.runtime import seed, unbroadcast
from tangentish.syntax import Node, call

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


def elementwise(terms: list[Term], kind: Kind, build: Callable[..., Node]) -> Term:
    """An operation on operands of known numbers of dimensions."""
    rank = max(term.rank for term in terms)
    if kind.ndim != rank:
        raise NotBatchedError("a result of unknown kind")
    check_dtypes(terms)
    return Term(build(*(aligned(term, rank) for term in terms)), kind, any(term.batched for term in terms))


def _function(batch: Expressions, made: Call) -> Term:
    """A function of operands alone."""
    if made.keywords or len(made.args) < 2:
        raise NotBatchedError("an argument for which there is no rule")
    terms = [batch.term(arg, made.env) for arg in made.args]
    return elementwise(terms, made.kind, lambda *parts: batch.applied(made, *parts))


def _shaped_like(batch: Expressions, made: Call) -> Term:
    """`shaped_like(tangent, x)`, where the shape is that of a primal."""
    tangent, x = (batch.term(arg, made.env) for arg in made.args)
    if x.batched or not tangent.batched:
        raise NotBatchedError("a shape that depends on the direction")
    if x.rank < tangent.rank:
        raise NotBatchedError("a tangent of more dimensions than its primal")
    if same_shape(tangent.kind, x.kind) and same_dtype(tangent.kind, x.kind):
        return Term(tangent.node, x.kind, True)
    return Term(call(batch.extern("rows_like", rows_like), aligned(tangent, x.rank), x.node), x.kind, True)


def _seed(batch: Expressions, made: Call) -> Term:
    """`seed(ans_bar, ans)`, where there is a cotangent of the shape of the result for each direction."""
    ans_bar = batch.term(made.args[0], made.env)
    if not ans_bar.batched or ans_bar.rank != made.kind.ndim:
        raise NotBatchedError("a cotangent of another shape")
    return Term(ans_bar.node, made.kind, True)


def _unbroadcast(batch: Expressions, made: Call) -> Term:
    """`unbroadcast(cotangent, x)`, where the shape is that of a primal."""
    bar, x = (batch.term(arg, made.env) for arg in made.args)
    if x.batched or not bar.batched:
        raise NotBatchedError("a shape that depends on the direction")
    if same_shape(bar.kind, x.kind) and same_dtype(bar.kind, x.kind):
        return Term(bar.node, x.kind, True)
    return Term(call(batch.extern("rows_of_sum", rows_of_sum), aligned(bar, max(bar.rank, x.rank)), x.node), x.kind, True)


def same_dtype(left: Kind, right: Kind) -> bool:
    """Whether two values are known to have the same dtype."""
    if isinstance(left, Array) and isinstance(right, Array):
        return left.dtype == right.dtype
    return left.is_scalar and right.is_scalar and {scalar_type(left), scalar_type(right)} <= {float, np.float64}


def _of_each_entry(batch: Expressions, made: Call) -> Term:
    """A function of one array, and of a dtype for the result."""
    made.bound("x", "dtype")
    x = batch.term(made.args[0], made.env)
    if not x.batched or made.kind.ndim != x.rank or made.args[0].__class__ in (gast.List, gast.Tuple):
        raise NotBatchedError("a result of unknown kind")
    rest = [batch.constant_part(arg) for arg in made.args[1:]]
    keywords = {key: batch.constant_part(value) for key, value in made.keywords.items()}
    return Term(batch.applied(made, x.node, *rest, **keywords), made.kind, True)


RULES: dict[object, Rule] = {
    np.where: _function, product: _function, quotient: _function, shaped_like: _shaped_like, seed: _seed, unbroadcast: _unbroadcast,
    **dict.fromkeys([np.real, np.imag, np.conj, np.zeros_like, np.ones_like, np.empty_like, np.copy, method_astype, method_conj,
                     method_copy], _of_each_entry),
}
