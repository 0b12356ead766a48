"""Which variables have a value for sure where a statement stands: what asks a test beforehand may name no others.

    if k == 0 or y != self.last:  # there is no `y` at first
        y = slow(x)
"""

from __future__ import annotations

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.syntax import Block, Node, child_blocks, names_in


class SurelyBound:
    """By statement, of the variables that a body binds itself; others are parameters, or from around it.

    >>> from tangentish.syntax import parse
    >>> body = parse("if x:\\n    y = 1\\nelse:\\n    y = z = 2\\ny").body
    >>> bound = SurelyBound(body)
    >>> bound.have_value({"x", "y"}, body[1]), bound.have_value({"z"}, body[1]), bound.have_value({"y"}, body[0])
    (True, False, False)
    """

    def __init__(self, body: Block) -> None:
        self.own = assigned_in(body)
        self.places: dict[int, frozenset[str]] = {}
        self._block(body, frozenset())

    def have_value(self, names: set[str], node: Node) -> bool:
        """Whether some variables have a value for sure when a statement is come to."""
        return (names & self.own) <= self.places.get(id(node), frozenset())

    def _block(self, block: Block, bound: frozenset[str]) -> frozenset[str]:
        for node in block:
            self.places[id(node)] = bound
            if node.__class__ is gast.If:
                bound = self._block(node.body, bound) & self._block(node.orelse, bound)
            elif node.__class__ is gast.With:
                bound = self._block(node.body, bound.union(*(names_in(item.optional_vars) for item in node.items
                                                             if item.optional_vars is not None)))
            elif any(child_blocks(node)):
                for _, inner in child_blocks(node):
                    self._block(inner, bound | names_in(node.target) if node.__class__ is gast.For else bound)
            else:
                bound |= assigned_in([node])
        return bound
