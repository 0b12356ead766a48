"""Eigenvalues, functions of matrices, matrix equations and matrices made of others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import from_triangle, sum_to_shape, swap, to_triangle


def _safe_gaps(inner: Any, outer: Any) -> Any:
    """1 / (w_i - W_j) for the eigenvalues `inner` (w) and all of them, `outer` (W); 0 where they are equal."""
    difference = inner[..., None, :] - outer[..., :, None]
    equal = np.abs(difference) <= 8 * np.finfo(difference.dtype).eps * np.max(np.abs(outer), initial=0)
    return 1 / np.where(equal, np.inf, difference)


def scipy_eigh_bar(ans_bar: Any, ans: Any, a: Any, b: Any = None, lower: bool = True, kind: int = 1) -> tuple[Any, Any]:
    """The cotangents of `a` and `b` for `scipy.linalg.eigh` and `eigvalsh`; of eigenvalues that are equal, as a group."""
    _check_kind(kind, b)
    uplo = "L" if lower else "U"
    w, v, all_w, all_v = _spectrum(ans, a, b, lower)
    w_bar, v_bar = ans_bar if isinstance(ans, tuple | list) else (ans_bar, None)
    left = v * np.expand_dims(np.zeros_like(w) if w_bar is None else w_bar, -2)
    own = np.zeros_like(w)
    if v_bar is not None:
        left = left + all_v @ (_safe_gaps(w, all_w) * (np.conj(swap(all_v)) @ np.conj(v_bar)))
        own = np.real(np.sum(v * v_bar, axis=-2))
    vh = np.conj(swap(v))
    a_bar = to_triangle(np.conj(left @ vh), uplo)
    if b is None:
        return a_bar, None
    b_bar = -np.conj((left * w[..., None, :] + v * own[..., None, :] / 2) @ vh)
    return a_bar, to_triangle(b_bar, uplo)


def _spectrum(ans: Any, a: Any, b: Any, lower: bool) -> tuple[Any, Any, Any, Any]:
    """The eigenvalues and vectors that were asked for, which are consecutive, and all of them.

    Those asked for are among all to the last bit, whatever driver found them: the gap of each to itself is to be 0.
    """
    w, v = ans if isinstance(ans, tuple | list) else (ans, None)
    count, n = np.shape(w)[-1], np.shape(a)[-1]
    if v is not None and count == n:
        return w, v, w, v
    all_w, all_v = linalg.eigh(a, b, lower=lower)
    misfits = [np.sum(np.abs(all_w[..., k : k + count] - w), axis=-1) for k in range(n - count + 1)]
    places = np.argmin(misfits, axis=0)[..., None] + np.arange(count)
    if v is None:
        return w, np.take_along_axis(all_v, places[..., None, :], axis=-1), all_w, all_v
    np.put_along_axis(all_w, places, w, axis=-1)
    np.put_along_axis(all_v, places[..., None, :], v, axis=-1)
    return w, v, all_w, all_v


def _check_kind(kind: int, b: Any) -> None:
    if kind != 1 and b is not None:
        raise UnsupportedError(f"the derivative of scipy.linalg.eigh with type={kind} is not known.")


def scipy_eigh_dot(ans: Any, a_dot: Any, b_dot: Any, a: Any, b: Any = None, lower: bool = True, kind: int = 1) -> Any:
    """The tangent of `scipy.linalg.eigh` and `eigvalsh`; either of `a_dot` and `b_dot` may be None."""
    _check_kind(kind, b)
    uplo = "L" if lower else "U"
    w, v, all_w, all_v = _spectrum(ans, a, b, lower)
    change = 0.0 if a_dot is None else from_triangle(a_dot, uplo) @ v
    own: Any = 0.0
    if b_dot is not None:
        moved = from_triangle(b_dot, uplo) @ v
        change = change - moved * w[..., None, :]
        own = np.real(np.sum(np.conj(v) * moved, axis=-2, keepdims=True))
    w_dot = np.real(np.sum(np.conj(v) * change, axis=-2))
    if not isinstance(ans, tuple | list):
        return w_dot
    return w_dot, all_v @ (_safe_gaps(w, all_w) * (np.conj(swap(all_v)) @ change)) - v * own / 2


def tridiagonal(d: Any, e: Any) -> Any:
    """The symmetric matrix with these diagonals."""
    n = np.shape(d)[-1]
    result = np.zeros((*np.broadcast_shapes(np.shape(d)[:-1], np.shape(e)[:-1]), n, n), np.result_type(d, e))
    places = np.arange(n)
    result[..., places, places] = d
    result[..., places[1:], places[:-1]] = result[..., places[:-1], places[1:]] = e
    return result


def pinv_bar(ans_bar: Any, ans: Any, a: Any) -> Any:
    """The cotangent of `a` for `scipy.linalg.pinv(a)`, where the rank does not change (Golub and Pereyra, 1973)."""
    p, g = ans, np.conj(ans_bar)
    ph, gh = np.conj(swap(p)), np.conj(swap(g))
    eye_m, eye_n = np.eye(np.shape(a)[-2]), np.eye(np.shape(a)[-1])
    return np.conj(-ph @ g @ ph + (eye_m - a @ p) @ gh @ p @ ph + ph @ p @ gh @ (eye_n - p @ a))


def pinv_dot(ans: Any, a_dot: Any, a: Any) -> Any:
    """The tangent of `scipy.linalg.pinv(a)`."""
    p, ph, dh = ans, np.conj(swap(ans)), np.conj(swap(a_dot))
    eye_m, eye_n = np.eye(np.shape(a)[-2]), np.eye(np.shape(a)[-1])
    return -p @ a_dot @ p + p @ ph @ dh @ (eye_m - a @ p) + (eye_n - p @ a) @ dh @ ph @ p


def frechet(function: Any, a: Any, direction: Any, *args: Any) -> Any:
    """The derivative of an analytic function of matrices at `a` in this direction (Higham 2008, section 3.2).

    The transpose of this, as a map of directions, is the derivative at the transpose of `a`.
    """
    a = np.asarray(a)
    n = a.shape[-1]
    direction = np.broadcast_to(direction, np.broadcast_shapes(np.shape(a), np.shape(direction)))
    whole = np.zeros((*np.shape(direction)[:-2], 2 * n, 2 * n), np.result_type(a, direction, np.float32))
    whole[..., :n, :n] = whole[..., n:, n:] = a
    scale = _size(a) / _size(direction)  # the function is linear in the direction, which should be neither large nor small
    whole[..., :n, n:] = direction * scale
    if function is linalg.expm:
        return function(whole)[..., :n, n:] / scale
    result = [function(one, *args)[:n, n:] for one in np.reshape(whole, (-1, 2 * n, 2 * n))]
    return np.reshape(result, np.shape(direction)) / scale


def _size(a: Any) -> float:
    size = float(np.max(np.abs(a), initial=0.0))
    return 2.0 ** round(math.log2(size)) if size > 0 and math.isfinite(size) else 1.0


def unblock_diag(ans_bar: Any, shapes: Any) -> list[Any]:
    """The transpose of `scipy.linalg.block_diag`."""
    parts, row, column = [], 0, 0
    for shape in map(_whole_shape, shapes):
        rows, across = (1, 1, *shape)[-2:]
        part = ans_bar[..., row : row + rows, column : column + across]
        parts.append(sum_to_shape(part, shape) if len(shape) > 2 else np.reshape(
            np.sum(part, axis=tuple(range(np.ndim(part) - 2))), shape))
        row, column = row + rows, column + across
    return parts


def _whole_shape(shape: Any) -> tuple[int, ...]:
    """The shape of an array, or of a list whose items have these shapes."""
    return shape if isinstance(shape, tuple) else (len(shape), *_whole_shape(shape[0])) if shape else (0,)


def uncirculant(ans_bar: Any, shape: Any) -> Any:
    """The transpose of `scipy.linalg.circulant`."""
    n = np.shape(ans_bar)[-1]
    rows = np.arange(n)
    return np.reshape(sum(ans_bar[..., (rows + k) % n, k] for k in range(n)), shape)


def unhankel(ans_bar: Any, c: Any, r: Any = None) -> tuple[Any, Any]:
    """The transpose of `scipy.linalg.hankel`, of vectors: the last entry of `c` comes before the first of `r`."""
    rows, across = np.shape(ans_bar)
    flipped = np.fliplr(ans_bar)
    sums = np.array([np.trace(flipped, across - 1 - k) for k in range(rows + across - 1)])
    c_bar = np.reshape(sums[:rows], np.shape(c))
    if r is None:
        return c_bar, None
    return c_bar, np.reshape(np.concatenate([np.zeros(min(1, across)), sums[rows:]]), np.shape(r))


__all__ = ["frechet", "pinv_bar", "pinv_dot", "scipy_eigh_bar", "scipy_eigh_dot", "tridiagonal", "unblock_diag",
           "uncirculant", "unhankel"]
