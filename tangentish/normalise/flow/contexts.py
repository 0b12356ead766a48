"""`with` statements that swallow exceptions, or may.

>>> from tangentish.syntax import parse, unparse
>>> import contextlib
>>> class Known:
...     def resolve(self, node): return contextlib.suppress
>>> block = parse('''
... with suppress(ValueError):
...     y = sqrt(x)
... ''').body
>>> print(unparse(suppress_to_try(block, Known())[0]))
try:
    y = sqrt(x)
except ValueError:
    pass
"""

from __future__ import annotations

import contextlib
import types
from typing import Any

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import read_source
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, locate, tuple_of, walk

HARMLESS = frozenset("errstate catch_warnings nullcontext redirect_stdout redirect_stderr open lock closing".split())


def suppress_to_try(block: Block, scope: Any) -> Block:
    """`with contextlib.suppress(...)` as the `try` it stands for, in nested blocks too."""
    def rewritten(node: Node) -> Block:
        call = node.items[0].context_expr if node.__class__ is gast.With and len(node.items) == 1 else None
        if call.__class__ is not gast.Call or scope.resolve(call.func) is not contextlib.suppress:
            return [node]
        what = call.args[0] if len(call.args) == 1 else tuple_of(call.args)
        handler = gast.ExceptHandler(what, None, [gast.Pass()])
        return [locate(gast.copy_location(gast.Try(node.body, [handler], [], []), node), node)]

    return each_rewritten(block, rewritten)


def may_suppress(item: Node, scope: Any) -> bool:
    """Whether a context manager may swallow an exception."""
    call = item.context_expr
    target = scope.resolve(call.func) if call.__class__ is gast.Call else MISSING
    if target is MISSING:
        return True
    if getattr(target, "__name__", "") in HARMLESS:
        return False
    if isinstance(target, type):
        leave = getattr(target, "__exit__", None)
        return not isinstance(leave, types.FunctionType) or _finds(leave, _returns_something)
    wrapped = getattr(target, "__wrapped__", None)  # of contextlib.contextmanager
    return not isinstance(wrapped, types.FunctionType) or _finds(wrapped, lambda node: node.__class__ is gast.ExceptHandler)


def _finds(function: types.FunctionType, test: Any) -> bool:
    try:
        tree = read_source(function, generators=True).tree
    except TangentishError:
        return True
    return any(test(node) for node in walk(tree))


def _returns_something(node: Node) -> bool:
    return node.__class__ is gast.Return and node.value is not None and not (
        node.value.__class__ is gast.Constant and not node.value.value)
