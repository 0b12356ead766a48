"""The names that a statement reads in any case: it raises if one of them is not bound."""

from __future__ import annotations

import gast

from tangentish.syntax import COMPREHENSIONS, Node, children, own_expressions

_LATER = (gast.Lambda, gast.FunctionDef, gast.ClassDef)
_FIRST = {gast.IfExp: "test", gast.BoolOp: "values", gast.Compare: "comparators"}
"""Of what these hold, only the first part is surely evaluated, and what a comparison begins with."""


def surely_read(node: Node) -> list[str]:
    """The names that a statement reads whenever it is run, before those in it are.

    >>> from tangentish.syntax import parse
    >>> surely_read(parse("y[i] = f(a) + (b if c and d else e) + sum([g for h in k])").body[0])
    ['f', 'a', 'c', 'sum', 'k', 'y', 'i']
    >>> surely_read(parse("y += a < b < c").body[0]), surely_read(parse("for i in range(n): k += i").body[0])
    (['a', 'b', 'y'], ['range', 'n'])
    """
    if node.__class__ in _LATER:
        return []
    found: list[str] = []
    parts = [node.iter] if node.__class__ is gast.For else own_expressions(node)
    targets = [part for part in parts if not hasattr(part, "ctx") or part.ctx.__class__ is gast.Load]
    for part in [*targets, *(part for part in parts if part not in targets)]:
        _read(part, found)
    if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
        found.append(node.target.id)
    return found


def _read(part: Node, found: list[str]) -> None:
    cls = part.__class__
    if cls is gast.Name and part.ctx.__class__ is gast.Load:
        found.append(part.id)
    elif cls is gast.Compare:
        _read(part.left, found)
        _read(part.comparators[0], found)
    elif cls in _FIRST:
        first = getattr(part, _FIRST[cls])
        _read(first if cls is gast.IfExp else first[0], found)
    elif cls in COMPREHENSIONS:
        _read(part.generators[0].iter, found)
    elif cls not in _LATER:
        for child in children(part):
            _read(child, found)
