"""Functions of one or more numbers, applied entry by entry, and those of `math` with the same derivatives."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import cmath
import math
import operator

import numpy as np

from tangentish.rules.helpers import exp_minus, i0_slope, part_of_length, quotient, share, sinc_slope
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, linear


@elementwise(np.exp, math.exp, cmath.exp)
def exp(ans, x):
    return ans


@elementwise(np.exp2, *present(math, "exp2"))
def exp2(ans, x):
    return math.log(2) * ans


@elementwise(np.expm1, math.expm1)
def expm1(ans, x):
    return ans + 1


@elementwise(np.log)
def log(ans, x):
    return 1 / x


@elementwise(np.log2, math.log2)
def log2(ans, x):
    return 1 / (math.log(2) * x)


@elementwise(np.log10, math.log10, cmath.log10)
def log10(ans, x):
    return 1 / (math.log(10) * x)


@elementwise(np.log1p, math.log1p)
def log1p(ans, x):
    return 1 / (1 + x)


@elementwise(np.sqrt, math.sqrt, cmath.sqrt, quotient=True)
def sqrt(ans, x):
    return 2 * ans


@elementwise(np.cbrt, *present(math, "cbrt"), quotient=True)
def cbrt(ans, x):
    return 3 * ans**2


@elementwise(np.square)
def square(ans, x):
    return 2 * x


@elementwise(np.reciprocal)
def reciprocal(ans, x):
    return -(ans**2)


@elementwise(np.sin, math.sin, cmath.sin)
def sin(ans, x):
    return np.cos(x)


@elementwise(np.cos, math.cos, cmath.cos)
def cos(ans, x):
    return -np.sin(x)


@elementwise(np.tan, math.tan, cmath.tan)
def tan(ans, x):
    return 1 + ans**2


@elementwise(np.arcsin, quotient=True)
def arcsin(ans, x):
    return np.cos(ans)  # `ans` shows on which side of a branch cut `x` is


@elementwise(np.arcsin, quotient=True, when="x.is_real")
def arcsin_real(ans, x):
    return np.sqrt(1 - x**2)


@elementwise(math.asin, quotient=True)
def asin(ans, x):
    return np.sqrt(1 - x**2)


@elementwise(np.arccos, quotient=True)
def arccos(ans, x):
    return -np.sin(ans)


@elementwise(np.arccos, quotient=True, when="x.is_real")
def arccos_real(ans, x):
    return -np.sqrt(1 - x**2)


@elementwise(math.acos, quotient=True)
def acos(ans, x):
    return -np.sqrt(1 - x**2)


@elementwise(np.arctan, math.atan, cmath.atan)
def arctan(ans, x):
    return 1 / (1 + x * x)


@elementwise(np.sinh, math.sinh, cmath.sinh)
def sinh(ans, x):
    return np.cosh(x)


@elementwise(np.cosh, math.cosh, cmath.cosh)
def cosh(ans, x):
    return np.sinh(x)


@elementwise(np.tanh, math.tanh, cmath.tanh)
def tanh(ans, x):
    return 1 - ans**2


@elementwise(np.arcsinh, cmath.asinh)
def arcsinh(ans, x):
    return 1 / np.sqrt(1 + x * x)


@elementwise(np.arcsinh, when="x.is_real")
def arcsinh_real(ans, x):
    return 1 / np.hypot(1, x)


@elementwise(np.arccosh, quotient=True)
def arccosh(ans, x):
    return np.sqrt(x - 1) * np.sqrt(x + 1)


@elementwise(np.arctanh, math.atanh, cmath.atanh)
def arctanh(ans, x):
    return 1 / (1 - x**2)


@elementwise(np.deg2rad, np.radians, math.radians)
def deg2rad(ans, x):
    return math.pi / 180


@elementwise(np.rad2deg, np.degrees, math.degrees)
def rad2deg(ans, x):
    return 180 / math.pi


@elementwise(np.sinc)
def sinc(ans, x):
    return sinc_slope(x)


@elementwise(np.i0)
def i0(ans, x):
    return i0_slope(x)


@elementwise(np.absolute, abs, operator.abs)
def absolute(ans, x):
    return quotient(np.conj(x), ans)  # 0 at 0


@elementwise(np.absolute, abs, operator.abs, when="x.is_real")
def absolute_real(ans, x):
    return np.sign(x)


@elementwise(np.fabs)
def fabs(ans, x):
    return np.sign(x)


@elementwise(np.hypot)
def hypot(ans, x1, x2):
    return part_of_length(x1, ans), part_of_length(x2, ans)  # 0 at the origin


@elementwise(np.arctan2, math.atan2)
def arctan2(ans, x1, x2):
    r = np.hypot(x1, x2)  # its square may overflow; at the origin both are 0
    return quotient(quotient(x2, r), r), -quotient(quotient(x1, r), r)  # -x1 of an unsigned integer is another number


@elementwise(np.logaddexp)
def logaddexp(ans, x1, x2):
    return exp_minus(x1, ans), exp_minus(x2, ans)


@elementwise(np.logaddexp2)
def logaddexp2(ans, x1, x2):
    return exp_minus(math.log(2) * x1, math.log(2) * ans), exp_minus(math.log(2) * x2, math.log(2) * ans)


@elementwise(np.maximum, np.minimum, np.fmax, np.fmin, picks=True)
def maximum(ans, x1, x2):  # equals share; a nan that is the result has no derivative
    return (np.where(x1 == x2, ans.dtype.type(0.5), x1 == ans), np.where(x1 == x2, ans.dtype.type(0.5), x2 == ans))


@elementwise(np.maximum, np.minimum, np.fmax, np.fmin, picks=True,
             when="float in (getattr(x1, 'dtype', None), getattr(x2, 'dtype', None))")
def maximum_double(ans, x1, x2):
    return np.where(x1 == x2, 0.5, x1 == ans), np.where(x1 == x2, 0.5, x2 == ans)


@elementwise(np.clip, picks=True, wrt=("a", "a_min", "a_max", "min", "max"))
def clip(ans, a, a_min=None, a_max=None, *, min=None, max=None):
    return (share(ans, a, a_min, a_max, min, max), share(ans, a_min, a, a_max, max),
            share(ans, a_max, a, a_min, min), share(ans, min, a, max, a_max), share(ans, max, a, min, a_min))


@elementwise(np.copysign, math.copysign)
def copysign(ans, x1, x2):
    return np.sign(x1) * np.copysign(1, x2), None


@elementwise(np.heaviside)
def heaviside(ans, x1, x2):
    return None, x1 == 0


@linear(np.ldexp, math.ldexp, broadcasts=True, how=("x2",))
def ldexp(ans_bar, x1, x2):
    return np.ldexp(ans_bar, x2)


@elementwise(np.nan_to_num, picks=True, view="maybe")
def nan_to_num(ans, x, copy=True, nan=0.0, posinf=None, neginf=None):
    return np.isfinite(x)
