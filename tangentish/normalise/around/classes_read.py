"""Containers of classes that a function stores active values in: where others may read them, it is looked at what they hold.

Those take them for constant that are given nothing active, and those whose derivative is made without knowing of them.  Whether
numbers were put into a container shows when the program comes to such a call: it raises if there are any then.
"""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import gast

from tangentish.analysis.active.activity import Activity, containers_of
from tangentish.analysis.code.below import functions_below
from tangentish.analysis.code.code_changes import filled
from tangentish.analysis.code.code_names import codes_in
from tangentish.analysis.code.inert import PURE_TYPES, is_inert
from tangentish.analysis.code.marks import computed
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_before import note_all, watch_names
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.around.copied_globals import is_harmless
from tangentish.normalise.around.methods_read import names_met
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.effects_first import calls_before
from tangentish.rules.registry import lookup
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

_MESSAGE = "this may read active values from a container that a class keeps"
_HINT = "Pass a container of its own as an argument."
_ONCE = (gast.Assign, gast.AnnAssign, gast.AugAssign, gast.Expr, gast.Return, gast.If, gast.For)
"""Statements whose own expressions are evaluated once, before anything else in them."""
_READ_AGAIN = (gast.Name, gast.Attribute, gast.Subscript, gast.Constant)
_PUTTING = ("append", "extend", "insert", "add", "update", "clear")
_AGAIN = (gast.Lambda, *COMPREHENSIONS)


def classes_looked_at(body: Block, activity: Activity, filename: str, names: Names) -> tuple[Block, Activity]:
    """The block with a look at containers of classes before each call that may read active values from them, and its activity.

    Raises UnsupportedError where it cannot be told when the call is made.
    """
    shared = activity.fields & activity.shared_by_classes
    if _calls_unknown(body, activity):
        note_all()
    if not shared:
        return body, activity
    watch_names(shared)
    looks = _Looks(body, activity, filename, shared)
    crowded = looks.crowded(body)
    if crowded:
        body = _one_by_one(body, crowded, activity.scope, names)
        activity = activity.again(body)
        looks = _Looks(body, activity, filename, shared)
    return looks.block(body), activity


def _one_by_one(block: Block, crowded: dict[int, set[int]], scope: Scope, names: Names) -> Block:
    """A block in which the calls that matter of `crowded` statements come one after the other, each in a statement of its own."""
    found: Block = []
    for statement in block:
        for _, part in _blocks(statement):
            part[:] = _one_by_one(part, crowded, scope, names)
        before = calls_before(statement, _These(scope, crowded[id(statement)]), names) if id(statement) in crowded else []
        scope.locals |= assigned_in(before)
        found += [*before, statement]
    return found


class _These(Effectful):
    """Says yes to some calls, by their ids."""

    def __init__(self, scope: Scope, wanted: set[int]) -> None:
        super().__init__(scope)
        self.wanted = wanted

    def __call__(self, node: Node) -> bool:
        return id(node) in self.wanted


def _calls_unknown(body: Block, activity: Activity) -> bool:
    """Whether there is a call with active values of a class, or of what shows when it runs: it may come to look at containers."""
    for node in (part for statement in walk_statements(body) for part in walk(own_expressions(statement))):
        if node.__class__ is gast.Call and activity.call(node):
            target = activity.called(node.func)
            is_class = isinstance(target, type) and target not in PURE_TYPES
            if is_class or (target is MISSING and not is_harmless(node.func, activity.scope)):
                return True
    return False


class _Reading(NamedTuple):
    """A call that may read containers of classes: which, also by the functions that are `passed` on; which calls may fill these.

    `method` is the owner and the name of a method whose class shows when it is called, `unknown` says that the function does.
    """

    node: Node
    read: set[str]
    passed: set[str]
    method: list[Node] | None
    unknown: bool
    filling: list[Node]

    @property
    def comes_late(self) -> bool:
        """Whether another call of the statement may have filled them before."""
        return any(_comes_first(other, self.node) for other in self.filling)


class _Looks:
    """`may_fill` has the containers that each call may put active values into; `shared` are those that any may."""

    def __init__(self, body: Block, activity: Activity, filename: str, shared: set[str]) -> None:
        self.activity, self.filename = activity, filename
        statements = _all_statements(body)
        parts = [part for statement in statements for part in walk(own_expressions(statement))]
        inside = any(s.__class__ is gast.FunctionDef for s in statements) or any(part.__class__ is gast.Lambda for part in parts)
        self.may_fill = {id(node): _filled_by(node, shared, activity, inside) for node in parts if node.__class__ is gast.Call}
        self.shared = set().union(*self.may_fill.values())
        self.local = {key for statement in statements if statement.__class__ is gast.ClassDef for key in containers_of(statement)}
        self.inner = _defined(statements)

    def block(self, block: Block) -> Block:
        """A block with the looks in it."""
        found: Block = []
        for statement in block:
            for _, part in _blocks(statement):
                part[:] = self.block(part)
            found += [*self.looks(statement), statement]
        return found

    def crowded(self, block: Block) -> dict[int, set[int]]:
        """The statements of a block in which one call may fill what another reads after it, and which calls matter in them."""
        found: dict[int, set[int]] = {}
        for statement in block:
            for _, part in _blocks(statement):
                found |= self.crowded(part)
            simple = statement.__class__ in _ONCE and (
                statement.__class__ is not gast.AugAssign or statement.target.__class__ is gast.Name)
            reading = self.reading(statement) if simple else []
            if any(one.comes_late for one in reading):
                found[id(statement)] = {id(node) for one in reading for node in (one.node, *one.filling)}
        return found

    def reading(self, statement: Node) -> list[_Reading]:
        """The calls in a statement that may read such containers."""
        calls = [part for part in walk(own_expressions(statement)) if part.__class__ is gast.Call] if self.shared else []
        found = []
        for node in calls:
            target = self.activity.called(node.func)
            passed = self.passed_on(node) & self.shared
            method = self.method(node.func, target) if isinstance(target, types.MethodType) or target is MISSING else None
            unknown = target is MISSING and node.func.__class__ is not gast.Attribute  # a function, which may read any
            read = self.shared & names_met(target) if isinstance(target, types.FunctionType) else (
                self.shared if unknown or (method is not None and not passed) else set())
            if read or passed:
                found.append(_Reading(node, read | passed, passed, None if passed else method, unknown and not passed, [
                    other for other in calls if self.may_fill[id(other)] & (read | passed)]))
        return found

    def looks(self, statement: Node) -> Block:
        """The looks before a statement."""
        reading = self.reading(statement)
        again = [{id(part) for part in walk(outer)} for outer in walk(own_expressions(statement))
                 if outer.__class__ in _AGAIN] if reading else []
        found = []
        for one in reading:
            error = located(UnsupportedError, _MESSAGE, self.filename, one.node, _HINT)
            repeated = any(id(one.node) in inside and any(id(other) in inside for other in one.filling) for inside in again)
            repeated = repeated or bool(self.may_fill[id(one.node)] & one.passed)  # and may call it then
            if repeated or one.read & self.local or statement.__class__ not in _ONCE or one.comes_late:
                if (one.method is not None or one.unknown) and not self.reads_local(one):
                    continue
                raise error
            looked = call("check_no_numbers_kept" if one.method is None else "check_method_reads", constant(str(error)),
                          *(one.method or ()), *map(constant, sorted(one.read)))
            found.append(locate(gast.copy_location(gast.Expr(looked), statement), statement))
        return found

    def reads_local(self, one: _Reading) -> bool:
        """Whether a function defined in the program is called that takes something out of a container of a class defined there."""
        func = one.node.func
        keys, seen, left = one.read & self.local, set(), [func.id if func.__class__ is gast.Name else getattr(func, "attr", "")]
        while left:
            label = left.pop()
            if label not in seen:
                seen.add(label)
                for function in self.inner.get(label, ()):
                    if _takes(function, keys):
                        return True
                    left += names_in(function)
        return False

    def passed_on(self, node: Node) -> set[str]:
        """The names in the code of the functions that a call is given, which it may call."""
        given = [self.activity.called(value) for value in (*node.args, *(keyword.value for keyword in node.keywords))
                 if value.__class__ in (gast.Name, gast.Attribute)]
        return set().union(*(names_met(one) for one in given if isinstance(one, types.FunctionType | types.MethodType)))

    def method(self, func: Node, target: Any) -> list[Node] | None:
        """The owner and the name of a method whose class shows when it is called; None if it cannot be looked at twice."""
        scope, inert = self.activity.scope, self.activity.inert_methods
        if func.__class__ is not gast.Attribute or func.attr in inert or is_harmless(func, scope):
            return None
        owner = func.value
        if owner.__class__ is gast.Call:
            owner = owner.func if isinstance(self.activity.called(owner.func), type) else None
            if owner is None or self.activity.called(owner) in PURE_TYPES:
                return None
        parts = walk(owner)
        plain = all(part.__class__ in _READ_AGAIN or isinstance(part, gast.expr_context) for part in parts)
        own = self.activity.scope.own
        if not plain or any(part.__class__ is gast.Attribute and computed(part.attr) in own for part in parts):
            return None
        return [clone(owner), constant(func.attr)]


def _defined(statements: Block) -> dict[str, list[Node]]:
    """The functions, lambdas and methods that are defined in a program, by their names."""
    found: dict[str, list[Node]] = {}
    for statement in statements:
        held = statement.body if statement.__class__ is gast.ClassDef else [statement]
        for part in held:
            if part.__class__ is gast.FunctionDef:
                found.setdefault(part.name, []).append(part)
            elif part.__class__ is gast.Assign and part.value.__class__ is gast.Lambda:
                for label in (target.id for target in part.targets if target.__class__ is gast.Name):
                    found.setdefault(label, []).append(part.value)
    return found


def _takes(function: Node, keys: set[str]) -> bool:
    """Whether code does more with containers of these names than to put something into them, if not by its parameters."""
    parts = walk(function)
    own = {a.id for a in (*function.args.posonlyargs, *function.args.args)}  # what objects hold is followed
    put = {id(part.value) for part in parts if part.__class__ is gast.Subscript and part.ctx.__class__ is not gast.Load}
    put |= {id(part.func.value) for part in parts if part.__class__ is gast.Call and getattr(part.func, "attr", "") in _PUTTING}
    return any(part.__class__ is gast.Attribute and part.attr in keys and id(part) not in put and not (
        part.value.__class__ is gast.Name and part.value.id in own) for part in parts)


def _comes_first(node: Node, other: Node) -> bool:
    """Whether a call in the statement of another may be made before that: not if that is one of its arguments."""
    return node is not other and not any(part is other for part in walk(node))


def _blocks(statement: Node) -> list[tuple[str, Block]]:
    return [("body", statement.body)] if statement.__class__ is gast.FunctionDef else child_blocks(statement)


def _all_statements(body: Block) -> Block:
    """The statements of a block, and of the functions defined in it."""
    found = walk_statements(body)
    return found + [inner for one in found if one.__class__ is gast.FunctionDef for inner in _all_statements(one.body)]


def _filled_by(node: Node, shared: set[str], activity: Activity, inside: bool) -> set[str]:
    """Which containers of classes a call may put active values into: all, unless it is known what is called.

    `inside` says whether there are functions defined inside, which may do so whatever they are given.
    """
    target = activity.called(node.func)
    if target is not MISSING and (lookup(target) is not None or is_inert(target) or (
            isinstance(target, type) and target in PURE_TYPES)):
        return set()
    if inside:
        return shared
    if not activity.call(node):
        return set()
    if not isinstance(target, types.FunctionType):
        return shared
    below = functions_below(target)
    codes = [code for function in below for code in codes_in(function.__code__)]  # those of classes made there too
    return set().union(*(filled(code, shared) for code in codes))
