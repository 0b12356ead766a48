"""Which operands may be objects of the user's whose classes write into something where Python runs their code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.code.marks import BY_ITEMS, running
from tangentish.analysis.iterators.given import gives_iterator
from tangentish.analysis.iterators.makers import is_one_of, lazy
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, is_object
from tangentish.analysis.objects.inherited_code import iterates_by_items
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.generators import is_generator
from tangentish.frontend.resolve import Scope
from tangentish.normalise.calls.only_asked import GOING_THROUGH, ITEMS, looked_at
from tangentish.syntax import Block, Node, locate, names_in, walk

_GIVING = (gast.Name, gast.Attribute, gast.Subscript, gast.Call, gast.IfExp, gast.BoolOp)
"""Expressions that give objects of the user's; the results of operators are asked for by statements of their own."""
_PLAIN = (range, list, tuple, dict, set, frozenset, sorted, str, int, float, bool, len, repr, type, id, isinstance, hash)
"""Functions that make what is none."""


class ClassCode(gast.NodeTransformer):
    """The expressions of one statement; `active` says whether the value of one depends on what is differentiated."""

    def __init__(self, scope: Scope, active: Callable[[Node], bool], kind_of: Callable[[Node], Kind]) -> None:
        self.scope, self.own, self.active, self.kind_of = scope, scope.own, active, kind_of
        self.asked: list[tuple[Node, tuple[str, ...]]] = []

    def seen(self, value: Any) -> Any:
        """A field of a statement with the expressions in it visited; the statements inside it are looked at by themselves."""
        if isinstance(value, list):
            return [self.seen(item) for item in value]
        if value.__class__ is gast.withitem:
            value.context_expr = self.visit(value.context_expr)
        elif value.__class__ is gast.arguments:  # of a function: its defaults
            value.defaults, value.kw_defaults = self.seen(value.defaults), self.seen(value.kw_defaults)
        return self.visit(value) if isinstance(value, gast.expr) else value

    def runs(self, operand: Node, method: str) -> bool:
        """Whether an operand may be an object whose class writes in a method."""
        if running(method) not in self.own or operand.__class__ is gast.Constant:
            return False
        if operand.__class__ is gast.Call and self.scope.resolve(operand.func) is range:
            return False
        kind = self.kind_of(operand)
        return kind == UNKNOWN or (is_object(kind) and (
            kind.type is object or hasattr(kind.type, method) or (method == BY_ITEMS and iterates_by_items(kind.type))))

    def may_hold(self, node: Node, method: str) -> bool:
        """Whether a value may hold objects whose class writes in a method."""
        kind = self.kind_of(node)
        return running(method) in self.own and not isinstance(kind, Array | Scalar | Const)

    def ask(self, parts: list[Node], methods: tuple[str, ...], any_object: bool = False) -> bool:
        """Let it be looked, before they are asked, whether active objects write in these, or any; whether there are some."""
        before = len(self.asked)
        for part in parts:
            if part.__class__ is gast.NamedExpr:
                self.ask([part.value], methods, any_object)
            elif part.__class__ in (gast.Tuple, gast.List):
                self.ask(part.elts, methods, any_object)
            elif self.may_be_object(part) and (any_object or self.active(part)):
                own = [method for method in methods if not (method in GOING_THROUGH and self.gives_iterator(part))]
                if found := tuple(method for method in own if self.runs(part, method)):
                    self.asked.append((part, found))
        return len(self.asked) > before

    def ask_sought(self, item: Node, container: Node) -> bool:
        """Let it be looked what `item in container` compares; False if that is not seen."""
        shown = container.elts if container.__class__ in (gast.Tuple, gast.List, gast.Set) else [container]
        if any(part.__class__ not in (*_GIVING, gast.Constant) for part in [item, *shown]):
            return False
        self.ask([item, *(shown if shown != [container] else ())], ("__eq__",), True)
        if shown == [container] and container.__class__ is not gast.Constant:
            self.asked.append((container, (ITEMS,)))
        return True

    def gives_iterator(self, node: Node) -> bool:
        """Whether an expression calls a function that gives an iterator, which is followed as a list."""
        return node.__class__ is gast.Call and gives_iterator(self.scope.resolve(node.func)) == "iterator"

    def may_be_object(self, node: Node) -> bool:
        """Whether an expression is none that makes something of Python's own."""
        target = self.scope.resolve(node.func) if node.__class__ is gast.Call else None
        makes = lazy(node, self.scope) or is_generator(target) or is_one_of(target, _PLAIN)
        return node.__class__ in _GIVING and not makes

    def checks(self, statement: Node) -> Block:
        """The statements that look, of what has a name before this one; what has none is marked to be looked at in its turn."""
        for part, methods in self.asked:
            if part.__class__ is not gast.Name:
                part.runs, part.asks = True, (*getattr(part, "asks", ()), *methods)
        named = [(part, methods) for part, methods in self.asked if part.__class__ is gast.Name]
        inside = {label for part in walk(statement) for label in (
            names_in(part.target) if part.__class__ in (gast.comprehension, gast.NamedExpr)
            else {a.id for a in part.args.args} if part.__class__ is gast.Lambda else ())}
        for part, methods in named:
            if part.id in inside:
                raise self.refused(methods[0], statement)
        return [locate(gast.copy_location(looked_at(part.id, methods), statement), statement) for part, methods in named]

    def refused(self, method: str, node: Node) -> Exception:
        """What to raise where such code would be run, and is not followed."""
        return located(UnsupportedError, f"a class says what `{method}` does, and writes into something there, which is not "
                       "followed in this place", self.scope.source.filename, node, "Call a method of the class by its name before.")
