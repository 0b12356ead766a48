"""What functions give that keep their results (`functools.cache`): the same object again, which must not become active."""

from __future__ import annotations

import functools

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import CACHED
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements


def check_cached(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where active values are stored into what such a function gives."""
    if CACHED not in scope.own:
        return
    bound = [(target.id, _is_cached(node.value, scope)) for node in walk_statements(body) if node.__class__ is gast.Assign
             for target in node.targets if target.__class__ is gast.Name]
    held = {label for label, cached in bound if cached} - {label for label, cached in bound if not cached}
    for node in walk_statements(body):
        parts = own_expressions(node)
        if not any(map(activity.expr, parts)):
            continue
        for owner in [*filter(None, map(written_in, walk(parts))), *([node.target] if node.__class__ is gast.AugAssign else ())]:
            root = root_of(owner)
            if _is_cached(root, scope) or (root.__class__ is gast.Name and root.id in held):
                raise located(UnsupportedError, "active values are stored into what a function gives that keeps its results",
                              filename, node, "Store them into a container of this function's own.")


def written_in(part: Node) -> Node | None:
    """What an expression that is stored into, or the call of a method, changes."""
    if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
        return part
    if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS:
        return part.func.value
    return None


def root_of(node: Node) -> Node:
    """What an expression of items and attributes starts from."""
    while node.__class__ in (gast.Subscript, gast.Attribute):
        node = node.value
    return node


def _is_cached(node: Node, scope: Scope) -> bool:
    """Whether an expression is a call of a function that keeps its results, or a part of what it gives."""
    node = root_of(node)
    return node.__class__ is gast.Call and isinstance(scope.part(node.func), functools._lru_cache_wrapper)
