"""Regions of adjoints, and what may stand between two statements that update one of them."""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import is_compound, root
from tangentish.syntax import Block, Node, is_constant, names_in

PLUS_MINUS = (gast.Add, gast.Sub)


def is_region(facts: Facts, node: Node) -> bool:
    """Whether this is a part of an adjoint of ours by slices and whole numbers: each of its entries is in it once.

    The numbers are literals and names: an item of a list may be another one later, though no name is bound anew.
    """
    items = _items(facts, node)
    return any(item.__class__ is gast.Slice for item in items) and all(
        all(is_number(facts, part) for part in (item.lower, item.upper, item.step) if part is not None)
        if item.__class__ is gast.Slice else is_constant(item, Ellipsis, None) or is_number(facts, item) for item in items)


def is_entry(facts: Facts, node: Node) -> bool:
    """Whether this is one entry of an adjoint of ours."""
    items = _items(facts, node)
    return bool(items) and len(items) == facts.rank(node.value.id) and all(is_number(facts, item) for item in items)


def _items(facts: Facts, node: Node) -> Block:
    """The indices into an array that is an adjoint of ours; none for anything else."""
    if node.__class__ is not gast.Subscript or node.value.__class__ is not gast.Name:
        return []
    owner = node.value.id
    if not (facts.is_ours(owner) and facts.is_cotangent(owner) and facts.rank(owner)):
        return []
    return node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]


def is_number(facts: Facts, node: Node) -> bool:
    """Whether an expression is made of numbers."""
    if node.__class__ is gast.BinOp:
        return node.op.__class__ in (*PLUS_MINUS, gast.Mult, gast.Div) and all(
            is_number(facts, side) for side in (node.left, node.right))
    if node.__class__ is gast.UnaryOp:
        return node.op.__class__ is gast.USub and is_number(facts, node.operand)
    if node.__class__ is gast.Name:
        return node.id in facts.local and node.id not in facts.captured and facts.is_number(node.id)
    return node.__class__ is gast.Constant and node.value.__class__ in (int, float)


def adds_to(node: Node) -> bool:
    """Whether a statement is `x[...] += v` or `x[...] -= v`."""
    return (node.__class__ is gast.AugAssign and node.op.__class__ in PLUS_MINUS
            and node.target.__class__ is gast.Subscript)


def only_adds(facts: Facts, node: Node, region: Node, held: str, kept: set[str]) -> bool:
    """Whether a statement neither reads the array of a region nor writes into it, but for adding something to it.

    Nor does it write into `held`, which was made from the region, or bind one of the names to be `kept`.
    """
    owner, effects = region.value.id, facts.deep(node)
    memory, own = facts.class_of(owner), facts.class_of(held)
    if is_compound(node) or effects.acts or effects.escapes or effects.binds & kept or own == memory:
        return False
    adds = adds_to(node)
    read = names_in(node.value) | names_in(node.target.slice) if adds else set(effects.reads)
    touched = read | (effects.writes - {owner} if adds and root(node.target) == owner else effects.writes)
    return not any(facts.class_of(n) == memory for n in touched if n in facts.local) and not any(
        facts.class_of(n) == own for n in effects.writes if n in facts.local)
