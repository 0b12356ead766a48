"""What the rules of `numpy.linalg` need, for stacks of matrices too."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import swap
from tangentish.rules.helpers.extremes import others


def solve_any(a: Any, b: Any, ndim: int) -> Any:
    """`np.linalg.solve(a, b)`, where `b` is a vector, or a stack of them, if `ndim` is 1."""
    return np.linalg.solve(a, b[..., None])[..., 0] if ndim == 1 else np.linalg.solve(a, b)


def cofactor(a: Any) -> Any:
    """The derivative of the determinant of `a`, by its singular values, so that `a` may be singular."""
    u, s, vh = np.linalg.svd(a)
    det = np.linalg.det(np.conj(u @ vh))
    return np.conj(u * others(s, -1)[..., None, :] @ vh) / np.expand_dims(det, (-2, -1))


def cofactor_slope(a: Any, x: Any) -> Any:
    """The derivative of `cofactor(a)` along `x`: a symmetric linear map of `x`, for singular `a` too.

    The second derivative of the determinant of a diagonal matrix s along e and f is the sum, over i and j that differ,
    of the product of the other entries of s times e_ii f_jj - e_ij f_ji; the singular values make `a` diagonal.
    """
    u, s, vh = np.linalg.svd(a)
    size = np.shape(s)[-1]
    f = np.conj(swap(u)) @ x @ np.conj(swap(vh))
    rest = np.zeros(np.shape(f), s.dtype)
    for i in range(size):
        rest[..., i, :] = others(np.where(np.arange(size) == i, 1, s), -1)
        rest[..., i, i] = 0
    diagonal = np.sum(rest * np.diagonal(f, axis1=-2, axis2=-1)[..., None, :], axis=-1)
    core = np.eye(size) * diagonal[..., None, :] - rest * swap(f)
    return np.conj(u) @ core @ np.conj(vh) * np.expand_dims(np.linalg.det(u @ vh), (-2, -1))


def slogdet_bar(ans_bar: Any, ans: Any, a: Any) -> Any:
    """The cotangent of `a` for `np.linalg.slogdet(a)`; the sign of a real matrix is constant."""
    sign_bar, log_bar = ans_bar
    if log_bar is None and not np.iscomplexobj(a):
        return np.zeros_like(a)
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
    a = np.asarray(a)
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
        return swap(cholesky_dot(swap(ans), swap(np.atleast_2d(a_dot))))
    half = np.linalg.solve(ans, from_triangle(np.atleast_2d(a_dot)))  # SciPy takes a number for a matrix
    return ans @ _half_lower(np.conj(swap(np.linalg.solve(ans, np.conj(swap(half))))))
