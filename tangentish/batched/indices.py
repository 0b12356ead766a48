"""Indices of arrays with an axis more: the same after a full slice, where NumPy puts the axes of the result in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Const, Env, Kind, Sequence, scalar_type
from tangentish.batched.terms import NotBatchedError, Term, full_slice
from tangentish.syntax import Node, tuple_of

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


def batched_index(batch: Expressions, index: Node, base: Term, env: Env) -> Node:
    """The index of an array with rows that takes from each row what `index` took from it."""
    if base.rank == 0 and index.__class__ is not gast.Tuple:
        raise NotBatchedError("an index of a number")
    items = index.elts if index.__class__ is gast.Tuple else [index]
    classes = [_class_of(batch, item, env) for item in items]
    advanced = [k for k, label in enumerate(classes) if label == "array" or (label == "int" and "array" in classes)]
    if advanced and advanced != list(range(advanced[0], advanced[-1] + 1)):
        raise NotBatchedError("index arrays with slices between them")  # their axes come first in the result
    return tuple_of([full_slice(), *(batch.constant_part(item) for item in items)])


def as_index(node: Node) -> Node:
    """An index that is an argument as it would be written in brackets: slices are calls there."""
    if node.__class__ is gast.Tuple:
        return tuple_of(map(as_index, node.elts))
    if node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "slice" and len(node.args) == 3:
        return gast.Slice(*node.args)
    return node


def _class_of(batch: Expressions, item: Node, env: Env) -> str:
    """Whether an item of an index is an "int", a "slice", an "array", or something that takes no axis."""
    if item.__class__ is gast.Slice:
        return "slice"
    kind: Kind = batch.kinds.expr(item, env)
    value: Any = kind.value if isinstance(kind, Const) else item
    if value is None or value is Ellipsis:
        return "none"
    if isinstance(kind, Array) and kind.dtype.kind in "iub":
        return "array"
    if isinstance(kind, Sequence) and kind.type is slice:
        return "slice"
    if kind.is_scalar and issubclass(scalar_type(kind), int | np.integer) and not issubclass(scalar_type(kind), bool):
        return "int"
    raise NotBatchedError("an index of unknown kind")
