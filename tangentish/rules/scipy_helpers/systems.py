"""Systems of equations of `scipy.linalg`: what a solver reads of its matrix, and the two cotangents.

A right-hand side with one axis is a vector, also where there is a stack of matrices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import sum_to_shape, swap

_SYMMETRIC = ("sym", "symmetric")
_HERMITIAN = ("her", "hermitian", "pos", "positive definite")
_OTHER_TRIANGLE = {"upper triangular": "lower triangular", "lower triangular": "upper triangular"}


def columns(x: Any, b: Any) -> Any:
    """`x`, which is a solution or the like for the right-hand side `b`, as a matrix."""
    return np.asarray(x)[..., None] if np.ndim(b) == 1 else np.asarray(x)


def uncolumns(x: Any, b: Any) -> Any:
    """A matrix as what is a vector if `b` is one."""
    return x[..., 0] if np.ndim(b) == 1 else x


def _eye(a: Any) -> Any:
    return np.eye(np.shape(a)[-1], dtype=np.asarray(a).real.dtype)


def part_read(a: Any, assume_a: Any = None, lower: bool = False) -> Any:
    """The matrix that a solver takes `a` for; linear over the real numbers."""
    if assume_a in _SYMMETRIC or assume_a in _HERMITIAN:
        half = np.tril(a, -1) if lower else np.triu(a, 1)
        if assume_a in _SYMMETRIC:
            return half + swap(half) + _eye(a) * a
        return half + np.conj(swap(half)) + _eye(a) * np.real(a)
    return _outside_left_out(a, assume_a)


def part_read_bar(a_bar: Any, assume_a: Any = None, lower: bool = False) -> Any:
    """The transpose of `part_read`."""
    if assume_a in _SYMMETRIC or assume_a in _HERMITIAN:
        both = a_bar + (swap(a_bar) if assume_a in _SYMMETRIC else np.conj(swap(a_bar)))
        half = np.tril(both, -1) if lower else np.triu(both, 1)
        return half + _eye(a_bar) * (a_bar if assume_a in _SYMMETRIC else np.real(a_bar))
    return _outside_left_out(a_bar, assume_a)


def _outside_left_out(a: Any, assume_a: Any) -> Any:
    if assume_a == "upper triangular":
        return np.triu(a)
    if assume_a == "lower triangular":
        return np.tril(a)
    if assume_a == "diagonal":
        return _eye(a) * a
    if assume_a == "tridiagonal":
        return np.triu(np.tril(a, 1), -1)
    return a


def not_diagonal(assume_a: Any) -> Any:
    """What `scipy.linalg.inv` assumes; of what it leaves outside a diagonal there is no derivative."""
    if assume_a in ("diagonal", "tridiagonal", "banded"):
        raise UnsupportedError(f"the derivative of scipy.linalg.inv with assume_a={assume_a!r} is not known.")
    return assume_a


def _solved_transposed(a: Any, g: Any, assume_a: Any, lower: bool) -> Any:
    """The solution of the transposed system."""
    if assume_a in _HERMITIAN:
        return np.conj(linalg.solve(a, np.conj(g), lower, assume_a=assume_a))
    if assume_a in _SYMMETRIC:
        return linalg.solve(a, g, lower, assume_a=assume_a)
    return linalg.solve(swap(a), g, assume_a=_OTHER_TRIANGLE.get(assume_a, assume_a))


def solve_bar(ans_bar: Any, ans: Any, a: Any, b: Any, lower: bool = False, assume_a: Any = None,
              transposed: bool = False) -> tuple[Any, Any]:
    """The cotangents of `a` and `b` for `scipy.linalg.solve(a, b)`."""
    g, x = columns(ans_bar, b), columns(ans, b)
    if transposed:
        b_bar = linalg.solve(a, g, lower, assume_a=assume_a)
        a_bar = -x @ swap(b_bar)
    else:
        b_bar = _solved_transposed(a, g, assume_a, lower)
        a_bar = -b_bar @ swap(x)
    return (sum_to_shape(part_read_bar(a_bar, assume_a, lower), np.shape(a)),
            sum_to_shape(uncolumns(b_bar, b), np.shape(b)))


def solve_dot(ans: Any, a_dot: Any, a: Any, b: Any, lower: bool = False, assume_a: Any = None,
              transposed: bool = False) -> Any:
    """The tangent of `scipy.linalg.solve(a, b)` as a function of `a`."""
    change = part_read(a_dot, assume_a, lower)
    change = (swap(change) if transposed else change) @ columns(ans, b)
    return uncolumns(-linalg.solve(a, change, lower, assume_a=assume_a, transposed=transposed), b)


def triangular_bar(ans_bar: Any, ans: Any, a: Any, b: Any, trans: Any = 0, lower: bool = False,
                   unit_diagonal: bool = False) -> tuple[Any, Any]:
    """The cotangents of `a` and `b` for `scipy.linalg.solve_triangular`."""
    g, x = columns(ans_bar, b), columns(ans, b)
    if trans in (2, "C"):
        b_bar = np.conj(linalg.solve_triangular(a, np.conj(g), 0, lower, unit_diagonal))
        a_bar = np.conj(-x @ swap(b_bar))
    elif trans in (1, "T"):
        b_bar = linalg.solve_triangular(a, g, 0, lower, unit_diagonal)
        a_bar = -x @ swap(b_bar)
    else:
        b_bar = linalg.solve_triangular(a, g, 1, lower, unit_diagonal)
        a_bar = -b_bar @ swap(x)
    return (sum_to_shape(triangular_part(a_bar, lower, unit_diagonal), np.shape(a)),
            sum_to_shape(uncolumns(b_bar, b), np.shape(b)))


def triangular_part(x: Any, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The triangle that `scipy.linalg.solve_triangular` reads."""
    return np.tril(x, -unit_diagonal) if lower else np.triu(x, int(unit_diagonal))


def triangular_dot(ans: Any, a_dot: Any, a: Any, b: Any, trans: Any = 0, lower: bool = False,
                   unit_diagonal: bool = False) -> Any:
    """The tangent of `scipy.linalg.solve_triangular` as a function of `a`."""
    change = triangular_part(a_dot, lower, unit_diagonal)
    change = change if trans in (0, "N") else np.conj(swap(change)) if trans in (2, "C") else swap(change)
    return uncolumns(-linalg.solve_triangular(a, change @ columns(ans, b), trans, lower, unit_diagonal), b)


# banded and Toeplitz matrices, and stacks of them: `x` and the cotangents are matrices, see `columns`

def _bands(x: Any, bands: Any) -> list[tuple[int, slice, slice]]:
    """For each diagonal of a matrix that has the rows of `x`: how far above it is, its rows and its columns."""
    n = np.shape(x)[-2]
    low, up = (min(count, max(n - 1, 0)) for count in bands)  # beyond these there is nothing
    return [(k, slice(max(-k, 0), n - max(k, 0)), slice(max(k, 0), n + min(k, 0))) for k in range(-low, up + 1)]


def band_product(b_bar: Any, x: Any, bands: Any) -> Any:
    """The cotangent of the diagonals for `scipy.linalg.solve_banded`, from that of `b`."""
    result = np.zeros((*np.shape(x)[:-2], sum(bands) + 1, np.shape(x)[-2]), np.result_type(b_bar, x))
    for k, rows, across in _bands(x, bands):
        result[..., bands[1] - k, across] = -np.sum(b_bar[..., rows, :] * x[..., across, :], axis=-1)
    return result


def band_times(ab: Any, x: Any, bands: Any) -> Any:
    """The product of a banded matrix and `x`."""
    ab = np.asarray(ab)
    result = np.zeros((*np.broadcast_shapes(np.shape(ab)[:-2], np.shape(x)[:-2]), *np.shape(x)[-2:]), np.result_type(ab, x))
    for k, rows, across in _bands(x, bands):
        result[..., rows, :] += ab[..., bands[1] - k, across, None] * x[..., across, :]
    return result


def band_transpose(ab: Any, bands: Any) -> Any:
    """The diagonals of the transposed matrix."""
    result = np.zeros_like(ab)
    for k, rows, across in _bands(np.empty((*np.shape(ab)[-1:], 0)), bands):
        result[..., bands[0] + k, rows] = np.asarray(ab)[..., bands[1] - k, across]
    return result


def both_bands(ab: Any, lower: bool = False) -> Any:
    """All diagonals of the Hermitian matrix of which `scipy.linalg.solveh_banded` takes those of one triangle."""
    ab = np.asarray(ab)
    u, n = np.shape(ab)[-2] - 1, np.shape(ab)[-1]
    result = np.zeros((*np.shape(ab)[:-2], 2 * u + 1, n), np.result_type(ab))
    for k in range(min(u + 1, n)):  # the diagonal that is k below or above
        row, first = (k, 0) if lower else (u - k, k)
        line = ab[..., row, first : first + n - k]
        result[..., u + k, : n - k] += line if lower or not k else np.conj(line)
        if k:
            result[..., u - k, k:] += np.conj(line) if lower else line
    result[..., u, :] = np.real(result[..., u, :])
    return result


def both_bands_bar(bar: Any, lower: bool = False) -> Any:
    """The transpose of `both_bands`."""
    u, n = np.shape(bar)[-2] // 2, np.shape(bar)[-1]
    result = np.zeros((*np.shape(bar)[:-2], u + 1, n), bar.dtype)
    result[..., 0 if lower else u, :] = np.real(bar[..., u, :])
    for k in range(1, min(u + 1, n)):
        below, above = bar[..., u + k, : n - k], bar[..., u - k, k:]
        if lower:
            result[..., k, : n - k] = below + np.conj(above)
        else:
            result[..., u - k, k:] = np.conj(below) + above
    return result


def untoeplitz(ans_bar: Any, c: Any, r: Any = None) -> tuple[Any, Any]:
    """The transpose of `scipy.linalg.toeplitz`, of vectors."""
    rows, count = np.shape(ans_bar)[-2:]
    c_bar = np.stack([np.trace(ans_bar, -k, -2, -1) for k in range(rows)], axis=-1)
    r_bar = np.stack([np.trace(ans_bar, k, -2, -1) if k else np.zeros(np.shape(ans_bar)[:-2]) for k in range(count)], axis=-1)
    if r is None:
        return _fitted(c_bar + np.conj(r_bar), c), None
    return _fitted(c_bar, c), _fitted(r_bar, r)


def _fitted(bar: Any, x: Any) -> Any:
    return np.reshape(sum_to_shape(bar, np.shape(x)) if np.ndim(bar) >= np.ndim(x) > 0 else bar, np.shape(x))


def _column_and_row(c_or_cr: Any) -> tuple[Any, Any]:
    return c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, np.conj(c_or_cr))


def toeplitz_transpose(c_or_cr: Any) -> tuple[Any, Any]:
    """The first column and the first row of the transpose of the matrix that `scipy.linalg.solve_toeplitz` takes."""
    c, r = map(np.asarray, _column_and_row(c_or_cr))
    batch = np.broadcast_shapes(c.shape[:-1], r.shape[:-1])  # the first entry of the row is not read
    return np.concatenate([np.broadcast_to(c[..., :1], (*batch, 1)), np.broadcast_to(r, (*batch, r.shape[-1]))[..., 1:]], -1), c


def toeplitz_bar(bar: Any, c_or_cr: Any) -> Any:
    """The cotangent of what a Toeplitz matrix is given by, from that of the matrix."""
    return untoeplitz(bar, *c_or_cr) if isinstance(c_or_cr, tuple) else untoeplitz(bar, c_or_cr)[0]


def toeplitz_times(tangents: Any, c_or_cr: Any, x: Any) -> Any:
    """The product of a Toeplitz matrix and `x`, for tangents of what the matrix is given by (None for zero)."""
    parts = tangents if isinstance(c_or_cr, tuple) else (tangents,)  # as SciPy tells the two forms apart
    filled = [np.zeros_like(one) if part is None else part for part, one in zip(parts, _column_and_row(c_or_cr), strict=False)]
    return linalg.toeplitz(*filled) @ x


__all__ = ["band_product", "band_times", "band_transpose", "both_bands", "both_bands_bar", "columns", "not_diagonal", "part_read",
           "part_read_bar", "solve_bar", "solve_dot", "toeplitz_bar", "toeplitz_times", "toeplitz_transpose",
           "triangular_bar", "triangular_dot", "triangular_part", "uncolumns", "untoeplitz"]
