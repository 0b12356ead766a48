"""Does without a name that is only another name for the same object.

t_bar = y_bar             ->        x_bar = y_bar * 2.0
x_bar = t_bar * 2.0
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import Liveness
from tangentish.simplify.tree import blocks_of, own_parts, walk
from tangentish.syntax import Block, Node, walk_statements


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
    liveness: Liveness | None = None
    for block in blocks_of(facts.function):
        place = 0
        while place < len(block):
            pair = _copy(block[place])
            if pair is not None and (facts.is_ours(pair[0]) or facts.is_ours(pair[1])):
                liveness = liveness or Liveness(facts)
                if _forward(facts, liveness, block, place, *pair) or _backward(facts, liveness, block, place, *pair):
                    changed, liveness = True, None
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


def _forward(facts: Facts, liveness: Liveness, block: Block, place: int, new: str, old: str) -> bool:
    """Read `old` where the block reads `new`."""
    if new == old:
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
    if (
        end == len(block)
        and block[-1] is not block[place]
        and not isinstance(block[-1], gast.Return)
        and new not in facts.effects(block[-1]).binds
        and liveness.live_after(block[-1], new)
    ):
        return False
    if block[-1] is block[place] and liveness.live_after(block[place], new):
        return False
    if _leaves(block[place + 1 : end], new, liveness):
        return False
    for k in range(place + 1, last + 1):
        if old in facts.deep(block[k]).binds and not (k == last and isinstance(block[k], gast.Assign)):
            return False
    for k in range(place + 1, last + 1):
        _rename(facts, block[k], new, old)
    del block[place]
    facts.deep_of.clear()
    return True


def _leaves(block: Block, name: str, liveness: Liveness) -> bool:
    """Whether control may leave the statements with a name still to be read."""
    return name in liveness.facts.captured or any(
        isinstance(node, gast.Break | gast.Continue | gast.Try | gast.With) for node in walk_statements(block)
    )


def _backward(facts: Facts, liveness: Liveness, block: Block, place: int, new: str, old: str) -> bool:
    """Make `old` under the name `new` in the first place, where it ends here."""
    if (
        not (facts.is_ours(old) or old == "ans_bar")
        or liveness.live_after(block[place], old)
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
    if _leaves(block[start:place], old, liveness):
        return False
    for k in range(start + 1, place):
        _rename(facts, block[k], old, new)
    node.targets[0].id = new
    facts.touch(node)
    copy: Any = block[place]
    if hasattr(copy, "primal"):
        node.primal = copy.primal
    del block[place]
    return True


def _rename(facts: Facts, node: Node, old: str, new: str) -> None:
    for statement in walk_statements([node]):
        for part in own_parts(statement):
            for inner in walk(part):
                if isinstance(inner, gast.Name) and inner.id == old and isinstance(inner.ctx, gast.Load):
                    inner.id = new
        facts.touch(statement)
