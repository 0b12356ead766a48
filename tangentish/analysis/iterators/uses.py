"""Whether a list may stand for an iterator that a function is given: it goes through it once at most, and asks nothing of it.

What is not seen to be so is not: a name given to it, a place where it is kept, a question of what it is.

>>> def total(it, start):
...     return sum(it) if start is None else sum(it, start)
>>> def twice(it):
...     return sum(it) + sum(it)
>>> [list_will_do(function, 0) for function in (total, twice)]
[True, False]
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.iterators.makers import ITERATORS
from tangentish.analysis.writes.functions_called import called_function, named_in
from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, name_nodes, walk

CONSUMING = (*ITERATORS, sum, list, tuple, set, frozenset, dict, sorted, min, max, any, all, math.fsum, math.prod,
             functools.reduce, np.fromiter)
"""What goes through each of its arguments once."""
_TAKEN_BY = frozenset("builtins collections heapq itertools math numpy scipy statistics".split())
"""Modules, in C for the most part, of functions that go through what they are given; others may keep it, as `functools.partial`."""
_LISTING = (gast.List, gast.ListComp)
_DEEPEST = 4

Resolve = Callable[[Node], Any]


def list_will_do(target: Any, place: int | str | None, view: bool = False, deep: int = _DEEPEST) -> bool:
    """Whether what is called may be given a list in place of an iterator, or a `view` of a dict, as a positional argument, or one
    with a name; `None` is for an iterator in a container, and for a place that is not known.
    """
    found = called_function(target)
    if found is None:
        maker = target if not isinstance(target, type) else next(
            base for base in target.__mro__ if "__init__" in vars(base) or "__new__" in vars(base))
        module = getattr(maker, "__module__", None) or "builtins"
        if _consumes(target) or (target is not setattr and module.partition(".")[0] in _TAKEN_BY):
            return True
        found = called_function(target, stand_in=True)
    if found is None:
        return False
    function, shift, owner = found
    if place is None:
        return False
    try:
        source = read_source(function)
    except TangentishError:
        return False

    def resolve(node: Node) -> Any:
        return named_in(node, function, owner)

    return gone_through_once(source.tree, place + shift if isinstance(place, int) else place, resolve, view, deep)


def gone_through_once(function: Node, place: int | str, resolve: Resolve, view: bool = False, deep: int = _DEEPEST) -> bool:
    """The same of a function as it is written; `resolve` gives what an expression in it names, or None."""
    positional = [*function.args.posonlyargs, *function.args.args]
    named = [one for one in (*positional, *function.args.kwonlyargs) if one.id == place] if isinstance(place, str) else (
        positional[place:place + 1])
    rest: int | str | None = None
    if named:
        parameter = named[0]
    elif isinstance(place, str):
        parameter, rest = function.args.kwarg, place
    else:
        parameter, rest = function.args.vararg, place - len(positional)
    if parameter is None:
        return True  # which calling it refuses
    body = function.body if isinstance(function.body, list) else [gast.Return(function.body)]
    try:
        ended, count, _ = _Reading(parameter.id, rest, resolve, view, deep, names_of_lists(function)).block(body, 0)
    except _OtherUseError:
        return False
    return view or max(ended, count or 0) <= 1


class _OtherUseError(Exception):
    """Something else than going through it."""


class _Reading:
    """One function as it reads `label`, which may be the tuple or dict of more arguments, that has it at `rest`.

    Counts are of how often it goes through it: `(ended, count, bound)` are the highest on ways that have left the function,
    that of ways that go on (None if none does), and whether the name is still that of the iterator.  `lists` are its own lists.
    """

    def __init__(self, label: str, rest: int | str | None, resolve: Resolve, view: bool, deep: int, lists: set[str]) -> None:
        self.label, self.rest, self.resolve, self.view, self.deep, self.lists = label, rest, resolve, view, deep, lists

    def block(self, body: Block, count: int) -> tuple[int, int | None, bool]:
        ended = 0
        for node in body:
            more, after, bound = self.statement(node, count)
            ended = max(ended, more)
            if after is None or not bound:
                return ended, after, bound
            count = after
        return ended, count, True

    def statement(self, node: Node, count: int) -> tuple[int, int | None, bool]:
        cls = node.__class__
        if not self.names([node]):
            return (count, None, True) if cls in (gast.Return, gast.Raise) else (0, count, True)
        if cls is gast.If:
            return self.either(node, count)
        if cls in (gast.Return, gast.Raise, gast.Expr, gast.Assert):
            count += sum(map(self.expr, children(node)))
            return (count, None, True) if cls in (gast.Return, gast.Raise) else (0, count, True)
        if cls in (gast.Assign, gast.AnnAssign):
            return self.assigned(node, count)
        if cls is gast.AugAssign:
            extends = node.op.__class__ is gast.Add and self.is_it(node.value) and self.rest is None and (
                self.view or getattr(node.target, "id", "") in self.lists)
            return 0, count + (1 if extends else self.expr(node.value)) + self.expr(node.target), True
        if cls is gast.For and (self.view or not self.names([node.target, *node.body])):
            return self.block([*node.body, *node.orelse] if self.view else node.orelse, count + self.gone_through(node.iter))
        if cls is gast.With:
            return self.block(node.body, count + sum(self.expr(item.context_expr) for item in node.items))
        if cls is gast.Try:
            parts = [*node.body, *node.orelse, *node.finalbody, *(one for handler in node.handlers for one in handler.body)]
            return self.other() if _leaves(parts) else self.block(parts, count)
        return self.other()

    def either(self, node: Node, count: int) -> tuple[int, int | None, bool]:
        """`if`: one way or the other."""
        if not self.only_lists(node):
            test = node.test.operand if node.test.__class__ is gast.UnaryOp else node.test
            count += 0 if self.view and self.is_it(test) else self.expr(test)
            left, right = self.block(node.body, count), self.block(node.orelse, count)
            ways = [way for way in (left, right) if way[1] is not None]
            going = max((way[1] or 0 for way in ways), default=None)
            return max(left[0], right[0]), going, any(way[2] for way in ways) or not ways
        return 0, count + 1, False

    def only_lists(self, node: Node) -> bool:
        """Whether a statement is `if not isinstance(it, list): it = list(it)`: that gives the same of a list."""
        if node.orelse or len(node.body) != 1 or node.body[0].__class__ is not gast.Assign:
            return False
        value, test = node.body[0].value, node.test.operand if node.test.__class__ is gast.UnaryOp else node.test
        if value.__class__ is not gast.Call or test.__class__ is not gast.Call or not self.is_it(node.body[0].targets[0]):
            return False
        asked, made = self.resolve(test.func), self.resolve(value.func)
        return (asked is isinstance or asked is hasattr) and (made is list or made is tuple) and self.is_it(test.args[0])

    def assigned(self, node: Node, count: int) -> tuple[int, int | None, bool]:
        targets = node.targets if node.__class__ is gast.Assign else [node.target]
        unpacked = all(target.__class__ in (gast.Tuple, gast.List) for target in targets)
        count += self.gone_through(node.value) if unpacked else self.expr(node.value)
        for target in targets:
            if self.is_it(target):
                return 0, count, False
            count += self.expr(target)
        return 0, count, True

    def expr(self, node: Node | None) -> int:
        """How often an expression goes through it."""
        if node is None or not self.names([node]):
            return 0
        cls = node.__class__
        if cls is gast.Call:
            return self.call(node)
        if cls is gast.IfExp:
            return self.expr(node.test) + max(self.expr(node.body), self.expr(node.orelse))
        if cls is gast.Compare and self.is_it(node.left) and all(op.__class__ in (gast.Is, gast.IsNot) for op in node.ops) and all(
                one.__class__ is gast.Constant and one.value is None for one in node.comparators):
            return 0
        if cls is gast.Compare and self.view and any(op.__class__ in (gast.In, gast.NotIn) for op in node.ops):
            return self.expr(node.left) + sum(self.expr(one) for one in node.comparators if not self.is_it(one))
        if cls in COMPREHENSIONS:
            first = node.generators[0]
            if self.names([part for part in children(node) if part is not first] + [first.target, *first.ifs]):
                return self.other()
            return self.gone_through(first.iter)
        if cls is gast.Starred:
            return self.gone_through(node.value)
        if cls in (gast.Name, gast.Lambda, gast.NamedExpr):
            return self.other()
        return sum(map(self.expr, children(node)))

    def gone_through(self, node: Node) -> int:
        """The same for what is gone through once."""
        if self.is_it(node):
            return 1 if self.rest is None else self.other()  # which gives the iterators themselves
        return self.expr(node)

    def call(self, node: Node) -> int:
        target = self.resolve(node.func)
        takes = _consumes(target) or (self.view and target is len) or self.is_extended(node.func)
        count = self.expr(node.func)
        for place, value in [*enumerate(node.args), *((keyword.arg, keyword.value) for keyword in node.keywords)]:
            starred = value.__class__ is gast.Starred
            if not self.is_it(value.value if starred else value):
                count += self.expr(value)
            elif not (takes and starred == isinstance(self.rest, int)) and not self.passed_on(node, target, place, starred):
                self.other()
            else:
                count += 1
        return count

    def is_extended(self, function: Node) -> bool:
        """Whether a method is `extend` of a list that the function has made, or `join` of a text: others may do anything.

        A view may be gone through again.
        """
        owner = getattr(function, "value", None)
        if self.view and owner is not None and called_function(self.resolve(function)) is None:
            return bool(function.attr in ("extend", "join"))
        return (getattr(function, "attr", "") == "extend" and getattr(owner, "id", "") in self.lists) or (
            getattr(function, "attr", "") == "join" and isinstance(getattr(owner, "value", None), str))

    def passed_on(self, node: Node, target: Any, place: int | str | None, starred: bool) -> bool:
        """Whether a call gives it to a function that does no more with it than go through it once."""
        before = [one for one in node.args[:place] if one.__class__ is gast.Starred] if isinstance(place, int) else []
        if self.deep and called_function(target) is not None and not before:
            if self.rest is None and place is not None and not starred:
                return list_will_do(target, place, self.view, self.deep - 1)
            if starred and isinstance(place, int) and isinstance(self.rest, int):
                return list_will_do(target, place + self.rest, self.view, self.deep - 1)
            if place is None and isinstance(self.rest, str):
                return list_will_do(target, self.rest, self.view, self.deep - 1)
        return False

    def is_it(self, node: Any) -> bool:
        return node.__class__ is gast.Name and node.id == self.label

    def names(self, nodes: Block) -> bool:
        return any(name.id == self.label for name in name_nodes(nodes))

    def other(self) -> Any:
        raise _OtherUseError


def names_of_lists(function: Node | Block) -> set[str]:
    """The names that a function, or its body, binds to lists that it displays, and to nothing else.

    >>> from tangentish.syntax import parse
    >>> names_of_lists(parse("def f(given):\\n    found = []\\n    given = [1.0]\\n    other, found = found, []").body[0])
    set()
    """
    parts = walk(function)
    shown = [part.targets[0] for part in parts if part.__class__ is gast.Assign and part.value.__class__ in _LISTING]
    known = {id(target) for target in shown} | {id(part.target) for part in parts if part.__class__ is gast.AugAssign}
    return {target.id for target in shown if target.__class__ is gast.Name} - {
        part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load and id(part) not in known}


def _consumes(target: Any) -> bool:
    if isinstance(target, types.WrapperDescriptorType) and target.__name__ == "__init__":
        target = target.__objclass__
    return any(target is one for one in CONSUMING)


def _leaves(parts: Block) -> bool:
    return any(part.__class__ in (gast.Return, gast.Raise, gast.Break, gast.Continue) for part in walk(parts))
