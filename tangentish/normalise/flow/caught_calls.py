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

from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.attempted import attempted
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.managers import made_from_generator
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library import handled, replacement
from tangentish.names import Names
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, call, child_blocks, constant, expression, locate, name, walk, walk_statements


class CaughtCalls:
    """Rewrites the lowered body of a `try`; `functions` are those that are called instead, by the names they have here."""

    def __init__(self, activity: Any, scope: Scope, names: Names, local: set[str]) -> None:
        self.activity, self.scope, self.names, self.local = activity, scope, names, local
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

    def called(self, node: Node) -> types.FunctionType | str | None:
        """The function to call instead of the one that a statement calls, if that may write what is read later.

        A name is that of a function which is defined beside the `try`.
        """
        value = node.value if node.__class__ is gast.Expr or (
            node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name) else None
        if value.__class__ is not gast.Call or (not self.activity.expr(value.func) and not any(map(self.activity.expr, [
                *value.args, *(keyword.value for keyword in value.keywords)]))):
            return None
        target = self.scope.resolve(value.func)
        if target is MISSING and value.func.__class__ is gast.Name:
            return value.func.id if value.func.id in self.local else None
        if not isinstance(target, types.FunctionType) or is_foreign(target.__module__) or lookup(target) is not None:
            return None
        if handled(target) is not None or replacement(target) is not None or made_from_generator(target):
            return None
        return attempted(target) if effects_met(target, self.scope.own).any_writes else None

    def checked(self, node: Node, function: types.FunctionType | str) -> Block:
        """The call, and what is done if it failed."""
        ended, failure = self.names.fresh("ended"), self.names.fresh("failure")
        self.activity.varied |= {ended}
        made = gast.Call(name(function if isinstance(function, str) else self.label_of(function)), node.value.args,
                         node.value.keywords)
        made.attempted = "when called" if isinstance(function, str) else "already"
        out = [assign(ended, made), assign(failure, call("error_of", name(ended))),
               gast.If(expression("failure is not None", failure=name(failure)), [gast.Raise(name(failure), None)], [])]
        if node.__class__ is gast.Assign:
            node.value = gast.Subscript(name(ended), constant(0), gast.Load())
            out.append(node)
        for new in walk_statements(out):
            locate(new, node).origin = getattr(node, "origin", node)
        return out

    def label_of(self, function: types.FunctionType) -> str:
        """The name of a function that is called instead of one of the user's."""
        label = next((key for key, known in self.scope.attempted.items() if known is function), None)
        if label is None or label in self.scope.locals:
            label = self.names.fresh(function.__name__)
        self.names.taken.add(label)
        self.functions[label] = self.scope.attempted[label] = self.scope.imports[label] = function
        return label


def local_functions(block: Block) -> set[str]:
    """The names that stand for one function with plain parameters, defined in the block, and for nothing else.

    >>> from tangentish.syntax import parse
    >>> sorted(local_functions(parse("def f(y):\\n    y[0] = 1\\ndef g(y):\\n    y[0] = 1\\ng = f").body))
    ['f']
    """
    defined = [node for node in walk_statements(block) if node.__class__ is gast.FunctionDef]
    bound = [n.id for n in walk(block) if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load]
    names = [node.name for node in defined]
    return {node.name for node in defined if not node.decorator_list and names.count(node.name) == 1 and node.name not in bound
            and any(_writes(part) for part in walk(node.body))}


def _writes(node: Node) -> bool:
    """Whether a part of a function may write into what others see."""
    if node.__class__ in (gast.Subscript, gast.Attribute):
        return node.ctx.__class__ is not gast.Load
    return node.__class__ in (gast.AugAssign, gast.Nonlocal, gast.Expr)
