"""Partial derivatives that no plain NumPy expression gives safely."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import as_operand, inexact, quotient


def as_type_of(x: Any, value: Any) -> Any:
    """A number or array in the type of `x`; of complex numbers the real part, if that type is real."""
    value = value if np.iscomplexobj(x) else np.real(value)
    scalar = isinstance(x, (float, complex, np.inexact)) and np.ndim(value) == 0
    return type(x)(value) if scalar else np.array(value, inexact(x))[()]


def multiples(scale: Any, factors: Any, like: Any) -> Any:
    """`scale` times each of the factors: an array if `like` is one, else a list of numbers."""
    if isinstance(like, np.ndarray):
        return np.asarray(scale * np.asarray(factors), inexact(like))
    return [float(scale * factor) for factor in factors]


def share(ans: Any, x: Any, *bounds: Any) -> Any:
    """The weight of `x` in `ans`, which is the one or other of `x` and `bounds`: those equal to it share 1 equally."""
    equals = sum(np.equal(other, ans) * 1.0 for other in bounds if other is not None)
    return np.divide(np.equal(x, ans), 1.0 + equals, dtype=inexact(ans))


def power_base(x: Any, power: Any) -> Any:
    """A copy of `x`, as a complex number where a `power` of it is one: Python gives that of a negative number.

    >>> power_base(-8.0, (-8.0) ** (1 / 3)), power_base(-8.0, (-8.0) ** 2)
    ((-8+0j), -8.0)
    """
    x = float(x) if isinstance(x, Fraction) else x
    if np.iscomplexobj(power) and not np.iscomplexobj(x):
        return x + 0j
    if isinstance(x, np.ndarray | np.generic) and x.dtype.kind in "biufc" and x.dtype != np.asarray(power).dtype:
        return np.asarray(x, inexact(x, np.asarray(power)))[()]  # the logarithm of a small integer has few digits
    return x * 1


def power_slope(x: Any, y: Any) -> Any:
    """`y * x ** (y - 1)`, 0 where `y` is 0, without warnings."""
    y = float(y) if isinstance(y, Fraction) else y
    if np.asarray(y).dtype.kind == "O":
        raise UnsupportedError(f"a power with a {type(y).__name__} as its exponent is not followed.\n"
                               "Make it a float, or an array of them.")
    with np.errstate(all="ignore"):
        slope = np.multiply(y, np.float_power(x, np.where(np.equal(y, 0), 0, np.subtract(y, 1))))
    return np.asarray(slope, inexact(x, y))[()]


def log_or_zero(x: Any) -> Any:
    """`np.log(x)` without warnings, and 0 where `x` is 0."""
    with np.errstate(all="ignore"):
        result = np.log(np.where(np.equal(x, 0), 1.0, x))[()]  # of floats: of small whole numbers NumPy has few digits
    return float(result) if type(x) is float else result  # a Python number leaves single precision as it is


def log_quietly(x: Any) -> Any:
    """`np.log(x)` without warnings, minus infinity at 0."""
    with np.errstate(all="ignore"):
        return np.log(np.multiply(x, 1.0))


def exprel_slope(x: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `(np.exp(x) - 1) / x`, by its series near 0."""
    near = np.abs(x) < 1e-2
    safe = np.where(near, 1, x)
    series = 0.5 + x * (1 / 3 + x * (1 / 8 + x * (1 / 30 + x / 144)))
    return np.where(near, series, (np.exp(np.where(near, 0, x)) - ans) / safe)[()]


def exp_minus(x: Any, y: Any) -> Any:
    """`np.exp(x - y)`, 0 where both are minus infinity, and 1 where both are infinity."""
    with np.errstate(all="ignore"):
        result = np.exp(np.subtract(x, y))
    infinite = np.isnan(result) & np.isinf(np.real(x))
    return np.where(infinite, np.asarray(np.real(x) > 0, result.dtype), result)[()]


def whole_quotient(x: Any, y: Any) -> Any:
    """`x // y`; 0 for text, for which `x % y` is another text."""
    return NothingOfText() if isinstance(x, str | bytes) else as_operand(x) // as_operand(y)


class NothingOfText(float):
    """The zero cotangent or tangent of text, which `*` repeats and `%` fills in: any multiple of it is the same zero."""

    __array_priority__ = 1000.0  # of an array of objects, too

    def __mul__(self, other: Any) -> NothingOfText:
        return self

    __rmul__ = __mul__

    def __neg__(self) -> NothingOfText:
        return self


def part_of_length(x: Any, length: Any) -> Any:
    """`x / length` for the length of a vector that has `x` as a component: 0 for none, the sign of `x` if both are infinite."""
    result = quotient(x, length)
    return np.where(np.isinf(x), np.asarray(np.sign(x), result.dtype), result)[()]


def sinc_slope(x: Any) -> Any:
    """The derivative of `np.sinc`, by its series near 0."""
    t = np.multiply(math.pi, x)
    near = np.abs(t) < 1e-2
    safe = np.where(near, 1.0, t)
    series = -t / 3 + t**3 / 30 - t**5 / 840
    return (math.pi * np.where(near, series, (np.cos(safe) - np.sin(safe) / safe) / safe))[()]


def i0_slope(x: Any) -> Any:
    """The derivative of `np.i0`, the modified Bessel function of order 1: the mean of exp(x cos t) cos t."""
    t = (np.arange(400) + 0.5) * (math.pi / 400)
    c = np.cos(t)
    return np.asarray(np.mean(np.exp(np.multiply.outer(x, c)) * c, axis=-1), inexact(x))[()]


def digamma(x: float) -> float:
    """The derivative of `math.lgamma`, by reflection, recurrence and the asymptotic series."""
    if x <= 0:
        return digamma(1 - x) - math.pi / math.tan(math.pi * x)
    shift = 0.0
    while x < 10:
        shift += 1 / x
        x += 1
    t = 1 / (x * x)
    tail = t * (1 / 12 - t * (1 / 120 - t * (1 / 252 - t * (1 / 240 - t * (1 / 132 - t * 691 / 32760)))))
    return math.log(x) - 0.5 / x - tail - shift


def chosen(ans_bar: Any, ans: Any, args: Any) -> list[Any]:
    """The cotangents of the arguments of the builtin `max` or `min`: those equal to `ans` share equally."""
    if len(args) == 1:
        items = list(args[0])
        return [chosen(ans_bar, ans, items) if len(items) > 1 else [ans_bar]]
    equal = [arg == ans for arg in args]
    return [ans_bar / sum(equal) if one else 0.0 * ans_bar for one in equal]


def chosen_dot(ans: Any, args_dot: Any, args: Any) -> Any:
    """The tangent of the builtin `max(*args)` or `min(*args)`; None in `args_dot` stands for zero."""
    if len(args) == 1:
        args, args_dot = list(args[0]), list(args_dot[0])
    tangents = [0.0 if dot is None else dot for dot, arg in zip(args_dot, args, strict=True) if arg == ans]
    return sum(tangents) / len(tangents)


def kaiser_slope(ans: Any, beta: Any) -> Any:
    """The derivative in `beta` of the Kaiser window `ans`, which is i0(beta * t) / i0(beta)."""
    count = len(ans)
    t = np.sqrt(np.maximum(1 - np.linspace(-1, 1, count) ** 2, 0)) if count > 1 else np.ones(count)
    return (t * i0_slope(beta * t) - ans * i0_slope(beta)) / np.i0(beta)
