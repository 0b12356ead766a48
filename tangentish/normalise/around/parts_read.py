"""Parts of global objects that a function stores active values in: refused where others read them."""

from __future__ import annotations

import types

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.around_writes import writes_around, written_parts
from tangentish.analysis.around.item_parts import candidates
from tangentish.analysis.around.methods_around import WRITING_METHODS
from tangentish.analysis.code.reach import DATA
from tangentish.class_attributes import of_class, own_attributes
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.around.copied_globals import is_harmless
from tangentish.normalise.around.methods_read import names_met
from tangentish.normalise.around.used import outermost, used
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements


def check_parts_read(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where a function that is called may look into a part of a global object that has active values."""
    if (scope.source.function.__module__ or "").startswith("tangentish."):  # whose tables are its own
        return
    shared = activity.shared_fields
    for statement in walk_statements(body) if shared else ():
        parts = walk(statement if statement.__class__ is gast.FunctionDef else own_expressions(statement))
        others = {id(node) for node in outermost(parts) if node.__class__ is not gast.Call}
        for node in parts:
            if _looks_into(node, shared, scope, activity) or (id(node) in others and _leads_into(node, shared, activity)):
                raise located(UnsupportedError, f"this may read `{min(shared)}` of a global object, which the function stores "
                              "active values into", filename, node, "Pass it as an argument.")
    _check_defined(body, activity, scope, filename)


def _check_defined(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """The same of functions that are defined inside; and of methods of such parts that have names, called with active values."""
    parts = walk(body)
    written = writes_around(scope).parts if activity.varied else set()
    methods: set[str] = set()
    stored = {id(part.value) for part in parts if part.__class__ is gast.Subscript and part.ctx.__class__ is not gast.Load}
    for node in parts:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and _is_method_of_part(node.value, scope):
            methods.add(node.targets[0].id)
        read = [part for part in walk(node) if part.__class__ is gast.Attribute and part.attr in written
                and id(part) not in stored] if node.__class__ in (gast.FunctionDef, gast.Lambda) and written else []
        defined = any(isinstance(scope.part(part), DATA) for part in read)
        called = node.__class__ is gast.Call and getattr(node.func, "id", "") in methods and any(map(activity.expr, node.args))
        if defined or called:
            label = f"`{read[0].attr}`" if defined else "a part"
            message = f"this may read {label} of a global object, which the function stores active values into"
            raise located(UnsupportedError, message, filename, getattr(node, "origin", node), "Pass it as an argument.")


def _is_method_of_part(node: Node, scope: Scope) -> bool:
    return node.__class__ is gast.Attribute and node.attr in WRITING_METHODS and node.value.__class__ is gast.Attribute and (
        isinstance(scope.part(node.value), DATA))


def _looks_into(node: Node, shared: set[str], scope: Scope, activity: Activity) -> bool:
    """Whether an expression may run other code that reads a part of a global object."""
    if node.__class__ in (gast.FunctionDef, gast.Lambda):
        return any(part.__class__ is gast.Attribute and part.attr in shared for part in walk(node))
    if _by_name(node, shared, scope):
        return True
    if node.__class__ is gast.Attribute:
        owner = scope.name(node.value.id) if node.value.__class__ is gast.Name else MISSING
        prop = of_class(type(owner), node.attr)
        return isinstance(prop, property) and bool(shared & names_met(prop))
    if node.__class__ is not gast.Call:
        return False
    target = activity.called(node.func)
    if target is MISSING:
        return not (is_harmless(node.func, scope) or (node.func.__class__ is gast.Name and node.func.id in scope.locals and any(
            part.__class__ is gast.FunctionDef and part.name == node.func.id for part in walk(scope.source.tree))))
    if lookup(target) is not None:
        return False
    written = written_parts(target) if isinstance(target, types.FunctionType) and activity.call(node) else set()
    return not (shared - written).isdisjoint(names_met(target))


def _by_name(node: Node, shared: set[str], scope: Scope) -> bool:
    """Whether an expression asks what a function gives for its parts: by `vars` and its like, not as attributes."""
    if node.__class__ is gast.Call and node.args and scope.resolve(node.func) in (vars, getattr):
        owner = node.args[0]
    elif node.__class__ is gast.Attribute and node.attr == "__dict__":
        owner = node.value
    else:
        return False
    return owner.__class__ is gast.Call and any(
        not shared.isdisjoint(own_attributes(held)) for held in candidates(owner, scope))


def _leads_into(node: Node, shared: set[str], activity: Activity) -> bool:
    """Whether what is passed on, or goes by another name, may read such a part, if it does not have it itself."""
    found = used(node, activity)
    if found is None or not shared.isdisjoint(own_attributes(found.value)):
        return False
    return not shared.isdisjoint(names_met(found.value, found.names, found.dotted))
