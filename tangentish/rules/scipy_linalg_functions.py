"""`scipy.linalg`: determinants and norms, eigenvalues, and analytic functions of matrices."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import (
    cofactor,
    eig_bar,
    eig_dot,
    eig_matched,
    norm_slope,
    order_dot,
    order_slope,
    sum_to_shape,
    swap,
    unreduce,
)
from tangentish.rules.registry import jvp, vjp
from tangentish.rules.scipy_helpers.eigenvalues import eig_banded_bar, eig_banded_dot, scipy_eigh_bar, scipy_eigh_dot, tridiagonal
from tangentish.rules.scipy_helpers.matrices import frechet


@vjp(linalg.det)
def det(ans_bar, ans, a, *, check_finite=True):
    return np.expand_dims(ans_bar, (-2, -1)) * cofactor(a)


@jvp(linalg.det)
def det_jvp(ans, a_dot, a, *, check_finite=True):
    return np.sum(cofactor(a) * a_dot, axis=(-2, -1))


@vjp(linalg.norm, wrt=("a", "ord"))
def norm(ans_bar, ans, a, ord=None, axis=None, keepdims=False, check_finite=True):
    return (unreduce(ans_bar, np.shape(a), axis, keepdims) * norm_slope(ans, a, ord, axis, keepdims),
            np.sum(ans_bar * order_slope(ans, a, ord, axis, keepdims)))


@jvp(linalg.norm)
def norm_jvp(ans, a_dot, ord_dot, a, ord=None, axis=None, keepdims=False, check_finite=True):
    return (np.sum(np.real(norm_slope(ans, a, ord, axis, keepdims) * a_dot), axis=axis, keepdims=keepdims),
            order_dot(ord_dot, ans, a, ord, axis, keepdims))


# eigenvalues

@vjp(linalg.eigh, wrt=("a", "b"), multi=True, how=("subset_by_index", "subset_by_value"))
def eigh(ans_bar, ans, a, b=None, *, lower=True, eigvals_only=False, type=1, check_finite=True, subset_by_index=None,
         subset_by_value=None, driver=None):
    return scipy_eigh_bar(ans_bar, ans, a, b, lower, type)[0], scipy_eigh_bar(ans_bar, ans, a, b, lower, type)[1]


@jvp(linalg.eigh)
def eigh_jvp(ans, a_dot, b_dot, a, b=None, *, lower=True, eigvals_only=False, type=1, check_finite=True,
             subset_by_index=None, subset_by_value=None, driver=None):
    return (scipy_eigh_dot(ans, a_dot, None, a, b, lower, type), scipy_eigh_dot(ans, None, b_dot, a, b, lower, type))


@vjp(linalg.eigvalsh, wrt=("a", "b"), how=("subset_by_index", "subset_by_value"))
def eigvalsh(ans_bar, ans, a, b=None, *, lower=True, type=1, check_finite=True, subset_by_index=None,
             subset_by_value=None, driver=None):
    return scipy_eigh_bar(ans_bar, ans, a, b, lower, type)[0], scipy_eigh_bar(ans_bar, ans, a, b, lower, type)[1]


@jvp(linalg.eigvalsh)
def eigvalsh_jvp(ans, a_dot, b_dot, a, b=None, *, lower=True, type=1, check_finite=True, subset_by_index=None,
                 subset_by_value=None, driver=None):
    return (scipy_eigh_dot(ans, a_dot, None, a, b, lower, type), scipy_eigh_dot(ans, None, b_dot, a, b, lower, type))


@vjp(linalg.eigh_tridiagonal, multi=True, how=("select", "select_range", "tol"))
def eigh_tridiagonal(ans_bar, ans, d, e, eigvals_only=False, select="a", select_range=None, check_finite=True, tol=0.0,
                     lapack_driver="auto"):
    a_bar = scipy_eigh_bar(ans_bar, ans, tridiagonal(d, e))[0]
    return (sum_to_shape(np.diagonal(a_bar, axis1=-2, axis2=-1), np.shape(d)),
            sum_to_shape(np.diagonal(a_bar, -1, -2, -1), np.shape(e)))


@jvp(linalg.eigh_tridiagonal)
def eigh_tridiagonal_jvp(ans, d_dot, e_dot, d, e, eigvals_only=False, select="a", select_range=None, check_finite=True,
                         tol=0.0, lapack_driver="auto"):
    return (scipy_eigh_dot(ans, tridiagonal(d_dot, np.zeros_like(e)), None, tridiagonal(d, e)),
            scipy_eigh_dot(ans, tridiagonal(np.zeros_like(d), e_dot), None, tridiagonal(d, e)))


@vjp(linalg.eig_banded, multi=True, how=("select", "select_range", "max_ev"))
def eig_banded(ans_bar, ans, a_band, lower=False, eigvals_only=False, *, select="a", select_range=None, max_ev=0,
               check_finite=True):
    return eig_banded_bar(ans_bar, ans, a_band, lower)


@jvp(linalg.eig_banded)
def eig_banded_jvp(ans, a_band_dot, a_band, lower=False, eigvals_only=False, *, select="a", select_range=None, max_ev=0,
                   check_finite=True):
    return eig_banded_dot(ans, a_band_dot, a_band, lower)


@vjp(linalg.eigvals_banded, how=("select", "select_range"))
def eigvals_banded(ans_bar, ans, a_band, lower=False, *, select="a", select_range=None, check_finite=True):
    return eig_banded_bar(ans_bar, ans, a_band, lower)


@jvp(linalg.eigvals_banded)
def eigvals_banded_jvp(ans, a_band_dot, a_band, lower=False, *, select="a", select_range=None, check_finite=True):
    return eig_banded_dot(ans, a_band_dot, a_band, lower)


@vjp(linalg.eig, multi=True)
def eig(ans_bar, ans, a, *, check_finite=True):
    return eig_bar(ans_bar, ans, a)


@jvp(linalg.eig)
def eig_jvp(ans, a_dot, a, *, check_finite=True):
    return eig_dot(a_dot, ans, a)


@vjp(linalg.eigvals)
def eigvals(ans_bar, ans, a, *, check_finite=True):
    return eig_bar((ans_bar, None), eig_matched(a, ans), a)


@jvp(linalg.eigvals)
def eigvals_jvp(ans, a_dot, a, *, check_finite=True):
    return eig_dot(a_dot, eig_matched(a, ans), a, False)


# analytic functions of matrices

@vjp(linalg.sqrtm)
def sqrtm(ans_bar, ans, A):
    return linalg.solve_sylvester(swap(ans), swap(ans), ans_bar)


@jvp(linalg.sqrtm)
def sqrtm_jvp(ans, A_dot, A):
    return linalg.solve_sylvester(ans, ans, A_dot)


@vjp(linalg.fractional_matrix_power, view="maybe")
def fractional_matrix_power(ans_bar, ans, A, t):
    return frechet(linalg.fractional_matrix_power, swap(A), ans_bar, t), np.sum(ans_bar * (ans @ linalg.logm(A)))


@jvp(linalg.fractional_matrix_power)
def fractional_matrix_power_jvp(ans, A_dot, t_dot, A, t):
    return frechet(linalg.fractional_matrix_power, A, A_dot, t), t_dot * (ans @ linalg.logm(A))


@vjp(linalg.expm)
def expm(ans_bar, ans, A):
    return np.reshape(frechet(linalg.expm, swap(np.atleast_2d(A)), ans_bar), np.shape(A))


@jvp(linalg.expm)
def expm_jvp(ans, A_dot, A):
    return frechet(linalg.expm, np.atleast_2d(A), A_dot)


@vjp(linalg.logm)
def logm(ans_bar, ans, A):
    return frechet(linalg.logm, swap(A), ans_bar)


@jvp(linalg.logm)
def logm_jvp(ans, A_dot, A):
    return frechet(linalg.logm, A, A_dot)


@vjp(linalg.sinm)
def sinm(ans_bar, ans, A):
    return frechet(linalg.sinm, swap(A), ans_bar)


@jvp(linalg.sinm)
def sinm_jvp(ans, A_dot, A):
    return frechet(linalg.sinm, A, A_dot)


@vjp(linalg.cosm)
def cosm(ans_bar, ans, A):
    return frechet(linalg.cosm, swap(A), ans_bar)


@jvp(linalg.cosm)
def cosm_jvp(ans, A_dot, A):
    return frechet(linalg.cosm, A, A_dot)


@vjp(linalg.tanm)
def tanm(ans_bar, ans, A):
    return frechet(linalg.tanm, swap(A), ans_bar)


@jvp(linalg.tanm)
def tanm_jvp(ans, A_dot, A):
    return frechet(linalg.tanm, A, A_dot)


@vjp(linalg.sinhm)
def sinhm(ans_bar, ans, A):
    return frechet(linalg.sinhm, swap(A), ans_bar)


@jvp(linalg.sinhm)
def sinhm_jvp(ans, A_dot, A):
    return frechet(linalg.sinhm, A, A_dot)


@vjp(linalg.coshm)
def coshm(ans_bar, ans, A):
    return frechet(linalg.coshm, swap(A), ans_bar)


@jvp(linalg.coshm)
def coshm_jvp(ans, A_dot, A):
    return frechet(linalg.coshm, A, A_dot)


@vjp(linalg.tanhm)
def tanhm(ans_bar, ans, A):
    return frechet(linalg.tanhm, swap(A), ans_bar)


@jvp(linalg.tanhm)
def tanhm_jvp(ans, A_dot, A):
    return frechet(linalg.tanhm, A, A_dot)
