"""The names that statements bind."""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, child_blocks, loads_in, walk, walk_statements


def bound_within(node: Node) -> set[str]:
    """The names that a statement and those in it bind."""
    return {n.id for n in walk(node) if n.__class__ is gast.Name and n.ctx.__class__ in (gast.Store, gast.Del)} | {
        s.name for s in walk_statements([node]) if s.__class__ in (gast.FunctionDef, gast.ClassDef)} | {
        (a.asname or a.name).split(".")[0] for s in walk_statements([node])
        if s.__class__ in (gast.Import, gast.ImportFrom) for a in s.names}


def surely_bound(node: Node) -> set[str]:
    """The names that a statement binds whatever happens: none if it holds others."""
    return bound_within(node) if not any(True for _ in child_blocks(node)) else set()


def bound_first(block: Block, local: set[str]) -> set[str]:
    """Names that the reverse sweep always binds before it reads them, such as the targets of its loops."""
    bound: set[str] = set()
    read: set[str] = set()
    for node in walk_statements(block):
        if node.__class__ is gast.For:
            own: list[Node] = [node.iter]
        elif node.__class__ in (gast.If, gast.While):
            own = [node.test]
        elif node.__class__ is gast.With:
            own = list(node.items)
        else:
            own = [node]
        loads = {n for part in own for n in loads_in(part)}
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            loads.add(node.target.id)
        read |= loads - bound
        if node.__class__ is gast.For:
            bound |= {n.id for n in walk(node.target) if n.__class__ is gast.Name}
        elif node.__class__ is gast.Assign:
            bound |= {n.id for t in node.targets for n in walk(t)
                      if n.__class__ is gast.Name and n.ctx.__class__ is gast.Store}
    return local - read
