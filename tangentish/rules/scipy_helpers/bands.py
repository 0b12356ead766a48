"""Cholesky factors of banded matrices, stored as `scipy.linalg.cholesky_banded` and LAPACK do, column by column.

Each column takes its products off the columns that it meets (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition,
algorithms 4.3.5 and 4.3.6); the cotangents go the same way backwards (S. P. Smith, Differentiation of the Cholesky algorithm,
Journal of Computational and Graphical Statistics 4, 1995).
"""

from __future__ import annotations

from typing import Any

import numpy as np


def flipped(ab: Any, rows: Any, down: bool) -> Any:
    """In `rows`, the bands below the diagonal of a Hermitian matrix from those above it, or, not `down`, the other way round.

    >>> flipped(np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]), np.zeros((2, 3)), True)
    array([[3., 4., 5.],
           [1., 2., 0.]])
    """
    height = ab.shape[0]
    for k in range(min(height, ab.shape[1])):
        size = ab.shape[1] - k
        if down:
            rows[k, :size] = np.conj(ab[height - 1 - k, k:])
        else:
            rows[height - 1 - k, k:] = np.conj(ab[k, :size])
    return rows


def band_cholesky_dot(factor: Any, ab_dot: Any, lower: Any) -> Any:
    """The tangent of the factor; entries outside the matrix stay as they are.

    >>> band_cholesky_dot(np.array([[2.0, 3.0]]), np.array([[4.0, 6.0]]), True)
    array([[1., 1.]])
    """
    if not lower:
        return flipped(band_cholesky_dot(_down(factor), _down(ab_dot), True), ab_dot * 1.0, False)
    dot = ab_dot * 1.0
    height, count = np.shape(factor)
    for j in range(count):
        below = min(height, count - j)
        dot[0, j] = np.real(dot[0, j]) / (2 * factor[0, j])
        dot[1:below, j] = (dot[1:below, j] - factor[1:below, j] * dot[0, j]) / factor[0, j]
        for i in range(1, below):
            dot[: below - i, j + i] -= dot[i:below, j] * np.conj(factor[i, j]) + factor[i:below, j] * np.conj(dot[i, j])
    return dot


def band_cholesky_bar(factor_bar: Any, factor: Any, lower: Any) -> Any:
    """The cotangent of the bands, from that of the factor.

    >>> band_cholesky_bar(np.array([[4.0, 6.0]]), np.array([[2.0, 3.0]]), True)
    array([[1., 1.]])
    """
    if not lower:
        return flipped(band_cholesky_bar(_down(factor_bar), _down(factor), True), factor_bar * 1.0, False)
    bar = factor_bar * 1.0
    height, count = np.shape(factor)
    for j in range(count - 1, -1, -1):
        below = min(height, count - j)
        for i in range(1, below):
            change = bar[: below - i, j + i]
            total = np.sum(change * factor[i:below, j])
            bar[i:below, j] -= change * np.conj(factor[i, j])
            bar[i, j] -= np.conj(total)
        pivot = bar[0, j] - np.sum(bar[1:below, j] * factor[1:below, j]) / factor[0, j]
        bar[1:below, j] = bar[1:below, j] / factor[0, j]
        bar[0, j] = np.real(pivot) / (2 * factor[0, j])
    return bar


def _down(ab: Any) -> Any:
    return flipped(ab, ab * 0.0, True)


def pivots_dot(d: Any, e: Any, d_dot: Any, e_dot: Any) -> tuple[Any, Any]:
    """The tangents of the factors L D L* of a tridiagonal matrix: `d` on the diagonal of D, `e` below that of L.

    >>> pivots_dot(np.array([2.0, 3.0]), np.array([0.5]), np.array([1.0, 0.0]), np.array([0.0]))
    (array([1.  , 0.25]), array([-0.25]))
    """
    pivots, ratios = d_dot * 1.0, e_dot * 1.0
    for i in range(len(d) - 1):  # of one row, LAPACK takes an `e` that it does not read
        ratios[i] = (ratios[i] - e[i] * pivots[i]) / d[i]
        pivots[i + 1] = (pivots[i + 1] - pivots[i] * np.abs(e[i]) ** 2 - 2 * d[i] * np.real(np.conj(e[i]) * ratios[i]))
    return pivots, ratios


def pivots_bar(d: Any, e: Any, d_bar: Any, e_bar: Any) -> tuple[Any, Any]:
    """The cotangents of both diagonals of a tridiagonal matrix, from those of its factors L D L*.

    >>> pivots_bar(np.array([2.0, 3.0]), np.array([0.5]), np.array([0.0, 1.0]), np.array([0.0]))
    (array([0.25, 1.  ]), array([-1.]))
    """
    pivots, ratios = d_bar * 1.0, e_bar * 1.0
    for i in range(len(d) - 2, -1, -1):
        ratio = ratios[i] - 2 * pivots[i + 1] * d[i] * np.conj(e[i])
        pivots[i] = pivots[i] - pivots[i + 1] * np.abs(e[i]) ** 2 - np.real(ratio * e[i]) / d[i]
        ratios[i] = ratio / d[i]
    return pivots, ratios


__all__ = ["band_cholesky_bar", "band_cholesky_dot", "flipped", "pivots_bar", "pivots_dot"]
