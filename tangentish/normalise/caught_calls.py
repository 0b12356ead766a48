"""Calls in a `try` of functions that may have written something before they fail: the error is raised again after the call.

    fill(y, x)              ended = fill_attempted(y, x)
                            failure = error_of(ended)
                            if failure is not None:
                                raise failure

What the function did before the error is reversed like what it does in any call.
"""

from __future__ import annotations

import types
from typing import Any

import gast

from tangentish.analysis.effects import effects_of
from tangentish.frontend.attempted import attempted
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope
from tangentish.library import handled, replacement
from tangentish.names import Names
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, call, child_blocks, constant, expression, name


class CaughtCalls:
    """Rewrites the lowered body of a `try`; `functions` are those that are called instead, by the names they have here."""

    def __init__(self, activity: Any, scope: Scope, names: Names) -> None:
        self.activity, self.scope, self.names = activity, scope, names
        self.functions: dict[str, types.FunctionType] = {}

    def block(self, block: Block) -> Block:
        """A new block; a `try` inside it was rewritten before."""
        out: Block = []
        for node in block:
            if node.__class__ is not gast.Try:
                for _, inner in child_blocks(node):
                    inner[:] = self.block(inner)
            function = self.called(node)
            out += [node] if function is None else self.checked(node, function)
        return out

    def called(self, node: Node) -> types.FunctionType | None:
        """The function to call instead of the one that a statement calls, if that may write what is read later."""
        value = node.value if node.__class__ is gast.Expr or (
            node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name) else None
        if value.__class__ is not gast.Call or not any(map(self.activity.expr, [
                *value.args, *(keyword.value for keyword in value.keywords)])):
            return None
        target = self.scope.resolve(value.func)
        if not isinstance(target, types.FunctionType) or is_foreign(target.__module__) or lookup(target) is not None:
            return None
        if handled(target) is not None or replacement(target) is not None or not effects_of(target).any_writes:
            return None
        return attempted(target)

    def checked(self, node: Node, function: types.FunctionType) -> Block:
        """The call, and what is done if it failed."""
        label = next((key for key, known in self.scope.attempted.items() if known is function), None)
        if label is None or label in self.scope.locals:
            label = self.names.fresh(function.__name__)
        self.names.taken.add(label)
        self.functions[label] = self.scope.attempted[label] = self.scope.imports[label] = function
        ended, failure = self.names.fresh("ended"), self.names.fresh("failure")
        self.activity.varied |= {ended}
        made = gast.Call(name(label), node.value.args, node.value.keywords)
        out = [assign(ended, made), assign(failure, call("error_of", name(ended))),
               gast.If(expression("failure is not None", failure=name(failure)), [gast.Raise(name(failure), None)], [])]
        if node.__class__ is gast.Assign:
            node.value = gast.Subscript(name(ended), constant(0), gast.Load())
            out.append(node)
        return out
