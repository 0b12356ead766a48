"""Expressions that make calls which may write, and where these stand in code that is otherwise left alone."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.flow.stopping import comprehension_of
from tangentish.syntax import Node, children, own_expressions, walk

COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp)
EVALUATED = (gast.expr, gast.Slice, gast.keyword)
_NESTED = (gast.Lambda, gast.GeneratorExp, *COMPREHENSIONS)
_ACTING = (gast.Call, gast.NamedExpr)


class Acting:
    """`effectful` says of a call whether it may write; what was found of an expression is known from then on."""

    def __init__(self, effectful: Effectful) -> None:
        self.effectful = effectful
        self.known: dict[int, bool] = {}

    def acts(self, node: Node) -> bool:
        """Whether a statement by itself may make a call that may write, or bind a name inside an expression."""
        parts = walk(own_expressions(node))
        if not any([part.__class__ in _ACTING or hasattr(part, "runs") for part in parts]):
            return False
        return any(part.__class__ in _NESTED or self.acts_itself(part) or self.effectful.calls_later(part) for part in parts)

    def has(self, node: Any) -> bool:
        """Whether evaluating an expression makes a call that may write, or binds a name."""
        if not isinstance(node, gast.AST):
            return False
        if node.__class__ is gast.Lambda:  # what it does is done later, and its defaults are made here
            return any(map(self.has, [*node.args.defaults, *node.args.kw_defaults]))
        if node.__class__ is gast.GeneratorExp:
            return self.starts(node)
        if node.__class__ in COMPREHENSIONS:
            return self.starts(node) or self.made_by_acting(node)
        if id(node) not in self.known:
            self.known[id(node)] = self.acts_itself(node) or any(map(self.has, children(node)))
        return self.known[id(node)]

    def acts_itself(self, node: Node) -> bool:
        """The same of one part of an expression: an operator that runs code of a class that writes has a mark, `runs`."""
        cls = node.__class__
        if cls is gast.NamedExpr or hasattr(node, "runs"):
            return True
        if cls is gast.Call:
            return self.effectful(node) or self.goes_through(node) or self.stopping(node) is not None
        return self.effectful.calls_later(node.value) if cls is gast.Starred else self.looks_for(node)

    @staticmethod
    def starts(node: Node) -> bool:
        """Whether what a comprehension goes through runs code of a class that writes: this happens where it stands."""
        return any(hasattr(part, "runs") for part in walk(node.generators[0].iter))

    def looks_for(self, node: Node) -> bool:
        """Whether `y in map(f, x)` asks for items, each of which is made by a call that may write."""
        asked = node.__class__ is gast.Compare and node.ops[-1].__class__ in (gast.In, gast.NotIn)
        return asked and self.asks(node.comparators[-1])

    def made_by_acting(self, node: Node) -> bool:
        """Whether what a comprehension evaluates for each item makes a call that may write."""
        parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        return any(self.has(part) for part in [*parts, *(test for generator in node.generators for test in generator.ifs)])

    def goes_through(self, node: Node) -> bool:
        """Whether a call is given what makes calls that may write, when it goes through it: a generator, `map(function, ...)`."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return any(self.asks(one.value if one.__class__ is gast.Starred else one) for one in given)

    def asks(self, node: Node) -> bool:
        """Whether an expression gives its items by calls that may write."""
        return self.effectful.calls_later(node) or (node.__class__ is gast.GeneratorExp and self.made_by_acting(node))

    def stopping(self, node: Node) -> Node | None:
        """The comprehension in `any` or `all` of calls that may write."""
        later = self.effectful.calls_later
        found = comprehension_of(node, ("any", "all"), self.effectful.scope.resolve, later)
        if found is None:
            return None
        parts = [found.elt, *(test for generator in found.generators for test in generator.ifs)]
        acts = any(self.has(part) or self.effectful.reads(part) for part in parts)
        return found if acts or any(later(generator.iter) for generator in found.generators) else None

    def hidden(self, node: Node) -> bool:
        """Whether such a call stands where code is left as it is."""
        if hasattr(node, "asks"):
            return True
        if not self.has(node) or node.__class__ in COMPREHENSIONS:
            return False
        if node.__class__ in (gast.NamedExpr, gast.Compare, gast.JoinedStr, gast.Slice, gast.Lambda) or (
                node.__class__ is gast.UnaryOp and node.op.__class__ in (gast.Not, gast.Invert)):
            return True
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.Mod and (
                node.left.__class__ is gast.JoinedStr or isinstance(getattr(node.left, "value", None), str | bytes)):
            return True  # a text
        if node.__class__ is gast.Subscript:
            return self.has(node.slice) or self.hidden(node.value)
        if node.__class__ is gast.IfExp:
            return self.has(node.test) or self.hidden(node.body) or self.hidden(node.orelse)
        if node.__class__ is gast.Call and not self.effectful(node):
            return True  # `int(f(x))`, `print(f(x))`: a function that may be inert
        return any(self.hidden(child) for child in children(node) if isinstance(child, EVALUATED))


def reads_an_item(target: Node) -> bool:
    """Whether `target += value` reads an item and not a view: a view's content is read after the value is evaluated."""
    if target.__class__ is gast.Subscript:
        parts = target.slice.elts if target.slice.__class__ is gast.Tuple else [target.slice]
        return not any(part.__class__ in (gast.Slice, gast.Starred) for part in parts)
    return target.__class__ is gast.Attribute


def numbered(iterable: Node) -> Node:
    """What a loop goes through, without `enumerate`: it is called first whether its items are numbered or not."""
    plain = iterable.__class__ is gast.Call and getattr(iterable.func, "id", "") == "enumerate" and len(iterable.args) == 1
    return iterable.args[0] if plain and not iterable.keywords else iterable
