"""What the expressions of a function may show of the variables around it: views of them, or containers that hold them."""

from __future__ import annotations

import collections
import copy
import functools
import types
from collections.abc import Callable, Iterable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.around.item_parts import as_attribute, has_part, is_part_of_item, items_of
from tangentish.analysis.around.methods_around import WRITING_METHODS
from tangentish.analysis.around.objects_around import gives_of_its_own
from tangentish.analysis.code.reach import DATA
from tangentish.analysis.latest import latest_assignments
from tangentish.analysis.memory.views_told import VIEWS, may_show
from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.new_containers import is_made
from tangentish.analysis.writes.numbers_made import is_copy, is_of_numbers
from tangentish.bindings import IMPORTS
from tangentish.class_attributes import own_attributes
from tangentish.frontend.foreign import is_users_object
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Node, walk

_GIVING = (enumerate, zip, reversed, iter)
_KEEPING = (*_GIVING, list, tuple, dict, sorted, copy.copy, collections.deque, functools.partial)
"""What holds what it is given, or the same items."""
KEPT_BY_FUNCTIONS = frozenset("__defaults__ __kwdefaults__ __closure__ cell_contents __globals__".split())
"""What a function keeps, and what looks at none of these reads: the call of it."""
_PICKING = (max, min, next)
_GIVEN_OUT = frozenset("get pop popleft popitem setdefault".split())
_ITEMS = frozenset("values items copy".split())


class ViewsAround:
    """`shown` has what each name of a function may be a view of, `held` what the container or the object may hold that it means.

    `items` has what is put under a key that is a constant, into the container that a name means, and `loose` what else that holds:
    what is written in one item of a dict is not written in the others;
    `stored` has what the attributes of parameters that it stores into show, so that a copy may be told from what its items are;
    `objects` has which objects around the function, or classes, a name may mean.
    `given` has what each assignment shows, for names that have their value from that one alone.  All of them grow by what the
    statements do (`AroundWrites`).
    """

    def __init__(self, source: Any) -> None:
        self.tree = source.tree
        arguments = self.tree.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        params = self.params = {a.id for a in named}
        nodes = self.nodes = walk(self.tree.body)
        bound = {node.id for node in walk(self.tree) if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load}
        self.scope = scope_of(source, bound)
        if any(node.__class__ in IMPORTS for node in nodes):
            self.scope.add_imports(self.tree.body)
        self.defined = {node.name for node in nodes if node.__class__ is gast.FunctionDef}
        self.around = {node.id for node in nodes if node.__class__ is gast.Name} - bound - params
        self.shown: dict[str, set[str]] = {name: {name} for name in params}
        self.only_given = params - {n.id for n in nodes if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
        self.latest, self.given = latest_assignments(self.tree.body, named), {id(a): {a.id} for a in named}
        self.held: dict[str, set[str]] = {}
        self.loose: dict[str, set[str]] = {}
        self.items: dict[tuple[str, object], set[str]] = {}
        self.stored: dict[tuple[str, str], set[str]] = {}
        self.objects: dict[str, list[Any]] = {}

    def views(self, node: Node | None) -> set[str]:
        """The variables around the function that the value of an expression may be a view of, or be."""
        if node is None:
            return set()
        if node.__class__ is gast.Name:
            if id(node) in self.latest:  # which is not what it is elsewhere
                return self.given.get(id(self.latest[id(node)]), set())
            return {node.id} if node.id in self.around else self.shown.get(node.id, set())
        if node.__class__ is gast.Attribute:
            if node.attr in KEPT_BY_FUNCTIONS and not self.is_of_own(node.value):
                return {"." + node.attr}
            part = self.scope.part(node)
            if is_field(self.scope.part(node.value), node.attr):  # as by a number
                return self.views(node.value)
            if isinstance(part, DATA):
                return set() if _is_registry(part) else {"." + node.attr}
            if node.attr in VIEWS or self.is_method(node):  # which writes into what it is of
                return self.views(node.value)
            stored = self.stored.get(place_of(node)) if self.is_given(node.value) else None
            return self.of_items(node) | self.holds(node.value) if stored is None else stored
        if node.__class__ is gast.Subscript:
            named = as_attribute(node, self.scope)
            return self.views(named) if named is not None else self.views(node.value) | self.item(node)
        if node.__class__ is gast.Starred:
            return self.reached(node.value)
        if node.__class__ is gast.NamedExpr:
            return self.views(node.value)
        if node.__class__ in (gast.IfExp, gast.BoolOp):
            return self.each(self.views, branches(node))
        return self.views_of_call(node) if node.__class__ is gast.Call else set()

    def of_items(self, node: Node) -> set[str]:
        """The attribute that is read, if it may be data that an item of a container around the function has."""
        if is_part_of_item(node, self.scope) or has_part(self.objects.get(getattr(node.value, "id", ""), ()), node.attr):
            return {"." + node.attr}
        held = [self.scope.name(label) for label in self.views(node.value) & self.around]
        return {"." + node.attr} if has_part([item for one in held for item in items_of(one)], node.attr) else set()

    def meant(self, node: Node | None, item: bool = False) -> list[Any]:
        """The objects around the function, or classes, that an expression may be, or an `item` of it."""
        if item and node.__class__ in (gast.Tuple, gast.List):
            return [one for part in node.elts for one in self.meant(part)]
        if node.__class__ in (gast.IfExp, gast.BoolOp):
            return [one for part in branches(node) for one in self.meant(part, item)]
        if node.__class__ is gast.NamedExpr:
            return self.meant(node.value, item)
        if item or node.__class__ not in (gast.Name, gast.Attribute):
            return []
        found = self.scope.part(node)
        known = self.objects.get(node.id, []) if node.__class__ is gast.Name else []
        return [*known, *([found] if isinstance(found, type) or is_users_object(found) else [])]

    def holds(self, node: Node | None) -> set[str]:
        """What the value of an expression may hold: what its items, or its attributes, may be views of."""
        if node.__class__ is gast.Name:
            return self.held.get(node.id, set())
        if node.__class__ is gast.Subscript:
            return self.item(node)
        if node.__class__ in (gast.Attribute, gast.Starred, gast.NamedExpr):
            return self.holds(node.value)
        if node.__class__ in (gast.IfExp, gast.BoolOp):
            return self.each(self.holds, branches(node))
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict):
            return self.each(self.reached, node.values if node.__class__ is gast.Dict else node.elts)
        if node.__class__ is gast.BinOp:
            return self.holds(node.left) | self.holds(node.right)
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            given = [*node.args, *(k.value for k in node.keywords)]
            if target in _KEEPING:
                return self.each(self.reached, given)
            if is_copy(node, self.scope) and not is_of_numbers(node, self.scope):  # the same objects
                return self.each(self.reached, given[:1])
            if isinstance(target, type) and lookup(target) is None:
                return self.containers(self.each(self.reached, given))
            if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _ITEMS:
                return self.containers(self.reached(node.func.value))
        return set()

    def item(self, node: Node) -> set[str]:
        """What an item of a container may be a view of: of what is known to be under another key, nothing."""
        key = key_of(node)
        return self.holds(node.value) if key is None else self.loose.get(key[0], set()) | self.items.get(key, set())

    def reached(self, node: Node) -> set[str]:
        """What an expression may be a view of, or hold."""
        return self.views(node) | self.holds(node)

    def containers(self, labels: set[str]) -> set[str]:
        """Those that hold lists or dicts: arrays that are written into after all refuse it."""
        return {label for label in labels & self.around if not isinstance(self.scope.name(label), np.ndarray)}

    @staticmethod
    def each(of: Callable[[Node], set[str]], nodes: Iterable[Node]) -> set[str]:
        return set().union(*map(of, nodes), set())

    def views_of_call(self, node: Node) -> set[str]:
        target = self.scope.resolve(node.func)
        if target is getattr and len(node.args) > 1 and isinstance(key := getattr(node.args[1], "value", None), str):
            return self.views(gast.Attribute(node.args[0], key, gast.Load()))
        if target is MISSING:
            if node.func.__class__ is not gast.Attribute:
                return set()
            if gives_of_its_own(self.scope.part(node.func)):
                parts = own_attributes(self.scope.part(node.func.value))
                return {"." + key for key, part in list(parts.items()) if isinstance(part, DATA)} | self.holds(node.func.value)
            if node.func.attr in _GIVEN_OUT:
                return self.reached(node.func.value)
            method = METHODS.get(node.func.attr)
            rule = None if method is None else lookup(method)
            return self.views(node.func.value) if rule is not None and rule.view != "never" else set()
        if is_copy(node, self.scope) or not may_show(node, target):
            return set()
        rule = lookup(target)
        if target in _PICKING:
            return self.each(self.reached, node.args)
        if target in _GIVING or (rule is not None and rule.view != "never"):
            return self.each(self.views, node.args)
        if isinstance(target, types.FunctionType) and rule is None and not is_made(node, self.scope):
            matched, effects = match_arguments(target, node) or {}, effects_of(target)
            return self.containers(self.each(self.views, [value for key in effects.returns for value in matched.get(key, [])]))
        return set()

    def is_given(self, node: Node) -> bool:
        """Whether an expression is the name of a parameter that is never bound anew."""
        return node.__class__ is gast.Name and node.id in self.only_given

    def is_of_own(self, node: Node) -> bool:
        """Whether an expression is a name that the function binds itself, or a part of one."""
        while node.__class__ in (gast.Attribute, gast.Subscript):
            node = node.value
        return node.__class__ is gast.Name and (
            node.id in self.defined or (node.id not in self.around and node.id not in self.params))

    def is_method(self, node: Node) -> bool:
        """Whether an expression is a method that changes the container around the function that it is of, or a display with one."""
        if node.__class__ in (gast.Tuple, gast.List):
            return any(map(self.is_method, node.elts))
        return node.__class__ is gast.Attribute and node.attr in WRITING_METHODS and isinstance(self.scope.part(node.value), DATA)


def is_field(owner: Any, attr: str) -> bool:
    """Whether an attribute is an item of a namedtuple.

    >>> is_field(collections.namedtuple("Point", "x y")(1.0, 2.0), "x"), is_field((1.0, 2.0), "count")
    (True, False)
    """
    return isinstance(owner, tuple) and attr in getattr(owner, "_fields", ())


def place_of(node: Node) -> tuple[str, str]:
    """The name and the attribute of `name.attribute`."""
    return node.value.id, node.attr


def key_of(node: Node) -> tuple[str, object] | None:
    """The name and the key of `name["key"]`; None of anything else: what two numbers say of an array or a list may overlap."""
    if node.__class__ is gast.Subscript and node.value.__class__ is gast.Name and node.slice.__class__ is gast.Constant:
        return (node.value.id, node.slice.value) if isinstance(node.slice.value, str) else None
    return None


def branches(node: Node) -> list[Node]:
    """What the value of `a if c else b`, or of `a or b`, may be."""
    return [node.body, node.orelse] if node.__class__ is gast.IfExp else list(node.values)


def _is_registry(part: Any) -> bool:
    """Whether a dict has nothing but functions and classes: what is found there is called, and nothing is written into it."""
    return isinstance(part, dict) and bool(part) and all(map(callable, list(part.values())))
