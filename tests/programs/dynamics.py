"""Integrators of differential equations, and simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def inverse_cubes(dx: Any, dy: Any, dz: Any, softening: float) -> Any:
    """Inverse cubed distances; a body does not act on itself, by a mask."""
    r = dx**2 + dy**2 + dz**2 + softening**2
    r[r > 0] **= -1.5
    return r


def get_acc(pos: Any, mass: Any, G: Any, softening: float) -> Any:
    """Accelerations of all bodies."""
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    z = pos[:, 2:3]
    dx = x.T - x
    dy = y.T - y
    dz = z.T - z
    inv_r3 = inverse_cubes(dx, dy, dz, softening)
    ax = G * (dx * inv_r3) @ mass
    ay = G * (dy * inv_r3) @ mass
    az = G * (dz * inv_r3) @ mass
    return np.hstack((ax, ay, az))


def get_energy(pos: Any, vel: Any, mass: Any, G: Any) -> tuple[Any, Any]:
    """Kinetic and potential energy."""
    KE = 0.5 * np.sum(mass * vel**2)
    x, y, z = pos[:, 0:1], pos[:, 1:2], pos[:, 2:3]
    dx, dy, dz = x.T - x, y.T - y, z.T - z
    inv_r = np.sqrt(dx**2 + dy**2 + dz**2)
    inv_r[inv_r > 0] = 1.0 / inv_r[inv_r > 0]
    PE = G * np.sum(np.triu(-(mass * mass.T) * inv_r, 1))
    return KE, PE


def nbody(mass: Any, pos: Any, vel: Any, Nt: int, dt: float, G: Any, softening: float) -> Any:
    """Leapfrog, positions and velocities advanced in the arguments; energies kept in arrays."""
    vel -= np.mean(mass * vel, axis=0) / np.mean(mass)
    acc = get_acc(pos, mass, G, softening)
    KE = np.ndarray(Nt + 1, dtype=np.float64)
    PE = np.ndarray(Nt + 1, dtype=np.float64)
    KE[0], PE[0] = get_energy(pos, vel, mass, G)
    for i in range(Nt):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc[:] = get_acc(pos, mass, G, softening)
        vel += acc * dt / 2.0
        KE[i + 1], PE[i + 1] = get_energy(pos, vel, mass, G)
    return np.sum(KE**2) + np.sum(PE) + np.sum(pos**2)


def nbody_pairs(mass: Any, pos: Any, vel: Any, dt: Any, steps: int) -> Any:
    """Symplectic Euler with the forces of each pair added to both bodies."""
    n = len(mass)
    for _ in range(steps):
        force = np.zeros_like(pos)
        for i in range(n):
            for j in range(i + 1, n):
                d = pos[j] - pos[i]
                f = mass[i] * mass[j] * d / np.sqrt(d @ d + 0.01) ** 3
                force[i] += f
                force[j] -= f
        for i in range(n):
            vel[i] += dt * force[i] / mass[i]
            pos[i] += dt * vel[i]
    return np.sum(pos**2) + np.sum(mass[:, None] * vel**2)


def lotka_volterra(t: float, y: Any, p: Any) -> Any:
    """Predators and prey."""
    prey, predator = y
    return np.array([p[0] * prey - p[1] * prey * predator, p[2] * prey * predator - p[3] * predator])


def van_der_pol(t: float, y: Any, p: Any) -> Any:
    """An oscillator driven in time."""
    dy = np.empty_like(y)
    dy[0] = y[1]
    dy[1] = p[0] * (1.0 - y[0] ** 2) * y[1] - p[1] * y[0] + p[2] * np.cos(p[3] * t)
    return dy


def rk4_step(f: Callable[..., Any], t: float, y: Any, h: float, *args: Any) -> Any:
    """One classical Runge-Kutta step."""
    k1 = f(t, y, *args)
    k2 = f(t + 0.5 * h, y + 0.5 * h * k1, *args)
    k3 = f(t + 0.5 * h, y + 0.5 * h * k2, *args)
    k4 = f(t + h, y + h * k3, *args)
    return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def runge_kutta(f: Callable[..., Any], y0: Any, params: Any, t_end: float, n: int) -> Any:
    """The whole trajectory in a preallocated array."""
    ys = np.empty((n + 1, len(y0)))
    ys[0] = y0
    h = t_end / n
    for i in range(n):
        ys[i + 1] = rk4_step(f, i * h, ys[i], h, params)
    return np.sum(ys[-1] ** 2) + h * np.sum(ys)


HEUN = ([0.0, 1.0], [[], [1.0]], [0.5, 0.5])
KUTTA3 = ([0.0, 0.5, 1.0], [[], [0.5], [-1.0, 2.0]], [1 / 6, 2 / 3, 1 / 6])


def butcher(f: Callable[..., Any], tableau: Any, y: Any, params: Any, h: float, n: int) -> Any:
    """Any explicit Runge-Kutta method from its tableau, stages appended to a list."""
    c, A, b = tableau
    t = 0.0
    for _ in range(n):
        ks = []
        for ci, row in zip(c, A, strict=True):
            stage = y.copy()
            for a, k in zip(row, ks, strict=True):
                stage += h * a * k
            ks.append(f(t + ci * h, stage, params))
        for bi, k in zip(b, ks, strict=True):
            y += h * bi * k
        t += h
    return np.sum(y**3)


def heun_adaptive(y: Any, p: Any, t_end: float, h: float, tol: float) -> Any:
    """Heun's method halving or doubling its step: `while`, `continue` and `break`."""
    t = 0.0
    while True:
        if t + h > t_end:
            h = t_end - t
        k1 = lotka_volterra(t, y, p)
        k2 = lotka_volterra(t + h, y + h * k1, p)
        error = np.max(np.abs(k2 - k1)) * 0.5 * h
        if error > tol:
            h *= 0.5
            continue
        y = y + 0.5 * h * (k1 + k2)
        t += h
        if t >= t_end - 1e-12:
            break
        if error < 0.4 * tol:
            h *= 2.0
    return y[0] ** 2 + y[0] * y[1]


def lorenz(state: Any, sigma: Any, rho: Any, beta: Any, dt: float, steps: int) -> Any:
    """Euler steps of Lorenz's system on plain scalars."""
    x, y, z = state
    for _ in range(steps):
        x, y, z = x + dt * sigma * (y - x), y + dt * (x * (rho - z) - y), z + dt * (x * y - beta * z)
    return x**2 + y * z


class Pendulum:
    """A damped pendulum whose state lives in attributes."""

    def __init__(self, angle: Any, length: Any, damping: Any) -> None:
        """At rest, at an angle."""
        self.angle = angle
        self.rate = 0.0
        self.length = length
        self.damping = damping

    def step(self, dt: float) -> None:
        """Symplectic Euler."""
        self.rate += dt * (-9.81 / self.length * np.sin(self.angle) - self.damping * self.rate)
        self.angle += dt * self.rate

    def energy(self) -> Any:
        """Energy per unit of mass."""
        return 0.5 * (self.length * self.rate) ** 2 + 9.81 * self.length * (1.0 - np.cos(self.angle))


def pendulum(angle: float, length: float, damping: float, dt: float, steps: int) -> Any:
    """Energy that is left after some steps of an object made inside."""
    p = Pendulum(angle, length, damping)
    for _ in range(steps):
        p.step(dt)
    return p.energy() + p.angle


def bouncing_ball(height: float, restitution: float, dt: float, steps: int) -> Any:
    """A ball that turns round at the floor: a branch in a loop that rebinds scalars."""
    y, v = height, 0.0
    bounces = 0
    for _ in range(steps):
        v -= 9.81 * dt
        y += v * dt
        if y < 0.0:
            y = -restitution * y
            v = -restitution * v
            bounces += 1
            if bounces == 2:
                return y + 10.0 * v**2
    return y + v**2


def seir(beta: Any, gamma: Any, y0: Any, days: int) -> Any:
    """An epidemic in compartments, the history a list that is stacked at the end."""
    s, e, i, r = y0
    history = [np.array([s, e, i, r])]
    for _ in range(days):
        infected = beta * s * i
        s, e, i, r = s - infected, e + infected - 0.2 * e, i + 0.2 * e - gamma * i, r + gamma * i
        history.append(np.stack([s, e, i, r]))
    traj = np.array(history)
    return np.sum(traj[:, 2] ** 2) + traj[-1, 3]


def kuramoto(theta: Any, omega: Any, coupling: Any, dt: float, steps: int) -> Any:
    """Coupled oscillators; `np.subtract.outer` and the order parameter."""
    for _ in range(steps):
        theta += dt * (omega + coupling * np.mean(np.sin(np.subtract.outer(theta, theta)), axis=0))
    return np.hypot(np.mean(np.cos(theta)), np.mean(np.sin(theta)))
