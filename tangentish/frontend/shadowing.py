"""Local names of the user's that would hide what generated code calls are given an underscore.

>>> from tangentish.syntax import parse, unparse
>>> tree = parse('''
... def f(x, len):
...     return x * len
... ''').body[0]
>>> sorted(rename_locals(tree, {"x", "len"}).items())
[('len', 'len_')]
>>> print(unparse(tree))
def f(x, len_):
    return x * len_
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, names_in, walk

RESERVED = frozenset("range len reversed list tuple bool slice hasattr min float zip enumerate isinstance "
                     "primal pushforward Tangents indexable Shadows getattr".split())


def rename_locals(tree: Node, local: set[str], own: Iterable[str] = ()) -> dict[str, str]:
    """Rename, in place, the local names of a function that are reserved, or among `own`; the new names by the old ones."""
    clash = sorted(local & RESERVED.union(own))
    if not clash:
        return {}
    names = Names(names_in(tree) | local)
    renames = {label: names.fresh(f"{label}_") for label in clash}
    for node in walk(tree):
        if node.__class__ is gast.Name:
            node.id = renames.get(node.id, node.id)
        elif node.__class__ is gast.FunctionDef and node is not tree:
            node.name = renames.get(node.name, node.name)
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            node.names = [renames.get(n, n) for n in node.names]
        elif node.__class__ is gast.alias and (node.asname or node.name) in renames:
            node.asname = renames[node.asname or node.name]
        elif node.__class__ in (gast.MatchAs, gast.MatchStar) and node.name in renames:
            node.name = renames[node.name]
        elif node.__class__ is gast.MatchMapping and node.rest in renames:
            node.rest = renames[node.rest]
        elif node.__class__ is gast.ExceptHandler and isinstance(node.name, str):
            node.name = renames.get(node.name, node.name)
    return renames


def foreign_clash(parts: Block, local: set[str], space: dict[str, Any], own: dict[str, Any]) -> Node | None:
    """Where a function, of these nodes, reads a global under a name that generated code means something else by."""
    for node in parts:
        if node.__class__ is gast.Name and node.id in own and node.id not in local and node.id in space and (
                space[node.id] is not own[node.id]):
            return node
    return None
