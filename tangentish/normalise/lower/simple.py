"""Expressions that are short enough to stay where they are."""

from __future__ import annotations

import gast

from tangentish.syntax import Node


def is_simple(node: Node) -> bool:
    """Arithmetic of names and literals, displays and slices of these: cheap, and free of effects."""
    if node.__class__ in (gast.Name, gast.Constant):
        return True
    if node.__class__ is gast.BinOp:
        return is_simple(node.left) and is_simple(node.right)
    if node.__class__ is gast.UnaryOp:
        return is_simple(node.operand)
    if node.__class__ in (gast.Tuple, gast.List):
        return all(is_simple(item) for item in node.elts)
    if node.__class__ is gast.Slice:
        return all(part is None or is_simple(part) for part in (node.lower, node.upper, node.step))
    if node.__class__ is gast.Attribute:
        return is_simple(node.value) and node.value.__class__ is gast.Name
    return False


def is_negative_literal(node: Node) -> bool:
    return node.__class__ is gast.UnaryOp and node.op.__class__ is gast.USub and node.operand.__class__ is gast.Constant
