"""Calls whose items are used up where they stand, marked as the program was written."""

from __future__ import annotations

import math
from typing import Any

import gast

from tangentish.analysis.code.drawing import may_draw
from tangentish.frontend.generators import is_generator
from tangentish.frontend.generators_given import given_function
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.effects.effectful import QUIET_METHODS, Effectful
from tangentish.normalise.flow.exits_found import always_exits, contains, contains_break, has_return
from tangentish.normalise.iterators.watched_loops import gives_iterable
from tangentish.syntax import COMPREHENSIONS, Block, Node, own_expressions, walk, walk_statements

AT_ONCE = (list, tuple, sorted)
"""These do nothing between two items."""

ONE_BY_ONE = (sum, max, min, math.fsum, math.prod)
"""These compute with each item before they ask for the next."""

OF_BUILTINS = QUIET_METHODS | {"items", "keys", "values", "split", "splitlines", "get", "pop", "copy", "most_common"}
"""Methods that are most often those of arrays, dicts and strings."""


def mark_consumed(body: Block, scope: Scope, effectful: Effectful) -> bool:
    """Mark the calls that are, or may turn out to be, of generator functions; whether there are any.

    The attribute `drawn` of a call is "at once" or "one by one"; "some" if not all items may be asked for, "first" if no other
    is.  Those that a loop goes through have a `loop` too, those whose items are all given names are `unpacked`.
    """
    found = _Marks(scope, effectful)
    for statement in walk_statements(body):
        found.statement(statement)
    return found.any


class _Marks:
    def __init__(self, scope: Scope, effectful: Effectful) -> None:
        self.scope, self.effectful, self.any = scope, effectful, False

    def statement(self, node: Node) -> None:
        if node.__class__ is gast.For:
            if always_exits(node.body) and not any(contains(statement, gast.Continue) for statement in node.body):
                self.source(node.iter, "first")
                return self.expressions(node)
            left = contains_break(node.body) or has_return(node.body) or any(
                inner.__class__ is gast.Raise for inner in walk_statements(node.body))
            for made in self.source(node.iter, "some" if left else "one by one"):
                made.loop = True
        if node.__class__ is gast.Assign and node.targets[0].__class__ in (gast.Tuple, gast.List):
            starred = any(target.__class__ is gast.Starred for target in node.targets[0].elts)
            for made in self.source(node.value, "at once" if starred else "some"):
                made.unpacked = made is node.value
        self.expressions(node)

    def expressions(self, node: Node) -> None:
        for part in own_expressions(node):
            for inner in walk(part):
                self.expression(inner)

    def expression(self, node: Node) -> None:
        if node.__class__ is gast.Starred and node.ctx.__class__ is gast.Load:
            self.source(node.value, "at once")
        elif node.__class__ in COMPREHENSIONS and node.__class__ is not gast.GeneratorExp:
            self.comprehension(node)
        elif node.__class__ is gast.Call and node.args:
            function = self.scope.resolve(node.func)
            self.any = self.any or is_generator(function)
            how = "at once" if _is_one_of(function, AT_ONCE) else "one by one" if _is_one_of(function, ONE_BY_ONE) else ""
            if function is next:
                self.source(node.args[0], "first")
            if how == "one by one" and any(keyword.arg == "key" for keyword in node.keywords):
                return
            if how and node.args[0].__class__ is gast.GeneratorExp:
                self.comprehension(node.args[0])
            elif how:
                self.source(node.args[0], how)

    def comprehension(self, node: Node) -> None:
        """A comprehension that is gone through to its end."""
        parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        parts += [test for generator in node.generators for test in generator.ifs]
        parts += [generator.iter for generator in node.generators[1:]]
        calls = [part for part in walk(parts) if part.__class__ is gast.Call and not is_generator(self.scope.resolve(part.func))]
        if any(part.__class__ is gast.NamedExpr for part in walk(parts)) or any(map(self.effectful, calls)):
            return
        draws = any(may_draw(self.scope.resolve(part.func)) for part in calls)
        for generator in node.generators:
            for made in self.source(generator.iter, "one by one"):
                function = self.scope.resolve(made.func) if made.__class__ is gast.Call else MISSING
                if draws and (function is MISSING or may_draw(function)):
                    made.drawn = ""

    def source(self, node: Node, how: str) -> list[Node]:
        """Mark the calls that an expression gives one item after the other of."""
        if node.__class__ in (gast.Name, gast.Attribute) and how == "one by one":
            node.drawn, self.any = how, True  # it may be an object whose `__iter__` is a generator function
            return [node]
        if node.__class__ is not gast.Call:
            return []
        function = self.scope.resolve(node.func)
        if how == "first" and not is_generator(function):
            return []
        if is_generator(function) or (function is MISSING and _may_be_generator(node)) or given_function(function) is not None:
            node.drawn, self.any = how, True
            return [node]
        if gives_iterable(function) and how != "some":
            node.drawn, self.any = how, True  # as of names
        if function is enumerate and node.args:
            return self.source(node.args[0], "one by one" if how == "at once" else how)
        if (function is map or function is filter) and len(node.args) == 2 and not self.effectful.function(node.args[0]):
            return self.source(node.args[1], "one by one" if how == "at once" else how)  # it is called before the next item
        if function is zip:
            alone = len(node.args) == 1 and how != "at once"
            self.any = self.any or any(arg.__class__ is gast.Name for arg in node.args)  # as above
            return [made for arg in node.args for made in self.source(arg, how if alone else "some")]
        return []


def _may_be_generator(node: Node) -> bool:
    """Whether a call of what is not known may be one of a generator function."""
    return node.func.__class__ is gast.Name or (node.func.__class__ is gast.Attribute and node.func.attr not in OF_BUILTINS)


def _is_one_of(target: Any, functions: tuple[Any, ...]) -> bool:
    return any(target is function for function in functions)
