"""Branches that do no more than to bring containers up to date, which may be done for the same point again.

    if not np.array_equal(x, LAST):
        LAST[:] = x
        RESULT[:] = slow(x)

What comes out is compared with what was there (`runtime/isolated.py`).
"""

from __future__ import annotations

import types
from typing import NamedTuple

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.keys_set import pairs_of
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.out_arguments import writes_first
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.memories.keepers import Keepers, overlap, shown_by, targets_of
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, name, names_in, own_expressions, walk, walk_statements

_PLAIN = (gast.Assign, gast.AugAssign, gast.Expr, gast.For, gast.While, gast.If, gast.Pass)


class BroughtUp(NamedTuple):
    """What the test of a branch says where what was kept is used, and what is the same `before` and `after` for the same point."""

    same: bool
    before: Block
    after: Block


def brought_up(node: Node, keepers: Keepers, statements: Block) -> BroughtUp | None:
    """This of a branch of which one way brings containers up to date; None where the ways differ in more than that."""
    filling = [way for way in (node.body, node.orelse) if keepers.stored_in(way)]
    if len(filling) != 1:
        return None
    others, kept = filling[0], node.orelse if filling[0] is node.body else node.body
    found, given = _containers(others, keepers), _given(kept, keepers)
    if found is None or given is None:
        return None
    inside = {id(part) for inner in walk_statements([node]) for part in walk(inner)} - {id(part) for part in walk(node.test)}
    read = {part.id for inner in statements for part in walk(own_expressions(inner)) if part.__class__ is gast.Name
            and part.ctx.__class__ is gast.Load and id(part) not in inside}
    own = assigned_in(others)
    if not given.keys() <= own or (own - given.keys()) & {*read, "ans"} or own & names_in(found):
        return None
    return BroughtUp(kept is node.body, [*found, *given.values()], [*found, *map(name, given)])


def _given(block: Block, keepers: Keepers) -> dict[str, Node] | None:
    """What a block binds names to; None if it does anything else, or one follows from another."""
    pairs = [pair for node in block if node.__class__ is gast.Assign for pair in pairs_of(node)]
    found = {getattr(target, "id", ""): value for target, value in pairs}
    acts = Effectful(keepers.scope)
    plain = all(node.__class__ in (gast.Assign, gast.Pass) for node in block) and "" not in found
    calls = [part for part in walk(list(found.values())) if part.__class__ in (gast.Call, gast.NamedExpr)]
    return found if plain and not names_in(list(found.values())) & found.keys() and not any(
        part.__class__ is gast.NamedExpr or acts(part) for part in calls) else None


def _containers(block: Block, keepers: Keepers) -> Block | None:
    """The containers that a block writes into, each once; None if it may do anything else."""
    found: dict[str, Node] = {}
    for node in walk_statements(block):
        if node.__class__ not in _PLAIN:
            return None
        written = [part for part in targets_of(node) if part.__class__ is not gast.Name]
        for part in [part for part in walk(own_expressions(node)) if part.__class__ is gast.Call]:
            stored = keepers.written_by(part)
            if _does_more(part, stored, keepers):
                return None
            written += stored
        for part in written:
            places = keepers.place(part)
            if not places or not any(overlap(places[0], other) for other in keepers.places):
                return None
            found.setdefault(places[0][0], shown_by(part)[0])
    return list(found.values())


def _does_more(node: Node, stored: Block, keepers: Keepers) -> bool:
    """Whether a call may write into anything but what it is seen to store in."""
    target = keepers.scope.resolve(node.func)
    if isinstance(target, types.FunctionType) and lookup(target) is None:
        return effects_met(target, keepers.scope.own).opaque
    return not stored and not writes_first(target) and Effectful(keepers.scope)(node)
