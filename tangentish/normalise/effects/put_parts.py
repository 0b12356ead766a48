"""A part of a statement, changed for another.

>>> from tangentish.syntax import name, parse, unparse
>>> node = parse("y = f(x) + 1.0").body[0]
>>> put_for(node, node.value.left, name("t"))
>>> print(unparse(node))
y = t + 1.0
"""

from __future__ import annotations

import gast

from tangentish.syntax import Node, own_expressions, walk


def put_for(node: Node, part: Node, new: Node) -> None:
    """Put an expression for another in a statement, which is changed."""
    for owner in [node, *(inner for expression in own_expressions(node) for inner in walk(expression))]:
        for field, value in gast.iter_fields(owner):
            if value is part:
                setattr(owner, field, new)
            elif isinstance(value, list):
                value[:] = [new if item is part else item for item in value]
