"""The programs that are timed, in plain NumPy, and arguments for them.

The functions say nothing of any tool. `benchmarks/handwritten.py` has the adjoint of each, under the same name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


def tanh_layer(W, x):
    return np.sum(np.tanh(W @ x))


def recurrence(x, steps):
    for _ in range(steps):
        x = 0.999 * x + 1e-3 * math.sin(x)
    return x


def mlp(w1, b1, w2, b2, x, labels):
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    z = z - np.max(z, axis=1, keepdims=True)
    log_p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return -np.mean(log_p[np.arange(len(labels)), labels])


def heat(u, steps):
    for _ in range(steps):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u ** 2)


def gauss_seidel(u, sweeps):
    n, m = u.shape
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return np.sum(u ** 2)


def k3mm(A, B, C):
    return np.sum(A @ B @ C)


def thirty_lines(u, v, f, g, nu, rho, steps):
    """A step of a fluid in a box, for timing how long it takes to make a derivative: not run as a benchmark."""
    n = u.shape[0]
    dx = 2.0 / (n - 1)
    dt = 0.2 * dx ** 2
    p = np.zeros_like(u)
    energy = 0.0
    for step in range(steps):
        b = np.zeros_like(u)
        ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2.0 * dx)
        vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * dx)
        b[1:-1, 1:-1] = rho * ((ux + vy) / dt - ux ** 2 - vy ** 2)
        for _ in range(3):
            q = p.copy()
            p[1:-1, 1:-1] = 0.25 * (q[1:-1, 2:] + q[1:-1, :-2] + q[2:, 1:-1] + q[:-2, 1:-1] - dx ** 2 * b[1:-1, 1:-1])
            p[:, -1] = p[:, -2]
            p[:, 0] = p[:, 1]
        un = u.copy()
        vn = v.copy()
        u[1:-1, 1:-1] = un[1:-1, 1:-1] - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, :-2])
        u[1:-1, 1:-1] -= dt / (2.0 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
        u[1:-1, 1:-1] += nu * dt * (un[1:-1, 2:] - 2.0 * un[1:-1, 1:-1] + un[1:-1, :-2]) + f[1:-1, 1:-1] * dt
        v[1:-1, 1:-1] = vn[1:-1, 1:-1] - vn[1:-1, 1:-1] * dt / dx * (vn[1:-1, 1:-1] - vn[:-2, 1:-1])
        v[1:-1, 1:-1] -= dt / (2.0 * rho * dx) * (p[2:, 1:-1] - p[:-2, 1:-1])
        v[1:-1, 1:-1] += nu * dt * (vn[2:, 1:-1] - 2.0 * vn[1:-1, 1:-1] + vn[:-2, 1:-1]) + g[1:-1, 1:-1] * dt
        u[0, :] = 0.0
        u[-1, :] = 1.0
        if step % 2 == 0:
            energy = energy + np.sum(u ** 2 + v ** 2)
    return energy + np.sum(np.sqrt(1.0 + p ** 2))


class Program(NamedTuple):
    """A program to time: what to differentiate it with respect to, and two sets of arguments."""

    key: str
    title: str
    fun: Callable[..., Any]
    argnums: tuple[int, ...]
    args: Callable[[], tuple[Any, ...]]
    small: Callable[[], tuple[Any, ...]]  # for comparing with finite differences
    target: float  # how many times the handwritten adjoint a derivative may take
    writes: tuple[int, ...] = ()  # the arguments that the program writes into


def _mlp_args(batch: int, inputs: int, hidden: int, classes: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    return (rng.normal(size=(inputs, hidden)) / math.sqrt(inputs), np.zeros(hidden),
            rng.normal(size=(hidden, classes)) / math.sqrt(hidden), np.zeros(classes),
            rng.normal(size=(batch, inputs)), rng.integers(classes, size=batch))


def _normal(*shapes: tuple[int, ...]) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    return tuple(rng.normal(size=shape) for shape in shapes)


PROGRAMS = [
    Program("a", "sum(tanh(W @ x)), 10 x 10", tanh_layer, (0, 1),
            lambda: _normal((10, 10), (10,)), lambda: _normal((3, 4), (4,)), 1.5),
    Program("b", "scalar recurrence, 1,000 steps", recurrence, (0,),
            lambda: (0.7, 1000), lambda: (0.7, 50), 1.3),
    Program("c", "MLP 784-256-10, batch 128", mlp, (0, 1, 2, 3),
            lambda: _mlp_args(128, 784, 256, 10), lambda: _mlp_args(5, 4, 6, 3), 1.1),
    Program("d", "heat stencil, n = 100,000, 100 steps", heat, (0,),
            lambda: (*_normal((100_000,)), 100), lambda: (*_normal((9,)), 7), 1.15, writes=(0,)),
    Program("e", "Gauss-Seidel 40 x 40, 20 sweeps", gauss_seidel, (0,),
            lambda: (*_normal((40, 40)), 20), lambda: (*_normal((5, 6)), 3), 1.3, writes=(0,)),
    Program("f", "k3mm: sum(A @ B @ C), n = 400", k3mm, (0, 1, 2),
            lambda: _normal((400, 400), (400, 400), (400, 400)), lambda: _normal((3, 4), (4, 5), (5, 2)), 1.1),
]
