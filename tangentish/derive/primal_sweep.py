"""The primal statements with what keeps values for the reverse sweep."""

from __future__ import annotations

import gast

from tangentish.analysis.versions import Version
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    name,
    statements,
    tuple_of,
)


class PrimalSweep:
    """The part of `Recorder` that writes the primal sweep."""

    def primal(self, block: Block) -> Block:
        """The primal statements with what keeps values for the reverse sweep."""
        labels = {v.name for v in self.uncertain} | {self.final(v) for v in self.uncertain}
        self.labels_unbound = sorted(labels - set(self.p.params) - self.p.declared)
        unbound = [assign(label, constant(None)) for label in self.labels_unbound]
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
            if node.__class__ in (gast.For, gast.While):
                out += new
                out += self.primal_loop(node)
                new = []
            else:
                for field, inner in child_blocks(node):
                    if field:
                        inner[:] = self.primal_block(inner) or inner
                for handler in getattr(node, "handlers", []):
                    handler.body[:0] = self.keeps("entry", uid)
                if node.__class__ is gast.Try and node.finalbody:  # the ways meet before `finally`
                    node.finalbody[:0] = self.keeps("merge", uid)
                if not hasattr(node, "hook"):  # that is for the reverse sweep
                    new.append(node)
            if not (node.__class__ is gast.Try and node.finalbody):
                new += self.keeps("merge", uid)
            if node.__class__ not in (gast.For, gast.While):
                new += self.keeps("def", uid)
            out += new
        return out

    def primal_loop(self, node: Node) -> Block:
        uid = node.uid
        if uid in self.replayed:
            return self.primal_replayed(node)
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
                items = [name(v.name if v.kind == "left" else self.final(v)) for v in versions]
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
        """Bind to None what an iteration records but may leave unbound.

        A variable that functions defined inside see, and that is bound before the loop, keeps its value: they may read it.
        So does one of which the reverse sweep reads what an exception left bound, or what an iteration before this one did.
        """
        captured = set().union(*(captured for _, captured, _ in self.r.closures()))
        seen = self.stay | self.p.declared | (captured & self.flow.before[node.uid].keys())
        seen |= {label for env in (self.flow.head[node.uid], self.flow.after[node.uid]) for label, version in env.items()
                 if version.number in self.seen}
        return [assign(self.final(version), constant(None)) for version in versions
                if version.kind not in ("head", "left") and self.conditional(version, node) and self.final(version) not in seen]


def _append_at_ends(block: Block, append: Node) -> Block:
    """Put `append` where an iteration ends: before each break and continue, and at the end of the body."""

    def visit(inner: Block) -> Block:
        out: Block = []
        for node in inner:
            if node.__class__ in (gast.Break, gast.Continue):
                out.append(clone(append))
            elif node.__class__ not in (gast.For, gast.While):
                for _, child in child_blocks(node):
                    child[:] = visit(child)
            out.append(node)
        return out

    block = visit(block)
    if not (block and block[-1].__class__ in (gast.Break, gast.Continue)):
        block.append(clone(append))
    return block
