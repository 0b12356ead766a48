"""Records values before their names are bound again, so that they need no second names.

x_old = x
t = math.cos(x)                                t = math.cos(x)
x = t * 0.5                            ->      tape.append((x, t))
tape.append((x_old, t))                        x = t * 0.5

(`propagate_copies` then does without `x_old`.)
"""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import blocks_of
from tangentish.syntax import Block, Node, names_in


def early_records(facts: Facts) -> bool:
    """Record what can be recorded earlier; whether there was anything.

    >>> from tests.simplify.lines import simplified
    >>> lines = "tape = []", "x_old = x", "t = np.cos(x)", "x = t * 0.5", "tape.append((x_old, t))", "return tape"
    >>> print(simplified(early_records, *lines))
    tape = []
    x_old = x
    t = np.cos(x)
    tape.append((x_old, t))
    x = t * 0.5
    return tape
    """
    changed = False
    for block in blocks_of(facts.function):
        for place in range(len(block) - 1, 0, -1):
            if _is_record(facts, block[place]):
                start = _earliest(facts, block, place)
                if start < place and _spares_a_name(facts, block, start, place):
                    block.insert(start, block.pop(place))
                    changed = True
    return changed


def _is_record(facts: Facts, node: Node) -> bool:
    """Whether this is `tape.append(...)` of names, as the engine writes it."""
    if node.__class__ is not gast.Expr or node.value.__class__ is not gast.Call:
        return False
    func = node.value.func
    if func.__class__ is not gast.Attribute or func.attr != "append" or func.value.__class__ is not gast.Name:
        return False
    item = node.value.args[0]
    items = item.elts if item.__class__ is gast.Tuple else [item]
    return facts.is_ours(func.value.id) and func.value.id.startswith("tape") and all(i.__class__ is gast.Name for i in items)


def _earliest(facts: Facts, block: Block, place: int) -> int:
    """The first place where all names that are recorded have been bound, and from where the record is made in any case."""
    names, tape = names_in(block[place].value), block[place].value.func.value.id
    while place > 0:
        effects = facts.deep(block[place - 1])
        if effects.binds & names or effects.escapes or effects.reads[tape]:
            break
        place -= 1
    return place


def _spares_a_name(facts: Facts, block: Block, start: int, place: int) -> bool:
    """Whether one of the names that are recorded is a copy of one that is bound between the two places, and not before."""
    names = names_in(block[place].value)
    for k, node in enumerate(block[:start]):
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.value.__class__ is gast.Name and (
                node.targets[0].id in names and facts.is_ours(node.targets[0].id)):
            other = node.value.id
            if not any(other in facts.deep(n).binds for n in block[k + 1 : start]) and any(
                    other in facts.deep(n).binds for n in block[start:place]):
                return True
    return False
