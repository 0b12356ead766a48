"""Conditional expressions that choose between what is kept and computing it, as branches: these are looked at.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> body = parse("ans = self.kept if np.array_equal(x, self.x) else self.compute(x)").body
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"self", "x", "ans"})
>>> print(unparse(choices_as_branches(body, Activity(body, ["x"], scope))[0]))
if np.array_equal(x, self.x):
    ans = self.kept
else:
    ans = self.compute(x)
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.normalise.memories.same_points import told_by_value
from tangentish.syntax import Block, Node, child_blocks, clone, locate, names_in, walk, walk_statements


def choices_as_branches(body: Block, activity: Activity) -> Block:
    """The body with these assignments as branches."""
    statements = walk_statements(body)
    if not any(node.__class__ is gast.Assign and node.value.__class__ is gast.IfExp for node in statements):
        return body
    return _block(body, told_by_value(statements, activity))


def _block(block: Block, told: set[str]) -> Block:
    found: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = _block(inner, told)
        found.append(_branches(node) if _chooses(node, told) else node)
    return found


def _chooses(node: Node, told: set[str]) -> bool:
    """Whether an assignment takes an attribute, or an item, by what active values are, or calls something instead."""
    if node.__class__ is not gast.Assign or node.value.__class__ is not gast.IfExp or names_in(node.value.test).isdisjoint(told):
        return False
    ways = node.value.body, node.value.orelse
    return any(_is_kept(way) and _calls(other) for way, other in (ways, ways[::-1]))


def _is_kept(node: Node) -> bool:
    """Whether an expression is an attribute, something in one, or an item with a constant key."""
    keyed = node.__class__ is gast.Subscript and node.slice.__class__ is gast.Constant
    while node.__class__ is gast.Subscript:
        node = node.value
    return node.__class__ is gast.Attribute or (keyed and node.__class__ is gast.Name)


def _calls(node: Node) -> bool:
    return any(part.__class__ is gast.Call for part in walk(node))


def _branches(node: Node) -> Node:
    choice = node.value

    def bound(value: Node) -> Node:
        return locate(gast.copy_location(gast.Assign([clone(target) for target in node.targets], value, None), node), node)

    return locate(gast.copy_location(gast.If(choice.test, [bound(choice.body)], [bound(choice.orelse)]), node), node)
