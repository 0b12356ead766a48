"""Where a program asks what an iterator is: it is followed as the list of its items, which would give another answer.

>>> from tangentish.syntax import expression
>>> for text in ("lambda it: isinstance(it, list)", "lambda it: it or []", "lambda it: sum(it) if it is not None else 0"):
...     print(bool(asking(expression(text).body, "it")))
True
True
False
"""

from __future__ import annotations

import contextlib
import types
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.iterator_makers import lazy
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, walk

ASKING = frozenset("isinstance hasattr type callable bool repr str getattr isgenerator".split())
MESSAGE = "the program asks what an iterator is that carries active values; iterators are followed as lists"
ADVICE = "Make a list of it first: list(...)."


def refuse_asked(body: Block, activity: Activity, scope: Scope) -> None:
    """Raise where a body asks what an iterator is that it makes."""
    parts = walk(body)
    made, others = set(), set()
    for part in parts:
        if part.__class__ is gast.Assign and len(part.targets) == 1 and part.targets[0].__class__ is gast.Name and lazy(
                part.value, scope) == "iterator" and activity.expr(part.value):
            made.add(part.targets[0].id)
            others.add(id(part.targets[0]))
    rebound = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load
               and id(part) not in others}
    for label in sorted(made - rebound):
        for node in asking(body, label):
            raise located(UnsupportedError, MESSAGE, scope.source.filename, getattr(node, "origin", node), ADVICE)


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
        elif part.__class__ is gast.Compare and any(op.__class__ in (gast.Eq, gast.NotEq) for op in part.ops):
            asked = [part.left, *part.comparators]
        elif part.__class__ is gast.Match:
            asked = [part.subject]
        found += [one for one in asked if one.__class__ is gast.Name and one.id == label and id(one) not in listing]
    return found


def _only_lists(node: Node, label: str) -> bool:
    """Whether a statement is `if not isinstance(it, list): it = list(it)`: that gives the same of a list."""
    if node.__class__ is not gast.If or node.orelse or len(node.body) != 1 or node.body[0].__class__ is not gast.Assign:
        return False
    value = node.body[0].value
    return value.__class__ is gast.Call and getattr(value.func, "id", "") in ("list", "tuple") and (
        getattr(node.body[0].targets[0], "id", "") == label)


def asked_there(function: Node, target: Any, place: int | str, deep: int = 3) -> bool:
    """Whether a function asks what it is given for a parameter, or one of the user's that it passes this on to."""
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    label = place if isinstance(place, str) else parameters[place].id if place < len(parameters) else None
    if label is None:
        return False
    if asking(function.body, label):
        return True
    space = target.__globals__ if isinstance(target, types.FunctionType) else {}
    for part in walk(function.body) if deep else ():
        inner = space.get(getattr(part.func, "id", "")) if part.__class__ is gast.Call else None
        if is_users(inner) and any(getattr(one, "id", "") == label for one in part.args):
            with contextlib.suppress(TangentishError):
                tree = read_source(inner).tree  # type: ignore[arg-type]  # it is a function
                if any(asked_there(tree, inner, k, deep - 1) for k, one in enumerate(part.args) if getattr(one, "id", "") == label):
                    return True
    return False


def is_users(target: Any) -> bool:
    """Whether an object is a function of the user's that has no rule."""
    return isinstance(target, types.FunctionType) and not is_installed(target) and lookup(target) is None
