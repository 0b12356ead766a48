"""Which names may share memory: with each other, and with the attributes of global objects.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import expression, parse
>>> memory = SharedMemory(Scope(Source(lambda: None, parse(""), ""), {"x", "y", "row", "k"}), ())
>>> memory.link(parse("row = x[k].T").body[0])
>>> memory.find("row") == memory.find("x"), memory.find("row") == memory.find("k")
(True, False)
>>> sorted(memory.roots(expression("(x, y.real) if k else row.copy()")))
['k', 'x', 'y']
"""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.classes import Classes
from tangentish.analysis.effects import effects_of
from tangentish.analysis.held_memory import Containers, stored_together
from tangentish.analysis.inert import is_inert
from tangentish.analysis.item_parts import candidates, has_part, is_given, is_part_of_item
from tangentish.analysis.kept_containers import given_by, met_by, methods_named, name_of, returned_by
from tangentish.analysis.marks import INERT_METHODS, KEPT
from tangentish.analysis.matching import match_arguments
from tangentish.analysis.module_stores import INERT_ATTRIBUTES
from tangentish.analysis.objects_around import gives_of_its_own, is_plain, objects_by_name, shown_around
from tangentish.analysis.reach import DATA
from tangentish.closures import content
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import captures
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import COMPREHENSIONS, Node, as_load, children, free_names, names_in, walk


class SharedMemory:
    """`classes` are of names that may share memory; `parts_of_globals` are attributes that a name was bound to.

    The classes in `holding` are of containers and what calls put into them, too: these are not the same object.
    """

    def __init__(self, scope: Scope, constants: Iterable[str]) -> None:
        self.scope = scope
        self.inert_attributes, self.inert_methods = INERT_ATTRIBUTES - scope.own, INERT_METHODS - scope.own
        self.constants = set(constants)  # names known to be ints, strings, None, classes ...: never varied
        self.classes, self.holding = Classes(), Classes()
        self.parts_of_globals: dict[str, set[str]] = {}
        self.items_of_globals: dict[str, list[Any]] = {}  # what names may stand for that are bound to such items
        self.containers = Containers((), scope.containers)
        self.holding_classes: dict[str, set[str]] = {}  # defined inside, and what their methods may write into around them
        self.returning: dict[str, list[Node]] = {}  # what functions defined inside give, if that is not a call of one
        self._keepers: dict[Node, list[Any]] = {}  # what is called, by the expression of it

    def find(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        return self.classes.find(name)

    def join(self, name: str, other: str) -> None:
        """Two names may share memory."""
        self.classes.join(name, other)
        self.holding.join(name, other)

    def link(self, node: Node) -> None:
        """Join what a statement binds with what it may be a view of."""
        if hasattr(node, "dynamic"):
            func, args, keywords = node.dynamic
            pairs = [(node.targets[0].elts[0], gast.Call(func, args, keywords))]
        elif node.__class__ is gast.Assign:
            pairs = [(target, node.value) for target in node.targets]
        elif node.__class__ in (gast.AnnAssign, gast.NamedExpr) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif node.__class__ is gast.For:
            pairs = [(node.target, node.iter)]
        elif node.__class__ is gast.ClassDef:
            self.link_class(node)
            return
        elif node.__class__ is gast.With:
            pairs = [(item.optional_vars, item.context_expr) for item in node.items if item.optional_vars is not None]
        elif node.__class__ is gast.AugAssign and (self.containers.is_one(node.value) or self.containers.is_one(
                as_load(node.target))):
            pairs = [(node.target, node.value)]
        else:
            return
        for target, value in pairs:
            names = _stored_names(target) - self.constants
            if target.__class__ is gast.Name and value.__class__ in (gast.Subscript, gast.Call) and (
                    target.id not in self.items_of_globals):
                self.items_of_globals[target.id] = candidates(value, self.scope, self.items_of_globals)
            for part in self.shown_of_globals(value):
                for name in names:
                    self.parts_of_globals.setdefault(name, set()).add(part)
            for source in (self.roots(value) | self.objects_around(value) | self.kept_shown(value)) - self.constants:
                for name in names:
                    self.join(name, source)

    def link_class(self, node: Node) -> None:
        """Join a class with the variables around it that it holds, and that its methods may write into or give."""
        given = [statement.value for statement in node.body if statement.__class__ in (gast.Assign, gast.AnnAssign)]
        given += [part.value for part in walk(node.body) if part.__class__ is gast.Return]
        held: set[str] = set()
        for part in walk(node.body):
            if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                held |= self.roots(part.value)
            elif part.__class__ is gast.AugAssign:
                held |= self.roots(as_load(part.target))
            elif part.__class__ is gast.Call:
                target = self.called(part.func)
                if target is MISSING or (lookup(target) is None and not is_inert(target)):
                    values = [*part.args, *(k.value for k in part.keywords)]
                    values += [part.func.value] if part.func.__class__ is gast.Attribute else []
                    held |= {name for value in values for name in self.roots(value)}
        own = self.scope.locals - {node.name} - self.constants
        self.holding_classes[node.name] = held & own
        for label in sorted((held | {name for value in given if value is not None for name in self.roots(value)}) & own):
            self.join(node.name, label)

    def link_stored(self, call: Node) -> None:
        """Join a container with what a call puts into it."""
        for parts in stored_together(call):
            together = {name for part in parts for name in self.roots(part)} - self.constants
            for name in together:
                self.holding.join(name, next(iter(together)))

    def shown_of_globals(self, node: Node) -> set[str]:
        """The attributes of global objects that are containers or arrays, and whose memory an expression may share."""
        if node.__class__ is gast.Attribute:
            known = isinstance(self.scope.part(node), DATA) or (
                not is_given(node, self.scope) and is_part_of_item(node, self.scope)) or (  # what is given has a name of its own
                node.value.__class__ is gast.Name and has_part(self.items_of_globals.get(node.value.id, ()), node.attr))
            return {node.attr} if known else set()
        if node.__class__ is gast.Subscript:
            known = self.scope.part(node.value)
            items = known.values() if isinstance(known, dict) else known if isinstance(known, list | collections.deque) else None
            shares = items is None or any(isinstance(item, DATA) for item in list(items))
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
        if node.__class__ is gast.Call:
            return {part for value in self.may_give(node) for part in self.shown_of_globals(value)}
        return set()

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
        effects, matched = effects_of(target), match_arguments(target, node)
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

    def link_around(self) -> None:
        """Join the names by which the same object is reached."""
        for name, held in self.held_around.items():
            for other, others in self.held_around.items():
                if name < other and held.keys() & others.keys():
                    self.join(name, other)

    def called(self, func: Node) -> Any:
        """What is called, also where it is a captured function, which may be made anew, or `MISSING`."""
        target = self.scope.resolve(func)
        if target is not MISSING or func.__class__ is not gast.Name:
            return target
        cell = self.scope.source.cells.get(func.id)
        return MISSING if cell is None else content(cell, MISSING)

    def target(self, func: Node) -> Any:
        """What is called, if that is known, also by a name that only generated code has for it; else `MISSING`."""
        known = self.scope.stand_ins.get(func.id) if func.__class__ is gast.Name else None
        return self.scope.resolve(func) if known is None else known

    def roots(self, node: Node) -> set[str]:
        """The names whose memory the value of an expression may share."""
        if node.__class__ is gast.Name:
            return {node.id} if self.scope.name(node.id) is MISSING else set()
        if node.__class__ is gast.Attribute:
            return set() if node.attr in self.inert_attributes else self.roots(node.value)
        if node.__class__ in (gast.Subscript, gast.Starred, gast.NamedExpr):
            return self.roots(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {name for child in children(node) for name in self.roots(child)}
        if node.__class__ is gast.BinOp:
            return self.roots(node.left) | self.roots(node.right) if self.containers.is_one(node) else set()
        if node.__class__ in COMPREHENSIONS:
            return self._held_by(node)
        if node.__class__ is gast.Lambda:  # what it captured, it may give
            return self._captured_by(node)
        if node.__class__ is gast.Call:
            target = self.target(node.func)
            if target in (max, min) and (len(node.args) == 1 or node.keywords):  # one of the items
                return {name for value in node.args for name in self.roots(value)}
            if node.func.__class__ is gast.Attribute and node.func.attr == "copy" and self.containers.is_one(node.func.value):
                return self.roots(node.func.value)
            if target is not MISSING:
                rule = lookup(target)
                if (rule is not None and rule.view == "never") or is_inert(target):
                    return set()
                if rule is None and isinstance(target, types.FunctionType) and not captures(target):
                    effects, matched = effects_of(target), match_arguments(target, node)
                    if not effects.opaque and matched is not None:
                        return {name for key in effects.returns for value in matched.get(key, []) for name in self.roots(value)}
            values = [*node.args, *(k.value for k in node.keywords)]
            found = {name for value in values for name in self.roots(value)}
            if node.func.__class__ is not gast.Attribute:
                found |= self.roots(node.func)
            elif node.func.attr not in self.inert_methods:
                rule = lookup(METHODS[node.func.attr]) if node.func.attr in METHODS else None
                if rule is None or rule.view != "never":
                    found |= self.roots(node.func.value)
            return found
        return set()

    def _captured_by(self, function: Node) -> set[str]:
        """The names whose memory a lambda holds: those from around it, and the values of its defaults."""
        shown = [gast.Name(label, gast.Load(), None, None) for label in free_names(function)]
        defaults = [value for value in [*function.args.defaults, *function.args.kw_defaults] if value is not None]
        return {name for value in [*shown, *defaults] for name in self.roots(value)}

    def _held_by(self, node: Node) -> set[str]:
        """The names whose memory the items that a comprehension makes may share."""
        held = {name for part in ([node.key, node.value] if node.__class__ is gast.DictComp else [node.elt])
                for name in self.roots(part)}
        for generator in reversed(node.generators):
            own = names_in(generator.target)
            if held & own:
                held = held - own | self.roots(generator.iter)
        return held


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


def _stored_names(target: Node) -> set[str]:
    """The names that a target binds, or that stand for what it stores into: an index only says where."""
    if target.__class__ in (gast.Tuple, gast.List):
        return {label for item in target.elts for label in _stored_names(item)}
    if target.__class__ in (gast.Subscript, gast.Starred):
        return _stored_names(target.value)
    return {part.id for part in walk(target) if part.__class__ is gast.Name}
