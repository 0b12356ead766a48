"""Stores into quantities, and operators that write into them: they keep their unit."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from astropy.units import dimensionless_unscaled
from astropy.units.quantity import Quantity

from tangentish.errors import UnsupportedError
from tangentish.library.astropy_units.numbers import agree, check_linear, factor_of, numbers, scaled
from tangentish.library.astropy_units.ufuncs import SAME, factors_for, operator_on_units
from tangentish.rules.registry import zero_derivative

IN_PLACE: dict[Any, Any] = {getattr(operator, f"i{name}"): getattr(operator, name) for name in (
    "add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "matmul")}
"""The operators that write into their first operand, and what they compute."""


def item_stored(function: Any, x: Any, key: Any, value: Any) -> None:
    """`x[key] = value`, of quantities or with one."""
    numbers(x)[key] = scaled(value, factor_for_store(x, key, value))


def filled(x: Any, value: Any) -> None:
    """`q.fill(value)`."""
    item_stored(operator.setitem, x, ..., value)


def factor_for_store(x: Any, key: Any, value: Any) -> float | None:
    """What the numbers of a value are multiplied with where they are stored; numbers without a unit go in if astropy lets them."""
    probe = x.copy()
    probe[key] = value
    check_linear(x, value)
    if not isinstance(x, Quantity):
        probe[key] = np.ones_like(value)  # not what is stored, which may be zero
        return factor_stored(probe[key], value)
    unit = value.unit if isinstance(value, Quantity) else dimensionless_unscaled
    return factor_of(unit.get_converter(x.unit)) if unit.is_equivalent(x.unit) else None


def factor_stored(stored: Any, value: Any) -> float | None:
    """The same where the array is a plain one: NumPy takes some quantities as they are, others as numbers without a unit."""
    if np.all(stored == 1.0):
        return None
    return factor_of(value.unit.get_converter(dimensionless_unscaled))


def changed_in_place(function: Any, x: Any, y: Any) -> Any:
    """`x op= y`, of quantities or with one."""
    meant = IN_PLACE[function]
    if not isinstance(x, np.ndarray):
        return operator_on_units(meant, x, y)
    factors = factors_in_place(function, x, y)
    numbers(x)[...] = SAME[meant](scaled(x, factors[0]), scaled(y, factors[1]))
    return x


def factors_in_place(function: Any, x: Any, y: Any) -> list[float | None]:
    """What the numbers of the operands are multiplied with; refused where the result has another unit than is there."""
    probe = function(x.copy(), y)
    if getattr(probe, "unit", None) != getattr(x, "unit", None) or not isinstance(y, Quantity | np.ndarray | float | int | complex):
        raise UnsupportedError("an operator that gives a quantity another unit in place is not followed.\nWrite `q = q * p`.")
    factors = factors_for(SAME[IN_PLACE[function]], (x, y))
    expected = SAME[IN_PLACE[function]](scaled(x, factors[0]), scaled(y, factors[1]))
    if not agree(expected, probe):
        raise UnsupportedError("what this operator does to a quantity in place is not followed.\nWrite `q = q + p`.")
    return factors


zero_derivative(factor_for_store, factor_stored, factors_in_place)
