"""What the primal sweep has to keep for the reverse sweep, and how each gets at it.

Outside loops a value stays in a local, under a fresh name if its own is bound again.  Inside, each iteration appends
one tuple of what its reverse reads; what is cheap to compute again from what is there anyway is computed again.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.def_use import Version
from tangentish.analysis.kinds import Array, Sequence, scalar_type
from tangentish.derive.program import Program
from tangentish.derive.reverse import Reverse
from tangentish.normalise.lower import is_simple
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    expression,
    name,
    name_nodes,
    slice_value,
    statements,
    stored,
    subscript,
    tuple_of,
    walk,
    walk_statements,
)

SHAPES = frozenset(["shape", "ndim", "size"])


class Recorder:
    """Turns tagged names into names, and writes the primal sweep that keeps what they stand for."""

    def __init__(self, program: Program, reverse: Reverse, restores: set[int]) -> None:
        self.p, self.r, self.flow = program, reverse, program.flow
        self.restores = restores
        self.tapes: dict[int, list[Version]] = {}
        self.again: dict[int, list[Version]] = {}
        self.targets: set[int] = set()
        self.uncertain: list[Version] = []  # may be unbound where they are kept
        self.kept: dict[int, str] = {}  # version number -> the name the primal sweep keeps it under
        self.label: dict[int, str] = {}  # version number -> its name in the reverse sweep, if not its own
        self.seen: set[int] = set()
        self.tape_names: dict[int, str] = {}
        self.trips: dict[int, str] = {}
        self.pseudo: dict[str, Version] = {}
        self.before: dict[int, Block] = {}
        self.saves: dict[tuple[int, str], Version] = {}

    # the reverse sweep

    def finish(self, block: Block) -> Block:
        """Resolve a tagged reverse block: its loops get their headers, its names their final spelling."""
        block = self.put_restores(block)
        self.request_in(block)
        self.complete(block)
        self.settle(block)
        self.headers(block)
        for node in block:
            for part in name_nodes(node):
                if "@" in part.id:
                    part.id = self.final(self.r.tags[part.id])
        return block

    def put_restores(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            uid = getattr(node, "restores", None)
            if uid is not None:
                if uid in self.restores:
                    made = self.restore(uid)
                    for n in made:
                        n.primal = getattr(node, "primal", None)
                    out += made
                continue
            for _, inner in child_blocks(node):
                inner[:] = self.put_restores(inner)
            if isinstance(node, gast.If | gast.For | gast.With) and not node.body and not getattr(node, "orelse", None):
                continue
            if isinstance(node, gast.If) and not node.body:
                node.body = [gast.Pass()] if not node.orelse else node.body
                if node.orelse and not node.body:
                    node.test, node.body, node.orelse = gast.UnaryOp(gast.Not(), node.test), node.orelse, []
            out.append(node)
        return out

    def restore(self, uid: int) -> Block:
        node = self.flow.nodes[uid]
        env, kinds = self.flow.before[uid], self.p.kinds.before.get(uid, {})
        out: Block = []
        for written in sorted(self.p.aliases.writes[uid]):
            if written not in env:
                continue
            kind = kinds.get(written)
            target = node.targets[0] if isinstance(node, gast.Assign) else getattr(node, "target", None)
            regional = isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name) and target.value.id == written
            self.r.uid = uid
            first = (uid, written) not in self.saves  # handlers may reverse a statement more than once
            if first:
                label = self.p.names.fresh("old")
                version = self.flow.make(label, uid, "def", self.flow.loops[uid], self.flow.branches[uid])
                self.saves[uid, written] = self.pseudo[label] = version
                self.r.tags[version.tag] = version
            version = self.saves[uid, written]
            x = name(written)
            index = self.once(node, target) if regional else None
            if regional:
                if isinstance(kind, Array):
                    region = self.r.region_kind(kind, target.slice)
                    keep = subscript(x, clone(target.slice))
                    if not region.is_scalar and not self.copying(target.slice, kinds):
                        keep = call(gast.Attribute(keep, "copy", gast.Load()))
                    put: Node = gast.Assign([gast.Subscript(self.r.before(x), index, gast.Store())], name(version.tag), None)
                else:
                    keep = call(self.r.helper("saved_item"), x, slice_value(clone(target.slice)))
                    put = gast.Expr(call(f"{self.r.table}.restore_item", self.r.before(x), slice_value(index),
                                         name(version.tag)))
            elif isinstance(kind, Array):
                keep = expression("x.copy()", x=x)
                put = gast.Assign([gast.Subscript(self.r.before(x), constant(...), gast.Store())], name(version.tag), None)
            elif isinstance(target, gast.Attribute):
                keep = call(self.r.helper("saved_attribute"), x, constant(target.attr))
                put = gast.Expr(call(f"{self.r.table}.restore_attribute", self.r.before(x), constant(target.attr),
                                     name(version.tag)))
            else:
                suffix = "_length" if _grows(node) else ""
                keep = call(self.r.helper(f"saved{suffix}"), x)
                put = gast.Expr(call(f"{self.r.table}.restore{suffix}", self.r.before(x), name(version.tag)))
            if not isinstance(kind, Array):
                self.r.uses_table = True
            if first:
                self.before.setdefault(uid, []).append(assign(version.name, keep))
            out.append(put)
        return out

    def once(self, node: Node, target: Node) -> Node:
        """The index of a store as it was; one that is more than names and numbers is evaluated once and kept."""
        if is_simple(target.slice):
            return self.r.before(target.slice)
        uid = node.uid
        if (uid, "[]") not in self.saves:
            label = self.p.names.fresh("index")
            version = self.flow.make(label, uid, "def", self.flow.loops[uid], self.flow.branches[uid])
            self.saves[uid, "[]"] = self.pseudo[label] = version
            self.r.tags[version.tag] = version
            self.before.setdefault(uid, []).append(assign(label, slice_value(target.slice)))
            target.slice = name(label)
        return name(self.saves[uid, "[]"].tag)

    def copying(self, index: Node, env: object) -> bool:
        """Whether reading the region makes a copy anyway."""
        items = index.elts if isinstance(index, gast.Tuple) else [index]
        return any(not isinstance(i, gast.Slice) and isinstance(self.p.kinds.expr(i, env), Array)  # type: ignore[arg-type]
                   for i in items)

    # requests

    def request_in(self, block: Block) -> None:
        for node in block:
            for part in gast.walk(node):
                if isinstance(part, gast.Name) and "@" in part.id:
                    self.request(self.r.tags[part.id])

    def request(self, version: Version) -> None:
        """Make a version available where the reverse sweep reads it."""
        if version.number in self.seen:
            return
        self.seen.add(version.number)
        if not version.definite and version.name not in self.pseudo:
            self.uncertain.append(version)
        if not version.loops:
            if self.is_overwritten(version):
                self.keep(version)
            return
        loop = version.loops[-1]
        node = self.flow.nodes[loop]
        if (version.kind == "head" and isinstance(node, gast.For) and isinstance(node.target, gast.Name)
                and node.target.id == version.name and not self.rebound_in(node.body, version.name)):
            self.targets.add(loop)
            return
        if self.recompute(version):
            return
        self.tapes.setdefault(loop, []).append(version)
        if self.is_overwritten(version) or (
                version.name not in self.pseudo and version.kind != "head" and self.conditional(version, node)
                and version.name in self.flow.live_before.get(node.body[0].uid, frozenset())):
            self.keep(version)

    def conditional(self, version: Version, loop: Node) -> bool:
        """Whether an iteration may end without having made this version."""
        direct = bool(version.branches) and version.branches[-1] == (loop.uid, "body")
        return not direct or _breaks(loop.body) or _continues(loop.body) or hasattr(loop, "partial")

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
        if version.kind != "def" or not isinstance(node, gast.Assign) or version.name in self.pseudo:
            return False
        if not (len(node.targets) == 1 and isinstance(node.targets[0], gast.Name)) or not self.cheap(node.value, node.uid):
            return False
        if self.conditional(version, self.flow.nodes[version.loops[-1]]):
            return False
        if self.is_overwritten(version) or any(v.name == version.name for v in self.again.get(version.loops[-1], [])):
            self.label[version.number] = self.p.names.fresh(version.name)
        self.again.setdefault(version.loops[-1], []).append(version)
        value = self.r.at(node.value, self.flow.before[node.uid])
        version.recomputed = value  # type: ignore[attr-defined]
        for part in gast.walk(value):
            if isinstance(part, gast.Name) and "@" in part.id:
                self.request(self.r.tags[part.id])
        return True

    def cheap(self, value: Node, uid: int) -> bool:
        env = self.p.kinds.before.get(uid, {})
        if isinstance(value, gast.Name | gast.Constant):
            return True
        if isinstance(value, gast.Attribute):
            return value.attr in SHAPES and isinstance(value.value, gast.Name)
        if isinstance(value, gast.BinOp | gast.UnaryOp | gast.Compare):
            kind = self.p.kinds.after.get(uid, {}).get(self.flow.nodes[uid].targets[0].id)
            return (is_simple(value) or (isinstance(value, gast.Compare) and is_simple(value.left) and is_simple(
                value.comparators[0]))) and kind is not None and kind.is_scalar and all(
                self.p.kinds.expr(n, env).is_scalar for n in name_nodes(value)) and (
                not self.p.activity.expr(value))
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
            base = env.get(value.value.id)
            if not isinstance(base, Array) or not self.plain_index(value.slice, env):
                return False
            result = self.p.kinds.after.get(uid, {}).get(self.flow.nodes[uid].targets[0].id)
            if isinstance(result, Array):
                return True
            cls = self.p.aliases.class_of(value.value.id)
            return not any(self.p.aliases.class_of(n) == cls for names in self.p.aliases.writes.values() for n in names)
        return False

    def plain_index(self, index: Node, env: object) -> bool:
        items = index.elts if isinstance(index, gast.Tuple) else [index]
        for item in items:
            if isinstance(item, gast.Slice) and is_simple(item):
                continue
            kind = self.p.kinds.expr(item, env)  # type: ignore[arg-type]
            if not (is_simple(item) and kind.is_scalar and issubclass(scalar_type(kind), int | np.integer)):
                return False
        return True

    # loops

    def complete(self, block: Block) -> None:
        """Give the loops of the reverse sweep their headers, outermost first; this may ask for more."""
        for node in block:
            if isinstance(node, gast.For) and hasattr(node, "reverse_of"):
                self.header(node)
            for _, inner in child_blocks(node):
                self.complete(inner)

    def header(self, node: Node) -> None:
        primal = node.reverse_of
        uid = primal.uid
        self.r.uid = uid
        counted = isinstance(primal, gast.For) and self.simple_range(primal.iter) and not _breaks(
            primal.body) and not hasattr(primal, "partial")
        node.counted = counted
        if counted:
            node.range = self.r.before(primal.iter)
            self.request_in([gast.Expr(node.range)])
        outer = self.flow.loops[uid]
        for label in (self.tape_name(uid), self.trip_name(uid)):
            version = self.flow.make(label, uid, "def", outer, self.flow.branches[uid])
            self.pseudo[label] = version
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
            if isinstance(node, gast.For) and hasattr(node, "reverse_of"):
                uid = node.reverse_of.uid
                if uid in self.targets and not node.counted and not any(
                        v.kind == "head" and v.name == node.reverse_of.target.id for v in self.tapes.get(uid, [])):
                    target = self.flow.head[uid][node.reverse_of.target.id]
                    self.tapes.setdefault(uid, []).append(target)
                if self.tapes.get(uid):
                    self.request(node.tape)
                elif not node.counted:
                    self.request(node.trip)
            for _, inner in child_blocks(node):
                self.settle_once(inner)

    def tape_name(self, uid: int) -> str:
        if uid not in self.tape_names:
            self.tape_names[uid] = self.p.names.fresh("tape")
        return self.tape_names[uid]

    def trip_name(self, uid: int) -> str:
        if uid not in self.trips:
            self.trips[uid] = self.p.names.fresh("trips")
        return self.trips[uid]

    def simple_range(self, node: Node) -> bool:
        if not (isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "range"):
            return False
        env = self.p.kinds.before.get(self.r.uid, {})
        held = [n.args[0] for a in node.args for n in walk(a) if isinstance(n, gast.Call) and n.args]
        return all(is_simple(a) or _is_length(a) for a in node.args) and not node.keywords and all(
            isinstance(self.p.kinds.expr(h, env), Array | Sequence) for h in held)

    # final names

    def final(self, version: Version) -> str:
        return self.kept.get(version.number) or self.label.get(version.number, version.name)

    def headers(self, block: Block) -> None:
        for node in block:
            for _, inner in child_blocks(node):
                self.headers(inner)
            if not (isinstance(node, gast.For) and hasattr(node, "reverse_of")):
                continue
            uid = node.reverse_of.uid
            versions = sorted(self.tapes.get(uid, []), key=lambda v: v.number)
            again = sorted(self.again.get(uid, []), key=lambda v: v.site)
            node.body[:0] = [assign(self.final(v), v.recomputed) for v in again]  # type: ignore[attr-defined]
            target_name = getattr(getattr(node.reverse_of, "target", None), "id", "_")
            if versions and uid in self.targets and node.counted:
                head = self.flow.head[uid][target_name]
                if head not in versions:
                    self.tapes[uid] = versions = sorted([head, *versions], key=lambda v: v.number)
            if versions:
                names = [stored(self.final(v)) for v in versions]
                node.target = names[0] if len(names) == 1 else gast.Tuple(names, gast.Store())
                node.iter = call("reversed", name(node.tape.tag))
            elif node.counted:
                node.target = stored(target_name if uid in self.targets else "_")
                node.iter = call("reversed", node.range) if uid in self.targets else node.range
            else:
                node.target = stored("_")
                node.iter = call("range", name(node.trip.tag))

    # the primal sweep

    def primal(self, block: Block) -> Block:
        """The primal statements with what keeps values for the reverse sweep."""
        labels = {v.name for v in self.uncertain} | {self.final(v) for v in self.uncertain}
        unbound = [assign(label, constant(None)) for label in sorted(labels - set(self.p.params))]
        return [*unbound, *self.keeps("param", -1), *self.primal_block(block)]

    def keeps(self, kind: str, site: int) -> Block:
        out: Block = []
        for number, label in self.kept.items():
            version = self.flow.versions[number]
            if version.kind == kind and version.site == site:
                out.append(assign(label, name(version.name)))
        return out

    def primal_block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            uid = node.uid
            new = list(self.before.get(uid, []))
            for n in new:
                n.primal = node
            if isinstance(node, gast.For | gast.While):
                out += new
                out += self.primal_loop(node)
                new = []
            else:
                for field, inner in child_blocks(node):
                    if field:
                        inner[:] = self.primal_block(inner) or inner
                for handler in getattr(node, "handlers", []):
                    handler.body[:0] = self.keeps("entry", uid)
                if isinstance(node, gast.Try) and node.finalbody:  # the ways meet before `finally`
                    node.finalbody[:0] = self.keeps("merge", uid)
                new.append(node)
            if not (isinstance(node, gast.Try) and node.finalbody):
                new += self.keeps("merge", uid)
            if not isinstance(node, gast.For | gast.While):
                new += self.keeps("def", uid)
            out += new
        return out

    def primal_loop(self, node: Node) -> Block:
        uid = node.uid
        before: Block = []
        versions = sorted(self.tapes.get(uid, []), key=lambda v: v.number)
        start = self.keeps("head", uid)
        body = self.primal_block(node.body)
        if versions:
            tape = self.tape_names[uid]
            before += statements(f"{tape} = []")
            heads = {self.kept[v.number]: v.name for v in versions if v.kind == "head" and v.number in self.kept}
            if len(versions) == len(heads) or all(v.kind == "head" for v in versions):
                items = [name(v.name) for v in versions]
                value = items[0] if len(items) == 1 else tuple_of(items)
                used = {v.number for v in versions}
                start = [s for s, number in zip(start, self.numbers("head", uid), strict=True) if number not in used]
                start += [gast.Expr(call(f"{tape}.append", value))]
            else:
                items = [name(self.final(v)) for v in versions]
                value = items[0] if len(items) == 1 else tuple_of(items)
                append = gast.Expr(call(f"{tape}.append", value))
                start += self.unbound(node, versions, body)
                if hasattr(node, "partial"):
                    body = [gast.Try(body, [], [], [append])]
                else:
                    body = _append_at_ends(body, append)
        if any(version.number in self.seen for label, version in self.pseudo.items() if label == self.trips.get(uid)):
            trips = self.trips[uid]
            before += statements(f"{trips} = 0")
            start += statements(f"{trips} += 1")
        node.body = [*start, *body]
        return [*before, node]

    def numbers(self, kind: str, site: int) -> list[int]:
        return [n for n in self.kept if self.flow.versions[n].kind == kind and self.flow.versions[n].site == site]

    def unbound(self, node: Node, versions: list[Version], body: Block) -> Block:
        """Bind to None what an iteration records but may leave unbound."""
        return [assign(self.final(version), constant(None)) for version in versions
                if version.kind != "head" and self.conditional(version, node)]


def _grows(node: Node) -> bool:
    """Whether a statement makes a list longer at its end and does nothing else to it."""
    if isinstance(node, gast.AugAssign):
        return isinstance(node.op, gast.Add) and isinstance(node.target, gast.Name)
    return (isinstance(node, gast.Expr) and isinstance(node.value, gast.Call)
            and isinstance(node.value.func, gast.Attribute) and node.value.func.attr in ("append", "extend"))


def _is_length(node: Node) -> bool:
    if isinstance(node, gast.Call):
        return (isinstance(node.func, gast.Name) and node.func.id == "len" and len(node.args) == 1
                and isinstance(node.args[0], gast.Name))
    if isinstance(node, gast.Subscript):
        return (isinstance(node.value, gast.Attribute) and node.value.attr == "shape" and isinstance(node.slice, gast.Constant)
                and isinstance(node.value.value, gast.Name))
    if isinstance(node, gast.BinOp):
        return (_is_length(node.left) or is_simple(node.left)) and (_is_length(node.right) or is_simple(node.right))
    return False


def _breaks(block: Block) -> bool:
    return any(n.__class__ is gast.Break for n in _own(block))


def _continues(block: Block) -> bool:
    return any(n.__class__ is gast.Continue for n in _own(block))


def _own(block: Block) -> list[Node]:
    """The statements of a loop body, without those of loops inside it."""
    out: list[Node] = []
    for node in block:
        out.append(node)
        if not isinstance(node, (gast.For, gast.While)):
            for _, inner in child_blocks(node):
                out += _own(inner)
    return out


def _append_at_ends(block: Block, append: Node) -> Block:
    """Put `append` where an iteration ends: before each break and continue, and at the end of the body."""

    def visit(inner: Block) -> Block:
        out: Block = []
        for node in inner:
            if isinstance(node, gast.Break | gast.Continue):
                out.append(clone(append))
            elif not isinstance(node, gast.For | gast.While):
                for _, child in child_blocks(node):
                    child[:] = visit(child)
            out.append(node)
        return out

    block = visit(block)
    if not (block and isinstance(block[-1], gast.Break | gast.Continue)):
        block.append(clone(append))
    return block
