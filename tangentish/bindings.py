"""The names that are bound by something else than a name in a tree: imports, handlers of exceptions, patterns."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.trees import COMPREHENSIONS, Node, walk

IMPORTS = (gast.Import, gast.ImportFrom)


def imported_names(statement: Node) -> set[str]:
    """The names that an import binds.

    >>> from tangentish.syntax import parse
    >>> sorted(imported_names(parse("import a.b, c.d as e").body[0]))
    ['a', 'e']
    """
    return {alias.asname or alias.name.split(".")[0] for alias in statement.names}


def exception_name(handler: Node) -> str | None:
    """The name that a handler gives to what it catches, if any."""
    return handler.name if handler.name is None or isinstance(handler.name, str) else handler.name.id


def pattern_names(pattern: Node) -> set[str]:
    """The names that a pattern, or those in a tree, bind.

    >>> from tangentish.syntax import parse
    >>> sorted(pattern_names(parse("match x:\\n    case [a, *b] | {0: a, **b}: c = d").body[0]))
    ['a', 'b']
    """
    found = {getattr(part, field, None) for part in walk(pattern) for field in ("name", "rest")
             if part.__class__ in (gast.MatchAs, gast.MatchStar, gast.MatchMapping)}
    return {label for label in found if label is not None}


def names_assigned(*expressions: Node) -> set[str]:
    """The names that assignment expressions in some expressions bind.

    >>> from tangentish.syntax import expression
    >>> sorted(names_assigned(expression("f((x := y), [z := 1])")))
    ['x', 'z']
    """
    return {part.target.id for node in expressions for part in walk(node) if part.__class__ is gast.NamedExpr}


def bound_inside(tree: Node) -> set[str]:
    """The names that a function, or what is defined in it, binds to something.

    >>> from tangentish.syntax import parse
    >>> sorted(bound_inside(parse("def f(x):\\n    y = x\\n    def g(): import math as m")))
    ['f', 'g', 'm', 'x', 'y']
    """
    found: set[str] = set()
    for node in walk(tree):
        if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            found.add(node.id)
        elif node.__class__ in (gast.FunctionDef, gast.ClassDef) and node is not tree:
            found.add(node.name)
        elif node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ is gast.Match:
            found |= pattern_names(node)
    return found


def bound_by(nodes: Iterable[Node]) -> set[str]:
    """The names that statements or targets may bind, or delete, in the scope that they are in.

    >>> from tangentish.syntax import parse
    >>> sorted(bound_by(parse("def f(x): y = x\\nwith a as b: c = [d := e for k in b]").body))
    ['b', 'c', 'd', 'f']
    """
    found: set[str] = set()
    for node in nodes:
        if node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            found.add(node.name)
            continue
        if node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            found.add(node.id)
        elif node.__class__ is gast.ExceptHandler:
            found |= {exception_name(node)} - {None}
        elif node.__class__ in (gast.MatchAs, gast.MatchStar, gast.MatchMapping):
            found |= pattern_names(node)
        if node.__class__ in COMPREHENSIONS:
            found |= names_assigned(node)
        elif node.__class__ is not gast.Lambda:
            found |= bound_by(gast.iter_child_nodes(node))
    return found
