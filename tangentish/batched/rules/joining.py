"""Arrays put together from parts: those that are the same for all directions are repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Env, Kind, scalar_type
from tangentish.batched.rules import shapes
from tangentish.batched.rules.calls import Call, Rule
from tangentish.batched.terms import NotBatchedError, Term, check_dtypes, shifted, value_of
from tangentish.rules.helpers.joining import unarray
from tangentish.syntax import Node, call, constant

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


def _parts(batch: Expressions, node: Node, env: Env) -> tuple[list[Term], int]:
    """The items of a list or tuple that is written out, all of the same number of dimensions."""
    if node.__class__ not in (gast.List, gast.Tuple) or not node.elts:
        raise NotBatchedError("a list that is not written out")
    terms = [_nested(batch, item, env) for item in node.elts]
    ranks = {term.rank for term in terms}
    if len(ranks) != 1:
        raise NotBatchedError("parts of different numbers of dimensions")
    check_dtypes(terms)
    return [Term(batch.with_rows(term, term.kind), term.kind, True) for term in terms], ranks.pop()


def _nested(batch: Expressions, node: Node, env: Env) -> Term:
    """An item, which may be a list in its turn."""
    if node.__class__ in (gast.List, gast.Tuple):
        return _stacked(batch, node, env)
    return batch.term(node, env)


def _stacked(batch: Expressions, node: Node, env: Env) -> Term:
    """A list of numbers or arrays as an array."""
    terms, rank = _parts(batch, node, env)
    first = terms[0].kind
    inner = first.dims if isinstance(first, Array) else ()
    dtype = np.result_type(*(t.kind.dtype if isinstance(t.kind, Array) else scalar_type(t.kind) for t in terms))
    kind = Array(dtype, (len(terms), *inner))
    assert len(inner) == rank
    return Term(call(batch.numpy("stack"), gast.List([t.node for t in terms], gast.Load()), axis=constant(1)), kind, True)


def _array(batch: Expressions, made: Call) -> Term:
    """`np.array([...])`; of an array, a copy."""
    if not made.args or made.args[0].__class__ not in (gast.List, gast.Tuple):
        return shapes.RULES[made.function](batch, made)
    made.bound("object")
    found = _stacked(batch, made.args[0], made.env)
    return Term(found.node, _better(made.kind, found.kind), True)


def _better(kind: Kind, found: Kind) -> Kind:
    if kind != UNKNOWN and kind.ndim != found.ndim:
        raise NotBatchedError("a result of another number of dimensions")
    return found


def _stack(batch: Expressions, made: Call) -> Term:
    """`np.stack(arrays, axis)`."""
    bound = made.bound("arrays", "axis")
    terms, rank = _parts(batch, bound["arrays"], made.env)
    return _joined(batch, "stack", terms, _axis(batch, bound.get("axis"), made.env), made, rank + 1)


def _concatenate(batch: Expressions, made: Call) -> Term:
    """`np.concatenate(arrays, axis)`."""
    bound = made.bound("arrays", "axis")
    terms, rank = _parts(batch, bound["arrays"], made.env)
    return _joined(batch, "concatenate", terms, _axis(batch, bound.get("axis"), made.env), made, rank)


def _hstack(batch: Expressions, made: Call) -> Term:
    """`np.hstack(arrays)`."""
    terms, rank = _parts(batch, made.bound("tup")["tup"], made.env)
    if rank == 0:
        return _joined(batch, "stack", terms, 1, made, 1)
    return _joined(batch, "concatenate", terms, 1 if rank == 1 else 2, made, rank)


def _vstack(batch: Expressions, made: Call) -> Term:
    """`np.vstack(arrays)`, of vectors and matrices."""
    terms, rank = _parts(batch, made.bound("tup")["tup"], made.env)
    if rank == 0:
        raise NotBatchedError("rows that are numbers")
    return _joined(batch, "stack" if rank == 1 else "concatenate", terms, 1, made, max(rank, 2))


def _column_stack(batch: Expressions, made: Call) -> Term:
    """`np.column_stack(arrays)`, of vectors or of matrices."""
    terms, rank = _parts(batch, made.bound("tup")["tup"], made.env)
    if rank not in (1, 2):
        raise NotBatchedError("columns that are numbers")
    return _joined(batch, "stack" if rank == 1 else "concatenate", terms, 2, made, 2)


def _unarray(batch: Expressions, made: Call) -> Term:
    """`unarray(ans_bar, shapes([...]))`: the list of the items of an array, which is read as that is."""
    ans_bar = batch.term(made.args[0], made.env)
    if not ans_bar.batched or batch.is_row(made.args[1]):
        raise NotBatchedError("an option that depends on the direction")
    return ans_bar


def _axis(batch: Expressions, node: Node | None, env: Env) -> int:
    return 1 if node is None else shifted(value_of(batch.kinds.expr(node, env)))


def _joined(batch: Expressions, function: str, terms: list[Term], axis: int, made: Call, rank: int) -> Term:
    """The call; where the kind of the result is not known, its number of dimensions is."""
    kind = made.kind
    if kind == UNKNOWN:
        dtype = np.result_type(*(t.kind.dtype if isinstance(t.kind, Array) else scalar_type(t.kind) for t in terms))
        kind = Array(dtype, (None,) * rank)
    if kind.ndim != rank:
        raise NotBatchedError("a result of another number of dimensions")
    return Term(call(batch.numpy(function), gast.List([t.node for t in terms], gast.Load()), axis=constant(axis)), kind, True)


RULES: dict[object, Rule] = {
    np.array: _array, np.asarray: _array, np.stack: _stack, np.concatenate: _concatenate,
    unarray: _unarray, np.hstack: _hstack, np.vstack: _vstack, np.column_stack: _column_stack,
}
