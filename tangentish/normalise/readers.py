"""Functions that may read what the function at hand writes around it, which they would meet as it was, without a derivative."""

from __future__ import annotations

import functools
import types
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.around_writes import written_parts
from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.effects import effects_of
from tangentish.analysis.kept_containers import is_name, met_below, met_by
from tangentish.analysis.objects_around import held_by, met_around, reads_stored, written_around
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.read_below import loses
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import (
    Block,
    Node,
    own_expressions,
    walk,
    walk_statements,
)


def check_callees(body: Block, written: set[str], scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where a function that is called may look at the global itself."""
    for statement in body if written else []:
        for node in gast.walk(statement):
            if node.__class__ is gast.Call and written & _may_read(node, scope):
                raise located(UnsupportedError, f"this call may read {', '.join(sorted(written))}, a global that the function "
                              "writes into", filename, node, "Pass it as an argument.")


def _may_read(node: Node, scope: Scope) -> set[str]:
    """The globals that a call may read."""
    target = scope.resolve(node.func)
    if target is MISSING:
        return set() if _is_harmless(node.func) else {*scope.source.globals, *scope.source.cells}
    return set() if lookup(target) is not None else _read_by(target, set())


def _is_harmless(func: Node) -> bool:
    """Whether what is called is a method of arrays, lists or dicts, by its name."""
    return func.__class__ is gast.Attribute and (func.attr in METHODS or func.attr in MUTATORS or
                                                 func.attr in ("items", "keys", "values", "get"))


def _read_by(function: Any, seen: set[Any]) -> set[str]:
    """The names that the code of a function, method, partial or class uses, and that of the functions it names."""
    if isinstance(function, functools.partial):
        function = function.func
    if isinstance(function, types.MethodType):  # which may call others of its object
        owner = function.__self__
        return _read_by(function.__func__, seen) | _read_by(owner if isinstance(owner, type) else type(owner), seen)
    if isinstance(function, type):
        return {label for base in function.__mro__ for part in vars(base).values() for label in _read_by(part, seen)}
    code = getattr(function, "__code__", None)
    if not isinstance(function, types.FunctionType) or code in seen:
        return set()
    seen.add(code)
    found: set[str] = set()
    stack = [function.__code__]
    while stack:
        code = stack.pop()
        found |= {*code.co_names, *code.co_freevars}
        stack += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    for label in list(found):
        found |= _read_by(function.__globals__.get(label), seen)
    return found


def check_parts_read(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where a function that is called may look into a part of a global object that has active values."""
    own = (scope.source.function.__module__ or "").startswith("tangentish.")  # whose tables are its own
    shared = set() if own else activity.shared_fields
    for statement in walk_statements(body) if shared else ():
        for node in walk(statement if statement.__class__ is gast.FunctionDef else own_expressions(statement)):
            if _looks_into(node, shared, scope, activity):
                raise located(UnsupportedError, f"this may read `{min(shared)}` of a global object, which the function stores "
                              "active values into", filename, node, "Pass it as an argument.")


def check_objects_read(body: Block, activity: Activity, filename: str) -> None:
    """Raise UnsupportedError where a function may read what is stored in an object around it, or in a container that one keeps."""
    kept = set(filter(is_name, activity.varied))
    of_classes = activity.fields & activity.shared_by_classes
    for statement in walk_statements(body) if activity.objects_written or kept or of_classes else ():
        parts = walk(own_expressions(statement))
        called = {id(node.func) for node in parts if node.__class__ is gast.Call}
        for node in parts:
            unused = statement.__class__ is gast.Expr and statement.value is node
            if id(node) not in called and _meets_written(node, activity, unused):
                raise located(UnsupportedError, "this may read what the function stores in an object around it, which is active",
                              filename, node, "Pass the object as an argument.")
            if id(node) not in called and ((kept and _meets_kept(node, activity, kept)) or (
                    of_classes and _reads_of_classes(node, activity, of_classes))):
                raise located(UnsupportedError, "this may read active values from a container that a function keeps",
                              filename, node, "Pass a container of its own as an argument.")


def _meets_kept(node: Node, activity: Activity, kept: set[str]) -> bool:
    """Whether a function that is called, or passed on, may read a container that a function keeps and that has active values.

    Calls of the functions that keep it are active, and so have their part in its derivative.
    """
    is_call = node.__class__ is gast.Call
    target = activity.called(node.func) if is_call else activity.called(node) if node.__class__ is gast.Name else MISSING
    if target is MISSING or lookup(target) is not None or (not is_call and activity.expr(node)):
        return False
    if is_call and activity.call(node):
        return not met_below(target).isdisjoint(kept) and loses(node, target, activity, kept, {})
    return not (met_below(target) if is_call else met_below(target) | met_by(target)).isdisjoint(kept)


def _meets_written(node: Node, activity: Activity, unused: bool) -> bool:
    """Whether a function that is called, or passed on, may read an object in which active values are stored.

    What stores them itself has its part in their derivatives; an `unused` result of what writes nothing has none.
    """
    is_call = node.__class__ is gast.Call
    target = activity.called(node.func) if is_call else activity.called(node) if node.__class__ is gast.Name else None
    if not isinstance(target, types.FunctionType) or lookup(target) is not None:
        return False
    written, named = activity.objects_written, met_around(target)
    reached = held_by(named) if written else {}
    met = {key for key in reached if key in written and reads_stored(target, written[key], reached.values())}
    if not met or (unused and not effects_of(target).any_writes):
        return False
    if not met & named.keys() <= written_around(target).keys() or (is_call and not activity.call(node)):
        return True
    users = {key: written[key] for key in met if not is_foreign(type(written[key]).__module__)}
    return is_call and loses(node, target, activity, frozenset(), users)


def _reads_of_classes(node: Node, activity: Activity, parts: set[str]) -> bool:
    """Whether a function that is called may read a container of a class that has active values."""
    target = activity.called(node.func) if node.__class__ is gast.Call else MISSING
    return isinstance(target, types.FunctionType) and lookup(target) is None and bool(
        parts & _read_by(target, set()))


def _looks_into(node: Node, shared: set[str], scope: Scope, activity: Activity) -> bool:
    """Whether an expression may run other code that reads a part of a global object."""
    if node.__class__ in (gast.FunctionDef, gast.Lambda):
        return any(part.__class__ is gast.Attribute and part.attr in shared for part in walk(node))
    if node.__class__ is gast.Attribute:
        owner = scope.name(node.value.id) if node.value.__class__ is gast.Name else MISSING
        prop = getattr(type(owner), node.attr, None)
        return isinstance(prop, property) and bool(shared & _read_by(prop.fget, set()))
    if node.__class__ is not gast.Call:
        return False
    target = scope.resolve(node.func)
    if target is MISSING:
        return not (_is_harmless(node.func) or (node.func.__class__ is gast.Name and node.func.id in scope.locals and any(
            part.__class__ is gast.FunctionDef and part.name == node.func.id for part in walk(scope.source.tree))))
    if lookup(target) is not None:
        return False
    written = written_parts(target) if isinstance(target, types.FunctionType) and activity.call(node) else set()
    return bool((shared - written) & _read_by(target, set()))
