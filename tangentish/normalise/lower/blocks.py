"""Statements with blocks: branches, loops, `with` and `try`."""

from __future__ import annotations

import gast

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.iterators.makers import makes_iterator
from tangentish.bindings import exception_name
from tangentish.frontend.managers import made_from_generator
from tangentish.frontend.out_arguments import writes_first
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.flow.caught_calls import CaughtCalls, local_functions
from tangentish.normalise.flow.contexts import may_suppress
from tangentish.normalise.flow.exceptions import Markers
from tangentish.normalise.flow.inner_tries import gone_through
from tangentish.normalise.flow.loops import index_loop, is_strict
from tangentish.normalise.lower.expressions import Expressions
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    assign,
    attribute,
    call,
    clone,
    constant,
    locate,
    name,
    names_in,
    own_expressions,
    stored,
    walk,
    walk_statements,
)

RESIZERS = frozenset("append extend insert pop remove clear appendleft extendleft popleft rotate".split())


class Blocks(Expressions):
    """The blocks are lowered, and what decides about them gets a name where the reverse will ask for it."""

    def lower_FunctionDef(self, node: Node) -> None:
        self.defaults(node.args)
        self.out.append(node)

    def lower_If(self, node: Node) -> None:
        test = self.tested(node.test)
        new = gast.If(test, self.block(node.body) or [gast.Pass()], self.block(node.orelse))
        self.out.append(gast.copy_location(new, node))

    def lower_While(self, node: Node) -> None:
        self.out.append(gast.copy_location(gast.While(node.test, self.block(node.body), []), node))

    def resized(self, node: Node) -> bool:
        """Whether the body of a loop may make what it loops over longer or shorter."""
        roots = {self.activity.find(n) for n in names_in(node.iter)}
        return any(self.resizes(part, roots) for part in walk(node.body))

    def resizes(self, node: Node, roots: set[str]) -> bool:
        """Whether a part of the body of a loop may do that to what has these names; a function that is called may do it to any."""
        if node.__class__ is gast.AugAssign:
            is_one = self.activity.containers.is_one
            return bool(self.reached(node.target) & roots) and (is_one(node.value) or is_one(as_load(node.target)))
        if node.__class__ is gast.Subscript and node.ctx.__class__ is not gast.Load:
            whole = node.ctx.__class__ is gast.Del or node.slice.__class__ is gast.Slice
            return whole and bool(self.reached(node.value) & roots)
        scope = getattr(self.activity, "scope", None)
        if node.__class__ is not gast.Call or scope is None:
            return False
        target = scope.resolve(node.func)
        if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS - scope.own:
            return node.func.attr in RESIZERS and bool(self.reached(node.func.value) & roots)
        if target is not MISSING and writes_first(target):
            return any(self.reached(part) & roots for part in node.args)
        return Effectful(scope)(node)

    def reached(self, node: Node) -> set[str]:
        return {self.activity.find(n) for n in names_in(node)}

    def checked(self, loop: Block) -> Block:
        """A loop over an index with a check, before every item and at the end, that there are as many items as before."""
        header = loop[-1].iter.args[0]
        if header.__class__ is not gast.Call or not all(part.__class__ in (gast.Name, gast.Call) for part in header.args):
            return loop
        count = self.names.fresh("count")
        check = gast.Expr(call("check_length", clone(header.args[0]), name(count)))
        if getattr(header.func, "id", "") == "min":  # of a `zip`
            check = gast.Expr(call("check_rows_left", clone(header), name(count)))
        loop[-1].body.insert(0, clone(check))
        return [*loop[:-1], locate(assign(count, clone(header)), loop[-1]), loop[-1], locate(check, loop[-1])]

    def is_drawn(self, source: Node) -> bool:
        """Whether an inactive part of a `zip` may be an iterator: a call that makes one, or a name bound to such a call."""
        if source.__class__ is gast.Name:
            return source.id in self.iterators and not self.varied(source)
        scope = getattr(self.activity, "scope", None)
        return scope is not None and not self.varied(source) and makes_iterator(source, scope)

    def lower_For(self, node: Node) -> None:
        if self.varied(node.iter) and not _is_range(node.iter):
            if any(is_strict(part) for part in getattr(node.iter, "args", []) if part.__class__ is gast.Call) and (
                    getattr(node.iter.func, "id", "") == "zip"):
                raise self.fail("a strict `zip` inside another one is not supported where active values flow", node.iter,
                                "Make a list of the inner one first.")
            loop = index_loop(node, self.names, self.varied, self.is_drawn)
            if self.resized(node):
                loop = self.checked(loop)
            body = next(s for s in reversed(loop) if s.__class__ is gast.For).body
            own = [s for s in body if not any(s is inner for inner in node.body)]
            for made in [*loop, *own]:
                made.origin = getattr(node, "origin", node)
            for statement in [*loop[:-1], *own]:
                if statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Name and self.varied(
                        statement.value):
                    self.activity.varied |= {statement.targets[0].id}
            self.out += self.block(loop)
            return
        if node.target.__class__ is not gast.Name and any(
                self.varied(as_load(t)) for t in walk(node.target) if t.__class__ in (gast.Name, gast.Subscript)):
            item = self.names.fresh("item")
            node = gast.copy_location(
                gast.For(gast.Name(item, gast.Store(), None, None), node.iter,
                         [locate(assign(node.target, name(item)), node), *node.body], [], None), node)
        if _is_range(node.iter):  # which the reverse sweep may count again
            node.iter.args = [arg if arg.__class__ is gast.Starred else self.steady(arg) for arg in node.iter.args]
        new = gast.For(node.target, node.iter, self.block(node.body), [], None)
        if hasattr(node, "snapshots"):
            new.snapshots = node.snapshots
        self.out.append(gast.copy_location(new, node))

    def lower_With(self, node: Node) -> None:
        for place, item in enumerate(node.items):
            if self.varied(item.context_expr) or self.activity.manages(item):
                self.active_context(node, place)
                return
        body = self.block(node.body)
        active = any(self.varied(as_load(t)) for s in walk_statements(body) if s.__class__ in (gast.Assign, gast.AugAssign)
                     for t in (s.targets if s.__class__ is gast.Assign else [s.target]))
        scope = getattr(self.activity, "scope", None)
        if active and scope is not None and any(may_suppress(item, scope) for item in node.items):
            done = self.names.fresh("done")
            self.out.append(assign(done, constant(False)))
            body.append(assign(done, constant(True)))
            self.out.append(gast.copy_location(gast.With(node.items, body, None), node))
            self.out.append(gast.Expr(call("completed", name(done))))
            return
        self.out.append(gast.copy_location(gast.With(node.items, body, None), node))

    def active_context(self, node: Node, place: int) -> None:
        """A context manager that holds active values: its methods are called like any other."""
        item = node.items[place]
        made = item.context_expr
        if made.__class__ is gast.Call and not self.varied(made) and made_from_generator(self.activity.target(made.func)):
            item.context_expr = gast.copy_location(gast.Call(name("manager_of"), [made.func, *made.args], made.keywords), made)
        manager = self.base(item.context_expr)
        enter = call(attribute(clone(manager), "__enter__"))
        first = gast.Expr(enter) if item.optional_vars is None else assign(item.optional_vars, enter)
        body: Block = [gast.With(node.items[place + 1 :], node.body, None)] if node.items[place + 1 :] else node.body
        told = self.names.fresh("told")
        handler = gast.ExceptHandler(name("BaseException"), None, [
            assign(told, call(attribute(clone(manager), "__exit__"), gast.Starred(call("error_for", clone(manager)), gast.Load()))),
            gast.If(gast.UnaryOp(gast.Not(), name(told)), [gast.Raise(None, None)], [])])
        leave = gast.Expr(call(attribute(clone(manager), "__exit__"), *[constant(None)] * 3))
        inside: Block = [first, gast.Try(body, [handler], [leave], [])]
        if place:
            inside = [gast.With(node.items[:place], inside, None)]
        for statement in inside:
            self.statement_at(node, statement)

    def lower_Try(self, node: Node) -> None:
        if self.tried and not hasattr(node, "gone_through") and self.acts(node):
            for made in gone_through(node, self.names):
                self.statement_at(node, made)
            return
        self.tried += bool(node.handlers)
        body = self.block(node.body)
        self.tried -= bool(node.handlers)
        if not node.handlers:
            new = gast.Try(body, [], [], self.block(node.finalbody))
            self.out.append(gast.copy_location(new, node))
            return
        handled, reached = self.names.fresh("handled"), self.names.fresh("reached")
        self.out += [assign(handled, constant(0)), assign(reached, constant(0))]
        scope = getattr(self.activity, "scope", None)
        if scope is not None:
            calls = CaughtCalls(self.activity, scope, self.names, local_functions(self.whole))
            body = calls.block(body)
            self.functions |= calls.functions
        marked = Markers(self.names, reached, node).block(body)
        handlers = []
        for number, handler in enumerate(node.handlers, start=1):
            first = locate(assign(handled, constant(number)), handler)
            first.origin = node
            label, held = handler.name, exception_name(handler)
            begin = [first]
            if held is not None and (_stores_into(handler.body, held) or self.joins(handler.body, held)):
                # it is read beyond the handler, where Python unbinds the name
                label = stored(self.names.fresh("caught"))
                begin.append(locate(assign(held, call("error_itself", name(label.id))), handler))
            handlers.append(gast.copy_location(
                gast.ExceptHandler(handler.type, label, [*begin, *self.block(handler.body)]), handler))
        new = gast.Try(marked, handlers, self.block(node.orelse), self.block(node.finalbody))
        new.markers = (handled, reached)
        self.out.append(gast.copy_location(new, node))

    def joins(self, block: Block, held: str) -> bool:
        """Whether statements that bind or read active values read a variable, too."""
        return any(held in names_in(part) and self.acts(statement) for statement in walk_statements(block)
                   for part in own_expressions(statement))

    def acts(self, node: Node) -> bool:
        """Whether there are active values in a statement or those inside it."""
        return bool(assigned_in([node]) & self.activity.varied) or any(
            self.varied(part) for inner in walk_statements([node]) for part in own_expressions(inner))


def _stores_into(block: Block, held: str) -> bool:
    """Whether attributes or items of a variable are written in a block."""
    return any(part.__class__ in (gast.Attribute, gast.Subscript) and part.ctx.__class__ is not gast.Load and getattr(
        part.value, "id", "") == held for part in walk(block))


def _is_range(node: Node) -> bool:
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "range"
