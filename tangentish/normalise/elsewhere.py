"""What is read of objects and containers, and may be changed where no statement of the program at hand shows it.

A method that counts its calls, say.  The reverse sweep would read such a value again, as it is by then; so the primal sweep
keeps it: as a number, or as a copy where the content of an array may be changed.
"""

from __future__ import annotations

import types
from collections.abc import Callable

import gast

from tangentish.analysis.activity import Activity, own_expressions
from tangentish.analysis.body_effects import match_arguments
from tangentish.analysis.code_changes import binds, fills
from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.effects import effects_of
from tangentish.analysis.own_names import INERT_ATTRIBUTES, acting, computed
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.syntax import Block, Node, names_in, walk, walk_statements


class Elsewhere:
    """What calls in a body may change: attributes by their names, containers by the names of variables."""

    def __init__(self, body: Block, activity: Activity, scope: Scope, effectful: Callable[[Node], bool]) -> None:
        self.activity, self.scope, self.own = activity, scope, scope.own
        self.given: set[str] = set()
        self.filled: set[str] = set()
        statements = list(walk_statements(body))
        parts = [part for statement in statements for part in walk(own_expressions(statement))]
        for part in parts:
            if part.__class__ is gast.Call and effectful(part):
                self.note_call(part)
        self.held: set[str] = set()  # variables that may show what is changed
        before = -1
        while self.any_changes() and before != (before := len(self.held)):
            for statement in statements:
                self.note_binding(statement)

    def any_changes(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.given or self.filled) or any(name.startswith(("binds ", "fills ", "acting ")) for name in self.own)

    def note_call(self, node: Node) -> None:
        """What a call is given may be changed, and what it is a method of."""
        target = self.scope.resolve(node.func)
        matched = match_arguments(target, node) if isinstance(target, types.FunctionType) else None
        if matched is not None and isinstance(target, types.FunctionType):
            effects = effects_of(target)
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
        if not self.activity.expr(value) and self.change_of(value) == "content":
            self.held |= {part.id for target in targets for part in walk(target)
                          if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store}

    def change_of(self, node: Node) -> str:
        """What may happen to the value of an inactive expression: its `content` is changed, it is `bound` anew, or nothing."""
        found = ""
        for part in walk(node):
            if part.__class__ is gast.Attribute and self.scope.resolve(part) is MISSING:
                if part.attr in self.filled or fills(part.attr) in self.own or computed(part.attr) in self.own:
                    return "content"
                if binds(part.attr) in self.own or acting(part.attr) in self.own:
                    found = "bound"
            elif part.__class__ is gast.Subscript:
                if self.is_given(part.value):
                    return "content"
            elif part.__class__ is gast.Name and part.id in self.held:
                return "content"
        return found

    def is_given(self, node: Node) -> bool:
        """Whether an item is that of something that calls are given."""
        while node.__class__ in (gast.Attribute, gast.Subscript):
            if node.__class__ is gast.Attribute and node.attr in INERT_ATTRIBUTES:
                return False
            node = node.value
        return node.__class__ is gast.Name and self.activity.find(node.id) in self.given
