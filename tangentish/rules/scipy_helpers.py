"""What the rules for SciPy need, and may import SciPy for (it is imported when the program has done so)."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import cholesky_bar, cholesky_dot, dense, sum_to_shape, swap, to_triangle

_SYMMETRIC = ("sym", "symmetric", "her", "hermitian", "pos", "positive definite")


def solve_a_bar(b_bar: Any, ans: Any, shape: Any, assume_a: Any = None, lower: bool = False, ndim: int = 2) -> Any:
    """The cotangent of `a` for `scipy.linalg.solve(a, b)`: of one triangle, if that is all it reads."""
    bar = -b_bar[..., :, None] * ans[..., None, :] if ndim == 1 else -b_bar @ swap(ans)
    bar = sum_to_shape(bar, shape)
    if assume_a in _SYMMETRIC:
        return to_triangle(bar, "L" if lower else "U")
    if assume_a not in (None, "gen", "general"):
        raise NotImplementedError(f"the derivative of scipy.linalg.solve with assume_a={assume_a!r}")
    return bar


def log_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of the complex logarithm of a number, from those of `ans`: its logarithm's real part, its sign."""
    size_bar, sign_bar = dense(ans_bar, ans)
    return size_bar + 1j * np.imag(sign_bar * ans[1]) if np.iscomplexobj(ans[1]) else size_bar


def log_dot(dot: Any, ans: Any) -> Any:
    """The tangents of `ans`, the real part of the complex logarithm of a number and its sign, from that logarithm's."""
    return np.real(dot), ans[1] * 1j * np.imag(dot) if np.iscomplexobj(ans[1]) else np.zeros_like(dot)


def solve_b_bar(ans_bar: Any, a: Any, assume_a: Any = None, lower: bool = False) -> Any:
    """The cotangent of `b` for `scipy.linalg.solve(a, b)`."""
    if assume_a in _SYMMETRIC:
        return np.conj(linalg.solve(a, np.conj(ans_bar), assume_a=assume_a, lower=lower))
    return linalg.solve(swap(a), ans_bar)


def full_matrix(a: Any, assume_a: Any = None, lower: bool = False) -> Any:
    """The matrix that `scipy.linalg.solve` takes `a` for, in tangents too."""
    if assume_a not in _SYMMETRIC:
        return a
    half = np.tril(a, -1) if lower else np.triu(a, 1)
    return half + np.conj(swap(half)) + np.eye(np.shape(a)[-1]) * a


def triangular_bar(ans_bar: Any, a: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The cotangent of `b` for `scipy.linalg.solve_triangular`."""
    if trans in (2, "C"):
        return np.conj(linalg.solve_triangular(a, np.conj(ans_bar), 0, lower, unit_diagonal))
    return linalg.solve_triangular(a, ans_bar, 1 if trans in (0, "N") else 0, lower, unit_diagonal)


def triangular_part(x: Any, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The triangle that `scipy.linalg.solve_triangular` reads."""
    return np.tril(x, -unit_diagonal) if lower else np.triu(x, int(unit_diagonal))


def triangular_a_bar(b_bar: Any, ans: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The cotangent of `a` for `scipy.linalg.solve_triangular`."""
    b_bar, ans = (b_bar[:, None], ans[:, None]) if np.ndim(ans) == 1 else (b_bar, ans)
    bar = -b_bar @ ans.T if trans in (0, "N") else -ans @ b_bar.T
    return triangular_part(np.conj(bar) if trans in (2, "C") else bar, lower, unit_diagonal)


def triangular_dot(ans: Any, a_dot: Any, a: Any, trans: Any = 0, lower: bool = False,
                   unit_diagonal: bool = False) -> Any:
    """The tangent of `scipy.linalg.solve_triangular` as a function of `a`."""
    change = triangular_part(a_dot, lower, unit_diagonal)
    change = change if trans in (0, "N") else change.T
    return -linalg.solve_triangular(a, (np.conj(change) if trans in (2, "C") else change) @ ans, trans, lower,
                                    unit_diagonal)


def cho_factor_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of `a` for `scipy.linalg.cho_factor(a)`, which leaves one triangle as it was."""
    c, lower = ans
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return cholesky_bar(inside(ans_bar[0]), inside(c), not lower) + outside(ans_bar[0], 1 if lower else -1)


def cho_factor_dot(ans: Any, a_dot: Any) -> Any:
    """The tangent of `scipy.linalg.cho_factor(a)`."""
    c, lower = ans
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return cholesky_dot(inside(c), a_dot, not lower) + outside(a_dot, 1 if lower else -1), 0


def cho_solve_bar(b_bar: Any, ans: Any, c_and_lower: Any) -> Any:
    """The cotangent of the factor for `scipy.linalg.cho_solve`, real."""
    c, lower = c_and_lower
    b_bar, x = (b_bar[:, None], ans[:, None]) if np.ndim(ans) == 1 else (b_bar, ans)
    both = -b_bar @ x.T - x @ b_bar.T
    return (np.tril(both @ np.tril(c)) if lower else np.triu(np.triu(c) @ both)), None


def cho_solve_dot(ans: Any, c_dot: Any, c_and_lower: Any) -> Any:
    """The tangent of `scipy.linalg.cho_solve` as a function of the factor, real."""
    c, lower = c_and_lower
    f, f_dot = (np.tril(c), np.tril(c_dot[0])) if lower else (np.triu(c).T, np.triu(c_dot[0]).T)
    return -linalg.cho_solve(c_and_lower, (f_dot @ f.T + f @ f_dot.T) @ ans)


def lu_parts(lu: Any) -> tuple[Any, Any]:
    """The two factors in the result of `scipy.linalg.lu_factor`."""
    return np.tril(lu, -1) + np.eye(len(lu)), np.triu(lu)


def permutation(piv: Any) -> Any:
    """The order of rows after the swaps `piv`."""
    order = np.arange(len(piv))
    for k, j in enumerate(piv):
        order[[k, j]] = order[[j, k]]
    return order


def lu_factor_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of a square `a` for `scipy.linalg.lu_factor(a)`."""
    lower, upper = lu_parts(ans[0])
    middle = np.tril(lower.T @ np.tril(ans_bar[0], -1), -1) + np.triu(np.triu(ans_bar[0]) @ upper.T)
    left = linalg.solve_triangular(lower, middle, 1, True, True)
    result = np.empty_like(left)
    result[permutation(ans[1])] = linalg.solve_triangular(upper, left.T).T
    return result


def lu_factor_dot(ans: Any, a_dot: Any) -> Any:
    """The tangent of `scipy.linalg.lu_factor(a)`."""
    lower, upper = lu_parts(ans[0])
    middle = linalg.solve_triangular(lower, a_dot[permutation(ans[1])], lower=True)
    middle = linalg.solve_triangular(upper, middle.T, 1).T
    return lower @ np.tril(middle, -1) + np.triu(middle) @ upper, np.zeros(len(ans[1]))


def lu_solve_bar(ans_bar: Any, ans: Any, lu_and_piv: Any, trans: int = 0) -> tuple[Any, Any]:
    """The cotangents of the factors and of `b` for `scipy.linalg.lu_solve`, real."""
    lu, piv = lu_and_piv
    lower, upper = lu_parts(lu)
    b_bar = linalg.lu_solve((lu, piv), ans_bar, 0 if trans else 1)
    g, x = (b_bar[:, None], ans[:, None]) if np.ndim(ans) == 1 else (b_bar, ans)
    bar = (-x @ g.T if trans else -g @ x.T)[permutation(piv)]
    return (np.tril(bar @ upper.T, -1) + np.triu(lower.T @ bar), None), b_bar


def lu_solve_dot(ans: Any, lu_dot: Any, lu_and_piv: Any, trans: int = 0) -> Any:
    """The tangent of `scipy.linalg.lu_solve` as a function of the factors, real."""
    lu, piv = lu_and_piv
    lower, upper = lu_parts(lu)
    a_dot = np.empty_like(lu)
    a_dot[permutation(piv)] = np.tril(lu_dot[0], -1) @ upper + lower @ np.triu(lu_dot[0])
    return -linalg.lu_solve(lu_and_piv, (a_dot.T if trans else a_dot) @ ans, trans)


def logm_frechet(a: Any, direction: Any) -> Any:
    """The derivative of `scipy.linalg.logm` at `a` in this direction."""
    n = len(a)
    return linalg.logm(np.block([[a, direction], [np.zeros((n, n)), a]]))[:n, n:]


def unblock_diag(ans_bar: Any, shapes: Any) -> list[Any]:
    """The transpose of `scipy.linalg.block_diag`."""
    parts, row, column = [], 0, 0
    for shape in shapes:
        rows, columns = (1, 1, *shape)[-2:]
        parts.append(np.reshape(ans_bar[row : row + rows, column : column + columns], shape))
        row, column = row + rows, column + columns
    return parts


def untoeplitz(ans_bar: Any, c: Any, r: Any = None) -> tuple[Any, Any]:
    """The transpose of `scipy.linalg.toeplitz`, of real vectors."""
    rows, columns = np.shape(ans_bar)
    c_bar = np.array([np.trace(ans_bar, -k) for k in range(rows)])
    r_bar = np.array([np.trace(ans_bar, k) if k else 0 for k in range(columns)])
    return (c_bar + r_bar, None) if r is None else (c_bar, r_bar)


def unband(matrix: Any, bands: Any) -> Any:
    """The diagonals of a matrix in the form of `scipy.linalg.solve_banded`."""
    low, up = bands
    result = np.zeros((low + up + 1, len(matrix)), matrix.dtype)
    for k in range(-low, up + 1):
        result[up - k, max(k, 0) : len(matrix) + min(k, 0)] = np.diagonal(matrix, k)
    return result


def band_product(b_bar: Any, ans: Any, bands: Any) -> Any:
    """The cotangent of the diagonals for `scipy.linalg.solve_banded`, from that of `b`."""
    g, x = (b_bar[:, None], ans[:, None]) if np.ndim(ans) == 1 else (b_bar, ans)
    low, up = bands
    result = np.zeros((low + up + 1, len(x)), np.result_type(g, x))
    for k in range(-low, up + 1):
        rows = slice(max(-k, 0), len(x) - max(k, 0))
        columns = slice(max(k, 0), len(x) + min(k, 0))
        result[up - k, columns] = -np.sum(g[rows] * x[columns], axis=1)
    return result


def band_times(ab: Any, x: Any, bands: Any) -> Any:
    """The product of a banded matrix and `x`."""
    low, up = bands
    result = np.zeros(np.shape(x), np.result_type(ab, x))
    for k in range(-low, up + 1):
        rows = slice(max(-k, 0), len(x) - max(k, 0))
        columns = slice(max(k, 0), len(x) + min(k, 0))
        weight = ab[up - k, columns]
        result[rows] += (weight if np.ndim(x) == 1 else weight[:, None]) * x[columns]
    return result


def band_transpose(ab: Any, bands: Any) -> Any:
    """The diagonals of the transposed matrix."""
    low, up = bands
    result = np.zeros_like(ab)
    n = np.shape(ab)[1]
    for k in range(-low, up + 1):
        result[low + k, max(-k, 0) : n - max(k, 0)] = ab[up - k, max(k, 0) : n + min(k, 0)]
    return result
