"""Handlers of the user's do not catch what tangentish itself refuses while a program runs.

>>> from tangentish.frontend.resolve import MISSING
>>> from tangentish.syntax import parse, unparse
>>> class Unknown:
...     def resolve(self, node): return MISSING
>>> function = parse('''
... def f_grad(x):
...     try:
...         y, called = primal(g, (0,), x)
...     except Failure:
...         y = 0.0
... ''').body[0]
>>> pass_refusals_on(function, Unknown(), {"primal"}, "TangentishError")
True
>>> print(unparse(function))
def f_grad(x):
    try:
        y, called = primal(g, (0,), x)
    except TangentishError:
        raise
    except Failure:
        y = 0.0
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish import errors
from tangentish.errors import TangentishError
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Block, Node, call, clone, name, names_in, walk, walk_statements

TABLES = frozenset(("shadows", "tangents"))
_OURS = tuple(cls for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, TangentishError))


def pass_refusals_on(function: Node, scope: Any, helpers: set[str], label: str) -> bool:
    """Add `except TangentishError: raise` to the `try` statements of generated code that need it; whether any did.

    `helpers` are the names of what may refuse when it runs, `label` is the name of the class in the generated code.
    """
    found = False
    for node in walk_statements(function.body):
        if node.__class__ is gast.Try and _may_catch(node, scope) and any(
                names_in(statement) & (helpers | TABLES) for statement in node.body):
            node.handlers.insert(0, gast.ExceptHandler(name(label), None, [*_left(node), gast.Raise(None, None)]))
            found = True
    return found


def _left(node: Node) -> Block:
    """What leaves the context manager that a `try` stands for: a lock is released though nothing else goes on."""
    handler = node.handlers[-1]
    if getattr(handler.type, "id", "") != "BaseException":
        return []
    found = [part for part in walk(handler.body) if part.__class__ is gast.Attribute and part.attr == "__exit__"
             and part.value.__class__ is gast.Name]
    return [gast.Expr(call(clone(part), gast.Starred(call("exc_info"), gast.Load()))) for part in found[:1]]


def _may_catch(node: Node, scope: Any) -> bool:
    """Whether a handler may catch a refusal without having asked for it by its class."""
    kinds = [_classes(handler.type, scope) for handler in node.handlers]
    if any(kind is not None and issubclass(kind, TangentishError) for group in kinds for kind in group):
        return False
    return any(kind is None or issubclass(ours, kind) for group in kinds for kind in group for ours in _OURS)


def _classes(node: Node | None, scope: Any) -> list[type[BaseException] | None]:
    """The classes that a handler names; None for one that is not known, as for all."""
    if node.__class__ is gast.Tuple and node is not None:
        return [kind for item in node.elts for kind in _classes(item, scope)]
    kind = MISSING if node is None else scope.resolve(node)
    return [kind if isinstance(kind, type) and issubclass(kind, BaseException) else None]
