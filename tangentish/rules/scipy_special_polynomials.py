"""`scipy.special`: orthogonal polynomials; derivatives with respect to the argument alone (DLMF 18.9)."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.registry import elementwise


@elementwise(special.eval_legendre, wrt=("x",))
def eval_legendre(ans, degree, x):
    return (degree + 1) / 2 * special.eval_jacobi(degree - 1, 1, 1, x)


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
