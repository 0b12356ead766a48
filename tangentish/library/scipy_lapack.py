"""Solvers of LAPACK that SciPy gives by name (`get_lapack_funcs`), in plain Python: for both precisions, real and complex.

They give what SciPy's give, in the order of memory that SciPy's have; and where one is told to overwrite an argument, it does
so where SciPy would: in an array of the type and the order of memory of LAPACK.  `kind` is the type that it works in.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.library.lapack_parts import columns, first_zero, like, over, raw, real_kind, register, typed
from tangentish.rules.scipy_helpers.lapack import (
    band_solution,
    dense_solution,
    lu_factors,
    tridiagonal_solution,
)
from tangentish.rules.scipy_helpers.pivoted_bands import thin_solution, wide_solution

# dense matrices

def matrix_of(a: Any, kind: str) -> Any:
    """A matrix of this type; SciPy takes numbers and vectors of one entry for some."""
    matrix = typed(a, kind)
    if matrix.ndim != 2:
        raise UnsupportedError(f"a function of LAPACK whose matrix has {matrix.ndim} dimensions is not followed.\n"
                               "Give it an array of two.")
    return matrix


def gesv(a: Any, b: Any, overwrite_a: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dgesv`: factors, pivots, the solution of `a x = b`, and whether there is one."""
    right = typed(b, kind)
    lu, piv, x, info = dense_solution("gesv", matrix_of(a, kind), columns(right))
    return over(a, lu, overwrite_a), piv, over(b, like(x, right), overwrite_b), int(info)


def getrf(a: Any, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dgetrf`."""
    lu, piv, info = lu_factors("getrf", matrix_of(a, kind))
    return over(a, lu, overwrite_a), piv, int(info)


def getrs(lu: Any, piv: Any, b: Any, trans: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dgetrs`."""
    factors, right = typed(lu, kind), typed(b, kind)
    if factors.ndim != 2 or columns(right).shape[0] != factors.shape[0] or np.size(piv) != factors.shape[0] or not factors.size:
        return raw("getrs", kind, lu, piv, b, trans)  # which raises
    x = linalg.lu_solve((factors, piv), columns(right), trans, check_finite=False)
    return over(b, like(np.asfortranarray(x), right), overwrite_b), 0


def getri(lu: Any, piv: Any, lwork: Any = None, overwrite_lu: Any = 0, *, kind: str = "d") -> Any:
    """`dgetri`: the inverse, from the factors."""
    factors = typed(lu, kind)
    if factors.ndim != 2 or factors.shape[0] != factors.shape[1] or np.size(piv) != factors.shape[0] or not factors.size:
        return raw("getri", kind, lu, piv)  # which raises
    info = first_zero(np.diag(factors))
    if info or lwork == -1:
        return over(lu, np.copy(factors, order="F"), overwrite_lu), int(info)
    inverse = linalg.lu_solve((factors, piv), np.eye(factors.shape[0], dtype=kind), check_finite=False)
    return over(lu, np.asfortranarray(inverse), overwrite_lu), int(info)


def posv(a: Any, b: Any, lower: Any = 0, overwrite_a: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dposv`."""
    right = typed(b, kind)
    c, _, x, info = dense_solution("posv", matrix_of(a, kind), columns(right), lower)
    return over(a, c, overwrite_a), over(b, like(x, right), overwrite_b), int(info)


def potrf(a: Any, lower: Any = 0, clean: Any = 1, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dpotrf`."""
    matrix = matrix_of(a, kind)
    if not matrix.size:
        return raw("potrf", kind, a, lower, clean)
    c, _, _, info = dense_solution("posv", matrix, no_columns(matrix, kind), lower)
    if clean:
        c = np.asfortranarray(np.tril(c) if lower else np.triu(c))
    return over(a, c, overwrite_a), int(info)


def potrs(c: Any, b: Any, lower: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dpotrs`."""
    factor, right = typed(c, kind), typed(b, kind)
    if factor.ndim != 2 or factor.shape[0] != factor.shape[1] or columns(right).shape[0] != len(factor) or not factor.size:
        return raw("potrs", kind, c, b, lower)  # which raises
    x = linalg.cho_solve((factor, bool(lower)), columns(right), check_finite=False)
    return over(b, like(np.asfortranarray(x), right), overwrite_b), 0


def potri(c: Any, lower: Any = 0, overwrite_c: Any = 0, *, kind: str = "d") -> Any:
    """`dpotri`: one triangle of the inverse, and the other of what was there."""
    factor = typed(c, kind)
    if factor.ndim != 2 or factor.shape[0] != factor.shape[1] or not factor.size:
        return raw("potri", kind, c, lower)  # which raises
    info = first_zero(np.diag(factor))
    if info:
        return over(c, np.copy(factor, order="F"), overwrite_c), int(info)
    half = linalg.solve_triangular(factor, np.eye(factor.shape[0], dtype=kind), lower=bool(lower), check_finite=False)
    if np.iscomplexobj(half):
        half = half - 1j * np.diag(np.imag(np.diag(half)))  # LAPACK reads no imaginary parts there
    half = half.astype(kind)
    inverse = np.conj(half.T) @ half if lower else half @ np.conj(half.T)
    both = np.tril(inverse) + np.triu(factor, 1) if lower else np.triu(inverse) + np.tril(factor, -1)
    return over(c, np.asfortranarray(both), overwrite_c), int(info)


def sysv(a: Any, b: Any, lwork: Any = None, lower: Any = 0, overwrite_a: Any = 0, overwrite_b: Any = 0, *,
         kind: str = "d") -> Any:
    """`dsysv`."""
    right = typed(b, kind)
    ldu, piv, x, info = dense_solution("sysv", matrix_of(a, kind), columns(right), lower)
    return over(a, ldu, overwrite_a), piv, over(b, like(x, right), overwrite_b), int(info)


def hesv(a: Any, b: Any, lwork: Any = None, lower: Any = 0, overwrite_a: Any = 0, overwrite_b: Any = 0, *,
         kind: str = "D") -> Any:
    """`zhesv`."""
    right = typed(b, kind)
    ldu, piv, x, info = dense_solution("hesv", matrix_of(a, kind), columns(right), lower)
    return over(a, ldu, overwrite_a), piv, over(b, like(x, right), overwrite_b), int(info)


def sytrf(a: Any, lower: Any = 0, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dsytrf`."""
    return indefinite_factors("sytrf", "sysv", a, lower, overwrite_a, kind)


def hetrf(a: Any, lower: Any = 0, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "D") -> Any:
    """`zhetrf`."""
    return indefinite_factors("hetrf", "hesv", a, lower, overwrite_a, kind)


def indefinite_factors(name: str, solver: str, a: Any, lower: Any, overwrite_a: Any, kind: str) -> Any:
    """What a function gives that factors only: as the solver does, of a right side without columns."""
    matrix = matrix_of(a, kind)
    if not matrix.size:
        return raw(name, kind, a, lower)
    ldu, piv, _, info = dense_solution(solver, matrix, no_columns(matrix, kind), lower)
    return over(a, ldu, overwrite_a), piv, int(info)


def no_columns(matrix: Any, kind: str) -> Any:
    """A right side of no columns, for functions that solve what others only factor."""
    return np.zeros((matrix.shape[0], 0), kind)


# banded and tridiagonal matrices

def gtsv(dl: Any, d: Any, du: Any, b: Any, overwrite_dl: Any = 0, overwrite_d: Any = 0, overwrite_du: Any = 0,
         overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dgtsv`."""
    right = typed(b, kind)
    du2, middle, above, x, info = thin_solution("gtsv", typed(dl, kind), typed(d, kind), typed(du, kind),
                                                columns(right))
    return (over(dl, du2, overwrite_dl), over(d, middle, overwrite_d), over(du, above, overwrite_du),
            over(b, like(x, right), overwrite_b), int(info))


def gbsv(kl: Any, ku: Any, ab: Any, b: Any, overwrite_ab: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dgbsv`: the first `kl` rows of `ab` are not read."""
    right = typed(b, kind)
    lu, piv, x, info = wide_solution("gbsv", kl, ku, matrix_of(ab, kind), columns(right))
    return over(ab, lu, overwrite_ab), piv, over(b, like(x, right), overwrite_b), int(info)


def pbsv(ab: Any, b: Any, lower: Any = 0, ldab: Any = None, overwrite_ab: Any = 0, overwrite_b: Any = 0, *,
         kind: str = "d") -> Any:
    """`dpbsv`: rows of `b` below those of the system are left as they are."""
    bands, right = typed(ab, kind), typed(b, kind)
    count = whole_band(bands, ldab)
    c, x, info = band_solution("pbsv", bands, columns(right)[:count], lower)
    return over(ab, c, overwrite_ab), over(b, like(with_rest(x, columns(right), count), right), overwrite_b), int(info)


def pbtrf(ab: Any, lower: Any = 0, ldab: Any = None, overwrite_ab: Any = 0, *, kind: str = "d") -> Any:
    """`dpbtrf`."""
    bands = typed(ab, kind)
    if not bands.size:
        return raw("pbtrf", kind, ab, lower)
    c, _, info = band_solution("pbsv", bands, np.zeros((whole_band(bands, ldab), 0), kind), lower)
    return over(ab, c, overwrite_ab), int(info)


def pbtrs(ab: Any, b: Any, lower: Any = 0, ldab: Any = None, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dpbtrs`."""
    bands, right = typed(ab, kind), typed(b, kind)
    count = whole_band(bands, ldab)
    if columns(right).shape[0] < count or not bands.size:
        return raw("pbtrs", kind, ab, b, lower)  # which raises
    x = linalg.cho_solve_banded((bands, bool(lower)), columns(right)[:count], check_finite=False)
    return over(b, like(with_rest(x, columns(right), count), right), overwrite_b), 0


def whole_band(bands: Any, ldab: Any) -> Any:
    """How many columns there are; parts of the rows are not followed."""
    if bands.ndim != 2 or (ldab is not None and ldab != bands.shape[0]):
        raise UnsupportedError("a function of LAPACK with ldab, or with bands that are no matrix, is not followed.\n"
                               "Give it the rows that it is to read.")
    return bands.shape[1]


def with_rest(x: Any, right: Any, count: Any) -> Any:
    """A solution with the rows of `right` that are below it."""
    return np.asfortranarray(x if right.shape[0] == count else np.concatenate([x, right[count:]]))


def ptsv(d: Any, e: Any, b: Any, overwrite_d: Any = 0, overwrite_e: Any = 0, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dptsv`."""
    right = typed(b, kind)
    pivots, ratios, x, info = tridiagonal_solution("ptsv", typed(d, real_kind(kind)), typed(e, kind),
                                                   columns(right))
    return over(d, pivots, overwrite_d), over(e, ratios, overwrite_e), over(b, like(x, right), overwrite_b), int(info)


def pttrf(d: Any, e: Any, overwrite_d: Any = 0, overwrite_e: Any = 0, *, kind: str = "d") -> Any:
    """`dpttrf`."""
    middle = typed(d, real_kind(kind))
    if not middle.size:
        return raw("pttrf", kind, d, e)
    none = np.zeros((middle.size, 0), kind)
    pivots, ratios, _, info = tridiagonal_solution("ptsv", middle, typed(e, kind), none)
    return over(d, pivots, overwrite_d), over(e, ratios, overwrite_e), int(info)


register(gesv, getrf, getrs, getri, posv, potrf, potrs, potri, sysv, sytrf, gtsv, gbsv, pbsv, pbtrf, pbtrs, ptsv, pttrf)
register(hesv, hetrf, kinds="FD")
