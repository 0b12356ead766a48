"""Arithmetic: the operators of Python and the ufuncs behind them."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math
import operator

import numpy as np

from tangentish.rules.helpers import dense, log_or_zero, power_base, power_slope, product, whole_quotient
from tangentish.rules.registry import elementwise, jvp, vjp


@elementwise(np.add, operator.add)
def add(ans, x1, x2):
    return 1, 1


@elementwise(np.subtract, operator.sub)
def subtract(ans, x1, x2):
    return 1, -1


@elementwise(np.multiply, operator.mul)
def multiply(ans, x1, x2):
    return x2, x1


@elementwise(np.divide, operator.truediv)
def divide(ans, x1, x2):
    return 1 / x2, -ans / x2


@elementwise(np.nextafter, math.nextafter)
def nextafter(ans, x1, x2):
    return 1, None


@elementwise(np.negative, operator.neg)
def negative(ans, x):
    return -1


@elementwise(np.positive, operator.pos)
def positive(ans, x):
    return 1


@elementwise(np.remainder, operator.mod)
def remainder(ans, x1, x2):
    return 1, -whole_quotient(x1, x2)


@elementwise(np.remainder, operator.mod, when="x1.is_scalar or x1.ndim is not None")
def remainder_of_numbers(ans, x1, x2):
    return 1, -(x1 // x2)


@elementwise(np.fmod, math.fmod)
def fmod(ans, x1, x2):
    return 1, -np.trunc(x1 / x2)


@vjp(np.divmod, divmod, multi=True, broadcasts=True)
def divmod_(ans_bar, ans, x1, x2):
    remainder_bar = dense(ans_bar, ans)[1]  # the quotient is piecewise constant
    return remainder_bar, -remainder_bar * ans[0]


@jvp(np.divmod, divmod)
def divmod_jvp(ans, x1_dot, x2_dot, x1, x2):
    return (0, x1_dot), (0, -ans[0] * x2_dot)


@vjp(np.power, np.float_power, pow, operator.pow, math.pow, broadcasts=True)
def power(ans_bar, ans, x1, x2):
    return product(ans_bar, power_slope(power_base(x1, ans), x2)), product(ans_bar, product(ans, log_or_zero(power_base(x1, ans))))


@jvp(np.power, np.float_power, pow, operator.pow, math.pow)
def power_jvp(ans, x1_dot, x2_dot, x1, x2):
    return product(x1_dot, power_slope(power_base(x1, ans), x2)), product(x2_dot, product(ans, log_or_zero(power_base(x1, ans))))


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow, when="x2.const == 2")
def power_2(ans, x1, x2):
    return 2 * x1, None


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow, when="x2.const == 1")
def power_1(ans, x1, x2):
    return 1, None


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow, when="x2.const == 0.5", quotient=True)
def power_half(ans, x1, x2):
    return 2 * ans, None


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow, quotient=True,
             when="x2.const is not None and 0 < x2.const < 1")
def power_root(ans, x1, x2):
    return x1 ** (1 - x2) / x2, None


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow,
             when="x2.const is not None and (x2.const > 1 or x2.const < 0)")
def power_constant(ans, x1, x2):
    return x2 * x1 ** (x2 - 1), None


@elementwise(np.power, np.float_power, pow, operator.pow, math.pow,
             when="x1.const is not None and x1.const > 0")
def power_of_constant(ans, x1, x2):
    return None, ans * math.log(x1)
