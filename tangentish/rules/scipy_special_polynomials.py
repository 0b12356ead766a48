"""`scipy.special`: orthogonal polynomials, Legendre functions, spherical harmonics (DLMF 18.9 and 14.10).

Derivatives with respect to the argument alone.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers.legendre import assoc_legendre_slope, legendre_slope, sph_harm_slope, sph_legendre_slope


def _with(name: str, helper: object) -> list[object]:
    """A helper that calls a function, if this version of SciPy has that."""
    return [helper] if hasattr(special, name) else []


@elementwise(special.eval_legendre, wrt=("x",))
def eval_legendre(ans, degree, x):
    slope = (degree + 1) / 2 * special.eval_jacobi(degree - 1, 1, 1, x)
    return np.where(np.equal(degree, 0), 0, slope)  # the polynomial of degree -1 is nan at -1


@elementwise(special.eval_chebyt, wrt=("x",))
def eval_chebyt(ans, degree, x):
    return degree * special.eval_chebyu(degree - 1, x)


@elementwise(special.eval_chebyu, wrt=("x",))
def eval_chebyu(ans, degree, x):
    return 2 * special.eval_gegenbauer(degree - 1, 2, x)


@elementwise(special.eval_hermite, wrt=("x",))
def eval_hermite(ans, degree, x):
    return 2 * degree * special.eval_hermite(np.maximum(degree - 1, 0), x)


@elementwise(special.eval_hermitenorm, wrt=("x",))
def eval_hermitenorm(ans, degree, x):
    return degree * special.eval_hermitenorm(np.maximum(degree - 1, 0), x)


@elementwise(special.eval_laguerre, wrt=("x",))
def eval_laguerre(ans, degree, x):
    return -special.eval_genlaguerre(degree - 1, 1, x)


@elementwise(special.eval_genlaguerre, wrt=("x",))
def eval_genlaguerre(ans, degree, alpha, x):
    return -special.eval_genlaguerre(degree - 1, alpha + 1, x)


@elementwise(special.eval_gegenbauer, wrt=("x",))
def eval_gegenbauer(ans, degree, alpha, x):
    return 2 * alpha * special.eval_gegenbauer(degree - 1, alpha + 1, x)


@elementwise(special.eval_jacobi, wrt=("x",))
def eval_jacobi(ans, degree, alpha, beta, x):
    return (degree + alpha + beta + 1) / 2 * special.eval_jacobi(degree - 1, alpha + 1, beta + 1, x)


@elementwise(special.eval_chebyc, wrt=("x",))
def eval_chebyc(ans, degree, x):
    return degree * special.eval_chebys(degree - 1, x)


@elementwise(special.eval_chebys, wrt=("x",))
def eval_chebys(ans, degree, x):
    return special.eval_gegenbauer(degree - 1, 2, x / 2)


@elementwise(special.eval_sh_legendre, wrt=("x",))
def eval_sh_legendre(ans, degree, x):
    return np.where(np.equal(degree, 0), 0, (degree + 1) * special.eval_jacobi(degree - 1, 1, 1, 2 * x - 1))


@elementwise(special.eval_sh_chebyt, wrt=("x",))
def eval_sh_chebyt(ans, degree, x):
    return 2 * degree * special.eval_sh_chebyu(degree - 1, x)


@elementwise(special.eval_sh_chebyu, wrt=("x",))
def eval_sh_chebyu(ans, degree, x):
    return 4 * special.eval_gegenbauer(degree - 1, 2, 2 * x - 1)


@elementwise(special.eval_sh_jacobi, wrt=("x",))
def eval_sh_jacobi(ans, degree, p, q, x):
    return degree * special.eval_sh_jacobi(np.maximum(degree - 1, 0), p + 2, q + 1, x)


# Legendre functions and spherical harmonics: SciPy takes a degree and an order that are integers alone

@elementwise(special.lpmv, wrt=("x",))
def lpmv(ans, m, v, x):
    return (v * x * ans - (v + m) * special.lpmv(m, v - 1, x)) / (x**2 - 1)


@elementwise(*present(special, "legendre_p"), wrt=("z",), how=("n",))
def legendre_p(ans, n, z):
    return legendre_slope(n, z, 1)


@elementwise(*_with("legendre_p", legendre_slope), wrt=("z",))
def legendre_slope_(ans, n, z, times):
    return legendre_slope(n, z, times + 1)


@elementwise(*present(special, "assoc_legendre_p"), wrt=("z",), how=("n", "m", "branch_cut", "norm"))
def assoc_legendre_p(ans, n, m, z, *, branch_cut=2, norm=False):
    return assoc_legendre_slope(n, m, z, 1, branch_cut, norm)


@elementwise(*_with("assoc_legendre_p", assoc_legendre_slope), wrt=("z",), how=("n", "m", "branch_cut", "norm"))
def assoc_legendre_slope_(ans, n, m, z, times, branch_cut, norm):
    return assoc_legendre_slope(n, m, z, times + 1, branch_cut, norm)


@elementwise(*present(special, "sph_legendre_p"), wrt=("theta",), how=("n", "m"))
def sph_legendre_p(ans, n, m, theta):
    return sph_legendre_slope(n, m, theta, 1)


@elementwise(*_with("sph_legendre_p", sph_legendre_slope), wrt=("theta",), how=("n", "m"))
def sph_legendre_slope_(ans, n, m, theta, times):
    return sph_legendre_slope(n, m, theta, times + 1)


@elementwise(*present(special, "sph_harm_y"), wrt=("theta", "phi"), how=("n", "m"))
def sph_harm_y(ans, n, m, theta, phi):
    # SciPy gives the Legendre functions in double precision, and these, from SciPy 1.18 on, in that of the angles
    return sph_harm_slope(n, m, theta, phi, 1).astype(ans.dtype), 1j * m * ans


@elementwise(*_with("sph_harm_y", sph_harm_slope), wrt=("theta", "phi"), how=("n", "m"))
def sph_harm_slope_(ans, n, m, theta, phi, times):
    return sph_harm_slope(n, m, theta, phi, times + 1), 1j * m * ans
