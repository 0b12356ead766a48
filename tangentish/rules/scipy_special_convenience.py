"""`scipy.special`: functions of information theory, transformations, and elementary functions made safe."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules import mathematical
from tangentish.rules.helpers import exprel_slope, log_or_zero, log_quietly, power_slope, product, quotient
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, jvp, vjp, zero_derivative
from tangentish.rules.scipy_helpers.special import boxcox_slope_from, diric_slope, inv_boxcox_slope, log1p_or_zero


@elementwise(special.xlogy)
def xlogy(ans, x, y):
    return log_or_zero(y), quotient(x, y)


@elementwise(special.xlog1py)
def xlog1py(ans, x, y):
    return log1p_or_zero(y), quotient(x, 1.0 + y)


@vjp(special.entr, broadcasts=True)  # infinite at 0, which counts for nothing where nothing flows
def entr(ans_bar, ans, x):
    return product(ans_bar, -1 - log_quietly(x))


@jvp(special.entr)
def entr_jvp(ans, x_dot, x):
    return product(x_dot, -1 - log_quietly(x))


@vjp(special.rel_entr, broadcasts=True)
def rel_entr(ans_bar, ans, x, y):
    return product(ans_bar, 1 + log_quietly(quotient(x, y))), -ans_bar * quotient(x, y)


@jvp(special.rel_entr)
def rel_entr_jvp(ans, x_dot, y_dot, x, y):
    return product(x_dot, 1 + log_quietly(quotient(x, y))), -y_dot * quotient(x, y)


@vjp(special.kl_div, broadcasts=True)
def kl_div(ans_bar, ans, x, y):
    return product(ans_bar, log_quietly(quotient(x, y))), ans_bar * (1 - quotient(x, y))


@jvp(special.kl_div)
def kl_div_jvp(ans, x_dot, y_dot, x, y):
    return product(x_dot, log_quietly(quotient(x, y))), y_dot * (1 - quotient(x, y))


@elementwise(special.huber)
def huber(ans, delta, r):
    return np.where(np.abs(r) > delta, np.abs(r) - delta, 0), np.clip(r, -delta, delta)


@elementwise(special.pseudo_huber)
def pseudo_huber(ans, delta, r):
    root = np.sqrt(1 + (r / delta) ** 2)
    return 2 * delta * (root - 1) - r**2 / (delta * root), r / root


@elementwise(special.exprel)
def exprel(ans, x):
    return exprel_slope(x, ans)


@elementwise(special.boxcox)
def boxcox(ans, x, lmbda):
    return np.power(x, lmbda - 1), boxcox_slope_from(np.log, x, np.equal(x, 0), lmbda)


@elementwise(special.boxcox1p)
def boxcox1p(ans, x, lmbda):
    return np.power(1 + x, lmbda - 1), boxcox_slope_from(np.log1p, x, np.equal(x, -1), lmbda)


@elementwise(special.inv_boxcox)
def inv_boxcox(ans, y, lmbda):
    return ans ** (1 - lmbda), ans * inv_boxcox_slope(y, lmbda)


@elementwise(special.inv_boxcox1p)
def inv_boxcox1p(ans, y, lmbda):
    return (1 + ans) ** (1 - lmbda), (1 + ans) * inv_boxcox_slope(y, lmbda)


@vjp(special.powm1, broadcasts=True)  # what is not there counts for nothing where nothing flows
def powm1(ans_bar, ans, x, y):
    return product(ans_bar, power_slope(x, y)), product(ans_bar, product(ans + 1, log_or_zero(x)))


@jvp(special.powm1)
def powm1_jvp(ans, x_dot, y_dot, x, y):
    return product(x_dot, power_slope(x, y)), product(y_dot, product(ans + 1, log_or_zero(x)))


# with the formulas of their like of NumPy
elementwise(special.log1p)(mathematical.log1p)
elementwise(special.expm1)(mathematical.expm1)
elementwise(special.exp2)(mathematical.exp2)
elementwise(special.cbrt, quotient=True)(mathematical.cbrt)


@elementwise(special.cosm1)
def cosm1(ans, x):
    return -np.sin(x)


@elementwise(special.exp10)
def exp10(ans, x):
    return math.log(10) * ans


@elementwise(*present(special, "softplus"))
def softplus(ans, x):
    return special.expit(x)


@elementwise(special.sindg)
def sindg(ans, x):
    return math.pi / 180 * special.cosdg(x)


@elementwise(special.cosdg)
def cosdg(ans, x):
    return -math.pi / 180 * special.sindg(x)


@elementwise(special.tandg)
def tandg(ans, x):
    return math.pi / 180 * (1 + ans**2)


@elementwise(special.cotdg)
def cotdg(ans, x):
    return -math.pi / 180 * (1 + ans**2)


@elementwise(special.diric, wrt=("x",), how=("n",))
def diric(ans, x, n):
    return diric_slope(ans, x, n)


@elementwise(special.radian)
def radian(ans, d, m, s):
    return math.pi / 180, math.pi / 10800, math.pi / 648000


zero_derivative(*present(special, "gammasgn", "round", "stirling2", "bernoulli", "euler"))
