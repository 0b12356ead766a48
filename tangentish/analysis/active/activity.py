"""Which names may depend on the arguments asked for: the forward half of activity, by name, to a fixed point.

Whether such a name also reaches the result is found by the reverse sweep itself: an adjoint that nothing has
contributed to is not there, and what would be computed from it is not generated.

The parts, each a class that the next one extends: which names share memory (`shared_memory`), what functions defined
inside write (`captures`), what reads active values (`active_expressions`), what is bound to them or keeps them
(`active_bindings`), what calls write (`active_calls`); and here the walk over the statements.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.analysis.active.calls import ActiveCalls
from tangentish.analysis.active.given_objects import Given, changed_in_reach
from tangentish.analysis.code.marks import KEPT, acting
from tangentish.analysis.memory.held_memory import TOUCHING, Containers, calls_of, name_called
from tangentish.analysis.writes.method_stores import classes_made
from tangentish.bindings import pattern_names
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import GENERATED
from tangentish.syntax import COMPREHENSIONS, Block, Node, own_expressions, walk, walk_statements

EFFECTS = (gast.Call, gast.NamedExpr, *COMPREHENSIONS)
_READING_MORE = frozenset([gast.FunctionDef, gast.ClassDef, gast.Match, gast.With])
WITH_KEYS = frozenset(("__getitem__", acting("__contains__")))


class Activity(ActiveCalls):
    """The activity of a body; every attribute is said where the part that fills it is."""

    def __init__(self, body: Block, seeds: Iterable[str], scope: Scope, fields: Iterable[str] = (),
                 constants: Iterable[str] = (), closures: bool = False) -> None:
        super().__init__(scope, {*constants, *own_classes(body)}, seeds, fields, closures)
        self.body = body
        own = [(s, walk(own_expressions(s))) for s in walk_statements(body)]
        looked_at = (*EFFECTS, gast.Subscript, gast.Compare) if scope.own & WITH_KEYS else EFFECTS
        statements = [(s, [part for part in parts if part.__class__ in looked_at]) for s, parts in own]
        every = [part for _, parts in own for part in parts]
        called = any(part.attr in TOUCHING if part.__class__ is gast.Attribute else
                     part.__class__ is gast.Call and name_called(part) in TOUCHING for part in every)
        self.classes_made = classes_made([s for s, _ in own], body, scope)
        self.attributes_stored = {part.attr for part in every if part.__class__ is gast.Attribute
                                  and part.ctx.__class__ is not gast.Load}
        self.containers = Containers([s for s, _ in own], scope.containers, called)
        for statement, _ in statements:
            self.link(statement)
            self.note_function(statement)
            if statement.__class__ is gast.FunctionDef:
                self.fields |= self.parts_written(statement)
                self.names_stored |= {part.attr for part in walk(statement) if part.__class__ is gast.Attribute
                                      and part.ctx.__class__ is not gast.Load}
        if len(self.held_around) > 1:
            self.link_around()
        self.note_escapes(every)
        self.changing = self.changed(every)
        for statement, parts in statements if called else ():  # a container that grows does not change what it holds
            for part in [*parts, *calls_of(statement)]:
                if part.__class__ is gast.Call:
                    self.link_stored(part)
        self.read_globals = self.globals_read(every)
        self.shared_by_classes |= {label for s, _ in own if s.__class__ is gast.ClassDef for label in containers_of(s)}
        derived = scope.source.filename.startswith(GENERATED)  # and what it is derived from has been looked at
        self.changed_in_reach = set() if derived else changed_in_reach(scope)
        self.given = Given([s for s, _ in own], scope) if self.changed_in_reach else None
        self.to_fixed_point(statements, own)
        self.note_written(self.varied)
        self.targets = None

    def to_fixed_point(self, statements: list[tuple[Node, list[Node]]], own: list[tuple[Node, list[Node]]]) -> None:
        """Visit the statements until nothing grows; one that reads what it read before is not visited again."""
        reads = [_reads(statement, parts) for statement, parts in own] if KEPT not in self.scope.own else [None] * len(own)
        read: list[tuple[int, int] | None] = [None] * len(own)
        before: tuple[int, ...] | None = None
        while before != (before := (len(self.varied), len(self.fields), len(self.written))):
            for place, (statement, calls) in enumerate(statements):
                names = reads[place]
                if names is not None:
                    reading = len(names & self.varied), len(self.fields)  # both only grow
                    if reading == read[place]:
                        continue
                    read[place] = reading
                self.visit(statement, calls)

    def again(self, body: Block) -> Activity:
        """The same for a rewritten body, which may have new names."""
        found = Activity(body, self.varied, self.scope, self.fields, self.constants, self.closures)
        found.objects_written |= self.objects_written
        found.stored_below |= self.stored_below
        found.names_stored |= self.names_stored
        found.stored_elsewhere |= self.stored_elsewhere
        return found

    def may_change(self, identifier: str) -> bool:
        """Whether what a name stands for may be written into, so that it is no test any more of what was tested."""
        return identifier in self.varied or identifier in self.changing

    def visit(self, node: Node, calls: list[Node]) -> None:
        """Grow `varied` by what one statement binds or writes.

        `calls` are the calls, the `:=` and the comprehensions in its own expressions, and where classes say what they mean,
        the items and comparisons.
        """
        if hasattr(node, "dynamic"):
            call = gast.Call(*node.dynamic[:2], [*node.dynamic[2]])
            self.effects(call)
            if self.call(call):
                self.bind(node.targets[0].elts[0])
            return
        for inner in calls:
            if inner.__class__ in COMPREHENSIONS:
                self.bind_generators(inner)
            if inner.__class__ is gast.NamedExpr and self.expr(inner.value):
                self.bind(inner.target)
            if inner.__class__ is gast.Call:
                self.effects(inner)
            elif inner.__class__ in (gast.Subscript, gast.Compare):
                self.key_effects(inner)
        if node.__class__ is gast.Assign:
            for target in node.targets:
                self.assign(target, node.value)
        elif node.__class__ is gast.AnnAssign and node.value is not None:
            self.assign(node.target, node.value)
        elif node.__class__ is gast.AugAssign and self.expr(node.value):
            self.bind_root(node.target, not self.containers.is_one(node.value))
            if node.target.__class__ is gast.Subscript:  # a number is stored anew
                self.bind(node.target)
        elif node.__class__ is gast.For and self.expr(node.iter):
            self.bind(node.target, iterable=node.iter)
        elif node.__class__ is gast.With:
            for item in node.items:
                managed = self.manages(item)
                if managed:
                    self.bind_root(item.context_expr)
                if item.optional_vars is not None and (managed or self.expr(item.context_expr)):
                    self.bind(item.optional_vars)
        elif node.__class__ is gast.FunctionDef and self.function(node):
            self.varied.add(node.name)
        elif node.__class__ is gast.Match and self.expr(node.subject):
            for case in node.cases:
                self.varied |= pattern_names(case.pattern)


def _reads(statement: Node, parts: list[Node]) -> set[str] | None:
    """The names of which alone, besides the attributes, it depends what visiting a statement finds; None if there is more."""
    if statement.__class__ in _READING_MORE or hasattr(statement, "dynamic"):
        return None
    names: set[str] = set()
    for part in parts:
        cls = part.__class__
        if cls is gast.Name:
            if part.ctx.__class__ is gast.Load:
                names.add(part.id)
        elif cls in COMPREHENSIONS:
            return None
    return names


def containers_of(node: Node) -> set[str]:
    """The names of a class that may be containers which all its objects share.

    >>> from tangentish.syntax import parse
    >>> sorted(containers_of(parse("class Known:\\n    table, count = {}, 0\\n    rows: list = []").body[0]))
    ['count', 'rows', 'table']
    """
    found: set[str] = set()
    for statement in node.body:
        value = getattr(statement, "value", None)
        if statement.__class__ in (gast.Assign, gast.AnnAssign) and value is not None and any(
                part.__class__ in (gast.List, gast.Dict, gast.Set, gast.Call) for part in walk(value)):
            targets = statement.targets if statement.__class__ is gast.Assign else [statement.target]
            found |= {part.id for target in targets for part in walk(target) if part.__class__ is gast.Name}
    return found


def own_classes(body: Block) -> set[str]:
    """The names of the classes that are defined in a block, where they mean nothing else in it."""
    found = {s.name for s in walk_statements(body) if s.__class__ is gast.ClassDef}
    if not found:
        return found
    return found - {n.id for s in walk_statements(body) for part in own_expressions(s) for n in walk(part)
                    if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
