"""Flow solvers whose helpers write into the arrays they are given and return nothing."""

from __future__ import annotations

from typing import Any

import numpy as np


def build_up_b(b: Any, rho: Any, dt: float, u: Any, v: Any, dx: float, dy: float) -> None:
    """Right-hand side of the pressure equation."""
    b[1:-1, 1:-1] = rho * (
        1 / dt * ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx) + (v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy))
        - ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx)) ** 2
        - 2 * ((u[2:, 1:-1] - u[0:-2, 1:-1]) / (2 * dy) * (v[1:-1, 2:] - v[1:-1, 0:-2]) / (2 * dx))
        - ((v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)) ** 2
    )


def pressure_poisson(nit: int, p: Any, dx: float, dy: float, b: Any) -> None:
    """Jacobi sweeps for the pressure, with the walls set after each."""
    pn = np.empty_like(p)
    for _q in range(nit):
        pn[:] = p
        p[1:-1, 1:-1] = (
            (pn[1:-1, 2:] + pn[1:-1, 0:-2]) * dy**2 + (pn[2:, 1:-1] + pn[0:-2, 1:-1]) * dx**2
        ) / (2 * (dx**2 + dy**2)) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[1:-1, 1:-1]
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0


def step_velocity(q: Any, un: Any, vn: Any, dt: float, dx: float, dy: float, nu: Any) -> None:
    """Advection upwind and diffusion of the component `q`, which is `u` or `v`."""
    qn = q.copy()
    q[1:-1, 1:-1] = (
        qn[1:-1, 1:-1]
        - un[1:-1, 1:-1] * dt / dx * (qn[1:-1, 1:-1] - qn[1:-1, 0:-2])
        - vn[1:-1, 1:-1] * dt / dy * (qn[1:-1, 1:-1] - qn[0:-2, 1:-1])
        + nu
        * (
            dt / dx**2 * (qn[1:-1, 2:] - 2 * qn[1:-1, 1:-1] + qn[1:-1, 0:-2])
            + dt / dy**2 * (qn[2:, 1:-1] - 2 * qn[1:-1, 1:-1] + qn[0:-2, 1:-1])
        )
    )


def kernel_cavity(
    nt: int, nit: int, u: Any, v: Any, p: Any, dt: float, dx: float, dy: float, rho: Any, nu: Any
) -> None:
    """March `u`, `v` and `p` in place."""
    b = np.zeros_like(p)
    for _n in range(nt):
        un = u.copy()
        vn = v.copy()
        build_up_b(b, rho, dt, u, v, dx, dy)
        pressure_poisson(nit, p, dx, dy, b)
        step_velocity(u, un, vn, dt, dx, dy, nu)
        step_velocity(v, un, vn, dt, dx, dy, nu)
        u[1:-1, 1:-1] -= dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, 0:-2])
        v[1:-1, 1:-1] -= dt / (2 * rho * dy) * (p[2:, 1:-1] - p[0:-2, 1:-1])
        u[0, :] = u[:, 0] = u[:, -1] = 0
        u[-1, :] = 1
        v[0, :] = 0
        v[-1, :] = 0
        v[:, 0] = 0
        v[:, -1] = 0


def cavity_flow(nt: int, nit: int, u: Any, v: Any, p: Any, dt: float, dx: float, dy: float, rho: Any, nu: Any) -> Any:
    """Flow in a square box under a moving lid."""
    kernel_cavity(nt, nit, u, v, p, dt, dx, dy, rho, nu)
    return np.sum(u**2) + np.sum(np.cos(np.arange(v.size)).reshape(v.shape) * v) + np.sum(p**2)


def channel_flow(nit: int, u: Any, F: Any, dt: float, dy: float, nu: Any, tol: float) -> Any:
    """Periodic channel driven by a force, until the relative change of the flux is below `tol` or time is up."""
    udiff = 1.0
    stepcount = 0
    while udiff > tol and stepcount < nit:
        un = u.copy()
        u[1:-1, 1:-1] = un[1:-1, 1:-1] + F * dt + nu * dt / dy**2 * (
            un[2:, 1:-1] - 2 * un[1:-1, 1:-1] + un[:-2, 1:-1]
        )  # fmt: skip
        u[1:-1, -1] = un[1:-1, -1] + F * dt + nu * dt / dy**2 * (un[2:, -1] - 2 * un[1:-1, -1] + un[:-2, -1])
        u[1:-1, 0] = un[1:-1, 0] + F * dt + 0.1 * (un[1:-1, 1] - un[1:-1, -1]) * un[1:-1, 0]
        u[0, :] = 0
        u[-1, :] = 0
        udiff = (np.sum(u) - np.sum(un)) / np.sum(u)
        stepcount += 1
    return np.sum(u**2)


def solve_columns(a: Any, b: Any, c: Any, d: Any) -> None:
    """Thomas's algorithm along the last axis; the solution replaces `d`, and `c` is spent."""
    nz = d.shape[-1]
    c[..., 0] /= b[..., 0]
    d[..., 0] /= b[..., 0]
    for k in range(1, nz):
        pivot = 1.0 / (b[..., k] - a[..., k] * c[..., k - 1])
        c_here, d_here = c[..., k], d[..., k]
        c_here *= pivot
        d_here -= a[..., k] * d[..., k - 1]
        d_here *= pivot
    for k in range(nz - 2, -1, -1):
        level = d[:, :, k]
        level -= c[:, :, k] * d[:, :, k + 1]


def kernel_vadv(utens_stage: Any, u_stage: Any, wcon: Any, u_pos: Any, utens: Any, dtr_stage: Any) -> None:
    """Implicit vertical advection, column by column; `wcon` is staggered and so has one more row."""
    nx, ny, nz = utens_stage.shape
    bet_m, bet_p = 0.4, 0.6
    a = np.zeros((nx, ny, nz))
    b = np.zeros((nx, ny, nz))
    c = np.zeros((nx, ny, nz))
    d = np.zeros((nx, ny, nz))
    left, right = wcon[:-1], wcon[1:]
    for k in range(nz):
        here = u_stage[:, :, k]
        correction = np.zeros((nx, ny))
        if k > 0:
            gav = -0.25 * (right[:, :, k] + left[:, :, k])
            a[:, :, k] = gav * bet_p
            correction -= gav * bet_m * (u_stage[:, :, k - 1] - here)
        if k < nz - 1:
            gcv = 0.25 * (right[:, :, k + 1] + left[:, :, k + 1])
            c[:, :, k] = gcv * bet_p
            correction -= gcv * bet_m * (u_stage[:, :, k + 1] - here)
        b[:, :, k] = dtr_stage - a[:, :, k] - c[:, :, k]
        d[:, :, k] = dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction
    solve_columns(a, b, c, d)
    for k in range(nz):
        out = utens_stage[..., k]
        out[:] = dtr_stage * (d[..., k] - u_pos[..., k])


def vertical_advection(utens_stage: Any, u_stage: Any, wcon: Any, u_pos: Any, utens: Any, dtr_stage: Any) -> Any:
    """Tendencies from vertical advection, through views of the arguments."""
    kernel_vadv(utens_stage, u_stage, wcon, u_pos, utens, dtr_stage)
    return np.sum(np.sin(utens_stage)) + np.sum(utens_stage[::2, 1:] ** 2)


def burgers(u: Any, nu: Any, dx: float, dt: float, nt: int) -> Any:
    """Burgers' equation with periodic ends, upwind, one element at a time."""
    nx = u.shape[0]
    for _ in range(nt):
        un = u.copy()
        for i in range(nx):
            left, right = un[i - 1], un[(i + 1) % nx]
            if un[i] > 0:
                slope = (un[i] - left) / dx
            else:
                slope = (right - un[i]) / dx
            u[i] = un[i] - dt * un[i] * slope + nu * dt / dx**2 * (right - 2 * un[i] + left)
    return np.dot(u, np.cos(np.arange(nx)) * u)


def shallow_water(h: Any, u: Any, g: float, dt: float, steps: int) -> Any:
    """Lax-Friedrichs for the shallow-water equations, the state in one array with views of its rows."""
    state = np.stack([h, h * u])
    height, momentum = state
    for _ in range(steps):
        flux = np.empty_like(state)
        flux[0] = momentum
        flux[1] = momentum**2 / height + 0.5 * g * height**2
        mean = 0.5 * (np.roll(state, 1, axis=1) + np.roll(state, -1, axis=1))
        state[...] = mean - 0.5 * dt * (np.roll(flux, -1, axis=1) - np.roll(flux, 1, axis=1))
    return np.sum(momentum**2 / height) + g * np.sum(height**2)
