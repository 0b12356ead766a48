"""What functions give that keep their results (`functools.cache`): the same object again, which must not become active."""

from __future__ import annotations

import functools
from collections.abc import Set

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import CACHED
from tangentish.analysis.def_use import assigned_in
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, names_in, own_expressions, walk, walk_statements


def check_cached(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where active values are stored into what such a function gives."""
    inside = [node for node in walk_statements(body) if node.__class__ is gast.FunctionDef and any(
        scope.resolve(getattr(part, "func", part)) in (functools.cache, functools.lru_cache) for part in node.decorator_list)]
    calls = [part for part in walk(body) if part.__class__ is gast.Call] if inside else []
    inside = [node for node in inside if not names_in(node.body).isdisjoint(activity.varied) or any(
        getattr(part.func, "id", "") == node.name and activity.call(part) for part in calls)]  # others run as they are
    if CACHED not in scope.own and not inside:
        return
    own = {node.name for node in inside}
    for node in inside:
        _refuse_effects(node, filename)
    for part in walk(body) if inside else ():
        if part.__class__ is gast.Attribute and getattr(part.value, "id", "") in own:
            raise located(UnsupportedError, f"`{part.attr}` of a function that keeps its results is asked for here, and each "
                          "call of it is followed", filename, part, "Keep the results in a dict.")
    bound = [(target.id, _is_cached(node.value, scope, own)) for node in walk_statements(body) if node.__class__ is gast.Assign
             for target in node.targets if target.__class__ is gast.Name]
    held = {label for label, cached in bound if cached} - {label for label, cached in bound if not cached}
    for node in walk_statements(body):
        parts = own_expressions(node)
        if not any(map(activity.expr, parts)):
            continue
        for owner in [*filter(None, map(written_in, walk(parts))), *([node.target] if node.__class__ is gast.AugAssign else ())]:
            root = root_of(owner)
            if _is_cached(root, scope, own) or (root.__class__ is gast.Name and root.id in held):
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


def _is_cached(node: Node, scope: Scope, own: Set[str]) -> bool:
    """Whether an expression is a call of a function that keeps its results, one of its `own` say, or a part of what it gives."""
    node = root_of(node)
    return node.__class__ is gast.Call and (getattr(node.func, "id", "") in own or isinstance(
        scope.part(node.func), functools._lru_cache_wrapper))


def _refuse_effects(function: Node, filename: str) -> None:
    """Refuse a function defined inside that keeps its results and writes into something around it: each call of it is followed."""
    arguments = function.args
    local = assigned_in(function.body) | {argument.id for argument in [
        *arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg] if argument is not None}
    for node in walk_statements(function.body):
        changed = [*filter(None, map(written_in, walk(own_expressions(node)))), *(
            [node.target] if node.__class__ is gast.AugAssign else [])]
        if node.__class__ in (gast.Nonlocal, gast.Global) or any(getattr(root_of(one), "id", "") not in local for one in changed):
            raise located(UnsupportedError, "a function that keeps its results writes into something around it, and each call of "
                          "it is followed", filename, node, "Keep the results in a dict, and write outside of the function.")
