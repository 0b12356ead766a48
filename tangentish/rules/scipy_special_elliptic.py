"""`scipy.special`: elliptic integrals of Legendre and of Carlson, Jacobi's functions, the arithmetic-geometric mean.

Formulas as in DLMF, chapters 19 and 22.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import dense, product
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers.elliptic import (
    agm_slopes,
    ellipe_slope,
    ellipeinc_slope,
    ellipj_slope,
    ellipk_slope,
    ellipkinc_slope,
    ellipkm1_slope,
    elliprc_slopes,
    elliprd_slopes,
    elliprj_slopes,
)


@elementwise(special.ellipk)
def ellipk(ans, m):
    return ellipk_slope(ans, m)


@elementwise(special.ellipkm1)
def ellipkm1(ans, p):
    return ellipkm1_slope(ans, p)


@elementwise(special.ellipe)
def ellipe(ans, m):
    return ellipe_slope(ans, m)


@elementwise(special.ellipkinc)
def ellipkinc(ans, phi, m):
    return 1 / np.sqrt(1 - m * np.sin(phi) ** 2), ellipkinc_slope(phi, m, ans)


@elementwise(special.ellipeinc)
def ellipeinc(ans, phi, m):
    return np.sqrt(1 - m * np.sin(phi) ** 2), ellipeinc_slope(phi, m, ans)


@vjp(special.ellipj, multi=True, broadcasts=True)
def ellipj(ans_bar, ans, u, parameter):
    sn_bar, cn_bar, dn_bar, ph_bar = dense(ans_bar, ans)
    by_m = ellipj_slope(ans, u, parameter)
    return (sn_bar * ans[1] * ans[2] - cn_bar * ans[0] * ans[2] - parameter * dn_bar * ans[0] * ans[1] + ph_bar * ans[2],
            sn_bar * by_m[0] + cn_bar * by_m[1] + dn_bar * by_m[2] + ph_bar * by_m[3])


@jvp(special.ellipj)
def ellipj_jvp(ans, u_dot, parameter_dot, u, parameter):
    by_m = ellipj_slope(ans, u, parameter)
    return ((u_dot * ans[1] * ans[2], -u_dot * ans[0] * ans[2], -parameter * u_dot * ans[0] * ans[1], u_dot * ans[2]),
            (parameter_dot * by_m[0], parameter_dot * by_m[1], parameter_dot * by_m[2], parameter_dot * by_m[3]))


@elementwise(special.agm)
def agm(ans, a, b):
    return agm_slopes(ans, a, b)[0], agm_slopes(ans, a, b)[1]


@elementwise(*present(special, "elliprc"))
def elliprc(ans, x, y):
    return elliprc_slopes(ans, x, y)[0], elliprc_slopes(ans, x, y)[1]


@elementwise(*present(special, "elliprf"))
def elliprf(ans, x, y, z):
    return -special.elliprd(y, z, x) / 6, -special.elliprd(x, z, y) / 6, -special.elliprd(x, y, z) / 6


@elementwise(*present(special, "elliprg"))
def elliprg(ans, x, y, z):
    rf = special.elliprf(x, y, z)
    return ((rf - product(x, special.elliprd(y, z, x)) / 3) / 4, (rf - product(y, special.elliprd(x, z, y)) / 3) / 4,
            (rf - product(z, special.elliprd(x, y, z)) / 3) / 4)


@elementwise(*present(special, "elliprd"))
def elliprd(ans, x, y, z):
    return elliprd_slopes(ans, x, y, z)[0], elliprd_slopes(ans, x, y, z)[1], elliprd_slopes(ans, x, y, z)[2]


@elementwise(*present(special, "elliprj"))
def elliprj(ans, x, y, z, p):
    return (elliprj_slopes(ans, x, y, z, p)[0], elliprj_slopes(ans, x, y, z, p)[1], elliprj_slopes(ans, x, y, z, p)[2],
            elliprj_slopes(ans, x, y, z, p)[3])
