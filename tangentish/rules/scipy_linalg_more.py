"""`scipy.linalg`: norms, functions of matrices, eigenvalues and special matrices."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import (
    dense,
    eigh_bar,
    eigh_dot,
    from_triangle,
    norm_slope,
    shapes,
    swap,
    to_triangle,
    unreduce,
)
from tangentish.rules.registry import jvp, linear, vjp
from tangentish.rules.scipy_helpers import (
    band_product,
    band_times,
    band_transpose,
    logm_frechet,
    unblock_diag,
    untoeplitz,
)


@vjp(linalg.norm, wrt=("a",))
def norm(ans_bar, ans, a, ord=None, axis=None, keepdims=False, check_finite=True):
    return unreduce(ans_bar, np.shape(a), axis, keepdims) * norm_slope(ans, a, ord, axis, keepdims)


@jvp(linalg.norm)
def norm_jvp(ans, a_dot, a, ord=None, axis=None, keepdims=False, check_finite=True):
    return np.sum(np.real(norm_slope(ans, a, ord, axis, keepdims) * a_dot), axis=axis, keepdims=keepdims)


@vjp(linalg.expm)
def expm(ans_bar, ans, A):
    return linalg.expm_frechet(A.T, ans_bar, compute_expm=False)


@jvp(linalg.expm)
def expm_jvp(ans, A_dot, A):
    return linalg.expm_frechet(A, A_dot, compute_expm=False)


@vjp(linalg.sqrtm)
def sqrtm(ans_bar, ans, A):
    return linalg.solve_sylvester(ans.T, ans.T, ans_bar)


@jvp(linalg.sqrtm)
def sqrtm_jvp(ans, A_dot, A):
    return linalg.solve_sylvester(ans, ans, A_dot)


@vjp(linalg.logm)
def logm(ans_bar, ans, A):
    return logm_frechet(A.T, ans_bar)


@jvp(linalg.logm)
def logm_jvp(ans, A_dot, A):
    return logm_frechet(A, A_dot)


@vjp(linalg.solve_sylvester)
def solve_sylvester(ans_bar, ans, a, b, q):
    q_bar = linalg.solve_sylvester(a.T, b.T, ans_bar)
    return -q_bar @ ans.T, -ans.T @ q_bar, q_bar


@jvp(linalg.solve_sylvester)
def solve_sylvester_jvp(ans, a_dot, b_dot, q_dot, a, b, q):
    return (-linalg.solve_sylvester(a, b, a_dot @ ans), -linalg.solve_sylvester(a, b, ans @ b_dot),
            linalg.solve_sylvester(a, b, q_dot))


@vjp(linalg.solve_banded, wrt=("ab", "b"))
def solve_banded(ans_bar, ans, l_and_u, ab, b, *, check_finite=True):
    b_bar = linalg.solve_banded(l_and_u[::-1], band_transpose(ab, l_and_u), ans_bar)
    return band_product(b_bar, ans, l_and_u), b_bar


@jvp(linalg.solve_banded)
def solve_banded_jvp(ans, ab_dot, b_dot, l_and_u, ab, b, *, check_finite=True):
    return (-linalg.solve_banded(l_and_u, ab, band_times(ab_dot, ans, l_and_u)),
            linalg.solve_banded(l_and_u, ab, b_dot))


@vjp(linalg.eigh, multi=True)
def eigh(ans_bar, ans, a, *, lower=True, check_finite=True):
    return to_triangle(eigh_bar(dense(ans_bar, ans), ans), "L" if lower else "U")


@jvp(linalg.eigh)
def eigh_jvp(ans, a_dot, a, *, lower=True, check_finite=True):
    return eigh_dot(from_triangle(a_dot, "L" if lower else "U"), ans)


@vjp(linalg.eigvalsh)
def eigvalsh(ans_bar, ans, a, *, lower=True, check_finite=True):
    v = np.linalg.eigh(a, "L" if lower else "U")[1]
    return to_triangle(np.conj(v) * np.expand_dims(ans_bar, -2) @ swap(v), "L" if lower else "U")


@jvp(linalg.eigvalsh)
def eigvalsh_jvp(ans, a_dot, a, *, lower=True, check_finite=True):
    v = np.linalg.eigh(a, "L" if lower else "U")[1]
    return np.real(np.sum(np.conj(v) * (from_triangle(a_dot, "L" if lower else "U") @ v), axis=-2))


@linear(linalg.block_diag, wrt=("arrs",))
def block_diag(ans_bar, *arrs):
    return unblock_diag(ans_bar, shapes(arrs))


@linear(linalg.toeplitz, wrt=("c", "r"))
def toeplitz(ans_bar, c, r=None):
    return untoeplitz(ans_bar, c, r)[0], untoeplitz(ans_bar, c, r)[1]
