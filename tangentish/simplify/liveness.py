"""Which names are read later, after each statement of a generated function.

Sets of names are whole numbers here, a bit for each name: the passes ask often.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.purity import WORLD
from tangentish.simplify.tree import bound, is_compound
from tangentish.syntax import Block, Node, child_blocks, walk_statements


class Liveness:
    """Tells what may be read after a statement; `dead` lists statements that serve nothing.

    A dead statement counts for nothing, so chains and circles of them are found at once.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.after: dict[Node, int] = {}  # statement -> the names read after it
        self.dead: set[Node] = set()
        self.bits: dict[str, int] = {}
        self.classes: dict[str, int] = {}  # class of names that may share memory -> its names
        self.heads: dict[Node, int] = {}  # loop -> what is known so far to be read when an iteration starts
        self.mask(facts.local)
        self.renew()

    def renew(self) -> None:
        """Find out again."""
        for found in (self.after, self.dead, self.heads):
            found.clear()
        self.block(self.facts.function.body, 0, 0, 0)

    def live_after(self, node: Node, name: str) -> bool:
        """Whether a name may be read after a statement."""
        return bool(self.after[node] & self.bits.get(name, 0)) or name in self.facts.captured

    def rename(self, statements: Block, old: str, new: str) -> None:
        """Take up that these statements, and what is inside them, read a name under another one."""
        before, after = self.mask([old]), self.mask([new])
        for node in walk_statements(statements):
            if self.after.get(node, 0) & before:
                self.after[node] = self.after[node] & ~before | after

    def mask(self, names: Iterable[str]) -> int:
        """A set of names as a number."""
        total = 0
        for name in names:
            bit = self.bits.get(name)
            if bit is None:
                bit = self.bits[name] = 1 << len(self.bits)
                cls = self.facts.class_of(name)
                self.classes[cls] = self.classes.get(cls, 0) | bit
            total |= bit
        return total

    def block(self, block: Block, live: int, at_break: int, at_continue: int) -> int:
        after, steps, dead = self.after, self.facts.statements.steps, self.dead
        for node in reversed(block):
            after[node] = live
            step = steps.get(node)
            if step is None:
                step = steps[node] = _Step(self, node)
            if step.compound:
                live = self.compound(node, step, live, at_break, at_continue)
            elif step.leaves:
                live = step.reads if step.leaves == 1 else at_break if step.leaves == 2 else at_continue
            elif not live & step.guard and step.can_go(self):
                dead.add(node)
            else:
                if node in dead:
                    dead.remove(node)
                live = live & ~step.kills | step.reads
        return live

    def compound(self, node: Node, step: _Step, live: int, at_break: int, at_continue: int) -> int:
        """The names live before a statement with others inside it, from those live after it."""
        if node.__class__ is gast.If:
            return (step.reads | self.block(node.body, live, at_break, at_continue)
                    | self.block(node.orelse, live, at_break, at_continue))
        if node.__class__ in (gast.For, gast.While):
            head = self.block(node.orelse, live, at_break, at_continue) | self.heads.get(node, 0)
            if node.__class__ is gast.While or not _is_range(node.iter):  # an array is read item by item
                head |= step.reads
            while True:
                new = head | (self.block(node.body, head, live, head) & ~step.kills)
                if new == head:
                    break
                head = new
            self.heads[node] = head
            return head | step.reads
        everything = live | self.mask(self.facts.deep(node).reads)  # it may be left anywhere: what it mentions stays
        for statement in (s for _, inner in child_blocks(node) for s in walk_statements(inner)):
            self.after[statement] = everything
        return everything


def _is_range(node: Node) -> bool:
    """Whether a loop is over numbers that are fixed when it starts."""
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "range"


class _Step:
    """What a statement by itself does to the set of live names."""

    __slots__ = ("compound", "going", "guard", "kills", "leaves", "node", "reads")

    def __init__(self, liveness: Liveness, node: Node) -> None:
        facts = liveness.facts
        own = facts.effects(node)
        self.node = node
        self.reads = liveness.mask(own.reads)
        self.compound = is_compound(node)
        self.leaves = (1 if node.__class__ in (gast.Return, gast.Raise) else 2 if node.__class__ is gast.Break else
                       3 if node.__class__ is gast.Continue else 0)
        self.kills, self.guard = 0, 0
        self.going: bool | None = False  # whether it is dead when no name of `guard` is live; None: not looked at yet
        if self.compound:
            self.kills = liveness.mask(bound(node.target)) if node.__class__ is gast.For else 0
            return
        if node.__class__ not in (gast.AugAssign, gast.FunctionDef, gast.ClassDef):
            self.kills = liveness.mask(own.binds)
        if facts.is_for_errors(node) or own.acts or node.__class__ not in (gast.Assign, gast.AugAssign, gast.Expr):
            return
        if not own.writes:
            if node.__class__ is gast.Expr:
                return
            needed = own.binds if node.__class__ is gast.Assign else {node.target.id}
            if not needed & facts.captured:
                self.guard, self.going = liveness.mask(needed), None
            return
        if own.binds - own.writes or own.binds & facts.captured:
            return
        world = facts.class_of(WORLD)
        classes = {facts.class_of(name) for name in own.writes}
        if world not in classes and own.writes <= facts.local:
            self.guard = liveness.mask(own.binds)
            for cls in classes:
                self.guard |= liveness.classes.get(cls, 0)
            self.going = True if node.__class__ is gast.Expr else None

    def can_go(self, liveness: Liveness) -> bool:
        """Whether the statement may be left out when nothing it makes is read."""
        if self.going is None:
            self.going = liveness.facts.purity.removable(self.node.value)
        return self.going


def liveness_of(facts: Facts) -> Liveness:
    """The liveness of a function as it is now."""
    if not isinstance(facts.liveness, Liveness):
        facts.liveness = Liveness(facts)
    elif facts.changed:
        facts.liveness.renew()
    facts.changed = False
    return facts.liveness
