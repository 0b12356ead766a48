"""Which overwritten content the reverse sweep still reads, and has to be put back.

Going forward, the set of memory classes whose content the adjoint of some statement already passed reads; a write into
such a class (the statement's own reads included) is where the old content is kept.
"""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Array
from tangentish.derive.program import Program
from tangentish.syntax import Block, Node, names_in


class Restoring:
    """`needed` holds the uids of the statements that must keep what they overwrite."""

    def __init__(self, program: Program, reads: dict[int, set[str]], at_entry: set[str]) -> None:
        self.p, self.reads = program, reads
        self.needed: set[int] = set()
        aliases = program.aliases
        self.moved = {edge.uid for edge in aliases.edges}
        self.params = {aliases.class_of(p) for p in program.params}
        self.rebound: dict[int, frozenset[str]] = {}  # what `rebinds` has said: loops are gone through several times
        self.block(program.body, frozenset(at_entry))

    def block(self, block: Block, wanted: frozenset[str]) -> frozenset[str]:
        for node in block:
            wanted = self.statement(node, wanted)
        return wanted

    def statement(self, node: Node, wanted: frozenset[str]) -> frozenset[str]:
        own = frozenset(self.reads.get(node.uid, ()))
        if node.__class__ is gast.If:
            wanted |= own
            return self.block(node.body, wanted) | self.block(node.orelse, wanted)
        if node.__class__ in (gast.For, gast.While):
            wanted |= own
            while True:
                grown = wanted | self.block(node.body, wanted)
                if grown == wanted:
                    return wanted
                wanted = grown
        if node.__class__ is gast.With:
            return self.block(node.body, wanted | own)
        if node.__class__ is gast.Try:
            body = self.block(node.body, wanted | own)
            out = self.block(node.orelse, body)
            for handler in node.handlers:
                out |= self.block(handler.body, body | wanted)
            return self.block(node.finalbody, out)
        wanted = wanted | own
        for written in self.p.aliases.writes.get(node.uid, ()):
            if self.p.aliases.class_of(written) in wanted:
                self.needed.add(node.uid)
                own |= self.index_of(node)
        if node.uid not in self.rebound:
            self.rebound[node.uid] = self.rebinds(node)
        return (wanted - self.rebound[node.uid]) | own

    def index_of(self, node: Node) -> frozenset[str]:
        """What a store is put back by: the classes of the arrays in its index."""
        target = node.targets[0] if node.__class__ is gast.Assign else getattr(node, "target", None)
        if target.__class__ is not gast.Subscript:
            return frozenset()
        kinds = self.p.kinds.before.get(node.uid, {})
        return frozenset(self.p.aliases.class_of(n) for n in names_in(target.slice)
                         if n in kinds and not kinds[n].is_scalar)

    def rebinds(self, node: Node) -> frozenset[str]:
        """The class of a name bound to new memory that no other living name shares: its old content is out of reach."""
        if not (node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name):
            return frozenset()
        target = node.targets[0].id
        if node.uid in self.moved:
            return frozenset()
        cls = self.p.aliases.class_of(target)
        others = self.p.aliases.classes.members(cls) - {target}
        if cls in self.params or not others.isdisjoint(self.p.flow.live_after[node.uid]):
            return frozenset()
        return frozenset([cls])


def is_place(node: Node, target: Node | None, kind: object) -> bool:
    """Whether a store is into something found in something else, or may change in place what a container holds."""
    if target is None or target.__class__ not in (gast.Subscript, gast.Attribute):
        return False
    if target.value.__class__ is not gast.Name:
        return True
    return node.__class__ is gast.AugAssign and not isinstance(kind, Array)


def restores_array(program: Program, uid: int) -> bool:
    """Whether all that is put back for a statement is the content of arrays, for which no table is asked."""
    node, env, kinds = program.flow.nodes[uid], program.flow.before[uid], program.kinds.before.get(uid, {})
    target = node.targets[0] if node.__class__ is gast.Assign else getattr(node, "target", None)
    return not sets_layout(target) and all(
        isinstance(kinds.get(written), Array) and not is_place(node, target, kinds.get(written))
        for written in program.aliases.writes[uid] if written in env)


def sets_layout(target: Node | None) -> bool:
    """Whether a store is into what an array makes of its memory: `x.shape = ...`, which leaves the content as it is."""
    return target.__class__ is gast.Attribute and target.attr in ("shape", "strides", "dtype")
