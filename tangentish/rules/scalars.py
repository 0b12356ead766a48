"""The functions of `math`, which stay Python scalars, and the builtins on numbers.

Those whose derivatives are written as for their like of NumPy are in `mathematical`: a derivative of a function of `math`
uses `math` wherever it can.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import cmath
import math

import numpy as np

from tangentish.rules.helpers import chosen, chosen_dot, digamma, multiples, quotient
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, jvp, linear, vjp


@elementwise(math.log, wrt=("x", "base"))
def log(ans, x, base=math.e, /):
    return 1 / (x * math.log(base)), -ans / (base * math.log(base))


@elementwise(math.log, wrt=("x",), when="True")
def log_natural(ans, x, /):
    return 1 / x


@elementwise(cmath.log, wrt=("x", "base"))
def log_complex(ans, x, base=math.e, /):
    return 1 / (x * np.log(complex(base))), -ans / (base * np.log(complex(base)))


@elementwise(cmath.log, wrt=("x",), when="True")
def log_complex_natural(ans, x, /):
    return 1 / x


@elementwise(cmath.asin, quotient=True)
def asin_complex(ans, x):
    return np.sqrt(1 + complex(x)) * np.sqrt(-(complex(x) - 1))  # on the same side of the cut as `asin`


@elementwise(cmath.acos, quotient=True)
def acos_complex(ans, x):
    return -np.sqrt(1 + complex(x)) * np.sqrt(-(complex(x) - 1))


@elementwise(cmath.acosh, quotient=True)
def acosh_complex(ans, x):
    return np.sqrt(complex(x) - 1) * np.sqrt(complex(x) + 1)


@elementwise(cmath.phase)
def phase(ans, x):
    return quotient(-1j * np.conj(x), np.abs(x) ** 2)


@elementwise(cmath.rect)
def rect(ans, r, phi, /):
    return np.exp(1j * phi), 1j * ans


@elementwise(math.asinh)
def asinh(ans, x):
    return 1 / math.hypot(1, x)


@elementwise(math.acosh, quotient=True)
def acosh(ans, x):
    return math.sqrt(x**2 - 1)


@elementwise(math.fabs)
def fabs(ans, x):
    return np.sign(x)


@elementwise(math.erf)
def erf(ans, x):
    return 2 / math.sqrt(math.pi) * math.exp(-x * x)


@elementwise(math.erfc)
def erfc(ans, x):
    return -2 / math.sqrt(math.pi) * math.exp(-x * x)


@elementwise(math.gamma)
def gamma(ans, x):
    return ans * digamma(x)


@elementwise(math.lgamma)
def lgamma(ans, x):
    return digamma(x)


@linear(float)
def float_(ans_bar, x=0, /):
    return ans_bar


@linear(complex, wrt=("real", "imag"), broadcasts=True)
def complex_(ans_bar, real=0, imag=0):
    return ans_bar, 1j * ans_bar


@linear(math.fsum)
def fsum(ans_bar, seq):
    return multiples(ans_bar, [1.0] * len(seq), seq)


@vjp(*present(math, "sumprod"))
def sumprod(ans_bar, ans, p, q):
    return multiples(ans_bar, q, p), multiples(ans_bar, p, q)


@jvp(*present(math, "sumprod"))
def sumprod_jvp(ans, p_dot, q_dot, p, q):
    return math.sumprod(p_dot, q), math.sumprod(p, q_dot)


@vjp(math.dist)
def dist(ans_bar, ans, p, q):
    scale = quotient(ans_bar, ans)
    return multiples(scale, np.subtract(p, q), p), multiples(scale, np.subtract(q, p), q)


@jvp(math.dist)
def dist_jvp(ans, p_dot, q_dot, p, q):
    return quotient(np.dot(np.subtract(p, q), p_dot), ans), quotient(np.dot(np.subtract(q, p), q_dot), ans)


@vjp(math.hypot)
def hypot(ans_bar, ans, *coordinates):
    return multiples(quotient(ans_bar, ans), coordinates, coordinates)


@jvp(math.hypot)
def hypot_jvp(ans, coordinates_dot, *coordinates):
    return quotient(np.dot(coordinates, [0.0 if dot is None else dot for dot in coordinates_dot]), ans)


@elementwise(math.hypot, when="True")
def hypot_2(ans, x1, x2, /):
    return quotient(x1, ans), quotient(x2, ans)


@elementwise(math.remainder)
def remainder(ans, x, y):
    return 1, (ans - x) / y


@elementwise(*present(math, "fma"))
def fma(ans, x, y, z):
    return y, x, 1


@vjp(max, min)
def max_(ans_bar, ans, *args):
    return chosen(ans_bar, ans, args)


@jvp(max, min)
def max_jvp(ans, args_dot, *args):
    return chosen_dot(ans, args_dot, args)
