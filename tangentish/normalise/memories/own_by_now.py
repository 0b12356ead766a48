"""What a call has put into attributes by each of its statements: that is from no earlier call.

    self.x = x
    if np.array_equal(self.x, self.last):  # compares the argument with what is kept
        return self.y

An attribute is `bound` by a statement that is gone through in any case, and the call's `own` as long as that cannot be something
else again: what an attribute held, or what a method of the object has put there.
"""

from __future__ import annotations

import functools
import types
from dataclasses import dataclass

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_together import methods_beside, stored_by_method
from tangentish.analysis.keys_set import pairs_of
from tangentish.frontend.resolve import Scope
from tangentish.normalise.memories.stores import attributes_of, stored_by, stored_in
from tangentish.syntax import Block, Node, child_blocks, names_in, own_expressions, walk, walk_statements


@dataclass(frozen=True)
class Own:
    """The attributes that are `bound` by some place, and those that hold the call's `own` there."""

    bound: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()

    def both(self, other: Own) -> Own:
        """What holds in either case."""
        return Own(self.bound & other.bound, self.own & other.own)


NOTHING = Own()
_ASKING = (isinstance, len, type, id, getattr, hasattr, callable, repr, str, print, super)


class OwnByNow:
    """The same for each statement of a body, as `at` it begins, and as of each name that is bound there in any way."""

    def __init__(self, body: Block, scope: Scope) -> None:
        statements = walk_statements(body)
        self.scope = scope
        self.stored = stored_in(body)
        self.owned = _of_one_owner(statements)
        self.carrying = self._carrying(statements)
        self.places: dict[int, Own] = {}
        self.times: dict[str, Own] = {}
        if self.owned:
            self._block(body, NOTHING)

    def at(self, node: Node) -> Own:
        return self.places.get(id(node), NOTHING)

    def _block(self, block: Block, now: Own) -> None:
        for node in block:
            lost = {attr for inner in walk_statements([node]) for attr in self._lost(inner)}
            if node.__class__ in (gast.For, gast.While):
                now = Own(now.bound, now.own - lost)  # by the second time
            self.places[id(node)] = now
            for label in assigned_in([node]):
                time = now if node.__class__ is gast.Assign else NOTHING
                self.times[label] = self.times.get(label, time).both(time)
            for _, inner in child_blocks(node):
                self._block(inner, now)
            bound = _bound(node).keys() & self.owned
            now = Own(now.bound | bound, (now.own - lost) | (bound - lost))

    def _lost(self, node: Node) -> set[str]:
        """The attributes that are no longer the call's own after a statement."""
        bound = _bound(node)
        lost = (stored_by(node) - bound.keys()) | {attr for attr, value in bound.items() if self._may_be_kept(value, self.carrying)}
        if node.__class__ is gast.AugAssign:
            lost |= attributes_of([node.target])
        calls = [part for inner in own_expressions(node) for part in walk(inner) if part.__class__ is gast.Call]
        return lost.union(*(self._lost_by_call(part, node.__class__ is gast.Expr) for part in calls))

    def _lost_by_call(self, node: Node, acts: bool) -> set[str]:
        """Those that a call may put something else into: it is one of a method of the object, or is given it; or it `acts`."""
        owner = node.func.value if node.func.__class__ is gast.Attribute else None
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        filled = given if acts else [keyword.value for keyword in node.keywords if keyword.arg == "out"]
        whole = {part.id for part in given if part.__class__ is gast.Name}
        lost = {attr for attr, label in self.owned.items() if label in whole} if not self._only_asks(node.func) else set()
        if owner.__class__ is gast.Name:
            lost |= self._lost_by_method(owner.id, node.func.attr)
        return lost | attributes_of(filled)

    def _only_asks(self, function: Node) -> bool:
        """Whether a function stores nothing in what it is given."""
        target = self.scope.resolve(function)
        return any(target is known for known in _ASKING)

    def _lost_by_method(self, owner: str, label: str) -> set[str]:
        """What a method may store in the object that is called `owner`: if that is this method's, it is looked for in the class."""
        own = {attr for attr, name in self.owned.items() if name == owner}
        is_this = self.scope.source.function.__code__.co_varnames[:1] == (owner,)
        stored = stored_by_method(self.methods, label) if own and is_this else None
        return own if stored is None else own & stored

    @functools.cached_property
    def methods(self) -> dict[str, list[types.CodeType]]:
        return methods_beside(self.scope.source.function)

    def _carrying(self, statements: Block) -> set[str]:
        """The variables that attributes are stored in, and the names that may be bound to what these held."""
        pairs = [pair for node in statements if node.__class__ is gast.Assign for pair in pairs_of(node)]
        found = {target.value.id for target, _ in pairs
                 if target.__class__ is gast.Attribute and target.value.__class__ is gast.Name}
        before = -1
        while before != (before := len(found)):
            found |= {label for target, value in pairs if self._may_be_kept(value, found) for label in names_in(target)}
        return found

    def _may_be_kept(self, value: Node, carrying: set[str]) -> bool:
        """Whether a value may be what an attribute holds: it is read, has a name, or what has the attribute is asked for it."""
        return any((part.__class__ is gast.Attribute and part.attr in self.stored) or (
            part.__class__ is gast.Name and part.id in carrying) for part in walk(value))


def _of_one_owner(statements: Block) -> dict[str, str]:
    """The attributes that a function names of one variable only, which it does not bind anew, and that variable."""
    owners: dict[str, set[str]] = {}
    for part in (part for node in statements for part in walk(own_expressions(node)) if part.__class__ is gast.Attribute):
        owners.setdefault(part.attr, set()).add(part.value.id if part.value.__class__ is gast.Name else "")
    bound = {"", *assigned_in(statements)}
    return {attr: min(found) for attr, found in owners.items() if len(found) == 1 and found.isdisjoint(bound)}


def _bound(node: Node) -> dict[str, Node]:
    """The attributes that a statement binds, and to what."""
    pairs = pairs_of(node) if node.__class__ is gast.Assign else []
    return {target.attr: value for target, value in pairs if target.__class__ is gast.Attribute}
