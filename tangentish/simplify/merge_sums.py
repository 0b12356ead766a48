"""Adds the second contribution to an adjoint where the first is assigned.

x_bar = t_bar * y         ->        x_bar = t_bar * y + t_bar * z
x_bar += t_bar * z
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.kinds import Array, Kind
from tangentish.simplify.facts import Facts
from tangentish.simplify.nest_expressions import WIDEST, movable
from tangentish.simplify.tree import COMPREHENSIONS, FUNCTIONS, blocks_of, is_compound, walk, width
from tangentish.syntax import Block, Node, stored


def merge_sums(facts: Facts) -> bool:
    """Merge what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(merge_sums, "x_bar = y * 2.0", "x_bar += y * 3.0", "return x_bar"))
    x_bar = y * 2.0 + y * 3.0
    return x_bar
    """
    changed = False
    stored_into = _stored_into(facts)
    for block in blocks_of(facts.function):
        place = 0
        while place < len(block):
            if _is_first(facts, block[place], stored_into) and _merge(facts, block, place):
                del block[place]
                changed = True
            else:
                place += 1
    return changed


def _is_first(facts: Facts, node: Node, stored_into: set[str]) -> bool:
    """Whether a statement makes a new value for an adjoint, by arithmetic."""
    if not (node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name):
        return False
    name = node.targets[0].id
    if not (facts.is_ours(name) and facts.is_cotangent(name)) or facts.effects(node).acts:
        return False
    if node.value.__class__ in (gast.Name, gast.Constant) or facts.effects(node).impure:
        return False
    if (
        node.value.__class__ is gast.Call
        and getattr(node.value.func, "attr", getattr(node.value.func, "id", "")) == "zeros_like"
    ):
        return False
    if name in stored_into and not _has_axes(facts.kind(name)):
        return False  # a sum of arrays without axes is a number
    if facts.effects(node).scopes and any(isinstance(part, (*COMPREHENSIONS, *FUNCTIONS)) for part in walk(node.value)):
        return False
    return not facts.purity.shares(node.value)


def _has_axes(kind: Kind) -> bool:
    return isinstance(kind, Array) and bool(kind.dims)


def _stored_into(facts: Facts) -> set[str]:
    """The names of the values of which an item is written."""
    return {target.value.id for block in blocks_of(facts.function) for node in block
            if node.__class__ is gast.Assign or node.__class__ is gast.AugAssign
            for target in (node.targets if node.__class__ is gast.Assign else [node.target])
            if target.__class__ is gast.Subscript and target.value.__class__ is gast.Name}


def _merge(facts: Facts, block: Block, place: int) -> bool:
    node: Any = block[place]
    name = node.targets[0].id
    for k in range(place + 1, len(block)):
        effects = facts.deep(block[k])
        if name in effects.reads or name in effects.binds:
            break
    else:
        return False
    other: Any = block[k]
    if is_compound(other) or not (
        other.__class__ is gast.AugAssign
        and other.target.__class__ is gast.Name
        and other.target.id == name
        and other.op.__class__ in (gast.Add, gast.Sub)
    ):
        return False
    if effects.reads[name] > 1 or effects.acts or not movable(facts, node.value, block[place + 1 : k]):
        return False
    if width(node.value) + width(other) > WIDEST:
        return False
    made = gast.Assign([stored(name)], gast.BinOp(node.value, other.op, other.value), None)
    for attr in ("primal", "origin", "comment", "uid", "section"):
        if hasattr(other, attr):
            setattr(made, attr, getattr(other, attr))
    facts.touch(other)
    block[k] = made
    return True
