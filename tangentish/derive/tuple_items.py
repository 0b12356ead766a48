"""Tuples that need no adjoint: the cotangents of their items go from where these are read to where the tuple was made.

`a, b = f(x)` becomes `t, called = f_primal(x); a = t[0]; b = t[1]`, and in the reverse sweep `x_bar = f_reverse(called, a_bar,
b_bar)`.  In a pair the tuple that is returned is none, either, if it is made there.
"""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Array, Kind
from tangentish.analysis.unpacked import place_of, renamed_by
from tangentish.derive.adjoints import THIN
from tangentish.derive.program import Program
from tangentish.derive.unpacked_tuples import UnpackedTuples
from tangentish.syntax import Node, assign, call, constant, name, tuple_of


class TupleItems(UnpackedTuples):
    """The part of `Reverse` for such tuples; `items` are the variables of cotangents, by the tuple and the place in it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.items: dict[str, dict[int, str]] = {}
        self.seeds = [program.seed]  # the parameters for the cotangent of the result
        self.names.taken.add(program.seed)  # which is not the adjoint of a variable called `result`

    def is_followed(self, node: Node) -> bool:
        if hasattr(node, "pair"):
            return True
        found = None if hasattr(node, "dynamic") else self.rule_of(node.value)
        return super().is_followed(node) or (found is not None and found[0].multi and found[0].view == "never")

    def spread_result(self) -> None:
        """Have the cotangents of the items of the result given one by one, if the result is a tuple that is made here."""
        if self.unpack_result():
            self.seeds = [self.names.fresh(f"ans_{place}_bar") for place in range(len(self.unpacked[self.p.ans].items))]
            self.items[self.p.ans] = dict(enumerate(self.seeds))

    def give_items(self, node: Node, target: str, value: Node) -> None:
        """Reverse what makes a tuple: a display, another name, or a function with several results."""
        bars = self.items[target] if target == self.p.ans else self.items.pop(target, {})
        renamed = renamed_by(value)
        if renamed is not None:
            for place, bar in bars.items():
                self.add_item(renamed, place, name(bar))
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
        self.add_item(source, place, name(g))

    def add_item(self, source: str, place: int, part: Node) -> None:
        """Add to the cotangent of an item."""
        bars = self.items.setdefault(source, {})
        held = self.names.fresh(f"{source}_{place}_bar")
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
