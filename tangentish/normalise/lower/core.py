"""The frame of the rewrite: where statements go, and how a value gets a name."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.kept_before import watch_runs
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.source import GENERATED
from tangentish.names import Names
from tangentish.normalise.effects.elsewhere import Elsewhere
from tangentish.normalise.lower.simple import is_negative_literal, is_simple
from tangentish.syntax import COMPREHENSIONS, Block, Node, assign, call, children, clone, locate, name, walk, walk_statements


class Core:
    """Sends each statement to `lower_<class of node>` and each active expression to `flat_<class of node>`.

    `activity.expr(node)` says what is active; new names that are active are added to `activity.varied`.
    """

    def __init__(self, names: Names, activity: Any, filename: str = "", iterators: frozenset[str] = frozenset(),
                 elsewhere: Elsewhere | None = None) -> None:
        self.names, self.activity, self.filename, self.iterators = names, activity, filename, iterators
        self.elsewhere = elsewhere  # what else may happen to the values of inactive expressions, if there is anything
        self.out: Block = []
        self.functions: dict[str, Any] = {}  # what is called instead of functions of the user's, by the names it has
        self.whole: Block = []  # the body of the function
        self.told: set[str] = activity.varied  # what was known to be active before anything was lowered
        self.flats: set[str] | None = None
        self.tried = 0  # how many `try` statements with handlers there are around the statement at hand

    # statements

    def block(self, block: Block) -> Block:
        """A new block; every statement carries `origin`, the user's statement it comes from."""
        outer, self.out = self.out, []
        for node in block:
            start = len(self.out)
            self.statement(node)
            for made in self.out[start:]:
                locate(made, node)
                for part in walk_statements([made]):
                    if not hasattr(part, "origin"):
                        part.origin = getattr(node, "origin", node)
        result, self.out = self.out, outer
        return result

    def statement(self, node: Node) -> None:
        """Lower one statement into `self.out`."""
        method = getattr(self, "lower_" + type(node).__name__, None)
        if method is None:
            self.out.append(node)
        else:
            method(node)

    def statement_at(self, node: Node, made: Node) -> None:
        """Lower a statement that takes the place of an expression."""
        self.statement(locate(made, node))

    def inside(self, target: str, value: Node) -> Block:
        """A block that assigns to a name what an expression evaluates to."""
        outer, self.out = self.out, []
        self.out.append(assign(target, self.flat(value)))
        result, self.out = self.out, outer
        return result

    # what is active

    def varied(self, node: Node | None) -> bool:
        """Whether the value of an expression is active."""
        return bool(self.activity.expr(node))

    def hidden_calls(self, value: Node) -> bool:
        """Whether an expression that is itself inactive has an active display inside (a tuple of such)."""
        return value.__class__ in (gast.Tuple, gast.List) and any(self.varied(v) for v in value.elts)

    def fail(self, message: str, node: Node, hint: str = "") -> Exception:
        """What to raise where something cannot be done."""
        return located(UnsupportedError, message, self.filename, node, hint)

    # expressions

    def flat(self, node: Node) -> Node:
        """An expression of one operation."""
        if not self.varied(node) and not self.hidden_calls(node):
            return node
        method = getattr(self, "flat_" + type(node).__name__, None)
        if method is None:
            raise self.fail("this expression is not supported where active values flow", node)
        return method(node)

    def change_of(self, node: Node) -> str:
        """What else may happen to the value of an inactive expression."""
        return self.elsewhere.change_of(node) if self.elsewhere is not None else ""

    def only_read(self, node: Node, index: Node | None = None) -> Node:
        """An expression that nothing is stored through: `x.flat` need not be a view then, as it is none of `x.T`.

        What an `index` with slices picks from it is a copy, as no other slice is.
        """
        sliced = index is not None and any(part.__class__ is gast.Slice for part in walk(index))
        if node.__class__ is gast.Attribute and node.attr == "flat" and self.varied(node):
            return gast.Call(name("flattened" if sliced else "ravelled"), [node.value], [])
        if sliced and node.__class__ is gast.Name and node.id in self.iterators_over_arrays():
            raise self.fail(f"a slice of `{node.id}`, which is `.flat` of an array, is a copy, and this would be a view", node,
                            "Take it from the array: x.flat[...].")
        return node

    def iterators_over_arrays(self) -> set[str]:
        """The names that are bound to `x.flat` anywhere, if no class in reach gives this a meaning of its own."""
        if self.flats is None:
            bound = [node for node in walk_statements(self.whole) if node.__class__ is gast.Assign
                     and node.value.__class__ is gast.Attribute and node.value.attr == "flat"]
            self.flats = {target.id for node in bound for target in node.targets
                          if target.__class__ is gast.Name and "flat" not in self.activity.scope.own}
        return self.flats

    def operand(self, node: Node) -> Node:
        """A name, a literal, or inactive arithmetic of names and literals that is cheap to write twice."""
        if not self.varied(node) and (is_simple(node) or self.change_of(node)):
            return self.steady(node)
        return self.atom(node, always=True)

    def steady(self, node: Node) -> Node:
        """An inactive expression, kept under a name where what it reads may be changed elsewhere."""
        change = self.change_of(node)
        if not change:
            return node
        return self.temp(call("kept_content", node) if change == "content" else node)

    def passed(self, node: Node) -> Node:
        """An expression that is passed on as it is: what is called is told where its content is changed later."""
        if self.elsewhere is None or self.filename.startswith(GENERATED):  # what that captured is followed
            return node
        parts = [*node.args.defaults, *filter(None, node.args.kw_defaults)] if node.__class__ is gast.Lambda else [node]
        for place in (place for part in parts for place in places_in(part)):
            if self.elsewhere.is_changed_around(place):
                watch_runs()
                self.out.append(gast.Expr(call("changes_later", clone(place))))
        return node

    def atom(self, node: Node, always: bool = False) -> Node:
        """A name or literal with the value of an expression."""
        varied = self.varied(node)
        if varied and places_in(node) == [node]:
            self.passed(node)
        if node.__class__ is gast.Name and varied:
            return name(node.id)
        if node.__class__ is gast.Constant or is_negative_literal(node):
            return node
        if not varied and not self.hidden_calls(node):
            self.passed(node)
            return name(node.id) if node.__class__ is gast.Name else self.temp(node)
        flat = self.flat(node)
        return name(flat.id) if flat.__class__ is gast.Name else self.temp(flat)

    def temp(self, value: Node) -> Node:
        """A new name that is given the value."""
        held = self.names.fresh("t")
        self.bind(held, value)
        return name(held)

    def bind(self, held: str, value: Node) -> None:
        """Assign to a new name, which is active if the value is."""
        self.out.append(assign(held, value))
        if self.varied(value) or self.hidden_calls(value):
            self.activity.varied.add(held)


def places_in(node: Node) -> list[Node]:
    """The variables, attributes and items in an expression, as they are written; of a comprehension, where they come from."""
    inner = node
    while inner.__class__ in (gast.Attribute, gast.Subscript):
        inner = inner.value
    if inner.__class__ is gast.Name:
        return [node]
    if node.__class__ in COMPREHENSIONS:
        return places_in(node.generators[0].iter)
    return [] if node.__class__ is gast.Lambda else [place for child in children(node) for place in places_in(child)]
