"""Statements of a tangent program with an axis more: those of the primal stay as they are, and run once for all directions."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentish.analysis.def_use import bound_names
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Env
from tangentish.analysis.kinds.infer import Infer
from tangentish.batched.expressions import Expressions
from tangentish.batched.indices import as_index, batched_index
from tangentish.batched.sharing import Sharing, called_function
from tangentish.batched.table import TangentRows, table_call, table_method
from tangentish.batched.terms import NotBatchedError, Term, aligned
from tangentish.names import Names
from tangentish.runtime import scatter, seed
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    assign,
    attribute,
    call,
    clone,
    name,
    slice_value,
    subscript,
    tuple_of,
    walk_statements,
)
from tangentish.tangents import Tangents

Callee = Callable[[Expressions, Node, list[Term]], tuple[Node, list[Term]]]
"""From a call of the tangent program of a function, with its arguments, to the call of the batched one, and its results."""

_IN_PLACE = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow, gast.Mod, gast.FloorDiv)
_BARE = (gast.Pass, gast.Break, gast.Continue, gast.Import, gast.ImportFrom)


class Statements(Expressions):
    """Writes the batched form of statements; `rows` grows until no name is missing from it."""

    def __init__(self, kinds: Infer, names: Names, rows: set[str], fixed: set[str], sharing: Sharing, callee: Callee,
                 reverse: bool) -> None:
        super().__init__(kinds, names, rows, sharing)
        self.fixed, self.callee, self.reverse = fixed, callee, reverse
        self.bound: set[str] = set()
        self.returned: list[list[Term]] = []

    def whole(self, body: Block) -> Block:
        """A body, gone through until it is known which names have rows."""
        self.bound = set().union(*(bound_names(node) for node in walk_statements(body)))
        while True:
            before = len(self.rows)
            self.returned, self.externs = [], {}
            self.dims.clear()
            made = self.block(body)
            if len(self.rows) == before:
                return made

    def block(self, body: Block) -> Block:
        """The statements of a block."""
        made: Block = []
        for node in body:
            if node.uid not in self.kinds.before:  # never reached by arguments of these kinds
                continue
            if node.__class__ is gast.Expr and called_function(node.value, self.kinds) is seed:
                continue  # a check of the cotangent of a result that depends on nothing
            new = self.statement(node, self.kinds.before[node.uid])
            if _is_idle(new):
                continue
            if hasattr(node, "comment"):
                new.comment = node.comment
            if hasattr(node, "section"):
                new.section = node.section
            made.append(new)
        return made

    def spread(self, names: set[str]) -> None:
        """Let names have rows, and with them what may be written through other names."""
        groups = {self.sharing.group(name) for name in names} & self.sharing.stored
        self.rows |= names | {name for name in self.bound if self.sharing.group(name) in groups}
        if not self.fixed.isdisjoint(self.rows) or any(self.sharing.group(name) in groups for name in self.fixed):
            raise NotBatchedError("a primal that may share memory with a tangent")

    def statement(self, node: Node, env: Env) -> Node:
        """One statement."""
        if node.__class__ in (gast.If, gast.While):
            return node.__class__(self.constant_part(node.test), self.block(node.body) or [gast.Pass()], self.block(node.orelse))
        if node.__class__ is gast.For:
            if not self.rows.isdisjoint(bound_names(node)):
                raise NotBatchedError("a loop over what depends on the direction")
            return gast.For(clone(node.target), self.constant_part(node.iter), self.block(node.body) or [gast.Pass()],
                            self.block(node.orelse), None)
        if node.__class__ is gast.Assign and len(node.targets) == 1:
            return self.assigned(node, node.targets[0], env)
        if node.__class__ is gast.AugAssign:
            return self.augmented(node, env)
        if node.__class__ is gast.Return:
            return self.result(node, env)
        if node.__class__ is gast.Expr and self.is_row(node):
            return self.held(node, env) if table_method(node.value, self.kinds, env) else self.added_at(node, env)
        if node.__class__ in _BARE or (node.__class__ in (gast.Expr, gast.Assert, gast.Raise) and not self.is_row(node)):
            return clone(node)
        raise NotBatchedError(f"a statement of class {node.__class__.__name__}")

    # assignments

    def assigned(self, node: Node, target: Node, env: Env) -> Node:
        """`target = value`."""
        if target.__class__ is gast.Name and self.kinds.scope.resolve(node.value.func if (
                node.value.__class__ is gast.Call) else node.value) is Tangents:
            self.rows.add(target.id)
            return assign(target.id, call(self.extern("TangentRows", TangentRows), name(self.count)))
        if target.__class__ is gast.Name:
            term = self.term(node.value, env)
            if term.batched and target.id not in self.rows:
                self.spread({target.id})
            if target.id not in self.rows:
                return clone(node)
            return assign(target.id, self.own(term, node.value))
        if target.__class__ is gast.Subscript:
            return self.stored(node, target, node.value, env)
        if not self.is_row(node):
            return clone(node)
        if target.__class__ is gast.Tuple and node.value.__class__ is gast.Call:
            return self.results(target, node.value, env)
        raise NotBatchedError("an assignment to what is no name")

    def own(self, term: Term, value: Node) -> Node:
        """What is bound to a name that has rows."""
        return self.kept(term, self.sharing.is_stored(self.sharing.sources(value))) if term.batched else self.repeated(term)

    def kept(self, term: Term, written: bool) -> Node:
        """What lasts: a number is copied where it has become a view of what is `written` later."""
        copied = written and term.batched and term.kind.is_scalar
        return call(attribute(term.node, "copy")) if copied else term.node

    def results(self, target: Node, value: Node, env: Env) -> Node:
        """`y, y_dot = f_tangent(x, x_dot)`."""
        if value.keywords:
            raise NotBatchedError("keyword arguments")
        given = [self.term(arg, env) for arg in value.args]
        given = [Term(self.kept(term, self.sharing.is_stored(self.sharing.sources(arg))), term.kind, term.batched)
                 for term, arg in zip(given, value.args, strict=True)]
        node, terms = self.callee(self, value, given)
        if len(terms) != len(target.elts) or any(item.__class__ is not gast.Name for item in target.elts):
            raise NotBatchedError("results that are taken apart")
        for item, term in zip(target.elts, terms, strict=True):
            if term.batched:
                self.check_kind(term.kind)
                self.spread({item.id})
            elif item.id in self.rows:
                raise NotBatchedError("a result that has no rows here, and has elsewhere")
        return assign(clone(target), node)

    # stores

    def stored(self, node: Node, target: Node, value: Node, env: Env) -> Node:
        """`x[i] = value`."""
        place, held = self.place(target, value, env)
        return clone(node) if place is None else assign(place, held)

    def place(self, target: Node, value: Node, env: Env) -> tuple[Node | None, Node]:
        """Where a value goes in an array with rows, and that value; None if neither has any."""
        base, held = self.term(target.value, env), self.term(value, env)
        if held.batched and not base.batched:
            self.spread(self.sharing.sources(target.value))
            base = self.term(target.value, env)
        if not base.batched:
            if self.is_row(target):
                raise NotBatchedError("an index that depends on the direction")
            return None, held.node
        if not isinstance(base.kind, Array):
            raise NotBatchedError("a store into what is no array")
        region = self.kinds.expr(as_load(target), env)
        if region.ndim is None:
            raise NotBatchedError("a store into a region of unknown kind")
        return subscript(base.node, batched_index(self, target.slice, base, env)), aligned(held, region.ndim)

    def augmented(self, node: Node, env: Env) -> Node:
        """`x += value`, `x[i] += value`."""
        if node.op.__class__ not in _IN_PLACE:
            if self.is_row(node):
                raise NotBatchedError("an operator that is not elementwise")
            return clone(node)
        if node.target.__class__ is gast.Subscript:
            place, held = self.place(node.target, node.value, env)
            if place is None:
                return clone(node)
            place.ctx = gast.Store()
            return gast.AugAssign(place, node.op, held)
        if node.target.__class__ is not gast.Name:
            if self.is_row(node):
                raise NotBatchedError("a store into an attribute")
            return clone(node)
        label, term = node.target.id, self.term(node.value, env)
        if term.batched and label not in self.rows:
            self.spread({label})
        if label not in self.rows:
            return clone(node)
        before = self.kinds.expr(as_load(node.target), env)
        if isinstance(before, Array):
            return gast.AugAssign(clone(node.target), node.op, aligned(term, len(before.dims)))
        whole = gast.BinOp(as_load(node.target), node.op, node.value)  # a number is replaced, not written into
        return assign(label, self.term(whole, env).node)

    def added_at(self, node: Node, env: Env) -> Node:
        """`np.add.at(x, index, value)`, and `scatter(x, index, value)`, which is the same or `x[index] += value`."""
        value = node.value
        function = value.func if value.__class__ is gast.Call else None
        if function is None or value.keywords or len(value.args) != 3:
            raise NotBatchedError("a call that may write into what depends on the direction")
        target = self.kinds.scope.resolve(function)
        if target is not scatter and getattr(target, "__self__", None) not in (np.add, np.subtract):
            raise NotBatchedError("a call that may write into what depends on the direction")
        place, held = self.place(subscript(value.args[0], as_index(value.args[1])), value.args[2], env)
        if place is None:
            raise NotBatchedError("an index that depends on the direction")
        return gast.Expr(call(clone(function), place.value, slice_value(place.slice), held))

    def held(self, node: Node, env: Env) -> Node:
        """`tangents.hold(owner, key, x, x_dot)`."""
        if table_method(node.value, self.kinds, env) != "hold":
            raise NotBatchedError("a container that changes")
        owner, key, x, x_dot = node.value.args
        return gast.Expr(table_call(self, node.value, x, x_dot, env, self.constant_part(owner), self.constant_part(key)))

    # results

    def result(self, node: Node, env: Env) -> Node:
        """`return y, y_dot`, or `return x_bar, w_bar`: derivatives with a row for each direction."""
        if self.reverse:
            bars = [self.term(bar, env) for bar in node.value.elts]
            self.returned.append(bars)
            return gast.Return(tuple_of([bar.node if bar.batched else self.repeated(bar) for bar in bars]))
        if node.value.__class__ is not gast.Tuple or len(node.value.elts) != 2:
            raise NotBatchedError("a result of unknown form")
        primal, tangent = node.value.elts
        parts = zip(primal.elts, tangent.elts, strict=True) if tangent.__class__ is gast.Tuple and (
            primal.__class__ is gast.Tuple) else [(primal, tangent)]
        rows: list[Node] = []
        for x, x_dot in parts:
            x_term = self.term(x, env)
            if table_method(x_dot, self.kinds, env) in ("whole", "structured") and x_term.kind.ndim is None and not x_term.batched:
                rows.append(table_call(self, x_dot, x, x_dot.args[1], env))
                self.returned.append([x_term, Term(rows[-1], UNKNOWN, True)])
                continue
            term = self.term(x_dot, env)
            if term.kind == Const(None):  # of a function that is called for what it writes
                rows.append(term.node)
                self.returned.append([x_term, term])
                continue
            if x_term.batched or x_term.rank != term.rank:
                raise NotBatchedError("a result of unknown kind")
            held = self.sharing.is_given(self.sharing.sources(x_dot))  # what was given may be written by who gave it
            rows.append(self.kept(term, held) if term.batched else self.repeated(term))
            self.returned.append([x_term, Term(rows[-1], term.kind, True)])
        tangents = tuple_of(rows) if tangent.__class__ is gast.Tuple else rows[0]
        return gast.Return(tuple_of([clone(primal), tangents]))


def _is_idle(node: Node) -> bool:
    """Whether a statement is `x = x`."""
    return node.__class__ is gast.Assign and node.value.__class__ is gast.Name and node.targets[0].__class__ is gast.Name and (
        node.value.id == node.targets[0].id)


__all__ = ["Callee", "Statements"]
