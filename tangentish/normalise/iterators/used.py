"""How iterators are used: what going through them writes, where in a container they are."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.syntax import Block, Node, names_in, walk


def written_when_gone_through(node: Node | Block, activity: Activity) -> frozenset[str]:
    """The names of what functions write into that an expression names: those defined inside, and methods that change something."""
    found: set[str] = set()
    for part in walk(node):
        if part.__class__ is gast.Name:
            found |= activity.captured.get(part.id, set())
        elif part.__class__ is gast.Lambda:
            found |= activity.written_by(part)
        elif part.__class__ is gast.Attribute and part.attr in MUTATORS:
            found |= names_in(part.value)
    return frozenset(found)


def places_in(node: Node, is_made: Callable[[Node], bool]) -> frozenset[object] | None:
    """The keys under which a display has what is made like this; None if it is no display."""
    if node.__class__ is gast.Call and not node.args and all(keyword.arg for keyword in node.keywords):
        return frozenset(keyword.arg for keyword in node.keywords if any(map(is_made, walk(keyword.value))))
    if node.__class__ is gast.Dict and all(getattr(key, "__class__", None) is gast.Constant for key in node.keys):
        return frozenset(key.value for key, value in zip(node.keys, node.values, strict=True) if any(map(is_made, walk(value))))
    if node.__class__ in (gast.List, gast.Tuple) and not any(part.__class__ is gast.Starred for part in node.elts):
        count = len(node.elts)
        return frozenset(place for k, part in enumerate(node.elts) if any(map(is_made, walk(part))) for place in (k, k - count))
    return None
