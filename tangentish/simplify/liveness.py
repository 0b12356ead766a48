"""Which names are read later, after each statement of a generated function."""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.purity import WORLD
from tangentish.simplify.tree import bound
from tangentish.syntax import Block, Node, child_blocks

Live = frozenset[str]
NONE: Live = frozenset()


class Liveness:
    """`after[id(statement)]` is the set of names read after a statement; `dead` lists statements that serve nothing.

    A dead statement counts for nothing, so chains and circles of them are found at once.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.after: dict[int, Live] = {}
        self.dead: set[int] = set()
        self.removable: dict[int, bool] = {}
        self.classes: dict[str, Live] = {}
        self.block(facts.function.body, NONE, NONE, NONE)

    def live_after(self, node: Node, name: str) -> bool:
        """Whether a name may be read after a statement."""
        return name in self.after[id(node)] or name in self.facts.captured

    def block(self, block: Block, live: Live, at_break: Live, at_continue: Live) -> Live:
        for node in reversed(block):
            self.after[id(node)] = live
            live = self.statement(node, live, at_break, at_continue)
        return live

    def statement(self, node: Node, live: Live, at_break: Live, at_continue: Live) -> Live:
        """The names live before a statement, from those live after it."""
        facts = self.facts
        own = facts.effects(node)
        if isinstance(node, gast.If):
            return (
                frozenset(own.reads)
                | self.block(node.body, live, at_break, at_continue)
                | self.block(node.orelse, live, at_break, at_continue)
            )
        if isinstance(node, gast.For | gast.While):
            past = self.block(node.orelse, live, at_break, at_continue)
            targets = bound(node.target) if isinstance(node, gast.For) else set()
            head = past if isinstance(node, gast.For) else past | frozenset(own.reads)
            while True:
                new = head | (self.block(node.body, head, live, head) - targets)
                if new == head:
                    break
                head = new
            return head | frozenset(own.reads)
        if any(True for _ in child_blocks(node)) or isinstance(node, gast.Try | gast.With):
            return self.opaque(node, live)
        if isinstance(node, gast.Return | gast.Raise):
            return frozenset(own.reads)
        if isinstance(node, gast.Break):
            return at_break
        if isinstance(node, gast.Continue):
            return at_continue
        if self.serves_nothing(node, live):
            self.dead.add(id(node))
            return live
        self.dead.discard(id(node))
        if isinstance(node, gast.AugAssign | gast.FunctionDef | gast.ClassDef):
            return live | frozenset(own.reads)
        return (live - own.binds) | frozenset(own.reads)

    def opaque(self, node: Node, live: Live) -> Live:
        """A statement that may be left anywhere: whatever it mentions stays."""
        everything = live | frozenset(self.facts.deep(node).reads)
        self.freeze(node, everything)
        return everything

    def freeze(self, node: Node, live: Live) -> None:
        for _, inner in child_blocks(node):
            for statement in inner:
                self.after[id(statement)] = live
                self.freeze(statement, live)

    def serves_nothing(self, node: Node, live: Live) -> bool:
        facts = self.facts
        own = facts.effects(node)
        if own.acts:
            return False
        if isinstance(node, gast.Assign) and not own.writes:
            return not (own.binds & live) and not (own.binds & facts.captured) and self.can_go(node.value, node)
        if isinstance(node, gast.AugAssign) and not own.writes:
            name = node.target.id
            return name not in live and name not in facts.captured and self.can_go(node.value, node)
        if not own.writes or not isinstance(node, gast.Assign | gast.AugAssign | gast.Expr):
            return False
        if own.binds - own.writes or own.binds & (live | facts.captured):
            return False
        return all(self.private(name, live) for name in own.writes) and (
            isinstance(node, gast.Expr) or self.can_go(node.value, node)
        )

    def private(self, name: str, live: Live) -> bool:
        """Whether nobody will look at the memory of a name any more."""
        facts = self.facts
        cls = facts.class_of(name)
        if name == WORLD or name not in facts.local or cls == facts.class_of(WORLD):
            return False
        return not any(facts.class_of(n) == cls for n in live)

    def can_go(self, value: Node, node: Node) -> bool:
        if id(node) not in self.removable:
            self.removable[id(node)] = self.facts.purity.removable(value)
        return self.removable[id(node)]
