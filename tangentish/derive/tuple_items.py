"""Tuples that need no adjoint: the cotangents of their items go from where these are read to where the tuple was made.

`a, b = f(x)` becomes `t, called = f_primal(x); a = t[0]; b = t[1]`, and in the reverse sweep `x_bar = f_reverse(called, a_bar,
b_bar)`.  In a pair the tuple that is returned is none, either, if it is made there.
"""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.analysis.kinds import Array, Kind, Sequence
from tangentish.analysis.unpacked import place_of, renamed_by, returned_items, unpacked
from tangentish.derive.adjoints import THIN
from tangentish.derive.operations import Operations
from tangentish.derive.program import Program
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import Node, assign, call, constant, name, tuple_of


class TupleItems(Operations):
    """The part of `Reverse` for such tuples; `items` are the variables of cotangents, by the tuple and the place in it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.items: dict[str, dict[int, str]] = {}
        self.seeds = [program.seed]  # the parameters for the cotangent of the result
        found = unpacked(program.body)
        kinds = {label: kind for label in found if (kind := self.kind_bound(label)) is not None and label not in program.params}
        left = -1
        while left != (left := len(kinds)):
            kinds = {label: kind for label, kind in kinds.items() if self.is_apart(label, found[label], kinds)
                     and kinds.keys() >= found.keys() & found[label]}
        self.unpacked = kinds

    def is_apart(self, label: str, names: set[str], others: Collection[str]) -> bool:
        """Whether no item is in the table; if this is one of the `others` under another name, that has to be one."""
        renamed = renamed_by(self.flow.nodes[self.flow.definitions[label][0][0]].value)
        return not any(self.shared(n) for n in names - {*others}) and (renamed is None or renamed in others)

    def kind_bound(self, label: str) -> Sequence | None:
        """The kind of a tuple of numbers and arrays that is bound once; None if it may be something else."""
        sites = self.flow.definitions.get(label, [])
        if len(sites) != 1 or not self.is_followed(self.flow.nodes[sites[0][0]]):
            return None
        kind = self.kinds.after.get(sites[0][0], {}).get(label)
        return kind if isinstance(kind, Sequence) and is_of_numbers(kind) else None

    def is_followed(self, node: Node) -> bool:
        """Whether the cotangents of the items of what a statement makes have somewhere to go: no result is a view, then."""
        if hasattr(node, "pair") or node.value.__class__ is gast.Tuple or renamed_by(node.value):
            return True
        found = None if hasattr(node, "dynamic") else self.rule_of(node.value)
        return found is not None and found[0].multi and found[0].view == "never"

    def spread_result(self) -> None:
        """Have the cotangents of the items of the result given one by one, if the result is a tuple that is made here."""
        program, final = self.p, self.flow.final.get(self.p.ans)
        count = returned_items(program.body, program.ans)
        kind = version_kind(program, final) if count and final is not None else None
        own = self.aliases.class_of(program.ans)
        if not isinstance(kind, Sequence) or not is_of_numbers(kind) or len(kind.items) != count or any(
                self.aliases.class_of(p) == own and not program.entry[p].is_scalar for p in program.params):
            return
        self.unpacked = {**self.unpacked, program.ans: kind}
        self.seeds = [self.names.fresh(f"ans_{place}_bar") for place in range(count)]
        self.items[program.ans] = dict(enumerate(self.seeds))

    def give_items(self, node: Node, target: str, value: Node) -> None:
        """Reverse what makes a tuple: a display, another name, or a function with several results."""
        bars = self.items[target] if target == self.p.ans else self.items.pop(target, {})
        renamed = renamed_by(value)
        if renamed is not None:
            self.items[renamed] = bars
            return
        if value.__class__ is not gast.Tuple:
            if bars:
                parts = self.names.fresh(f"{target}_bar")
                count = range(len(self.unpacked[target].items))
                self.emit(assign(parts, tuple_of(name(bars[place]) if place in bars else constant(None) for place in count)))
                self.reverse_rule(node, value, target, parts, "held")
            return
        for place, item in reversed([*enumerate(value.elts)]):
            if place in bars and item.__class__ is gast.Name and self.is_active(item):
                self.give(item, name(bars[place]), "held")

    def keep_item(self, source: str, value: Node, target: str, g: str, state: str) -> None:
        """Reverse `target = source[k]`."""
        if state in THIN:
            self.full_value(g, target, state)
        place = place_of(value)
        assert place is not None
        bars = self.items.setdefault(source, {})
        held = self.names.fresh(f"{source}_{place}_bar")
        part: Node = name(g)
        self.emit(assign(held, gast.BinOp(name(bars[place]), gast.Add(), part) if place in bars else part))
        bars[place] = held

    def item_bars(self, ans: str, apart: int) -> list[Node]:
        """The cotangents of all items of a result, zero where there is none: `apart`, or as a tuple."""
        bars = self.items.pop(ans, {})
        found = [name(bars[place]) if place in bars else self.zero_item(ans, place, item)
                 for place, item in enumerate(self.unpacked[ans].items)]
        return found if apart else [tuple_of(found)]

    def items_taken(self, ans: str, whole: Node, count: int) -> list[Node]:
        """The same of a tuple that is in the table."""
        self.uses_table = True
        parts = self.names.fresh("parts_bar")
        self.emit(assign(parts, call(f"{self.table}.items_of", self.after(ans), whole)))
        return [gast.Subscript(name(parts), constant(place), gast.Load()) for place in range(count)]

    def zero_item(self, ans: str, place: int, kind: Kind) -> Node:
        """Zero for an item that nothing was contributed to."""
        if not kind.active_dtype:
            return constant(None)
        if not isinstance(kind, Array):
            return constant(0.0)
        self.numpy()
        return call("np.zeros_like", gast.Subscript(self.after(ans), constant(place), gast.Load()))


def is_of_numbers(kind: Sequence) -> bool:
    """Whether a kind is that of a tuple of numbers, arrays and what carries no derivative."""
    return kind.type is tuple and all(
        isinstance(item, Array) or item.is_scalar or not item.active_dtype for item in kind.items)
