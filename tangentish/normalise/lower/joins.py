"""`np.r_[...]`, `np.mgrid[...]` and their like of active values: items that are computed from their index."""

from __future__ import annotations

import gast

from tangentish.normalise.lower.core import Core
from tangentish.syntax import Node, call, constant, slice_value, tuple_of

_GRIDS = {"mgrid": ("dense_grid", "dense_grids"), "ogrid": ("dense_grid", "open_grids")}
"""What makes the grid of one range, and that of several."""


class Joins(Core):
    """The part of lowering for these."""

    def joined(self, node: Node) -> Node | None:
        """The expression that stands for such an item, None for any other."""
        maker = self.activity.index_object(node)
        if maker is None:
            return None
        several = node.slice.__class__ is gast.Tuple
        parts = node.slice.elts if several else [node.slice]
        if maker == "s_" or maker == "index_exp":
            made = slice_value(node.slice)
            return tuple_of([made]) if maker == "index_exp" and not several else made
        if maker in _GRIDS:
            return self.grid(_GRIDS[maker][several], parts, node)
        if any(part.__class__ is gast.Constant and isinstance(part.value, str) for part in parts):
            raise self.fail(f"directives in `np.{maker}` are not followed", node, "Use np.concatenate or np.stack.")
        made = [self.span(part, node) if part.__class__ is gast.Slice else part for part in parts]
        return call("rows_joined" if maker == "r_" else "columns_joined", *map(self.atom, made))

    def grid(self, maker: str, parts: list[Node], node: Node) -> Node:
        """The call that makes a grid of ranges."""
        if any(part.__class__ is not gast.Slice or part.upper is None for part in parts):
            raise self.fail("a grid is followed if it is of ranges with an end", node, "Write np.mgrid[start:stop:step].")
        return call(maker, *map(self.atom, (bound for part in parts for bound in bounds_of(part))))

    def span(self, part: Node, node: Node) -> Node:
        """What a slice means there: `start:stop:5j` is five numbers from `start` to `stop`."""
        if not any(map(self.activity.expr, bounds_of(part))):
            return gast.Subscript(node.value, part, gast.Load())
        return call("range_joined", *map(self.atom, bounds_of(part)))


def bounds_of(part: Node) -> list[Node]:
    """Start, stop and step of a slice, as expressions."""
    return [bound if bound is not None else constant(None) for bound in (part.lower, part.upper, part.step)]
