"""Items of containers that may not be there as yet.

    if self.last is not None and self.last[0] == key: return self.last[1]

What is asked of `self.last[0]` is asked before the test, which sees to it that there is one.
"""

from __future__ import annotations

import gast

from tangentish.syntax import Node, call, clone, constant, walk


def at(item: Node) -> tuple[Node, Node]:
    """The container and the key of an item; None for the container where there is none, as code asks before it looks there.

    >>> from tangentish.syntax import expression, unparse
    >>> [unparse(part) for part in at(expression("self.last[0][1]"))]
    ["part_there(self, ('.', 'last'), ('[]', 0))", '1']
    """
    steps: list[Node] = []
    part = item.value
    while part.__class__ in (gast.Attribute, gast.Subscript):
        step = (".", constant(part.attr)) if part.__class__ is gast.Attribute else ("[]", clone(part.slice))
        steps.insert(0, gast.Tuple([constant(step[0]), step[1]], gast.Load()))
        part = part.value
    plain = part.__class__ is gast.Name and not any(inner.__class__ in (gast.Call, gast.Slice) for inner in walk(steps))
    return call("part_there", clone(part), *steps) if steps and plain else clone(item.value), clone(item.slice)
