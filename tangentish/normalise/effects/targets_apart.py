"""Assignments to several targets, in which calls are made, as one assignment to each, in the order in which Python stores.

>>> from tangentish.syntax import parse, unparse, walk
>>> acting = lambda node: any(part.__class__ is gast.Call for part in walk(node))
>>> for made in targets_apart(parse("y, *a.flip().now = step(a)").body[0], acting, Names({"a", "y"})):
...     print(unparse(made))
t, *t_2 = step(a)
y = t
a.flip().now = t_2
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, clone, locate, name, stored

_SEVERAL = (gast.Tuple, gast.List)


def targets_apart(node: Node, acting: Callable[[Node], bool], names: Names) -> Block | None:
    """The statements that take the place of an assignment; None if it has one target, or none with an acting call."""
    if node.__class__ is not gast.Assign or not any(map(acting, node.targets)) or (
            len(node.targets) == 1 and node.targets[0].__class__ not in _SEVERAL):
        return None
    block: Block = []
    value = node.value
    if len(node.targets) > 1:
        held = names.fresh("t")
        block.append(assign(held, value))
        value = name(held)
    for target in node.targets:
        if target.__class__ in _SEVERAL:
            _taken_apart(target, clone(value), block, names)
        else:
            block.append(gast.Assign([target], clone(value), None))
    return [locate(gast.copy_location(made, node), node) for made in block]


def _taken_apart(target: Node, value: Node, block: Block, names: Names) -> None:
    """Give every item a name, and then store one after the other."""
    targets: Block = []
    stores: list[tuple[Node, str]] = []
    for item in target.elts:
        held = names.fresh("t")
        starred = item.__class__ is gast.Starred
        targets.append(gast.Starred(stored(held), gast.Store()) if starred else stored(held))
        stores.append((item.value if starred else item, held))
    block.append(gast.Assign([target.__class__(targets, gast.Store())], value, None))
    for item, held in stores:
        if item.__class__ in _SEVERAL:
            _taken_apart(item, name(held), block, names)
        else:
            block.append(gast.Assign([item], name(held), None))
