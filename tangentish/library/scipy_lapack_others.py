"""More of LAPACK in plain Python, as `scipy_lapack`: triangular matrices, eigenvalues, rotations."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.linalg.lapack as lapack

from tangentish.errors import UnsupportedError
from tangentish.library.lapack_parts import columns, first_zero, like, over, raw, real_kind, register, typed
from tangentish.library.scipy_lapack import with_rest
from tangentish.rules.registry import zero_derivative
from tangentish.rules.scipy_helpers.systems import band_transpose
from tangentish.rules.scipy_helpers.triangular_sylvester import letter, schur_solution

zero_derivative(lapack.get_lapack_funcs, letter, *(function for name, function in vars(lapack).items() if name.endswith("_lwork")))

# triangular matrices


def trtri(c: Any, lower: Any = 0, unitdiag: Any = 0, overwrite_c: Any = 0, *, kind: str = "d") -> Any:
    """`dtrtri`, which leaves the other triangle of its argument as it is."""
    matrix = typed(c, kind)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        return raw("trtri", kind, c, lower, unitdiag)  # which raises
    info = 0 if unitdiag else first_zero(np.diag(matrix))
    if info:
        return over(c, np.copy(matrix, order="F"), overwrite_c), info
    inverse = linalg.solve_triangular(matrix, np.eye(len(matrix), dtype=kind), lower=bool(lower), unit_diagonal=bool(unitdiag),
                                      check_finite=False)
    first = 1 if unitdiag else 0  # a diagonal of ones is not in there
    if lower:
        both = np.tril(inverse, -first) + np.triu(matrix, 1 - first)
    else:
        both = np.triu(inverse, first) + np.tril(matrix, first - 1)
    return over(c, np.asfortranarray(both), overwrite_c), info


def trtrs(a: Any, b: Any, lower: Any = 0, trans: Any = 0, unitdiag: Any = 0, lda: Any = None, overwrite_b: Any = 0, *,
          kind: str = "d") -> Any:
    """`dtrtrs`."""
    matrix, right = typed(a, kind), typed(b, kind)
    if not matrix.size:
        return raw("trtrs", kind, a, b, lower, trans, unitdiag)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or columns(right).shape[0] != matrix.shape[0]:
        raw("trtrs", kind, a, b, lower, trans, unitdiag)  # which raises, or takes a part
        raise UnsupportedError("trtrs of a part of its arguments is not followed.\nGive it a square matrix, and as many rows.")
    info = 0 if unitdiag else first_zero(np.diag(matrix))
    if info:
        return over(b, np.copy(right, order="F"), overwrite_b), info
    x = linalg.solve_triangular(matrix, columns(right), trans=trans, lower=bool(lower), unit_diagonal=bool(unitdiag),
                                check_finite=False)
    return over(b, like(np.asfortranarray(x), right), overwrite_b), info


def tbtrs(ab: Any, b: Any, uplo: Any = "U", trans: Any = "N", diag: Any = "N", overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dtbtrs`: the matrix is triangular and banded."""
    bands, right = typed(ab, kind), typed(b, kind)
    info = raw("tbtrs", kind, bands, columns(right), uplo, trans, diag)[1]
    if info:
        return over(b, np.copy(right, order="F"), overwrite_b), info
    width, count, lower = bands.shape[0] - 1, bands.shape[1], letter(uplo) == "L"
    if letter(diag) == "U":
        ones = np.ones((1, count), kind)
        bands = np.concatenate([ones, bands[1:]] if lower else [bands[:-1], ones])
    widths = (width, 0) if lower else (0, width)
    if letter(trans) != "N":
        bands, widths = band_transpose(bands, widths), widths[::-1]
    if letter(trans) == "C":
        bands = np.conj(bands)
    x = linalg.solve_banded(widths, bands, columns(right)[:count], check_finite=False)
    return over(b, like(with_rest(x, columns(right), count), right), overwrite_b), info


def trsyl(a: Any, b: Any, c: Any, trana: Any = "N", tranb: Any = "N", isgn: Any = 1, overwrite_c: Any = 0, *,
          kind: str = "d") -> Any:
    """`dtrsyl`."""
    x, scale, info = schur_solution("trsyl", typed(a, kind), typed(b, kind), typed(c, kind), trana, tranb, isgn)
    return over(c, x, overwrite_c), scale, int(info)


# tridiagonal matrices, from their factors

def pttrs_real(d: Any, e: Any, b: Any, overwrite_b: Any = 0, *, kind: str = "d") -> Any:
    """`dpttrs`."""
    return pttrs_complex(d, e, b, 1, overwrite_b, kind=kind)


def pttrs_complex(d: Any, e: Any, b: Any, lower: Any = 0, overwrite_b: Any = 0, *, kind: str = "D") -> Any:
    """`zpttrs`: `e` is below the diagonal of the factor, or, not `lower`, above that of its conjugate transpose."""
    pivots, ratios, right = typed(d, real_kind(kind)), typed(e, kind), typed(b, kind)
    raw("pttrs", kind, pivots, ratios, columns(right))  # which looks at the shapes
    ratios = ratios if lower else np.conj(ratios)
    count = pivots.size
    ab = np.zeros((3, count), kind)
    ab[2, :-1] = ratios * pivots[:-1]
    ab[0, 1:] = np.conj(ab[2, :-1])
    ab[1] = pivots
    ab[1, 1:] += pivots[:-1] * np.real(ratios * np.conj(ratios))
    x = linalg.solve_banded((1, 1), ab, columns(right)[:count], check_finite=False)
    return over(b, like(with_rest(x, columns(right), count), right), overwrite_b), 0


# eigenvalues of symmetric and Hermitian matrices

def syev(a: Any, compute_v: Any = 1, lower: Any = 0, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dsyev`."""
    return eigen(a, compute_v, lower, overwrite_a, "ev", kind)


def syevd(a: Any, compute_v: Any = 1, lower: Any = 0, lwork: Any = None, liwork: Any = None, overwrite_a: Any = 0, *,
          kind: str = "d") -> Any:
    """`dsyevd`."""
    return eigen(a, compute_v, lower, overwrite_a, "evd", kind)


def heev(a: Any, compute_v: Any = 1, lower: Any = 0, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "D") -> Any:
    """`zheev`."""
    return eigen(a, compute_v, lower, overwrite_a, "ev", kind)


def heevd(a: Any, compute_v: Any = 1, lower: Any = 0, lwork: Any = None, liwork: Any = None, lrwork: Any = None,
          overwrite_a: Any = 0, *, kind: str = "D") -> Any:
    """`zheevd`."""
    return eigen(a, compute_v, lower, overwrite_a, "evd", kind)


def eigen(a: Any, compute_v: Any, lower: Any, overwrite_a: Any, driver: str, kind: str) -> Any:
    """The eigenvalues and the vectors of a driver of `scipy.linalg.eigh`."""
    matrix = typed(a, kind)
    if not compute_v:
        raise UnsupportedError("a function of LAPACK for eigenvalues without vectors is not followed.\n"
                               "Use scipy.linalg.eigvalsh.")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        return raw(("sy" if kind in "fd" else "he") + driver, kind, a)  # which raises
    w, v = linalg.eigh(matrix, lower=bool(lower), driver=driver, check_finite=False)
    return w, over(a, np.asfortranarray(v), overwrite_a), 0


def lartg(f: Any, g: Any, *, kind: str = "d") -> Any:
    """`dlartg`: a rotation that takes (f, g) to (r, 0); the other one where `f` is 0."""
    if np.size(f) != 1 or np.size(g) != 1:
        raw("lartg", kind, f, g)  # which takes the first ones
        raise UnsupportedError("lartg of arrays is not followed.\nGive it two numbers.")
    first, second = np.reshape(typed(f, kind), ()), np.reshape(typed(g, kind), ())
    if first == 0.0 and second == 0.0:
        raise UnsupportedError("the rotation that lartg gives for two zeros has no derivative.")
    if first == 0.0:
        length = np.abs(second)
        return first / length, second / length, length
    length = np.hypot(first, second)
    return np.abs(first) / length, np.sign(first) * (second / length), np.sign(first) * length


register(lartg, kinds="fd")
register(trtri, trtrs, tbtrs, trsyl, syev, syevd)
register(heev, heevd, kinds="FD")
for _pttrs, _kinds in ((pttrs_real, "fd"), (pttrs_complex, "FD")):
    register(_pttrs, name="pttrs", kinds=_kinds)
