"""Singular values, QR, least squares, powers and chains of matrices."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import dense, swap


def _hermitian(x: Any) -> Any:
    return np.conj(swap(x))


def _safe_reciprocal(x: Any) -> Any:
    return np.where(x == 0, 0, 1 / np.where(x == 0, 1, x))


def svd_bar(ans_bar: Any, ans: Any, a: Any, compute_uv: bool = True) -> Any:
    """The cotangent of `a` for `np.linalg.svd`; for real `a`, or of the singular values alone."""
    if not compute_uv:
        u, _, vh = np.linalg.svd(a, full_matrices=False)
        return np.conj(u) * np.expand_dims(ans_bar, -2) @ np.conj(vh)
    u_bar, s_bar, vh_bar = dense(ans_bar, ans)
    u, s, vh = ans
    if np.iscomplexobj(a) and (ans_bar[0] is not None or ans_bar[2] is not None):
        raise NotImplementedError("the derivative of the singular vectors of a complex matrix")
    k = np.shape(s)[-1]
    middle = np.zeros((*np.shape(s)[:-1], np.shape(u)[-1], np.shape(vh)[-2]), np.result_type(u))
    ss = np.zeros_like(middle)
    ss[..., range(k), range(k)] = s
    middle[..., range(k), range(k)] = s_bar
    if ans_bar[0] is not None or ans_bar[2] is not None:
        p, q = swap(u) @ u_bar, vh @ swap(vh_bar)  # u_dot = u X, v_dot = v Y with X, Y antisymmetric
        f = _safe_reciprocal(s[..., None, :] ** 2 - s[..., :, None] ** 2)
        pk, qk = p[..., :k, :k], q[..., :k, :k]
        pk, qk = f * (pk - swap(pk)), f * (qk - swap(qk))
        middle[..., :k, :k] += (pk * s[..., None, :] + s[..., :, None] * qk)
        inverse = _safe_reciprocal(s)
        if np.shape(u)[-1] > k:
            middle[..., k:, :k] += (p[..., k:, :k] - swap(p[..., :k, k:])) * inverse[..., None, :]
        if np.shape(vh)[-2] > k:
            middle[..., :k, k:] += swap(q[..., k:, :k] - swap(q[..., :k, k:])) * inverse[..., :, None]
        a_bar = np.conj(u) @ middle @ np.conj(vh)
        if np.shape(u)[-2] > np.shape(u)[-1]:  # reduced: the part of u_bar that u does not span
            a_bar = a_bar + (u_bar - u @ p) * inverse[..., None, :] @ vh
        if np.shape(vh)[-1] > np.shape(vh)[-2]:
            a_bar = a_bar + u * inverse[..., None, :] @ (vh_bar - swap(q) @ vh)
        return a_bar
    return np.conj(u) @ middle @ np.conj(vh)


def svd_dot(ans: Any, a_dot: Any, a: Any, compute_uv: bool = True) -> Any:
    """The tangent of `np.linalg.svd`."""
    u, s, vh = ans if compute_uv else np.linalg.svd(a, full_matrices=False)
    k = np.shape(s)[-1]
    middle = _hermitian(u) @ a_dot @ _hermitian(vh)
    s_dot = np.real(np.diagonal(middle[..., :k, :k], axis1=-2, axis2=-1))
    if not compute_uv:
        return s_dot
    if np.iscomplexobj(a):
        raise NotImplementedError("the derivative of the singular vectors of a complex matrix")
    core = middle[..., :k, :k]
    f = _safe_reciprocal(s[..., None, :] ** 2 - s[..., :, None] ** 2)
    x = np.zeros((*np.shape(s)[:-1], np.shape(u)[-1], np.shape(u)[-1]), np.result_type(u))
    y = np.zeros((*np.shape(s)[:-1], np.shape(vh)[-2], np.shape(vh)[-2]), np.result_type(u))
    x[..., :k, :k] = f * (core * s[..., None, :] + s[..., :, None] * swap(core))
    y[..., :k, :k] = f * (s[..., :, None] * core + swap(core) * s[..., None, :])
    inverse = _safe_reciprocal(s)
    x[..., k:, :k] = middle[..., k:, :k] * inverse[..., None, :]
    x[..., :k, k:] = -swap(x[..., k:, :k])
    y[..., k:, :k] = swap(middle[..., :k, k:]) * inverse[..., None, :]
    y[..., :k, k:] = -swap(y[..., k:, :k])
    u_dot, vh_dot = u @ x, swap(y) @ vh
    if np.shape(u)[-2] > np.shape(u)[-1]:
        u_dot = u_dot + (a_dot @ swap(vh) - u @ middle) * inverse[..., None, :]
    if np.shape(vh)[-1] > np.shape(vh)[-2]:
        vh_dot = vh_dot + inverse[..., :, None] * (swap(u) @ a_dot - middle @ vh)
    return u_dot, s_dot, vh_dot


def qr_bar(ans_bar: Any, ans: Any, a: Any, mode: str = "reduced") -> Any:
    """The cotangent of `a` for `np.linalg.qr`, where no more columns than rows are independent."""
    rows, columns = np.shape(a)[-2:]
    if mode == "r":
        ans, ans_bar, mode = np.linalg.qr(a), (None, ans_bar), "reduced"
    if mode not in ("reduced", "complete") or (mode == "complete" and rows > columns):
        raise NotImplementedError(f"the derivative of np.linalg.qr with mode={mode!r} of a tall matrix")
    q, r = ans
    q_bar, r_bar = (np.conj(bar) for bar in dense(ans_bar, ans))
    tail = None
    if columns > rows:  # a = q (r1, r2): r2 = q^H a2
        a2, r_bar2 = a[..., rows:], r_bar[..., rows:]
        q_bar, tail = q_bar + a2 @ _hermitian(r_bar2), q @ r_bar2
        r, r_bar = r[..., :rows], r_bar[..., :rows]
    m = r @ _hermitian(r_bar) - _hermitian(q_bar) @ q
    lower = np.tril(m, -1)
    sym = lower + _hermitian(lower) + np.real(np.eye(np.shape(m)[-1]) * m)
    result = swap(np.linalg.solve(np.conj(r), swap(q_bar + q @ sym)))
    return np.conj(result if tail is None else np.concatenate([result, tail], axis=-1))


def qr_dot(ans: Any, a_dot: Any, a: Any, mode: str = "reduced") -> Any:
    """The tangent of `np.linalg.qr`."""
    rows, columns = np.shape(a)[-2:]
    q, r = np.linalg.qr(a) if mode == "r" else ans
    k = min(rows, columns)
    if mode not in ("reduced", "complete", "r") or (mode == "complete" and rows > columns):
        raise NotImplementedError(f"the derivative of np.linalg.qr with mode={mode!r} of a tall matrix")
    r1 = r[..., :k]
    scaled = swap(np.linalg.solve(swap(r1), swap(a_dot[..., :k])))
    c = _hermitian(q) @ scaled
    lower = np.tril(c, -1)
    omega = lower - _hermitian(lower) + 1j * np.imag(np.eye(k) * c) if np.iscomplexobj(a) else lower - swap(lower)
    q_dot = q @ omega + scaled - q @ c
    r_dot = _hermitian(q) @ a_dot - omega @ r
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
    for k, array in enumerate(arrays):
        left = reduce(np.matmul, arrays[:k]).T @ bar if k else bar
        right = left @ reduce(np.matmul, arrays[k + 1 :]).T if k + 1 < len(arrays) else left
        bars.append(np.reshape(right, shapes[k] if array.size else array.shape))
    return bars


def multi_dot_dot(arrays_dot: Any, arrays: Any) -> Any:
    """The tangent of `np.linalg.multi_dot`; None in `arrays_dot` stands for zero."""
    terms = [np.linalg.multi_dot([*arrays[:k], dot, *arrays[k + 1 :]])
             for k, dot in enumerate(arrays_dot) if dot is not None]
    return sum(terms[1:], terms[0])


def lstsq_bar(ans_bar: Any, ans: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The cotangents of `a` and `b` for `np.linalg.lstsq`, of full rank."""
    x, columns = ans[0], np.shape(a)[-1]
    p = np.linalg.pinv(a)
    vector = np.ndim(b) == 1
    x, b = (x[:, None], b[:, None]) if vector else (x, b)
    x_bar = np.zeros_like(x) if ans_bar[0] is None else np.reshape(ans_bar[0], x.shape)
    residual = b - a @ x
    y = p.T @ x_bar
    a_bar = -y @ x.T + residual @ (p @ y).T  # full column rank
    if np.shape(a)[0] < columns:  # minimum norm: (I - P A) A_dot^T P^T x
        a_bar = -y @ x.T + (p.T @ x) @ (x_bar - p @ (a @ x_bar)).T
    b_bar = y
    if ans_bar[1] is not None and np.size(ans[1]):
        a_bar = a_bar - 2 * residual * ans_bar[1] @ x.T
        b_bar = b_bar + 2 * residual * ans_bar[1]
    if ans_bar[3] is not None:
        a_bar = a_bar + svd_bar(ans_bar[3], None, a, False)
    return a_bar, b_bar[:, 0] if vector else b_bar


def lstsq_dot(ans: Any, a_dot: Any, b_dot: Any, a: Any, b: Any) -> Any:
    """The tangent of `np.linalg.lstsq`, of full rank."""
    p, x = np.linalg.pinv(a), ans[0]
    residual = b - a @ x
    change = b_dot - a_dot @ x
    x_dot = p @ change + p @ (p.T @ (a_dot.T @ residual))
    if np.shape(a)[0] < np.shape(a)[1]:
        y = a_dot.T @ (p.T @ x)
        x_dot = p @ change + y - p @ (a @ y)
    residual_dot = 2 * np.sum(residual * change, axis=0, keepdims=np.ndim(b) == 1)
    residual_dot = np.reshape(residual_dot, np.shape(ans[1])) if np.size(ans[1]) else np.zeros_like(ans[1])
    return x_dot, residual_dot, 0, svd_dot(None, a_dot, a, False)
