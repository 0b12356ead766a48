"""Calls that may write into something get statements of their own where they stand in code that is otherwise left alone.

A comparison, an index, a test or an f-string carries no derivative, but a function called inside it may write into an
array, a list or an object.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse("if relax(y) > 1.0 and ready: z = y").body
>>> class OnlyRelax(Effectful):
...     def __call__(self, node): return node.func.id == "relax"
>>> for node in effects_first(block, OnlyRelax(Scope(read_source(parse), {"relax"})), Names({"relax", "ready", "y", "z"})):
...     print(unparse(node))
t_2 = relax(y)
t = t_2 > 1.0
if t:
    t = ready
if t:
    z = y
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from tangentish.bindings import names_assigned
from tangentish.frontend.resolve import MISSING
from tangentish.names import Names
from tangentish.normalise.calls.only_asked import looked_at
from tangentish.normalise.effects.acting_parts import COMPREHENSIONS, EVALUATED, Acting, numbered, reads_an_item
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.targets_apart import targets_apart
from tangentish.normalise.flow.loops import for_effect, tested_inside
from tangentish.normalise.flow.stopping import inlined_loops, makes_function, stopping_loop
from tangentish.syntax import Block, Node, as_load, assign, call, child_blocks, locate, name, stored, walk

MADE = (gast.Subscript, gast.Tuple, gast.List, gast.Set, gast.Dict, gast.Attribute)


def effects_first(block: Block, effectful: Effectful, names: Names, breaks: bool = True) -> Block:
    """Rewrite a block, nested ones too; `breaks` if loops may be left in the middle."""
    return _Order(effectful, names, breaks).block(block)


def calls_before(node: Node, effectful: Effectful, names: Names) -> Block:
    """The calls in what a statement evaluates as statements that come before it, each with a name, in the same order."""
    before: Block = []
    part = {gast.If: "test", gast.For: "iter"}.get(node.__class__, "value")
    setattr(node, part, _Order(effectful, names, True).lift(getattr(node, part), before))
    return [locate(one, node) for one in before]


class _Order(Acting):
    def __init__(self, effectful: Effectful, names: Names, breaks: bool) -> None:
        super().__init__(effectful)
        self.names, self.breaks = names, breaks

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ is gast.With and any(self.has(item.context_expr) for item in node.items[1:]):
                inside = gast.With(node.items[1:], node.body, None)  # made when the first manager is entered
                node.items, node.body = node.items[:1], [locate(inside, node)]
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            if node.__class__ is gast.Expr and node.value.__class__ in COMPREHENSIONS and self.acts(node):
                out += self.block(for_effect(node.value, self.names))
                continue
            if node.__class__ is gast.FunctionDef:
                made: Block = []
                self.defaults_first(node, made)
                out += [*(locate(b, node) for b in made), node]
                continue
            if not self.acts(node):
                reads = node.__class__ is gast.While and self.effectful.reads(node.test)
                out.append(tested_inside(node, []) if reads else node)
                continue
            if node.__class__ is gast.Expr and node.value.__class__ in MADE and any(
                    part.__class__ in COMPREHENSIONS for part in walk(node.value)):  # `[f(x) for x in xs][-1]`
                node = locate(assign(self.names.fresh("t"), node.value), node)
            apart = targets_apart(node, self.has, self.names)
            if apart is not None:
                out += self.block(apart)
                continue
            before: Block = []
            if node.__class__ is gast.While and self.has(node.test):
                node.test = self.lift(node.test, before)
                out.append(tested_inside(node, before))
                continue
            if node.__class__ is gast.AugAssign and self.has(node.value) and reads_an_item(node.target):
                out += [locate(b, node) for b in self.item_first(node)]
                continue
            self.statement(node, before)
            out += [*(locate(b, node) for b in before), node]
        return out

    def defaults_first(self, node: Node, before: Block) -> None:
        """Lift the calls in the defaults of a function that is defined here."""
        arguments = node.args
        arguments.defaults = [self.default(value, before) for value in arguments.defaults]
        arguments.kw_defaults = [value and self.default(value, before) for value in arguments.kw_defaults]

    def default(self, node: Node, before: Block) -> Node:
        """A default with the calls in it as names; as a name, if it reads an attribute whose class writes then."""
        made = self.lift(node, before)
        return self.temp(made, before) if self.effectful.reads(made) else made

    def item_first(self, node: Node) -> Block:
        """`y[i] += f(y)`: the item is read before the call that may write into it."""
        before: Block = []
        target = node.target
        target.value = self.settled(self.lift(target.value, before), before)
        if target.__class__ is gast.Subscript:
            if target.slice.__class__ is gast.Tuple:
                target.slice.elts = [self.settled(self.lift(part, before), before) for part in target.slice.elts]
            else:
                target.slice = self.settled(self.lift(target.slice, before), before)
        held = self.temp(as_load(target), before)
        value = self.lift(node.value, before)
        into = gast.Name(held.id, gast.Store(), None, None)
        made = gast.copy_location(gast.Assign([target], held, None), node)
        return [*before, gast.AugAssign(into, node.op, value), made]

    def statement(self, node: Node, before: Block) -> None:
        if node.__class__ in (gast.If, gast.Assert) and self.has(node.test):
            node.test = self.lift(node.test, before)
        elif node.__class__ is gast.For and self.hidden(numbered(node.iter)):
            node.iter = self.lift(node.iter, before)
        elif node.__class__ is gast.Raise and node.exc is not None and (self.hidden(node.exc) or self.has(node.cause)):
            node.exc = self.lift(node.exc, before)
            node.cause = self.lift(node.cause, before)
        elif node.__class__ is gast.Delete and any(map(self.has, node.targets)):
            for target in node.targets:
                self.target(target, before)
        elif node.__class__ is gast.AugAssign and (self.has(node.target) or self.hidden(node.value)):
            self.target(node.target, before)
            node.value = self.lift(node.value, before)
        elif node.__class__ is gast.Assign and (self.hidden(node.value) or any(map(self.has, node.targets))):
            node.value = self.lift(node.value, before)
            if self.has(node.targets[0]):  # with several, no call is made in them
                node.value = self.temp(node.value, before)
                self.target(node.targets[0], before)
        elif node.__class__ is gast.With:
            manager = node.items[0].context_expr
            if self.hidden(manager) and manager.__class__ is gast.Call:
                self.children(manager, before)  # what makes the manager is seen where it is used
            elif self.hidden(manager):
                node.items[0].context_expr = self.lift(manager, before)
        elif node.__class__ in (gast.Return, gast.Expr, gast.AnnAssign) and node.value is not None and (
                self.hidden(node.value) or (node.__class__ is gast.Expr and node.value.__class__ is not gast.Call
                                            and self.has(node.value))):
            node.value = self.lift(node.value, before)

    def target(self, target: Node, before: Block) -> None:
        if target.__class__ is gast.Subscript:
            target.value, target.slice = self.lift(target.value, before), self.lift(target.slice, before)
        elif target.__class__ is gast.Attribute:
            target.value = self.lift(target.value, before)

    def temp(self, node: Node, before: Block) -> Node:
        held = self.names.fresh("t")
        before.append(assign(held, node))
        return name(held)

    def lift(self, node: Any, before: Block) -> Any:
        """The expression with the calls in it, and what is evaluated before them, as names."""
        if not self.has(node):
            return node
        made = self.lifted(node, before)
        if hasattr(node, "asks"):  # by what comes next, of which nobody sees what it runs
            made = made if made.__class__ is gast.Name else self.temp(made, before)
            before.append(looked_at(made.id, node.asks))
            del node.asks
        return made

    def lifted(self, node: Node, before: Block) -> Node:
        """The same, where there is something to be done."""
        if node.__class__ in (*COMPREHENSIONS, gast.GeneratorExp):
            if self.starts(node):
                node.generators[0].iter = self.lift(node.generators[0].iter, before)
            return self.temp(node, before) if self.has(node) else node
        if node.__class__ is gast.Lambda:
            self.defaults_first(node, before)
            return node
        if node.__class__ is gast.NamedExpr:
            before.append(assign(node.target.id, self.lift(node.value, before)))
            return name(node.target.id)
        if self.looks_for(node) and len(node.ops) == 1:
            return self.looked_for(node, before)
        if node.__class__ is gast.Starred and self.effectful.calls_later(node.value):
            return gast.Starred(self.lift(call("list", node.value), before), gast.Load())
        self.function_first(node, before)
        stopping = self.stopping(node)
        if stopping is not None:
            held = self.names.fresh("t")
            loop = stopping_loop(stopping, self.names, held, node.func.id == "any", self.breaks)
            before += self.block(inlined_loops(loop, self.names, self.effectful))
            return name(held)
        if node.__class__ is gast.BoolOp:
            return self.short_circuit(node.values, node.op.__class__ is gast.Or, before)
        if node.__class__ is gast.Compare and len(node.ops) > 1:
            return self.chain(node, before)
        if node.__class__ is gast.IfExp:
            held = self.names.fresh("t")
            test = self.lift(node.test, before)
            before.append(gast.If(test, self.assigned(held, node.body), self.assigned(held, node.orelse)))
            return name(held)
        self.children(node, before)
        return self.temp(node, before) if node.__class__ is gast.Call or hasattr(node, "runs") else node

    def function_first(self, node: Node, before: Block) -> None:
        """`any(map(make(), x))` makes the function once, before anything else."""
        if node.__class__ is gast.Call and len(node.args) == 1 and not node.keywords and getattr(
                node.func, "id", "") in ("any", "all") and makes_function(source := node.args[0], self.effectful):
            source.args[0] = self.settled(self.lift(source.args[0], before), before)

    def looked_for(self, node: Node, before: Block) -> Node:
        """`y in map(f, x)`, which asks for items until one is `y`."""
        sought = self.settled(self.lift(node.left, before), before)
        label = self.names.fresh("v")
        same: Node = gast.Compare(name(label), [gast.Eq()], [sought])
        if sought.__class__ is gast.Name:  # which may be bound to what equals nothing
            same = gast.BoolOp(gast.Or(), [gast.Compare(name(label), [gast.Is()], [sought]), same])
        items = gast.GeneratorExp(same, [gast.comprehension(stored(label), node.comparators[0], [], 0)])
        found = self.lift(call("any", items), before)
        return found if node.ops[0].__class__ is gast.In else gast.UnaryOp(gast.Not(), found)

    def assigned(self, held: str, value: Node) -> Block:
        inner: Block = []
        made = self.lift(value, inner)
        return [*inner, assign(held, made)]

    def children(self, node: Node, before: Block) -> None:
        """Lift the parts of an expression in the order in which they are evaluated."""
        places: list[tuple[Any, Any, Node]] = []
        for field, value in gast.iter_fields(node):
            if isinstance(value, list):
                places += [(value, k, item) for k, item in enumerate(value) if isinstance(item, gast.AST)]
            elif isinstance(value, gast.AST):
                places.append((node, field, value))
        last = max((k for k, (_, _, part) in enumerate(places) if self.has(part)), default=-1)
        for k, (holder, key, part) in enumerate(places):
            if k > last or not isinstance(part, EVALUATED):
                continue
            owner: Any
            attr: Any
            owner, attr, inside = (part, "value", part.value) if part.__class__ is gast.keyword else (holder, key, part)
            method = node.__class__ is gast.Call and attr == "func"
            made, later = self.lift(inside, before), [part for _, _, part in places[k + 1 : last + 1]]
            if method and made.__class__ is gast.Attribute:
                made.value = self.settled(made.value, before, later)
            elif k < last and (not method or made.__class__ is gast.Name) and inside.__class__ not in (gast.Starred, gast.Slice):
                made = self.settled(made, before, later)
            if isinstance(owner, list):
                owner[attr] = made
            else:
                setattr(owner, attr, made)

    def settled(self, node: Node, before: Block, later: Iterable[Node] = ()) -> Node:
        """A part that is evaluated before a call, under a name of its own; a name keeps it if nothing `later` binds it anew."""
        if node.__class__ is gast.FormattedValue:  # it is text by then, and no expression without the string around it
            return gast.FormattedValue(self.temp(gast.JoinedStr([node]), before), -1, None)
        fixed = node.__class__ in (gast.Name, gast.Constant) or (
            node.__class__ is gast.UnaryOp and node.operand.__class__ is gast.Constant) or (
            node.__class__ is gast.Attribute and self.effectful.scope.resolve(node) is not MISSING)
        anew = node.__class__ is gast.Name and node.id in names_assigned(*later)
        return node if fixed and not anew else self.temp(node, before)

    def short_circuit(self, values: list[Node], stops_at_true: bool, before: Block) -> Node:
        held = self.names.fresh("t")
        before += self.assigned(held, values[0])
        block = before
        for value in values[1:]:
            test: Node = gast.UnaryOp(gast.Not(), name(held)) if stops_at_true else name(held)
            branch = gast.If(test, self.assigned(held, value), [])
            block.append(branch)
            block = branch.body
        return name(held)

    def chain(self, node: Node, before: Block) -> Node:
        """`a < b < c`: `c` is evaluated only if `a < b`."""
        held = self.names.fresh("t")
        left = self.settled(self.lift(node.left, before), before, node.comparators[:1])
        block = before
        for place, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if place:
                branch = gast.If(name(held), [], [])
                block.append(branch)
                block = branch.body
            right = self.settled(self.lift(comparator, block), block, node.comparators[place + 1 : place + 2])
            block.append(assign(held, gast.Compare(left, [op], [right])))
            left = right
        return name(held)
