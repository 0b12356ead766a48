"""How the free phases and bases of singular vectors turn: as the reflections turn that LAPACK makes them of.

It makes a tall matrix bidiagonal and real by reflections, alternately from the left and from the right, much taller ones
upper triangular first; what is left has real singular vectors.  So the vectors of the null space are the last columns of
the product of the reflections, and the others are real in the basis of the first ones.  Both are looked at, to see which
way was taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Moving = tuple[Any, Any]
"""A value and its tangent."""


def turning(u: Any, u_dot: Any, a: Any, a_dot: Any, wide: bool) -> tuple[Any, Any] | None:
    """What to add to `u_dot` in a tall matrix with the left singular vectors `u`, all of them.

    That is the rates at which the phases turn of those vectors that go with values, and the matrix by which those of the
    null space turn among themselves.  None if they are not those of any known way.  `wide` matrices are given as their
    conjugate transposes, in which LAPACK does the triangular part the other way.
    """
    m, n = np.shape(a)
    q: Moving = (np.eye(m, dtype=a.dtype), np.zeros_like(a, shape=(m, m)))  # conjugate transposed
    rest: Moving = (np.array(a), np.array(a_dot))
    ways = [_bidiagonal(q, rest)]
    if m > n:
        ways.append(_triangular_first(q, rest, wide))
    return next((found for found in (_turns(u, u_dot, *way) for way in ways) if found is not None), None)


def _turns(u: Any, u_dot: Any, q: Any, q_dot: Any, n: int) -> tuple[Any, Any] | None:
    inner = q @ u
    limit = 1000 * len(u) * np.finfo(np.real(u).dtype).eps
    left = np.abs(inner[n:, n:] - np.eye(len(u) - n, len(u.T) - n))
    if np.any(left > limit) or np.any(np.abs(np.imag(inner[:n, :n])) > limit):
        return None
    inner_dot = q_dot @ u + q @ u_dot
    phases = np.sum(np.real(inner[:n, :n]) * np.imag(inner_dot[:n, :n]), axis=0)
    basis = -q_dot[n : len(u.T)] @ u[:, n:]
    return phases, (basis - np.conj(basis.T)) / 2


def _bidiagonal(q: Moving, rest: Moving) -> tuple[Any, Any, int]:
    """The reflections from the left that make a matrix bidiagonal."""
    n = np.shape(rest[0])[1]
    for j in range(n):
        found = _reflection(rest[0][j:, j], rest[1][j:, j])
        q, rest = _reflected(q, found, j), _reflected(rest, found, j)
        rest = _adjoint(rest)
        if j + 1 < n:
            rest = _reflected(rest, _reflection(rest[0][j + 1 :, j], rest[1][j + 1 :, j]), j + 1)
        rest = _adjoint(rest)
    return (*q, n)


def _triangular_first(q: Moving, rest: Moving, wide: bool) -> tuple[Any, Any, int]:
    """The same, where the reflections from the left make the matrix upper triangular first, and that bidiagonal then."""
    n = np.shape(rest[0])[1]
    for j in range(n):
        found = _reflection(rest[0][j:, j], rest[1][j:, j])
        q, rest = _reflected(q, found, j), _reflected(rest, found, j)
    square: Moving = (rest[0][:n], rest[1][:n])
    top: Moving = (q[0][:n], q[1][:n])
    if wide:  # what LAPACK has before it is the transpose, whose reflections from the right come second
        top = _from_the_right(top, square)
    else:
        top = _bidiagonal(top, square)[:2]
    return np.concatenate([top[0], q[0][n:]]), np.concatenate([top[1], q[1][n:]]), n


def _from_the_right(q: Moving, square: Moving) -> Moving:
    n, rest = len(square[0]), _adjoint(square)
    for j in range(n):
        rest = _adjoint(_reflected(rest, _reflection(rest[0][j:, j], rest[1][j:, j]), j))
        if j + 1 < n:
            found = _reflection(rest[0][j + 1 :, j], rest[1][j + 1 :, j])
            q, rest = _reflected(q, found, j + 1), _reflected(rest, found, j + 1)
        rest = _adjoint(rest)
    return q


def _adjoint(x: Moving) -> Moving:
    return np.conj(x[0].T), np.conj(x[1].T)


def _reflection(x: Any, x_dot: Any) -> tuple[Any, Any, Any, Any] | None:
    """What `_reflected` needs to make a column a real multiple of the first unit vector; None if it is one, as in LAPACK."""
    if not np.any(x[1:]) and np.imag(x[0]) == 0:
        return None
    size = np.linalg.norm(x)
    size_dot = np.real(np.vdot(x, x_dot)) / size
    sign = -1.0 if np.real(x[0]) >= 0 else 1.0
    u, u_dot = np.array(x), np.array(x_dot)
    u[0] -= sign * size
    u_dot[0] -= sign * size_dot
    scale = sign / (size * u[0])
    return u, u_dot, scale, -scale * (size_dot / size + u_dot[0] / u[0])


def _reflected(x: Moving, found: tuple[Any, Any, Any, Any] | None, start: int) -> Moving:
    """A matrix of which the rows from `start` on are reflected: `x + u scale u^H x`."""
    if found is None:
        return x
    (value, dot), (u, u_dot, scale, scale_dot) = (np.array(x[0]), np.array(x[1])), found
    row = np.conj(u) @ value[start:]
    row_dot = np.conj(u_dot) @ value[start:] + np.conj(u) @ dot[start:]
    dot[start:] += np.outer(u_dot, scale * row) + np.outer(u, scale_dot * row + scale * row_dot)
    value[start:] += np.outer(u, scale * row)
    return value, dot
