"""Stencils on regular grids, written in place as in PolyBench and NPBench."""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_jacobi_1d(TSTEPS: int, A: Any, B: Any) -> None:
    """Two half-sweeps per time step, each from one array into the other."""
    for _t in range(1, TSTEPS):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])


def jacobi_1d(TSTEPS: int, A: Any, B: Any) -> Any:
    """Jacobi relaxation of a rod."""
    kernel_jacobi_1d(TSTEPS, A, B)
    return np.sum(np.cos(np.arange(A.size)) * A**2) + np.sum(np.sin(B))


def kernel_jacobi_2d(TSTEPS: int, A: Any, B: Any) -> None:
    """Five-point averages, from one array into the other and back."""
    for _t in range(1, TSTEPS):
        B[1:-1, 1:-1] = 0.2 * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1])
        A[1:-1, 1:-1] = 0.2 * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])


def jacobi_2d(TSTEPS: int, A: Any, B: Any) -> Any:
    """Jacobi relaxation of a plate."""
    kernel_jacobi_2d(TSTEPS, A, B)
    weights = np.cos(np.arange(A.size)).reshape(A.shape)
    return np.sum(weights * A**2) + np.sum(A * B)


def heat_half_step(A: Any, B: Any) -> None:
    """One explicit step of the heat equation in a box, written into `B`."""
    B[1:-1, 1:-1, 1:-1] = (
        0.125 * (A[2:, 1:-1, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[:-2, 1:-1, 1:-1])
        + 0.125 * (A[1:-1, 2:, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[1:-1, :-2, 1:-1])
        + 0.125 * (A[1:-1, 1:-1, 2:] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[1:-1, 1:-1, :-2])
        + A[1:-1, 1:-1, 1:-1]
    )


def heat_3d(TSTEPS: int, A: Any, B: Any) -> Any:
    """Heat in a box: the same helper called with its two buffers exchanged."""
    for _t in range(1, TSTEPS):
        heat_half_step(A, B)
        heat_half_step(B, A)
    return np.sum(np.sin(A)) + np.sum(B**3)


def seidel_2d(TSTEPS: int, N: int, A: Any) -> Any:
    """Gauss-Seidel, nine points, one element at a time."""
    for _t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                A[i, j] = (
                    A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1]
                    + A[i, j - 1] + A[i, j] + A[i, j + 1]
                    + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1]
                ) / 9.0  # fmt: skip
    return np.sum(A**2)


def seidel_2d_rows(TSTEPS: int, N: int, A: Any) -> Any:
    """Gauss-Seidel with the parallel part of each row vectorised, `+=` and `/=` on elements."""
    for _t in range(TSTEPS - 1):
        for i in range(1, N - 1):
            A[i, 1:-1] += (
                A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:] + A[i, 2:] + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:]
            )
            for j in range(1, N - 1):
                A[i, j] += A[i, j - 1]
                A[i, j] /= 9.0
    return np.sum(A**2 * np.cos(np.arange(N)))


def red_black(u: Any, f: Any, h: float, omega: float, sweeps: int) -> Any:
    """Successive over-relaxation of Poisson's equation in red-black order: slices with steps."""
    for _ in range(sweeps):
        for first in (1, 2):
            u[first:-1:2] += omega * (
                0.5 * (u[first - 1 : -2 : 2] + u[first + 1 :: 2] - h * h * f[first:-1:2]) - u[first:-1:2]
            )
    return np.sum(u[::2] ** 2) - np.sum(u[::-3] ** 3)


def wave_1d(u: Any, v: Any, c: float, steps: int) -> Any:
    """Leapfrog for the wave equation on three buffers that are rotated by name."""
    prev = u.copy()
    cur = u + 0.1 * v
    nxt = np.zeros_like(u)
    for _ in range(steps):
        nxt[1:-1] = 2.0 * cur[1:-1] - prev[1:-1] + c**2 * (cur[2:] - 2.0 * cur[1:-1] + cur[:-2])
        nxt[0] = nxt[1]
        nxt[-1] = 0.0
        prev, cur, nxt = cur, nxt, prev
    return np.sum(cur**2) + np.sum(cur * prev)


def heat_swap(u: Any, kappa: Any, steps: int) -> Any:
    """Double buffering with a coefficient that varies in space; an odd number of swaps leaves them exchanged."""
    un = np.empty_like(u)
    un[:] = u
    for _ in range(steps):
        flux = 0.5 * (kappa[1:] + kappa[:-1]) * (u[1:] - u[:-1])
        un[1:-1] = u[1:-1] + 0.2 * (flux[1:] - flux[:-1])
        u, un = un, u
    return np.sum(u * un) + np.sum(u**2)


def kernel_adi(TSTEPS: int, N: int, u: Any, alpha: Any) -> None:
    """Alternating directions implicit: a tridiagonal solve along columns, then one along rows."""
    v = np.empty(u.shape, dtype=u.dtype)
    p = np.empty(u.shape, dtype=u.dtype)
    q = np.empty(u.shape, dtype=u.dtype)
    a = -0.5 * alpha
    b = 1.0 + alpha
    c = a
    for _t in range(1, TSTEPS + 1):
        v[0, 1 : N - 1] = 1.0
        p[1 : N - 1, 0] = 0.0
        q[1 : N - 1, 0] = v[0, 1 : N - 1]
        for j in range(1, N - 1):
            p[1 : N - 1, j] = -c / (a * p[1 : N - 1, j - 1] + b)
            q[1 : N - 1, j] = (
                -a * u[j, 0 : N - 2] + (1.0 + 2.0 * a) * u[j, 1 : N - 1] - c * u[j, 2:N] - a * q[1 : N - 1, j - 1]
            ) / (a * p[1 : N - 1, j - 1] + b)
        v[N - 1, 1 : N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            v[j, 1 : N - 1] = p[1 : N - 1, j] * v[j + 1, 1 : N - 1] + q[1 : N - 1, j]
        u[1 : N - 1, 0] = 1.0
        p[1 : N - 1, 0] = 0.0
        q[1 : N - 1, 0] = u[1 : N - 1, 0]
        for j in range(1, N - 1):
            p[1 : N - 1, j] = -a / (c * p[1 : N - 1, j - 1] + b)
            q[1 : N - 1, j] = (
                -c * v[0 : N - 2, j] + (1.0 + 2.0 * c) * v[1 : N - 1, j] - a * v[2:N, j] - c * q[1 : N - 1, j - 1]
            ) / (c * p[1 : N - 1, j - 1] + b)
        u[1 : N - 1, N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            u[1 : N - 1, j] = p[1 : N - 1, j] * u[1 : N - 1, j + 1] + q[1 : N - 1, j]


def adi(TSTEPS: int, N: int, u: Any, alpha: Any) -> Any:
    """ADI for the heat equation, with the diffusion number as an argument."""
    v_edges = u[0].copy()
    v_edges += u[-1]
    u[0] = 1.0 + 0.1 * v_edges
    u[-1] = 1.0
    kernel_adi(TSTEPS, N, u, alpha)
    return np.sum(u**2 * np.cos(np.arange(N)))


def kernel_fdtd_2d(TMAX: int, ex: Any, ey: Any, hz: Any, fict: Any) -> None:
    """Yee's scheme for Maxwell's equations in the plane."""
    for t in range(TMAX):
        ey[0, :] = fict[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


def fdtd_2d(TMAX: int, ex: Any, ey: Any, hz: Any, fict: Any) -> Any:
    """Energy of the fields after `TMAX` steps."""
    kernel_fdtd_2d(TMAX, ex, ey, hz, fict)
    return 0.5 * (np.sum(ex**2) + np.sum(ey**2) + np.sum(hz**2)) + np.sum(ex * ey)


def hdiff(field: Any, coeff: Any) -> Any:
    """Horizontal diffusion with flux limiters, as in weather models."""
    lap = 4.0 * field[1:-1, 1:-1] - (field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2])
    res = lap[1:, 1:-1] - lap[:-1, 1:-1]
    flx = np.where(res * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0, res)
    res = lap[1:-1, 1:] - lap[1:-1, :-1]
    fly = np.where(res * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0, res)
    out = np.zeros_like(field)
    out[2:-2, 2:-2] = field[2:-2, 2:-2] - coeff * (flx[1:] - flx[:-1] + fly[:, 1:] - fly[:, :-1])
    return np.sum(out**2)
