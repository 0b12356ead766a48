"""Leaves a region as it is that is emptied and gets back what it held.

t_bar = u_bar[1:-1].copy()
u_bar[1:-1] = 0.0                              t_bar = u_bar[1:-1].copy()
u_bar[:-2] += 0.1 * t_bar              ->      u_bar[:-2] += 0.1 * t_bar
u_bar[1:-1] += t_bar

That is what the adjoint of `u[1:-1] = u[1:-1] + ...` does, which is that of `u[1:-1] += ...`.
"""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.regions import adds_to, is_entry, is_region, only_adds
from tangentish.simplify.tree import blocks_of, same
from tangentish.syntax import Block, Node, is_constant, names_in


def kept_regions(facts: Facts) -> bool:
    """Leave what can be as it is; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> lines = "t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[:-1] += t_bar * n", "x_bar[1:] += t_bar"
    >>> print(simplified(kept_regions, "x_bar = 2.0 * x", *lines))
    x_bar = 2.0 * x
    t_bar = x_bar[1:].copy()
    x_bar[:-1] += t_bar * n
    """
    changed = False
    for block in blocks_of(facts.function):
        for place in range(len(block) - 2, 0, -1):
            later = _given_back(facts, block, place)
            if later is not None:
                for gone in (later, place):
                    facts.touch(block[gone])
                    del block[gone]
                changed = True
    return changed


def _given_back(facts: Facts, block: Block, place: int) -> int | None:
    """Where the region that is emptied at a place gets back what it held just before."""
    empty, first = block[place], block[place - 1]
    if not (empty.__class__ is first.__class__ is gast.Assign and is_constant(empty.value, 0.0)
            and first.targets[0].__class__ is gast.Name and facts.is_ours(first.targets[0].id)):
        return None
    region, held = empty.targets[0], first.targets[0].id
    if is_region(facts, region):
        if not same(_copied(first.value), region) or facts.class_of(held) == facts.class_of(region.value.id):
            return None
    elif not (is_entry(facts, region) and same(first.value, region)):
        return None
    kept = names_in(region) | {held}
    for k in range(place + 1, len(block)):
        node = block[k]
        if adds_to(node) and node.op.__class__ is gast.Add and same(node.target, region) and (
                node.value.__class__ is gast.Name and node.value.id == held):
            return k
        if not only_adds(facts, node, region, held, kept):
            return None
    return None


def _copied(node: Node) -> Node | None:
    """`x` in `x.copy()`."""
    is_copy = node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr == "copy" and not node.args
    return node.func.value if is_copy else None
