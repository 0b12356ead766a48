"""Where a program asks what an iterator is: it is followed as the list of its items, which would give another answer.

>>> from tangentish.syntax import expression
>>> for text in ("lambda it: isinstance(it, list)", "lambda it: it or []", "lambda it: sum(it) if it is not None else 0"):
...     print(bool(asking(expression(text).body, "it")))
True
True
False
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.iterators.makers import lazy
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import DEFINITIONS, Block, Node, name_nodes, walk

ASKING = frozenset("isinstance hasattr type callable bool repr str getattr isgenerator dir vars".split())
MESSAGE = "the program asks what an iterator is that carries active values; iterators are followed as lists"
OF_VIEWS = "a view of a dict is compared, indexed or asked what it is; iterators are followed as lists"
ADVICE = "Make a list of it first: list(...)."


def refuse_asked(body: Block, activity: Activity, scope: Scope) -> None:
    """Raise where a body asks what an iterator is that it makes."""
    parts = walk(body)
    made: dict[str, str] = {}
    others = set()
    for part in parts:
        if part.__class__ is gast.Assign and len(part.targets) == 1 and part.targets[0].__class__ is gast.Name:
            how = lazy(part.value, scope)
            if how in ("iterator", "view") and activity.expr(part.value):
                made[part.targets[0].id] = how
                others.add(id(part.targets[0]))
    rebound = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load
               and id(part) not in others}
    for label in sorted(made.keys() - rebound):
        iterator = made[label] == "iterator"
        for node in asking(body, label) if iterator else asking_what(parts, label):
            raise located(UnsupportedError, MESSAGE if iterator else OF_VIEWS, scope.source.filename,
                          getattr(node, "origin", node), ADVICE)


def asking_what(parts: Block, label: str) -> Block:
    """The expressions that ask what a view of a dict is; it has a length and may be gone through again as a list may."""
    asked = [part.args[0] for part in parts if part.__class__ is gast.Call and part.args and (
        getattr(part.func, "id", "") or getattr(part.func, "attr", "")) in ASKING - {"bool"}]
    asked += [part.value for part in parts if part.__class__ in (gast.Subscript, gast.Attribute)]
    asked += [part.subject for part in parts if part.__class__ is gast.Match]
    return [one for one in asked if one.__class__ is gast.Name and one.id == label]


def asking(body: Node | Block, label: str) -> Block:
    """The expressions that ask what a variable is, rather than to go through it."""
    parts = walk(body)
    listing = {id(inner) for part in parts if _only_lists(part, label) for inner in walk(part.test)}
    found: Block = []
    for part in parts:
        asked: Block = []
        if part.__class__ is gast.Call and (getattr(part.func, "id", "") or getattr(part.func, "attr", "")) in ASKING:
            asked = part.args[:1]
        elif part.__class__ in (gast.If, gast.While, gast.IfExp, gast.Assert):
            asked = [part.test]
        elif part.__class__ is gast.BoolOp:
            asked = part.values
        elif part.__class__ is gast.UnaryOp and part.op.__class__ is gast.Not:
            asked = [part.operand]
        elif part.__class__ is gast.Compare and not any(op.__class__ in (gast.In, gast.NotIn) for op in part.ops):
            asked = [] if _with_none(part) else [part.left, *part.comparators]
        elif part.__class__ in (gast.Subscript, gast.Attribute):
            asked = [part.value]
        elif part.__class__ in (gast.Lambda, *DEFINITIONS):  # which may be called more than once
            named = name_nodes(part.body)
            own = [one for one in named if one.id == label and one.ctx.__class__ is not gast.Load]
            asked = [] if own else named
        elif part.__class__ is gast.Match:
            asked = [part.subject]
        found += [one for one in asked if one.__class__ is gast.Name and one.id == label and id(one) not in listing]
    return found


def _with_none(node: Node) -> bool:
    """Whether a comparison is `it is None`, or `it is not None`."""
    return all(op.__class__ in (gast.Is, gast.IsNot) for op in node.ops) and all(
        one.__class__ is gast.Constant and one.value is None for one in node.comparators)


def _only_lists(node: Node, label: str) -> bool:
    """Whether a statement is `if not isinstance(it, list): it = list(it)`: that gives the same of a list."""
    if node.__class__ is not gast.If or node.orelse or len(node.body) != 1 or node.body[0].__class__ is not gast.Assign:
        return False
    value = node.body[0].value
    return value.__class__ is gast.Call and getattr(value.func, "id", "") in ("list", "tuple") and (
        getattr(node.body[0].targets[0], "id", "") == label)
