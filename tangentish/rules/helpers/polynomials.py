"""What the rules for polynomials and covariances need."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def product_end(a: Any, b: Any, size: int) -> Any:
    """The last coefficients of the product of two polynomials: `size` of them; none at all stands for 0."""
    return np.convolve(a if np.size(a) else [0.0], b if np.size(b) else [0.0])[-size:]


def unpolyder(ans_bar: Any, size: int, m: int = 1) -> Any:
    """The transpose of `np.polyder` of a polynomial of `size` coefficients."""
    result = np.zeros(size, np.result_type(ans_bar))
    kept = max(size - m, 0)
    result[:kept] = np.polyder(np.ones(size), m)[:kept] * ans_bar[:kept]
    return result


def unpolyint(ans_bar: Any, size: int, m: int = 1) -> Any:
    """The transpose of `np.polyint` of a polynomial of `size` coefficients."""
    return ans_bar[:size] * np.polyint(np.ones(size), m)[:size]


def _fitting(x: Any, deg: int) -> tuple[Any, Any]:
    """The matrix of powers that `np.polyfit` solves with, and its inverse; raises where there are too few different points."""
    v = np.vander(np.asarray(x) + 0.0, deg + 1)  # of floats, as `np.polyfit` does with integers
    scale = np.sqrt(np.sum(v * v, axis=0))
    u, s, vh = np.linalg.svd(v / scale, full_matrices=False)
    if len(s) <= deg or s[-1] <= len(v) * np.finfo(v.dtype).eps * s[0]:
        raise UnsupportedError("the derivative of np.polyfit of fewer different points than coefficients is not known.\n"
                               "Fit a polynomial of a lower degree, or say which `rcond` to use.")
    return v, np.conj(vh.T / s @ u.T) / scale[:, None]


def polyfit_bar(ans_bar: Any, ans: Any, x: Any, y: Any, deg: int) -> tuple[Any, Any]:
    """The cotangents of `x` and `y` for `np.polyfit(x, y, deg)`."""
    v, p = _fitting(x, deg)
    residual = y - v @ ans
    bar, c, r = (ans_bar[:, None], ans[:, None], residual[:, None]) if np.ndim(y) == 1 else (ans_bar, ans, residual)
    y_bar = p.T @ bar
    v_bar = -y_bar @ c.T + np.conj(r) @ (p @ np.conj(y_bar)).T
    powers = v[:, 1:] * np.arange(deg, 0, -1)
    return np.sum(v_bar[:, :-1] * powers, axis=1), y_bar[:, 0] if np.ndim(y) == 1 else y_bar


def polyfit_dot(ans: Any, x_dot: Any, x: Any, y: Any, deg: int) -> Any:
    """The tangent of `np.polyfit(x, y, deg)` as a function of `x`."""
    v, p = _fitting(x, deg)
    v_dot = np.zeros_like(v)
    v_dot[:, :-1] = v[:, 1:] * np.arange(deg, 0, -1) * np.asarray(x_dot)[:, None]
    return p @ (np.conj(p.T) @ (np.conj(v_dot.T) @ (y - v @ ans))) - p @ (v_dot @ ans)


def polyfit_values_dot(y_dot: Any, x: Any, deg: int) -> Any:
    """The tangent of `np.polyfit(x, y, deg)` as a function of `y`."""
    return _fitting(x, deg)[1] @ y_dot


def _rows(x: Any, rowvar: bool) -> Any:
    x = np.atleast_2d(x)
    return x if rowvar or x.shape[0] == 1 else x.T


def _degrees(x: Any, bias: bool, ddof: int | None) -> int:
    return int(x.shape[1]) - (ddof if ddof is not None else 0 if bias else 1)


def cov_bar(ans_bar: Any, m: Any, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    """The cotangent of `m` for `np.cov(m)`."""
    x = _rows(m, rowvar)
    bar = np.reshape(ans_bar, (len(x), len(x)))
    result = (bar + np.conj(bar.T)) @ np.conj(x - np.mean(x, axis=1, keepdims=True)) / _degrees(x, bias, ddof)
    return np.reshape(result if rowvar or len(x) == 1 else result.T, np.shape(m))


def cov_dot(m_dot: Any, m: Any, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    """The tangent of `np.cov(m)`."""
    x, x_dot = _rows(m, rowvar), _rows(m_dot, rowvar)
    half = x_dot @ np.conj(x - np.mean(x, axis=1, keepdims=True)).T / _degrees(x, bias, ddof)
    return np.squeeze(half + np.conj(half.T))


def corrcoef_bar(ans_bar: Any, ans: Any, x: Any, rowvar: bool = True) -> Any:
    """The cotangent of `x` for `np.corrcoef(x)`."""
    c = np.atleast_2d(np.cov(x, rowvar=rowvar))
    d = np.sqrt(np.real(np.diagonal(c)))
    bar, r = np.reshape(ans_bar, c.shape), np.reshape(ans, c.shape)
    c_bar = bar / np.outer(d, d) - np.diag(np.real(np.sum(bar * r + (bar * r).T, axis=1)) / (2 * d * d))
    return cov_bar(c_bar, x, rowvar)


def corrcoef_dot(ans: Any, x_dot: Any, x: Any, rowvar: bool = True) -> Any:
    """The tangent of `np.corrcoef(x)`."""
    c, c_dot = np.atleast_2d(np.cov(x, rowvar=rowvar)), np.atleast_2d(cov_dot(x_dot, x, rowvar))
    d = np.sqrt(np.real(np.diagonal(c)))
    share = np.real(np.diagonal(c_dot)) / (2 * d * d)
    return np.reshape(c_dot / np.outer(d, d) - np.reshape(ans, c.shape) * (share[:, None] + share), np.shape(ans))


def poly_bar(ans_bar: Any, ans: Any, zeros: Any) -> Any:
    """The cotangent of the zeros, or of the square matrix, of the monic polynomial `ans`.

    The derivative of det(t - A) is minus the trace of adj(t - A) dA, and the coefficients of the adjugate are matrices that
    follow each other as those of the polynomial do (Faddeev and LeVerrier); no eigenvalue is needed.
    """
    zeros = np.asarray(zeros)
    if np.ndim(ans) == 0:  # 1.0, of no zeros
        return 0.0 * zeros
    parts = adjugate(ans, zeros)
    total = sum((-bar * part for bar, part in zip(ans_bar[1:], parts, strict=True)), 0 * zeros)
    return total.T if np.ndim(zeros) == 2 else total


def poly_dot(ans: Any, zeros_dot: Any, zeros: Any) -> Any:
    """The tangent of the polynomial `ans`."""
    terms = [-np.sum(np.asarray(part).T * zeros_dot) for part in adjugate(ans, np.asarray(zeros))]
    return np.array([0 * ans[0], *terms]) if np.ndim(ans) else 0.0 * ans


def adjugate(ans: Any, zeros: Any) -> list[Any]:
    """The coefficients of adj(t - A), the highest first; of a diagonal A, given as a vector, their diagonals."""
    square = zeros.ndim == 2
    one = np.eye(len(zeros)) if square else np.ones(zeros.shape)
    parts: list[Any] = []
    for coefficient in np.atleast_1d(ans)[:-1]:
        parts.append(coefficient * one if not parts else (zeros @ parts[-1] if square else zeros * parts[-1]) + coefficient * one)
    return parts


def root_slopes(ans: Any, p: Any) -> Any:
    """The derivative of each of the roots `ans` in each of the coefficients `p`: -r**k / P'(r).

    A root that is repeated has none, and is refused: one that is as close to another as rounding in P moves it.
    """
    p, ans = np.asarray(p), np.asarray(ans)
    slopes = np.polyval(np.polyder(p), ans) if np.size(ans) else np.ones(0)
    gaps = np.min(np.abs(ans[:, None] - ans), axis=-1, initial=np.inf, where=~np.eye(len(ans), dtype=bool))
    rounding = 8 * len(ans) * np.finfo(ans.dtype).eps * np.polyval(np.abs(p), np.abs(ans))
    if np.any(gaps * np.abs(slopes) <= rounding):
        raise UnsupportedError("np.roots has no derivative where a root is repeated, but for rounding.")
    return -(ans[:, None] ** np.arange(len(p) - 1, -1, -1)) / slopes[:, None]
