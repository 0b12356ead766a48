"""The methods behind the operators of arrays and numbers, called by their names: `x.__mul__(y)`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def radd(x: Any, y: Any) -> Any:
    """`y + x`."""
    return y + x


def rsub(x: Any, y: Any) -> Any:
    """`y - x`."""
    return y - x


def rmul(x: Any, y: Any) -> Any:
    """`y * x`."""
    return y * x


def rtruediv(x: Any, y: Any) -> Any:
    """`y / x`."""
    return y / x


def rpow(x: Any, y: Any, mod: Any = None) -> Any:
    """`y ** x`."""
    return y**x


def rmod(x: Any, y: Any) -> Any:
    """`y % x`."""
    return y % x


def rfloordiv(x: Any, y: Any) -> Any:
    """`y // x`."""
    return y // x


def rmatmul(x: Any, y: Any) -> Any:
    """`y @ x`."""
    return y @ x


def iadd(x: Any, y: Any) -> Any:
    """`x += y`."""
    x += y
    return x


def isub(x: Any, y: Any) -> Any:
    """`x -= y`."""
    x -= y
    return x


def imul(x: Any, y: Any) -> Any:
    """`x *= y`."""
    x *= y
    return x


def itruediv(x: Any, y: Any) -> Any:
    """`x /= y`."""
    x /= y
    return x


def ipow(x: Any, y: Any) -> Any:
    """`x **= y`."""
    x **= y
    return x


def imod(x: Any, y: Any) -> Any:
    """`x %= y`."""
    x %= y
    return x


def ifloordiv(x: Any, y: Any) -> Any:
    """`x //= y`."""
    x //= y
    return x


def imatmul(x: Any, y: Any) -> Any:
    """`x @= y`."""
    x @= y
    return x


def getitem(x: Any, key: Any) -> Any:
    """`x[key]`."""
    return x[key]


def setitem(x: Any, key: Any, value: Any) -> None:
    """`x[key] = value`."""
    x[key] = value


def result_stored(x: Any, key: Any, value: Any) -> None:
    """`x[key] = value` of what a function gives for its `out`."""
    check_out(x, value)
    x[key] = value


def check_out(x: Any, value: Any) -> None:
    """Refuse an `out` that would get another unit: a store would convert to the one that it has."""
    if type(x) is not np.ndarray and hasattr(x, "unit") and x.unit != getattr(value, "unit", None):
        raise UnsupportedError("a quantity that a function writes its result into gets another unit, which is not followed.\n"
                               "Assign the result instead, as in `q = np.add(p, q)`, without `out`.")


def absolute(x: Any) -> Any:
    """`abs(x)`."""
    return abs(x)


def matmul(x: Any, y: Any) -> Any:
    """`x @ y`."""
    return x @ y


OPERATOR_METHODS: dict[str, Callable[..., Any]] = {
    "__add__": operator.add, "__sub__": operator.sub, "__mul__": operator.mul, "__truediv__": operator.truediv,
    "__pow__": operator.pow, "__mod__": operator.mod, "__floordiv__": operator.floordiv, "__matmul__": matmul,
    "__neg__": operator.neg, "__pos__": operator.pos, "__abs__": absolute, "__radd__": radd, "__rsub__": rsub,
    "__rmul__": rmul, "__rtruediv__": rtruediv, "__rpow__": rpow, "__rmod__": rmod, "__rfloordiv__": rfloordiv,
    "__rmatmul__": rmatmul, "__iadd__": iadd, "__isub__": isub, "__imul__": imul, "__itruediv__": itruediv,
    "__ipow__": ipow, "__imod__": imod, "__ifloordiv__": ifloordiv, "__imatmul__": imatmul, "__getitem__": getitem,
    "__setitem__": setitem, "__len__": len, "__float__": float, "__int__": int, "__bool__": bool, "__complex__": complex,
    "__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge, "__eq__": operator.eq,
    "__ne__": operator.ne}

OPERATORS: dict[Any, Callable[..., Any]] = {
    operator.iadd: iadd, operator.isub: isub, operator.imul: imul, operator.itruediv: itruediv, operator.ipow: ipow,
    operator.imod: imod, operator.ifloordiv: ifloordiv, operator.imatmul: imatmul, operator.matmul: matmul,
    operator.abs: absolute}


zero_derivative(check_out)
