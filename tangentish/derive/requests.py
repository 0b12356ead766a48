"""Which versions of names the reverse sweep asks for: what is kept, taped, or computed again."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Sequence, scalar_type
from tangentish.analysis.versions import Version
from tangentish.derive.unbound import surely_read
from tangentish.normalise.lower import is_simple
from tangentish.syntax import (
    Block,
    Node,
    breadth_first,
    child_blocks,
    name_nodes,
    walk,
    walk_statements,
)

EXITS = {gast.Break, gast.Continue}
SHAPES = frozenset(["shape", "ndim", "size"])


class Requests:
    """The part of `Recorder` that decides."""

    def request_in(self, block: Block) -> None:
        for node in block:
            for part in breadth_first(node):
                if part.__class__ is gast.Name and "@" in part.id:
                    version = self.r.tags[part.id]
                    self.request(version, not version.definite and self.has_read(node, version))

    def has_read(self, node: Node, version: Version) -> bool:
        """Whether the primal has read a version, under a name that means it still, when a statement of the reverse sweep is run."""
        if version.loops or self.is_overwritten(version) or not hasattr(node, "primal"):
            return False
        uid, label = node.primal.uid, version.name
        return self.flow.before[uid].get(label) is version and label in surely_read(self.flow.nodes[uid])

    def request(self, version: Version, bound: bool = False) -> None:
        """Make a version available where the reverse sweep reads it; it is surely `bound` there if this says so."""
        if not version.definite and version.name not in self.pseudo and not bound and version not in self.uncertain:
            self.uncertain.append(version)
        if version.number in self.seen:
            return
        self.seen.add(version.number)
        if version.kind in ("entry", "left"):
            self.stay.add(version.name)
        if not version.loops:
            if self.is_overwritten(version):
                self.keep(version)
            return
        loop = version.loops[-1]
        node = self.flow.nodes[loop]
        if (version.kind == "head" and node.__class__ is gast.For and node.target.__class__ is gast.Name
                and node.target.id == version.name and not self.rebound_in(node.body, version.name)):
            self.targets.add(loop)
            return
        if self.recompute(version):
            return
        self.tapes.setdefault(loop, []).append(version)
        if version.kind == "left":  # what the name stands for when the iteration is recorded
            self.label[version.number] = self.p.names.fresh(f"{version.name}_left")
            return
        if self.is_overwritten(version) or (
                version.name not in self.pseudo and version.kind != "head" and self.conditional(version, node)
                and version.name in self.flow.live_before.get(node.body[0].uid, frozenset())):
            self.keep(version)

    def conditional(self, version: Version, loop: Node) -> bool:
        """Whether an iteration may end without having made this version."""
        direct = bool(version.branches) and version.branches[-1] == (loop.uid, "body")
        return not direct or bool(self.exits(loop)) or hasattr(loop, "partial")

    def exits(self, loop: Node) -> set[type]:
        """The kinds of exits, `break` and `continue`, in a loop of the primal; what the primal sweep adds has none."""
        if loop.uid not in self.exits_of:
            self.exits_of[loop.uid] = {node.__class__ for node in _own(loop.body)} & EXITS
        return self.exits_of[loop.uid]

    def is_overwritten(self, version: Version) -> bool:
        return version.name not in self.pseudo and self.flow.overwritten(version)

    def rebound_in(self, block: Block, identifier: str) -> bool:
        return any(uid in {s.uid for s in walk_statements(block)} for uid, _ in self.flow.definitions.get(identifier, []))

    def keep(self, version: Version) -> None:
        self.kept[version.number] = self.p.names.fresh(f"{version.name}_{'in' if version.kind == 'param' else 'old'}"
                                                       if version.kind != "def" else f"{version.name}_0")

    def recompute(self, version: Version) -> bool:
        """Arrange for a cheap value to be computed again in the reverse sweep; False if it is to be recorded."""
        node = self.flow.nodes.get(version.site)
        if version.kind != "def" or node.__class__ is not gast.Assign or version.name in self.pseudo:
            return False
        if not (len(node.targets) == 1 and node.targets[0].__class__ is gast.Name) or not self.cheap(node.value, node.uid):
            return False
        if self.conditional(version, self.flow.nodes[version.loops[-1]]):
            return False
        if self.is_overwritten(version) or any(v.name == version.name for v in self.again.get(version.loops[-1], [])):
            self.label[version.number] = self.p.names.fresh(version.name)
        self.again.setdefault(version.loops[-1], []).append(version)
        value = self.r.at(node.value, self.flow.before[node.uid])
        version.recomputed = value
        for part in breadth_first(value):
            if part.__class__ is gast.Name and "@" in part.id:
                self.request(self.r.tags[part.id])
        return True

    def cheap(self, value: Node, uid: int) -> bool:
        env = self.p.kinds.before.get(uid, {})
        if value.__class__ in (gast.Name, gast.Constant):
            return True
        if value.__class__ is gast.Attribute:
            return value.attr in SHAPES and value.value.__class__ is gast.Name
        if value.__class__ in (gast.BinOp, gast.UnaryOp, gast.Compare):
            kind = self.p.kinds.after.get(uid, {}).get(self.flow.nodes[uid].targets[0].id)
            return (is_simple(value) or (value.__class__ is gast.Compare and is_simple(value.left) and is_simple(
                value.comparators[0]))) and kind is not None and kind.is_scalar and all(
                self.p.kinds.expr(n, env).is_scalar for n in name_nodes(value)) and (
                not self.p.activity.expr(value))
        if value.__class__ is gast.Subscript and value.value.__class__ is gast.Name:
            base = env.get(value.value.id)
            if not isinstance(base, Array) or not self.plain_index(value.slice, env):
                return False
            result = self.p.kinds.after.get(uid, {}).get(self.flow.nodes[uid].targets[0].id)
            if isinstance(result, Array):
                return True
            return not self.may_change(value.value)
        return False

    def may_change(self, node: Node) -> bool:
        """Whether something is written into that a name may share memory with."""
        return self.p.aliases.is_written(node.id)

    def plain_index(self, index: Node, env: object) -> bool:
        items = index.elts if index.__class__ is gast.Tuple else [index]
        for item in items:
            if not all(self.p.kinds.expr(part, env).is_scalar for part in name_nodes(item)):
                return False  # an array of no axes may be changed in place
            if item.__class__ is gast.Slice and is_simple(item):
                continue
            kind = self.p.kinds.expr(item, env)
            if not (is_simple(item) and kind.is_scalar and issubclass(scalar_type(kind), (int, np.integer))):
                return False
        return True

    def complete(self, block: Block) -> None:
        """Give the loops of the reverse sweep their headers, outermost first; this may ask for more."""
        for node in block:
            if node.__class__ is gast.For and hasattr(node, "reverse_of"):
                self.header(node)
            for _, inner in child_blocks(node):
                self.complete(inner)

    def header(self, node: Node) -> None:
        primal = node.reverse_of
        uid = primal.uid
        self.r.uid = uid
        counted = primal.__class__ is gast.For and self.simple_range(primal.iter) and (
            gast.Break not in self.exits(primal)) and not hasattr(primal, "partial")
        node.counted = counted
        if hasattr(node, "checkpoints"):
            self.request_replay(node)
        elif counted:
            node.range = self.r.before(primal.iter)
            self.request_in([gast.Expr(node.range)])
        outer = self.flow.loops[uid]
        for label in (self.tape_name(uid), self.trip_name(uid)):
            version = self.pseudo.get(label) or self.flow.make(label, uid, "def", outer, self.flow.branches[uid])
            self.pseudo[label] = version  # a loop in a `try` is reversed for each way out of it
            self.r.tags[version.tag] = version
            setattr(node, "tape" if label == self.tape_name(uid) else "trip", version)

    def settle(self, block: Block) -> None:
        """Decide for each loop whether it has a tape, a counter or neither; inner tapes are recorded by outer loops."""
        while True:
            size = len(self.seen)
            self.settle_once(block)
            if len(self.seen) == size:
                return

    def settle_once(self, block: Block) -> None:
        for node in block:
            if node.__class__ is gast.For and hasattr(node, "reverse_of"):
                uid = node.reverse_of.uid
                if uid in self.targets and not node.counted and not any(
                        v.kind == "head" and v.name == node.reverse_of.target.id for v in self.tapes.get(uid, [])):
                    target = self.flow.head[uid][node.reverse_of.target.id]
                    self.tapes.setdefault(uid, []).append(target)
                if hasattr(node, "checkpoints"):
                    self.request(node.tape)
                    self.request(node.trip)
                elif self.tapes.get(uid):
                    self.request(node.tape)
                elif not node.counted:
                    self.request(node.trip)
            for _, inner in child_blocks(node):
                self.settle_once(inner)

    def tape_name(self, uid: int) -> str:
        if uid not in self.tape_names:
            self.tape_names[uid] = self.p.names.fresh("kept" if hasattr(self.flow.nodes[uid], "snapshots") else "tape")
        return self.tape_names[uid]

    def trip_name(self, uid: int) -> str:
        if uid not in self.trips:
            self.trips[uid] = self.p.names.fresh("steps" if hasattr(self.flow.nodes[uid], "snapshots") else "trips")
        return self.trips[uid]

    def simple_range(self, node: Node) -> bool:
        if not (node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "range"):
            return False
        env = self.p.kinds.before.get(self.r.uid, {})
        if any(self.may_change(part) for a in node.args for part in name_nodes(a) if not env.get(part.id, UNKNOWN).is_scalar):
            return False
        held = [n.args[0] for a in node.args for n in walk(a) if n.__class__ is gast.Call and n.args]
        return all(is_simple(a) or _is_length(a) for a in node.args) and not node.keywords and all(
            isinstance(self.p.kinds.expr(h, env), (Array, Sequence)) for h in held)


def _is_length(node: Node) -> bool:
    if node.__class__ is gast.Call:
        return (node.func.__class__ is gast.Name and node.func.id == "len" and len(node.args) == 1
                and node.args[0].__class__ is gast.Name)
    if node.__class__ is gast.Subscript:
        return (node.value.__class__ is gast.Attribute and node.value.attr == "shape" and node.slice.__class__ is gast.Constant
                and node.value.value.__class__ is gast.Name)
    if node.__class__ is gast.BinOp:
        return (_is_length(node.left) or is_simple(node.left)) and (_is_length(node.right) or is_simple(node.right))
    return False


def _own(block: Block) -> list[Node]:
    """The statements of a loop body, without those of loops inside it."""
    out: list[Node] = []
    for node in block:
        out.append(node)
        if node.__class__ not in (gast.For, gast.While):
            for _, inner in child_blocks(node):
                out += _own(inner)
    return out
