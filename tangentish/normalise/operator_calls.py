"""`operator.add(a, b)` and `operator.mul(a, b)` as `a + b` and `a * b`, which mean something else for lists than for arrays."""

from __future__ import annotations

import operator

import gast

from tangentish.errors import CALLER
from tangentish.frontend.resolve import Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, walk

WRITTEN = {operator.add: gast.Add, operator.mul: gast.Mult}


def operators_written(body: Block, scope: Scope) -> Block:
    """The body with such calls written as operators; the one call of a function that was made for it stays."""
    calls = [part for part in walk(body) if part.__class__ is gast.Call and len(part.args) == 2 and not part.keywords]
    if scope.source.filename.startswith(CALLER) or not any(_operator_of(call, scope) for call in calls):
        return body
    return [_Writer(scope).visit(node) for node in body]


def _operator_of(call: Node, scope: Scope) -> type | None:
    """The operator that a call of two arguments stands for."""
    target = scope.resolve(call.func)
    found = next((made for function, made in WRITTEN.items() if function is target), None)
    if found is None or any(argument.__class__ is gast.Starred for argument in call.args):
        return None
    rule = lookup(target)
    return None if rule is not None and rule.user else found


class _Writer(gast.NodeTransformer):
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def visit_Call(self, node: Node) -> Node:
        node = self.generic_visit(node)
        made = _operator_of(node, self.scope) if len(node.args) == 2 and not node.keywords else None
        return node if made is None else gast.copy_location(gast.BinOp(node.args[0], made(), node.args[1]), node)
