"""What exceptions carry from where they are raised to where they are caught: no derivative flows through it, so it is refused.

What is read of an exception, or handed on with it, is looked at when the program runs: a text, or a number of an error, is fine.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.bindings import exception_name
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.generators import generator_tree, is_generator
from tangentish.library.told import reads_error
from tangentish.normalise.effects.put_parts import put_for
from tangentish.syntax import Node, call, children, locate, name, names_in, own_expressions, walk, walk_statements


def look_at_exceptions(node: Node, activity: Activity, filename: str) -> None:
    """An exception may carry active values from where it was raised to its handler; these are not followed."""
    stored = any(exception_name(handler) in names_in(part) for handler in node.handlers for part in walk(handler.body)
                 if part.__class__ in (gast.Subscript, gast.Attribute, gast.AugAssign) and _is_stored(part))  # into what it carries
    stored = stored or any(exception_name(handler) in activity.varied for handler in node.handlers)
    if not stored and not any(names_in(part) & activity.varied for s in walk_statements(node.body) for part in own_expressions(s)):
        return
    for handler in node.handlers:
        label = exception_name(handler)
        for statement in walk_statements(handler.body):
            if statement.__class__ is gast.Raise or _is_told(statement, label):
                continue  # what goes on to another handler is refused where that reads it
            while (found := _first_carried(statement, label)) is not None:
                called = any(part.__class__ is gast.Call and part.func is found for part in walk(own_expressions(statement)))
                read = found.value if called else found
                if read.__class__ is gast.Name or found.ctx.__class__ is not gast.Load:
                    raise _refused(found, filename)
                put_for(statement, read, locate(gast.copy_location(call("told", read), read), read))
            while (found := next((found for part in own_expressions(statement) if (found := _passed_on(part, label)) is not None),
                                 None)) is not None:
                put_for(statement, found, locate(gast.copy_location(call("error_told", name(label)), found), found))
            for found in [part for part in walk(own_expressions(statement)) if _asks_for_error(part, activity)]:
                asked = call("error_told", gast.Call(found.func, [], []))
                put_for(statement, found, locate(gast.copy_location(asked, found), found))


def _asks_for_error(node: Node, activity: Activity) -> bool:
    """Whether a call asks Python for the exception that is handled."""
    return node.__class__ is gast.Call and not node.args and activity.scope.resolve(node.func) in (
        sys.exc_info, sys.exception)


def refuse_left_by_errors(node: Node, activity: Activity, filename: str) -> None:
    """Refuse a `with` that is left by an exception with active values, where the manager's `__exit__` reads what it is given."""
    for item in node.items:
        manager = activity.called(item.context_expr.func) if item.context_expr.__class__ is gast.Call else None
        leave = vars(manager).get("__exit__") if isinstance(manager, type) else None
        reads = isinstance(leave, types.FunctionType) and reads_error(leave.__code__)
        if not reads and not (isinstance(manager, types.FunctionType) and _names_errors(getattr(manager, "__wrapped__", None))):
            continue
        for statement in walk_statements(node.body):
            if statement.__class__ is gast.Raise and statement.exc.__class__ is gast.Call and any(
                    map(activity.expr, statement.exc.args)):
                raise _refused(statement, filename)


def _names_errors(function: Any) -> bool:
    """Whether a generator, of which a context manager was made, has a handler that gives the exception a name."""
    tree = generator_tree(function) if is_generator(function) else None
    return any(part.__class__ is gast.ExceptHandler and part.name is not None for part in walk([] if tree is None else tree.body))


def _is_stored(node: Node) -> bool:
    """Whether something is stored into an item or an attribute, or by an `op=`."""
    return node.__class__ is gast.AugAssign or node.ctx.__class__ is gast.Store


def _first_carried(statement: Node, label: str | None) -> Node | None:
    return next((found for part in own_expressions(statement) if (found := _carried(part, label)) is not None), None)


def _is_told(node: Node, label: str | None) -> bool:
    """Whether a statement only sets what the exception called `label` holds: `error.args = (text, *error.args)`, `add_note`."""
    if node.__class__ is gast.Expr and node.value.__class__ is gast.Call and label is not None:
        func = node.value.func
        return func.__class__ is gast.Attribute and func.attr == "add_note" and getattr(func.value, "id", None) == label
    return node.__class__ is gast.Assign and label is not None and all(
        target.__class__ is gast.Attribute and target.value.__class__ is gast.Name and target.value.id == label
        for target in node.targets)


def _carried(node: Node, label: str | None) -> Node | None:
    """Where an expression reads what the exception called `label` holds, other than to show it."""
    if node.__class__ in (gast.Attribute, gast.Subscript) and label is not None:
        root: Node = node
        while root.__class__ in (gast.Attribute, gast.Subscript):
            root = root.value
        if root.__class__ is gast.Name and root.id == label:
            return node
    if node.__class__ in (gast.JoinedStr, gast.Compare) or (
            node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id in (
                "str", "repr", "print", "len", "told")):
        return None
    return next((found for child in children(node) if (found := _carried(child, label)) is not None), None)


def _passed_on(node: Node, label: str | None) -> Node | None:
    """Where an expression hands on the exception called `label` itself, other than to show it, or to ask what it is."""
    if node.__class__ is gast.Name:
        return node if node.id == label and node.ctx.__class__ is gast.Load else None
    if node.__class__ in (gast.JoinedStr, gast.Compare, gast.Attribute, gast.Lambda) or (
            node.__class__ is gast.Call and getattr(node.func, "id", "") in _SHOWING):
        return None
    return next((found for child in children(node) if (found := _passed_on(child, label)) is not None), None)


_SHOWING = frozenset("str repr print len told error_told isinstance type".split())


def _refused(node: Node, filename: str) -> Exception:
    return located(UnsupportedError, "a value that an exception carries is not followed", filename, node,
                   "Keep it in a variable before raising.")
