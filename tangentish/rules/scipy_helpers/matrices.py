"""Functions of matrices and matrices made of others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.rules.helpers import sum_to_shape, swap


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
    if np.iscomplexobj(direction) and not np.iscomplexobj(a):  # rounding would put negative eigenvalues beside the branch cut
        return frechet(function, a, np.real(direction), *args) + 1j * frechet(function, a, np.imag(direction), *args)
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


__all__ = ["frechet", "pinv_bar", "pinv_dot", "unblock_diag", "uncirculant", "unhankel"]
