"""Shapes, and functions that change them: the axis of the directions stays the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tangentish.analysis.kinds import Sequence
from tangentish.batched.rules.calls import Call, Rule
from tangentish.batched.terms import NotBatchedError, Term, aligned, full_slice, shifted, value_of
from tangentish.rules.helpers import unreduce
from tangentish.rules.helpers.methods import method_flatten, method_reshape, method_transpose
from tangentish.syntax import Node, attribute, call, constant, name, subscript, tuple_of

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


def _array(batch: Expressions, node: Node, made: Call) -> Term:
    """The array that is rearranged."""
    x = batch.term(node, made.env)
    if not x.batched or x.kind.ndim is None:
        raise NotBatchedError("an option that depends on the direction")
    return x


def _reshape(batch: Expressions, made: Call) -> Term:
    """`np.reshape(x, shape)`, `x.reshape(*sizes)`."""
    if made.keywords or len(made.args) < 2:
        raise NotBatchedError("an argument for which there is no rule")
    x = _array(batch, made.args[0], made)
    sizes = tuple_of(made.args[1:]) if made.function is method_reshape and len(made.args) > 2 else made.args[1]
    if made.function is np.reshape and len(made.args) > 2:
        raise NotBatchedError("an argument for which there is no rule")
    return Term(call(attribute(x.node, "reshape"), batch.full_shape(sizes, made.env)), made.kind, True)


def _ravel(batch: Expressions, made: Call) -> Term:
    """`np.ravel(x)`, `x.flatten()`: in one row, which `flatten` copies."""
    x = _array(batch, made.bound("a")["a"], made)
    flat = call(attribute(x.node, "reshape"), name(batch.count), constant(-1))
    return Term(call(attribute(flat, "copy")) if made.function is method_flatten else flat, made.kind, True)


def _transpose(batch: Expressions, made: Call) -> Term:
    """`np.transpose(x, axes)`, `x.transpose(*axes)`, `x.T`."""
    if made.keywords:
        raise NotBatchedError("an argument for which there is no rule")
    x = _array(batch, made.args[0], made)
    given = [value_of(batch.kinds.expr(arg, made.env)) for arg in made.args[1:]]
    axes = given[0] if len(given) == 1 and isinstance(given[0], tuple) else tuple(given)
    if axes in ((), (None,)):
        axes = tuple(range(x.rank))[::-1]
    if x.rank < 2:
        return x
    if any(not isinstance(axis, int) for axis in axes) or len(axes) != x.rank:
        raise NotBatchedError("axes that are no numbers")
    order = [constant(0), *(constant(axis % x.rank + 1) for axis in axes)]
    return Term(call(attribute(x.node, "transpose"), *order), made.kind, True)


def _exchanged(batch: Expressions, made: Call) -> Term:
    """`np.swapaxes(x, a, b)` and `np.moveaxis(x, a, b)`, for axes that are numbers."""
    bound = made.bound("a", *(("axis1", "axis2") if made.function is np.swapaxes else ("source", "destination")))
    x = _array(batch, bound.pop("a"), made)
    axes = [constant(shifted(value_of(batch.kinds.expr(axis, made.env)))) for axis in bound.values()]
    return Term(batch.applied(made, x.node, *axes), made.kind, True)


def _broadcast_to(batch: Expressions, made: Call) -> Term:
    """`np.broadcast_to(x, shape)`, and the same under the name of `unreduce`."""
    bound = made.bound("array", "shape")
    x = _array(batch, bound["array"], made)
    if made.kind.ndim is None:
        raise NotBatchedError("a result of unknown kind")
    shape = batch.full_shape(bound["shape"], made.env)
    return Term(call(batch.numpy("broadcast_to"), aligned(x, made.kind.ndim), shape), made.kind, True)


def _shape(batch: Expressions, made: Call) -> Term:
    """The shape of one row."""
    x = _array(batch, made.bound("a")["a"], made)
    return Term(subscript(attribute(x.node, "shape"), _from_first()), made.kind, False)


def _from_first() -> Node:
    rest = full_slice()
    rest.lower = constant(1)
    return rest


def _ndim(batch: Expressions, made: Call) -> Term:
    """The number of dimensions of one row."""
    return Term(constant(_array(batch, made.bound("a")["a"], made).rank), made.kind, False)


def _len(batch: Expressions, made: Call) -> Term:
    """The length of one row."""
    x = _array(batch, made.bound("a")["a"], made)
    if x.rank == 0:
        raise NotBatchedError("the length of a number")
    return Term(subscript(attribute(x.node, "shape"), constant(1)), made.kind, False)


def _converted(batch: Expressions, made: Call) -> Term:
    """`np.asarray(x)`, `np.array(x)` and the like, of an array."""
    bound = made.bound("a", "dtype")
    x = _array(batch, bound.pop("a"), made)
    if isinstance(x.kind, Sequence) or made.kind.ndim != x.rank:
        raise NotBatchedError("an array of a list")
    rest = {key: batch.constant_part(value) for key, value in bound.items()}
    return Term(batch.applied(made, x.node, **rest), made.kind, True)


def _diagonal(batch: Expressions, made: Call) -> Term:
    """`np.diagonal(x, offset)`, `np.trace(x, offset)` and `np.diag(x, k)` of a matrix."""
    bound = made.bound("a", "k" if made.function is np.diag else "offset")
    x = _array(batch, bound.pop("a"), made)
    if x.rank != 2:
        raise NotBatchedError("a diagonal of what is no matrix")
    rest = [batch.constant_part(value) for value in bound.values()]
    function = batch.numpy("trace" if made.function is np.trace else "diagonal")
    return Term(call(function, x.node, *rest, axis1=constant(1), axis2=constant(2)), made.kind, True)


def _last_axes(batch: Expressions, made: Call) -> Term:
    """What acts on the last two axes of an array."""
    bound = made.bound("m", "k")
    x = _array(batch, bound.pop("m"), made)
    if x.rank < 2:
        raise NotBatchedError("a matrix of a vector")
    rest = [batch.constant_part(value) for value in bound.values()]
    return Term(batch.applied(made, x.node, *rest), made.kind, True)


RULES: dict[object, Rule] = {
    np.reshape: _reshape, method_reshape: _reshape, np.ravel: _ravel, method_flatten: _ravel,
    np.transpose: _transpose, method_transpose: _transpose, np.swapaxes: _exchanged, np.moveaxis: _exchanged,
    np.broadcast_to: _broadcast_to, unreduce: _broadcast_to, np.shape: _shape, np.ndim: _ndim, len: _len,
    **dict.fromkeys([np.asarray, np.array, np.ascontiguousarray], _converted),
    **dict.fromkeys([np.diagonal, np.trace, np.diag], _diagonal),
    **dict.fromkeys([np.triu, np.tril, np.matrix_transpose], _last_axes),
}
