"""What becomes active when an active value is bound, or written into something."""

from __future__ import annotations

import functools
import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.active.expressions import ActiveExpressions
from tangentish.analysis.active.given_objects import Given
from tangentish.analysis.active.used_whole import UsedWhole
from tangentish.analysis.around.item_parts import as_attribute
from tangentish.analysis.around.kept_containers import is_name, name_of
from tangentish.analysis.around.objects_around import ANY_NAME, is_of_arrays, objects_below, stored_by_reach, stored_in
from tangentish.analysis.code.marks import SETTERS, acting
from tangentish.analysis.code.reach import DATA
from tangentish.class_attributes import own_attributes
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.runtime import have_in_common
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, clone, constant, names_in, subscript, substitute

_OF_PARTS = frozenset([gast.Tuple, gast.List, gast.Set, gast.Dict, gast.IfExp, gast.BoolOp, gast.NamedExpr])
"""Expressions whose value is one of their parts, or holds what they hold."""
GIVEN = "()"


class ActiveBindings(ActiveExpressions):
    """`shared_fields` are the attributes of global objects that active values are written into.

    `objects_written` are, by identity, the objects around the function that active values may be stored in, `stored_here` those
    that it stores them in itself, or that these hold, `stored_below` the attributes that methods store of what holds them, and
    `names_stored` those of any object that are stored by other code; `stored_elsewhere` has the attributes of objects that are not
    made here, with the names of these, `GIVEN` where an expression gave them, and "" where they are a part of what has a name;
    `given` tells those that calls give, and `changed_in_reach` are the attributes that may be stored in these.
    """

    def __init__(self, scope: Scope, constants: Iterable[str], seeds: Iterable[str], fields: Iterable[str], closures: bool) -> None:
        super().__init__(scope, constants, seeds, fields, closures)
        self.shared_fields: set[str] = set()
        self.objects_written: dict[int, Any] = {}
        self.stored_below: dict[int, frozenset[str]] = {}
        self.stored_here: set[int] = set()
        self.names_stored: set[str] = set()
        self.stored_elsewhere: dict[str, set[str]] = {}
        self.given: Given | None = None
        self.changed_in_reach: set[str] = set()
        self.body: Block = []

    @functools.cached_property
    def used_whole(self) -> UsedWhole:
        """What is read not by its attributes alone."""
        return UsedWhole(self.body, self.scope.resolve)

    def assign(self, target: Node, value: Node) -> None:
        """Bind a target, item by item where both sides are displays of the same length."""
        if (target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List)
                and len(target.elts) == len(value.elts)
                and not any(e.__class__ is gast.Starred for e in [*target.elts, *value.elts])):
            for left, right in zip(target.elts, value.elts, strict=True):
                self.assign(left, right)
        elif self.expr(value):
            self.bind(target)

    def bind(self, target: Node, iterable: Node | None = None) -> None:
        """Mark everything a target binds or writes into; the counter of `enumerate` is left out."""
        if target.__class__ is gast.Name:
            if target.id not in self.constants and target.id not in self.scope.imports and not isinstance(
                    self.scope.name(target.id), (types.ModuleType, type)):
                self.varied.add(target.id)
        elif target.__class__ in (gast.Tuple, gast.List):
            items = list(target.elts)
            name = iterable.func.id if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Name else ""
            if name == "enumerate" and len(items) == 2 and iterable is not None:
                self.bind(items[1], iterable=iterable.args[0])
                return
            if name == "zip" and iterable is not None and len(items) == len(iterable.args):
                for item, source in zip(items, iterable.args, strict=True):
                    if self.expr(source):
                        self.bind(item, iterable=source)
                return
            if (iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Attribute
                    and iterable.func.attr == "items" and len(items) == 2):
                items = items[1:]
            for item in items:
                self.bind(item)
        elif target.__class__ is gast.Starred:
            self.bind(target.value)
        elif target.__class__ is gast.Attribute:
            self.fields.add(target.attr)
            self.note_shared(target)
            self.note_stored(target.value, target.attr)
            self.bind_all(self.escaped)  # it may be a property whose setter calls any of them
            if acting(SETTERS) in self.scope.own or target.attr == "__dict__":
                self.bind_root(target.value)  # the setter may store it under any name
            if target.attr == "__dict__":
                self.note_given(target)
        elif target.__class__ is gast.Subscript:
            if (named := as_attribute(target, self.scope)) is not None:
                self.fields.add(named.attr)
                self.note_stored(named.value, named.attr)
            self.bind_root(target.value, not self.containers.is_one(target.value))
            if getattr(target.value, "attr", "") == "__dict__" or target.value.__class__ is gast.Call:  # `vars(model)["a"] = x`
                self.note_given(target.value)

    def meant_too(self, node: Node) -> set[str]:
        """The variables around the function that hold an object which an expression of its own names may mean."""
        classes = {self.find(label) for label in self.roots(node)} if self.held_around else set()
        return {label for label in self.held_around if self.find(label) in classes}

    def note_stored(self, owner: Node, key: str = ANY_NAME) -> None:
        """Something active may be stored as an attribute of what an expression means."""
        self.names_stored.add(key)
        labels = self.objects_around(owner) | self.meant_too(owner)
        self.stored_here.update(*(objects_below(self.held_around[label]) for label in labels & self.held_around.keys()))
        self.note_written(labels)
        self.note_stored_elsewhere(owner, {key})
        self.note_used_whole(owner)

    def note_used_whole(self, owner: Node) -> None:
        """Something active may be stored in an object that is read not by its attributes alone: it is active as a whole."""
        if owner.__class__ is gast.Attribute:
            if owner.attr in self.used_whole.attributes:
                self.fields.add(owner.attr)
            return
        for label in names_in(owner):
            whole = self.used_whole.those_with(label, owner.__class__ is not gast.Name)
            self.varied |= {one for one in whole if self.scope.name(one) is MISSING} - self.constants

    def note_stored_elsewhere(self, owner: Node, keys: Iterable[str]) -> None:
        """Something active may be stored in an object that is not made here: nobody knows whether it is one around the function."""
        root = owner
        while root.__class__ in (gast.Attribute, gast.Subscript):
            root = root.value
        if root.__class__ is not gast.Name or (root.id not in self.classes_made and self.scope.name(root.id) is MISSING):
            params = names_in(getattr(self.scope.source.tree, "args", []))
            given = root.__class__ is not gast.Name or root.id not in params or (self.given is not None and self.given.is_one(root))
            label = GIVEN if given else root.id if root is owner else ""
            for key in keys:
                self.stored_elsewhere.setdefault(key, set()).add(label)

    def note_given(self, node: Node) -> None:
        """Active values may be put into an object that others may have too, who read them there."""
        if self.given is not None and self.given.is_one(node):
            self.fields |= self.changed_in_reach

    def bind_root(self, node: Node, items: bool = True) -> None:
        """What an active value is written into is varied from its name on.

        So are the `items` that it holds, unless the value is but one more of them, or in the place of one.  An item of a
        container is among what that holds.
        """
        if node.__class__ is gast.Name:
            self.bind(node)
            self.written.add(node.id)
            held = items or node.id in self.containers.items
            self.varied |= (self.holding if held else self.classes).members(node.id) - self.constants
            for name, parts in self.parts_of_globals.items():
                if self.find(name) == self.find(node.id):
                    self.share(parts)
        elif node.__class__ is gast.Attribute:
            root: Node = node
            while root.__class__ in (gast.Attribute, gast.Subscript):
                root = root.value
            if (root.__class__ is gast.Name and self.scope.name(root.id) is not MISSING) or (
                    root.__class__ is gast.Call and self.shown_of_globals(node)):
                self.share(self.shown_of_globals(node) | self.held_too(node))
                self.note_shared(node)
                return  # a global object: if a call stores active values there, it is refused when it does
            self.fields.add(node.attr)
            self.bind_all(self.class_gives.get(node.attr, set()) - self.written)
            self.note_shared(node)
            if self.given is None or not self.given.is_one(node.value):  # what is given has been seen to
                self.note_stored(node.value, node.attr)
            for label in self.roots(node) & self.holding_classes.keys():
                self.varied |= self.holding.members(label) - self.constants
            if node.attr in ("flat", "T", "real", "imag"):
                self.bind_root(node.value)
        elif node.__class__ is gast.Subscript and self.shown_of_globals(node.value) and not self.shown_of_globals(node):
            return  # an item that is no container: what is written into it is not written into what holds it
        elif node.__class__ is gast.Subscript:
            if (named := as_attribute(node, self.scope)) is not None:
                self.bind_root(named)
            self.bind_root(node.value)  # an item is what the container holds
        elif node.__class__ is gast.Starred:
            self.bind_root(node.value, items)
        elif node.__class__ in _OF_PARTS or (node.__class__ is gast.BinOp and self.containers.is_one(node)):  # one of these
            for child in children(node):
                self.bind_root(child)
        elif node.__class__ in COMPREHENSIONS:
            of_each: dict[str, Node] = {}  # its own variables are no names of the function: each stands for an item
            for generator in node.generators:
                item = subscript(substitute(clone(generator.iter), of_each), constant(0))
                of_each |= dict.fromkeys(names_in(generator.target), item)
            for part in [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]:
                self.bind_root(substitute(clone(part), of_each))
        elif node.__class__ is gast.Lambda:
            self.bind_all(self.roots(node))
        elif node.__class__ is gast.Call:
            if node.func.__class__ is not gast.Attribute and self.target(node.func) is MISSING:
                self.bind_all(self.roots(node.func))
            self.bind_all(self.class_gives.get(getattr(node.func, "attr", ""), set()) - self.written)
            owner = None if self.is_class_of_several(node.func) else getattr(node.func, "value", None)
            shown = self.roots(node) if node.keywords else set()
            by_keyword = [keyword.value for keyword in node.keywords if not shown.isdisjoint(self.roots(keyword.value))]
            for part in [*node.args, *by_keyword, owner]:
                if part is not None:
                    self.bind_root(part)
            self.bind_all(self.kept_shown(node))
            self.fields |= self.kept_in_modules(node)

    def held_too(self, node: Node) -> set[str]:
        """The attributes under which a global object has what it has under this one, or some of it."""
        owner, data = self.scope.part(node.value), self.scope.part(node)
        if owner is MISSING or not isinstance(data, DATA):
            return set()
        return {key for key, held in list(own_attributes(owner).items()) if have_in_common(held, data)}

    def is_class_of_several(self, func: Node) -> bool:
        """Whether what is called is an item of a container around the function that has nothing but classes: a registry."""
        held = self.scope.part(func.value) if func.__class__ is gast.Subscript else None
        items = list(held.values() if isinstance(held, dict) else held) if type(held) in (dict, list, tuple) else []
        return bool(items) and all(isinstance(item, type) for item in items)

    def note_shared(self, node: Node) -> None:
        """Note a store into an attribute of an object that a global container holds: others get it there, too.

        Where a function gave it, what that gives again is active.
        """
        owner = node.value
        while owner.__class__ is gast.Attribute:
            owner = owner.value
        item = owner.__class__ is gast.Subscript
        while owner.__class__ in (gast.Attribute, gast.Subscript):
            owner = owner.value
        if owner.__class__ is gast.Call:
            self.bind_all(self.kept_shown(owner))
        elif owner.__class__ is gast.Name and self.scope.name(owner.id) is MISSING:
            self.bind_all(set(filter(is_name, self.classes.members(owner.id))))
        elif owner.__class__ is gast.Name and item:
            self.share({node.attr})

    def bind_all(self, names: set[str]) -> None:
        """Mark what a function may write."""
        for label in sorted(names):
            self.bind_root(gast.Name(label, gast.Load(), None, None))

    def write_around(self, objects: dict[int, Any]) -> None:
        """Active values may be written into objects around the function."""
        self.note_objects(objects)
        self.bind_all(self.named(objects))

    def kept_in_modules(self, node: Node) -> set[str]:
        """The names under which other modules have the containers that a call of a function of theirs may give."""
        given = self.kept_shown(node)
        spaces = [target.__globals__ for target in self.keepers(node) if isinstance(target, types.FunctionType)] if given else []
        return {label for space in spaces if space is not self.scope.source.globals
                for label, value in list(space.items()) if name_of(value) in given}

    def note_written(self, names: set[str]) -> None:
        """Active values may be stored in what some variables around the function hold."""
        for name in names & self.held_around.keys():
            self.note_objects(self.held_around[name])

    def note_objects(self, objects: dict[int, Any]) -> None:
        """Active values may be stored in some objects, or in what these hold."""
        for key, owner in objects.items():
            stored = stored_in(owner)
            if stored or (self.names_stored and not is_of_arrays(owner)) or (stored := stored_by_reach(owner)):
                below = objects_below({key: owner})
                self.objects_written |= below
                self.stored_below |= {other: stored | self.stored_below.get(other, frozenset()) for other in below}
                self.bind_all(self.named(below) - self.varied)

    def share(self, parts: set[str]) -> None:
        """Active values are written into attributes of global objects, and may be read from there."""
        self.shared_fields |= parts
        self.fields |= parts
