"""The function that returns the first of the two things that another returns, as what is differentiated where there is an `aux`.

>>> def fit(x, scale=2.0):
...     y = scale * x
...     return y ** 2, {"y": y}
>>> first_result(fit)(3.0)
36.0
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.checkpointing import without_checkpoint
from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source, rewritten
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, clone, constant


def first_result(fun: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the parameters of `fun` that returns `fun(...)[0]`: its own code, where that is to be had."""
    try:
        if isinstance(fun, types.MethodType) and _is_plain(fun.__func__):
            return types.MethodType(_of_code(fun.__func__), fun.__self__)
        if _is_plain(fun):
            return _of_code(fun)
    except TangentishError:
        pass  # what is wrong with its source is said where it is differentiated
    return _of_call(fun)


def _is_plain(fun: Any) -> bool:
    return isinstance(fun, types.FunctionType) and lookup(fun) is None and without_checkpoint(fun) is fun


def _of_code(function: Any) -> types.FunctionType:
    tree = clone(read_source(function).tree)
    tree.body = [_First().visit(statement) for statement in tree.body]
    return rewritten(function, tree)


def _of_call(fun: Any) -> Callable[..., Any]:
    @functools.wraps(fun)
    def first(*args: Any) -> Any:
        return fun(*args)[0]

    return first


class _First(gast.NodeTransformer):
    """Puts the first of what is returned in its place, but for what functions inside return."""

    def visit_FunctionDef(self, node: Node) -> Node:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef

    def visit_Return(self, node: Node) -> Node:
        if node.value is not None:
            pair = node.value.__class__ is gast.Tuple and len(node.value.elts) == 2
            node.value = node.value.elts[0] if pair and node.value.elts[0].__class__ is not gast.Starred else gast.copy_location(
                gast.Subscript(node.value, constant(0), gast.Load()), node.value)
        return node
