"""Tangents of operators on what may be a number, an array, a list or a tuple."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.own_arrays import check_no_say
from tangentish.runtime import shaped_like
from tangentish.tangents.items import Items
from tangentish.tangents.joining import Joining


class Operators(Items, Joining):
    """Where only the values tell what an operator does."""

    def joins(self, y: Any, left: Any, right: Any) -> bool:
        """Whether `y = left + right` or `left * right` made a list or a tuple, whose items have their tangents now, or text."""
        if isinstance(y, str):
            return True
        if not isinstance(y, list | tuple):
            if not isinstance(y, np.ndarray | np.generic | int | float | complex | str | set | frozenset):
                raise UnsupportedError(
                    f"an operator gave a {type(y).__name__}, and its class was not known when this program was made.\n"
                    "Call the method of the class by its name, or pass the object as an argument.")
            return False
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            self.concatenated(y, left, right)
        else:
            self.repeated(y, left if isinstance(left, list | tuple) else right)
        return True

    def augmented(self, op: str, x: Any, x_dot: Any, value: Any, value_dot: Any) -> tuple[Any, Any]:
        """`x op= value`: the value of `x` and its tangent; `x` may be written into or be bound anew."""
        if isinstance(x, list | tuple) and isinstance(value, np.ndarray | np.inexact):  # these make an array of it
            tangent = _TANGENTS[op](np.asarray(x), np.asarray(self.whole(x, x_dot)), value, self.whole(value, value_dot))
            y = _IN_PLACE[op](x, value)
            return y, shaped_like(tangent, y)
        if isinstance(x, list) and op == "+":
            self.extended(x, value, value_dot)
            x += value
            return x, None
        if isinstance(x, tuple) and op == "+":
            y = x + value
            self.concatenated(y, x, value)
            return y, None
        if isinstance(x, set | frozenset | str | bytes):
            return _IN_PLACE[op](x, value), None
        if not isinstance(x, np.ndarray | np.generic | int | float | complex):
            raise UnsupportedError(f"`{op}=` of a {type(x).__name__} is not supported here.\n"
                                   "Write it as a call, or call the method of the class by its name.")
        check_no_say(x)
        check_no_say(value)
        tangent = _TANGENTS[op](x, self.whole(x, x_dot), value, self.whole(value, value_dot))
        if isinstance(x, np.ndarray):
            _IN_PLACE[op](x, value)
            x_dot[...] = np.real(tangent) if x.dtype.kind == "f" and np.iscomplexobj(tangent) else tangent
            return x, x_dot
        y = _IN_PLACE[op](x, value)
        return y, shaped_like(tangent, y)


def _power(x: Any, x_dot: Any, v: Any, v_dot: Any) -> Any:
    from tangentish.rules.helpers.augmented import operand_cotangents

    x_part, v_part = operand_cotangents("**", 1.0, x, v)
    return x_dot * x_part + (v_dot * v_part if np.any(v_dot) else 0.0)


_IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "**": operator.ipow,
    "@": operator.imatmul, "%": operator.imod, "//": operator.ifloordiv}

_TANGENTS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "+": lambda x, x_dot, v, v_dot: x_dot + np.asarray(v_dot),
    "-": lambda x, x_dot, v, v_dot: x_dot - np.asarray(v_dot),
    "*": lambda x, x_dot, v, v_dot: x_dot * np.asarray(v) + x * np.asarray(v_dot),
    "/": lambda x, x_dot, v, v_dot: (x_dot - x / np.asarray(v) * np.asarray(v_dot)) / np.asarray(v),
    "@": lambda x, x_dot, v, v_dot: x_dot @ v + x @ v_dot,
    "**": _power,
    "%": lambda x, x_dot, v, v_dot: x_dot - np.floor_divide(x, v) * np.asarray(v_dot),
    "//": lambda x, x_dot, v, v_dot: np.zeros_like(x_dot),
}
