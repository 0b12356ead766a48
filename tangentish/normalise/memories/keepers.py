"""Arrays and other containers around a function, or given to it, that it writes active values into: they may keep the last point.

    if not np.array_equal(x, LAST):
        LAST[:] = x
        RESULT[:] = slow(x)
    return RESULT.sum()
"""

from __future__ import annotations

import types
from collections.abc import Iterator

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import called_by_name, globals_read
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.memory.views_told import VIEWS
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.matching import match_arguments
from tangentish.errors import TangentishError
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import read_source
from tangentish.normalise.memories.items import with_refused
from tangentish.normalise.memories.tables_around import TablesAround
from tangentish.rules.registry import lookup
from tangentish.syntax import (
    Block,
    Node,
    child_blocks,
    children,
    expression,
    name,
    names_in,
    own_expressions,
    unparse,
    walk,
    walk_statements,
)

Place = tuple[str, tuple[object, ...]]
"""What a container is called around a function, by attributes too, as in `MODEL.last`, and constant keys of items below it."""


def place_text(place: Place) -> str:
    """A place as code has it.

    >>> place_text(("MODEL.last", ("x", 0)))
    "MODEL.last['x'][0]"
    """
    return place[0] + "".join(f"[{key!r}]" for key in place[1])


def shown_by(value: Node) -> tuple[Node, tuple[object, ...]]:
    """The container that an expression is a part of, as far as items and views of arrays go, and the keys that lead there."""
    keys: tuple[object, ...] = ()
    while value.__class__ is gast.Subscript or (value.__class__ is gast.Attribute and value.attr in VIEWS):
        if value.__class__ is gast.Subscript:
            keys = (value.slice.value, *keys) if value.slice.__class__ is gast.Constant else ()
        value = value.value
    return value, keys


def targets_of(node: Node) -> Block:
    """What an assignment binds or writes into, of tuples each."""
    targets = node.targets if node.__class__ is gast.Assign else [node.target] if node.__class__ is gast.AugAssign else []
    return [part for target in targets for part in (target.elts if target.__class__ is gast.Tuple else [target])]


def _bound(node: Node) -> list[tuple[Node, Node]]:
    """What a statement binds, each with what that is had from: of `for a, b in zip(x, y)` the names have one each."""
    if node.__class__ is not gast.For:
        return [(target, node.value) for target in targets_of(node)]
    parts = node.iter.args if node.iter.__class__ is gast.Call and getattr(node.iter.func, "id", "") == "zip" else []
    if node.target.__class__ is gast.Tuple and len(parts) == len(node.target.elts):
        return list(zip(node.target.elts, parts, strict=True))
    return [(node.target, node.iter)]


def _stored_by_name(function: types.FunctionType) -> set[str]:
    """The variables that the code of a function stores items in by their names, or below attributes of them."""
    try:
        tree = read_source(function).tree
    except TangentishError:
        return set()
    found = set()
    for part in walk(tree):
        owner = part if part.__class__ is gast.Subscript and part.ctx.__class__ is gast.Store else None
        while owner.__class__ in (gast.Subscript, gast.Attribute):
            owner = owner.value
        found |= {owner.id} if owner.__class__ is gast.Name else set()
    return found


def overlap(one: Place, other: Place) -> bool:
    """Whether one of two places is in the other, or they are the same."""
    if one[0] != other[0]:
        outer, inner = sorted((one, other), key=lambda place: len(place[0]))
        return not outer[1] and inner[0].startswith(f"{outer[0]}.")
    return all(mine == theirs for mine, theirs in zip(one[1], other[1], strict=False))


def _chains(node: Node) -> Iterator[Node]:
    """The calls in an expression, and its names, attributes and items: of `a.b[i]` not `a.b` and `a`, and `a.b` of `a.b.copy()`."""
    if node.__class__ in (gast.Name, gast.Attribute, gast.Subscript):
        yield node
        while node.__class__ in (gast.Attribute, gast.Subscript):
            if node.__class__ is gast.Subscript:
                yield from _chains(node.slice)
            node = node.value
        if node.__class__ is gast.Name:
            return
    if node.__class__ is gast.Call:
        yield node
    method = node.func if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute else None
    for part in children(node):
        yield from _chains(part.value if part is method else part)


class Keepers:
    """Such containers: the `places` that active values are stored in.

    `local` are the functions that are defined in the body, by their names.
    """

    def __init__(self, body: Block, activity: Activity, scope: Scope, told: set[str], local: dict[str, Node]) -> None:
        self.activity, self.scope, self.local = activity, scope, local
        self.statements = walk_statements(body)
        self.tables = TablesAround(self.statements, told)
        self.items: dict[str, set[Place]] = {}  # what names in loops are bound to items of
        self.places = self.stored_in(body)
        self.roots = {label.partition(".")[0] for label, _ in self.places}
        self.stored_before: dict[int, set[Place]] = {}
        loops = [pair for node in self.statements if node.__class__ is gast.For for pair in _bound(node)] if self.places else []
        self.items = {part.id: found for target, value in loops if (found := self.named_in(value)) for part in walk(target)
                      if part.__class__ is gast.Name}
        if self.places:
            self.follow(body, set())

    def follow(self, block: Block, stored: set[Place]) -> set[Place]:
        """Note for each statement, but in loops, what has been written into when it is come to; what has been after the block."""
        for node in block:
            self.stored_before[id(node)] = set(stored)
            if node.__class__ not in (gast.For, gast.While):
                stored = stored.union(*(self.follow(inner, stored) for _, inner in child_blocks(node)))
            stored |= self.stored_in([node])
        return stored

    def stored_in(self, block: Block) -> set[Place]:
        """The places that a block stores active values in."""
        return {place for node in with_refused(walk_statements(block)) for place in self.stored_by(node)}

    def stored_by(self, node: Node) -> Iterator[Place]:
        for target in targets_of(node):
            if target.__class__ is gast.Subscript and self.activity.expr(node.value):
                yield from self.place(target)
        for part in walk(own_expressions(node)):
            if part.__class__ is gast.Call and any(
                    map(self.activity.expr, [*part.args, *(keyword.value for keyword in part.keywords)])):
                for value in self.written_by(part):
                    yield from self.place(value)

    def written_by(self, node: Node) -> Block:
        """What a call writes into, as far as it is known what is called."""
        target = self.scope.resolve(node.func)
        written = written_by(node, target)
        if node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS:
            written.append(node.func.value)
        if writes_first(target):
            written += first_argument(node)
        elif isinstance(target, types.FunctionType) and lookup(target) is None:
            effects, matched = effects_met(target, self.scope.own), match_arguments(target, node) or {}
            by_name = _stored_by_name(target)  # `kept[:] = x` may be seen to write `x`, too
            named = effects.writes & by_name if by_name else effects.writes
            written += [value for label, values in matched.items() if label in named for value in values]
            written += [name(label) for label in effects.around if label in self.scope.source.globals]
        return written

    def place(self, value: Node) -> list[Place]:
        """The place around the function that an expression is, or is in; none if it is not around."""
        owner, keys = shown_by(value)
        label = self.tables.label(owner) if owner.__class__ in (gast.Name, gast.Attribute) else ""
        if "[" in label:  # a name of an item
            named, above = shown_by(expression(label))
            label, keys = str(unparse(named)), (*above, *keys) if above else ()
        return [(label, keys)] if label else []

    def named_in(self, node: Node) -> set[Place]:
        """The places among these that an expression names, or asks for by a function that does."""
        named = {place for part in _chains(node) for place in self.named_by(part)}
        return {place for place in self.places if any(overlap(place, other) for other in named)}

    def named_by(self, part: Node) -> set[Place]:
        if part.__class__ in (gast.Name, gast.Attribute, gast.Subscript):
            return set(self.place(part)) | self.items.get(getattr(shown_by(part)[0], "id", ""), set())
        if part.func.__class__ is not gast.Name:
            return set()
        if part.func.id in self.local:
            return self.named_in(self.local[part.func.id])
        target = self.scope.name(part.func.id)
        functions = called_by_name(target, lambda _: True) if isinstance(target, types.FunctionType) else ()
        return {(label, ()) for one in functions for label in (*globals_read(one.__code__), *one.__code__.co_freevars)}

    def derived(self, places: set[Place]) -> set[str]:
        """The names of what follows from what these places hold: they are no points that are given."""
        found: set[str] = set()
        known = -1
        while known != (known := len(found)):
            for target, value in (pair for node in self.statements for pair in _bound(node)):
                if self.named_in(value) & places or names_in(value) & found:
                    found |= {part.id for part in walk(target) if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store}
        return found

    def asked_by(self, test: Node, node: Node) -> set[Place]:
        """Those that a test asks about where a statement stands, before anything has been stored there."""
        if not self.places or id(node) not in self.stored_before:
            return set()
        return {place for place in self.named_in(test) if not any(overlap(place, other) for other in self.stored_before[id(node)])}
