"""Items with constant keys, in statements: which are stored, which are read and what names they have."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentish.analysis.keys_set import pairs_of
from tangentish.normalise.memories.tables_around import pairs
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements


def asked_in(statements: Block) -> Iterator[Node]:
    """The items with constant keys that are read: they may be compared, also by a name of theirs."""
    for node in statements:
        yield from (part for part in walk(own_expressions(node)) if constant_key(part) is not None and (
            part.__class__ is gast.Call or part.ctx.__class__ is gast.Load))
        yield from (value for _, value in named_by(node) if constant_key(value) is not None)


def named_by(node: Node) -> list[tuple[str, Node]]:
    """The names that an assignment binds, each with its value."""
    bound = [pair for target in node.targets for pair in pairs(target, node.value)] if node.__class__ is gast.Assign else []
    return [(target.id, value) for target, value in bound if target.__class__ is gast.Name]


def with_refused(statements: Block) -> Block:
    """Statements, and those that are refused when they are come to (`normalise/deferred.py`)."""
    return [*statements, *(inner for node in statements for inner in walk_statements(getattr(node, "dropped", [])))]


def targets_of(node: Node) -> Block:
    return [target for target, _ in pairs_of(node)] if node.__class__ is gast.Assign else []


def constant_key(part: Node) -> Node | None:
    """The key of an item of a container that is always the same, in an expression of it."""
    if part.__class__ is gast.Subscript:
        key = part.slice
    elif part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr == "get" and part.args:
        key = part.args[0]
    else:
        return None
    return key if key.__class__ is gast.Constant and isinstance(key.value, str | int) else None


def is_copy(node: Node) -> bool:
    """Whether a statement gives the function a container of its own for one around it, which it does first of all."""
    value = node.value if node.__class__ is gast.Assign else None
    return value.__class__ is gast.Call and getattr(value.func, "id", "") == "copied"


def acts(block: Block) -> bool:
    """Whether a block may do more than to bind names and to return."""
    return any(node.__class__ not in (gast.Assign, gast.Return, gast.Pass) or any(
        target.__class__ is not gast.Name for target, _ in (pairs_of(node) if node.__class__ is gast.Assign else ()))
        for node in block)


def is_made(value: Node) -> bool:
    """Whether an expression gives a number that was not there before."""
    return value.__class__ in (gast.BinOp, gast.UnaryOp)
