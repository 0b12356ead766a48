"""Does without a name that is only another name for the same object.

t_bar = y_bar             ->        x_bar = y_bar * 2.0
x_bar = t_bar * 2.0
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import liveness_of
from tangentish.simplify.tree import blocks_of, own_parts, walk
from tangentish.syntax import Block, Node, child_blocks, walk_statements


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
        isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
        and isinstance(node.value, gast.Name)
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
    end, last = len(block), place
    for k in range(place + 1, len(block)):
        effects = facts.deep(block[k])
        if effects.reads[new]:
            last = k
        if new in effects.binds:
            if not isinstance(block[k], gast.Assign):
                return False
            end = k + 1
            break
    if _leaves(facts, block[place + 1 : end], new):
        return False
    for k in range(place + 1, last + 1):
        if old in facts.deep(block[k]).binds and not (k == last and isinstance(block[k], gast.Assign)):
            return False
    liveness = liveness_of(facts)
    if block[-1] is block[place]:
        if liveness.live_after(block[place], new):
            return False
    elif (
        end == len(block)
        and not isinstance(block[-1], gast.Return)
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


def _leaves(facts: Facts, block: Block, name: str) -> bool:
    """Whether control may leave the statements with a name still to be read."""
    return name in facts.captured or any(
        isinstance(node, (gast.Break, gast.Continue, gast.Try, gast.With)) for node in walk_statements(block)
    )


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
        if effects.reads[new] or new in effects.binds:
            return False
    else:
        return False
    node: Any = block[start]
    if not (isinstance(node, gast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], gast.Name)):
        return False
    liveness = liveness_of(facts)
    if _leaves(facts, block[start:place], old) or liveness.live_after(block[place], old):
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
        if facts.effects(statement).reads[old]:
            for inner in walk(own_parts(statement)):
                if isinstance(inner, gast.Name) and inner.id == old and isinstance(inner.ctx, gast.Load):
                    inner.id = new
            facts.touch(statement)
