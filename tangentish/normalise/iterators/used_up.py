"""Refuses iterators that are not used up at once: they are followed as the lists of what they give.

A list is the same thing only where an iterator is gone through once, by one reader, before anything that it reads has
changed.  A view of a dict may be read again, as long as the dict has not changed.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.iterators.makers import lazy, stored_in
from tangentish.analysis.iterators.uses import names_of_lists
from tangentish.frontend.resolve import Scope
from tangentish.normalise.iterators.held import Held, Makers, State
from tangentish.normalise.iterators.in_expressions import Uses
from tangentish.normalise.iterators.to_the_end import ToTheEnd
from tangentish.normalise.iterators.unseen import CHECKS, checked, is_looked_up_again, names_gone_through
from tangentish.normalise.iterators.used import places_in
from tangentish.syntax import Block, Node, name_nodes, names_in, own_expressions, walk, walk_statements

MAKING = (gast.Call, gast.GeneratorExp, gast.Attribute)


def check_iterators(body: Block, activity: Activity, scope: Scope, externs: dict[str, Any]) -> Block:
    """Raise `UnsupportedError` where a name that holds an active iterator is used as a list cannot be.

    The body comes back with checks of what can only be known when it runs; they are put into `externs`.
    """
    makers, parts = Makers(body, scope), walk(body)
    gone_through = names_gone_through(parts, scope)
    looked_for = gone_through.names or gone_through.loops
    making = [part for part in parts if part.__class__ in MAKING]
    if not any(makers.kind(part) or (looked_for and makers.unseen(part)) for part in making):
        return body
    check = _Check(body, activity, makers, gone_through, scope.source.filename)
    check.block(body, {})
    ends = ToTheEnd(body, activity, check.acting)
    for node in walk_statements(body):
        ends.check(node)
    check.unsure += ends.unsure
    if check.unsure:
        externs |= CHECKS
        scope.imports.update(CHECKS)
    return checked(body, check.unsure)


class _Check(Uses):
    """The walk over the statements."""

    @functools.cached_property
    def lists(self) -> set[str]:
        """Names of lists, which `+=` adds the items of an iterator to."""
        return names_of_lists(self.body) & names_of_lists(self.scope.source.tree)  # which knows the parameters

    def block(self, block: Block, state: State) -> State:
        for node in block:
            state = self.statement(node, state)
        return state

    def statement(self, node: Node, state: State) -> State:
        if node.__class__ in (gast.For, gast.While):
            return self.loop(node, state)
        state = self.met_at_once(node, state)
        if node.__class__ is gast.AugAssign and getattr(node.target, "id", None) not in self.lists:
            self.operated([node.value], state, node)
        for part in own_expressions(node):
            state = self.uses(part, state, node)
        state = self.changed(node, state)
        if node.__class__ is gast.Assign:
            for target in node.targets:
                state = self.bound(target, node.value, state)
        elif node.__class__ is gast.If:
            return self.either(self.block(node.body, state), self.block(node.orelse, state))
        elif node.__class__ is gast.Try:
            state = self.block(node.body, state)
            for handler in node.handlers:
                state = self.either(state, self.block(handler.body, state))
            state = self.block([*node.orelse, *node.finalbody], state)
        elif node.__class__ is gast.With:
            state = self.block(node.body, state)
        return state

    def met_at_once(self, node: Node, state: State) -> State:
        """The state where a statement meets what the items of an iterator write into before it uses these up."""
        names = name_nodes(own_expressions(node)) if any(held.acts or held.asked for held in state.values()) else []
        found = dict(state)
        for place, used in enumerate(names):
            held = state.get(used.id)
            if held is not None and used.ctx.__class__ is gast.Load and self.is_met(held, names[:place]):
                found[used.id] = replace(held, stale=True)
        return found

    def loop(self, node: Node, state: State) -> State:
        """A body runs many times: what it uses once, it uses more than once."""
        head = [node.iter] if node.__class__ is gast.For else []
        for part in head:
            state = self.uses(part, state, node)
            lazy = [n for n in names_in(part) if n in state and not state[n].view]
            held = [state[n] for n in sorted(lazy)] + [self.held(made) for made in self.makers.snapshots(part, True)]
            self.stays(node, held)
        for _ in range(2):
            if node.__class__ is gast.While:
                state = self.uses(node.test, state, node)
            state = self.either(state, self.block(node.body, state))
        return self.block(node.orelse, state)

    def stays(self, loop: Node, held: list[Held]) -> None:
        """Refuse a statement in a loop over an iterator that changes what the iterator has yet to read."""
        for statement in walk_statements(loop.body):
            for one in held:
                leaves = statement.__class__ in (gast.Break, gast.Return)
                if leaves and self.acts(one):
                    raise self.refused("the loop may leave items, and functions that are called for each of them write", loop)
                after = self.changed(statement, {"": one}, stored_in(loop.target))[""]
                self.doubt(after)
                if not ((after.stale or after.suspects) and self.active(one)):
                    continue
                if one.maybe and is_looked_up_again(one.made.func):
                    self.unsure.append(("check_gives_no_iterator", one.made, () if after.stale else after.suspects))
                else:
                    raise self.refused("the body of this loop changes what the iterator has yet to read", statement)

    def either(self, left: State, right: State) -> State:
        """What is known after one of two ways, of which nobody knows which is taken."""
        found = dict(left)
        for key, held in right.items():
            other = found.get(key)
            found[key] = held if other is None else replace(
                held, used=max(held.used, other.used), stale=held.stale or other.stale, suspects=held.suspects + other.suspects)
        return found

    def bound(self, target: Node, value: Node, state: State) -> State:
        """The state after `target = value`."""
        if target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List) and len(
                target.elts) == len(value.elts):
            for one, item in zip(target.elts, value.elts, strict=True):
                state = self.bound(one, item, state)
            return state
        gone = {key: held for key, held in state.items() if key not in stored_in(target)}
        if target.__class__ is gast.Name and value.__class__ is gast.IfExp:
            return self.either(self.bound(target, value.body, gone), self.bound(target, value.orelse, gone))
        kept = self.makers.kept(value, state)
        if not kept and target.__class__ is gast.Name and target.id in self.gone_through.names and self.makers.unseen(value):
            kept = [value]
        if target.__class__ in (gast.Tuple, gast.List):  # which take the items of an iterator
            kept = [part for part in kept if part is not value or self.holds(part, state)]
        if not kept:
            return gone
        parts = [self.known(part, state) for part in kept]
        if target.__class__ in (gast.Tuple, gast.List):
            parts = [replace(held, maybe=held.made is value) for held in parts]
        if target.__class__ in (gast.Subscript, gast.Attribute):
            self.stored(target, kept, parts)
            return gone
        held = replace(functools.reduce(Held.beside, parts), used=0)
        if kept[0] is not value:
            again = {label for made in getattr(value, "generators", ()) for label in stored_in(made.target)}
            places = places_in(value, lambda part: self.makers.kind(part) == "iterator" or (
                part.__class__ is gast.Name and part.id in state))
            held = replace(held, inside=True, places=places, taken=frozenset(), stale=held.stale or bool(held.late & again))
        return {**gone, **dict.fromkeys(stored_in(target), held)}

    def holds(self, part: Node, state: State) -> bool:
        """Whether what an expression gives may be more than an iterator: what holds some."""
        if part.__class__ is gast.Call:
            return not lazy(part, self.scope)
        return part.__class__ is not gast.GeneratorExp and part.__class__ is not gast.Attribute and self.known(part, state).inside
