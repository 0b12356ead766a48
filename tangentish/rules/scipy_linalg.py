"""`scipy.linalg`: systems of equations, and matrices made of vectors.

Formulas as in Giles (2008), with plain transposes, as the convention for complex numbers has it. Where a function reads
a part of a matrix (`assume_a`, `lower`), the cotangent is of that part.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import shapes, sum_to_shape, swap
from tangentish.rules.registry import jvp, linear, vjp
from tangentish.rules.scipy_helpers.matrices import unblock_diag, uncirculant, unhankel
from tangentish.rules.scipy_helpers.riccati import (
    lyapunov_bar,
    lyapunov_dot,
    riccati_bars,
    riccati_dot,
    sylvester_bar,
    sylvester_dot,
)
from tangentish.rules.scipy_helpers.systems import (
    band_product,
    band_times,
    band_transpose,
    both_bands,
    both_bands_bar,
    columns,
    not_diagonal,
    part_read,
    part_read_bar,
    solve_bar,
    solve_dot,
    toeplitz_bar,
    toeplitz_times,
    toeplitz_transpose,
    triangular_bar,
    triangular_dot,
    uncolumns,
    untoeplitz,
)


@vjp(linalg.solve)
def solve(ans_bar, ans, a, b, lower=False, *, check_finite=True, assume_a=None, transposed=False):
    return (solve_bar(ans_bar, ans, a, b, lower, assume_a, transposed)[0],
            solve_bar(ans_bar, ans, a, b, lower, assume_a, transposed)[1])


@jvp(linalg.solve)
def solve_jvp(ans, a_dot, b_dot, a, b, lower=False, *, check_finite=True, assume_a=None, transposed=False):
    return (solve_dot(ans, a_dot, a, b, lower, assume_a, transposed),
            linalg.solve(a, b_dot, lower, assume_a=assume_a, transposed=transposed))


@vjp(linalg.solve_triangular)
def solve_triangular(ans_bar, ans, a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True):
    return (triangular_bar(ans_bar, ans, a, b, trans, lower, unit_diagonal)[0],
            triangular_bar(ans_bar, ans, a, b, trans, lower, unit_diagonal)[1])


@jvp(linalg.solve_triangular)
def solve_triangular_jvp(ans, a_dot, b_dot, a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True):
    return (triangular_dot(ans, a_dot, a, b, trans, lower, unit_diagonal),
            linalg.solve_triangular(a, b_dot, trans, lower, unit_diagonal))


@vjp(linalg.solve_banded, wrt=("ab", "b"), how=("l_and_u",))
def solve_banded(ans_bar, ans, l_and_u, ab, b, *, check_finite=True):
    b_bar = linalg.solve_banded(l_and_u[::-1], band_transpose(ab, l_and_u), columns(ans_bar, b))
    return (sum_to_shape(band_product(b_bar, columns(ans, b), l_and_u), np.shape(ab)),
            sum_to_shape(uncolumns(b_bar, b), np.shape(b)))


@jvp(linalg.solve_banded)
def solve_banded_jvp(ans, ab_dot, b_dot, l_and_u, ab, b, *, check_finite=True):
    return (-uncolumns(linalg.solve_banded(l_and_u, ab, band_times(ab_dot, columns(ans, b), l_and_u)), b),
            linalg.solve_banded(l_and_u, ab, b_dot))


@vjp(linalg.solveh_banded)
def solveh_banded(ans_bar, ans, ab, b, *, lower=False, check_finite=True):
    bands = (np.shape(ab)[-2] - 1, np.shape(ab)[-2] - 1)
    b_bar = np.conj(linalg.solveh_banded(ab, np.conj(columns(ans_bar, b)), lower=lower))
    return (sum_to_shape(both_bands_bar(band_product(b_bar, columns(ans, b), bands), lower), np.shape(ab)),
            sum_to_shape(uncolumns(b_bar, b), np.shape(b)))


@jvp(linalg.solveh_banded)
def solveh_banded_jvp(ans, ab_dot, b_dot, ab, b, *, lower=False, check_finite=True):
    bands = (np.shape(ab)[-2] - 1, np.shape(ab)[-2] - 1)
    change = band_times(both_bands(ab_dot, lower), columns(ans, b), bands)
    return -uncolumns(linalg.solveh_banded(ab, change, lower=lower), b), linalg.solveh_banded(ab, b_dot, lower=lower)


@vjp(linalg.solve_toeplitz)
def solve_toeplitz(ans_bar, ans, c_or_cr, b, check_finite=True):
    b_bar = linalg.solve_toeplitz(toeplitz_transpose(c_or_cr), columns(ans_bar, b))
    return toeplitz_bar(-b_bar @ swap(columns(ans, b)), c_or_cr), sum_to_shape(uncolumns(b_bar, b), np.shape(b))


@jvp(linalg.solve_toeplitz)
def solve_toeplitz_jvp(ans, c_or_cr_dot, b_dot, c_or_cr, b, check_finite=True):
    change = toeplitz_times(c_or_cr_dot, c_or_cr, columns(ans, b))
    return -uncolumns(linalg.solve_toeplitz(c_or_cr, change), b), linalg.solve_toeplitz(c_or_cr, b_dot)


@vjp(linalg.matmul_toeplitz)
def matmul_toeplitz(ans_bar, ans, c_or_cr, x, check_finite=False, workers=None):
    x_bar = linalg.matmul_toeplitz(toeplitz_transpose(c_or_cr), columns(ans_bar, x))
    return (toeplitz_bar(columns(ans_bar, x) @ swap(columns(x, x)), c_or_cr),
            sum_to_shape(uncolumns(x_bar, x), np.shape(x)))


@jvp(linalg.matmul_toeplitz)
def matmul_toeplitz_jvp(ans, c_or_cr_dot, x_dot, c_or_cr, x, check_finite=False, workers=None):
    return uncolumns(toeplitz_times(c_or_cr_dot, c_or_cr, columns(x, x)), x), linalg.matmul_toeplitz(c_or_cr, x_dot)


@vjp(linalg.inv)
def inv(ans_bar, ans, a, *, check_finite=True, assume_a=None, lower=False):
    return part_read_bar(-swap(ans) @ ans_bar @ swap(ans), not_diagonal(assume_a), lower)


@jvp(linalg.inv)
def inv_jvp(ans, a_dot, a, *, check_finite=True, assume_a=None, lower=False):
    return -ans @ part_read(a_dot, not_diagonal(assume_a), lower) @ ans


# matrix equations

@vjp(linalg.solve_sylvester)
def solve_sylvester(ans_bar, ans, a, b, q):
    q_bar = sylvester_bar(ans_bar, ans, a, b, q)
    return -q_bar @ swap(ans), -swap(ans) @ q_bar, q_bar


@jvp(linalg.solve_sylvester)
def solve_sylvester_jvp(ans, a_dot, b_dot, q_dot, a, b, q):
    return (-sylvester_dot(a_dot @ ans, ans, a, b, q), -sylvester_dot(ans @ b_dot, ans, a, b, q),
            sylvester_dot(q_dot, ans, a, b, q))


@vjp(linalg.solve_continuous_lyapunov)
def solve_continuous_lyapunov(ans_bar, ans, a, q):
    q_bar = lyapunov_bar(ans_bar, ans, a, q)
    return -q_bar @ swap(ans) - np.conj(swap(q_bar) @ ans), q_bar


@jvp(linalg.solve_continuous_lyapunov)
def solve_continuous_lyapunov_jvp(ans, a_dot, q_dot, a, q):
    return -lyapunov_dot(a_dot @ ans + ans @ np.conj(swap(a_dot)), ans, a, q), lyapunov_dot(q_dot, ans, a, q)


@vjp(linalg.solve_discrete_lyapunov)
def solve_discrete_lyapunov(ans_bar, ans, a, q, method=None):
    q_bar = linalg.solve_discrete_lyapunov(swap(a), ans_bar, method)
    return q_bar @ np.conj(a) @ swap(ans) + np.conj(swap(q_bar) @ a @ ans), q_bar


@jvp(linalg.solve_discrete_lyapunov)
def solve_discrete_lyapunov_jvp(ans, a_dot, q_dot, a, q, method=None):
    return (linalg.solve_discrete_lyapunov(a, a_dot @ ans @ np.conj(swap(a)) + a @ ans @ np.conj(swap(a_dot)), method),
            linalg.solve_discrete_lyapunov(a, q_dot, method))


@vjp(linalg.solve_continuous_are, wrt=("a", "b", "q", "r", "s"), how=("balanced",))
def solve_continuous_are(ans_bar, ans, a, b, q, r, e=None, s=None, balanced=True):
    bars = riccati_bars(True, ans_bar, ans, a, b, r, e, s)
    return bars[0], bars[1], bars[2], bars[3], bars[4]


@jvp(linalg.solve_continuous_are)
def solve_continuous_are_jvp(ans, a_dot, b_dot, q_dot, r_dot, s_dot, a, b, q, r, e=None, s=None, balanced=True):
    return (riccati_dot(True, ans, "a", a_dot, a, b, r, e, s), riccati_dot(True, ans, "b", b_dot, a, b, r, e, s),
            riccati_dot(True, ans, "q", q_dot, a, b, r, e, s), riccati_dot(True, ans, "r", r_dot, a, b, r, e, s),
            riccati_dot(True, ans, "s", s_dot, a, b, r, e, s))


@vjp(linalg.solve_discrete_are, wrt=("a", "b", "q", "r", "s"), how=("balanced",))
def solve_discrete_are(ans_bar, ans, a, b, q, r, e=None, s=None, balanced=True):
    bars = riccati_bars(False, ans_bar, ans, a, b, r, e, s)
    return bars[0], bars[1], bars[2], bars[3], bars[4]


@jvp(linalg.solve_discrete_are)
def solve_discrete_are_jvp(ans, a_dot, b_dot, q_dot, r_dot, s_dot, a, b, q, r, e=None, s=None, balanced=True):
    return (riccati_dot(False, ans, "a", a_dot, a, b, r, e, s), riccati_dot(False, ans, "b", b_dot, a, b, r, e, s),
            riccati_dot(False, ans, "q", q_dot, a, b, r, e, s), riccati_dot(False, ans, "r", r_dot, a, b, r, e, s),
            riccati_dot(False, ans, "s", s_dot, a, b, r, e, s))


# matrices made of others

@linear(linalg.block_diag, wrt=("arrs",))
def block_diag(ans_bar, *arrs):
    return unblock_diag(ans_bar, shapes(arrs))


@linear(linalg.toeplitz, wrt=("c", "r"))
def toeplitz(ans_bar, c, r=None):
    return untoeplitz(ans_bar, c, r)[0], untoeplitz(ans_bar, c, r)[1]


@linear(linalg.hankel, wrt=("c", "r"))
def hankel(ans_bar, c, r=None):
    return unhankel(ans_bar, c, r)[0], unhankel(ans_bar, c, r)[1]


@linear(linalg.circulant)
def circulant(ans_bar, c):
    return uncirculant(ans_bar, np.shape(c))
