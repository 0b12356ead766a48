"""Operators, indices and loops of active objects whose classes write there: marked, so that they get statements of their own.

    if table[0] > 1.0: y = 2.0 * y

carries no derivative, and is otherwise left as it is; but the class of `table` may make its rows when they are asked for, and
what it stores then is active.  In a statement of its own an index is followed.  What cannot be taken out, as what `zip` does
with an object, is looked at before the statement: the class may write nothing there.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.analysis.kinds import UNKNOWN
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> scope.own = frozenset(["running __iter__", "running __getitem__"])
>>> block = parse("n = len([*table]) + len(set(table)) if table[0] > 1.0 else 1").body
>>> made = operators_acting(block, scope, lambda node: True, lambda node, statement: UNKNOWN)
>>> for node in made: print(unparse(node))
check_only_asked(table, '__iter__')
n = len([*list(table)]) + len(set(table)) if table[0] > 1.0 else 1
>>> made[1].value.test.left.runs
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.marks import BY_ITEMS, computed, giving
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.kinds import Kind
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.calls.class_code_run import ClassCode
from tangentish.normalise.calls.object_calls import OPERATORS
from tangentish.normalise.calls.only_asked import AMONG, TEXT
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, call

LISTING = (list, tuple, sum, max, min, sorted)
"""Functions that loop over what they are given, and are followed where they have a statement of their own."""
UNFOLLOWED = (set, frozenset, dict, zip, enumerate, map, filter, reversed, iter, any, all, dict.fromkeys, np.fromiter, bytes)
"""Those that are not, or make an iterator."""
ITERATED = ("__iter__", "__next__")
LOOPED = (*ITERATED, "__reversed__", BY_ITEMS)
MAPPED = ("__getitem__", "__iter__", "keys")
"""What `dict` asks for, and texts with keys."""
COUNTING = frozenset("count index remove".split())
"""Methods that compare what they are given with items."""
ASKED_OF_EACH: dict[Any, tuple[str, ...]] = {
    len: ("__len__",), bool: ("__bool__", "__len__"), str: TEXT, repr: TEXT, format: TEXT, hash: ("__hash__",),
    int: ("__int__", "__index__"), float: ("__float__", "__index__"), abs: ("__abs__",), round: ("__round__",), iter: LOOPED,
    list: LOOPED, tuple: LOOPED, set: LOOPED, sum: LOOPED, max: LOOPED, min: LOOPED, sorted: LOOPED, next: ("__next__",)}
"""What builtins run of an object, where `map` calls them, or they are a `key`."""


def operators_acting(block: Block, scope: Scope, active: Callable[[Node], bool], kind_of: Callable[[Node, Node], Kind]) -> Block:
    """A block with such nodes marked by the attribute `runs`."""
    def written(node: Node) -> Block:
        work = Marks(scope, active, lambda part: kind_of(part, node))
        work.loop = node.iter if node.__class__ is gast.For else None
        for field, value in gast.iter_fields(node):
            setattr(node, field, work.seen(value))
        if node.__class__ is gast.For:
            work.ask_looped([node.iter], (BY_ITEMS,))
        elif node.__class__ is gast.Assign and any(target.__class__ in (gast.Tuple, gast.List) for target in node.targets):
            work.ask_looped([node.value], (BY_ITEMS,))
        return [*work.checks(node), node]

    return each_rewritten(block, written)


class Marks(ClassCode):
    """The expressions of one statement; `loop` is what it goes through itself, if it is a loop."""

    loop: Node | None = None

    def acts(self, node: Node, method: str) -> bool:
        """Whether a value is active and its class may write in a method."""
        return self.runs(node, method) and self.active(node)

    def looped(self, node: Node) -> bool:
        """Whether going through a value does; not followed is what has items and no more."""
        self.ask_looped([node], (BY_ITEMS,))
        return any(self.acts(node, method) for method in ITERATED)

    def ask_looped(self, parts: list[Node], methods: tuple[str, ...]) -> None:
        """Let it be looked what going through some values runs: nothing of the items of displays."""
        self.ask([part for part in parts if part.__class__ not in (gast.Tuple, gast.List)], methods)

    def marked(self, node: Node, acts: bool) -> Node:
        """A node, with its parts seen to."""
        made = self.generic_visit(node)
        if acts:
            made.runs = True
        return made

    def visit_Subscript(self, node: Node) -> Node:
        return self.marked(node, node.ctx.__class__ is gast.Load and self.acts(node.value, "__getitem__"))

    def visit_Attribute(self, node: Node) -> Node:
        """What a class computes once, and keeps; properties are seen to where these are called."""
        kept = giving(node.attr) in self.own and computed(node.attr) not in self.own
        return self.marked(node, kept and node.ctx.__class__ is gast.Load and self.acts(node.value, node.attr))

    def visit_UnaryOp(self, node: Node) -> Node:
        return self.operated(node, [node.operand])

    def visit_BinOp(self, node: Node) -> Node:
        return self.operated(node, [node.left, node.right])

    def operated(self, node: Node, operands: list[Node]) -> Node:
        label = OPERATORS[type(node.op).__name__].__name__.strip("_")
        acts = any(self.acts(part, method) for part in operands for method in (f"__{label}__", f"__r{label}__"))
        if label == "mod":
            self.ask(operands[1:], MAPPED)
        return self.marked(node, acts and node.op.__class__ is not gast.Not)

    def visit_Compare(self, node: Node) -> Node:
        """`q in items`, `[q] == [r]`: what is in a display is compared."""
        for op, operand in zip(node.ops, node.comparators, strict=True):
            if op.__class__ in (gast.In, gast.NotIn):
                before = len(self.asked)
                self.ask_looped([operand], (*ITERATED, BY_ITEMS))
                self.asked[before:] = [(part, (AMONG, *methods)) for part, methods in self.asked[before:]]
        if any(op.__class__ not in (gast.Is, gast.IsNot) for op in node.ops):
            for operand in [node.left, *node.comparators]:
                self.ask(_shown(operand), ("__eq__", "__lt__", "__gt__"))
        return self.generic_visit(node)

    def visit_Starred(self, node: Node) -> Node:
        if node.ctx.__class__ is not gast.Load or not self.looped(node.value):
            return self.generic_visit(node)
        return gast.copy_location(gast.Starred(self.listed(node.value), node.ctx), node)

    def visit_comprehension(self, node: Node) -> Node:
        if self.looped(node.iter):
            node.iter = self.listed(node.iter)
        return self.generic_visit(node)

    def listed(self, node: Node) -> Node:
        """A list of what going through a value gives."""
        made = gast.copy_location(call("list", self.visit(node)), node)
        made.runs = True
        return made

    def visit_Call(self, node: Node) -> Node:
        target = self.scope.resolve(node.func)
        self.ask_what_runs(node, target)
        if not node.args:
            return self.marked(node, False)
        first = node.args[0]
        number = f"__{target.__name__}__" if is_one_of(target, (float, abs)) and len(node.args) == 1 else ""
        acts = (number != "" and self.acts(first, number)) or (target is next and self.acts(first, "__next__"))
        acts = acts or (is_one_of(target, LISTING) and len(node.args) == 1 and self.looped(first))
        adds = target is sum and self.active(first) and any(self.may_hold(first, name) for name in ("__add__", "__radd__"))
        return self.marked(node, acts or adds)

    def ask_what_runs(self, node: Node, target: Any) -> None:
        """Let it be looked what a call runs of its arguments that is not followed; `**` is written out before."""
        method = node.func.attr if node.func.__class__ is gast.Attribute and target is MISSING else ""
        if method in COUNTING:
            self.ask([*node.args, *_shown(node.func.value)], ("__eq__",))
        if method == "format_map" or target is dict:
            self.ask(node.args, MAPPED)
        if method == "join" or (is_one_of(target, UNFOLLOWED) and node is not self.loop):
            self.ask_looped(node.args, LOOPED)
        if node is self.loop and node.args and is_one_of(target, (zip, enumerate, reversed)):
            self.loop = node.args[0]  # what is in it, is looked at where the loop is written out
        if is_one_of(target, (hasattr, getattr)) and len(node.args) > 1 and node.args[1].__class__ is gast.Constant:
            self.ask(node.args[:1], (str(node.args[1].value),))
        self.ask_of_each(node, target)

    def ask_of_each(self, node: Node, target: Any) -> None:
        """Let it be looked what `map(str, [q])`, `filter(None, [q])` and `max([q], key=len)` run of the items."""
        keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
        functions = node.args[:1] if is_one_of(target, (map, filter)) else keys
        for function in functions:
            none = function.__class__ is gast.Constant and target is filter
            asked = bool if none else self.scope.resolve(function)
            methods = next((methods for one, methods in ASKED_OF_EACH.items() if one is asked), ())
            for items in node.args[1:] if is_one_of(target, (map, filter)) else node.args:
                self.ask([items, *_shown(items)], methods)


def _shown(node: Node) -> list[Node]:
    """The items of a display."""
    if node.__class__ is gast.Dict:
        return [value for value in [*node.keys, *node.values] if value is not None]
    return node.elts if node.__class__ in (gast.Tuple, gast.List, gast.Set) else []
