"""Ufuncs and operators of quantities: astropy says which unit each operand has to be in."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from astropy.units import UnitBase
from astropy.units.quantity import Quantity
from astropy.units.quantity_helper import converters_and_unit

from tangentish.library.astropy_units.numbers import answer_of, as_answer, check_linear, factor_of, numbers, scaled
from tangentish.library.functions import divide_with_remainder
from tangentish.rules.registry import zero_derivative

SAME: dict[Any, Any] = {operator.add: np.add, operator.sub: np.subtract, operator.mul: np.multiply, operator.truediv: np.divide,
                        operator.pow: np.power, operator.matmul: np.matmul, operator.neg: np.negative, operator.pos: np.positive,
                        operator.abs: np.absolute, abs: np.absolute, operator.mod: np.remainder,
                        operator.floordiv: np.floor_divide, divmod: np.divmod, divide_with_remainder: np.divmod}
"""The ufuncs that operators between quantities are."""


def factors_for(function: Any, args: Any) -> list[float | None]:
    """What the numbers of operands are multiplied with before a ufunc gets them."""
    check_linear(*args)
    converters, _ = converters_and_unit(function, "__call__", *args)
    return [factor_of(converter) for converter in converters[:len(args)]]


def ufunc_on_units(function: Any, *args: Any, **keywords: Any) -> Any:
    """A ufunc of quantities."""
    return computed(function, answer_of(function, args, keywords), args, keywords)


def computed(function: Any, answer: Any, args: Any, keywords: Any) -> Any:
    """The answer of a ufunc, with its numbers from those of the operands."""
    factors = factors_for(function, args)
    plain = function(*[scaled(args[k], factors[k]) for k in range(len(args))], **keywords)
    if isinstance(answer, tuple):
        return tuple([as_answer(plain[k], answer[k]) for k in range(len(answer))])
    return as_answer(plain, answer)


def operator_on_units(function: Any, *args: Any) -> Any:
    """An operator of quantities, numbers and units."""
    answer = answer_of(function, args, {})
    if function is operator.getitem:
        return as_answer(numbers(args[0])[args[1]], answer)
    if len(args) == 2 and is_unit(args[1]):
        return as_answer(scaled(args[0], factor_between(function, args[0], answer)), answer)
    if len(args) == 2 and is_unit(args[0]):
        return as_answer(1.0 / numbers(args[1]) if function is operator.truediv else numbers(args[1]), answer)
    return computed(SAME[function], answer, args, {})


def is_unit(x: Any) -> bool:
    """Whether an operand is a unit, or a text that names one."""
    return isinstance(x, UnitBase | str)


def factor_between(function: Any, x: Any, answer: Any) -> float | None:
    """What `x << unit` multiplies numbers with; products with units multiply them with nothing."""
    if function is not operator.lshift or not isinstance(x, Quantity):
        return None
    check_linear(x)
    return factor_of(x.unit.get_converter(answer.unit))


zero_derivative(factors_for, is_unit, factor_between)
