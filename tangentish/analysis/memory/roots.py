"""What a chain of attributes and items starts from.

>>> from tangentish.syntax import parse, unparse
>>> chain = parse("rows[0].values[k]").body[0].value
>>> root_name(chain), unparse(innermost(chain)), root_name(parse("[w][0]").body[0].value)
('rows', 'rows', None)
"""

from __future__ import annotations

import gast

from tangentish.syntax import Node


def root_name(node: Node) -> str | None:
    """The name that a chain starts from, if it is one."""
    while node.__class__ in (gast.Attribute, gast.Subscript, gast.Starred):
        node = node.value
    return node.id if node.__class__ is gast.Name else None


def innermost(node: Node) -> Node:
    """The expression that it starts from."""
    while node.__class__ in (gast.Subscript, gast.Attribute):
        node = node.value
    return node
