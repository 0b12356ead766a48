"""QR, least squares, powers and chains of matrices."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import swap
from tangentish.rules.helpers.singular import pinv_slope, singular_bar, singular_dot
from tangentish.rules.helpers.spectra import refuse_turned


def _h(x: Any) -> Any:
    """The conjugate transpose."""
    return np.conj(swap(x))


def _qr_parts(ans: Any, a: Any, mode: str) -> tuple[Any, Any]:
    """Q and R, R of full rank; raises where the factors have no derivative."""
    if mode not in ("reduced", "complete", "r"):
        raise UnsupportedError(f"np.linalg.qr with mode={mode!r} has no derivative; mode='reduced', 'complete' and 'r' have")
    q, r = np.linalg.qr(a) if mode == "r" else ans
    k = min(np.shape(a)[-2:])
    slopes = np.abs(np.diagonal(r, axis1=-2, axis2=-1))
    if k and np.any(np.min(slopes, axis=-1) <= 8 * k * np.finfo(slopes.dtype).eps * np.max(np.abs(r), axis=(-2, -1))):
        raise UnsupportedError("np.linalg.qr of a matrix whose first columns depend on each other linearly has no derivative")
    return q, r


def qr_bar(ans_bar: Any, ans: Any, a: Any, mode: str = "reduced") -> Any:
    """The cotangent of `a` for `np.linalg.qr`; after Roberts and Roberts (2020), "QR and LQ Decomposition Matrix
    Backpropagation Algorithms for Square, Wide, and Deep Matrices".
    """
    rows, columns = np.shape(a)[-2:]
    q, r = _qr_parts(ans, a, mode)
    q_bar, r_bar = (None, ans_bar) if mode == "r" else ans_bar
    gq = np.zeros_like(q) if q_bar is None else np.conj(q_bar)
    gr = np.zeros_like(r) if r_bar is None else np.conj(r_bar)
    if np.shape(q)[-1] > columns:  # complete: a = q1 r1, and q2 turns as q1 does
        q, q2, gq, gq2 = q[..., :columns], q[..., columns:], gq[..., :columns], gq[..., columns:]
        free, size = _h(q2) @ gq2, np.sum(np.abs(gq2), axis=-2)
        refuse_turned(free - _h(free), size[..., None, :] + size[..., :, None], "np.linalg.qr")
        gq, r, gr = gq - q2 @ (_h(gq2) @ q), r[..., :columns, :], gr[..., :columns, :]
    tail = None
    if columns > rows:  # a = q (r1, r2): r2 = q^H a2
        gr2 = gr[..., rows:]
        gq, tail = gq + np.asarray(a)[..., rows:] @ _h(gr2), q @ gr2
        r, gr = r[..., :rows], gr[..., :rows]
    m = r @ _h(gr) - _h(gq) @ q
    lower = np.tril(m, -1)
    symmetric = lower + _h(lower) + np.real(np.eye(np.shape(m)[-1], dtype=m.dtype) * m)
    result = swap(np.linalg.solve(np.conj(r), swap(gq + q @ symmetric)))
    return np.conj(result if tail is None else np.concatenate([result, tail], axis=-1))


def qr_dot(ans: Any, a_dot: Any, a: Any, mode: str = "reduced") -> Any:
    """The tangent of `np.linalg.qr`: q_dot = q W with W anti-Hermitian; what is free of W is 0."""
    q, r = _qr_parts(ans, a, mode)
    k = min(np.shape(a)[-2:])
    a_dot = np.asarray(a_dot)
    scaled = swap(np.linalg.solve(swap(r[..., :k, :k]), swap(a_dot[..., :k])))
    c = _h(q) @ scaled
    lower = np.tril(c, -1)  # rows of q, columns of r1
    w = np.zeros((*np.shape(c)[:-1], np.shape(c)[-2]), c.dtype)
    w[..., :k] = lower
    w = w - _h(w)
    if np.iscomplexobj(a):  # the diagonal of r stays real
        w[..., range(k), range(k)] += 1j * np.imag(np.diagonal(c, axis1=-2, axis2=-1))
    q_dot = q @ w
    if np.shape(q)[-1] < np.shape(q)[-2]:
        q_dot[..., :k] += scaled - q @ c
    r_dot = np.triu(_h(q) @ a_dot - w @ r)
    return r_dot if mode == "r" else (q_dot, r_dot)


def matrix_power_bar(ans_bar: Any, a: Any, n: int) -> Any:
    """The cotangent of `a` for `np.linalg.matrix_power(a, n)`."""
    if n < 0:
        inverse = swap(np.linalg.inv(a))
        return -inverse @ matrix_power_bar(ans_bar, swap(inverse), -n) @ inverse
    at, result = swap(a), np.zeros_like(a)
    for _ in range(n):  # Horner: result is the sum of at^i bar at^j over i + j = n - 1
        result = result @ at + ans_bar
        ans_bar = at @ ans_bar
    return result


def matrix_power_dot(a_dot: Any, a: Any, n: int) -> Any:
    """The tangent of `np.linalg.matrix_power(a, n)`."""
    return swap(matrix_power_bar(swap(a_dot), a, n))


def multi_dot_bar(ans_bar: Any, arrays: Any) -> list[Any]:
    """The cotangents of the factors of `np.linalg.multi_dot`."""
    arrays = [np.asarray(array) for array in arrays]
    shapes = [array.shape for array in arrays]
    arrays[0], arrays[-1] = np.atleast_2d(arrays[0]), arrays[-1][:, None] if arrays[-1].ndim == 1 else arrays[-1]
    bar = np.reshape(ans_bar, (arrays[0].shape[0], arrays[-1].shape[1]))
    bars = []
    for k in range(len(arrays)):
        left = reduce(np.matmul, arrays[:k]).T @ bar if k else bar
        right = left @ reduce(np.matmul, arrays[k + 1 :]).T if k + 1 < len(arrays) else left
        bars.append(np.reshape(right, shapes[k]))
    return bars


def multi_dot_dot(arrays_dot: Any, arrays: Any) -> Any:
    """The tangent of `np.linalg.multi_dot`; None in `arrays_dot` stands for zero."""
    terms = [np.linalg.multi_dot([*arrays[:k], dot, *arrays[k + 1 :]])
             for k, dot in enumerate(arrays_dot) if dot is not None]
    return sum(terms[1:], terms[0])


def _least_squares(ans: Any, a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """The pseudo-inverse that `np.linalg.lstsq` uses, its solution and the residual as matrices, and `b` as one."""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    rank = int(ans[2])
    p = _h(vh[:rank]) / s[:rank] @ _h(u[:, :rank])
    b = np.asarray(b)
    x, b = (ans[0], b) if b.ndim == 2 else (ans[0][:, None], b[:, None])
    return p, x, b - a @ x, b


def lstsq_a_bar(ans_bar: Any, ans: Any, a: Any, b: Any) -> Any:
    """The cotangent of `a` for `np.linalg.lstsq`, of any rank; after Golub and Pereyra (1973)."""
    p, x, residual, b = _least_squares(ans, a, b)
    a_bar = np.zeros_like(a)
    if ans_bar[0] is not None:
        a_bar = np.conj(pinv_slope(p, a, b @ swap(np.reshape(ans_bar[0], x.shape))))
    if ans_bar[1] is not None and np.size(ans[1]):  # x is where the residual is stationary
        a_bar = a_bar - 2 * np.conj(residual) * ans_bar[1] @ swap(x)
    return a_bar if ans_bar[3] is None else a_bar + singular_bar(ans_bar[3], a)


def lstsq_b_bar(ans_bar: Any, ans: Any, a: Any, b: Any) -> Any:
    """The cotangent of `b` for `np.linalg.lstsq`."""
    p, x, residual, _ = _least_squares(ans, a, b)
    b_bar = np.zeros_like(residual)
    if ans_bar[0] is not None:
        b_bar = swap(p) @ np.reshape(ans_bar[0], x.shape)
    if ans_bar[1] is not None and np.size(ans[1]):
        b_bar = b_bar + 2 * np.conj(residual) * ans_bar[1]
    return np.reshape(b_bar, np.shape(b))


def lstsq_a_dot(ans: Any, a_dot: Any, a: Any, b: Any) -> Any:
    """The tangent of `np.linalg.lstsq` along `a_dot`."""
    p, x, residual, b = _least_squares(ans, a, b)
    x_dot = _h(pinv_slope(p, a, np.asarray(a_dot))) @ b
    return (np.reshape(x_dot, np.shape(ans[0])), _residual_dot(ans, residual, -(np.asarray(a_dot) @ x)), 0, singular_dot(a_dot, a))


def lstsq_b_dot(ans: Any, b_dot: Any, a: Any, b: Any) -> Any:
    """The tangent of `np.linalg.lstsq` along `b_dot`."""
    p, _, residual, _ = _least_squares(ans, a, b)
    b_dot = np.reshape(b_dot, np.shape(residual))
    return np.reshape(p @ b_dot, np.shape(ans[0])), _residual_dot(ans, residual, b_dot), 0, np.zeros_like(ans[3])


def _residual_dot(ans: Any, residual: Any, change: Any) -> Any:
    return 2 * np.real(np.sum(np.conj(residual) * change, axis=0)) if np.size(ans[1]) else np.zeros_like(ans[1])


def tensor_order(axes: Any, ndim: int) -> list[int]:
    """The order that `np.linalg.tensorsolve` brings the axes of `a` in."""
    order = list(range(ndim))
    for axis in axes or ():
        order.remove(axis)
        order.append(axis)
    return order
