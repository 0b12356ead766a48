"""Puts temporaries that are read once back into the expression that reads them.

t = x * x
t_2 = np.sin(t)           ->        z = np.sin(x * x) + y
z = t_2 + y
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.frontend.resolve import MISSING
from tangentish.simplify.effects import Counts
from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import Liveness, liveness_of
from tangentish.simplify.purity import WORLD
from tangentish.simplify.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    blocks_of,
    children,
    is_compound,
    replace,
    walk,
)
from tangentish.syntax import Block, Node, walk_statements

WIDEST = 92


def nest_expressions(facts: Facts) -> bool:
    """Nest what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(nest_expressions, "t = x * x", "t_2 = np.sin(t)", "x_bar = t_2 + y", "return x_bar"))
    x_bar = np.sin(x * x) + y
    return x_bar
    """
    hopeless = _hopeless(facts)
    return any([_block(facts, liveness_of(facts), block, hopeless) for block in blocks_of(facts.function)])


def _hopeless(facts: Facts) -> set[str]:
    """The names that are bound once and cannot be nested: read several times, or shown because they are the user's."""
    reads, binds = Counts(), Counts()
    for node in walk_statements(facts.function.body):
        effects = facts.effects(node)
        binds.add(effects.binds)
        for name, count in effects.reads.items():
            reads[name] = reads.get(name, 0) + count
    return {name for name, count in binds.items() if count == 1 and (reads[name] != 1 or not facts.is_temporary(name))}


def _block(facts: Facts, liveness: Liveness, block: Block, hopeless: set[str]) -> bool:
    changed = False
    place = 0
    while place < len(block):
        node: Any = block[place]
        if _is_candidate(facts, node, hopeless) and _put_back(facts, liveness, block, place):
            changed = True
        else:
            place += 1
    return changed


def _is_candidate(facts: Facts, node: Node, hopeless: set[str]) -> bool:
    return (
        isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
        and node.targets[0].id not in hopeless
        and (facts.is_temporary(node.targets[0].id) or facts.is_ours(node.targets[0].id))
        and not isinstance(node.value, (gast.Constant, gast.List, gast.Dict))
        and not facts.effects(node).impure
        and not facts.effects(node).scopes
    )


def _put_back(facts: Facts, liveness: Liveness, block: Block, place: int) -> bool:
    node: Any = block[place]
    name = node.targets[0].id
    reader = _single_reader(facts, liveness, block, place, name)
    if reader is None:
        return False
    target = block[reader]
    if not facts.is_temporary(name) and name not in facts.effects(target).binds:
        return False  # the cotangent of a name of the user's is shown, unless it is taken up into itself
    found = _find(facts, target, name)
    if found is None:
        return False
    parent, spot = found
    own = facts.statements.width(node) - len(name) - 3  # of the value alone
    if own + facts.statements.width(target) > WIDEST and not isinstance(node.value, gast.Name):
        return False
    between = block[place + 1 : reader]
    if movable(facts, node.value, between):
        del block[place]
    elif getattr(target, "section", None) == getattr(node, "section", None) and _may_come_first(facts, target, between):
        block[place] = target
        del block[reader]
    else:
        return False
    replace(parent, spot, node.value)
    facts.touch(target)
    return True


def _may_come_first(facts: Facts, reader: Any, between: Block) -> bool:
    """Whether an assignment may be made before some statements instead of after them."""
    if not (isinstance(reader, gast.Assign) and len(reader.targets) == 1 and isinstance(reader.targets[0], gast.Name)):
        return False
    made = reader.targets[0].id
    if not facts.is_ours(made) or facts.effects(reader).acts or facts.effects(reader).impure:
        return False
    if any(facts.deep(node).reads[made] or made in facts.deep(node).binds for node in between):
        return False
    return movable(facts, reader.value, between)


def _single_reader(facts: Facts, liveness: Liveness, block: Block, place: int, name: str) -> int | None:
    """The one statement of the block that reads a name, if nothing else does."""
    reader, deep = None, facts.deep
    for k in range(place + 1, len(block)):
        effects = deep(block[k])
        reads = effects.reads.get(name)
        if reads:
            if reader is not None or reads > 1 or not facts.effects(block[k]).reads[name]:
                return None
            reader = k
        if name in effects.binds:
            if not isinstance(block[k], gast.Assign) or reader is None:
                return None
            return reader
        if effects.leaves:
            return None
    if reader is None or liveness.live_after(block[-1], name):
        return None
    return reader


def _find(facts: Facts, statement: Node, name: str) -> tuple[Node, Node] | None:
    """Where a statement reads a name, if an expression may stand there and is evaluated once, before any effect."""
    if isinstance(statement, gast.If):
        roots = [statement.test]
    elif isinstance(statement, gast.For):
        roots = [statement.iter]
    elif is_compound(statement) or isinstance(statement, FUNCTIONS):
        return None
    else:
        roots = [statement]
    impure = facts.effects(statement).impure
    if impure and not is_compound(statement) and any(isinstance(part, gast.NamedExpr) for part in walk(statement)):
        return None
    for start in roots:
        if isinstance(start, gast.Name) and start.id == name:
            return statement, start
        path = _path(start, name)
        if path is None:
            continue
        *above, spot = path
        if not isinstance(spot.ctx, gast.Load):
            return None
        if any(isinstance(part, (*COMPREHENSIONS, *FUNCTIONS, gast.Starred, gast.Delete)) for part in above):
            return None
        acting = [part for part in facts.purity.impure_calls(start) if isinstance(part, gast.Call)] if impure else []
        others = [part for part in acting if not any(part is p for p in above)]
        if others or any(_looks_at_identity(facts, part) for part in acting):
            return None
        if (
            isinstance(above[-1], (gast.Subscript, gast.Attribute))
            and not isinstance(above[-1].ctx, gast.Load)
            and (above[-1].value is spot)
        ):
            return None
        return above[-1], spot
    return None


def _looks_at_identity(facts: Facts, node: Node) -> bool:
    """Calls that ask which object they get, and not only what is in it: of the table of shadows."""
    func = node.func
    if isinstance(func, gast.Attribute) and isinstance(func.value, gast.Name) and facts.is_ours(func.value.id):
        return bool(func.attr != "append" or func.value.id.startswith("shadows"))
    return isinstance(func, gast.Name) and func.id in ("primal", "augmented")


def _path(node: Node, name: str) -> list[Node] | None:
    if node.__class__ is gast.Name:
        return [node] if node.id == name else None
    if node.__class__ is gast.Constant:
        return None
    for part in children(node):
        rest = _path(part, name)
        if rest is not None:
            return [node, *rest]
    return None


def movable(facts: Facts, value: Node, between: Block) -> bool:
    """Whether an expression has the same value before some statements and after them."""
    reads = {n.id for n in walk(value) if isinstance(n, gast.Name)}
    content = {n for n in reads if n not in facts.local or not facts.is_number(n)}
    content = {n for n in content if n in facts.local or not _is_function(facts, n)}
    classes = {facts.class_of(n if n in facts.local else WORLD) for n in content}
    world = facts.class_of(WORLD)
    for node in between:
        effects = facts.deep(node)
        if effects.binds & reads:
            return False
        if (
            effects.acts
            and (content or any(isinstance(p, gast.Attribute) for p in walk(value)))
            and not (_all_private(facts, content, world))
        ):
            return False
        if any(facts.class_of(n if n in facts.local else WORLD) in classes for n in effects.writes):
            return False
    return True


def _all_private(facts: Facts, content: set[str], world: str) -> bool:
    return all(n in facts.local and facts.class_of(n) != world for n in content)


def _is_function(facts: Facts, name: str) -> bool:
    return facts.purity.callee(gast.Name(name, gast.Load(), None, None)) is not MISSING
