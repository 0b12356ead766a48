"""Iterators whose items are made by calls that may write: all of these are made where the iterator is.

    any(enumerate(map(tank.fill, hours))), list(islice(map(tank.fill, hours), 2)), list(zip([1], map(tank.fill, hours)))

fill the tank once or twice, and `later = map(tank.fill, hours)` not before `later` is asked for items.  So such an iterator has
to be gone through at once and to its end; what may stop before, or begin later, is refused, unless it was written as a loop.
"""

from __future__ import annotations

import collections
import functools
import itertools
import types
from collections.abc import Iterator

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.writes.functions_called import named_in
from tangentish.analysis.writes.functions_given import functions_given
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import read_source
from tangentish.normalise.flow.exits_found import may_exit
from tangentish.normalise.iterators.acting import Acting
from tangentish.normalise.iterators.consumed import WHOLE, goes_to_the_end, may_be_left, parameter_of
from tangentish.normalise.iterators.unseen import Unsure, is_looked_up_again
from tangentish.rules.registry import lookup
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    child_blocks,
    children,
    free_names,
    name,
    name_nodes,
    names_in,
    own_expressions,
    unparse,
    walk,
    walk_statements,
)

_METHODS = frozenset("join extend update writelines".split())
"""Methods that go through what they are given, at once."""
_PASSING = (iter, map, filter, enumerate, itertools.starmap, itertools.accumulate, itertools.chain, itertools.filterfalse,
            itertools.dropwhile, itertools.zip_longest, itertools.pairwise)
"""Iterators that have asked for all items when they are at their end."""
_MESSAGE = ("calls that may write into something make the items of an iterator, and it is not seen that all are asked for at once; "
            "iterators are followed as lists")
_LAZY = (*_PASSING, zip, itertools.takewhile, itertools.islice, itertools.compress)


class ToTheEnd:
    """Looks at the statements of a block; `unsure` are the questions that only the running program can answer."""

    def __init__(self, block: Block, activity: Activity, acting: Acting) -> None:
        self.activity, self.acting, self.scope = activity, acting, activity.scope
        self.held: dict[str, Node] = {}
        self.unsure: list[Unsure] = []
        self.inside = {label for part in walk(block) if part.__class__ is gast.comprehension for label in names_in(part.target)}
        loads = collections.Counter(node.id for node in name_nodes(block) if node.ctx.__class__ is gast.Load)
        self.at_once = {id(node) for part in _blocks(block) for place, node in enumerate(part) if (
            node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name
            and loads[node.targets[0].id] == 1 and _is_reached(node.targets[0].id, part[place + 1:]))}
        for node in walk_statements(block):
            if id(node) in self.at_once and self.lazy(node.value):
                self.held[node.targets[0].id] = node.value

    def lazy(self, node: Node) -> bool:
        """Whether an expression is an iterator whose items are made by calls that may write active values."""
        if node.__class__ is gast.Name:
            return node.id in self.held and node.ctx.__class__ is gast.Load
        makes = node.__class__ is gast.GeneratorExp or (
            node.__class__ is gast.Call and is_one_of(self.scope.resolve(node.func), _LAZY))
        return makes and self.activity.expr(node) and bool(self.functions(node))

    def functions(self, node: Node) -> list[tuple[Node, Node]]:
        """The functions that may write and that are called for items, with the calls that have them."""
        found = []
        for part in walk(node):
            if part.__class__ is gast.GeneratorExp:
                own = {id(inner) for inner in walk(part.generators[0].iter)}
                found += [(inner.func, inner) for inner in walk(part) if inner.__class__ is gast.Call and id(inner) not in own]
                found += [(inner, part) for inner in walk(part) if self.acting.effectful.reads_itself(inner)]
            elif part.__class__ is gast.Call and is_one_of(self.scope.resolve(part.func), _LAZY):
                found += [(function, part) for function in functions_given(part, self.scope)]
        of_names = [one for part in name_nodes([node]) if part.id in self.held for one in self.functions(self.held[part.id])]
        return [(function, made) for function, made in found if self.may_write(function)] + of_names

    def may_write(self, function: Node) -> bool:
        """Whether a function may write into something that is active."""
        target = self.scope.resolve(function)
        if function.__class__ is gast.Lambda or (function.__class__ is gast.Name and function.id in self.acting.defined):
            return bool(self.acting.written(function))
        if function.__class__ is gast.Call:
            target = self.scope.resolve(function.func)
            given = function.args if target is functools.partial else []
            return any(map(self.may_write, given)) if given else target is MISSING and self.activity.expr(function)
        if target is not MISSING:
            return isinstance(target, types.FunctionType) and self.acting.effectful(gast.Call(function, [], []))
        return self.activity.expr(function) and (
            function.__class__ is not gast.Attribute or self.acting.effectful(gast.Call(function, [], [])))

    def asks(self, node: Node) -> bool:
        """Whether the running program can say that no function of an iterator writes; it is let to, then."""
        found = self.functions(node)
        known = all(function.__class__ in (gast.Name, gast.Attribute, gast.Subscript) and is_looked_up_again(function)
                    and self.scope.resolve(function) is MISSING and getattr(function, "id", "") not in self.acting.defined
                    and not self.acting.effectful.reads(function)
                    and getattr(function, "attr", "") not in MUTATORS and self.inside.isdisjoint(names_in(function))
                    for function, _ in found)
        if known:
            self.unsure += [("check_items_only_read", where, (function,)) for function, where in found]
        return known

    def check(self, statement: Node) -> None:
        """Raise where one is not gone through at once and to its end."""
        for part in own_expressions(statement):
            part = part.context_expr if part.__class__ is gast.withitem else part
            found = self.left(part, self.goes_through(statement, part)) if isinstance(part, gast.expr) else None
            if found is not None:
                raise located(UnsupportedError, _MESSAGE, self.scope.source.filename, found, "Write a loop.")

    def goes_through(self, statement: Node, part: Node) -> bool:
        """Whether a statement asks for all items of an expression in it."""
        if statement.__class__ is gast.For:
            return part is not statement.iter or not may_be_left(statement)
        if statement.__class__ is gast.Assign and part is statement.value:
            target = statement.targets[0]
            return id(statement) in self.at_once or target.__class__ in (gast.Tuple, gast.List) or (
                target.__class__ is gast.Subscript and target.slice.__class__ is gast.Slice)
        return statement.__class__ is gast.AugAssign or (statement.__class__ is gast.Expr and part.__class__ is gast.GeneratorExp)

    def left(self, node: Node, whole: bool) -> Node | None:
        """The first one that is left before its end; `whole` says whether all items of a value are asked for, if it has any."""
        if not whole and self.lazy(node) and not self.asks(node):
            return node
        cls = node.__class__
        if cls is gast.Lambda:
            return None
        if cls in COMPREHENSIONS:
            return self.left(node.generators[0].iter, whole or cls is not gast.GeneratorExp)
        passed = self.of_arguments(node, whole) if cls is gast.Call else cls is gast.Starred or (
            whole and cls in (gast.IfExp, gast.BoolOp, gast.NamedExpr))
        parts = [part.value if part.__class__ is gast.keyword else part for part in children(node)]
        return next((found for part in parts if isinstance(part, gast.expr) and (found := self.left(
            part, passed or part.__class__ is gast.Starred or self.takes_all(node, part))) is not None), None)

    def takes_all(self, call: Node, given: Node) -> bool:
        """Whether a function of the user's is seen to go through an argument to its end."""
        if call.__class__ is not gast.Call or given is call.func or not self.lazy(given):
            return False
        target = self.scope.resolve(call.func)
        defined = self.acting.defined.get(getattr(call.func, "id", ""), [])
        if isinstance(target, types.FunctionType) and lookup(target) is None:
            try:
                tree = read_source(target).tree
            except TangentishError:
                return False
            return goes_to_the_end(tree, parameter_of(tree, call, given), lambda node: named_in(node, target, None))
        if target is not MISSING or len(defined) != 1:
            return False
        apart = all(self.scope.resolve(name(label)) is not MISSING for label in free_names(defined[0]))
        return apart and goes_to_the_end(defined[0], parameter_of(defined[0], call, given), self.scope.resolve)

    def of_arguments(self, node: Node, whole: bool) -> bool:
        """Whether a call asks for all items of its arguments."""
        target = self.scope.resolve(node.func)
        columns = node.args if target is zip else node.args[1:] if target is map else []
        if len(columns) > 1 and not _as_long(columns):
            return False
        if target is zip:
            return whole
        if is_one_of(target, _PASSING):
            return whole
        return is_one_of(target, WHOLE) or (
            target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _METHODS)


def _is_reached(label: str, after: Block) -> bool:
    """Whether the first statement that reads a name is surely come to, and reads it when it begins."""
    for node in after:
        if node.__class__ is not gast.While and label in names_in(own_expressions(node)):
            return True
        if may_exit([node]) or label in {part.id for part in name_nodes([node])}:
            return False
    return False


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for node in walk_statements(block):
        for _, inner in child_blocks(node):
            yield inner


def _as_long(parts: list[Node]) -> bool:
    """Whether it is seen that some values have as many items."""
    return len({_length(part) for part in parts}) == 1


def _length(node: Node) -> object:
    if node.__class__ is gast.Call and getattr(node.func, "id", "") == "map" and len(node.args) == 2:
        return _length(node.args[1])
    if node.__class__ is gast.GeneratorExp and len(node.generators) == 1 and not node.generators[0].ifs:
        return _length(node.generators[0].iter)
    if node.__class__ in (gast.List, gast.Tuple) and not any(part.__class__ is gast.Starred for part in node.elts):
        return len(node.elts)
    return unparse(node) if node.__class__ in (gast.Name, gast.Attribute) else id(node)
