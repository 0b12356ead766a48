"""The phases that LAPACK gives to complex eigenvectors, for their tangents.

Each vector is determined but for a phase.  LAPACK chooses it so that one component is real, and leaves the imaginary
part of that one exactly 0, which shows which one it is: the largest for general matrices, and for Hermitian ones the
first, or the last where the upper triangle is given (the reflections that make the matrix tridiagonal leave it alone).
"""

from __future__ import annotations

from typing import Any

import numpy as np


def largest_stays_real(v: Any, v_dot: Any) -> Any:
    """`v_dot`, turned so that in each column the largest component of `v` that is real stays so."""
    return _turned(v, v_dot, np.where(np.imag(v) == 0, np.abs(v), -1))


def end_stays_real(v: Any, v_dot: Any, last: bool = False) -> Any:
    """`v_dot`, turned so that in each column the first component of `v` that is not 0 stays real, or the `last` one."""
    rows = np.arange(np.shape(v)[-2])[:, None]
    there = np.abs(v) > 8 * np.size(rows) * np.finfo(np.real(v).dtype).eps
    return _turned(v, v_dot, there * (1 + rows if last else len(rows) - rows))


def product_stays_real(v: Any, v_dot: Any, b: Any, b_dot: Any) -> Any:
    """`v_dot`, turned so that the first component of each column of `b @ v` stays real if it is."""
    first = b[..., :1, :]
    moved = first @ v_dot if b_dot is None else first @ v_dot + b_dot[..., :1, :] @ v
    return turned(v, v_dot, first @ v, moved)


def _turned(v: Any, v_dot: Any, weights: Any) -> Any:
    """`v_dot`, turned so that the component of `v` that has the largest weight in its column stays real if it is."""
    if not np.iscomplexobj(v) or not np.size(v):
        return v_dot
    row = np.expand_dims(np.argmax(weights, axis=-2), -2)
    return turned(v, v_dot, np.take_along_axis(v, row, -2), np.take_along_axis(v_dot, row, -2))


def turned(v: Any, v_dot: Any, pivot: Any, pivot_dot: Any) -> Any:
    """`v_dot` less an imaginary multiple of each column of `v`, which makes `pivot_dot` real where `pivot` is.

    Where it is not, another library chose the phases, in a way of its own, and they are taken to stay as they are.
    """
    real, eps = np.real(pivot), np.finfo(np.real(pivot).dtype).eps
    known = (np.abs(np.imag(pivot)) <= 100 * eps * np.abs(real)) & (real != 0)
    turning = np.where(known, np.imag(pivot_dot) / np.where(known, real, 1), 0)
    return v_dot - 1j * turning * v
