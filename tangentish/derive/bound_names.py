"""The names that statements bind."""

from __future__ import annotations

import gast

from tangentish.bindings import IMPORTS, imported_names
from tangentish.syntax import COMPREHENSIONS, Block, Node, child_blocks, loads_in, own_expressions, walk
from tangentish.trees import children

_SCOPES = (gast.FunctionDef, gast.ClassDef)


def bound_within(node: Node) -> set[str]:
    """The names that a statement and those in it bind; what functions, classes and comprehensions bind is their own.

    >>> from tangentish.syntax import parse
    >>> sorted(bound_within(parse("if a:\\n    def f(b):\\n        c = b\\n    d = [e for e in (g := a)]").body[0]))
    ['d', 'f', 'g']
    """
    found: set[str] = set()

    def visit(part: Node, own: bool) -> None:
        kind = part.__class__
        if kind is gast.Lambda:
            return
        if kind in _SCOPES:
            found.add(part.name)
            return
        if kind is gast.NamedExpr:
            found.add(part.target.id)
        elif kind in IMPORTS:
            found.update(imported_names(part))
        elif kind is gast.Name and own and part.ctx.__class__ in (gast.Store, gast.Del):
            found.add(part.id)
        for child in children(part):
            visit(child, own and kind not in COMPREHENSIONS)

    visit(node, True)
    return found


def surely_bound(node: Node) -> set[str]:
    """The names that a statement binds whatever happens: none if it holds others that may not be run."""
    simple = node.__class__ in _SCOPES or not any(True for _ in child_blocks(node))
    return bound_within(node) if simple else set()


def bound_first(block: Block, local: set[str]) -> set[str]:
    """Names that the reverse sweep always binds before it reads them, such as the targets of its loops.

    >>> from tangentish.syntax import parse
    >>> sorted(bound_first(parse("if c:\\n    for i in k:\\n        b = i\\nelse:\\n    a = i\\nprint(a)").body, {"a", "b", "i"}))
    ['b']
    """
    read: set[str] = set()
    _follow(block, set(), read)
    return local - read


def _follow(block: Block, before: set[str], read: set[str]) -> set[str]:
    """Add what a block reads that is not bound by then; what is bound after it."""
    bound = set(before)
    for node in block:
        blocks = child_blocks(node)
        parts: list[Node] = own_expressions(node) if blocks else [node]
        if node.__class__ is gast.For:
            parts = [node.iter]
        read |= {n for part in parts for n in loads_in(part)} - bound
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            read |= {node.target.id} - bound
        inside = bound | ({n.id for n in walk(node.target) if n.__class__ is gast.Name} if node.__class__ is gast.For else set())
        ends = [_follow(inner, inside, read) for _, inner in blocks]
        if node.__class__ is gast.If:
            bound = set.intersection(*ends, *([bound] if len(ends) < 2 else []))
        elif node.__class__ is gast.With:
            bound = ends[0]
        elif node.__class__ is gast.Assign:
            bound |= {n.id for t in node.targets for n in walk(t)
                      if n.__class__ is gast.Name and n.ctx.__class__ is gast.Store}
    return bound
