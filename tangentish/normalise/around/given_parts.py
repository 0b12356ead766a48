"""What functions give of the global containers and objects of their module: active values stored into it are seen there alone.

    def state():
        return STATE

After `state().buffer[:] = x` what `state()` gives is active; what another function reads of `STATE` would not be.
"""

from __future__ import annotations

import collections
import inspect
import sys
import types
from importlib import import_module

import gast
import numpy as np

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.held_by_modules import given_whole
from tangentish.analysis.around.kept_containers import gives_of_globals, name_of, stores_in_first
from tangentish.analysis.code.code_names import called_by_name
from tangentish.analysis.writes.effects import effects_of
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_installed, is_users_object
from tangentish.frontend.resolve import Scope
from tangentish.normalise.around.arrays_given import own_variables
from tangentish.normalise.around.cached_results import root_of, written_in
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements

Stored = tuple[int, frozenset[str], types.FunctionType | None]
"""The place of a statement that stores, the global objects it may store into, and the function by which alone that is seen."""


def check_given(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where active values were stored into what a function gives of a global container, and that is read by its own name."""
    written = {label for label, value in scope.source.globals.items() if name_of(value) in activity.varied and (
        not isinstance(value, type) and not is_users_object(value))}
    written -= own_variables(body, scope) if written else set()
    statements = walk_statements(body) if written else []
    defaults = _defaults(statements, written, activity, scope) if written else set()
    plain = defaults.union(*map(gives_of_globals, _called(statements, activity))) if written else set()
    for node in statements:
        for part in walk(own_expressions(node)):
            if _finds_globals(part, scope):
                raise _read_here(min(written), part, node, filename)
            label = part.id if part.__class__ is gast.Name and (
                part.id in plain or part.id in activity.varied or part.id in scope.locals) else _read_by(
                activity.called(part.func), written, defaults) if part.__class__ is gast.Call else None
            if label in written:
                raise _read_here(label, part, node, filename)


def _finds_globals(node: Node, scope: Scope) -> bool:
    """Whether an expression is the dict of the globals of a module, or a module that is looked up by a text."""
    if node.__class__ is gast.Attribute:
        return node.attr == "__globals__" or (node.attr == "modules" and scope.part(node) is sys.modules)
    value = scope.name(node.id) if node.__class__ is gast.Name and node.id not in scope.locals else None
    return value is globals or value is import_module


def _read_here(label: str, part: Node, statement: Node, filename: str) -> Exception:
    return located(UnsupportedError, f"`{label}` may be read here, and active values were stored into what a function gives of it",
                   filename, getattr(part, "origin", statement), "Get it from that function here, too.")


def check_parts_given(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where active values are stored into what a function gives of a global object: an array or a container it holds."""
    bound = [node for node in walk_statements(body) if node.__class__ is gast.Assign and _gives_part(node.value, activity, scope)]
    held = {target.id for node in bound for target in node.targets if target.__class__ is gast.Name}
    for node in walk_statements(body):
        parts = own_expressions(node)
        for owner in filter(None, map(written_in, walk(parts))):
            root = owner
            while root.__class__ is gast.Subscript:
                root = root.value
            given = root.id in held if root.__class__ is gast.Name else _gives_part(root, activity, scope)
            if given and any(map(activity.expr, parts)):
                raise located(UnsupportedError, "active values are stored into what a function gives of a global object",
                              filename, node, "Pass the object as an argument.")


def check_reached_otherwise(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where active values are stored into an object that a function gives, and another function may read it."""
    statements = walk_statements(body)
    stored = _Stores(statements, activity, scope).found
    if not stored:
        return
    loops = any(node.__class__ in (gast.For, gast.While) for node in statements)
    for place, node in enumerate(statements):
        for part in walk(own_expressions(node)):
            target = scope.resolve(part.func) if part.__class__ is gast.Call else None
            if not isinstance(target, types.FunctionType) or is_installed(target) or lookup(target) is not None:
                continue
            named = {label for one in called_by_name(target, lambda _: True) for label in one.__code__.co_names}
            for where, labels, by in stored:
                if (loops or where < place or (where == place and by is not None)) and target is not by and labels & named:
                    raise located(UnsupportedError, f"`{min(labels & named)}` may be read here, and active values were stored into "
                                  "it, as a function gives it", filename, getattr(part, "origin", node),
                                  "Pass the object as an argument.")


class _Stores:
    """The statements that store active values into objects of the module that functions give."""

    def __init__(self, statements: Block, activity: Activity, scope: Scope) -> None:
        self.scope = scope
        self.found: list[Stored] = []
        if not any(_objects_given(part, scope) for node in statements for part in walk(own_expressions(node))):
            return
        given = {target.id: node.value for node in statements if node.__class__ is gast.Assign and _objects_given(node.value, scope)
                 for target in node.targets if target.__class__ is gast.Name}
        for place, node in enumerate(statements):
            parts = own_expressions(node)
            for part in walk(parts):
                owner, method = written_in(part), ""
                if owner is None and part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and any(
                        map(activity.expr, [*part.args, *(keyword.value for keyword in part.keywords)])):
                    owner, method = part.func.value, part.func.attr
                root = None if owner is None else root_of(owner)
                root = given.get(root.id) if root.__class__ is gast.Name else root
                labels = _objects_given(root, scope)
                if labels and any(map(activity.expr, parts)) and (not method or self.may_store(labels, method)):
                    self.found.append((place, labels, None if method else scope.resolve(root.func)))

    def may_store(self, labels: frozenset[str], method: str) -> bool:
        """Whether a method of one of some global objects may store into that."""
        for label in labels:
            found = inspect.getattr_static(type(self.scope.source.globals.get(label)), method, None)
            if isinstance(found, types.FunctionType) and stores_in_first(found):
                return True
        return False


def _gives_part(node: Node, activity: Activity, scope: Scope) -> bool:
    """Whether an expression is a call of a function that may give a part of a global object, and is given nothing active."""
    if node.__class__ is not gast.Call or any(map(activity.expr, [*node.args, *(keyword.value for keyword in node.keywords)])):
        return False
    return bool(_objects_given(node, scope))


def _objects_given(node: Node | None, scope: Scope) -> frozenset[str]:
    """The global objects that a call may give, or give parts of."""
    target = scope.resolve(node.func) if node is not None and node.__class__ is gast.Call else None
    if not isinstance(target, types.FunctionType) or is_installed(target) or lookup(target) is not None:
        return frozenset()
    space = target.__globals__
    return frozenset(label for label in effects_of(target).around_returned if is_users_object(space.get(label)))


def _defaults(statements: Block, labels: set[str], activity: Activity, scope: Scope) -> set[str]:
    """Those of some global containers that functions which are called have as defaults of parameters."""
    reached = {one for function in _called(statements, activity) for one in called_by_name(function, lambda _: True)}
    held = {id(value) for one in reached for value in (*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values())}
    return {label for label in labels if id(scope.source.globals[label]) in held}


def _called(statements: Block, activity: Activity) -> set[types.FunctionType]:
    """The functions that are called by statements themselves."""
    found = {activity.called(part.func) for node in statements for part in walk(own_expressions(node))
             if part.__class__ is gast.Call}
    return {function for function in found if isinstance(function, types.FunctionType)}


def _read_by(function: object, labels: set[str], defaults: set[str]) -> str | None:
    """Which of some global containers a function, or what it calls, reads other than to give it, or a part of it.

    Numbers that it gives of what is a default of another count as read.
    """
    if not isinstance(function, types.FunctionType):
        return None
    read = {label for one in called_by_name(function, lambda _: True) for label in labels.intersection(one.__code__.co_names)
            if label not in gives_of_globals(one) or (label in defaults and _gives_numbers(one, label))}
    return next(iter(sorted(read)), None)


def _gives_numbers(function: types.FunctionType, label: str) -> bool:
    """Whether a function gives items of a global list that are numbers: of these nobody knows later where they came from."""
    items = function.__globals__.get(label)
    held = list(items.values() if isinstance(items, dict) else items) if isinstance(items, list | dict | collections.deque) else []
    return label not in given_whole(function.__code__) and any(isinstance(item, int | float | complex | np.number) for item in held)
