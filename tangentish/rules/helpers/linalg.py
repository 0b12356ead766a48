"""What the rules of `numpy.linalg` need, for stacks of matrices too."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import axis_tuple, keep_axis, quotient, swap
from tangentish.rules.helpers.extremes import others, ties


def solve_any(a: Any, b: Any, ndim: int) -> Any:
    """`np.linalg.solve(a, b)`, where `b` is a vector, or a stack of them, if `ndim` is 1."""
    return np.linalg.solve(a, b[..., None])[..., 0] if ndim == 1 else np.linalg.solve(a, b)


def cofactor(a: Any) -> Any:
    """The derivative of the determinant of `a`, by its singular values, so that `a` may be singular."""
    u, s, vh = np.linalg.svd(a)
    det = np.linalg.det(np.conj(u @ vh))
    return np.conj(u * others(s, -1)[..., None, :] @ vh) / np.expand_dims(det, (-2, -1))


def slogdet_bar(ans_bar: Any, ans: Any, a: Any) -> Any:
    """The cotangent of `a` for `np.linalg.slogdet(a)`; the sign of a real matrix is constant."""
    sign_bar, log_bar = ans_bar
    weight = np.zeros_like(ans[1]) if log_bar is None else np.asarray(log_bar)
    if sign_bar is not None and np.iscomplexobj(a):
        weight = weight - 1j * np.real(sign_bar * 1j * ans[0])
    return np.expand_dims(weight, (-2, -1)) * swap(np.linalg.inv(a))


def slogdet_dot(ans: Any, a_dot: Any, a: Any) -> Any:
    """The tangent of `np.linalg.slogdet(a)`."""
    w = np.sum(swap(np.linalg.inv(a)) * a_dot, axis=(-2, -1))
    return ans[0] * 1j * np.imag(w) if np.iscomplexobj(a) else np.zeros_like(ans[0]), np.real(w)


def from_triangle(a: Any, uplo: str = "L") -> Any:
    """The symmetric (Hermitian) matrix of which the lower or the upper triangle of `a` is given."""
    half = np.tril(a, -1) if uplo.upper() == "L" else np.triu(a, 1)
    return half + np.conj(swap(half)) + np.real(np.eye(np.shape(a)[-1], dtype=np.result_type(a)) * a)


def to_triangle(a_bar: Any, uplo: str = "L") -> Any:
    """The transpose of `from_triangle`."""
    both = a_bar + np.conj(swap(a_bar))
    half = np.tril(both, -1) if uplo.upper() == "L" else np.triu(both, 1)
    return half + np.real(np.eye(np.shape(a_bar)[-1], dtype=np.result_type(a_bar)) * a_bar)


def _half_lower(x: Any) -> Any:
    return np.tril(x) - 0.5 * np.eye(np.shape(x)[-1], dtype=np.result_type(x)) * x


def cholesky_bar(ans_bar: Any, ans: Any, upper: bool = False) -> Any:
    """The cotangent of the triangle that `np.linalg.cholesky` reads."""
    if upper:
        return swap(cholesky_bar(swap(ans_bar), swap(ans)))
    bar, lower_h = np.conj(ans_bar), np.conj(swap(ans))
    middle = _half_lower(lower_h @ np.tril(bar))
    half = np.linalg.solve(lower_h, middle)  # L^-H middle
    s = np.conj(swap(np.linalg.solve(lower_h, np.conj(swap(half)))))  # times L^-1
    return to_triangle(np.conj(s + np.conj(swap(s))) / 2)


def cholesky_dot(ans: Any, a_dot: Any, upper: bool = False) -> Any:
    """The tangent of `np.linalg.cholesky`."""
    if upper:
        return swap(cholesky_dot(swap(ans), swap(a_dot)))
    half = np.linalg.solve(ans, from_triangle(a_dot))
    return ans @ _half_lower(np.conj(swap(np.linalg.solve(ans, np.conj(swap(half))))))


def _gaps(values: Any) -> Any:
    """1 / (w_j - w_i), 0 where they are equal."""
    difference = values[..., None, :] - values[..., :, None]
    return np.where(difference == 0, 0, 1 / np.where(difference == 0, 1, difference))


def eigh_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of the full matrix for `np.linalg.eigh`."""
    (w_bar, v_bar), (w, v) = ans_bar, ans
    inner = _gaps(w) * (np.conj(swap(v)) @ np.conj(v_bar)) + np.eye(np.shape(w)[-1]) * np.expand_dims(w_bar, -2)
    return np.conj(v @ inner @ np.conj(swap(v)))


def eigh_dot(a_dot: Any, ans: Any) -> Any:
    """The tangent of `np.linalg.eigh`."""
    w, v = ans
    inner = np.conj(swap(v)) @ a_dot @ v
    return np.real(np.diagonal(inner, axis1=-2, axis2=-1)), v @ (_gaps(w) * inner)


def eig_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of `a` for `np.linalg.eig`, whose eigenvectors have norm 1."""
    (w_bar, v_bar), (w, v) = ans_bar, ans
    vt = swap(v)
    # the normalisation: v_dot = V C with C_ij = (V^-1 A_dot V)_ij / (w_j - w_i), less v Re(v^H v_dot)
    scale = np.real(np.sum(v * v_bar, axis=-2, keepdims=True))
    inner = _gaps(w) * (vt @ (v_bar - np.conj(v) * scale))
    inner = inner + np.eye(np.shape(w)[-1]) * np.expand_dims(w_bar, -2)
    return np.linalg.solve(vt, inner) @ vt


def eig_dot(a_dot: Any, ans: Any) -> Any:
    """The tangent of `np.linalg.eig`."""
    w, v = ans
    inner = np.linalg.solve(v, a_dot @ v)
    v_dot = v @ (_gaps(w) * inner)
    v_dot = v_dot - v * np.real(np.sum(np.conj(v) * v_dot, axis=-2, keepdims=True))
    return np.diagonal(inner, axis1=-2, axis2=-1), v_dot


def norm_slope(ans: Any, x: Any, order: Any = None, axis: Any = None, keepdims: bool = False, ndim: int = 0) -> Any:
    """The derivative of the norm `ans` of `x`, of the shape of `x`; 0 at 0.  With `ndim` 1 a norm of all entries."""
    n = np.ndim(x)
    kept = keep_axis(ans, np.shape(x), axis, keepdims)
    axes = axis_tuple(axis, n)
    if order is None or order in ("fro", "f") or (order == 2 and (ndim == 1 or len(axes) == 1)):
        return quotient(np.conj(x), kept)
    size, sign = np.abs(x), np.conj(np.sign(x))
    if ndim == 1 or len(axes) == 1:
        if order in (np.inf, -np.inf):
            return sign * ties(kept, size, axis, True)
        if order == 0:
            return np.zeros_like(sign)
        if order == 1:
            return sign
        return sign * quotient(size, kept) ** (order - 1) if order > 1 else sign * np.where(
            size == 0, 0, np.where(size == 0, 1, quotient(size, kept)) ** (order - 1.0))
    row, column = axes
    if order in (1, -1, np.inf, -np.inf):
        along = row if order in (1, -1) else column
        sums = np.sum(size, axis=along, keepdims=True)
        return sign * ties(kept, sums, axes, True)
    u, s, vh = np.linalg.svd(np.moveaxis(x, (row, column), (-2, -1)), full_matrices=False)
    if order == "nuc":
        weight = np.sign(s)
    else:
        best = np.max(s, axis=-1) if order == 2 else np.min(s, axis=-1)
        weight = ties(best, s, -1) * np.sign(s)
    return np.moveaxis(np.conj(u * weight[..., None, :] @ vh), (-2, -1), (row, column))


def cond_slope(ans: Any, x: Any, p: Any = None) -> Any:
    """The derivative of `np.linalg.cond(x, p)`."""
    if p is None or p in (2, -2):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        weight = np.zeros_like(s)
        weight[..., 0], weight[..., -1] = 1 / s[..., -1], -s[..., 0] / s[..., -1] ** 2
        if p == -2:
            weight = -weight * s[..., -1:] ** 2 / s[..., :1] ** 2
        return np.conj(u * weight[..., None, :] @ vh)
    inverse = np.linalg.inv(x)
    first, second = np.linalg.norm(x, p, (-2, -1), True), np.linalg.norm(inverse, p, (-2, -1), True)
    inverse_bar = first * norm_slope(second, inverse, p, (-2, -1), True)
    return second * norm_slope(first, x, p, (-2, -1), True) - swap(inverse) @ inverse_bar @ swap(inverse)
