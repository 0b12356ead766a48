"""How iterators are used: what going through them writes, where in a container they are, how often functions need them."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.code_writes import MUTATORS
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


def most_uses(function: Node, place: int | str) -> int:
    """How often a function may go through what it is given for a parameter, as it is written.

    >>> from tangentish.syntax import expression
    >>> [most_uses(expression(text), 0) for text in ("lambda it: zip(it, it)", "lambda it: zip(*[it] * 2)", "lambda it: sum(it)")]
    [2, 2, 1]
    """
    parameters = [*function.args.posonlyargs, *function.args.args]
    label = place if isinstance(place, str) else parameters[place].id if place < len(parameters) else None
    parts = walk(function.body)
    named = [part for part in parts if part.__class__ is gast.Name and part.id == label]
    if label is None or any(part.ctx.__class__ is not gast.Load for part in named):
        return 1  # what the name is bound to then is another value
    asking = [part for part in parts if part.__class__ is gast.Compare or (
        part.__class__ is gast.Call and getattr(part.func, "id", "") in _ASKING)]
    asked = {id(inner) for part in asking for inner in walk(part)}
    again = {id(inner) for part in parts if part.__class__ is gast.BinOp and part.op.__class__ is gast.Mult and (
        part.left.__class__ in (gast.List, gast.Tuple) or part.right.__class__ in (gast.List, gast.Tuple)) for inner in walk(part)}
    branches = sum(part.__class__ in (gast.If, gast.IfExp) for part in parts)
    return sum(1 + (id(part) in again) for part in named if id(part) not in asked) - branches


_ASKING = frozenset("isinstance hasattr callable type iter".split())
