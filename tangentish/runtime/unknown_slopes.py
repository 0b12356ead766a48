"""The cotangent of a number that a rule knows no derivative for, which may turn out to be constant.

    kernel = Matern(1.5, scale)         # `scale` is differentiated
    kv(kernel.order, r)                 # and `order` is read of the same object

Such a cotangent may lie where that of a constant lies: in the slot of an object, which nobody empties.  Whoever computes with
it, or takes it out, is told that the derivative is not known.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from tangentish.errors import TangentishError, located_in
from tangentish.runtime.checks import unknown_slope

_CONSTANT = (int, str, bytes, type(None), np.integer, np.bool_)
_ADDED = (float, complex, np.inexact)


class UnknownSlope:
    """Adds up with the cotangents of numbers, and refuses all else."""

    __slots__ = ("error",)
    __array_ufunc__ = None

    def __init__(self, error: TangentishError) -> None:
        self.error = error

    def refuse(self, *_: Any) -> Any:
        raise self.error

    def __add__(self, other: Any) -> Any:
        return self if isinstance(other, (UnknownSlope, *_ADDED)) else self.refuse()

    __radd__ = __add__
    __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __matmul__ = __rmatmul__ = refuse
    __neg__ = __abs__ = __float__ = __complex__ = __array__ = __getitem__ = __len__ = __iter__ = __bool__ = refuse


def slope_of_constant(x: Any, label: str, key: str) -> UnknownSlope | None:
    """The cotangent of `x`, which was found in a container or an object: None where it has none, as a degree."""
    if isinstance(x, _CONSTANT):
        return None
    try:
        unknown_slope(label, key)
    except TangentishError as error:
        if not isinstance(x, _ADDED):
            raise
        return UnknownSlope(located_in(error, sys._getframe(1)))  # it may be raised in another function


def check_still(x: Any, x_dot: Any, label: str, key: str) -> None:
    """Raise where something of which the derivative is not known changes along a tangent; what a container holds may."""
    known = isinstance(x, (np.ndarray, *_CONSTANT, *_ADDED))
    if known and (x_dot is None or (isinstance(x_dot, (np.ndarray, *_ADDED)) and not np.any(x_dot))):
        return
    unknown_slope(label, key)


def check_taken(part: Any) -> Any:
    """The cotangent that is taken from a slot, which goes on to what was put there."""
    return part.refuse() if part.__class__ is UnknownSlope else part
