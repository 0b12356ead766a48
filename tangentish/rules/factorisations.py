"""`numpy.linalg`: singular values, QR, least squares, powers and the eigenvalues of general matrices."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    cond_slope,
    dense,
    eig_bar,
    eig_dot,
    lstsq_bar,
    lstsq_dot,
    matrix_power_bar,
    matrix_power_dot,
    multi_dot_bar,
    multi_dot_dot,
    qr_bar,
    qr_dot,
    svd_bar,
    svd_dot,
)
from tangentish.rules.registry import jvp, present, vjp


@vjp(np.linalg.svd, wrt=("a",), multi=True)
def svd(ans_bar, ans, a, full_matrices=True, compute_uv=True, hermitian=False):
    return svd_bar(ans_bar, ans, a, compute_uv)


@jvp(np.linalg.svd)
def svd_jvp(ans, a_dot, a, full_matrices=True, compute_uv=True, hermitian=False):
    return svd_dot(ans, a_dot, a, compute_uv)


@vjp(*present(np.linalg, "svdvals"))
def svdvals(ans_bar, ans, x):
    return svd_bar(ans_bar, ans, x, False)


@jvp(*present(np.linalg, "svdvals"))
def svdvals_jvp(ans, x_dot, x):
    return svd_dot(ans, x_dot, x, False)


@vjp(np.linalg.qr, wrt=("a",), multi=True)
def qr(ans_bar, ans, a, mode="reduced"):
    return qr_bar(ans_bar, ans, a, mode)


@jvp(np.linalg.qr)
def qr_jvp(ans, a_dot, a, mode="reduced"):
    return qr_dot(ans, a_dot, a, mode)


@vjp(np.linalg.eig, multi=True)
def eig(ans_bar, ans, a):
    return eig_bar(dense(ans_bar, ans), ans)


@jvp(np.linalg.eig)
def eig_jvp(ans, a_dot, a):
    return eig_dot(a_dot, ans)


@vjp(np.linalg.eigvals)
def eigvals(ans_bar, ans, a):
    values, v = np.linalg.eig(a)
    return eig_bar((ans_bar, np.zeros_like(v)), (values, v))


@jvp(np.linalg.eigvals)
def eigvals_jvp(ans, a_dot, a):
    v = np.linalg.eig(a)[1]
    return np.diagonal(np.linalg.solve(v, a_dot @ v), axis1=-2, axis2=-1)


@vjp(np.linalg.matrix_power, wrt=("a",), view="maybe")
def matrix_power(ans_bar, ans, a, n):
    return matrix_power_bar(ans_bar, a, n)


@jvp(np.linalg.matrix_power)
def matrix_power_jvp(ans, a_dot, a, n):
    return matrix_power_dot(a_dot, a, n)


@vjp(np.linalg.multi_dot)
def multi_dot(ans_bar, ans, arrays):
    return multi_dot_bar(ans_bar, arrays)


@jvp(np.linalg.multi_dot)
def multi_dot_jvp(ans, arrays_dot, arrays):
    return multi_dot_dot(arrays_dot, arrays)


@vjp(np.linalg.lstsq, wrt=("a", "b"), multi=True)
def lstsq(ans_bar, ans, a, b, rcond=None):
    return lstsq_bar(ans_bar, ans, a, b)[0], lstsq_bar(ans_bar, ans, a, b)[1]


@jvp(np.linalg.lstsq)
def lstsq_jvp(ans, a_dot, b_dot, a, b, rcond=None):
    return lstsq_dot(ans, a_dot, np.zeros_like(b), a, b), lstsq_dot(ans, np.zeros_like(a), b_dot, a, b)


@vjp(np.linalg.tensorinv, wrt=("a",))
def tensorinv(ans_bar, ans, a, ind=2):
    n = np.ndim(a)
    left = np.tensordot(ans, ans_bar, (list(range(n - ind)), list(range(n - ind))))
    return -np.tensordot(left, ans, (list(range(ind, 2 * ind)), list(range(n - ind, n))))


@jvp(np.linalg.tensorinv)
def tensorinv_jvp(ans, a_dot, a, ind=2):
    return -np.tensordot(np.tensordot(ans, a_dot, ind), ans, np.ndim(a) - ind)


@vjp(np.linalg.tensorsolve, wrt=("a", "b"))
def tensorsolve(ans_bar, ans, a, b):
    side = np.size(b)
    b_bar = np.reshape(np.linalg.solve(np.reshape(a, (side, side)).T, np.ravel(ans_bar)), np.shape(b))
    return -np.multiply.outer(b_bar, ans), b_bar


@jvp(np.linalg.tensorsolve)
def tensorsolve_jvp(ans, a_dot, b_dot, a, b):
    return (np.linalg.tensorsolve(a, -np.tensordot(a_dot, ans, np.ndim(ans))), np.linalg.tensorsolve(a, b_dot))


@vjp(np.linalg.cond, wrt=("x",))
def cond(ans_bar, ans, x, p=None):
    return np.expand_dims(ans_bar, (-2, -1)) * cond_slope(ans, x, p)


@jvp(np.linalg.cond)
def cond_jvp(ans, x_dot, x, p=None):
    return np.sum(np.real(cond_slope(ans, x, p) * x_dot), axis=(-2, -1))
