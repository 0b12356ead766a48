"""Names that are bound to items of tables of numbers, and augmented: `y = TABLE[key]; y += x`.

An array would be written into, in the table.  It is looked at that these are numbers, when they are augmented.

>>> from tangentish.syntax import parse, unparse
>>> for node in look_at_augmented(parse("y = TABLE[k]\\ny += x").body, {"y"}): print(unparse(node))
y = TABLE[k]
check_number('y', y)
y += x
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import gast
import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import zero_derivative
from tangentish.syntax import Block, Node, call, constant, locate, name


def look_at_augmented(body: Block, labels: Collection[str]) -> Block:
    """Look at what some names mean before they are augmented."""
    def looked_at(node: Node) -> Block:
        if node.__class__ is not gast.AugAssign or getattr(node.target, "id", None) not in labels:
            return [node]
        return [locate(gast.Expr(call("check_number", constant(node.target.id), name(node.target.id))), node), node]

    return each_rewritten(body, looked_at)


def check_number(label: str, value: Any) -> None:
    """Raise where what is augmented is no number.

    >>> check_number("y", 2.0)
    """
    if not isinstance(value, int | float | complex | np.number):
        raise UnsupportedError(f"`{label}` is a {type(value).__name__} that a table around the function may hold, and is written "
                               "into.\nPass the table as an argument, or copy what it holds.")


zero_derivative(check_number)
