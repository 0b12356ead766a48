"""What is read of objects and containers, and may be something else by the time that the reverse sweep reads it again.

An attribute that is stored into later, say, or that is changed where no statement of the program at hand shows it: by a method
that counts its calls.  The reverse sweep would read such a value as it is by then; so the primal sweep keeps it: as a number, or
as a copy where the content of an array may be changed.
"""

from __future__ import annotations

import functools
import operator
import types
from collections.abc import Callable, Set

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.constants_around import is_altered_data
from tangentish.analysis.around.filled_around import filled_around, holds_numbers
from tangentish.analysis.around.gives_told import gives_told
from tangentish.analysis.code.code_changes import alters, binds, fills
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import acting, computed, given_later, later
from tangentish.analysis.code.module_stores import INERT_ATTRIBUTES
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.matching import match_arguments
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, free_names, names_in, own_expressions, walk, walk_statements

SHOWING = (list, tuple, dict, iter, next, zip, enumerate, reversed, sorted, map, filter, max, min, getattr, operator.getitem)
"""What gives the items of its arguments."""
_PLACES = (gast.Name, gast.Attribute, gast.Subscript)
_STORING = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))


class Elsewhere:
    """What calls in a body may change: attributes by their names, containers by the names of variables."""

    def __init__(self, body: Block, activity: Activity, scope: Scope, effectful: Callable[[Node], bool]) -> None:
        self.activity, self.scope, self.own = activity, scope, scope.own
        self.given: set[str] = set()
        self.told = marked(later, self.own)
        self.filled = set(writes_around(scope).parts)  # also by statements of the body: no name of it shows these
        statements = list(walk_statements(body))
        self.inner = {statement.name: self.filled_by(statement, effectful) for statement in statements
                      if statement.__class__ is gast.FunctionDef}
        self.passed = {statement.name: self.passed_by(statement, effectful) for statement in statements
                       if statement.__class__ is gast.FunctionDef}
        parts = [part for statement in statements for part in walk(own_expressions(statement))]
        self.stored = self.attributes_stored(parts)
        for part in parts:
            if part.__class__ is gast.Call and effectful(part):
                self.note_call(part)
        self.filled_around = frozenset(self.filled)
        self.held_around = marked(given_later, self.own)
        """Variables that may show what is changed around the function."""
        self.names_around: set[str] = set()  # variables that are objects around it
        self.held = set(self.held_around)
        """Variables that may show what is changed, there or by calls of the body."""
        before = -1
        known = self.held, self.filled, self.held_around, self.names_around
        while self.any_changes() and before != (before := sum(map(len, known))):
            for statement in statements:
                self.note_binding(statement)

    def filled_by(self, function: Node, effectful: Callable[[Node], bool]) -> set[str]:
        """The variables around a function in whose items and attributes it may write: what is written to themselves is put back."""
        found: set[str] = set()
        for part in walk(function):
            if part.__class__ is gast.AugAssign and part.target.__class__ is not gast.Name:
                found |= names_in(part.target.value)
            elif part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                found |= names_in(part.value) if part.value.__class__ is not gast.Name else set()
            elif part.__class__ is gast.Call and effectful(part):
                found |= {label for value in [*part.args, *(k.value for k in part.keywords)] for label in names_in(value)}
        return found & free_names(function)

    @staticmethod
    def passed_by(function: Node, effectful: Callable[[Node], bool]) -> set[str]:
        """The attributes that a function passes to calls that may write into them."""
        calls = [part for part in walk(function) if part.__class__ is gast.Call and effectful(part)]
        return {part.attr for call in calls for part in walk([*call.args, *call.keywords]) if part.__class__ is gast.Attribute
                and part.ctx.__class__ is gast.Load}

    def attributes_stored(self, parts: Block) -> set[str]:
        """The attributes that the body itself stores into or deletes; "*" if they may be any."""
        found: set[str] = set()
        for part in parts:
            if part.__class__ is gast.Attribute:
                if part.ctx.__class__ is not gast.Load:
                    found.add(part.attr)
                elif part.attr == "__dict__":
                    found.add("*")
            elif part.__class__ is gast.Call:
                label = part.func.attr if part.func.__class__ is gast.Attribute else getattr(part.func, "id", "")
                if label in _STORING:
                    bound = part.func.__class__ is gast.Attribute and getattr(part.func.value, "id", "") != "object"
                    key = part.args[0 if bound else 1 :][:1]  # `x.__setattr__(key, value)`, or the object comes first
                    found.add(key[0].value if key and key[0].__class__ is gast.Constant else "*")
                elif label == "vars" and part.args:
                    found.add("*")
        return found

    def any_changes(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.given or self.filled or self.stored or self.held) or any(
            name.startswith(("binds ", "fills ", "acting ", "alters ")) for name in self.own)

    def note_call(self, node: Node) -> None:
        """What a call is given may be changed, what it is a method of, and what the functions defined inside write into."""
        called = node.func.id if node.func.__class__ is gast.Name else ""
        for label in [called] if called in self.inner else self.inner:
            self.given |= {self.activity.find(name) for name in self.inner[label]}
            self.filled |= self.passed[label]
        target = self.scope.resolve(node.func)
        matched = match_arguments(target, node) if isinstance(target, types.FunctionType) else None
        if matched is not None and isinstance(target, types.FunctionType):
            effects = effects_met(target, self.own)
            written = list(matched) if effects.opaque else effects.writes
            values = [value for key in written for value in matched.get(key, [])]
        else:
            values = [*node.args, *(k.value for k in node.keywords)]
        if node.func.__class__ is gast.Attribute and target is MISSING:
            if node.func.attr in MUTATORS and node.func.value.__class__ is gast.Name and node.func.attr not in self.own:
                return  # of a list, which is put back
            values = [*values, node.func.value]
        for value in values:
            for part in walk(value):
                if part.__class__ is gast.Attribute:
                    self.filled.add(part.attr)
            self.given |= {self.activity.find(name) for name in names_in(value)}

    def note_binding(self, node: Node) -> None:
        """A variable bound to what may be changed shows it."""
        if node.__class__ is gast.Assign:
            targets, value = node.targets, node.value
        elif node.__class__ is gast.For:
            targets, value = [node.target], node.iter
        else:
            return
        if self.is_around(value):
            self.names_around |= {target.id for target in targets if target.__class__ is gast.Name}
        items = node.__class__ is gast.For or any(target.__class__ is not gast.Name for target in targets)
        if not self.activity.expr(value) and (self.change_of(value) == "content" or (items and self.is_given(value))):
            parts = [part for target in targets for part in walk(target)]
            self.held |= {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store}
            self.filled |= {part.attr for part in parts if part.__class__ is gast.Attribute and part.ctx.__class__ is gast.Store}
        if (value.__class__ in _PLACES or not self.activity.expr(value)) and self.is_changed_around(value):
            bound = [part for target in targets for part in walk(target) if part.__class__ is gast.Name]
            self.held_around |= {part.id for part in bound if part.ctx.__class__ is gast.Store}

    def change_of(self, node: Node) -> str:
        """What may happen to the value of an inactive expression: its `content` is changed, it is `bound` anew, or nothing."""
        found = ""
        for part in walk(node):
            if part.__class__ is gast.Attribute and (part.attr in self.stored or (
                    "*" in self.stored and self.scope.resolve(part) is MISSING)):
                found = "bound"
            if part.__class__ is gast.Attribute and self.scope.resolve(part) is MISSING:
                if part.attr in self.filled or not self.own.isdisjoint((fills(part.attr), later(part.attr), computed(part.attr))):
                    return "content"
                if alters(part.attr) in self.own and isinstance(self.scope.resolve(part.value), types.ModuleType):
                    return "content"
                if binds(part.attr) in self.own or acting(part.attr) in self.own:
                    found = "bound"
            elif part.__class__ is gast.Subscript:
                if self.is_given(part.value):
                    return "content"
            elif part.__class__ is gast.Call:
                if self.shows_given(part) or gives_told(part, self.scope, self.told):
                    return "content"
            elif part.__class__ is gast.Name and (part.id in self.held or self.is_altered(part.id)):
                return "content"
        return found

    def is_changed_around(self, node: Node) -> bool:
        """Whether an expression may show something around the function whose content is changed, with no derivative to follow."""
        return any((part.__class__ is gast.Name and (
            part.id in self.held_around or (self.is_altered(part.id) and holds_numbers(self.scope.name(part.id))))) or (
            part.__class__ is gast.Attribute and self.is_attribute_changed(part)) for part in walk(node))

    def is_attribute_changed(self, node: Node) -> bool:
        """The same of an attribute, of an object or a module around the function."""
        if later(node.attr) in self.own:
            return True
        if node.attr in self.filled_around or fills(node.attr) in self.own:
            return self.is_around(node.value) and node.attr in self.filled_in_reach
        return alters(node.attr) in self.own and isinstance(self.scope.resolve(node.value), types.ModuleType)

    @functools.cached_property
    def filled_in_reach(self) -> Set[str]:
        """The attributes of objects around the function that it, or what it calls, may change the content of."""
        return self.filled_around | filled_around(self.scope.source.function)

    def is_around(self, node: Node) -> bool:
        """Whether an expression starts from an object around the function."""
        while node.__class__ in (gast.Attribute, gast.Subscript):
            node = node.value
        if node.__class__ is not gast.Name:
            return False
        held = self.scope.name(node.id)
        return node.id in self.names_around or (held is not MISSING and not isinstance(held, types.ModuleType))

    def is_altered(self, label: str) -> bool:
        return is_altered_data(label, self.scope)

    def shows_given(self, node: Node) -> bool:
        """Whether a call may give an item of what calls are given: a function that captured it, `d.get(key)`, `list(d)`."""
        func = node.func
        target = self.scope.resolve(func)
        if func.__class__ is gast.Attribute and target is MISSING:
            return func.attr not in METHODS and self.is_given(func.value)
        if func.__class__ is gast.Name and func.id in self.inner:
            return self.activity.find(func.id) in self.given
        values = [*node.args, *(k.value for k in node.keywords)]
        if isinstance(target, types.FunctionType) and lookup(target) is None:
            matched, effects = match_arguments(target, node), effects_met(target, self.own)
            values = values if matched is None else [value for key in effects.returns for value in matched.get(key, [])]
        elif target is not MISSING and target not in SHOWING:
            return False
        return any(map(self.is_given, values))

    def is_given(self, node: Node) -> bool:
        """Whether an item is that of something that calls are given."""
        while node.__class__ in (gast.Attribute, gast.Subscript):
            if node.__class__ is gast.Attribute and node.attr in INERT_ATTRIBUTES:
                return False
            node = node.value
        return node.__class__ is gast.Name and self.activity.find(node.id) in self.given
