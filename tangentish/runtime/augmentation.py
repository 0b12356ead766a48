"""`x op= value` where only the value of `x` tells what that means."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.augmented import operand_cotangents
from tangentish.runtime.cotangents import filled, own, unbroadcast


def augmented(shadows: Any, op: str, old: Any, new: Any, value: Any, g: Any) -> tuple[Any, Any]:
    """Reverse `x op= value` where only the value of `x` tells whether it is written into: both cotangents.

    `old` is `x` before, with its content put back if the operator is not a sum; `new` is `x` after.
    """
    if isinstance(new, set | frozenset):
        return None, None
    if not isinstance(new, np.ndarray | np.generic | int | float | complex | list | tuple | dict):
        raise UnsupportedError(f"`{op}=` of a {type(new).__name__}, whose class was not known when this program was made.\n"
                               "Call the method of the class by its name, or pass the object as an argument.")
    if isinstance(new, list | tuple):
        if op != "+":
            raise UnsupportedError(
                f"`{op}=` of a list of active values is not supported.\nBuild the list with a comprehension.")
        if isinstance(new, tuple):  # a tuple that grows further has its cotangent from there
            shadows.add(new, None, g)
        return shadows.extended(new, value)
    shadows.settle(new)  # `g` is its shadow, if it is an array
    g = filled(g, new)
    if isinstance(old, list | tuple):  # with an array or a number of NumPy it made an array, and its items have the cotangents
        x_bar, value_bar = operand_cotangents(op, own(g), np.asarray(old), value)
        shadows.add(old, None, [*unbroadcast(x_bar, np.asarray(old))])
        return None, unbroadcast(value_bar, value)
    if op in "+-":
        value_bar = g if op == "+" else -np.asarray(g)[()]
        if isinstance(new, np.ndarray):
            return g, own(unbroadcast(value_bar, value)) if not isinstance(value, list | tuple) else value_bar.copy()
        return g, unbroadcast(value_bar, value)
    x_bar, value_bar = operand_cotangents(op, own(g), old, value)
    if isinstance(new, np.ndarray) and isinstance(old, np.ndarray):
        g[...] = unbroadcast(x_bar, old)
        return g, unbroadcast(value_bar, value)
    return unbroadcast(x_bar, old), unbroadcast(value_bar, value)
