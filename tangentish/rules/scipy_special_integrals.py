"""`scipy.special`: exponential, trigonometric and Fresnel integrals, hypergeometric functions and kin.

What is not listed in `wrt` has no derivative here, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of, dense, product, quotient
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, jvp, vjp, zero_derivative
from tangentish.rules.scipy_helpers.differences import hyp1f1_by, hyp2f1_by, step_of_powers, step_off_poles
from tangentish.rules.scipy_helpers.special import voigt_slopes
from tangentish.rules.scipy_helpers.struve import struve_over

zero_derivative(step_of_powers, step_off_poles)  # what differences give is not to depend on it


@elementwise(special.hyp2f1)
def hyp2f1(ans, a, b, c, z):
    return (as_type_of(ans, hyp2f1_by(0, a, b, c, z)), as_type_of(ans, hyp2f1_by(1, a, b, c, z)),
            as_type_of(ans, hyp2f1_by(2, a, b, c, z)), a * b / c * special.hyp2f1(a + 1, b + 1, c + 1, z))


@elementwise(special.hyp1f1)
def hyp1f1(ans, a, b, x):
    return as_type_of(ans, hyp1f1_by(0, a, b, x)), as_type_of(ans, hyp1f1_by(1, a, b, x)), a / b * special.hyp1f1(a + 1, b + 1, x)


@elementwise(special.hyp0f1, wrt=("z",))
def hyp0f1(ans, v, z):
    return special.hyp0f1(v + 1, z) / v


@elementwise(special.hyperu, wrt=("x",))
def hyperu(ans, a, b, x):
    return -a * special.hyperu(a + 1, b + 1, x)


@elementwise(special.expn, wrt=("x",), steep=True)
def expn(ans, n, x):
    return np.where(np.equal(n, 0), -ans * (1 + 1 / x), -special.expn(np.maximum(np.subtract(n, 1), 0), x))


@elementwise(special.lambertw, wrt=("z",))
def lambertw(ans, z, k=0, tol=1e-8):
    return np.exp(-ans) / (1 + ans)


@elementwise(special.wrightomega)
def wrightomega(ans, z):
    return ans / (1 + ans)


@elementwise(special.owens_t)
def owens_t(ans, h, a):
    return (-np.exp(-h * h / 2) * special.erf(a * h / math.sqrt(2)) / (2 * math.sqrt(2 * math.pi)),
            np.exp(-h * h * (1 + a * a) / 2) / (2 * math.pi * (1 + a * a)))


@elementwise(special.voigt_profile)
def voigt_profile(ans, x, sigma, gamma):
    return voigt_slopes(ans, x, sigma, gamma)[0], voigt_slopes(ans, x, sigma, gamma)[1], voigt_slopes(
        ans, x, sigma, gamma)[2]


@vjp(special.fresnel, multi=True)
def fresnel(ans_bar, ans, z):
    s_bar, c_bar = dense(ans_bar, ans)
    return s_bar * np.sin(math.pi / 2 * z**2) + c_bar * np.cos(math.pi / 2 * z**2)


@jvp(special.fresnel)
def fresnel_jvp(ans, z_dot, z):
    return z_dot * np.sin(math.pi / 2 * z**2), z_dot * np.cos(math.pi / 2 * z**2)


@vjp(special.sici, multi=True)
def sici(ans_bar, ans, x):
    s_bar, c_bar = dense(ans_bar, ans)
    return s_bar * np.sinc(x / math.pi) + quotient(c_bar * np.cos(x), x)


@jvp(special.sici)
def sici_jvp(ans, x_dot, x):
    return x_dot * np.sinc(x / math.pi), quotient(x_dot * np.cos(x), x)


@vjp(special.shichi, multi=True)
def shichi(ans_bar, ans, x):
    s_bar, c_bar = dense(ans_bar, ans)
    away = np.where(x == 0, 1.0, x)
    return s_bar * np.where(x == 0, 1.0, np.sinh(x) / away) + quotient(c_bar * np.cosh(x), x)


@jvp(special.shichi)
def shichi_jvp(ans, x_dot, x):
    away = np.where(x == 0, 1.0, x)
    return x_dot * np.where(x == 0, 1.0, np.sinh(x) / away), quotient(x_dot * np.cosh(x), x)


# integrals from 0 to x, or from x on

@vjp(special.iti0k0, multi=True)
def iti0k0(ans_bar, ans, x):
    i_bar, k_bar = dense(ans_bar, ans)
    return i_bar * special.i0(x) + product(k_bar, special.k0(x))


@jvp(special.iti0k0)
def iti0k0_jvp(ans, x_dot, x):
    return x_dot * special.i0(x), x_dot * special.k0(x)


@vjp(special.itj0y0, multi=True)
def itj0y0(ans_bar, ans, x):
    j_bar, y_bar = dense(ans_bar, ans)
    return j_bar * special.j0(x) + product(y_bar, special.y0(x))


@jvp(special.itj0y0)
def itj0y0_jvp(ans, x_dot, x):
    return x_dot * special.j0(x), x_dot * special.y0(x)


@vjp(special.it2i0k0, multi=True)
def it2i0k0(ans_bar, ans, x):
    i_bar, k_bar = dense(ans_bar, ans)
    return i_bar * quotient(special.i0(x) - 1, x) - product(k_bar, special.k0(x) / x)


@jvp(special.it2i0k0)
def it2i0k0_jvp(ans, x_dot, x):
    return x_dot * quotient(special.i0(x) - 1, x), -x_dot * special.k0(x) / x


@vjp(special.it2j0y0, multi=True)
def it2j0y0(ans_bar, ans, x):
    j_bar, y_bar = dense(ans_bar, ans)
    return j_bar * quotient(1 - special.j0(x), x) - product(y_bar, special.y0(x) / x)


@jvp(special.it2j0y0)
def it2j0y0_jvp(ans, x_dot, x):
    return x_dot * quotient(1 - special.j0(x), x), -x_dot * special.y0(x) / x


@elementwise(special.itstruve0)
def itstruve0(ans, x):
    return as_type_of(ans, special.struve(0, x))


@elementwise(special.itmodstruve0)
def itmodstruve0(ans, x):
    return as_type_of(ans, special.modstruve(0, x))


@elementwise(special.it2struve0)
def it2struve0(ans, x):
    return as_type_of(ans, -struve_over(x))


@vjp(special.itairy, multi=True)
def itairy(ans_bar, ans, x):
    ai_bar, bi_bar, below_bar, b_below_bar = dense(ans_bar, ans)
    ahead, behind = special.airy(x), special.airy(-x)
    return ai_bar * ahead[0] + bi_bar * ahead[2] + below_bar * behind[0] + b_below_bar * behind[2]


@jvp(special.itairy)
def itairy_jvp(ans, x_dot, x):
    ahead, behind = special.airy(x), special.airy(-x)
    return x_dot * ahead[0], x_dot * ahead[2], x_dot * behind[0], x_dot * behind[2]


@vjp(special.modfresnelp, multi=True)
def modfresnelp(ans_bar, ans, x):
    f_bar, k_bar = dense(ans_bar, ans)
    return np.real(-f_bar * np.exp(1j * x**2) - k_bar * (2j * x * ans[1] + np.exp(-0.25j * math.pi) / math.sqrt(math.pi)))


@jvp(special.modfresnelp)
def modfresnelp_jvp(ans, x_dot, x):
    return -x_dot * np.exp(1j * x**2), -x_dot * (2j * x * ans[1] + np.exp(-0.25j * math.pi) / math.sqrt(math.pi))


@vjp(special.modfresnelm, multi=True)
def modfresnelm(ans_bar, ans, x):
    f_bar, k_bar = dense(ans_bar, ans)
    return np.real(-f_bar * np.exp(-1j * x**2) + k_bar * (2j * x * ans[1] - np.exp(0.25j * math.pi) / math.sqrt(math.pi)))


@jvp(special.modfresnelm)
def modfresnelm_jvp(ans, x_dot, x):
    return -x_dot * np.exp(-1j * x**2), x_dot * (2j * x * ans[1] - np.exp(0.25j * math.pi) / math.sqrt(math.pi))


@elementwise(special.besselpoly, wrt=("a",))
def besselpoly(ans, a, lmb, nu):
    return special.besselpoly(a, lmb + 1, nu - 1) - special.besselpoly(a, lmb + 1, nu + 1)


@elementwise(*present(special, "wright_bessel"), wrt=("x",))
def wright_bessel(ans, a, b, x):
    return special.wright_bessel(a, a + b, x)


@elementwise(*present(special, "log_wright_bessel"), wrt=("x",))
def log_wright_bessel(ans, a, b, x):
    return np.exp(special.log_wright_bessel(a, a + b, x) - ans)
