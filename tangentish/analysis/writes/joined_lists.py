"""What is written into the items of sums and multiples that may be lists: `(rows * 2)[0][1] = v` writes into what `rows` holds.

Of numbers and arrays a sum is new, so nothing is said of it but where something is written into an item of it.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.syntax import Node, names_in


class JoinedLists:
    """The names of what may be joined lists, and of items of these, with what `of` gives for the lists."""

    def __init__(self, of: Callable[[Node | None], set[str]]) -> None:
        self.of = of
        self.lists: dict[str, set[str]] = {}
        self.items: dict[str, set[str]] = {}
        self.known: set[str] = set()  # what is surely a list: whole numbers times something, lists displayed beside something

    def size(self) -> int:
        """How much is known."""
        return sum(map(len, [*self.lists.values(), *self.items.values()]))

    def visit(self, node: Node) -> None:
        """Note what a statement, or a loop, binds."""
        if node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name:
            label, value = node.targets[0].id, node.value
            self._note(self.lists, label, self.whole(value))
            self._note(self.items, label, self.held(value))
            if self.is_known(value):
                self.known.add(label)
        elif node.__class__ in (gast.For, gast.comprehension):
            found: set[str] = set().union(*(self.lists.get(label, ()) for label in names_in(node.iter)), self.whole(node.iter))
            for label in names_in(node.target):
                self._note(self.items, label, found)

    @staticmethod
    def _note(table: dict[str, set[str]], label: str, found: set[str]) -> None:
        if found:
            table.setdefault(label, set()).update(found)

    def whole(self, node: Node) -> set[str]:
        """What an expression holds if it gives joined lists."""
        if node.__class__ is gast.Name:
            return self.lists.get(node.id, set())
        if node.__class__ is gast.Subscript and node.slice.__class__ is gast.Slice:
            return self.whole(node.value)
        if node.__class__ is not gast.BinOp or node.op.__class__ not in (gast.Add, gast.Mult) or _is_number(node.left) or (
                _is_number(node.right)):
            return set()
        return set().union(*(self.of(side) | self.whole(side) for side in (node.left, node.right)))

    def held(self, node: Node) -> set[str]:
        """What an expression shares memory with if it gives an item of joined lists, or a part of one."""
        if node.__class__ is gast.Name:
            return self.items.get(node.id, set())
        if node.__class__ not in (gast.Subscript, gast.Attribute):
            return set()
        return self.held(node.value) | (self.whole(node.value) if node.__class__ is gast.Subscript else set())

    def changed(self, target: Node) -> set[str]:
        """What `target op= v` may write into: an item itself where that is known to be one of a list, or a part of an item."""
        if target.__class__ is not gast.Subscript:
            return self.held(target)
        return self.held(target) if self.is_known(target.value) else self.held(target.value)

    def is_known(self, node: Node) -> bool:
        """Whether what an expression gives is surely a list, if it is a sum or a multiple."""
        return node.id in self.known if node.__class__ is gast.Name else _is_list(node)


def _is_number(node: Node) -> bool:
    return node.__class__ is gast.Constant and isinstance(node.value, float | complex)


def _is_list(node: Node) -> bool:
    """Whether an expression is a whole number times something, or a sum with a list that is displayed."""
    if node.__class__ is gast.BinOp and node.op.__class__ is gast.Add:
        return any(side.__class__ in (gast.List, gast.ListComp) or _is_list(side) for side in (node.left, node.right))
    return node.__class__ is gast.BinOp and node.op.__class__ is gast.Mult and any(
        side.__class__ is gast.Constant and type(side.value) is int for side in (node.left, node.right))
