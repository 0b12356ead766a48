"""Dicts around a function in which it keeps results by the values that it is given: what is found there has no derivative.

A result that was kept when nothing was differentiated is a number like any other, so the derivative of the call that finds it
would be zero.
"""

from __future__ import annotations

import gast

from tangentish.analysis.activity import Activity
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, name, names_in, own_expressions, slice_value, walk, walk_statements


def check_kept_by_value(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where a function reads, by an active key, from a dict around it that it stores into."""
    parts = [(node, part) for node in walk_statements(body) for part in walk(own_expressions(node))]
    stored = {part.value.id for _, part in parts if _is_item(part, gast.Store)}
    around = {label: label for label in stored if _is_dict_around(name(label), scope)}
    for node in walk_statements(body):  # `normalise.globals` lets a function work on copies of what it writes
        value = getattr(node, "value", None)
        if node.__class__ is not gast.Assign or node.targets[0].__class__ is not gast.Name or value.__class__ is not gast.Call:
            continue
        if getattr(value.func, "id", "") == "copied" and value.args and _is_dict_around(value.args[0], scope):
            around[node.targets[0].id] = value.args[0].id
    if not around:
        return
    keys = {target.id for node in walk_statements(body) if node.__class__ is gast.Assign and _hashes(node.value, activity, scope)
            for target in node.targets if target.__class__ is gast.Name}
    for node, part in parts:
        if not _is_item(part, gast.Load) or part.value.id not in stored & around.keys():
            continue
        key = slice_value(part.slice)
        if activity.expr(key) or names_in(key) & keys or _hashes(key, activity, scope):
            raise located(UnsupportedError, f"`{around[part.value.id]}` keeps results by the values of what is differentiated, and "
                          "one that it has already has no derivative", filename, getattr(node, "origin", node),
                          "Clear it before, or call the function that computes the result.")


def _is_item(part: Node, context: type) -> bool:
    """Whether an expression is `name[key]`, read or stored."""
    return part.__class__ is gast.Subscript and part.ctx.__class__ is context and part.value.__class__ is gast.Name


def _is_dict_around(node: Node, scope: Scope) -> bool:
    """Whether an expression is the name of a dict around the function."""
    return node.__class__ is gast.Name and node.id not in scope.locals and isinstance(scope.part(node), dict)


def _hashes(node: Node, activity: Activity, scope: Scope) -> bool:
    """Whether an expression has `hash(...)` of something active in it."""
    return any(part.__class__ is gast.Call and scope.resolve(part.func) is hash and any(map(activity.expr, part.args))
               for part in walk(node))
