"""What the primal sweep has to keep for the reverse sweep, and how each gets at it.

Outside loops a value stays in a local, under a fresh name if its own is bound again.  Inside, each iteration appends
one tuple of what its reverse reads; what is cheap to compute again from what is there anyway is computed again.
"""

from __future__ import annotations

import gast

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import giving
from tangentish.analysis.kinds import Array
from tangentish.analysis.versions import Version
from tangentish.derive.primal_sweep import PrimalSweep
from tangentish.derive.program import Program
from tangentish.derive.replays import Replays
from tangentish.derive.requests import Requests
from tangentish.derive.restoring import is_place, sets_layout
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
    names_in,
    own_expressions,
    slice_value,
    stored,
    subscript,
    substitute,
    walk,
)


class Recorder(Replays, Requests, PrimalSweep):
    """Turns tagged names into names, and writes the primal sweep that keeps what they stand for."""

    def __init__(self, program: Program, reverse: Reverse, restores: set[int]) -> None:
        self.p, self.r, self.flow = program, reverse, program.flow
        self.restores = restores
        self.tapes: dict[int, list[Version]] = {}
        self.again: dict[int, list[Version]] = {}
        self.targets: set[int] = set()
        self.uncertain: list[Version] = []  # may be unbound where they are kept
        self.labels_unbound: list[str] = []  # what is None as long as it is not bound
        self.stay: set[str] = set()  # names of which it is read what an exception left bound
        self.kept: dict[int, str] = {}  # version number -> the name the primal sweep keeps it under
        self.label: dict[int, str] = {}  # version number -> its name in the reverse sweep, if not its own
        self.seen: set[int] = set()
        self.tape_names: dict[int, str] = {}
        self.trips: dict[int, str] = {}
        self.exits_of: dict[int, set[type]] = {}
        self.pseudo: dict[str, Version] = {}
        self.before: dict[int, Block] = {}
        self.saves: dict[tuple[int, str], Version] = {}
        Replays.__init__(self)

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
            if node.__class__ in (gast.If, gast.For, gast.With) and not node.body and not getattr(node, "orelse", None):
                continue
            if node.__class__ is gast.If and not node.body:
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
            target = node.targets[0] if node.__class__ is gast.Assign else getattr(node, "target", None)
            regional = target.__class__ is gast.Subscript and target.value.__class__ is gast.Name and target.value.id == written
            self.r.uid = uid
            first = (uid, written) not in self.saves  # handlers may reverse a statement more than once
            if first:
                label = self.p.names.fresh("old")
                version = self.flow.make(label, uid, "def", self.flow.loops[uid], self.flow.branches[uid])
                self.saves[uid, written] = self.pseudo[label] = version
                self.r.tags[version.tag] = version
            version = self.saves[uid, written]
            if is_place(node, target, kind):
                held, back = self.place(node, target, version)
                self.r.uses_table = True
                if first:
                    self.before.setdefault(uid, []).append(assign(version.name, held))
                out.append(back)
                continue
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
                    stored = [clone(node.value)] if _is_plain(node) and self.may_be_computed(target.slice, kinds) else []
                    keep = call(self.r.helper("saved_item"), x, slice_value(clone(target.slice)), *stored)
                    put = gast.Expr(call(f"{self.r.table}.restore_item", self.r.before(x), slice_value(index),
                                         name(version.tag)))
            elif isinstance(kind, Array) and not sets_layout(target):
                keep = expression("x.copy()", x=x)
                put = gast.Assign([gast.Subscript(self.r.before(x), constant(...), gast.Store())], name(version.tag), None)
                if node.__class__ is not gast.AugAssign and target.__class__ not in (gast.Subscript, gast.Attribute):
                    # a call, that perhaps wrote nothing
                    put = gast.Expr(call(self.r.helper("put_back"), self.r.before(x), name(version.tag)))
            elif target.__class__ is gast.Attribute:
                stored = [clone(node.value)] if _is_plain(node) else []
                keep = call(self.r.helper("saved_attribute"), x, constant(target.attr), *stored)
                put = gast.Expr(call(f"{self.r.table}.restore_attribute", self.r.before(x), constant(target.attr),
                                     name(version.tag)))
            elif self.runs_code(node, written):
                keep = call(self.r.helper("saved_reached"), x)
                put = gast.Expr(call(f"{self.r.table}.restore", self.r.before(x), name(version.tag)))
            else:
                popped = _popped(node)
                suffix = "_length" if _grows(node) else "" if popped is None else "_popped"
                keep = call(self.r.helper(f"saved{suffix}"), x, *(clone(argument) for argument in popped or []))
                put = gast.Expr(call(f"{self.r.table}.restore{suffix}", self.r.before(x), name(version.tag)))
            if not isinstance(kind, Array) or sets_layout(target):
                self.r.uses_table = True
            if first:
                self.before.setdefault(uid, []).append(assign(version.name, keep))
            out.append(put)
        return out

    def may_be_computed(self, key: Node, kinds: object) -> bool:
        """Whether what is stored under a key may be in the dict of an object, and stand for what a class computes."""
        known = key.__class__ is gast.Constant
        return not (known or self.p.kinds.expr(key, kinds).is_scalar) or (
            known and isinstance(key.value, str) and giving(key.value) in self.p.scope.own)

    def runs_code(self, node: Node, written: str) -> bool:
        """Whether what a statement writes into is written by code that it calls: perhaps into anything that it leads to."""
        if written in self.p.aliases.asked.get(node.uid, ()):
            return True
        calls = [part for expression in own_expressions(node) for part in walk(expression) if part.__class__ is gast.Call]
        return any(not (part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS - self.p.scope.own
                        and getattr(part.func.value, "id", "") == written) for part in calls)

    def place(self, node: Node, target: Node, version: Version) -> tuple[Node, Node]:
        """What keeps an item or attribute with what it holds, and what puts both back."""
        owner = target.value
        if not all(part.__class__ in _PATH for part in walk(owner)):
            label = self.p.names.fresh("owner")
            self.before.setdefault(node.uid, []).append(assign(label, owner))
            target.value = owner = name(label)
        if target.__class__ is gast.Attribute:
            inert = [] if self.p.activity.expr(node.value) else [constant(True)]
            keep = call(self.r.helper("saved_place"), clone(owner), constant(target.attr), constant(True), *inert)
        else:
            self.once(node, target)
            keep = call(self.r.helper("saved_place"), clone(owner), slice_value(clone(target.slice)))
        return keep, gast.Expr(call(f"{self.r.table}.restore_place", name(version.tag)))

    def once(self, node: Node, target: Node) -> Node:
        """The index of a store as it was; one that is more than names and numbers is evaluated once and kept.

        So is one that the store may change: `p[p] = v`.
        """
        changed = self.changed_index(target)
        if is_simple(target.slice) and not changed:
            return self.r.before(target.slice)
        uid = node.uid
        if (uid, "[]") not in self.saves:
            label = self.p.names.fresh("index")
            version = self.flow.make(label, uid, "def", self.flow.loops[uid], self.flow.branches[uid])
            self.saves[uid, "[]"] = self.pseudo[label] = version
            self.r.tags[version.tag] = version
            index = substitute(slice_value(target.slice), {
                one: call(self.r.helper("index_kept"), name(one)) for one in changed})
            self.before.setdefault(uid, []).append(assign(label, index))
            target.slice = name(label)
        return name(self.saves[uid, "[]"].tag)

    def changed_index(self, target: Node) -> set[str]:
        """The names in an index that may share memory with what is stored into."""
        if target.value.__class__ is not gast.Name:
            return set()
        whole = self.p.aliases.class_of(target.value.id)
        return {one for one in names_in(target.slice) if self.p.aliases.class_of(one) == whole}

    def copying(self, index: Node, env: object) -> bool:
        """Whether reading the region makes a copy anyway."""
        items = index.elts if index.__class__ is gast.Tuple else [index]
        return any(i.__class__ is not gast.Slice and isinstance(self.p.kinds.expr(i, env), Array)
                   for i in items)

    # requests

    # loops

    # final names

    def final(self, version: Version) -> str:
        return self.kept.get(version.number) or self.label.get(version.number, version.name)

    def headers(self, block: Block) -> None:
        for node in block:
            for _, inner in child_blocks(node):
                self.headers(inner)
            if not (node.__class__ is gast.For and hasattr(node, "reverse_of")):
                continue
            uid = node.reverse_of.uid
            versions = sorted(self.tapes.get(uid, []), key=lambda v: v.number)
            again = sorted(self.again.get(uid, []), key=lambda v: v.site)
            node.body[:0] = [assign(self.final(v), v.recomputed) for v in again]
            if hasattr(node, "checkpoints"):
                self.header_replayed(node)
                continue
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


_PATH = (gast.Name, gast.Attribute, gast.Subscript, gast.Constant, gast.Load, gast.UnaryOp, gast.USub)


def _is_plain(node: Node) -> bool:
    """Whether a statement stores what has a name."""
    return node.__class__ is gast.Assign and node.value.__class__ in (gast.Name, gast.Constant)


def _popped(node: Node) -> list[Node] | None:
    """The arguments of `x.pop(...)`, if that is what a statement does, and they can be read twice."""
    if node.__class__ not in (gast.Expr, gast.Assign) or node.value.__class__ is not gast.Call:
        return None
    called = node.value
    named = called.func.__class__ is gast.Attribute and called.func.attr == "pop" and not called.keywords
    return called.args if named and len(called.args) < 2 and all(map(is_simple, called.args)) else None


def _grows(node: Node) -> bool:
    """Whether a statement makes a list longer at its end and does nothing else to it."""
    if node.__class__ is gast.AugAssign:
        return node.op.__class__ is gast.Add and node.target.__class__ is gast.Name
    return (node.__class__ is gast.Expr and node.value.__class__ is gast.Call
            and node.value.func.__class__ is gast.Attribute and node.value.func.attr in ("append", "extend"))


