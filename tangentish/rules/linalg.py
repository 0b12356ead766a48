"""`numpy.linalg`: formulas as in Giles (2008); plain transposes, as the convention for complex numbers has it.

`cholesky`, `eigh` and `eigvalsh` read one triangle of their argument, and the cotangent is of that triangle.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    cholesky_bar,
    cholesky_dot,
    cofactor,
    eigh_bar,
    eigh_dot,
    from_triangle,
    norm_slope,
    order_dot,
    order_slope,
    pinv_slope,
    quotient,
    slogdet_bar,
    slogdet_dot,
    solve_any,
    sum_to_shape,
    swap,
    to_triangle,
    unreduce,
)
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, vjp


@vjp(np.linalg.inv)
def inv(ans_bar, ans, a):
    return -swap(ans) @ ans_bar @ swap(ans)


@jvp(np.linalg.inv)
def inv_jvp(ans, a_dot, a):
    return -ans @ a_dot @ ans


@vjp(np.linalg.inv, when="a.ndim == 2")
def inv_2(ans_bar, ans, a):
    return -ans.T @ ans_bar @ ans.T


@vjp(np.linalg.solve)
def solve(ans_bar, ans, a, b):
    b_bar = solve_any(swap(a), ans_bar, np.ndim(b))
    return (sum_to_shape(-b_bar[..., :, None] * ans[..., None, :] if np.ndim(b) == 1 else -b_bar @ swap(ans),
                        np.shape(a)),
            sum_to_shape(b_bar, np.shape(b)))


@jvp(np.linalg.solve)
def solve_jvp(ans, a_dot, b_dot, a, b):
    return (-np.linalg.solve(a, a_dot @ ans) if np.ndim(b) > 1 else -solve_any(a, (a_dot @ ans[..., None])[..., 0], 1),
            np.linalg.solve(a, b_dot))


@vjp(np.linalg.solve, when="a.ndim == 2 and b.ndim == 1")
def solve_21(ans_bar, ans, a, b):
    b_bar = np.linalg.solve(a.T, ans_bar)
    return -np.outer(b_bar, ans), b_bar


@vjp(np.linalg.solve, when="a.ndim == 2 and b.ndim == 2")
def solve_22(ans_bar, ans, a, b):
    b_bar = np.linalg.solve(a.T, ans_bar)
    return -b_bar @ ans.T, b_bar


@vjp(np.linalg.det)
def det(ans_bar, ans, a):
    return np.expand_dims(ans_bar, (-2, -1)) * cofactor(a)


@jvp(np.linalg.det)
def det_jvp(ans, a_dot, a):
    return np.sum(cofactor(a) * a_dot, axis=(-2, -1))


@vjp(np.linalg.slogdet, multi=True)
def slogdet(ans_bar, ans, a):
    return slogdet_bar(ans_bar, ans, a)


@jvp(np.linalg.slogdet)
def slogdet_jvp(ans, a_dot, a):
    return slogdet_dot(ans, a_dot, a)


@vjp(np.linalg.cholesky, wrt=("a",))
def cholesky(ans_bar, ans, a, *, upper=False):
    return cholesky_bar(ans_bar, ans, upper)


@jvp(np.linalg.cholesky)
def cholesky_jvp(ans, a_dot, a, *, upper=False):
    return cholesky_dot(ans, a_dot, upper)


@vjp(np.linalg.eigh, wrt=("a",), multi=True)
def eigh(ans_bar, ans, a, UPLO="L"):
    return to_triangle(eigh_bar(ans_bar, ans), UPLO)


@jvp(np.linalg.eigh)
def eigh_jvp(ans, a_dot, a, UPLO="L"):
    return eigh_dot(from_triangle(a_dot, UPLO), ans, True, UPLO in "Uu")


@vjp(np.linalg.eigvalsh, wrt=("a",))
def eigvalsh(ans_bar, ans, a, UPLO="L"):
    return to_triangle(eigh_bar((ans_bar, None), np.linalg.eigh(a, UPLO)), UPLO)


@jvp(np.linalg.eigvalsh)
def eigvalsh_jvp(ans, a_dot, a, UPLO="L"):
    return eigh_dot(from_triangle(a_dot, UPLO), np.linalg.eigh(a, UPLO), False)


@vjp(np.linalg.norm, wrt=("x", "ord"))
def norm(ans_bar, ans, x, ord=None, axis=None, keepdims=False):
    return (unreduce(ans_bar, np.shape(x), axis, keepdims) * norm_slope(ans, x, ord, axis, keepdims),
            np.sum(ans_bar * order_slope(ans, x, ord, axis, keepdims)))


@jvp(np.linalg.norm)
def norm_jvp(ans, x_dot, ord_dot, x, ord=None, axis=None, keepdims=False):
    return (np.sum(np.real(norm_slope(ans, x, ord, axis, keepdims) * x_dot), axis=axis, keepdims=keepdims),
            order_dot(ord_dot, ans, x, ord, axis, keepdims))


@vjp(np.linalg.norm, wrt=("x",), when="ord is None and axis is None and keepdims is False and x.is_real")
def norm_all(ans_bar, ans, x, ord=None, axis=None, keepdims=False):
    return ans_bar * quotient(x, ans)


@vjp(*present(np.linalg, "vector_norm"), wrt=("x", "ord"))
def vector_norm(ans_bar, ans, x, *, axis=None, keepdims=False, ord=2):
    return (unreduce(ans_bar, np.shape(x), axis, keepdims) * norm_slope(ans, x, ord, axis, keepdims, 1),
            np.sum(ans_bar * order_slope(ans, x, ord, axis, keepdims, 1)))


@jvp(*present(np.linalg, "vector_norm"))
def vector_norm_jvp(ans, x_dot, ord_dot, x, *, axis=None, keepdims=False, ord=2):
    return (np.sum(np.real(norm_slope(ans, x, ord, axis, keepdims, 1) * x_dot), axis=axis, keepdims=keepdims),
            order_dot(ord_dot, ans, x, ord, axis, keepdims, 1))


@vjp(*present(np.linalg, "matrix_norm"), wrt=("x",), how=("ord",))
def matrix_norm(ans_bar, ans, x, *, keepdims=False, ord="fro"):
    return unreduce(ans_bar, np.shape(x), (-2, -1), keepdims) * norm_slope(ans, x, ord, (-2, -1), keepdims)


@jvp(*present(np.linalg, "matrix_norm"))
def matrix_norm_jvp(ans, x_dot, x, *, keepdims=False, ord="fro"):
    return np.sum(np.real(norm_slope(ans, x, ord, (-2, -1), keepdims) * x_dot), axis=(-2, -1), keepdims=keepdims)


@vjp(np.linalg.pinv, wrt=("a",), how=("rcond", "rtol"))
def pinv(ans_bar, ans, a, rcond=None, hermitian=False, *, rtol=None):
    a_bar = np.conj(pinv_slope(ans, a, swap(ans_bar), hermitian))
    return to_triangle(a_bar) if hermitian else a_bar


@jvp(np.linalg.pinv)
def pinv_jvp(ans, a_dot, a, rcond=None, hermitian=False, *, rtol=None):
    return np.conj(swap(pinv_slope(ans, a, from_triangle(a_dot) if hermitian else a_dot, hermitian)))
