"""Products of matrices under a sum, with cotangents that are known from one row or one column.

The cotangent of every entry of a matrix may be the same number ("uniform"), or depend on the column alone ("rows": all
rows are equal, one of them is kept) or on the row alone ("columns").  Products with such a matrix are products with a vector.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import Array
from tangentish.derive.adjoints import THIN, Adjoints, standing
from tangentish.syntax import Node, assign, call, constant, name


class ThinProducts(Adjoints):
    """Reverses `y = a @ b` of two matrices where the cotangent of `y` is thin."""

    def thin_product(self, a: Node, b: Node, g: str, state: str) -> list[tuple[Node, Node, str]] | None:
        """The cotangents of both factors, with their states; None if this is no such product."""
        if state not in THIN or not (self.plain_matrix(a) and self.plain_matrix(b)):
            return None
        if state == "uniform":
            return [(a, gast.BinOp(name(g), gast.Mult(), self.row_sums(b)), "rows"),
                    (b, gast.BinOp(name(g), gast.Mult(), self.column_sums(a)), "columns")]
        if state == "rows":
            outer = gast.BinOp(standing(self.column_sums(a)), gast.Mult(), name(g))
            return [(a, gast.BinOp(self.before(b), gast.MatMult(), name(g)), "rows"), (b, outer, "owned")]
        outer = gast.BinOp(standing(name(g)), gast.Mult(), self.row_sums(b))
        return [(a, outer, "owned"),
                (b, gast.BinOp(name(g), gast.MatMult(), self.before(a)), "columns")]

    def plain_matrix(self, node: Node) -> bool:
        kind = self.kind_before(node.id) if node.__class__ is gast.Name else None
        return isinstance(kind, Array) and len(kind.dims) == 2 and kind.dtype == np.float64

    def row_sums(self, node: Node) -> Node:
        """`np.sum(x, axis=1)`; of a product of matrices without multiplying them."""
        factors = self.factors(node)
        if factors is None:
            return self.summed(self.before(node), 1)
        return gast.BinOp(factors[0], gast.MatMult(), self.summed(factors[1], 1))

    def column_sums(self, node: Node) -> Node:
        """`np.sum(x, axis=0)`; of a product of matrices without multiplying them."""
        factors = self.factors(node)
        if factors is None:
            return self.summed(self.before(node), 0)
        return gast.BinOp(self.summed(factors[0], 0), gast.MatMult(), factors[1])

    def summed(self, matrix: Node, axis: int) -> Node:
        """`np.sum(x, axis)`, under a name as it is often needed twice, where the matrix is never written into."""
        if self.aliases.is_written(self.tags[matrix.id].name):
            self.numpy()
            return call("np.sum", matrix, axis=constant(axis))
        held, block = self.sums.get((matrix.id, axis), ("", None))
        if block is not self.out:  # another block may not have been run
            self.numpy()
            held = self.names.fresh("t")
            self.sums[matrix.id, axis] = (held, self.out)
            self.emit(assign(held, call("np.sum", matrix, axis=constant(axis))))
        return name(held)

    def factors(self, node: Node) -> tuple[Node, Node] | None:
        """The factors of a matrix that is a product of two matrices, where none of the three is ever written into."""
        version = self.flow.before[self.uid][node.id]
        made = self.flow.nodes.get(version.site)
        if version.kind != "def" or made.__class__ is not gast.Assign or self.aliases.is_written(node.id):
            return None
        if made.value.__class__ is not gast.BinOp or made.value.op.__class__ is not gast.MatMult:
            return None
        pair = (made.value.left, made.value.right)
        env = self.kinds.before.get(version.site, {})
        for factor in pair:
            kind = env.get(factor.id) if factor.__class__ is gast.Name else None
            if not isinstance(kind, Array) or len(kind.dims) != 2 or self.aliases.is_written(factor.id):
                return None
        self.numpy()
        before = self.flow.before[version.site]
        return self.at(pair[0], before), self.at(pair[1], before)
