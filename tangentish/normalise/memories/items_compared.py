"""Comparisons of what containers around a function have kept, wherever they stand but in branches that `points.py` looks at.

    while LAST["x"] is None or not np.array_equal(LAST["x"], x):
        LAST["x"], LAST["y"] = x.copy(), slow(x)
    return LAST["y"]

What they say is asked: where it is that the points are the same, and the one in the container is from before this run, that is
refused.  What a name stands for is from before as of when it was bound.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.names import Names
from tangentish.normalise.memories.items import named_by
from tangentish.normalise.memories.parts import APART, rewrite_parts
from tangentish.normalise.memories.parts_there import at
from tangentish.syntax import Block, Node, assign, call, child_blocks, constant, locate, name, names_in

Said = Callable[[Node], tuple[bool | None, list[str]]]
"""Whether an expression says that points are the same, or that they are not, and the places of the items that may be one."""


class ItemsCompared:
    """`shown` are the items by their places, `labels` what the containers are called, `place` says which item an expression is."""

    def __init__(self, said: Said, place: Callable[[Node], str], shown: dict[str, Node], labels: dict[str, str],
                 names: Names) -> None:
        self.said, self.place, self.shown, self.labels, self.names = said, place, shown, labels, names
        self.named: dict[str, set[str]] = {}  # the places of the items that names are bound to
        self.answers: dict[tuple[str, str], str] = {}  # by such a name and a place: what was asked when it was bound

    def body(self, body: Block, statements: Block) -> Block:
        for label, value in (pair for node in statements for pair in named_by(node)):
            if place := self.place(value):
                self.named.setdefault(label, set()).add(place)
        return self._when_bound(self._block(body, False))

    def _block(self, block: Block, repeated: bool) -> Block:
        """A block, which a loop may come to again, with what is compared in it asked."""
        for node in block:
            if node.__class__ is not gast.If or repeated:
                rewrite_parts(node, self._asked)
            for _, inner in child_blocks(node):
                inner[:] = self._block(inner, repeated or node.__class__ in (gast.For, gast.While))
        return block

    def _asked(self, node: Node) -> Node:
        """An expression with the comparisons in it asked."""
        if node.__class__ in APART:
            return node
        same, places = self.said(node) if node.__class__ in (gast.Compare, gast.Call) else (None, [])
        if places:
            kept = [part for place in places for part in self._kept(node, place)]
            return locate(call("told_point", node, constant(same), constant(self.labels[places[0]]), *kept), node)
        return rewrite_parts(node, self._asked)

    def _kept(self, node: Node, place: str) -> Block:
        """What says whether the item that is compared is from before."""
        by_name = [label for label in sorted(names_in(node)) if place in self.named.get(label, ())]
        for label in by_name:
            self.answers.setdefault((label, place), self.names.fresh("t"))
        return [name(self.answers[label, place]) for label in by_name] or [self._asking(place)]

    def _asking(self, place: str) -> Node:
        return call("is_kept_point", *at(self.shown[place]))

    def _when_bound(self, block: Block) -> Block:
        """A block with what is asked when names are bound."""
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self._when_bound(inner)
            bound = {label for label, value in named_by(node)}
            out += [locate(assign(answer, self._asking(place)), node) for (label, place), answer in self.answers.items()
                    if label in bound]
            out.append(node)
        return out
