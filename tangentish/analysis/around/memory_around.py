"""What an expression may be, or share memory with, that a function finds around it: objects, their parts, kept containers."""

from __future__ import annotations

import collections
import functools
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.around.item_parts import as_attribute, has_part, is_given, is_part_of_item
from tangentish.analysis.around.kept_containers import given_by, met_by, methods_named, name_of, returned_by
from tangentish.analysis.around.objects_around import gives_of_its_own, is_plain, objects_by_name, shown_around
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import INERT_METHODS, KEPT
from tangentish.analysis.code.module_stores import INERT_ATTRIBUTES
from tangentish.analysis.code.reach import DATA
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.matching import match_arguments
from tangentish.class_attributes import living
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Node, children, names_in

_COPYING = (dict, list, tuple, sorted)
_PLAIN_ITEMS = frozenset((int, float, complex, bool, str, bytes, type(None), np.float64, np.int64))


class MemoryAround:
    """`items_of_globals` are what names may stand for that are bound to items of global containers."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.inert_attributes, self.inert_methods = INERT_ATTRIBUTES - scope.own, INERT_METHODS - scope.own
        self.items_of_globals: dict[str, list[Any]] = {}
        self.returning: dict[str, list[Node]] = {}  # what functions defined inside give, if that is not a call of one
        self._keepers: dict[Node, list[Any]] = {}  # what is called, by the expression of it

    def shown_of_globals(self, node: Node) -> set[str]:
        """The attributes of global objects that are containers or arrays, and whose memory an expression may share."""
        if node.__class__ is gast.Attribute:
            known = isinstance(self.scope.part(node), DATA) or (
                not is_given(node, self.scope) and is_part_of_item(node, self.scope)) or (  # what is given has a name of its own
                node.value.__class__ is gast.Name and has_part(self.items_of_globals.get(node.value.id, ()), node.attr))
            return {node.attr} if known else set()
        if node.__class__ is gast.Subscript:
            if (named := as_attribute(node, self.scope)) is not None:
                return self.shown_of_globals(named)
            known = self.scope.part(node.value)
            items = known.values() if isinstance(known, dict) else known if isinstance(known, list | collections.deque) else None
            shares = items is None or any(isinstance(item, DATA) for item in living(list(items)))
            return self.shown_of_globals(node.value) if shares else set()
        if node.__class__ in (gast.Starred, gast.NamedExpr):
            return self.shown_of_globals(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {part for child in children(node) for part in self.shown_of_globals(child)}
        if node.__class__ in COMPREHENSIONS or node.__class__ is gast.Lambda:
            return {part for inner in _made_of(node) for part in self.shown_of_globals(inner)}
        if node.__class__ is gast.Call and len(node.args) > 1 and self.scope.resolve(node.func) is getattr and isinstance(
                key := getattr(node.args[1], "value", None), str):
            return self.shown_of_globals(gast.Attribute(node.args[0], key, gast.Load()))
        if node.__class__ is gast.Call and not self.is_copy_of_plain(node):
            return {part for value in self.may_give(node) for part in self.shown_of_globals(value)}
        return set()

    def is_copy_of_plain(self, node: Node) -> bool:
        """Whether a call gives a new container of what a global one has now, and that are numbers, texts and the like."""
        if node.keywords or len(node.args) > 1:
            return False
        if node.args:
            known = self.scope.part(node.args[0]) if self.scope.resolve(node.func) in _COPYING else MISSING
        else:
            known = self.scope.part(node.func.value) if getattr(node.func, "attr", "") == "copy" else MISSING
        return type(known) in (dict, list) and _PLAIN_ITEMS.issuperset(
            map(type, list(known.values() if isinstance(known, dict) else known)))

    def objects_around(self, node: Node) -> set[str]:
        """The global and captured variables that hold an object which an expression may be, or be a method or a part of."""
        if node.__class__ is gast.Name:
            return {node.id} if node.id in self.held_around else set()
        if node.__class__ is gast.Attribute:
            part = MISSING if node.attr in self.inert_attributes else self.scope.part(node)
            return set() if node.attr in self.inert_attributes or is_plain(part) else self.objects_around(node.value)
        if node.__class__ in (gast.Subscript, gast.Starred, gast.NamedExpr):
            return self.objects_around(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {name for child in children(node) for name in self.objects_around(child)}
        if node.__class__ in COMPREHENSIONS or node.__class__ is gast.Lambda:
            return {name for inner in _made_of(node) for name in self.objects_around(inner)}
        if node.__class__ is gast.Call:
            target = self.called(node.func)
            found = {name for value in self.may_give(node) for name in self.objects_around(value)}
            if target is MISSING and node.func.__class__ is gast.Attribute and gives_of_its_own(self.scope.part(node.func)):
                found |= self.objects_around(node.func.value)
            if isinstance(target, types.FunctionType) and lookup(target) is None:
                found |= self.named(shown_around(target))
            return found
        return set()

    def may_give(self, node: Node) -> list[Node]:
        """What a call may give back, or a part of it: arguments, and what is called where that is made here."""
        target = self.called(node.func)
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if target is MISSING and node.func.__class__ is gast.Attribute:
            owner = self.scope.part(node.func.value)
            shown = owner is MISSING or isinstance(owner, DATA)
            return [node.func.value] if shown and node.func.attr not in self.inert_methods else []
        if target is MISSING and node.func.__class__ is gast.Name:
            return [*given, *self.returning.get(node.func.id, ())]
        if target is MISSING:
            return [*given, node.func]
        if target in _HOLDING or (target is vars and given):
            return given
        if lookup(target) is not None or is_inert(target):
            return []
        if not isinstance(target, types.FunctionType):
            return given
        effects, matched = effects_met(target, self.scope.own), match_arguments(target, node)
        if effects.opaque or matched is None:
            return given
        return [value for key in effects.returns for value in matched.get(key, [])]

    def kept_shown(self, node: Node) -> set[str]:
        """The containers, defaults of parameters, that an expression may be, or hold."""
        if KEPT not in self.scope.own:
            return set()
        if node.__class__ is gast.Call:
            found = {name for target in self.keepers(node) for name in returned_by(target, given_by(target, node))}
            found |= {label for label, value in list(self.scope.source.globals.items()) if name_of(value) in found}
            return found | {name for part in self.handed_on(node) for name in self.kept_shown(part)}
        if node.__class__ in (gast.Subscript, gast.Attribute, gast.Starred, gast.NamedExpr):
            return self.kept_shown(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {name for child in children(node) for name in self.kept_shown(child)}
        if node.__class__ in COMPREHENSIONS or node.__class__ is gast.Lambda:
            return {name for inner in _made_of(node) for name in self.kept_shown(inner)}
        return set()

    def handed_on(self, node: Node) -> list[Node]:
        """The arguments of a call that it may give back, as they are or as a view: `np.asarray(table())`."""
        target = self.called(node.func)
        rule = None if target is MISSING else lookup(target)
        if target not in _HOLDING and ((rule is not None and rule.view == "never") or (target is not MISSING and is_inert(target))):
            return []
        return [*node.args, *(keyword.value for keyword in node.keywords)]

    def keepers(self, node: Node) -> list[Any]:
        """What a call may call that has containers as defaults; methods of objects by their name."""
        if KEPT not in self.scope.own:
            return []
        if node.func in self._keepers:
            return self._keepers[node.func]
        found: list[Any] = []
        if node.func.__class__ in (gast.Name, gast.Attribute):
            target = self.called(node.func)
            target = self.scope.part(node.func) if target is MISSING else target
            if not (isinstance(target, types.MethodType) and isinstance(target.__self__, type)):  # whose class keeps things
                target = getattr(target, "__func__", target)
            if target is not MISSING:
                found = [target]
            elif node.func.__class__ is gast.Attribute:
                found = methods_named(node.func.attr, self.scope.source.globals)
        self._keepers[node.func] = [target for target in found if met_by(target)]
        return self._keepers[node.func]

    @property
    def held_around(self) -> dict[str, dict[int, Any]]:
        """The objects that global and captured variables, and defaults of parameters, hold, where methods may change these."""
        if self.scope.objects is None:
            self.scope.objects = objects_by_name(self.scope)
        return self.scope.objects

    def named(self, objects: dict[int, Any]) -> set[str]:
        """The variables around the function that hold any of some objects."""
        return {name for name, held in self.held_around.items() if held.keys() & objects.keys()} if objects else set()

    def called(self, func: Node) -> Any:
        """What is called, also where it is a captured function, which may be made anew, or `MISSING`."""
        return self.scope.called(func)

    def target(self, func: Node) -> Any:
        """What is called, if that is known, also by a name that only generated code has for it; else `MISSING`."""
        known = self.scope.stand_ins.get(func.id) if func.__class__ is gast.Name else None
        return self.scope.resolve(func) if known is None else known


_HOLDING = (functools.partial, getattr, list, tuple, dict, collections.deque, collections.OrderedDict, iter, next, zip, enumerate,
            reversed, max, min)
"""What gives something of what it is given, or holds it."""


def _made_of(node: Node) -> list[Node]:
    """What a comprehension has for items, and goes through; what a lambda gives, and its defaults."""
    if node.__class__ is gast.Lambda:
        return [node.body, *filter(None, [*node.args.defaults, *node.args.kw_defaults])]
    items = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
    own = {label for generator in node.generators for label in names_in(generator.target)}
    return [*items, *(generator.iter for generator in node.generators if names_in(items) & own)]
