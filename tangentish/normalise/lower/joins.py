"""`np.r_[...]` and `np.c_[...]` of active values: items that are computed from their index."""

from __future__ import annotations

import gast

from tangentish.normalise.lower.core import Core
from tangentish.syntax import Node, call, constant, walk


class Joins(Core):
    """The part of lowering for these."""

    def joined(self, node: Node) -> Node | None:
        """The call that stands for such an item, None for any other."""
        maker = self.activity.index_object(node)
        if maker is None:
            return None
        if maker == "any":
            raise self.fail("an index of active values is given to what may be `np.r_` or its like here", node,
                            "Write `np.r_[...]` where it is used, or np.concatenate.")
        if maker not in ("r_", "c_"):
            raise self.fail(f"`np.{maker}` with active bounds is not supported", node, "Use np.linspace and np.meshgrid.")
        parts = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
        if any(part.__class__ is gast.Constant and isinstance(part.value, str) for part in parts):
            raise self.fail(f"directives in `np.{maker}` are not followed", node, "Use np.concatenate or np.stack.")
        made = [self.span(part, node) if part.__class__ is gast.Slice else part for part in parts]
        return call("rows_joined" if maker == "r_" else "columns_joined", *map(self.atom, made))

    def span(self, part: Node, node: Node) -> Node:
        """What a slice means there: `start:stop:5j` is five numbers from `start` to `stop`."""
        bounds = [bound for bound in (part.lower, part.upper, part.step) if bound is not None]
        if not any(self.activity.expr(bound) for bound in bounds):
            return gast.Subscript(node.value, part, gast.Load())
        count = part.step.value if part.step.__class__ is gast.Constant else None
        if not isinstance(count, complex) or any(inner.__class__ is gast.NamedExpr for inner in walk(part)):
            raise self.fail("a range with active bounds has a number of items that depends on them", node,
                            "Use np.linspace with a number of points.")
        return gast.Call(gast.Name("np_linspace", gast.Load(), None, None),
                         [part.lower or constant(0), part.upper, constant(int(abs(count)))], [])
