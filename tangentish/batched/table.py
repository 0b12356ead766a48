"""The table of tangents of a batched program: for an array, as many arrays laid out as its memory is as there are directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Const, Env, Instance, Kind
from tangentish.batched.rows import rows_like
from tangentish.batched.terms import NotBatchedError, Term, aligned
from tangentish.syntax import Node, call, clone
from tangentish.tangents import Tangents
from tangentish.tangents.memory import bounds_of, root_of
from tangentish.tangents.slots import NUMBERS

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions


class TangentRows(Tangents):
    """A table in which each tangent has a row for each direction; `bind`, `whole` and `hold` are called."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count
        self._blocks: dict[int, tuple[Any, Any, int, int]] = {}

    def of(self, x: Any) -> Any:
        """The tangents of an array: the same view of each block of memory."""
        root = root_of(x)
        if id(root) not in self._blocks:
            low, high = bounds_of(root)
            size = -(-max(high - low, 1) // 64) * 64
            memory = np.zeros(self.count * size + 64, np.uint8)
            aligned_at = -memory.__array_interface__["data"][0] % 64
            self._blocks[id(root)] = root, memory[aligned_at:], low, size
        _, memory, low, size = self._blocks[id(root)]
        offset = x.__array_interface__["data"][0] - low if x.size else 0
        return np.ndarray((self.count, *x.shape), x.dtype, memory.data, offset, (size, *x.strides))

    def bind(self, x: Any, x_dot: Any) -> Any:
        """Say that the tangents of a number or an array are the rows of `x_dot` (None: what the table knows, else zero)."""
        if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
            tangent = self.of(x)
            if x_dot is not None:
                tangent[...] = np.real(x_dot) if x.dtype.kind == "f" and np.iscomplexobj(x_dot) else x_dot
            return tangent
        if isinstance(x, NUMBERS):
            return self.rows_of(x, x_dot)
        return np.zeros((self.count, *np.shape(x)))

    def hold(self, owner: Any, key: Any, value: Any, value_dot: Any) -> None:
        """Note the tangents of what is put into `owner` at `key`."""
        if isinstance(value, NUMBERS):
            self.slots(owner)[key] = self.rows_of(value, value_dot)
        else:
            self.bind(value, value_dot)

    def structured(self, x: Any, x_dot: Any, text: Any = None) -> Any:
        """The tangents of a value as a value of the same structure."""
        if isinstance(x, NUMBERS):
            return self.rows_of(x, x_dot)
        if isinstance(x, np.ndarray):
            return x_dot if x_dot is not None else self.bind(x, None)
        if isinstance(x, list | tuple | dict):
            return super().structured(x, x_dot, text)
        raise NotBatchedError("tangents of an object")

    def rows_of(self, x: Any, x_dot: Any) -> Any:
        """The tangents of a number: zero if there are none."""
        return rows_like(np.broadcast_to(0.0 if x_dot is None else x_dot, (self.count,)), x)


def is_table(kind: Kind) -> bool:
    """Whether a value is the table of a tangent program."""
    return isinstance(kind, Instance) and issubclass(kind.type, Tangents)


def table_method(node: Node, kinds: Any, env: Env) -> str:
    """The method of the table that a call calls, if it does."""
    if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and is_table(kinds.expr(node.func.value, env)):
        return str(node.func.attr)
    return ""


def table_term(batch: Expressions, node: Node, env: Env) -> Term:
    """`tangents.bind(x, x_dot)` or `tangents.whole(x, x_dot)` for a number or array of known kind."""
    method = table_method(node, batch.kinds, env)
    x, x_dot = node.args
    kind = batch.kinds.expr(x, env)
    if method not in ("bind", "whole", "structured") or not (isinstance(kind, Array) or kind.is_scalar) or batch.is_row(x):
        raise NotBatchedError("a tangent that is found when the program runs")
    return Term(table_call(batch, node, x, x_dot, env), kind, True)


def table_call(batch: Expressions, node: Node, x: Node, x_dot: Node, env: Env, *between: Node) -> Node:
    """The call of a method of the table, with a tangent that broadcasts to the rows."""
    tangent = batch.term(x_dot, env)
    kind = batch.kinds.expr(x, env)
    if tangent.kind == Const(None):
        given = tangent.node
    elif kind.ndim is None:
        raise NotBatchedError("a tangent that is found when the program runs")
    else:
        given = aligned(tangent, kind.ndim)
    return call(clone(node.func), *between, clone(x), given)
