"""`scipy.special`: functions that come with their derivative, as solutions of a differential equation of second order.

Mathieu functions, parabolic cylinder functions, spheroidal wave functions, Kelvin functions, scaled Airy functions. The
derivative of the first result is the second, and the equation gives that of the second (DLMF, chapters 28, 12, 30, 10 and
9). Of parameters there is no derivative, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import dense, product
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers.equations import airye_slopes, angular_slope, bei_curvature, radial_slope

# Mathieu functions, of degrees; and modified ones

@vjp(special.mathieu_cem, wrt=("x",), multi=True, broadcasts=True)
def mathieu_cem(ans_bar, ans, m, q, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    curvature = (2 * q * np.cos(math.pi / 90 * x) - special.mathieu_a(m, q)) * ans[0]
    return math.pi / 180 * (y_bar * ans[1] + slope_bar * curvature)


@jvp(special.mathieu_cem)
def mathieu_cem_jvp(ans, x_dot, m, q, x):
    curvature = (2 * q * np.cos(math.pi / 90 * x) - special.mathieu_a(m, q)) * ans[0]
    return math.pi / 180 * x_dot * ans[1], math.pi / 180 * x_dot * curvature


@vjp(special.mathieu_sem, wrt=("x",), multi=True, broadcasts=True)
def mathieu_sem(ans_bar, ans, m, q, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    curvature = (2 * q * np.cos(math.pi / 90 * x) - special.mathieu_b(m, q)) * ans[0]
    return math.pi / 180 * (y_bar * ans[1] + slope_bar * curvature)


@jvp(special.mathieu_sem)
def mathieu_sem_jvp(ans, x_dot, m, q, x):
    curvature = (2 * q * np.cos(math.pi / 90 * x) - special.mathieu_b(m, q)) * ans[0]
    return math.pi / 180 * x_dot * ans[1], math.pi / 180 * x_dot * curvature


@vjp(special.mathieu_modcem1, special.mathieu_modcem2, wrt=("x",), multi=True, broadcasts=True)
def mathieu_modcem(ans_bar, ans, m, q, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * (special.mathieu_a(m, q) - 2 * q * np.cosh(2 * x)) * ans[0]


@jvp(special.mathieu_modcem1, special.mathieu_modcem2)
def mathieu_modcem_jvp(ans, x_dot, m, q, x):
    return x_dot * ans[1], x_dot * (special.mathieu_a(m, q) - 2 * q * np.cosh(2 * x)) * ans[0]


@vjp(special.mathieu_modsem1, special.mathieu_modsem2, wrt=("x",), multi=True, broadcasts=True)
def mathieu_modsem(ans_bar, ans, m, q, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * (special.mathieu_b(m, q) - 2 * q * np.cosh(2 * x)) * ans[0]


@jvp(special.mathieu_modsem1, special.mathieu_modsem2)
def mathieu_modsem_jvp(ans, x_dot, m, q, x):
    return x_dot * ans[1], x_dot * (special.mathieu_b(m, q) - 2 * q * np.cosh(2 * x)) * ans[0]


# parabolic cylinder functions

@vjp(special.pbdv, special.pbvv, wrt=("x",), multi=True, broadcasts=True)
def pbdv(ans_bar, ans, v, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * (x**2 / 4 - v - 0.5) * ans[0]


@jvp(special.pbdv, special.pbvv)
def pbdv_jvp(ans, x_dot, v, x):
    return x_dot * ans[1], x_dot * (x**2 / 4 - v - 0.5) * ans[0]


@vjp(special.pbwa, wrt=("x",), multi=True, broadcasts=True)
def pbwa(ans_bar, ans, a, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * (a - x**2 / 4) * ans[0]


@jvp(special.pbwa)
def pbwa_jvp(ans, x_dot, a, x):
    return x_dot * ans[1], x_dot * (a - x**2 / 4) * ans[0]


# spheroidal wave functions: prolate (sign 1) and oblate (sign -1) ones; SciPy's radial ones of the second kind are not
# accurate, and do not go with what comes as their derivative

@vjp(special.pro_ang1, wrt=("x",), multi=True, broadcasts=True)
def pro_ang1(ans_bar, ans, m, n, c, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * angular_slope(ans, m, special.pro_cv(m, n, c), c**2, x)


@jvp(special.pro_ang1)
def pro_ang1_jvp(ans, x_dot, m, n, c, x):
    return x_dot * ans[1], x_dot * angular_slope(ans, m, special.pro_cv(m, n, c), c**2, x)


@vjp(special.obl_ang1, wrt=("x",), multi=True, broadcasts=True)
def obl_ang1(ans_bar, ans, m, n, c, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * angular_slope(ans, m, special.obl_cv(m, n, c), -(c**2), x)


@jvp(special.obl_ang1)
def obl_ang1_jvp(ans, x_dot, m, n, c, x):
    return x_dot * ans[1], x_dot * angular_slope(ans, m, special.obl_cv(m, n, c), -(c**2), x)


@vjp(special.pro_ang1_cv, wrt=("x",), multi=True, broadcasts=True)
def pro_ang1_cv(ans_bar, ans, m, n, c, cv, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * angular_slope(ans, m, cv, c**2, x)


@jvp(special.pro_ang1_cv)
def pro_ang1_cv_jvp(ans, x_dot, m, n, c, cv, x):
    return x_dot * ans[1], x_dot * angular_slope(ans, m, cv, c**2, x)


@vjp(special.obl_ang1_cv, wrt=("x",), multi=True, broadcasts=True)
def obl_ang1_cv(ans_bar, ans, m, n, c, cv, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * angular_slope(ans, m, cv, -(c**2), x)


@jvp(special.obl_ang1_cv)
def obl_ang1_cv_jvp(ans, x_dot, m, n, c, cv, x):
    return x_dot * ans[1], x_dot * angular_slope(ans, m, cv, -(c**2), x)


@vjp(special.pro_rad1, wrt=("x",), multi=True, broadcasts=True)
def pro_rad1(ans_bar, ans, m, n, c, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * radial_slope(ans, m, special.pro_cv(m, n, c), c, x, 1)


@jvp(special.pro_rad1)
def pro_rad1_jvp(ans, x_dot, m, n, c, x):
    return x_dot * ans[1], x_dot * radial_slope(ans, m, special.pro_cv(m, n, c), c, x, 1)


@vjp(special.obl_rad1, wrt=("x",), multi=True, broadcasts=True)
def obl_rad1(ans_bar, ans, m, n, c, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * radial_slope(ans, m, special.obl_cv(m, n, c), c, x, -1)


@jvp(special.obl_rad1)
def obl_rad1_jvp(ans, x_dot, m, n, c, x):
    return x_dot * ans[1], x_dot * radial_slope(ans, m, special.obl_cv(m, n, c), c, x, -1)


@vjp(special.pro_rad1_cv, wrt=("x",), multi=True, broadcasts=True)
def pro_rad1_cv(ans_bar, ans, m, n, c, cv, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * radial_slope(ans, m, cv, c, x, 1)


@jvp(special.pro_rad1_cv)
def pro_rad1_cv_jvp(ans, x_dot, m, n, c, cv, x):
    return x_dot * ans[1], x_dot * radial_slope(ans, m, cv, c, x, 1)


@vjp(special.obl_rad1_cv, wrt=("x",), multi=True, broadcasts=True)
def obl_rad1_cv(ans_bar, ans, m, n, c, cv, x):
    y_bar, slope_bar = dense(ans_bar, ans)
    return y_bar * ans[1] + slope_bar * radial_slope(ans, m, cv, c, x, -1)


@jvp(special.obl_rad1_cv)
def obl_rad1_cv_jvp(ans, x_dot, m, n, c, cv, x):
    return x_dot * ans[1], x_dot * radial_slope(ans, m, cv, c, x, -1)


# derivatives of Kelvin functions, and Airy functions scaled

@elementwise(special.berp)
def berp(ans, x):
    return -special.bei(x) - np.where(x == 0, 0, ans / np.where(x == 0, 1, x))


@elementwise(special.beip)
def beip(ans, x):
    return bei_curvature(ans, x)


@elementwise(special.kerp)
def kerp(ans, x):
    return -special.kei(x) - ans / x


@elementwise(special.keip)
def keip(ans, x):
    return special.ker(x) - ans / x


@vjp(special.kelvin, multi=True)
def kelvin(ans_bar, ans, x):
    be_bar, ke_bar, bep_bar, kep_bar = dense(ans_bar, ans)
    return np.real(be_bar * ans[2] + ke_bar * ans[3] + bep_bar * (1j * ans[0] - ans[2] / x)
                   + kep_bar * (1j * ans[1] - ans[3] / x))


@jvp(special.kelvin)
def kelvin_jvp(ans, x_dot, x):
    return (x_dot * ans[2], x_dot * ans[3], x_dot * (1j * ans[0] - ans[2] / x), x_dot * (1j * ans[1] - ans[3] / x))


@vjp(special.airye, multi=True)
def airye(ans_bar, ans, z):
    slopes, bars = airye_slopes(ans, z), dense(ans_bar, ans)
    return (product(bars[0], slopes[0]) + product(bars[1], slopes[1])
            + bars[2] * slopes[2] + bars[3] * slopes[3])


@jvp(special.airye)
def airye_jvp(ans, z_dot, z):
    slopes = airye_slopes(ans, z)
    return z_dot * slopes[0], z_dot * slopes[1], z_dot * slopes[2], z_dot * slopes[3]
