"""Expressions that are short enough to stay where they are."""

from __future__ import annotations

import gast

from tangentish.syntax import Node


def is_simple(node: Node) -> bool:
    """Arithmetic of names and literals, displays and slices of these: cheap, and free of effects."""
    if isinstance(node, gast.Name | gast.Constant):
        return True
    if isinstance(node, gast.BinOp):
        return is_simple(node.left) and is_simple(node.right)
    if isinstance(node, gast.UnaryOp):
        return is_simple(node.operand)
    if isinstance(node, gast.Tuple | gast.List):
        return all(is_simple(item) for item in node.elts)
    if isinstance(node, gast.Slice):
        return all(part is None or is_simple(part) for part in (node.lower, node.upper, node.step))
    if isinstance(node, gast.Attribute):
        return is_simple(node.value) and isinstance(node.value, gast.Name)
    return False


def is_negative_literal(node: Node) -> bool:
    return isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub) and isinstance(node.operand, gast.Constant)
