"""`scipy.special`: Bessel, Hankel, Struve, Kelvin and Airy functions.

That by the order of `jv`, `yv`, `iv`, `kv` and `kve` is a difference; of other orders there is none, and asking for it is an error.
Scaled by `exp(-abs(x))`, the modified functions `i0e` and
`ive` of order 0 have a corner at 0: their slope there is that for `x > 0`, as they are mostly called with what is never negative.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of, dense
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers.differences import by_order
from tangentish.rules.scipy_helpers.special import far_slope, sign_above, struve_term, times_sign_of_imag


@elementwise(special.j0)
def j0(ans, x):
    return -special.j1(x)


@elementwise(special.j1)
def j1(ans, x):
    return (special.j0(x) - special.jv(2, x)) / 2


@elementwise(special.y0)
def y0(ans, x):
    return -special.y1(x)


@elementwise(special.y1)
def y1(ans, x):
    return special.y0(x) - ans / x


@elementwise(special.jv)
def jv(ans, v, z):
    return as_type_of(ans, by_order(special.jv, v, z)), (special.jv(v - 1.0, z) - special.jv(v + 1.0, z)) / 2


@elementwise(special.yv)
def yv(ans, v, z):
    return as_type_of(ans, by_order(special.yv, v, z)), (special.yv(v - 1.0, z) - special.yv(v + 1.0, z)) / 2


@elementwise(special.yn, wrt=("z",))
def yn(ans, v, z):  # of an order that SciPy makes a whole number
    return (special.yv(np.trunc(v) - 1.0, z) - special.yv(np.trunc(v) + 1.0, z)) / 2


@elementwise(special.i0)
def i0(ans, x):
    return special.i1(x)


@elementwise(special.i1)
def i1(ans, x):
    return (special.i0(x) + special.iv(2, x)) / 2


@elementwise(special.i0e)
def i0e(ans, x):
    return as_type_of(ans, far_slope(x, ans, 0.125, special.i1e(x) - sign_above(x) * ans))


@elementwise(special.i1e)
def i1e(ans, x):
    return as_type_of(ans, far_slope(x, ans, -0.375, (special.i0e(x) + special.ive(2, x)) / 2 - np.sign(x) * ans))


@elementwise(special.iv)
def iv(ans, v, z):
    return as_type_of(ans, by_order(special.iv, v, z)), (special.iv(v - 1.0, z) + special.iv(v + 1.0, z)) / 2


@elementwise(special.k0)
def k0(ans, x):
    return -special.k1(x)


@elementwise(special.k1)
def k1(ans, x):
    return -(special.k0(x) + special.kv(2, x)) / 2


@elementwise(special.kv)
def kv(ans, v, z):
    return as_type_of(ans, by_order(special.kv, v, z)), -(special.kv(v - 1.0, z) + special.kv(v + 1.0, z)) / 2


@elementwise(special.kve)
def kve(ans, v, z):
    return as_type_of(ans, by_order(special.kve, v, z)), ans - (special.kve(v - 1.0, z) + special.kve(v + 1.0, z)) / 2


@elementwise(special.k0e)
def k0e(ans, x):
    return as_type_of(ans, far_slope(x, ans, -0.125, ans - special.k1e(x)))


@elementwise(special.k1e)
def k1e(ans, x):
    return as_type_of(ans, far_slope(x, ans, 0.375, ans - (special.k0e(x) + special.kve(2, x)) / 2))


@elementwise(special.kn, wrt=("x",))
def kn(ans, v, x):  # of such an order, too
    return -(special.kv(np.trunc(v) - 1.0, x) + special.kv(np.trunc(v) + 1.0, x)) / 2


@elementwise(special.hankel1, wrt=("z",))
def hankel1(ans, v, z):
    return (special.hankel1(v - 1.0, z) - special.hankel1(v + 1.0, z)) / 2


@elementwise(special.hankel2, wrt=("z",))
def hankel2(ans, v, z):
    return (special.hankel2(v - 1.0, z) - special.hankel2(v + 1.0, z)) / 2


@elementwise(special.hankel1e, wrt=("z",))
def hankel1e(ans, v, z):
    return (special.hankel1e(v - 1.0, z) - special.hankel1e(v + 1.0, z)) / 2 - 1j * ans


@elementwise(special.hankel2e, wrt=("z",))
def hankel2e(ans, v, z):
    return (special.hankel2e(v - 1.0, z) - special.hankel2e(v + 1.0, z)) / 2 + 1j * ans


@elementwise(special.spherical_jn, wrt=("z",))
def spherical_jn(ans, n, z):
    return special.spherical_jn(n, z, True)


@elementwise(special.spherical_yn, wrt=("z",))
def spherical_yn(ans, n, z):
    return special.spherical_yn(n, z, True)


@elementwise(special.spherical_in, wrt=("z",))
def spherical_in(ans, n, z):
    return special.spherical_in(n, z, True)


@elementwise(special.spherical_kn, wrt=("z",))
def spherical_kn(ans, n, z):
    return special.spherical_kn(n, z, True)


@elementwise(special.struve, wrt=("x",))
def struve(ans, v, x):
    return (special.struve(v - 1.0, x) - special.struve(v + 1.0, x) + struve_term(v, x)) / 2


@elementwise(special.modstruve, wrt=("x",))
def modstruve(ans, v, x):
    return (special.modstruve(v - 1.0, x) + special.modstruve(v + 1.0, x) + struve_term(v, x)) / 2


@elementwise(special.ber)
def ber(ans, x):
    return special.berp(x)


@elementwise(special.bei)
def bei(ans, x):
    return special.beip(x)


@elementwise(special.ker)
def ker(ans, x):
    return special.kerp(x)


@elementwise(special.kei)
def kei(ans, x):
    return special.keip(x)


@vjp(special.airy, multi=True)
def airy(ans_bar, ans, z):
    ai_bar, aip_bar, bi_bar, bip_bar = dense(ans_bar, ans)
    return ai_bar * ans[1] + aip_bar * z * ans[0] + bi_bar * ans[3] + bip_bar * z * ans[2]


@jvp(special.airy)
def airy_jvp(ans, z_dot, z):
    return z_dot * ans[1], z_dot * z * ans[0], z_dot * ans[3], z_dot * z * ans[2]


# with a factor that is no analytic function of complex `z`

@vjp(special.ive, wrt=("z",), broadcasts=True)
def ive(ans_bar, ans, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return ans_bar * (special.ive(lower, z) + special.ive(upper, z)) / 2 - sign_above(np.real(z)) * np.real(ans_bar * ans)


@jvp(special.ive)
def ive_jvp(ans, z_dot, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return z_dot * (special.ive(lower, z) + special.ive(upper, z)) / 2 - sign_above(np.real(z)) * np.real(z_dot) * ans


@vjp(special.jve, wrt=("z",), broadcasts=True)
def jve(ans_bar, ans, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return ans_bar * (special.jve(lower, z) - special.jve(upper, z)) / 2 + times_sign_of_imag(z, ans_bar * ans)


@jvp(special.jve)
def jve_jvp(ans, z_dot, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return (special.jve(lower, z) - special.jve(upper, z)) / 2 * z_dot - np.sign(np.imag(z)) * np.imag(z_dot) * ans


@vjp(special.yve, wrt=("z",), broadcasts=True)
def yve(ans_bar, ans, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return ans_bar * (special.yve(lower, z) - special.yve(upper, z)) / 2 + times_sign_of_imag(z, ans_bar * ans)


@jvp(special.yve)
def yve_jvp(ans, z_dot, v, z):
    lower, upper = np.subtract(v, 1), np.add(v, 1)
    return (special.yve(lower, z) - special.yve(upper, z)) / 2 * z_dot - np.sign(np.imag(z)) * np.imag(z_dot) * ans
