"""Expressions of statements, and parts of expressions, that are looked at one by one and may be put in another form."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.syntax import COMPREHENSIONS, Node
from tangentish.trees import fields_of

BLOCKS = frozenset(("body", "orelse", "handlers", "finalbody", "cases", "targets"))
APART = (gast.Lambda, *COMPREHENSIONS)
"""What is run by itself, when nobody knows yet what holds then."""


def rewrite_parts(node: Node, rewrite: Callable[[Node], Node]) -> Node:
    """A statement with its own expressions rewritten, or an expression with its parts.

    >>> from tangentish.syntax import expression, unparse
    >>> print(unparse(rewrite_parts(expression("f(x, y)"), lambda part: expression("z"))))
    z(z, z)
    """
    blocks = BLOCKS if isinstance(node, gast.stmt) else ()
    for key in fields_of(node.__class__):
        value = getattr(node, key, None)
        if isinstance(value, gast.AST):
            setattr(node, key, rewrite(value))
        elif isinstance(value, list) and key not in blocks:
            setattr(node, key, [rewrite(item) if isinstance(item, gast.AST) else item for item in value])
    return node
