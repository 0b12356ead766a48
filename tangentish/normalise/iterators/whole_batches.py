"""`zip(*[iter(x)] * n)`, the idiom for batches of n items, as a call of a function: there one iterator is read n times.

>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> body = parse("pairs = zip(*[iter(x)] * 2)").body
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"x", "pairs"})
>>> in_whole_batches(body, Activity(body, ["x"], scope), scope)
True
>>> print(unparse(body[0]))
pairs = whole_batches(x, 2)
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, locate, name, walk


def in_whole_batches(body: Block, activity: Activity, scope: Scope) -> bool:
    """Rewrite these calls where their items are active, in place; whether there were any."""
    changed = False
    for node in walk(body):
        batches = _batches(node, scope) if node.__class__ is gast.Call else None
        if batches is not None and activity.expr(batches[0]):
            node.func, node.args = locate(name("whole_batches"), node), list(batches)
            changed = True
    return changed


def _batches(node: Node, scope: Scope) -> tuple[Node, Node] | None:
    """What a call of `zip` makes batches of, and how many items there are in each."""
    alone = len(node.args) == 1 and node.args[0].__class__ is gast.Starred and not node.keywords
    times = node.args[0].value if alone else None
    if times.__class__ is not gast.BinOp or times.op.__class__ is not gast.Mult or scope.resolve(node.func) is not zip:
        return None
    items = times.left.elts if times.left.__class__ in (gast.List, gast.Tuple) else []
    if len(items) != 1 or items[0].__class__ is not gast.Call or scope.resolve(items[0].func) is not iter:
        return None
    return (items[0].args[0], times.right) if len(items[0].args) == 1 and not items[0].keywords else None
