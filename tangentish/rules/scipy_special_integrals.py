"""`scipy.special`: elliptic, exponential, trigonometric and Fresnel integrals, hypergeometric functions and kin.

What is not listed in `wrt` has no derivative here, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import dense
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers import (
    ellipe_slope,
    ellipeinc_slope,
    ellipk_slope,
    ellipkinc_slope,
    voigt_slopes,
)


@elementwise(special.ellipk)
def ellipk(ans, m):
    return ellipk_slope(ans, m)


@elementwise(special.ellipkm1)
def ellipkm1(ans, p):
    return -(special.ellipe(1 - p) / p - ans) / (2 * (1 - p))


@elementwise(special.ellipe)
def ellipe(ans, m):
    return ellipe_slope(ans, m)


@elementwise(special.ellipkinc)
def ellipkinc(ans, phi, m):
    return 1 / np.sqrt(1 - m * np.sin(phi) ** 2), ellipkinc_slope(phi, m, ans)


@elementwise(special.ellipeinc)
def ellipeinc(ans, phi, m):
    return np.sqrt(1 - m * np.sin(phi) ** 2), ellipeinc_slope(phi, m, ans)


@vjp(special.ellipj, wrt=("u",), multi=True, broadcasts=True)
def ellipj(ans_bar, ans, u, parameter):
    sn_bar, cn_bar, dn_bar, ph_bar = dense(ans_bar, ans)
    return sn_bar * ans[1] * ans[2] - cn_bar * ans[0] * ans[2] - parameter * dn_bar * ans[0] * ans[1] + ph_bar * ans[2]


@jvp(special.ellipj)
def ellipj_jvp(ans, u_dot, u, parameter):
    return (u_dot * ans[1] * ans[2], -u_dot * ans[0] * ans[2], -parameter * u_dot * ans[0] * ans[1], u_dot * ans[2])


@elementwise(special.hyp2f1, wrt=("z",))
def hyp2f1(ans, a, b, c, z):
    return a * b / c * special.hyp2f1(a + 1, b + 1, c + 1, z)


@elementwise(special.hyp1f1, wrt=("x",))
def hyp1f1(ans, a, b, x):
    return a / b * special.hyp1f1(a + 1, b + 1, x)


@elementwise(special.hyp0f1, wrt=("z",))
def hyp0f1(ans, v, z):
    return special.hyp0f1(v + 1, z) / v


@elementwise(special.hyperu, wrt=("x",))
def hyperu(ans, a, b, x):
    return -a * special.hyperu(a + 1, b + 1, x)


@elementwise(special.expn, wrt=("x",))
def expn(ans, n, x):
    return -special.expn(n - 1, x)


@elementwise(special.lambertw, wrt=("z",))
def lambertw(ans, z, k=0, tol=1e-8):
    return np.exp(-ans) / (1 + ans)


@elementwise(special.wrightomega)
def wrightomega(ans, z):
    return ans / (1 + ans)


@elementwise(special.owens_t)
def owens_t(ans, h, a):
    return (-np.exp(-(h**2) / 2) * special.erf(a * h / math.sqrt(2)) / (2 * math.sqrt(2 * math.pi)),
            np.exp(-(h**2) * (1 + a**2) / 2) / (2 * math.pi * (1 + a**2)))


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
    return s_bar * np.sinc(x / math.pi) + c_bar * np.cos(x) / x


@jvp(special.sici)
def sici_jvp(ans, x_dot, x):
    return x_dot * np.sinc(x / math.pi), x_dot * np.cos(x) / x


@vjp(special.shichi, multi=True)
def shichi(ans_bar, ans, x):
    s_bar, c_bar = dense(ans_bar, ans)
    return s_bar * np.sinh(x) / x + c_bar * np.cosh(x) / x


@jvp(special.shichi)
def shichi_jvp(ans, x_dot, x):
    return x_dot * np.sinh(x) / x, x_dot * np.cosh(x) / x
