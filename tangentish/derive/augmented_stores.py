"""Adjoints of augmented assignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from tangentish.analysis.kinds import UNKNOWN, Array, Kind
from tangentish.analysis.versions import Version
from tangentish.derive.partial_products import times
from tangentish.derive.rule_choice import choose
from tangentish.derive.splice import splice
from tangentish.derive.stores import Stores
from tangentish.rules.helpers import quotient
from tangentish.rules.registry import BINARY
from tangentish.syntax import (
    Node,
    as_load,
    assign,
    call,
    clone,
    constant,
    expression,
    name,
    slice_value,
    stored,
    subscript,
    substitute,
)


@dataclass
class Region:
    """What an augmented assignment writes into: all that a name holds, or what it has at an index."""

    owner: Node
    version: Version  # of the owner: after the statement if it is the whole, else before
    kind: Kind  # of the whole
    part: Kind  # of the region
    bar: Node  # the adjoint variable of the whole
    index: Node | None  # None for the whole

    @property
    def whole(self) -> bool:
        return self.index is None

    def read(self) -> Node:
        """The adjoint of the region."""
        return clone(self.bar) if self.index is None else subscript(clone(self.bar), clone(self.index))

    def stored(self) -> Node:
        """The adjoint of the region, to be assigned to; of a whole array, its content."""
        return gast.Subscript(clone(self.bar), constant(...) if self.index is None else clone(self.index), gast.Store())


class AugmentedStores(Stores):
    """Reverses `x op= v` and `x[index] op= v`."""

    def reverse_augmented(self, node: Node) -> None:
        """`x op= v`, `x[index] op= v`, `x.attr op= v`."""
        target, value = node.target, node.value
        if target.__class__ is gast.Attribute:
            if not self.p.activity.expr(value) and not self.p.activity.expr(as_load(target)):
                return
            raise self.fail("internal: attributes are augmented by a load and a store", node.origin)
        region = self.region_of(node)
        if region is None:
            return
        repeated = not region.whole and not self.basic_index(target.slice)
        got = call(self.helper("winners"), clone(region.bar), slice_value(region.index)) if repeated else region.read()
        if region.whole and self.shared(region.owner.id) and not isinstance(region.kind, Array):
            self.unknown_augmented(node, region.owner.id, value, got)
        elif node.op.__class__ in (gast.Add, gast.Sub):
            self.reverse_sum(node, region, got)
        else:
            self.reverse_product(node, region, got)

    def region_of(self, node: Node) -> Region | None:
        """What a statement writes into, its adjoint variable made ready; None if it has no adjoint."""
        target = node.target
        whole = target.__class__ is gast.Name
        owner = target if whole else target.value
        env = self.flow.before[self.uid]
        if owner.__class__ is not gast.Name:
            return None  # inactive code, left as it was written
        if owner.id not in env:
            if self.p.activity.expr(node.value):
                raise self.fail("writing an active value into a global is not supported", node.origin,
                                "Pass the object as an argument.")
            return None
        version = self.flow.after[self.uid][owner.id] if whole else env[owner.id]
        kind = self.kind_of(version)
        if not self.active(owner.id, kind):
            self.state.pop(owner.id, None)
            return None
        if whole:
            self.flush_cells(owner.id, version)
        if self.shared(owner.id):
            self.start(owner.id, version)
        if owner.id not in self.state:
            return None
        self.full(owner.id, version)
        if not whole and isinstance(kind, Array) and not kind.dims:
            self.owned(owner.id, version)
        bar = name(self.bar(owner.id))
        if whole:
            return Region(owner, version, kind, self.kind_before(owner.id), bar, None)
        return Region(owner, version, kind, self.region_kind(kind, target.slice), bar, self.before(target.slice))

    def reverse_sum(self, node: Node, region: Region, got: Node) -> None:
        """`+=` and `-=`: the adjoint of the region stays what it is."""
        if self.is_active(node.value):
            given = got if node.op.__class__ is gast.Add else gast.UnaryOp(gast.USub(), got)
            self.give_region(node.value, given, region.part, region.owner.id)
        if region.whole and region.part == UNKNOWN:
            self.emit(assign(region.bar.id, call(self.helper("unbroadcast"), clone(region.bar), self.before(region.owner))))
            self.state[region.owner.id] = "held"

    def reverse_product(self, node: Node, region: Region, got: Node) -> None:
        """Other operators: the adjoint of the region is multiplied by the partial derivative in its old content."""
        value, part = node.value, region.part
        if not region.whole:
            self.owned(region.owner.id, region.version)
        rule, spliced = self.partials(node, region)
        terms = spliced.terms
        in_old, in_value = rule.params[0], rule.params[1]
        renames = {label: name(self.alias(label, helper)) for label, helper in spliced.helpers.items()
                   if self.alias(label, helper) != label}
        if renames:
            terms = {key: substitute(term, renames) for key, term in terms.items()}
        held = None
        if self.is_active(value) and in_value in terms:  # read before the adjoint of the region changes, given after
            held = self.names.fresh("t_bar")
            g = self.region_times(rule, got, terms[in_value], region)
            self.emit(assign(held, self.fit(g, self.before(value), part, self.operand_kind(value), None)))
        if region.whole:
            masked = self.leaves_out(region.owner.id, terms[in_old], part)
            self.change_whole(node, region, self.region_times(rule, got, terms[in_old], region), not masked)
        elif node.op.__class__ in (gast.Mult, gast.Div) and not self.leaves_out(region.owner.id, terms[in_old], part):
            self.emit(gast.AugAssign(region.stored(), node.op, self.before(value)))
        else:
            self.emit(gast.Assign([region.stored()], self.region_times(rule, region.read(), terms[in_old], region), None))
        if held is not None:
            self.give(value, name(held), "held")

    def change_whole(self, node: Node, region: Region, new: Node, in_place: bool) -> None:
        """Give the adjoint of a name the value that it has before `x op= v`: in place where that is safe."""
        owner, part = region.owner, region.part
        if not (part.is_scalar or (isinstance(part, Array) and self.covers_operand(node.value, part))):
            new = call(self.helper("unbroadcast"), new, self.before(owner))
        if in_place and node.op.__class__ in (gast.Mult, gast.Div) and self.state[owner.id] in ("owned", "table") and (
                isinstance(region.kind, Array)):
            self.emit(gast.AugAssign(stored(region.bar.id), node.op, self.before(node.value)))
        elif self.shared(owner.id):
            self.emit(gast.Assign([region.stored()], new, None))
        else:
            self.emit(assign(self.bar(owner.id), new))
            self.state[owner.id] = "owned"

    def covers_operand(self, value: Node, part: Array) -> bool:
        kind = self.operand_kind(value)
        return kind.ndim is not None and kind.ndim <= len(part.dims)

    def region_times(self, rule: Any, g: Node, term: Node, region: Region) -> Node:
        if rule.quotient:
            return call(self.alias("quotient", quotient), g, clone(term))
        if self.leaves_out(region.owner.id, term, region.part):
            return self.masked(clone(g), clone(term))
        return times(clone(g), clone(term))

    def partials(self, node: Node, region: Region) -> tuple[Any, Any]:
        """The rule of the operator spliced over the old content of the target and the operand."""
        owner, target, value = region.owner, node.target, node.value
        rule = self.known_rule(BINARY[type(node.op).__name__])
        if rule.kind != "elementwise":
            raise self.fail("this augmented assignment has no derivative rule", node.origin,
                            "Write it as `x[...] = x op v`.")
        keys = list(rule.params)
        rule, _ = choose(rule, BINARY[type(node.op).__name__], [owner, value], {},
                         lambda operand: region.part if operand is owner else self.operand_kind(operand))
        old = self.before(owner) if target.__class__ is gast.Name else subscript(self.before(owner), self.before(target.slice))
        fresh = gast.BinOp(clone(old), node.op, self.before(value))
        spliced = splice(rule, {keys[0]: old, keys[1]: self.before(value)}, name("?"), fresh)
        return rule, spliced

    def unknown_augmented(self, node: Node, owner: str, value: Node, got: Node) -> None:
        """`x op= v` where `x` may be a number, which is rebound, or an array, which is written into, or a list."""
        before, after = self.flow.before[self.uid][owner], self.flow.after[self.uid][owner]
        self.uses_table = True
        bar = self.bar(owner)
        label = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**", "Mod": "%", "FloorDiv": "//",
                 "MatMult": "@"}.get(type(node.op).__name__)
        if label is None:
            raise self.fail("this operator has no derivative", node.origin)
        augmented = self.helper("augmented")
        operand_active = self.is_active(value)
        result = self.names.fresh("parts_bar")
        self.emit(assign(result, call(augmented, name(self.table), constant(label),
                                      self.version(before), self.version(after), self.before(value), got)))
        self.line(f"{bar} = {result}[0]")
        if operand_active:
            version = self.flow.before[self.uid][value.id]
            if self.shared(value.id):
                self.start(value.id, version)
                vbar = self.bar(value.id)
                self.emit(assign(vbar, call(f"{self.table}.add", self.version(version), name(vbar),
                                            expression(f"{result}[1]"))))
            else:
                self.give(value, call(self.helper("unbroadcast"), expression(f"{result}[1]"), self.before(value)), "held")
