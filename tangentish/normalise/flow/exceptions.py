"""How far a `try` body came when an exception left it, kept in a variable that the reverse sweep reads.

Every statement gets a number, `reaches`, and is followed by `reached = number`: a loop or branch, too, or what comes after it
would take it for done.  Inside a loop the count starts anew with every iteration, in a variable of its own: `partial` of the
loop.  `x[i] op= v` has marks for its parts too, `within`: a list in a tuple is written into before the store into the tuple
fails.
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, child_blocks, constant, locate

LOOPS = (gast.For, gast.While)
LEAVING = (gast.Raise, gast.Break, gast.Continue)


class Markers:
    """Numbers the statements of one count, kept in the variable `reached`."""

    def __init__(self, names: Names, reached: str, origin: Node) -> None:
        self.names, self.reached, self.origin = names, reached, origin
        self.number = 0

    def block(self, block: Block) -> Block:
        """The block with its marks."""
        out: Block = []
        for node in block:
            if node.__class__ in LOOPS:
                node.partial = self.names.fresh("step")
                node.reaches = self.number
                inner = Markers(self.names, node.partial, self.origin)
                node.body = [inner.mark(node, 0), *inner.block(node.body)]
                out += [node, self.mark(node, self.next())]
            elif node.__class__ in (gast.If, gast.With):
                node.reaches = self.number
                for _, child in child_blocks(node):
                    child[:] = self.block(child)
                out += [node, self.mark(node, self.next())]
            elif node.__class__ in LEAVING:
                out.append(node)
            elif node.__class__ is gast.Try:
                node.begins = self.next()
                out.append(self.mark(node, node.begins))
                node.reaches = self.next()
                out += [node, self.mark(node, node.reaches)]
            else:
                node.follows = self.number
                if node.__class__ is gast.AugAssign and node.target.__class__ is not gast.Name:
                    node.within = [self.mark(node, self.next()), self.mark(node, self.next())]
                node.reaches = self.next()
                out += [node, self.mark(node, node.reaches)]
        return out

    def next(self) -> int:
        """A new number."""
        self.number += 1
        return self.number

    def mark(self, node: Node, number: int) -> Node:
        """`reached = number`, which comes from where `node` comes from."""
        made: Node = locate(assign(self.reached, constant(number)), node)
        made.origin = getattr(node, "origin", self.origin)
        return made
