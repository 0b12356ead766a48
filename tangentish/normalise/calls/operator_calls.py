"""`operator.add(a, b)` and `operator.mul(a, b)` as `a + b` and `a * b`, which mean something else for lists than for arrays.

So are comparisons, of which classes may say what they mean; `getattr(x, "key")` is `x.key`.
"""

from __future__ import annotations

import keyword
import operator

import gast

from tangentish.errors import CALLER
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, walk

WRITTEN = {operator.add: gast.Add, operator.mul: gast.Mult}
COMPARED = {operator.lt: gast.Lt, operator.le: gast.LtE, operator.gt: gast.Gt, operator.ge: gast.GtE, operator.eq: gast.Eq,
            operator.ne: gast.NotEq}


def operators_written(body: Block, scope: Scope) -> Block:
    """The body with such calls written as operators; the one call of a function that was made for it stays."""
    calls = [part for part in walk(body) if part.__class__ is gast.Call and part.args]
    if scope.source.filename.startswith(CALLER) or not any(_calls(call, scope) or (len(call.args) == 2 and not call.keywords and (
            _operator_of(call, scope) or _names_attribute(call, scope))) for call in calls):
        return body
    return [_Writer(scope).visit(node) for node in body]


def _calls(call: Node, scope: Scope) -> bool:
    """Whether a call is `operator.call(function, ...)`."""
    return bool(call.args) and call.args[0].__class__ is not gast.Starred and (
        scope.resolve(call.func) is getattr(operator, "call", MISSING) is not MISSING)


def _names_attribute(call: Node, scope: Scope) -> bool:
    """Whether a call of two arguments is a `getattr` with a name that could be written out."""
    owner, key = call.args[0], getattr(call.args[1], "value", None)
    return scope.resolve(call.func) is getattr and owner.__class__ is not gast.Starred and isinstance(key, str) and (
        call.args[1].__class__ is gast.Constant and key.isidentifier() and not key.startswith("__") and not keyword.iskeyword(key))


def _operator_of(call: Node, scope: Scope) -> type | None:
    """The operator that a call of two arguments stands for."""
    target = scope.resolve(call.func)
    found = next((made for function, made in (WRITTEN | COMPARED).items() if function is target), None)
    if found is None or any(argument.__class__ is gast.Starred for argument in call.args):
        return None
    rule = lookup(target)
    return None if rule is not None and rule.user else found


class _Writer(gast.NodeTransformer):
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def visit_Call(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if _calls(node, self.scope):
            return gast.copy_location(gast.Call(node.args[0], node.args[1:], node.keywords), node)
        if len(node.args) == 2 and not node.keywords and _names_attribute(node, self.scope):
            return gast.copy_location(gast.Attribute(node.args[0], node.args[1].value, gast.Load()), node)
        made = _operator_of(node, self.scope) if len(node.args) == 2 and not node.keywords else None
        if made is None:
            return node
        left, right = node.args
        written = gast.Compare(left, [made()], [right]) if made in COMPARED.values() else gast.BinOp(left, made(), right)
        return gast.copy_location(written, node)
