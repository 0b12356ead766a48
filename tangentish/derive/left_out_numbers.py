"""Numbers of NumPy that a program throws away: their cotangent is 0, and counts for nothing even if a factor is infinite.

`y = np.log(p)` is -inf at 0, and `if p == 0: y = 0.0` is as good as asking first.  Where a number of Python's would be, Python
raises, and there is nothing to throw away.

By name, as in `left_out`: what may be `dropped`, or not be picked by `min` and `max`, and all that it is computed from.
"""

from __future__ import annotations

import functools

import gast

from tangentish.analysis.kinds import UNKNOWN, Kind
from tangentish.analysis.kinds.kind import Scalar
from tangentish.analysis.memory.closure import closure, successors
from tangentish.analysis.versions import Version
from tangentish.derive.dropped import target_and_value
from tangentish.derive.left_out import PICKING, LeftOut, divisor
from tangentish.derive.signs import POSITIVE, sign
from tangentish.derive.steep import SINGULAR
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import DEFINITIONS, Node, name_nodes, names_in, walk

_CHOOSING = (*PICKING, min, max)
_RAISING = (float, complex, int, bool)
"""Numbers that Python does not divide by zero."""


class NumbersLeftOut:
    """The names whose cotangents may be 0 though they are read, and those that may hold infinite numbers of NumPy's."""

    def __init__(self, left_out: LeftOut) -> None:
        self.p, self.pair, self.left_out = left_out.p, left_out.pair, left_out

    def matters(self, target: str, term: Node, tags: dict[str, Version], result: Kind) -> bool:
        """Whether a factor of the cotangent of `target`, a number of this kind, may be infinite where that is 0."""
        if not isinstance(result, Scalar) or result.type in _RAISING or target not in self.dropped:
            return False
        named = {part.id.split("@")[0] for part in name_nodes(term)}
        return not named.isdisjoint(self.infinite) or any(self.divides(part, tags) for part in walk(term))

    def may_matter(self, target: str, term: Node, result: Kind) -> bool:
        """Whether the cotangent of `target`, of which it is not known what it is, may be 0 where a factor of it is infinite."""
        return result == UNKNOWN and term.__class__ is gast.Name and target in self.dropped and (
            term.id.split("@")[0] in self.infinite | self.unknown)

    @functools.cached_property
    def unknown(self) -> set[str]:
        """The names of what is read of objects and containers, of which nothing is known."""
        return {target for node, _ in self.p.parts for target, value in [target_and_value(node)]
                if target is not None and value.__class__ in (gast.Attribute, gast.Subscript) and (
                    self.left_out.kind(node, value) == UNKNOWN)}

    def divides(self, part: Node, tags: dict[str, Version]) -> bool:
        """Whether a part of a partial derivative divides by what may be 0."""
        below = divisor(part)
        if below is None:
            return False
        if below.__class__ is gast.Name and below.id in tags and not version_kind(self.p, tags[below.id]).active_dtype:
            return False  # a whole number, as of steps and sizes
        return not _is_number(below) and sign(below, self.p, tags) != POSITIVE

    # infinite numbers

    @functools.cached_property
    def infinite(self) -> set[str]:
        """The names computed from what may be an infinite number of NumPy's: what functions give, or are given, may be any."""
        assigned = [(node, parts, *target_and_value(node)) for node, parts in self.p.parts]
        found = {target for node, parts, target, value in assigned if target is not None and self.makes_infinite(node, parts)}
        found |= {label for node, *_ in assigned if hasattr(node, "dynamic") for label in self.p.flow.bound[node.uid]}
        if self.pair:
            found |= {label for label, kind in self.p.entry.items() if kind == UNKNOWN or (
                isinstance(kind, Scalar) and kind.type not in _RAISING)}
        return closure(found, successors(
            (source, {target}) for _, _, target, value in assigned
            if target is not None and value is not None and value.__class__ is not gast.Compare
            for source in names_in(value))) if found else found

    def makes_infinite(self, node: Node, parts: list[Node]) -> bool:
        """Whether a statement computes a number that may be infinite."""
        for part in parts:
            divides = part.__class__ is gast.BinOp and part.op.__class__ in (gast.Div, gast.Pow)
            if divides or (part.__class__ is gast.Call and self.p.scope.resolve(part.func) in SINGULAR):
                kind = self.left_out.kind(node, part)
                if not isinstance(kind, Scalar) or kind.type in _RAISING:
                    continue
                if not divides or self.divides(part, self.p.flow.before[node.uid]):
                    return True
        return False

    # what is thrown away

    @functools.cached_property
    def dropped(self) -> set[str]:
        """The names of what may be thrown away, and all that they are computed from."""
        seeds = self.left_out.dropped | ({self.p.ans} if self.pair else set())
        for node, parts in self.p.parts:
            for part in parts if node.__class__ not in DEFINITIONS else ():
                if part.__class__ is gast.Call and self.p.scope.resolve(part.func) in _CHOOSING:
                    seeds |= names_in(part)
        return closure(seeds, successors(self.left_out.sources({}))) if seeds else seeds


def _is_number(node: Node) -> bool:
    """Whether an expression is a number in the text, or made of such."""
    return all(part.__class__ in (gast.Constant, gast.UnaryOp, gast.BinOp) or isinstance(part, gast.operator | gast.unaryop)
               for part in walk(node))

