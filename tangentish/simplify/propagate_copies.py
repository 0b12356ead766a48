"""Does without a name that is only another name for the same object.

t_bar = y_bar             ->        x_bar = y_bar * 2.0
x_bar = t_bar * 2.0
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.simplify.effects import Effects
from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import liveness_of
from tangentish.simplify.tree import blocks_of, own_parts
from tangentish.syntax import Block, Node, child_blocks, name_nodes, walk_statements


def propagate_copies(facts: Facts) -> bool:
    """Replace copies by what they are copies of; whether there were any.

    >>> from tests.simplify.lines import simplified
    >>> lines = "y_bar = ans_bar + 1.0", "t_bar = y_bar", "x_bar = t_bar * 2.0", "return x_bar"
    >>> print(simplified(propagate_copies, *lines))
    y_bar = ans_bar + 1.0
    x_bar = y_bar * 2.0
    return x_bar
    """
    changed = False
    for block in blocks_of(facts.function):
        place = 0
        while place < len(block):
            pair = _copy(block[place])
            if pair is not None and (facts.is_ours(pair[0]) or facts.is_ours(pair[1])):
                if _forward(facts, block, place, *pair) or _backward(facts, block, place, *pair):
                    changed = True
                    continue
            place += 1
    return changed


def _copy(node: Node) -> tuple[str, str] | None:
    """The two names of `new = old`."""
    if (
        node.__class__ is gast.Assign
        and len(node.targets) == 1
        and node.targets[0].__class__ is gast.Name
        and node.value.__class__ is gast.Name
    ):
        return node.targets[0].id, node.value.id
    return None


def _forward(facts: Facts, block: Block, place: int, new: str, old: str) -> bool:
    """Read `old` where the block reads `new`."""
    if new == old:
        facts.touch(block[place])
        del block[place]
        return True
    if not facts.is_ours(new) or old not in facts.local or old in facts.captured:
        return False
    if new in facts.captured:
        return False
    end, last, escapes = len(block), place, False
    after: list[Effects] = []
    for k in range(place + 1, len(block)):
        effects = facts.deep(block[k])
        after.append(effects)
        escapes = escapes or effects.escapes
        if new in effects.reads:
            last = k
        if new in effects.binds:
            if block[k].__class__ is not gast.Assign:
                return False
            end = k + 1
            break
    if escapes:  # with the name still to be read
        return False
    for k in range(place + 1, last + 1):
        if old in after[k - place - 1].binds and not (k == last and block[k].__class__ is gast.Assign):
            return False
    liveness = liveness_of(facts)
    if block[-1] is block[place]:
        if liveness.live_after(block[place], new):
            return False
    elif (
        end == len(block)
        and block[-1].__class__ is not gast.Return
        and new not in facts.effects(block[-1]).binds
        and liveness.live_after(block[-1], new)
    ):
        return False
    for k in range(place + 1, last + 1):
        _rename(facts, block[k], new, old)
        liveness.rename([s for _, inner in child_blocks(block[k]) for s in inner] if k == last else [block[k]], new, old)
    facts.touch(block[place])
    del block[place]
    return True


def _backward(facts: Facts, block: Block, place: int, new: str, old: str) -> bool:
    """Make `old` under the name `new` in the first place, where it ends here."""
    if (
        not (facts.is_ours(old) or old == "ans_bar")
        or new in facts.captured
        or new not in facts.local
    ):
        return False
    if not (facts.is_temporary(old) or old == "ans_bar") or old in facts.captured | facts.user:
        return False
    for start in range(place - 1, -1, -1):
        effects = facts.deep(block[start])
        if old in effects.binds:
            break
        if new in effects.reads or new in effects.binds:
            return False
    else:
        return False
    node: Any = block[start]
    if not (node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name):
        return False
    liveness = liveness_of(facts)
    if any(facts.deep(node).escapes for node in block[start:place]) or liveness.live_after(block[place], old):
        return False
    for k in range(start + 1, place):
        _rename(facts, block[k], old, new)
    liveness.rename(block[start:place], old, new)
    node.targets[0].id = new
    facts.touch(node)
    facts.touch(block[place])
    copy: Any = block[place]
    if hasattr(copy, "primal"):
        node.primal = copy.primal
    del block[place]
    return True


def _rename(facts: Facts, node: Node, old: str, new: str) -> None:
    for statement in walk_statements([node]):
        if old in facts.effects(statement).reads:
            for inner in name_nodes(own_parts(statement)):
                if inner.id == old and inner.ctx.__class__ is gast.Load:
                    inner.id = new
            facts.touch(statement)
