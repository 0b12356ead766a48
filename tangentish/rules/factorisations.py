"""`numpy.linalg`: singular values, QR, least squares, powers and the eigenvalues of general matrices."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np

from tangentish.rules.helpers import (
    cond_slope,
    eig_bar,
    eig_dot,
    eig_matched,
    lstsq_a_bar,
    lstsq_a_dot,
    lstsq_b_bar,
    lstsq_b_dot,
    matrix_power_bar,
    matrix_power_dot,
    multi_dot_bar,
    multi_dot_dot,
    qr_bar,
    qr_dot,
    singular_bar,
    singular_dot,
    svd_bar,
    svd_dot,
    tensor_order,
)
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, vjp


@vjp(np.linalg.svd, wrt=("a",), multi=True)
def svd(ans_bar, ans, a, full_matrices=True, compute_uv=True, hermitian=False):
    return svd_bar(ans_bar, ans, a, compute_uv, hermitian)


@jvp(np.linalg.svd)
def svd_jvp(ans, a_dot, a, full_matrices=True, compute_uv=True, hermitian=False):
    return svd_dot(ans, a_dot, a, compute_uv, hermitian)


@vjp(*present(np.linalg, "svdvals"))
def svdvals(ans_bar, ans, x):
    return singular_bar(ans_bar, x)


@jvp(*present(np.linalg, "svdvals"))
def svdvals_jvp(ans, x_dot, x):
    return singular_dot(x_dot, x)


@vjp(np.linalg.qr, wrt=("a",), multi=True)
def qr(ans_bar, ans, a, mode="reduced"):
    return qr_bar(ans_bar, ans, a, mode)


@jvp(np.linalg.qr)
def qr_jvp(ans, a_dot, a, mode="reduced"):
    return qr_dot(ans, a_dot, a, mode)


@vjp(np.linalg.eig, multi=True)
def eig(ans_bar, ans, a):
    return eig_bar(ans_bar, ans, a)


@jvp(np.linalg.eig)
def eig_jvp(ans, a_dot, a):
    return eig_dot(a_dot, ans, a)


@vjp(np.linalg.eigvals)
def eigvals(ans_bar, ans, a):
    return eig_bar((ans_bar, None), eig_matched(a, ans), a)


@jvp(np.linalg.eigvals)
def eigvals_jvp(ans, a_dot, a):
    return eig_dot(a_dot, eig_matched(a, ans), a, False)


@vjp(np.linalg.matrix_power, wrt=("a",), view="maybe", how=("n",))
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


@vjp(np.linalg.lstsq, wrt=("a", "b"), multi=True, how=("rcond",))
def lstsq(ans_bar, ans, a, b, rcond=None):
    return lstsq_a_bar(ans_bar, ans, a, b), lstsq_b_bar(ans_bar, ans, a, b)


@jvp(np.linalg.lstsq)
def lstsq_jvp(ans, a_dot, b_dot, a, b, rcond=None):
    return lstsq_a_dot(ans, a_dot, a, b), lstsq_b_dot(ans, b_dot, a, b)


@vjp(np.linalg.tensorinv, wrt=("a",), how=("ind",))
def tensorinv(ans_bar, ans, a, ind=2):
    side = math.isqrt(np.size(a))
    inverse = np.reshape(ans, (side, side)).T
    return -np.reshape(inverse @ np.reshape(ans_bar, (side, side)) @ inverse, np.shape(a))


@jvp(np.linalg.tensorinv)
def tensorinv_jvp(ans, a_dot, a, ind=2):
    return -np.tensordot(np.tensordot(ans, a_dot, ind), ans, np.ndim(a) - ind)


@vjp(np.linalg.tensorsolve, wrt=("a", "b"))
def tensorsolve(ans_bar, ans, a, b, axes=None):
    order = tensor_order(axes, np.ndim(a))
    side = np.size(b)
    matrix = np.reshape(np.transpose(a, order), (side, side))
    b_bar = np.reshape(np.linalg.solve(matrix.T, np.ravel(ans_bar)), np.shape(b))
    return np.transpose(-np.multiply.outer(b_bar, ans), np.argsort(order)), b_bar


@jvp(np.linalg.tensorsolve)
def tensorsolve_jvp(ans, a_dot, b_dot, a, b, axes=None):
    change = np.tensordot(np.transpose(a_dot, tensor_order(axes, np.ndim(a))), ans, np.ndim(ans))
    return np.linalg.tensorsolve(a, -np.reshape(change, np.shape(b)), axes), np.linalg.tensorsolve(a, b_dot, axes)


@vjp(np.linalg.cond, wrt=("x",))
def cond(ans_bar, ans, x, p=None):
    return np.expand_dims(ans_bar, (-2, -1)) * cond_slope(ans, x, p)


@jvp(np.linalg.cond)
def cond_jvp(ans, x_dot, x, p=None):
    return np.sum(np.real(cond_slope(ans, x, p) * x_dot), axis=(-2, -1))
