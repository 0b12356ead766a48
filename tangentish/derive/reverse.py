"""The reverse sweep: the statements of a program backwards, each replaced by its adjoint."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.kinds import UNKNOWN, Array
from tangentish.derive.adjoints import THIN
from tangentish.derive.calls import Calls
from tangentish.derive.checkpoints import CheckpointedLoops
from tangentish.derive.control_flow import ControlFlow
from tangentish.derive.points import Points
from tangentish.frontend.resolve import MISSING
from tangentish.own_arrays import takes_such
from tangentish.rules.registry import ATTRIBUTES, METHODS, Rule, lookup
from tangentish.syntax import (
    Block,
    Node,
    assign,
    attribute,
    call,
    expression,
    name,
    name_nodes,
)

QUIET = frozenset([gast.Pass, gast.Import, gast.ImportFrom, gast.Assert, gast.Raise, gast.Global, gast.Nonlocal, gast.Delete,
                   gast.ClassDef, gast.Break, gast.Continue, gast.Return, gast.AsyncFunctionDef])


BRANCHES = (gast.If, gast.With)

FILLED = {gast.BinOp: "filled_number", gast.UnaryOp: "filled_number", gast.Call: "filled_result"}
"""What fills the cotangent of a result that is found in the table, by what gave the result."""


class Reverse(Calls, CheckpointedLoops, ControlFlow, Points):
    """Writes the reverse sweep of a program."""

    def sweep(self, block: Block) -> None:
        """Reverse a block into `self.out`."""
        for node in reversed(block):
            self.uid = node.uid
            start = len(self.out)
            if self.guard is not None and node.__class__ not in BRANCHES:
                self.guarded(node)
            else:
                self.mark_write(node)
                self.settle(node)
                self.statement(node)
            for made in self.out[start:]:
                if not hasattr(made, "primal"):
                    made.primal = node

    def mark_write(self, node: Node) -> None:
        """A place where content that the statement overwrote may have to be put back."""
        if node.uid in self.aliases.writes and not hasattr(node, "dynamic") and (
                node.__class__ in (gast.Assign, gast.AugAssign, gast.Expr, gast.Delete)):
            marker = gast.Pass()
            marker.restores = node.uid
            self.out.append(marker)

    def settle(self, node: Node) -> None:
        """Before a write is reversed, what its memory owes to views with shadows of their own is moved to where it is."""
        for written in sorted(self.aliases.writes.get(node.uid, ())):
            known = isinstance(self.kind_before(written), Array)  # else the table looks at what is stored into
            apart = self.aliases.has_views_apart(written) or self.aliases.shown_by_calls(written, known)
            if self.shared(written) and apart and written in self.flow.after[node.uid]:
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.settle", self.after(written))))

    def statement(self, node: Node) -> None:
        """Reverse one statement."""
        if node.__class__ in QUIET:
            return
        if hasattr(node, "hook"):
            self.reverse_point(node)
        elif node.__class__ is gast.If:
            self.reverse_if(node)
        elif node.__class__ in (gast.For, gast.While):
            if node.__class__ is gast.For and self.p.activity.expr(node.iter):
                self.uses_table = True  # what it loops over may not be what it seems: it is refused when it is reached
                self.emit(gast.Expr(call(f"{self.table}.loop_refused")))
            self.reverse_loop(node)
        elif node.__class__ is gast.With:
            self.reverse_with(node)
        elif node.__class__ is gast.Try:
            self.reverse_try(node)
        elif node.__class__ is gast.FunctionDef:
            self.reverse_closure(node.name, node)
        elif node.__class__ is gast.AugAssign:
            self.reverse_augmented(node)
        elif hasattr(node, "dynamic"):
            self.reverse_call(node)
        elif node.__class__ is gast.Assign and len(node.targets) == 1:
            target = node.targets[0]
            if target.__class__ is gast.Name:
                self.reverse_definition(node, target.id, node.value)
            elif target.__class__ in (gast.Subscript, gast.Attribute):
                self.reverse_store(node, target, node.value)
            else:
                self.forget(node)
        elif node.__class__ is gast.Expr:
            self.reverse_expression(node)
        else:
            self.forget(node)

    def forget(self, node: Node) -> None:
        """An inactive statement: the adjoints of what it binds end here."""
        from tangentish.analysis.def_use import bound_names

        for identifier in bound_names(node):
            self.state.pop(identifier, None)

    # definitions

    def cotangent(self, target: str) -> tuple[str, str] | None:
        """The variable and the state of the cotangent of what the current statement defines; None if there is none."""
        version = self.flow.after[self.uid].get(target)
        if version is None or target in self.p.tested or not self.active(target, self.kind_of(version)):
            self.state.pop(target, None)
            return None
        self.flush_cells(target, version)
        if self.shared(target):
            self.start(target, version)
        if target not in self.state:
            return None
        state = self.state.pop(target)
        return self.bar(target), state

    def reverse_definition(self, node: Node, target: str, value: Node) -> None:
        """Reverse `target = value`."""
        if value.__class__ is gast.Lambda:
            self.reverse_closure(target, value)
            return
        if target in self.unpacked:
            self.give_items(node, target, value)
            return
        found = self.cotangent(target)
        if value.__class__ is gast.Call and self.p.scope.resolve(value.func) is np.imag and self.shared(target) and (
                value.args[0].__class__ is gast.Name):  # no list
            value = attribute(value.args[0], "imag")
        if value.__class__ is gast.Call and self.container_call(node, target, value, found):
            return
        if found is None:
            return
        g, state = self.whole(value, target, *found)
        if value.__class__ is gast.Name:
            self.reverse_alias(target, value.id, g, state)
        elif value.__class__ is gast.Call and value.func.__class__ is gast.Name and value.func.id == "indexable":
            self.reverse_indexable(target, value.args[0], g, state)
        elif value.__class__ in (gast.Tuple, gast.List, gast.Dict):
            self.reverse_display(node, target, value, g)
        elif not self.p.activity.expr(value):
            return
        elif value.__class__ is gast.Subscript and value.value.__class__ is gast.Name and value.value.id in self.unpacked:
            self.keep_item(value.value.id, value, target, g, state)
        elif value.__class__ is gast.Subscript:
            self.reverse_load(target, value, g, state)
        elif value.__class__ is gast.BinOp and self.concatenates(value, target):
            self.reverse_concatenation(target, value)
        elif value.__class__ is gast.Attribute and (not self.array_attribute(value) or (
                value.attr == "imag" and self.shared(target))):
            self.reverse_attribute(node, target, value, g)
        else:
            if state == "table":
                state = "held"
                if not isinstance(self.kind_after(target), Array):
                    known = value.__class__ is gast.Call and takes_such(self.p.scope.resolve(value.func))
                    self.filled(g, self.after(target), "filled" if known else FILLED.get(value.__class__, "filled"))
            viewing = state == "held" and self.shared(target) and self.viewing(value)
            g, state = self.protect(value, target, g, state)
            if viewing:
                self.reverse_shared_view(node, target, value, g)
                return
            if value.__class__ is gast.BinOp and value.op.__class__ in (gast.Add, gast.Mult) and self.shared(
                    target) and self.kind_after(target) == UNKNOWN:
                self.emit(gast.Expr(call(f"{self.table}.joined", self.after(target), self.before(value.left),
                                         self.before(value.right))))
            if not self.reverse_rule(node, value, target, g, state):
                raise self.fail("no derivative rule for this expression", node.origin)

    def whole(self, value: Node, target: str, g: str, state: str) -> tuple[str, str]:
        """The cotangent of a value: one row or column that stands for all is written out where not all that takes it knows that."""
        if state not in ("rows", "columns"):
            return g, state
        if value.__class__ is not gast.Subscript and getattr(getattr(value, "func", None), "id", "") != "indexable":
            return g, state
        self.full_value(g, target, state)
        return g, "held"

    def protect(self, value: Node, target: str, g: str, state: str) -> tuple[str, str]:
        """Hold the cotangent under another name where the target is an operand, and not the only one."""
        count = [part.id for part in name_nodes(value)].count(target)
        if count and target in self.flow.before[self.uid] and (count > 1 or self.shared(target)):
            if state in THIN:
                self.full_value(g, target, state)
            fresh = self.names.fresh("t_bar")
            text = f"{fresh} = {g}.copy()" if self.shared(target) and isinstance(
                self.kind_after(target), Array) else f"{fresh} = {g}"
            self.line(text)
            return fresh, "held"
        return g, state

    def array_attribute(self, value: Node) -> bool:
        kind = self.kinds.expr(value.value, self.kinds.before.get(self.uid, {}))
        return value.attr in ATTRIBUTES and (isinstance(kind, Array) or kind.is_scalar or not self.shared(value.value.id))

    def viewing(self, value: Node) -> bool:
        """Whether an operation may give a view of an operand whose adjoint is in the table."""
        found = self.rule_of(value)
        if found is None or found[0].view == "never" or found[0].multi or not found[1] or found[3] is np.imag:
            return False
        first = self.shown(found)
        return first.__class__ is gast.Name and self.shared(first.id)

    def shown(self, found: tuple[Rule, list[Node], dict[str, Node], Any]) -> Node:
        """The operand that an operation may give a view of: the first, or after the subscripts of `np.einsum` the next."""
        if found[3] is np.einsum:
            return next((node for node in found[1] if isinstance(node, gast.Name) and self.is_active(node)), found[1][0])
        return found[1][0]

    def reverse_shared_view(self, node: Node, target: str, value: Node, g: str) -> None:
        """`y = x.T` with shared adjoints: nothing to do where the memory is the same, else the rule."""
        found = self.rule_of(value)
        assert found is not None
        first = self.shown(found)
        if self.is_active(first):
            self.start(first.id, self.flow.before[self.uid][first.id])
        outer, self.out = self.out, []
        self.reverse_rule(node, value, target, g, "held")
        body, self.out = self.out, outer
        if body:
            self.numpy()
            test = expression("g is not None and not np.may_share_memory(y, x)", g=name(g), y=self.after(target),
                              x=self.before(first))
            if found[3] is np.broadcast_to or (first.__class__ is gast.Name and self.aliases.may_be_apart(first.id)):
                test = call(f"{self.table}.is_apart", self.after(target), self.before(first))
                body.append(gast.Expr(call(f"{self.table}.moved", self.after(target))))
            branch = gast.If(test, [], [])
            branch.body = body
            self.out.append(branch)

    def reverse_alias(self, target: str, source: str, g: str, state: str) -> None:
        """`y = x`."""
        if source not in self.flow.before[self.uid] or not self.active(source, self.kind_before(source)):
            return
        if self.shared(target) and self.shared(source):
            version = self.flow.before[self.uid][source]
            kind = self.kind_of(version)
            if isinstance(kind, Array):
                return
            if source == target:
                self.state[target] = "table"
                return
            self.start(source, version)
            bar = self.bar(source)
            self.uses_table = True
            self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), name(g))))
            return
        given: Node = name(g)
        if state == "table":
            state = "held"
            if not isinstance(self.kind_after(target), Array):
                given = call(self.helper("filled"), given, self.after(target))
        self.give(name(source), given, state)

    def table_only(self, g: str) -> bool:
        return False

    # calls

    # expression statements

    def reverse_expression(self, node: Node) -> None:
        """A call whose result is not used: methods of containers, `np.add.at`, `np.copyto`, `x.fill`, `x.sort`."""
        value = node.value
        if value.__class__ is not gast.Call or not self.p.activity.expr(value):
            return
        if self.container_call(node, None, value, None):
            return
        target = self.p.scope.resolve(value.func)
        short = getattr(target, "__name__", "") if target is not MISSING else ""
        if short == "at":
            self.reverse_at(node, value, getattr(target, "__self__", None))
            return
        if target is not MISSING and (lookup(target) is not None or is_inert(target)):
            return
        if value.func.__class__ is gast.Attribute and value.func.attr in METHODS:
            return
        raise self.fail("this call writes active values in a way that is not supported", node.origin)


