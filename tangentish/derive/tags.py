"""Marks on the names of a program where its expressions are spliced into a rule, which has names of its own.

>>> from tangentish.syntax import expression, unparse
>>> unparse(tagged(expression("a * x"))), unparse(untagged(tagged(expression("a * x"))))
('a@ * x@', 'a * x')
"""

from __future__ import annotations

from typing import Any

from tangentish.syntax import Node, clone, name_nodes


def tagged(tree: Node) -> Node:
    """A copy of an expression of the program, marked so that its names are not taken for those of the rule."""
    made = clone(tree)
    for part in name_nodes(made):
        part.id += "@"
    return made


def each_tagged(bound: dict[str, Any]) -> dict[str, Any]:
    """The same of the operands of a call, by parameter."""
    return {key: [tagged(item) for item in value] if isinstance(value, list) else tagged(value) for key, value in bound.items()}


def untagged(tree: Node) -> Node:
    """The expression itself, without the marks."""
    for part in name_nodes(tree):
        part.id = part.id.rstrip("@")
    return tree
