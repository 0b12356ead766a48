"""Triangular factors of matrices, and systems solved with them."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import cholesky_bar, cholesky_dot, dense, qr_bar, qr_dot, sum_to_shape, swap
from tangentish.rules.scipy_helpers.systems import columns, uncolumns


@functools.cache
def _rest_is_kept() -> bool:
    """Whether `scipy.linalg.cho_factor` leaves the triangle that it does not use as it was: so it is before SciPy 1.18."""
    return bool(linalg.cho_factor(np.array([[4.0, 1.0], [1.0, 4.0]]))[0][1, 0] != 0)


def cho_factor_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of `a` for `scipy.linalg.cho_factor(a)`, which leaves one triangle as it was, or 0."""
    c, lower = ans[0], np.all(ans[1])
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    bar = cholesky_bar(inside(ans_bar[0]), inside(c), not lower)
    return bar + outside(ans_bar[0], 1 if lower else -1) if _rest_is_kept() else bar


def cho_factor_dot(ans: Any, a_dot: Any) -> Any:
    """The tangent of `scipy.linalg.cho_factor(a)`."""
    c, lower = ans[0], np.all(ans[1])
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    dot = cholesky_dot(inside(c), a_dot, not lower)
    return (dot + outside(np.atleast_2d(a_dot), 1 if lower else -1) if _rest_is_kept() else dot), 0


def cho_solve_bar(ans_bar: Any, ans: Any, c_and_lower: Any, b: Any) -> tuple[Any, Any]:
    """The cotangents of the factor and of `b` for `scipy.linalg.cho_solve`."""
    c, lower = c_and_lower[0], np.all(c_and_lower[1])
    g = np.conj(linalg.cho_solve(c_and_lower, np.conj(columns(ans_bar, b))))
    bar = -g @ swap(columns(ans, b))  # of the product of the factor f and its transpose
    f = np.tril(c) if lower else np.conj(swap(np.triu(c)))
    f_bar = bar @ np.conj(f) + np.conj(swap(bar) @ f)
    c_bar = np.tril(f_bar) if lower else np.triu(np.conj(swap(f_bar)))
    return (sum_to_shape(c_bar, np.shape(c)), None), sum_to_shape(uncolumns(g, b), np.shape(b))


def cho_solve_dot(ans: Any, c_dot: Any, c_and_lower: Any, b: Any) -> Any:
    """The tangent of `scipy.linalg.cho_solve` as a function of the factor."""
    c, lower = c_and_lower[0], np.all(c_and_lower[1])
    f, f_dot = np.tril(c) if lower else np.triu(c), np.tril(c_dot[0]) if lower else np.triu(c_dot[0])
    if not lower:
        f, f_dot = np.conj(swap(f)), np.conj(swap(f_dot))
    change = f_dot @ np.conj(swap(f)) + f @ np.conj(swap(f_dot))
    return uncolumns(-linalg.cho_solve(c_and_lower, change @ columns(ans, b)), b)


def lu_parts(lu: Any) -> tuple[Any, Any]:
    """The two factors in the result of `scipy.linalg.lu_factor`."""
    k = min(np.shape(lu)[-2:])
    return np.tril(lu, -1)[..., :k] + np.eye(np.shape(lu)[-2], k), np.triu(lu)[..., :k, :]


def _square(lower: Any, upper: Any) -> tuple[Any, Any]:
    """The factors, made square by columns and rows of the identity."""
    m, n, k = np.shape(lower)[-2], np.shape(upper)[-1], np.shape(lower)[-1]
    left = np.broadcast_to(np.eye(m, dtype=np.result_type(lower)), (*np.shape(lower)[:-1], m)).copy()
    right = np.broadcast_to(np.eye(n, dtype=np.result_type(upper)), (*np.shape(upper)[:-2], n, n)).copy()
    left[..., :k], right[..., :k, :] = lower, upper
    pivots = np.abs(np.diagonal(upper, axis1=-2, axis2=-1))
    if k and np.any(np.min(pivots, axis=-1) <= 8 * k * np.finfo(pivots.dtype).eps * np.max(np.abs(upper), axis=(-2, -1))):
        raise UnsupportedError("the factors of a matrix whose first columns depend on each other linearly have no derivative")
    return left, right


def _factors_bar(lower: Any, upper: Any, l_bar: Any, u_bar: Any) -> Any:
    """The cotangent of the product of two triangular factors, the first with a diagonal of ones."""
    left, right = _square(lower, upper)
    k = np.shape(lower)[-1]
    middle = np.zeros((*np.shape(lower)[:-1], np.shape(upper)[-1]), np.result_type(l_bar, u_bar, lower))
    middle[..., :k] += np.tril(swap(left) @ l_bar, -1)
    middle[..., :k, :] += np.triu(u_bar @ swap(right))
    middle = linalg.solve_triangular(left, middle, 1, True, True)
    return swap(linalg.solve_triangular(right, swap(middle)))


def _factors_dot(lower: Any, upper: Any, a_dot: Any) -> tuple[Any, Any]:
    left, right = _square(lower, upper)
    k = np.shape(lower)[-1]
    middle = linalg.solve_triangular(left, a_dot, lower=True, unit_diagonal=True)
    middle = swap(linalg.solve_triangular(right, swap(middle), 1))
    return left @ np.tril(middle, -1)[..., :k], np.triu(middle)[..., :k, :] @ right


def permutation(piv: Any, rows: int) -> Any:
    """The order of rows after the swaps `piv`."""
    piv = np.asarray(piv).astype(int)  # SciPy takes floats too
    orders = np.broadcast_to(np.arange(rows), (*piv.shape[:-1], rows)).copy()
    for place in np.ndindex(piv.shape[:-1]):
        order = orders[place]
        for k, j in enumerate(piv[place]):
            order[[k, j]] = order[[j, k]]
    return orders


def _rows(a: Any, order: Any) -> Any:
    return np.take_along_axis(np.asarray(a), order[..., None], axis=-2)


def lu_factor_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of `a` for `scipy.linalg.lu_factor(a)`."""
    lower, upper = lu_parts(ans[0])
    k = np.shape(lower)[-1]
    bar = _factors_bar(lower, upper, np.tril(ans_bar[0], -1)[..., :k], np.triu(ans_bar[0])[..., :k, :])
    return _rows(bar, np.argsort(permutation(ans[1], np.shape(lower)[-2])))


def lu_factor_dot(ans: Any, a_dot: Any) -> Any:
    """The tangent of `scipy.linalg.lu_factor(a)`."""
    lower, upper = lu_parts(ans[0])
    k = np.shape(lower)[-1]
    l_dot, u_dot = _factors_dot(lower, upper, _rows(a_dot, permutation(ans[1], np.shape(lower)[-2])))
    lu_dot = np.zeros(np.shape(ans[0]), np.result_type(ans[0]))
    lu_dot[..., :k] += l_dot  # the diagonal of ones is not in there, and does not change
    lu_dot[..., :k, :] += u_dot
    return lu_dot, np.zeros(np.shape(ans[1]))


def _lu_order(ans: Any, a: Any, permute_l: bool, p_indices: bool) -> tuple[Any, Any, Any]:
    """The order of rows and the factors in a result of `scipy.linalg.lu`."""
    order = linalg.lu(a, p_indices=True)[0] if permute_l else ans[0] if p_indices else np.argmax(ans[0], axis=-1)
    return order, _rows(ans[0], np.argsort(order)) if permute_l else ans[1], ans[-1]


def lu_bar(ans_bar: Any, ans: Any, a: Any, permute_l: bool = False, p_indices: bool = False) -> Any:
    """The cotangent of `a` for `scipy.linalg.lu(a)`."""
    bars = dense(ans_bar, ans)
    order, lower, upper = _lu_order(ans, a, permute_l, p_indices)
    l_bar = _rows(bars[0], np.argsort(order)) if permute_l else bars[1]
    return _rows(_factors_bar(lower, upper, l_bar, bars[-1]), order)


def lu_dot(ans: Any, a_dot: Any, a: Any, permute_l: bool = False, p_indices: bool = False) -> Any:
    """The tangent of `scipy.linalg.lu(a)`."""
    order, lower, upper = _lu_order(ans, a, permute_l, p_indices)
    l_dot, u_dot = _factors_dot(lower, upper, _rows(a_dot, np.argsort(order)))
    return (_rows(l_dot, order), u_dot) if permute_l else (np.zeros(np.shape(ans[0])), l_dot, u_dot)


def lu_solve_bar(ans_bar: Any, ans: Any, lu_and_piv: Any, b: Any, trans: int = 0) -> tuple[Any, Any]:
    """The cotangents of the factors and of `b` for `scipy.linalg.lu_solve`."""
    if trans == 2:  # the conjugate of the transposed system for the conjugate of `b`
        parts, b_bar = lu_solve_bar(np.conj(ans_bar), np.conj(ans), lu_and_piv, b, 1)
        return parts, np.conj(b_bar)
    lu, piv = lu_and_piv
    lower, upper = lu_parts(lu)
    g, x = linalg.lu_solve((lu, piv), columns(ans_bar, b), 0 if trans else 1), columns(ans, b)
    bar = _rows(-x @ swap(g) if trans else -g @ swap(x), permutation(piv, np.shape(lu)[-2]))
    lu_bar = np.tril(bar @ swap(upper), -1) + np.triu(swap(lower) @ bar)
    return (sum_to_shape(lu_bar, np.shape(lu)), None), sum_to_shape(uncolumns(g, b), np.shape(b))


def lu_solve_dot(ans: Any, lu_dot: Any, lu_and_piv: Any, b: Any, trans: int = 0) -> Any:
    """The tangent of `scipy.linalg.lu_solve` as a function of the factors."""
    lu, piv = lu_and_piv
    lower, upper = lu_parts(lu)
    a_dot = np.tril(lu_dot[0], -1) @ upper + lower @ np.triu(lu_dot[0])
    a_dot = _rows(a_dot, np.argsort(permutation(piv, np.shape(lu)[-2])))
    a_dot = a_dot if not trans else swap(a_dot) if trans == 1 else np.conj(swap(a_dot))
    return uncolumns(-linalg.lu_solve(lu_and_piv, a_dot @ columns(ans, b), trans), b)


_QR_MODES = {"full": "complete", "economic": "reduced", "r": "r"}


def scipy_qr_bar(ans_bar: Any, ans: Any, a: Any, mode: str = "full", pivoting: bool = False) -> Any:
    """The cotangent of `a` for `scipy.linalg.qr(a)`."""
    rows, across = np.shape(a)[-2:]
    if mode not in _QR_MODES:
        raise UnsupportedError(f"the derivative of scipy.linalg.qr with mode={mode!r} is not known.")
    bars, order = dense(ans_bar, ans), ans[-1]
    a = swap(_rows(swap(a), order)) if pivoting else a
    if mode == "r":
        q, r = linalg.qr(a, mode="economic")
        bars, ans, mode = [np.zeros_like(q), bars[0][..., : np.shape(r)[-2], :]], (q, r), "economic"
    elif mode == "full" and rows > across:
        if np.any(bars[0][..., across:]):
            raise UnsupportedError("the columns of q that complete it to a square matrix have no derivative.\n"
                                   "Use mode='economic'.")
        bars = [bars[0][..., :across], bars[1][..., :across, :]]
        ans, mode = (ans[0][..., :across], ans[1][..., :across, :]), "economic"
    bar = qr_bar(bars[:2], ans[:2], a, _QR_MODES[mode])
    return swap(_rows(swap(bar), np.argsort(order))) if pivoting else bar


def scipy_qr_dot(ans: Any, a_dot: Any, a: Any, mode: str = "full", pivoting: bool = False) -> Any:
    """The tangent of `scipy.linalg.qr(a)`; of a tall matrix where `q` is not square."""
    rows, across = np.shape(a)[-2:]
    if mode not in _QR_MODES or (mode == "full" and rows > across):
        raise UnsupportedError(f"the tangent of scipy.linalg.qr with mode={mode!r} is not known.")
    if pivoting:
        order = ans[-1]
        a, a_dot = swap(_rows(swap(a), order)), swap(_rows(swap(a_dot), order))
    if mode == "r":
        q, r = linalg.qr(a, mode="economic")
        r_dot = np.zeros(np.shape(ans[0]), np.result_type(r))
        r_dot[..., : np.shape(r)[-2], :] = qr_dot((q, r), a_dot, a)[1]
        dots: tuple[Any, ...] = (r_dot,)
    else:
        dots = qr_dot(ans[:2], a_dot, a, _QR_MODES[mode])
    return (*dots, np.zeros(np.shape(ans[-1]))) if pivoting else dots


def _turned_over(r: Any, q: Any) -> tuple[Any, Any]:
    """Of `a = r q`, the factors q and r of the transpose of `a` with its columns in reverse order."""
    return swap(q)[..., ::-1], swap(r)[..., ::-1, ::-1]


def rq_bar(ans_bar: Any, ans: Any, a: Any, mode: str = "full") -> Any:
    """The cotangent of `a` for `scipy.linalg.rq(a)`: a QR decomposition of what `_turned_over` has."""
    if mode == "r":
        r, q = linalg.rq(a, mode="economic")
        ans_bar, ans, mode = (ans_bar[..., np.shape(ans)[-1] - np.shape(r)[-1] :], None), (r, q), "economic"
    bars = _turned_over(*dense(ans_bar, ans))
    return swap(scipy_qr_bar(bars, _turned_over(*ans), swap(a)[..., ::-1], mode)[..., ::-1])


def rq_dot(ans: Any, a_dot: Any, a: Any, mode: str = "full") -> Any:
    """The tangent of `scipy.linalg.rq(a)`."""
    both = linalg.rq(a, mode="economic") if mode == "r" else ans
    q_dot, r_dot = scipy_qr_dot(_turned_over(*both), swap(a_dot)[..., ::-1], swap(a)[..., ::-1],
                                "economic" if mode == "r" else mode)
    r_dot, q_dot = swap(r_dot)[..., ::-1, ::-1], swap(q_dot[..., ::-1])
    if mode != "r":
        return r_dot, q_dot
    result = np.zeros(np.shape(ans), r_dot.dtype)
    result[..., np.shape(ans)[-1] - np.shape(r_dot)[-1] :] = r_dot
    return result


__all__ = ["cho_factor_bar", "cho_factor_dot", "cho_solve_bar", "cho_solve_dot", "lu_bar", "lu_dot", "lu_factor_bar",
           "lu_factor_dot", "lu_solve_bar", "lu_solve_dot", "rq_bar", "rq_dot", "scipy_qr_bar", "scipy_qr_dot"]
