"""Calls: simple arguments, `out=` as the store that it is."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish import library
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.lower.simple import is_simple
from tangentish.normalise.lower.stores import Stores
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Node, assign, attribute, call, clone, constant, expression, locate, subscript


class Calls(Stores):
    """Calls, as expressions and as statements."""

    def lower_Expr(self, node: Node) -> None:
        if not self.varied(node.value) or not isinstance(node.value, gast.Call):
            self.out.append(node)
            return
        instead = self.as_store(node.value)
        if instead is not None:
            self.statement_at(node, instead)
            return
        flat = self.flat_Call(node.value)
        if isinstance(flat, gast.Call):
            self.out.append(gast.Expr(flat))

    def as_store(self, value: Node) -> Node | None:
        """`setattr(x, "name", v)` and `items.clear()` as the stores that they are."""
        target = self.activity.scope.resolve(value.func) if hasattr(self.activity, "scope") else None
        if target is setattr and len(value.args) == 3 and isinstance(value.args[1], gast.Constant):
            return assign(attribute(value.args[0], value.args[1].value), value.args[2])
        if isinstance(value.func, gast.Attribute) and value.func.attr == "clear" and target is MISSING and not value.args:
            return gast.Expr(call("clear_items", value.func.value))
        return None

    def flat_Call(self, node: Node) -> Node:
        """A call whose arguments are simple."""
        replaced = self.rewritten(node)
        if replaced is not None:
            return self.flat(replaced) if self.varied(replaced) else replaced
        func = node.func
        if isinstance(func, gast.Attribute) and self.varied(func.value):
            func = attribute(self.base(func.value), func.attr)
        elif not isinstance(func, gast.Name | gast.Attribute):
            func = self.atom(func, always=True)
        args: list[Node] = []
        put = self.argument if self.has_rule(func) else self.whole_argument
        for item in node.args:
            if isinstance(item, gast.Starred):
                args.append(gast.Starred(self.atom(item.value, always=True), gast.Load()))
            else:
                args.append(put(item))
        ruled = put == self.argument
        keywords = [gast.keyword(k.arg, put(k.value)) for k in node.keywords  # what is overwritten could not be read again
                    if not (ruled and k.arg is not None and k.arg.startswith("overwrite_"))]
        return locate(gast.Call(func, args, keywords), node)

    def rewritten(self, node: Node) -> Node | None:
        """A call in another form: `out=` as a store, `getattr` with a literal name as an attribute."""
        target = self.activity.scope.resolve(node.func) if hasattr(self.activity, "scope") else None
        if target is getattr and len(node.args) == 2 and isinstance(node.args[1], gast.Constant):
            return attribute(node.args[0], node.args[1].value)
        if target is getattr and len(node.args) == 3 and isinstance(node.args[1], gast.Constant):
            owner = self.base(node.args[0])
            test = call("hasattr", clone(owner), node.args[1])
            return gast.IfExp(test, attribute(owner, node.args[1].value), node.args[2])
        found = out_argument(node, target)
        if found is None:
            return None
        out, mask, plain = found
        place = self.base(out)
        if mask is None:
            self.statement_at(node, assign(subscript(clone(place), constant(...)), plain))
            return place
        shape = attribute(clone(place), "shape")
        held = self.temp(expression("np.broadcast_to(m, s)", m=mask, s=shape))
        plain.args = [subscript(expression("np.zeros(s) + a", a=a, s=shape), clone(held)) for a in plain.args]
        self.statement_at(node, assign(subscript(clone(place), held), plain))
        return place

    # arguments

    def has_rule(self, func: Node) -> bool:
        """Whether a function has a rule, and no equivalent in plain Python."""
        scope = getattr(self.activity, "scope", None)
        if scope is None:
            return False
        target = scope.resolve(func)
        return lookup(target) is not None and target not in library.REPLACED

    def whole_argument(self, node: Node) -> Node:
        """An argument of a function without a rule: a display of active values is built before the call."""
        return self.atom(node) if self.hidden_calls(node) else self.argument(node)

    def argument(self, node: Node) -> Node:
        """An argument of a function with a rule: a display of active values may stay one."""
        if isinstance(node, gast.List | gast.Tuple) and self.hidden_calls(node) and not any(
                isinstance(e, gast.Starred) for e in node.elts):
            return type(node)([self.argument(e) for e in node.elts], gast.Load())
        if not self.varied(node) and not self.hidden_calls(node):
            return node if is_simple(node) or isinstance(node, gast.Lambda) else self.temp(node)
        return self.atom(node)


def out_argument(node: Node, target: Any) -> tuple[Node, Node | None, Node] | None:
    """The `out` of a call, its `where`, and the call without them; None if there is no `out`."""
    method = isinstance(node.func, gast.Attribute) and node.func.attr in METHODS and target is MISSING
    if not method and (target is None or target is MISSING or lookup(target) is None):
        return None
    args, keywords = list(node.args), list(node.keywords)
    out = next((k.value for k in keywords if k.arg == "out"), None)
    if isinstance(target, np.ufunc) and len(args) > target.nin:
        out = args[target.nin]
        args = args[: target.nin]
    elif target in (np.dot, np.clip) and len(args) > (2 if target is np.dot else 3):
        out = args.pop()
    if isinstance(out, gast.Tuple) and len(out.elts) == 1:
        out = out.elts[0]
    if out is None or (isinstance(out, gast.Constant) and out.value is None):
        return None
    mask = next((k.value for k in keywords if k.arg == "where"), None) if isinstance(target, np.ufunc) else None
    rest = [k for k in keywords if k.arg not in (("out", "where") if mask is not None else ("out",))]
    return out, mask, locate(gast.Call(node.func, args, rest), node)
