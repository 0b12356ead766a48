"""Cotangents of both operands of an operator, for `x op= y` where only the values tell what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import product, quotient
from tangentish.rules.helpers.numbers import log_or_zero, power_base, power_slope
from tangentish.rules.helpers.products import unmatmul_left, unmatmul_right

__all__: list[str] = []  # rules do not need these: each operator has a rule


def operand_cotangents(op: str, g: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """The cotangents of `x` and `y` from that of `x op y`, with the shape of the result.

    >>> operand_cotangents("*", 0.5, 2.0, 3.0)
    (1.5, 1.0)
    """
    return _COTANGENTS.get(op, _nothing)(g, x, y)


def _power(g: Any, x: Any, y: Any) -> tuple[Any, Any]:
    ans = x**y
    if np.iscomplexobj(ans):
        base = power_base(x, ans)
        return product(g, power_slope(base, y)), product(g, product(ans, log_or_zero(base)))
    positive = np.asarray(x) > 0
    return product(g, power_slope(x, y)), g * np.where(positive, np.log(np.where(positive, x, 1.0)), 0.0) * ans


def _times(g: Any, y: Any) -> Any:
    """`g * y`, 0 where `g` is, even if `y` is infinite or nan there: a mask, or a branch, may leave that out."""
    with np.errstate(all="ignore"):
        result = g * y
        return result if _is_finite(result) else product(g, y)


def _over(g: Any, y: Any) -> Any:
    """`g / y`, likewise."""
    with np.errstate(all="ignore"):
        result = g / y
        return result if _is_finite(result) else quotient(g, y)


def _is_finite(x: Any) -> bool:
    return bool(np.isfinite(x).all() if isinstance(x, np.ndarray) else x - x == 0)


def _nothing(g: Any, x: Any, y: Any) -> tuple[Any, Any]:
    return g * 0.0, g * 0.0


_COTANGENTS: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
    "+": lambda g, x, y: (g, g),
    "-": lambda g, x, y: (g, -g),
    "*": lambda g, x, y: (_times(g, y), _times(g, x)),
    "/": lambda g, x, y: (_over(g, y), -_over(_times(_over(g, y), x), y)),
    "**": _power,
    "%": lambda g, x, y: (g, -g * np.floor_divide(x, y)),
    "@": lambda g, x, y: (unmatmul_left(g, y, np.shape(x)), unmatmul_right(g, x, np.shape(y))),
}
"""What is not here (`//`, `|` ...) is piecewise constant."""
