"""Takes out statements whose results nothing reads: of the primal too, where only the unneeded value needed them.

t = np.sin(x)                       ans_bar = 1.0
ans = np.sum(t)              ->     x_bar = ans_bar * np.cos(x)
x_bar = ans_bar * np.cos(x)
"""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import liveness_of
from tangentish.syntax import Block, Node


def remove_dead_code(facts: Facts) -> bool:
    """Remove what serves nothing; whether there was any.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(remove_dead_code, "t = np.sin(x)", "ans = np.sum(t)", "x_bar = np.cos(x)", "return x_bar"))
    x_bar = np.cos(x)
    return x_bar
    """
    dead = liveness_of(facts).dead
    return _prune(facts, facts.function.body, dead)


def _prune(facts: Facts, block: Block, dead: set[Node]) -> bool:
    changed = False
    kept: Block = []
    for node in block:
        if node in dead:
            changed = True
            continue
        if node.__class__ in (gast.If, gast.For, gast.While):
            changed |= _prune(facts, node.body, dead)
            changed |= _prune(facts, node.orelse, dead)
            if _is_empty(node.body) and _is_empty(node.orelse) and _header_can_go(facts, node):
                changed = True
                continue
            if not node.body:
                node.body.append(gast.Pass())
        kept.append(node)
    if changed:
        block[:] = kept
        facts.statements.removed()
    return changed


def _is_empty(block: Block) -> bool:
    return all(node.__class__ is gast.Pass for node in block)


def _header_can_go(facts: Facts, node: Node) -> bool:
    if node.__class__ is gast.While or facts.is_for_errors(node):
        return False
    if node.__class__ is gast.If:
        return facts.purity.removable(node.test)
    target = node.target
    names = [target] if target.__class__ is gast.Name else getattr(target, "elts", [None])
    if not all(n.__class__ is gast.Name and facts.is_ours(n.id) for n in names):
        if not all(
            n.__class__ is gast.Name and n.id not in facts.captured and not _read_elsewhere(facts, n.id) for n in names
        ):
            return False
    elif any(_read_elsewhere(facts, n.id) for n in names):
        return False
    iterated = node.iter
    if iterated.__class__ is gast.Call and iterated.func.__class__ is gast.Name and iterated.func.id == "reversed":
        iterated = iterated.args[0]
    if iterated.__class__ is gast.Call:
        return iterated.func.__class__ is gast.Name and iterated.func.id == "range" and facts.purity.removable(iterated)
    return iterated.__class__ is gast.Name and (facts.is_array(iterated.id) or facts.is_ours(iterated.id))


def _read_elsewhere(facts: Facts, name: str) -> bool:
    return any(facts.deep(node).reads[name] for node in facts.function.body)
