"""Puts temporaries that are read once back into the expression that reads them.

t = x * x
t_2 = np.sin(t)           ->        z = np.sin(x * x) + y
z = t_2 + y
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from tangentish.frontend.resolve import MISSING
from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import Liveness, liveness_of
from tangentish.simplify.purity import WORLD
from tangentish.simplify.tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    blocks_of,
    extra_width,
    is_compound,
    replace,
    walk,
)
from tangentish.syntax import Block, Node, names_in, path_to, walk_statements

WIDEST = 92
LITERALS = (gast.Constant, gast.List, gast.Dict)
ONCE = (*COMPREHENSIONS, *FUNCTIONS, gast.Starred, gast.Delete)  # what is in these is not evaluated once


def nest_expressions(facts: Facts) -> bool:
    """Nest what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(nest_expressions, "t = x * x", "t_2 = np.sin(t)", "x_bar = t_2 + y", "return x_bar"))
    x_bar = np.sin(x * x) + y
    return x_bar
    """
    survey = _Survey(facts)
    return any([_block(facts, liveness_of(facts), block, survey) for block in blocks_of(facts.function)])


class _Survey:
    """What is known of the names that are bound once.

    `hopeless` are those that cannot be nested: read several times, or shown because they are the user's.  `readers` are the
    statements that read the others; nesting moves what a statement reads to another one, and `move` follows that.
    """

    leaving: Node | None = None  # the last statement, of the block looked at, that may break out of it

    def __init__(self, facts: Facts) -> None:
        reads: dict[str, int] = {}
        binds: dict[str, int] = {}
        readers: dict[str, Node] = {}
        for node in walk_statements(facts.function.body):
            effects = facts.effects(node)
            for name in effects.binds:
                binds[name] = binds.get(name, 0) + 1
            for name, count in effects.reads.items():
                reads[name] = reads.get(name, 0) + count
                readers[name] = node
        once = {name for name, count in binds.items() if count == 1}
        self.hopeless = {name for name in once if reads.get(name) != 1 or not facts.is_temporary(name)}
        self.readers = {name: readers[name] for name in once if reads.get(name) == 1}

    def move(self, names: Iterable[str], target: Node) -> None:
        """Note that what a statement read is now read by another one."""
        for name in names:
            if name in self.readers:
                self.readers[name] = target


def _block(facts: Facts, liveness: Liveness, block: Block, survey: _Survey) -> bool:
    changed = False
    survey.leaving = next((node for node in reversed(block) if facts.deep(node).leaves), None)
    place = 0
    while place < len(block):
        node: Any = block[place]
        if node.__class__ is gast.Assign and _is_candidate(facts, node, survey.hopeless) and (
                _put_back(facts, liveness, block, place, survey)):
            changed = True
        else:
            place += 1
    return changed


def _is_candidate(facts: Facts, node: Node, hopeless: set[str]) -> bool:
    target = node.targets[0]
    if len(node.targets) != 1 or target.__class__ is not gast.Name or target.id in hopeless or (
            node.value.__class__ in LITERALS):
        return False
    if not (facts.is_temporary(target.id) or facts.is_ours(target.id)):
        return False
    effects = facts.effects(node)
    return not (effects.actions or effects.scopes)


def _put_back(facts: Facts, liveness: Liveness, block: Block, place: int, survey: _Survey) -> bool:
    node: Any = block[place]
    name = node.targets[0].id
    if name in survey.readers:
        reader = _known_reader(liveness, block, place, survey)
    else:
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
    before = facts.statements.width(target)
    if own + before > WIDEST and node.value.__class__ is not gast.Name:
        return False
    between = block[place + 1 : reader]
    if movable(facts, node.value, between):
        del block[place]
    elif getattr(target, "section", None) == getattr(node, "section", None) and _may_come_first(facts, target, between):
        block[place] = target
        del block[reader]
    else:
        return False
    survey.move(facts.effects(node).reads, target)
    more = own - len(name) + extra_width(parent, spot, node.value)
    replace(parent, spot, node.value)
    facts.touch(target)
    facts.statements.widths[target] = before + more
    return True


def _may_come_first(facts: Facts, reader: Any, between: Block) -> bool:
    """Whether an assignment may be made before some statements instead of after them."""
    if not (reader.__class__ is gast.Assign and len(reader.targets) == 1 and reader.targets[0].__class__ is gast.Name):
        return False
    made = reader.targets[0].id
    if not facts.is_ours(made) or facts.effects(reader).acts or facts.effects(reader).impure:
        return False
    if any(facts.deep(node).reads[made] or made in facts.deep(node).binds for node in between):
        return False
    return movable(facts, reader.value, between)


def _known_reader(liveness: Liveness, block: Block, place: int, survey: _Survey) -> int | None:
    """Where in the block the one statement is that reads what is bound here alone."""
    name = block[place].targets[0].id
    try:
        found = block.index(survey.readers[name], place + 1)
    except ValueError:
        return None
    if survey.leaving is not None and block.index(survey.leaving) > place:
        return None
    return None if liveness.live_after(block[-1], name) else found


def _single_reader(facts: Facts, liveness: Liveness, block: Block, place: int, name: str) -> int | None:
    """The one statement of the block that reads a name, if nothing else does."""
    reader, deep = None, facts.deep
    for k in range(place + 1, len(block)):
        effects = deep(block[k])
        if name in effects.reads:
            if reader is not None or effects.reads[name] > 1 or name not in facts.effects(block[k]).reads:
                return None
            reader = k
        if name in effects.binds:
            if block[k].__class__ is not gast.Assign or reader is None:
                return None
            return reader
        if effects.leaves:
            return None
    if reader is None or liveness.live_after(block[-1], name):
        return None
    return reader


def _find(facts: Facts, statement: Node, name: str) -> tuple[Node, Node] | None:
    """Where a statement reads a name, if an expression may stand there and is evaluated once, before any effect."""
    if statement.__class__ is gast.If:
        roots = [statement.test]
    elif statement.__class__ is gast.For:
        roots = [statement.iter]
    elif is_compound(statement) or statement.__class__ in FUNCTIONS:
        return None
    else:
        roots = [statement]
    effects = facts.effects(statement)
    if effects.actions and not is_compound(statement) and any(
            [part.__class__ is gast.NamedExpr for part in (walk(statement) if effects.scopes else effects.actions)]):
        return None
    for start in roots:
        if start.__class__ is gast.Name and start.id == name:
            return statement, start
        path = path_to(start, name)
        if path is None:
            continue
        *above, spot = path
        if spot.ctx.__class__ is not gast.Load:
            return None
        if any([part.__class__ in ONCE for part in above]):
            return None
        actions = facts.purity.impure_calls(start) if statement.__class__ is gast.For else effects.actions
        acting = [part for part in actions if part.__class__ is gast.Call]
        others = [part for part in acting if not any(part is p for p in above)]
        if others or any(_looks_at_identity(facts, part) for part in acting):
            return None
        if (
            above[-1].__class__ in (gast.Subscript, gast.Attribute)
            and above[-1].ctx.__class__ is not gast.Load
            and (above[-1].value is spot)
        ):
            return None
        return above[-1], spot
    return None


def _looks_at_identity(facts: Facts, node: Node) -> bool:
    """Calls that ask which object they get, and not only what is in it: of the table of shadows."""
    func = node.func
    if func.__class__ is gast.Attribute and func.value.__class__ is gast.Name and facts.is_ours(func.value.id):
        return bool(func.attr != "append" or func.value.id.startswith(("shadows", "tangents")))
    return func.__class__ is gast.Name and func.id in ("primal", "pushforward", "augmented")


def movable(facts: Facts, value: Node, between: Block) -> bool:
    """Whether an expression has the same value before some statements and after them."""
    if not between:
        return True
    reads = names_in(value)
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
            and (content or any(p.__class__ is gast.Attribute for p in walk(value)))
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
