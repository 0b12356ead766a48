"""Arrays, lists and dicts of the module that a function writes into: its derivative works on copies of them.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... BUFFER[0] = x
... y = BUFFER[1]
... ''').body
>>> for node in work_on("copied", block, {"BUFFER"}, Names({"BUFFER", "x", "y"})): print(unparse(node))
BUFFER_2 = copied(BUFFER)
BUFFER_2[0] = x
y = BUFFER_2[1]
"""

from __future__ import annotations

import collections
import importlib
import sys
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.objects_around import objects_in
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.closures import content
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.rules.registry import lookup
from tangentish.runtime import have_in_common
from tangentish.slots import attributes_held
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    constant,
    locate,
    name,
    names_in,
    own_expressions,
    subscript,
    walk,
    walk_statements,
)
from tangentish.views_of_dicts import is_view, shown_by

DATA = (np.ndarray, list, dict, collections.deque)


def copy_globals(body: Block, written: set[str], names: Names, scope: Scope, given: list[str]) -> Block:
    """Let a block work on copies of the globals it writes into, and of those that hold the same containers or memory.

    None of the parameters `given` may be what is copied.
    """
    groups = _sharing(written, body, scope)
    apart = [gast.Expr(call("check_not_shared", gast.List([name(label) for label in sorted(set().union(*groups))], gast.Load()),
                            *map(name, given)))] if given else []
    for group in groups:
        body = work_on("copied", body, group, names)
    return [*(locate(node, body[0]) for node in apart), *body]


def work_on(made: str, body: Block, around: set[str], names: Names) -> Block:
    """Let a block work on what the function `made` gives for some of the variables around it, together."""
    renames = {label: names.fresh(label) for label in sorted(around)}
    for statement in body:
        for node in walk(statement):
            if node.__class__ is gast.Name:
                node.id = renames.get(node.id, node.id)
    if len(renames) == 1:
        first = [assign(new, call(made, name(old))) for old, new in renames.items()]
    else:  # the items of one list may share memory
        whole = names.fresh("around")
        first = [assign(whole, call(made, gast.List([name(old) for old in renames], gast.Load()))),
                 *(assign(new, subscript(name(whole), constant(place))) for place, new in enumerate(renames.values()))]
    return [*(locate(node, body[0]) for node in first), *body]


def _sharing(written: set[str], body: Block, scope: Scope) -> list[set[str]]:
    """The variables around a function that it writes into, each with those of its names that hold some of the same."""
    used = {part.id for statement in body for part in walk(statement) if part.__class__ is gast.Name} - scope.locals
    around = {label: held_around(label, scope) for label in sorted(used | written)} if written else {}
    objects = {label: objects_in(value) for label, value in around.items()}
    shown = {label: shown_by(value) for label, value in around.items() if is_view(value)}
    around = {label: value for label, value in around.items() if isinstance(value, (*DATA, tuple))}
    for label in sorted(written):
        for other, owners in objects.items():
            if other not in written and ((other in shown and around.get(label) is shown[other]) or any(
                    have_in_common(around.get(label), attributes_held(owner)) for owner in owners.values())):
                raise located(UnsupportedError, f"this uses `{other}`, which holds `{label}`, and writes into that by its name",
                              scope.source.filename, scope.source.tree, f"Pass `{other}` as an argument, or write through it.")
    groups: list[set[str]] = []
    for label in sorted(written):
        group = {label, *(other for other, value in around.items() if have_in_common(around.get(label), value))}
        for other in [other for other in groups if other & group]:
            groups.remove(other)
            group |= other
        groups.append(group)
    return groups


def written_globals(body: Block, scope: Scope) -> set[str]:
    """The globals and captured variables that hold data and that a function stores into, or changes by a method."""
    found: set[str] = set()
    for statement in body:
        for node in walk(statement):
            root: Node | None = None
            if node.__class__ is gast.Subscript:
                root = None if node.ctx.__class__ is gast.Load else node.value
            elif node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS:
                root = node.func.value
            else:
                continue
            while root.__class__ is gast.Subscript:
                root = root.value
            if root.__class__ is gast.Name and _is_data(root.id, scope):
                found.add(root.id)
    # under another name too, and by what is called
    return found | {label for label in writes_around(scope).written if _is_data(label, scope)}


def check_stores(body: Block, activity: Activity, scope: Scope, captured: tuple[str, ...], filename: str) -> None:
    """Raise UnsupportedError where a callee may store active values into a global under another name, or by a call."""
    for statement in walk_statements(body):
        if statement.__class__ is gast.Assign and activity.expr(statement.value) and any(
                target.__class__ is gast.Attribute and _is_module(target.value, body, scope) for target in statement.targets):
            raise _not_followed(filename, statement)
        if any(_is_part_of_module(owner, body, scope) for owner in _written_in(statement, activity)):
            raise _not_followed(filename, statement)
    scan = writes_around(scope)
    written = {label for label in scan.written if _is_data(label, scope)} - set(captured)
    names = written | {label for label in scan.shown.keys() | scan.held.keys()
                       if written & (scan.shown.get(label, set()) | scan.held.get(label, set()))}
    for statement in walk_statements(body) if names else ():
        parts = walk(own_expressions(statement))
        stored = any(part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load and (
            names_in(part) & names) for part in parts)
        given = any(part.__class__ is gast.Call and lookup(scope.resolve(part.func)) is None and activity.expr(part) and any(
            names_in(argument) & names for argument in part.args) for part in parts)
        given = given or any(part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS
                             and names_in(part.func.value) & names and activity.call(part) for part in parts)
        if given or ((stored or statement.__class__ is gast.AugAssign) and names_in(statement) & names and any(
                activity.expr(part) for part in own_expressions(statement))):
            raise _not_followed(filename, statement)


def check_imported(body: Block, activity: Activity, filename: str) -> None:
    """Raise where active values are stored into a container of a module that a name means on one of several ways."""
    for statement in walk_statements(body):
        for alias in statement.names if statement.__class__ is gast.ImportFrom else ():
            held = getattr(sys.modules.get(statement.module or ""), alias.name, None)
            if isinstance(held, DATA) and (alias.asname or alias.name) in activity.written:
                raise located(UnsupportedError, "active values are stored into a container that is imported here", filename,
                              statement, "Pass it as an argument.")


def _written_in(statement: Node, activity: Activity) -> list[Node]:
    """What active values are stored into, by a statement or by the calls of methods in it."""
    targets = statement.targets if statement.__class__ is gast.Assign else (
        [statement.target] if statement.__class__ is gast.AugAssign else [])
    found = [target for target in targets if activity.expr(statement.value)]
    for part in walk(own_expressions(statement)):
        if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS and any(
                map(activity.expr, [*part.args, *(keyword.value for keyword in part.keywords)])):
            found.append(gast.Subscript(part.func.value, part.func.value, gast.Store()))
    return found


def _is_part_of_module(target: Node, body: Block, scope: Scope) -> bool:
    """Whether a target is an attribute of an object that a module has, or anything of a module that a function captured.

    What others read of these is not known to be active.
    """
    attributes, stored = [], target
    while target.__class__ in (gast.Attribute, gast.Subscript):
        attributes += [target] if target.__class__ is gast.Attribute else []
        target = target.value
    if len(attributes) > 1 and stored.__class__ is gast.Attribute:
        return _is_module(attributes[-1].value, body, scope)
    if target.__class__ is not gast.Name or not attributes:
        return False
    captured = target.id in scope.source.cells and target.id not in scope.locals
    return captured and isinstance(content(scope.source.cells[target.id], None), types.ModuleType)


def _not_followed(filename: str, statement: Node) -> TangentishError:
    return located(UnsupportedError, "storing an active value into a global object is not supported", filename, statement,
                   "Pass the object as an argument, so that its derivative can be followed.")


def _is_module(owner: Node, body: Block, scope: Scope) -> bool:
    """Whether an expression is a module, or a name that is bound to one here: by an import, or as `sys.modules` gives it."""
    if owner.__class__ is gast.Name and owner.id in scope.locals and owner.id not in scope.imports:
        return any(_is_module(node.value, body, scope) for node in walk_statements(body)
                   if node.__class__ is gast.Assign and getattr(node.targets[0], "id", "") == owner.id
                   and node.value.__class__ is not gast.Name)
    if owner.__class__ is gast.Subscript:
        return owner.value.__class__ is gast.Attribute and owner.value.attr == "modules" and (
            scope.resolve(owner.value.value) is sys)
    if owner.__class__ is gast.Call:
        return scope.resolve(owner.func) in (importlib.import_module, __import__)
    return isinstance(scope.resolve(owner), types.ModuleType)


def check_shared(scope: Scope, captured: tuple[str, ...], filename: str) -> None:
    """Raise UnsupportedError where a captured array is written by a function, whose derivative works on a copy, and by others."""
    for label in captured:
        if alters(label) in scope.own and label in writes_around(scope).written:
            raise located(UnsupportedError, f"`{label}`, which is captured, is written here and in another function", filename,
                          scope.source.tree, "Pass it as an argument.")


def _is_data(label: str, scope: Scope) -> bool:
    return label not in scope.locals and is_data(held_around(label, scope))


def is_data(value: Any) -> bool:
    """Whether a value can be written into by its items, or is a tuple of what can.

    >>> is_data([1.0]), is_data(((np.ones(2), 3), "a")), is_data((1.0, "a"))
    (True, True, False)
    """
    return isinstance(value, DATA) or (isinstance(value, tuple) and any(map(is_data, value)))


def held_around(label: str, scope: Scope) -> Any:
    """What a variable around a function holds now: a global one, or one that it captured."""
    cell = scope.source.cells.get(label)
    return scope.source.globals.get(label) if cell is None else content(cell, MISSING)
