"""Comparisons of what an object has kept with what it is asked for, wherever they stand.

    np.all(self.x == x) or self.update(x)
    return self.y

Branches and loops that such a comparison decides are looked at with what they do (`flags.py`, `loops.py`).  Where it is
anything else that depends on it (an `assert`, an `or`, the length of a `range`, which function is called), its result is asked:
where it says that the points are the same, and the object is from before, that is refused (`analysis/kept_together.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.kept_together import methods_beside, stored_by_method
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.memories.own_by_now import Own
from tangentish.normalise.memories.parts import APART, rewrite_parts
from tangentish.normalise.memories.same_points import Test, named_tests, shows_value, told_by_value
from tangentish.normalise.memories.stores import stored_in
from tangentish.syntax import (
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

_LEAVING = (gast.Raise, gast.Break, gast.Continue)


def comparisons(body: Block, activity: Activity, scope: Scope) -> Comparisons | None:
    """Those in a body, before it is looked for branches and loops that keep something; None if there are none."""
    statements = walk_statements(body)
    if is_engine(scope.source.function) or not any(
            part.__class__ is gast.Attribute and part.value.__class__ is gast.Name
            for node in statements for part in _compared_in(own_expressions(node))):
        return None
    return Comparisons(statements, activity, scope)


def _compared_in(parts: Block) -> Iterator[Node]:
    """What is in comparisons, and in the arguments of calls that may compare, in some expressions."""
    for part in walk(parts):
        if part.__class__ is gast.Compare or (part.__class__ is gast.Call and len(part.args) > 1):
            yield from walk(part)


class Comparisons:
    """`told` are the names that active values are told by, `stored` the attributes that the function has stored by now, as text."""

    def __init__(self, statements: Block, activity: Activity, scope: Scope) -> None:
        self.scope, self.statements = scope, statements
        self.told = told_by_value(statements, activity)
        self.compared = {part.attr for node in statements for part in walk(own_expressions(node))
                         if part.__class__ is gast.Attribute}
        self.named = {label: values for label, values in named_tests(statements).items() if len(values) == 1 and not any(
            part.__class__ in (gast.Compare, gast.Call) for part in walk(values))}
        self.tests = {label for node in statements if node.__class__ in (gast.If, gast.While) for label in names_in(node.test)}
        self.elsewhere = {label for node in statements if node.__class__ not in (gast.If, gast.While)
                          for part in own_expressions(node) for label in names_in(part)
                          if not (node.__class__ is gast.Assign and part in node.targets)}
        self.stored: frozenset[str] = frozenset()
        self.times: dict[str, Own] = {}  # as of when names were bound
        self.known = {id(node): node for node in statements}

    def asked_in(self, body: Block) -> Block:
        """The body with these comparisons asked for what they say."""
        return self.block(body, False)

    def block(self, block: Block, repeated: bool) -> Block:
        """A block, which a loop may come to again."""
        for node in block:
            if id(node) in self.known and self.is_looked_at(node, repeated):
                rewrite_parts(node, self.asked)
            for label in assigned_in([node]) & self.named.keys():
                self.times[label] = Own(own=self.stored)
            self.stored |= stored_in([node]) if not any(child_blocks(node)) else frozenset()
            loops = node.__class__ in (gast.For, gast.While)
            if loops:  # by the second time they may hold something else
                self.stored -= stored_in([node])
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner, repeated or loops)
        return block

    def is_looked_at(self, node: Node, repeated: bool) -> bool:
        """Whether it is not for others to say what a comparison in a statement means."""
        if node.__class__ is gast.If:
            leaves = any(inner.__class__ in _LEAVING for way in (node.body, node.orelse) for inner in way)
            return not getattr(node, "marked", False) and (repeated or leaves)
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name:
            label = node.targets[0].id
            return label not in self.tests or label in self.elsewhere
        return node.__class__ is not gast.While

    def asked(self, node: Node) -> Node:
        """An expression with the comparisons in it asked."""
        if node.__class__ in APART:
            return node
        same, places = self.comparison(node) if node.__class__ in (gast.Compare, gast.Call) else (None, [])
        if places:
            watch_runs()
            by, among = self.scope.source.function.__name__, len(places) > 1
            for place in places:
                node = locate(call("told_again", clone(place.value), constant(place.attr), node, constant(same), constant(by),
                                   constant(among)), node)
            return node
        return rewrite_parts(node, self.asked)

    def comparison(self, node: Node) -> tuple[bool | None, Block]:
        """Whether an expression says that points are the same, or that they are not, and the attributes that may keep one."""
        test = Test(self.compared, self.told, self.scope, self.named, Own(self.stored, self.stored), self.times, pairs=True)
        same = test.says_same(node)
        owners = {place.value.id if place.value.__class__ is gast.Name else "" for place in test.places}
        if same is None or len(owners) != 1 or "" in owners or self.scope.name(min(owners)) is not MISSING:
            return None, []
        attrs = {place.attr for place in test.places}
        if len(attrs) == 1 and shows_value(node, self.told - owners):
            return same, test.places
        own = len(attrs) > 1 or any(part.attr in self.stored for part in walk(node) if part.__class__ is gast.Attribute)
        if own and not attrs.isdisjoint(self.may_be_stored):  # else attributes are compared with each other, and that is all
            return same, test.places
        return None, []

    @functools.cached_property
    def may_be_stored(self) -> set[str]:
        """The attributes that the function stores, or methods of its object that it calls."""
        function = self.scope.source.function
        first, methods = function.__code__.co_varnames[:1], methods_beside(function)
        found = stored_in(self.statements)
        for part in (part for node in self.statements for part in walk(own_expressions(node)) if part.__class__ is gast.Call):
            if part.func.__class__ is gast.Attribute and getattr(part.func.value, "id", "") in first:
                stored = stored_by_method(methods, part.func.attr)
                found |= self.compared if stored is None else stored
        return found
