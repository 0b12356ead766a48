"""The functions of `math`, which stay Python scalars, and the builtins on numbers."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

from tangentish.rules.helpers import chosen, chosen_dot, digamma
from tangentish.rules.registry import elementwise, jvp, linear, present, vjp


@elementwise(math.exp)
def exp(ans, x):
    return ans


@elementwise(*present(math, "exp2"))
def exp2(ans, x):
    return math.log(2) * ans


@elementwise(math.expm1)
def expm1(ans, x):
    return ans + 1


@elementwise(math.log, wrt=("x", "base"))
def log(ans, x, base=math.e, /):
    return 1 / (x * math.log(base)), -ans / (base * math.log(base))


@elementwise(math.log, wrt=("x",), when="True")
def log_natural(ans, x, /):
    return 1 / x


@elementwise(math.log2)
def log2(ans, x):
    return 1 / (math.log(2) * x)


@elementwise(math.log10)
def log10(ans, x):
    return 1 / (math.log(10) * x)


@elementwise(math.log1p)
def log1p(ans, x):
    return 1 / (1 + x)


@elementwise(math.sqrt, quotient=True)
def sqrt(ans, x):
    return 2 * ans


@elementwise(*present(math, "cbrt"), quotient=True)
def cbrt(ans, x):
    return 3 * ans**2


@elementwise(math.sin)
def sin(ans, x):
    return math.cos(x)


@elementwise(math.cos)
def cos(ans, x):
    return -math.sin(x)


@elementwise(math.tan)
def tan(ans, x):
    return 1 + ans**2


@elementwise(math.asin, quotient=True)
def asin(ans, x):
    return math.sqrt(1 - x**2)


@elementwise(math.acos, quotient=True)
def acos(ans, x):
    return -math.sqrt(1 - x**2)


@elementwise(math.atan)
def atan(ans, x):
    return 1 / (1 + x**2)


@elementwise(math.sinh)
def sinh(ans, x):
    return math.cosh(x)


@elementwise(math.cosh)
def cosh(ans, x):
    return math.sinh(x)


@elementwise(math.tanh)
def tanh(ans, x):
    return 1 - ans**2


@elementwise(math.asinh)
def asinh(ans, x):
    return 1 / math.sqrt(1 + x**2)


@elementwise(math.acosh, quotient=True)
def acosh(ans, x):
    return math.sqrt(x**2 - 1)


@elementwise(math.atanh)
def atanh(ans, x):
    return 1 / (1 - x**2)


@elementwise(math.fabs)
def fabs(ans, x):
    return (x > 0) - (x < 0)


@elementwise(math.erf)
def erf(ans, x):
    return 2 / math.sqrt(math.pi) * math.exp(-(x**2))


@elementwise(math.erfc)
def erfc(ans, x):
    return -2 / math.sqrt(math.pi) * math.exp(-(x**2))


@elementwise(math.gamma)
def gamma(ans, x):
    return ans * digamma(x)


@elementwise(math.lgamma)
def lgamma(ans, x):
    return digamma(x)


@elementwise(math.modf, multi=True)
def modf(ans, x):
    return 1, 0


@elementwise(math.frexp, multi=True)
def frexp(ans, x):
    return 2.0 ** -ans[1], 0


@linear(float, complex)
def float_(ans_bar, x=0, /):
    return ans_bar


@linear(math.fsum)
def fsum(ans_bar, seq):
    return [ans_bar for _ in seq]


@vjp(max, min)
def max_(ans_bar, ans, *args):
    return chosen(ans_bar, ans, args)


@jvp(max, min)
def max_jvp(ans, args_dot, *args):
    return chosen_dot(ans, args_dot, args)
