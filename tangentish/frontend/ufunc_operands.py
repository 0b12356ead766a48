"""Operands of ufuncs that are something else to a rule than to NumPy: ranges, and real numbers that `dtype` makes complex."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.frontend.resolve import MISSING, Scope
from tangentish.syntax import Node, name


def operands_as_met(node: Node, target: np.ufunc, scope: Scope) -> None:
    """Rewrite `np.power(x, y, dtype=complex)` as one of complex arrays, and `np.power(range(3), y)` as one of an array, in place.

    A rule for `np.power` would take the logarithm of what `x` is else.
    """
    if any(argument.__class__ is gast.Starred for argument in node.args):
        return
    dtype = next((keyword.value for keyword in node.keywords if keyword.arg == "dtype"), None)
    if dtype is not None and len(node.args) <= target.nin and _is_complex(dtype, scope):
        node.args = [gast.Call(name("np_asarray"), [argument], [gast.keyword("dtype", dtype)]) for argument in node.args]
        node.keywords = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
    else:
        node.args = [gast.Call(name("np_asarray"), [argument], []) if _is_range(argument, scope) else argument
                     for argument in node.args]


def _is_complex(dtype: Node, scope: Scope) -> bool:
    """Whether it shows that a type is one of complex numbers."""
    known: Any = dtype.value if isinstance(dtype, gast.Constant) else scope.resolve(dtype)
    try:
        return known is not MISSING and known is not None and np.dtype(known).kind == "c"
    except TypeError:
        return False


def _is_range(node: Node, scope: Scope) -> bool:
    """Whether an operand is a range where it stands, or one of the module."""
    if node.__class__ is gast.Call:
        return scope.resolve(node.func) is range
    return node.__class__ is gast.Name and node.id not in scope.locals and isinstance(scope.name(node.id), range)
