"""The adjoints that an expert writes by hand: the yardstick. Each leaves its arguments as they were.

The primal sweep is the program's own code; the reverse sweep is fused, and in place where that pays.
"""

from __future__ import annotations

import math

import numpy as np


def tanh_layer(W, x):
    y = np.tanh(W @ x)
    z_bar = 1.0 - y * y
    return z_bar[:, None] * x, z_bar @ W


def recurrence(x, steps):
    tape = []
    for _ in range(steps):
        tape.append(x)
        x = 0.999 * x + 1e-3 * math.sin(x)
    x_bar = 1.0
    for x in reversed(tape):
        x_bar *= 0.999 + 1e-3 * math.cos(x)
    return (x_bar,)


def mlp(w1, b1, w2, b2, x, labels):
    batch = len(labels)
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    z -= np.max(z, axis=1, keepdims=True)
    z_bar = np.exp(z)
    z_bar /= np.sum(z_bar, axis=1, keepdims=True)
    z_bar[np.arange(batch), labels] -= 1.0
    z_bar /= batch
    w2_bar = h.T @ z_bar
    a_bar = z_bar @ w2.T
    h *= h
    np.subtract(1.0, h, out=h)
    a_bar *= h
    return x.T @ a_bar, np.sum(a_bar, axis=0), w2_bar, np.sum(z_bar, axis=0)


def heat(u, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    u *= 2.0
    u_bar = u
    for _ in range(steps):
        t_bar = 0.1 * u_bar[1:-1]
        u_bar[1:-1] *= 0.8
        u_bar[2:] += t_bar
        u_bar[:-2] += t_bar
    return (u_bar,)


def gauss_seidel(u, sweeps):
    u = u.copy()
    n, m = u.shape
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    u *= 2.0
    u_bar = u
    for _ in range(sweeps):
        for i in range(n - 2, 0, -1):
            for j in range(m - 2, 0, -1):
                t_bar = 0.25 * u_bar[i, j]
                u_bar[i, j] = 0.0
                u_bar[i - 1, j] += t_bar
                u_bar[i + 1, j] += t_bar
                u_bar[i, j - 1] += t_bar
                u_bar[i, j + 1] += t_bar
    return (u_bar,)


def k3mm(A, B, C):
    """The cotangent of every entry of the product is 1, so sums of rows and columns stand for all products."""
    column = np.sum(A, axis=0)
    row = np.sum(C, axis=1)
    A_bar, C_bar = np.empty_like(A), np.empty_like(C)
    A_bar[:] = B @ row
    C_bar[:] = (column @ B)[:, None]
    return A_bar, np.outer(column, row), C_bar


def k3mm_products(A, B, C):
    """As `k3mm` with one product of matrices, where the rules for `sum` and `@` are followed one after the other."""
    AB_bar = np.sum(C, axis=1)
    AB = A @ B
    A_bar, C_bar = np.empty_like(A), np.empty_like(C)
    A_bar[:] = B @ AB_bar
    C_bar[:] = np.sum(AB, axis=0)[:, None]
    return A_bar, np.outer(np.sum(A, axis=0), AB_bar), C_bar
