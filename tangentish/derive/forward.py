"""The forward sweep: each statement of a program followed by the statement for its tangent."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.def_use import bound_names
from tangentish.analysis.kinds import UNKNOWN
from tangentish.derive.forward_definitions import ForwardDefinitions
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import passed_by
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, assign, call, clone, constant, name

QUIET = (gast.Pass, gast.Assert, gast.Raise, gast.Global, gast.Nonlocal, gast.Delete,
         gast.ClassDef, gast.Break, gast.Continue, gast.Return, gast.AsyncFunctionDef)


class Forward(ForwardDefinitions):
    """Writes the forward sweep of a program."""

    def sweep(self, block: Block) -> Block:
        """The statements of a block with those for their tangents."""
        outer, self.out = self.out, []
        for node in block:
            self.uid = node.uid
            start = len(self.out)
            self.statement(node)
            for made in self.out[start:]:
                if not hasattr(made, "primal"):
                    made.primal = node
        made, self.out = self.out, outer
        return made

    def statement(self, node: Node) -> None:
        """One statement and its tangent."""
        if hasattr(node, "hook"):  # the body of a `cotangent` is for the reverse sweep
            self.emit(gast.Expr(call(self.alias("passed_by", passed_by))))
            return
        if isinstance(node, QUIET):
            self.out.append(node)
        elif isinstance(node, gast.If | gast.For | gast.While | gast.With | gast.Try):
            self.compound(node)
        elif isinstance(node, gast.FunctionDef):
            self.out.append(node)
            self.closure(node.name, node)
        elif isinstance(node, gast.AugAssign):
            self.augmented(node)
        elif hasattr(node, "dynamic"):
            self.called(node)
        elif isinstance(node, gast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, gast.Name):
                self.definition(node, target.id, node.value)
            elif isinstance(target, gast.Subscript | gast.Attribute):
                self.store_into(node, target, node.value)
            else:
                self.inactive(node)
        elif isinstance(node, gast.Expr):
            self.expression_statement(node)
        else:
            self.inactive(node)

    def compound(self, node: Node) -> None:
        """A statement with statements inside."""
        if isinstance(node, gast.For) and self.p.activity.expr(node.iter):
            self.uses_table = True  # what it loops over may not be what it seems: it is refused when it is reached
            self.emit(self.like(node, gast.Expr(call(f"{self.table}.loop_refused"))))
            return
        uid = self.uid
        made = node.__class__(**{label: getattr(node, label, None) for label in node._fields})
        for label, value in vars(node).items():
            if label not in node._fields:
                setattr(made, label, value)
        trying = isinstance(node, gast.Try)
        if trying:
            made.handlers = [self.handler(handler) for handler in node.handlers]
        for label in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, label, None), list):
                self.trying += trying and label == "body"
                setattr(made, label, self.sweep(getattr(node, label)))
                self.trying -= trying and label == "body"
        self.uid = uid
        if isinstance(node, gast.For):
            made.body = [*self.fresh_targets(node), *made.body]
        if isinstance(node, gast.With):
            made.body = [*self.fresh_names(node), *made.body]
        self.out.append(made)

    def handler(self, node: Node) -> Node:
        made = gast.ExceptHandler(node.type, node.name, self.sweep(node.body))
        for label, value in vars(node).items():
            if label not in node._fields:
                setattr(made, label, value)
        return made

    def fresh_targets(self, node: Node) -> Block:
        """Zero for loop variables that have a tangent elsewhere: where they are arrays, an iteration may write into them."""
        env = self.kinds.before.get(node.body[0].uid, {})
        return [assign(self.dot(n), self.zero_of(n, env.get(n, UNKNOWN)))
                for n in sorted(bound_names(gast.For(node.target, node.iter, [], [], None))) if n in self.p.activity.varied]

    def fresh_names(self, node: Node) -> Block:
        """The tangents of what a `with` statement binds, where active values meet that later: nothing yet."""
        found = [n for n in sorted(bound_names(node)) if n in self.p.activity.varied]
        self.uses_table = self.uses_table or bool(found)
        return [assign(self.dot(n), call(f"{self.table}.bind", name(n), constant(None))) for n in found]

    # expression statements

    def expression_statement(self, node: Node) -> None:
        """A call whose result is not used."""
        value = node.value
        if not isinstance(value, gast.Call) or not self.p.activity.expr(value):
            self.out.append(node)
            return
        if self.container_statement(node, value):
            return
        target = self.p.scope.resolve(value.func)
        short = getattr(target, "__name__", "") if target is not MISSING else ""
        if short == "at":
            self.at_indices(node, value, getattr(target, "__self__", None))
            return
        if (target is not MISSING and (lookup(target) is not None or is_inert(target))) or (
                isinstance(value.func, gast.Attribute) and value.func.attr in METHODS):
            self.out.append(node)
            return
        raise self.fail("this call writes active values in a way that is not supported", node.origin)

    def at_indices(self, node: Node, value: Node, ufunc: Any) -> None:
        """`np.add.at(x, index, v)` and `np.subtract.at`."""
        owner, index, operand = value.args
        if isinstance(owner, gast.Name) and self.is_active(owner) and self.is_active(operand):
            assert ufunc in (np.add, np.subtract)
            made = gast.Call(clone(value.func), [name(self.dot(owner.id)), clone(index), self.tangent_of(operand)], [])
            self.out.append(node)  # first: it raises where the array is read-only
            self.emit(gast.Expr(made))
        else:
            self.out.append(node)
