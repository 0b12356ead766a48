"""Reads that run code of a class, of what is found further in: `model.tank.volume`, `tanks[0].volume`.

What they are of gets a name before, as it is evaluated before.
"""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, children, walk

_FOUND = (gast.Name, gast.Attribute, gast.Subscript)


def is_found(node: Node) -> bool:
    """Whether an expression takes something out of a variable, and does nothing else.

    >>> from tangentish.syntax import expression
    >>> [is_found(expression(text)) for text in ("model", "model.tanks[0]", "model.tank()", "tanks[k + 1]")]
    [True, True, False, False]
    """
    if node.__class__ is gast.Constant:
        return True
    return node.__class__ in _FOUND and all(is_found(part) for part in children(node))


def inner_first(reads: Block) -> Block:
    """Reads, in the order they are written, in the order they are evaluated: those inside another one before it.

    >>> from tangentish.syntax import expression, unparse
    >>> outer = expression("model.tank.volume")
    >>> [unparse(read) for read in inner_first([outer, outer.value])]
    ['model.tank', 'model.tank.volume']
    """
    found: Block = []
    for read in reads:
        within = [part for part in walk(read) if any(part is one for one in reads)]
        found += [part for part in reversed(within) if not any(part is one for one in found)]
    return found


def value_read(node: Node, held: Node) -> Node:
    """What stands for a read whose value was kept."""
    return gast.UnaryOp(gast.Not(), held) if node.__class__ is gast.Compare and node.ops[0].__class__ is gast.NotIn else held
