"""`scipy.linalg`: factorisations, and systems solved with them; as `factorisations`."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import cholesky_bar, cholesky_dot, svd_bar, svd_dot
from tangentish.rules.registry import jvp, vjp, zero_derivative
from tangentish.rules.scipy_helpers.factors import (
    cho_factor_bar,
    cho_factor_dot,
    cho_solve_bar,
    cho_solve_dot,
    lu_bar,
    lu_dot,
    lu_factor_bar,
    lu_factor_dot,
    lu_solve_bar,
    lu_solve_dot,
    rq_bar,
    rq_dot,
    scipy_qr_bar,
    scipy_qr_dot,
)
from tangentish.rules.scipy_helpers.least_squares import lstsq_bars, lstsq_dot_a, lstsq_dot_b
from tangentish.rules.scipy_helpers.matrices import pinv_bar, pinv_dot


@vjp(linalg.cholesky)
def cholesky(ans_bar, ans, a, lower=False, *, check_finite=True):
    return np.reshape(cholesky_bar(ans_bar, ans, not lower), np.shape(a))


@jvp(linalg.cholesky)
def cholesky_jvp(ans, a_dot, a, lower=False, *, check_finite=True):
    return cholesky_dot(ans, a_dot, not lower)


@vjp(linalg.cho_factor, multi=True)
def cho_factor(ans_bar, ans, a, lower=False, *, check_finite=True):
    return np.reshape(cho_factor_bar(ans_bar, ans), np.shape(a))


@jvp(linalg.cho_factor)
def cho_factor_jvp(ans, a_dot, a, lower=False, *, check_finite=True):
    return cho_factor_dot(ans, a_dot)


@vjp(linalg.cho_solve)
def cho_solve(ans_bar, ans, c_and_lower, b, *, check_finite=True):
    return cho_solve_bar(ans_bar, ans, c_and_lower, b)[0], cho_solve_bar(ans_bar, ans, c_and_lower, b)[1]


@jvp(linalg.cho_solve)
def cho_solve_jvp(ans, c_and_lower_dot, b_dot, c_and_lower, b, *, check_finite=True):
    return cho_solve_dot(ans, c_and_lower_dot, c_and_lower, b), linalg.cho_solve(c_and_lower, b_dot)


@vjp(linalg.lu, multi=True)
def lu(ans_bar, ans, a, permute_l=False, *, check_finite=True, p_indices=False):
    return lu_bar(ans_bar, ans, a, permute_l, p_indices)


@jvp(linalg.lu)
def lu_jvp(ans, a_dot, a, permute_l=False, *, check_finite=True, p_indices=False):
    return lu_dot(ans, a_dot, a, permute_l, p_indices)


@vjp(linalg.lu_factor, multi=True)
def lu_factor(ans_bar, ans, a, *, check_finite=True):
    return lu_factor_bar(ans_bar, ans)


@jvp(linalg.lu_factor)
def lu_factor_jvp(ans, a_dot, a, *, check_finite=True):
    return lu_factor_dot(ans, a_dot)


@vjp(linalg.lu_solve)
def lu_solve(ans_bar, ans, lu_and_piv, b, trans=0, *, check_finite=True):
    return lu_solve_bar(ans_bar, ans, lu_and_piv, b, trans)[0], lu_solve_bar(ans_bar, ans, lu_and_piv, b, trans)[1]


@jvp(linalg.lu_solve)
def lu_solve_jvp(ans, lu_and_piv_dot, b_dot, lu_and_piv, b, trans=0, *, check_finite=True):
    return lu_solve_dot(ans, lu_and_piv_dot, lu_and_piv, b, trans), linalg.lu_solve(lu_and_piv, b_dot, trans)


@vjp(linalg.qr, multi=True)
def qr(ans_bar, ans, a, *, lwork=None, mode="full", pivoting=False, check_finite=True):
    return scipy_qr_bar(ans_bar, ans, a, mode, pivoting)


@jvp(linalg.qr)
def qr_jvp(ans, a_dot, a, *, lwork=None, mode="full", pivoting=False, check_finite=True):
    return scipy_qr_dot(ans, a_dot, a, mode, pivoting)


@vjp(linalg.rq, multi=True)
def rq(ans_bar, ans, a, *, lwork=None, mode="full", check_finite=True):
    return rq_bar(ans_bar, ans, a, mode)


@jvp(linalg.rq)
def rq_jvp(ans, a_dot, a, *, lwork=None, mode="full", check_finite=True):
    return rq_dot(ans, a_dot, a, mode)


@vjp(linalg.svd, wrt=("a",), multi=True)
def svd(ans_bar, ans, a, full_matrices=True, compute_uv=True, *, check_finite=True, lapack_driver="gesdd"):
    return svd_bar(ans_bar, ans, a, compute_uv)


@jvp(linalg.svd)
def svd_jvp(ans, a_dot, a, full_matrices=True, compute_uv=True, *, check_finite=True, lapack_driver="gesdd"):
    return svd_dot(ans, a_dot, a, compute_uv)


@vjp(linalg.svdvals)
def svdvals(ans_bar, ans, a, *, check_finite=True):
    return svd_bar(ans_bar, ans, a, False)


@jvp(linalg.svdvals)
def svdvals_jvp(ans, a_dot, a, *, check_finite=True):
    return svd_dot(ans, a_dot, a, False)


@vjp(linalg.pinv, how=("atol", "rtol"))
def pinv(ans_bar, ans, a, *, atol=None, rtol=None, check_finite=True):
    return pinv_bar(ans_bar, ans, a)


@jvp(linalg.pinv)
def pinv_jvp(ans, a_dot, a, *, atol=None, rtol=None, check_finite=True):
    return pinv_dot(ans, a_dot, a)


@vjp(linalg.lstsq, wrt=("a", "b"), multi=True, how=("cond",))
def lstsq(ans_bar, ans, a, b, cond=None, *, check_finite=True, lapack_driver=None):
    return lstsq_bars(ans_bar, ans, a, b)[0], lstsq_bars(ans_bar, ans, a, b)[1]


@jvp(linalg.lstsq)
def lstsq_jvp(ans, a_dot, b_dot, a, b, cond=None, *, check_finite=True, lapack_driver=None):
    return lstsq_dot_a(ans, a_dot, a, b), lstsq_dot_b(ans, b_dot, a, b)


zero_derivative(linalg.bandwidth, linalg.issymmetric, linalg.ishermitian, linalg.dft, linalg.hilbert, linalg.helmert,
                linalg.hadamard, linalg.pascal, linalg.invhilbert, linalg.invpascal)
