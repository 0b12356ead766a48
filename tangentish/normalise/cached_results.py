"""What functions give that keep their results (`functools.cache`): the same object again, which must not become active."""

from __future__ import annotations

import functools
import types

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.code_names import called_by_name
from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.effects import effects_of
from tangentish.analysis.kept_containers import gives_of_globals, is_users_object, name_of
from tangentish.analysis.own_names import CACHED
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import Scope
from tangentish.rules.registry import lookup
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
        for owner in [*filter(None, map(_written, walk(parts))), *([node.target] if node.__class__ is gast.AugAssign else ())]:
            root = _root(owner)
            if _is_cached(root, scope) or (root.__class__ is gast.Name and root.id in held):
                raise located(UnsupportedError, "active values are stored into what a function gives that keeps its results",
                              filename, node, "Store them into a container of this function's own.")


def check_given(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where active values were stored into what a function gives of a global container, and that is read by its own name."""
    written = {label for label, value in scope.source.globals.items() if label in activity.varied and (
        label not in scope.locals) and not isinstance(value, type) and name_of(value) in activity.varied}
    for node in walk_statements(body) if written else ():
        for part in walk(own_expressions(node)):
            label = part.id if part.__class__ is gast.Name else _read_by(activity.called(part.func), written) if (
                part.__class__ is gast.Call) else None
            if label in written:
                raise located(UnsupportedError, f"`{label}` may be read here, and active values were stored into what a function "
                              "gives of it", filename, getattr(part, "origin", node), "Get it from that function here, too.")


def check_parts_given(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where active values are stored into what a function gives of a global object: an array or a container it holds."""
    bound = [node for node in walk_statements(body) if node.__class__ is gast.Assign and _gives_part(node.value, activity, scope)]
    held = {target.id for node in bound for target in node.targets if target.__class__ is gast.Name}
    for node in walk_statements(body):
        parts = own_expressions(node)
        for owner in filter(None, map(_written, walk(parts))):
            root = owner
            while root.__class__ is gast.Subscript:
                root = root.value
            given = root.id in held if root.__class__ is gast.Name else _gives_part(root, activity, scope)
            if given and any(map(activity.expr, parts)):
                raise located(UnsupportedError, "active values are stored into what a function gives of a global object",
                              filename, node, "Pass the object as an argument.")


def _gives_part(node: Node, activity: Activity, scope: Scope) -> bool:
    """Whether an expression is a call of a function that may give a part of a global object, and is given nothing active."""
    target = scope.resolve(node.func) if node.__class__ is gast.Call else None
    if target is None or any(map(activity.expr, [*node.args, *(keyword.value for keyword in node.keywords)])):
        return False
    if not isinstance(target, types.FunctionType) or is_installed(target) or lookup(target) is not None:
        return False
    space = target.__globals__
    return any(is_users_object(space.get(label)) for label in effects_of(target).around_returned)


def _read_by(function: object, labels: set[str]) -> str | None:
    """Which of some global containers a function, or what it calls, reads other than to give it, or a part of it."""
    if not isinstance(function, types.FunctionType):
        return None
    read = {label for one in called_by_name(function, lambda _: True) for label in one.__code__.co_names
            if label not in gives_of_globals(one)}
    return next(iter(sorted(labels & read)), None)


def _written(part: Node) -> Node | None:
    """What an expression that is stored into, or the call of a method, changes."""
    if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
        return part
    if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS:
        return part.func.value
    return None


def _root(node: Node) -> Node:
    """What an expression of items and attributes starts from."""
    while node.__class__ in (gast.Subscript, gast.Attribute):
        node = node.value
    return node


def _is_cached(node: Node, scope: Scope) -> bool:
    """Whether an expression is a call of a function that keeps its results, or a part of what it gives."""
    node = _root(node)
    return node.__class__ is gast.Call and isinstance(scope.part(node.func), functools._lru_cache_wrapper)
