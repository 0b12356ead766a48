"""Operators and tests that write are run by a call: once, by a statement of their own, and whether anybody reads what they give.

    if trigger: y = 2.0 * y

runs `__bool__` of the class of `trigger`, which may count how often it was asked; the reverse sweep may not ask again.

>>> from tangentish.frontend.resolve import MISSING, Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.analysis.kinds import UNKNOWN
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> scope.own = frozenset(["running __bool__", "running __lt__", "running __getitem__"])
>>> block = parse("if ready and not a < b: y = y * rows[0]").body
>>> for n in operators_running(block, scope, lambda node: False, lambda node, statement: UNKNOWN, Names()): print(unparse(n))
if truth_asked(ready) and not compared(a, b, '__lt__'):
    y = y * acted(rows[0], rows)
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.code.marks import acting, running
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.kinds import UNKNOWN, Kind, is_object
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library.unnamed import REFLECTED
from tangentish.names import Names
from tangentish.normalise.calls.class_code_run import ClassCode
from tangentish.normalise.calls.object_calls import COMPARISONS, OPERATORS
from tangentish.normalise.calls.only_asked import GIVEN, LOOKING_UP, PLACED, TEXT, may_convert
from tangentish.normalise.iterators.running import asked_in_turn
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import lookup
from tangentish.runtime.checks import is_value_of_arrays
from tangentish.syntax import Block, Node, call, clone, constant, locate, name, names_in, walk

TRUTH = ("__bool__", "__len__")
TESTED = (gast.Name, gast.Attribute, gast.Subscript, gast.Call)
"""Expressions whose value may be an object: what else is tested is a truth."""
VALUED = (gast.Assign, gast.AugAssign, gast.AnnAssign, gast.Return, gast.Expr)
TESTING = (gast.If, gast.While, gast.Assert)
OTHERS = ("targets", "target", "items", "exc", "cause", "msg", "args")
"""The fields of statements with what they evaluate besides."""
COMPARED = {short: methods[0] for short, methods in COMPARISONS.items()}
CONVERTING = ("__float__", "__int__", "__index__", "__complex__", "__hash__", "__array__", "__abs__", "__round__")
TEXTS, ONE_BY_ONE, COMPARING = (str, repr), (any, all), (max, min, sorted)
ASKING: tuple[tuple[tuple[Any, ...], tuple[str, ...]], ...] = (
    ((bool, *ONE_BY_ONE), TRUTH), ((len,), ("__len__",)), (TEXTS, TEXT), (COMPARING, ("__lt__", "__gt__")))
"""Functions, and the methods that they run of their arguments."""


def operators_running(block: Block, scope: Scope, active: Callable[[Node], bool], kind_of: Callable[[Node, Node], Kind],
                      names: Names) -> Block:
    """A block with such expressions written so."""
    def written(node: Node) -> Block:
        work = Aloud(scope, active, lambda part: kind_of(part, node), names)
        made = [node]
        for target in node.targets if node.__class__ is gast.Assign else ():
            if target.__class__ is gast.Subscript:
                work.ask([target.slice], PLACED)
        if node.__class__ in TESTING:
            node.test = work.test(node.test)
        elif node.__class__ is gast.For:
            iterates = work.iterates(node.iter)
            node.iter = work.visit(node.iter)
            if iterates:
                node.iter = work.acted(gast.copy_location(call("iter", node.iter), node))
                made = asked_in_turn(node, names)
        elif node.__class__ in VALUED and node.value is not None:
            unpacks = node.__class__ is gast.Assign and node.targets[0].__class__ in (gast.Tuple, gast.List) and (
                work.iterates(node.value))
            node.value = work.visit(node.value)
            if unpacks:
                targets = node.targets[0].elts
                count = None if any(target.__class__ is gast.Starred for target in targets) else len(targets) + 1
                node.value = work.acted(gast.copy_location(call("items_asked", node.value, constant(count)), node))
        for field in OTHERS:
            if hasattr(node, field):
                setattr(node, field, work.seen(getattr(node, field)))
        return [*work.checks(node), *made]

    return each_rewritten(block, written)


class Aloud(ClassCode):
    """The expressions of one statement."""

    def __init__(self, scope: Scope, active: Callable[[Node], bool], kind_of: Callable[[Node], Kind], names: Names) -> None:
        super().__init__(scope, active, kind_of)
        self.names = names

    def iterates(self, node: Node) -> bool:
        """Whether going through a value runs such code, and nothing active comes of it."""
        return node.__class__ in TESTED and not self.active(node) and (
            self.runs(node, "__iter__") or self.runs(node, "__next__"))

    # where the truth of a value is asked for

    def test(self, node: Node) -> Node:
        """An expression in such a place."""
        if node.__class__ is gast.BoolOp:
            return gast.copy_location(gast.BoolOp(node.op, [self.test(value) for value in node.values]), node)
        asks = node.__class__ in TESTED and any(self.runs(node, method) for method in TRUTH)
        reads = any(part.__class__ is gast.Attribute and acting(part.attr) in self.own for part in walk(node))
        made = self.visit(node)
        if asks:
            return gast.copy_location(call("truth_asked", made), node)
        return self.acted(gast.copy_location(call("bool", made), node)) if reads and not self.active(node) else made

    def visit_IfExp(self, node: Node) -> Node:
        node.test, node.body, node.orelse = self.test(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: Node) -> Node:
        node.iter, node.ifs = self.visit(node.iter), list(map(self.test, node.ifs))
        return node

    def visit_UnaryOp(self, node: Node) -> Node:
        if node.op.__class__ is gast.Not:
            node.operand = self.test(node.operand)
            return node
        return self.operated(node, [node.operand])

    def visit_BoolOp(self, node: Node) -> Node:
        """`w and 1` as a value, which is one of its operands: what is left is `1 if truth_asked(w) else w`."""
        asks = any(part.__class__ in TESTED and self.runs(part, method) for part in node.values[:-1] for method in TRUTH)
        if not asks:
            return self.generic_visit(node)
        if not all(part.__class__ in (gast.Name, gast.Constant) for part in node.values[:-1]):
            return self.acted_or_refused(node, self.generic_visit(node), "__bool__")
        made = self.visit(node.values[-1])
        for part in reversed(node.values[:-1]):
            ways = (made, clone(part)) if node.op.__class__ is gast.And else (clone(part), made)
            made = gast.copy_location(gast.IfExp(self.test(part), *ways), node)
        return made

    # operators

    def visit_Compare(self, node: Node) -> Node:
        short = type(node.ops[0]).__name__
        operands = [node.left, *node.comparators]
        asked = {method for op in node.ops if (method := COMPARED.get(type(op).__name__))}
        asked |= {"__eq__"} if "__ne__" in asked else set()
        runs = any(self.runs(part, name) for part in operands for method in asked for name in (method, REFLECTED[method]))
        holds = any(op.__class__ in (gast.In, gast.NotIn) and self.runs(part, "__contains__")
                    for op, part in zip(node.ops, node.comparators, strict=True))
        among = any(op.__class__ in (gast.In, gast.NotIn) and self.compares(left, part)
                    for op, left, part in zip(node.ops, operands, node.comparators, strict=False))
        if among and len(node.ops) == 1 and self.any_active(node):  # `x.dtype.kind in "iu"`
            among = not self.ask_sought(node.left, node.comparators[0])
        if any(op.__class__ in (gast.In, gast.NotIn) for op in node.ops):
            self.ask(operands[:-1], ("__hash__",))
        made = self.generic_visit(node)
        if runs and len(node.ops) == 1:
            return gast.copy_location(call("compared", made.left, made.comparators[0], constant(COMPARED[short])), node)
        if holds and len(node.ops) == 1 and any(map(self.active, operands)):
            return made  # asked by a call where objects are looked at
        return self.acted_or_refused(node, made, "__eq__" if among else "__lt__") if runs or holds or among else made

    def compares(self, item: Node, container: Node) -> bool:
        """Whether finding an item in a container is seen to compare objects of such a class."""
        shown = container.elts if container.__class__ in (gast.Tuple, gast.List, gast.Set) else []
        return self.may_hold(container, "__eq__") and any(self.runs(part, "__eq__") for part in [item, *shown])

    def visit_BinOp(self, node: Node) -> Node:
        return self.operated(node, [node.left, node.right])

    def visit_Subscript(self, node: Node) -> Node:
        runs = node.ctx.__class__ is gast.Load and self.runs(node.value, "__getitem__")
        made = self.generic_visit(node)
        if runs and not self.active(node):
            return self.acted(made)
        index = node.slice
        picked = [index.lower, index.upper, index.step] if index.__class__ is gast.Slice else [index]
        return self.converted(made, [*filter(None, picked)] if node.ctx.__class__ is gast.Load else [], PLACED)

    def visit_Dict(self, node: Node) -> Node:
        return self.converted(self.generic_visit(node), [*filter(None, node.keys)], ("__hash__",))

    def visit_Set(self, node: Node) -> Node:
        return self.converted(self.generic_visit(node), node.elts, ("__hash__",))

    def converted(self, made: Node, parts: list[Node], methods: tuple[str, ...]) -> Node:
        """An expression that makes numbers of some of its parts, or looks them up."""
        if self.ask(parts, methods) or self.active(made):
            return made
        asks = any(part.__class__ in TESTED and self.runs(part, method) for part in parts for method in methods)
        return self.acted(made) if asks else made

    def visit_Attribute(self, node: Node) -> Node:
        kind = self.kind_of(node.value)
        made_up = running("__getattr__") in self.own and not is_value_of_arrays(node.attr) and (
            kind == UNKNOWN or (is_object(kind) and not hasattr(kind.type, node.attr)))
        runs = node.ctx.__class__ is gast.Load and (made_up or self.runs(node.value, node.attr))
        made = self.generic_visit(node)
        return self.acted(made) if runs and not self.active(node) else made

    def operated(self, node: Node, operands: list[Node]) -> Node:
        label = OPERATORS[type(node.op).__name__].__name__.strip("_")
        runs = any(self.runs(part, method) for part in operands for method in (f"__{label}__", f"__r{label}__"))
        if label == "mod":
            self.ask(operands[1:], (*TEXT, "__float__", "__int__", "__index__"))
        made = self.generic_visit(node)
        return self.acted(made) if runs and not self.active(node) else made

    # functions that ask for what a class says

    def visit_Call(self, node: Node) -> Node:
        target = self.scope.resolve(node.func)
        plain = not node.keywords and all(part.__class__ is not gast.Starred for part in node.args)
        self.ask_given(node, target)
        asked = next((methods for functions, methods in ASKING if is_one_of(target, functions)), ())
        of_items = is_one_of(target, (*ONE_BY_ONE, *COMPARING))
        if not any(self.may_hold(part, method) if of_items else self.runs(part, method)
                   for part in (node.args if of_items else node.args[:1]) for method in asked):
            converts = not isinstance(target, types.FunctionType) or lookup(target) is not None
            made = self.generic_visit(node)
            return self.converted(made, node.args if converts and may_convert(target) else [], CONVERTING)
        made = self.generic_visit(node)
        if is_one_of(target, ONE_BY_ONE) and plain:
            return self.one_by_one(made)
        if is_one_of(target, (bool, len)) and plain and len(node.args) == 1:
            return gast.copy_location(call("truth_asked" if target is bool else "length_asked", *made.args), node)
        return self.acted_or_refused(node, made, asked[0])

    def ask_given(self, node: Node, target: Any) -> None:
        """Let it be looked of what is given to functions that ask for its text or its place."""
        method = node.func.attr if node.func.__class__ is gast.Attribute and target is MISSING else ""
        methods = TEXT if method == "format" else ("__hash__",) if method in LOOKING_UP else next(
            (methods for function, methods in GIVEN.items() if target is function), ())
        if methods:
            self.ask(node.args, methods)

    def one_by_one(self, node: Node) -> Node:
        """`any(ws)` as `any(truth_asked(item) for item in ws)`."""
        given = node.args[0]
        if given.__class__ in (gast.GeneratorExp, gast.ListComp):
            given.elt = self.test(given.elt)
            return node
        item = self.names.fresh("item")
        each = gast.comprehension(gast.Name(item, gast.Store(), None, None), given, [], 0)
        node.args = [gast.GeneratorExp(call("truth_asked", name(item)), [each])]
        return locate(node, node)

    def visit_JoinedStr(self, node: Node) -> Node:
        values = [part.value for part in node.values if part.__class__ is gast.FormattedValue]
        asks = any(self.runs(value, method) for value in values for method in TEXT)
        made = self.generic_visit(node)
        return self.acted_or_refused(node, made, "__format__") if asks else made

    def acted_or_refused(self, node: Node, made: Node, method: str) -> Node:
        """An expression that is run once by itself, if nothing active is in it."""
        if not self.any_active(node):
            return self.acted(made)
        raise self.refused(method, node)

    def any_active(self, node: Node) -> bool:
        """Whether there is anything active in an expression, whether it gives anything that is or not."""
        return any(self.active(name(label)) for label in names_in(node))

    def acted(self, node: Node) -> Node:
        """An expression that is run once by itself, with what it leads to."""
        bound = {label for part in walk(node) if part.__class__ is gast.comprehension for label in names_in(part.target)}
        bound |= {argument.id for part in walk(node) if part.__class__ is gast.Lambda for argument in part.args.args}
        bound |= {part.func.id for part in walk(node) if part.__class__ is gast.Call and part.func.__class__ is gast.Name}
        held = sorted(label for label in names_in(node) - bound if not self.active(name(label)))
        return gast.copy_location(call("acted", node, *map(name, held)), node)
