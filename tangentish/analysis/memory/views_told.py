"""What the arguments of a call say of whether it gives a view of one of them.

>>> from tangentish.syntax import parse
>>> einsum_views(parse("np.einsum('ii->i', F)").body[0].value), copies_told(parse("np.array(x, copy=None)").body[0].value)
(True, False)
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.syntax import Node

VIEWS = frozenset("T mT real imag flat".split())
"""Attributes of arrays that are views of them."""


def may_show(node: Node, target: Any) -> bool:
    """Whether a call of `np.einsum` or `np.meshgrid` may give views, which their other arguments tell; True for others."""
    if target is np.einsum:
        return einsum_views(node)
    return target is not np.meshgrid or any(keyword.arg in ("copy", None) for keyword in node.keywords)


def einsum_views(node: Node) -> bool:
    """Whether `np.einsum` may give a view: of one operand, where nothing is summed."""
    if not node.args or any(a.__class__ is gast.Starred for a in node.args):
        return True
    text = node.args[0].value if node.args[0].__class__ is gast.Constant else None
    if not isinstance(text, str):
        return len(node.args) < 4  # an operand, its axes, those of the result
    if len(node.args) != 2:
        return False
    before, arrow, after = text.replace(" ", "").partition("->")
    return set(before) == set(after) if arrow else len(set(before)) == len(before)


def copies_told(node: Node) -> bool:
    """Whether a call of `np.array` asks for a copy, as it does where it says nothing of it."""
    asked = [k.value for k in node.keywords if k.arg in ("copy", None)]
    return not any(a.__class__ is gast.Starred for a in node.args) and all(
        value.__class__ is gast.Constant and value.value is True for value in asked)
