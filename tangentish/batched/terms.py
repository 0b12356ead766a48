"""What the transformation passes around: an expression of the new program, and whether it has an axis more than it had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Const, Kind, Sequence, scalar_type
from tangentish.syntax import Node, constant, subscript, tuple_of

_LOW = ("e", "f", "F")  # the dtypes that a number of Python's does not widen, and an array in double precision does


class NotBatchedError(Exception):
    """There is no batching rule for something in a program: it is called once for each direction."""


@dataclass(frozen=True)
class Term:
    """An expression of the batched program; `kind` is that of the expression it stands for, for one direction."""

    node: Node
    kind: Kind
    batched: bool

    @property
    def rank(self) -> int:
        """The number of dimensions for one direction."""
        if self.kind.ndim is None:
            raise NotBatchedError("a value of unknown kind")
        return self.kind.ndim


def aligned(term: Term, rank: int) -> Node:
    """A term that broadcasts, as it did, with others of at most `rank` dimensions: the axis that it has more stays the first."""
    if term.rank > rank:
        raise NotBatchedError("an operand of more dimensions than the result")
    if not term.batched or term.rank == rank:
        return term.node
    return subscript(term.node, tuple_of([full_slice(), *[constant(None)] * (rank - term.rank)]))


def full_slice() -> Node:
    """`:` in an index."""
    return gast.Slice(None, None, None)


def check_dtypes(terms: list[Term]) -> None:
    """Refuse numbers of Python's, which have become arrays in double precision, beside what is in single precision."""
    if any(t.batched and _weak(t.kind) for t in terms) and any(_low(t.kind) for t in terms):
        raise NotBatchedError("numbers in double precision beside single precision")


def _weak(kind: Kind) -> bool:
    return kind.is_scalar and not issubclass(scalar_type(kind), np.generic)


def _low(kind: Kind) -> bool:
    if isinstance(kind, Array):
        return kind.dtype.char in _LOW
    return kind.is_scalar and issubclass(scalar_type(kind), np.generic) and np.dtype(scalar_type(kind)).char in _LOW


def value_of(kind: Kind) -> Any:
    """The value of a number, None or tuple of these that is known when the program is made."""
    if isinstance(kind, Const):
        return kind.value
    if isinstance(kind, Sequence):
        return kind.type(value_of(item) for item in kind.items)
    raise NotBatchedError("an argument that is not known when the program is made")


def shifted(axis: int) -> int:
    """The number of an axis that has one more before it."""
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise NotBatchedError("an axis that is no number")
    return axis + 1 if axis >= 0 else axis
