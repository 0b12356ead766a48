"""Where blocks are left: by `return`, `break` and `continue`."""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, child_blocks, walk_statements

EXITS = (gast.Return, gast.Break, gast.Continue)
LOOPS = (gast.For, gast.While)


def always_returns(block: Block) -> bool:
    """Whether every path through a block of the user's ends in a return or a raise."""
    for node in block:
        if node.__class__ in (gast.Return, gast.Raise):
            return True
        if node.__class__ is gast.If and always_returns(node.body) and always_returns(node.orelse):
            return True
        if node.__class__ is gast.With and always_returns(node.body):
            return True
        if node.__class__ is gast.Try and (
            always_returns(node.finalbody)
            or (always_returns(node.body + node.orelse) and all(always_returns(h.body) for h in node.handlers))
        ):
            return True
    return False


def may_exit(block: Block) -> bool:
    """Whether anything in a block may leave it."""
    return any(contains(node, EXITS) for node in block)


def contains(node: Node, kinds: type | tuple[type, ...]) -> bool:
    """Whether `node` holds such an exit that leaves it (a break inside a nested loop does not)."""
    if isinstance(node, kinds):
        return True
    inside_loop = node.__class__ in LOOPS
    for field, inner in child_blocks(node):
        for child in inner:
            if inside_loop and field == "body":
                wanted = gast.Return
                if _wants_return(kinds) and contains(child, wanted):
                    return True
            elif contains(child, kinds):
                return True
    return False


def _wants_return(kinds: type | tuple[type, ...]) -> bool:
    return gast.Return in (kinds if isinstance(kinds, tuple) else (kinds,))


def has_return(block: Block) -> bool:
    """Whether a block holds a `return`, in a loop or not."""
    return any(node.__class__ is gast.Return for node in walk_statements(block))


def always_exits(block: Block) -> bool:
    """Whether every path through a block leaves it."""
    for node in block:
        if isinstance(node, (*EXITS, gast.Raise)):
            return True
        if node.__class__ is gast.If and always_exits(node.body) and always_exits(node.orelse):
            return True
    return False


def contains_break(block: Block, other_than: str | None = None) -> bool:
    """Whether a block breaks out of the loop around it, other than right after it set this flag."""
    for place, node in enumerate(block):
        if node.__class__ is gast.Break:
            before = block[place - 1] if place else None
            mine = (before.__class__ is gast.Assign and before.targets[0].__class__ is gast.Name
                    and before.targets[0].id == other_than)
            if not mine:
                return True
        elif node.__class__ not in LOOPS:
            for _, inner in child_blocks(node):
                if contains_break(inner, other_than):
                    return True
        elif contains_break(node.orelse, other_than):
            return True
    return False
