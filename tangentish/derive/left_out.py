"""What a program leaves out of an array: there the cotangent is 0, and counts for nothing even if a factor is infinite or nan.

By name, to a fixed point, and only asked where a factor may be infinite: programs that divide by no array and know no nan
are written as they would be by hand.
"""

from __future__ import annotations

import functools

import gast
import numpy as np

from tangentish.analysis.kinds import Kind
from tangentish.analysis.memory.closure import closure, successors
from tangentish.analysis.memory.roots import root_name
from tangentish.analysis.versions import Version
from tangentish.derive.dropped import dropped, stored_again, target_and_value
from tangentish.derive.picking import function_picks, picks_by_condition
from tangentish.derive.program import Program
from tangentish.derive.signs import POSITIVE, sign
from tangentish.derive.steep import SINGULAR, steep_reads
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import DEFINITIONS, Node, name_nodes, names_in, walk

LITERALS = frozenset(("nan", "inf", "NaN", "NAN", "Inf", "PINF", "NINF", "infty"))
PICKING = (np.minimum, np.maximum, np.fmin, np.fmax, np.clip, np.min, np.max, np.amin, np.amax, np.nanmin, np.nanmax, np.sort,
           np.median, np.nanmedian, np.percentile, np.quantile, np.partition, np.take, np.take_along_axis, np.compress,
           np.extract, np.choose, np.select, np.where, np.nan_to_num, np.nansum, np.nanmean, np.nanprod, np.trim_zeros, np.delete,
           np.diag, np.diagonal, np.triu, np.tril, np.trace, np.ptp, np.sum, np.mean, np.prod, np.copyto, np.put, np.putmask,
           np.place)
NEED_WHERE = (np.sum, np.mean, np.prod)
PICKING_METHODS = frozenset(("min", "max", "clip", "sort", "take", "compress", "choose", "diagonal", "partition", "fill", "put"))
SLOPES = ("power_slope", "log_or_zero", "log_quietly")


class LeftOut:
    """The names whose cotangents are 0 in part, and those that may hold infinite numbers."""

    def __init__(self, program: Program, pair: bool) -> None:
        self.p, self.pair = program, pair
        self.literal = self.infinite(literal=True)
        self._partly: dict[bool, set[str]] = {}
        self._given: set[str] | None = None
        self._steep: set[str] | None = None

    @functools.cached_property
    def singular(self) -> set[str]:
        return self.infinite(literal=False) | self.literal

    @functools.cached_property
    def dropped(self) -> set[str]:
        """The names of what may be thrown away after it was computed."""
        return dropped(self.p)

    def partly(self, literal: bool) -> set[str]:
        """The names of whose values a part may be overwritten, or read by nobody."""
        if literal not in self._partly:
            self._partly[literal] = self.left_out(literal)
        return self._partly[literal]

    def kind(self, node: Node, part: Node) -> Kind:
        return self.p.kinds.expr(part, self.p.kinds.before.get(node.uid, {}))

    # infinite numbers

    def infinite(self, literal: bool) -> set[str]:
        """The names computed from a nan or an infinity in the text, or (not `literal`) by what may give one for an array."""
        assigned = [(node, parts, *target_and_value(node)) for node, parts in self.p.parts]
        found = {target for node, parts, target, value in assigned
                 if target is not None and value.__class__ is not gast.Compare and self.makes_infinite(node, parts, literal)}
        return closure(found, successors(
            (source, {target}) for _, _, target, value in assigned
            if target is not None and value is not None and value.__class__ is not gast.Compare
            for source in names_in(value))) if found else found

    def makes_infinite(self, node: Node, parts: list[Node], literal: bool) -> bool:
        for part in parts:
            if literal:
                if is_literal(part):
                    return True
            elif part.__class__ is gast.BinOp and part.op.__class__ is gast.Div:
                env = self.p.flow.before[node.uid]
                if not self.kind(node, part.right).is_scalar and sign(part.right, self.p, env) != POSITIVE:
                    return True
            elif (part.__class__ is gast.BinOp and part.op.__class__ is gast.Pow and not _is_positive_number(part.right)) or (
                    part.__class__ is gast.Call and self.p.scope.resolve(part.func) in SINGULAR):
                if not self.kind(node, part).is_scalar:
                    return True
        return False

    # what is left out

    def left_out(self, literal: bool) -> set[str]:
        """The names of whose values a part counts for nothing, and all that they are computed from.

        A region that is stored and read as it was stored is no part (but may be one, if the program speaks of nan).
        """
        seeds = self.dropped | ({self.p.ans} if self.pair else set())
        again = stored_again(self.p)
        regions = {} if literal else {label: found for label, found in self.regions().items() if label not in again}
        for node, parts in self.p.parts:
            for part in parts if node.__class__ not in DEFINITIONS else ():
                if part.__class__ is gast.Subscript and not is_whole(part):
                    seeds.add(root_name(part.value) or "")
                elif part.__class__ is gast.Call and self.picks(part):
                    seeds |= names_in(part)
            if node.__class__ is gast.For:
                seeds |= names_in(node.iter)
        return closure(seeds, successors(self.sources(regions)))

    def sources(self, regions: dict[str, set[str]]) -> list[tuple[str, set[str]]]:
        """Each name with those that it is computed from, or that it may share memory with."""
        edges: list[tuple[str, set[str]]] = []
        for node, _ in self.p.parts:
            target, value = target_and_value(node)
            stored = node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Subscript
            if target is not None and value is not None and not (stored and len(regions.get(target, "")) == 1):
                edges.append((target, names_in(value)))
        classes: dict[str, set[str]] = {}
        for label in {label for target, names in edges for label in (target, *names)}:
            classes.setdefault(self.p.aliases.class_of(label), set()).add(label)
        return edges + [(one, together) for together in classes.values() if len(together) > 1 for one in together]

    def given_to_masks(self) -> set[str]:
        """The names of what goes into calls of functions that pick values by a condition, and all that they are computed from."""
        if self._given is None:
            seeds: set[str] = set()
            local = {n.name: n for n, _ in self.p.parts if n.__class__ is gast.FunctionDef}
            for node, _ in self.p.parts:
                if hasattr(node, "dynamic"):
                    func, args, keywords = node.dynamic
                    label = getattr(func, "id", "")
                    if hasattr(node, "pair"):
                        picks = node.pair.made.contract.picks
                    elif label in local:
                        picks = picks_by_condition(local[label])
                    else:
                        picks = function_picks(self.p.scope.resolve(func))
                    if picks:
                        seeds |= {n for part in [*args, *(k.value for k in keywords)] for n in names_in(part)}
            self._given = closure(seeds, successors(self.sources({}))) if seeds else seeds
        return self._given

    def steep(self) -> set[str]:
        """The names whose cotangents may be infinite: read by what has slopes without a bound, or handed on to it."""
        if self._steep is None:
            seeds = {self.p.ans} if self.pair else set()
            for node, parts in self.p.parts:
                if node.__class__ not in DEFINITIONS:
                    seeds |= steep_reads(self.p, node, parts, self.kind)
            self._steep = closure(seeds, successors(self.sources({})))
        return self._steep

    def regions(self) -> dict[str, set[str]]:
        """The regions that are stored into a name or read from it, by their slices alone."""
        found: dict[str, set[str]] = {}
        for node, parts in self.p.parts:
            for part in parts if node.__class__ not in DEFINITIONS else ():
                if part.__class__ is gast.Subscript and part.value.__class__ is gast.Name:
                    items = part.slice.elts if part.slice.__class__ is gast.Tuple else [part.slice]
                    text = [gast.dump(item) if item.__class__ is gast.Slice else "" for item in items]
                    whole = any(not self.kind(node, item).is_scalar for item in items if item.__class__ is not gast.Slice)
                    found.setdefault(part.value.id, set()).add(f"{text}{part.slice if whole else ''}")
        return found

    def picks(self, node: Node) -> bool:
        """Whether a call takes some values only, or may be of a function that does."""
        function = self.p.scope.resolve(node.func)
        if function in NEED_WHERE:
            return any(k.arg == "where" for k in node.keywords)
        return function in PICKING or (node.func.__class__ is gast.Attribute and node.func.attr in PICKING_METHODS)

    # asked by the reverse sweep

    def matters(self, target: str, term: Node, tags: dict[str, Version], scalar: bool, steep: bool = False) -> bool:
        """Whether a factor of the cotangent of `target` may be infinite where that is 0; it may be anyway if it is `steep`."""
        named = {part.id.split("@")[0] for part in name_nodes(term)}
        if any(is_literal(part) for part in walk(term)) or not named.isdisjoint(self.literal):
            return target in self.partly(True)
        if scalar:
            return False
        if (self.p.masked or target in self.given_to_masks()) and self.is_array(term, tags):
            return True
        if not steep and named.isdisjoint(self.singular) and not self.divides(term, tags):
            return False
        return target in self.partly(False)

    def divides(self, term: Node, tags: dict[str, Version]) -> bool:
        """Whether a partial derivative, in tags of versions, may be infinite for some entries of an array."""
        divisors = [below for part in walk(term) if (below := divisor(part)) is not None]
        return any(self.is_array(below, tags) and sign(below, self.p, tags) != POSITIVE for below in divisors)

    def is_array(self, node: Node, tags: dict[str, Version]) -> bool:
        """Whether an expression in tags of versions may be an array."""
        if node.__class__ is gast.Name:
            version = tags.get(node.id)
            return not (version_kind(self.p, version) if version else self.p.kinds.expr(node, {})).is_scalar
        if node.__class__ is gast.Attribute:
            return node.attr not in ("size", "ndim", "pi", "e") and node.value.__class__ is not gast.Call
        parts = [*node.args, *(k.value for k in node.keywords)] if node.__class__ is gast.Call else gast.iter_child_nodes(node)
        return any(self.is_array(part, tags) for part in parts)


def is_literal(node: Node) -> bool:
    """Whether an expression is a nan or an infinity in the text."""
    if node.__class__ is gast.Call and getattr(node.func, "id", "") == "float" and len(node.args) == 1:
        return node.args[0].__class__ is gast.Constant and isinstance(node.args[0].value, str)
    return node.__class__ is gast.Attribute and node.attr in LITERALS


def divisor(part: Node) -> Node | None:
    """What a part of a partial derivative is infinite at the zeros of, if it is anywhere."""
    if part.__class__ is gast.BinOp and part.op.__class__ is gast.Div:
        return part.right
    if part.__class__ is gast.BinOp and part.op.__class__ is gast.Pow and not _is_positive_number(part.right):
        return part.left
    return part.args[0] if part.__class__ is gast.Call and getattr(part.func, "id", "") in SLOPES else None


def _is_positive_number(node: Node) -> bool:
    return node.__class__ is gast.Constant and node.value >= 0


def _is_unit(step: Node | None) -> bool:
    return step is None or (step.__class__ is gast.UnaryOp and step.operand.__class__ is gast.Constant and step.operand.value == 1)


def is_whole(node: Node) -> bool:
    """Whether a read takes all items: `x[:]`, `x[:, None]`, `x[...]`."""
    if node.ctx.__class__ is not gast.Load:
        return False
    items = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
    return all((item.__class__ is gast.Constant and item.value in (None, ...)) or (
        item.__class__ is gast.Slice and item.lower is None and item.upper is None and _is_unit(item.step)) for item in items)
