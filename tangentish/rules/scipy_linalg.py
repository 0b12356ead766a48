"""`scipy.linalg`: as `linalg`; where a function reads one triangle, the cotangent is of that triangle."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import cholesky_bar, cholesky_dot, cofactor, sum_to_shape, svd_bar, svd_dot, swap
from tangentish.rules.registry import jvp, vjp
from tangentish.rules.scipy_helpers import (
    cho_factor_bar,
    cho_factor_dot,
    cho_solve_bar,
    cho_solve_dot,
    full_matrix,
    lu_factor_bar,
    lu_factor_dot,
    lu_solve_bar,
    lu_solve_dot,
    solve_a_bar,
    solve_b_bar,
    triangular_a_bar,
    triangular_bar,
    triangular_dot,
)


@vjp(linalg.inv)
def inv(ans_bar, ans, a, *, check_finite=True):
    return -swap(ans) @ ans_bar @ swap(ans)


@jvp(linalg.inv)
def inv_jvp(ans, a_dot, a, *, check_finite=True):
    return -ans @ a_dot @ ans


@vjp(linalg.svd, wrt=("a",), multi=True)
def svd(ans_bar, ans, a, full_matrices=True, compute_uv=True, *, check_finite=True, lapack_driver="gesdd"):
    return svd_bar(ans_bar, ans, a, compute_uv)


@jvp(linalg.svd)
def svd_jvp(ans, a_dot, a, full_matrices=True, compute_uv=True, *, check_finite=True, lapack_driver="gesdd"):
    return svd_dot(ans, a_dot, a, compute_uv)


@vjp(linalg.det)
def det(ans_bar, ans, a, *, check_finite=True):
    return np.expand_dims(ans_bar, (-2, -1)) * cofactor(a)


@jvp(linalg.det)
def det_jvp(ans, a_dot, a, *, check_finite=True):
    return np.sum(cofactor(a) * a_dot, axis=(-2, -1))


@vjp(linalg.solve)
def solve(ans_bar, ans, a, b, lower=False, *, check_finite=True, assume_a=None):
    b_bar = solve_b_bar(ans_bar, a, assume_a, lower)
    return solve_a_bar(b_bar, ans, np.shape(a), assume_a, lower, np.ndim(b)), sum_to_shape(b_bar, np.shape(b))


@jvp(linalg.solve)
def solve_jvp(ans, a_dot, b_dot, a, b, lower=False, *, check_finite=True, assume_a=None):
    return (-linalg.solve(full_matrix(a, assume_a, lower), full_matrix(a_dot, assume_a, lower) @ ans),
            linalg.solve(full_matrix(a, assume_a, lower), b_dot))


@vjp(linalg.cholesky)
def cholesky(ans_bar, ans, a, lower=False, *, check_finite=True):
    return cholesky_bar(ans_bar, ans, not lower)


@jvp(linalg.cholesky)
def cholesky_jvp(ans, a_dot, a, lower=False, *, check_finite=True):
    return cholesky_dot(ans, a_dot, not lower)


@vjp(linalg.cho_factor, multi=True)
def cho_factor(ans_bar, ans, a, lower=False, *, check_finite=True):
    return cho_factor_bar(ans_bar, ans)


@jvp(linalg.cho_factor)
def cho_factor_jvp(ans, a_dot, a, lower=False, *, check_finite=True):
    return cho_factor_dot(ans, a_dot)


@vjp(linalg.cho_solve)
def cho_solve(ans_bar, ans, c_and_lower, b, *, check_finite=True):
    b_bar = linalg.cho_solve(c_and_lower, ans_bar)
    return cho_solve_bar(b_bar, ans, c_and_lower), b_bar


@jvp(linalg.cho_solve)
def cho_solve_jvp(ans, c_and_lower_dot, b_dot, c_and_lower, b, *, check_finite=True):
    return cho_solve_dot(ans, c_and_lower_dot, c_and_lower), linalg.cho_solve(c_and_lower, b_dot)


@vjp(linalg.lu_factor, multi=True)
def lu_factor(ans_bar, ans, a, *, check_finite=True):
    return lu_factor_bar(ans_bar, ans)


@jvp(linalg.lu_factor)
def lu_factor_jvp(ans, a_dot, a, *, check_finite=True):
    return lu_factor_dot(ans, a_dot)


@vjp(linalg.lu_solve)
def lu_solve(ans_bar, ans, lu_and_piv, b, trans=0, *, check_finite=True):
    return lu_solve_bar(ans_bar, ans, lu_and_piv, trans)[0], lu_solve_bar(ans_bar, ans, lu_and_piv, trans)[1]


@jvp(linalg.lu_solve)
def lu_solve_jvp(ans, lu_and_piv_dot, b_dot, lu_and_piv, b, trans=0, *, check_finite=True):
    return lu_solve_dot(ans, lu_and_piv_dot, lu_and_piv, trans), linalg.lu_solve(lu_and_piv, b_dot, trans)


@vjp(linalg.solve_triangular)
def solve_triangular(ans_bar, ans, a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True):
    b_bar = triangular_bar(ans_bar, a, trans, lower, unit_diagonal)
    return triangular_a_bar(b_bar, ans, trans, lower, unit_diagonal), b_bar


@jvp(linalg.solve_triangular)
def solve_triangular_jvp(ans, a_dot, b_dot, a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True):
    return (triangular_dot(ans, a_dot, a, trans, lower, unit_diagonal),
            linalg.solve_triangular(a, b_dot, trans, lower, unit_diagonal))
