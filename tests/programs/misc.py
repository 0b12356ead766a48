"""Roots, series, quadrature, finance and other things found in scripts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np


def newton_root(a: Any, b: Any, tol: float) -> Any:
    """Root of `x * exp(x) + b * x = a` by Newton's method, iterated to convergence."""
    x = 1.0
    delta = np.inf
    while abs(delta) > tol:
        residual = x * np.exp(x) + b * x - a
        slope = (1.0 + x) * np.exp(x) + b
        delta = residual / slope
        x -= delta
    return x


def newton_system(x: Any, p: Any, maxiter: int) -> Any:
    """Newton's method for two equations, the Jacobian filled in place, with an early return."""
    J = np.zeros((2, 2))
    F = np.zeros(2)
    for _ in range(maxiter):
        F[0] = x[0] ** 2 + p[0] * x[1] ** 2 - p[1]
        F[1] = x[0] * x[1] - p[2]
        J[0, 0], J[0, 1] = 2.0 * x[0], 2.0 * p[0] * x[1]
        J[1, 0], J[1, 1] = x[1], x[0]
        step = np.linalg.solve(J, F)
        x = x - step
        if np.linalg.norm(step) < 1e-13:
            return x[0] + x[1] ** 2
    return np.sum(x)


def bisect_newton(f: Callable[..., Any], p: Any, low: float, high: float) -> Any:
    """Bisection picks where to start (no derivative flows through it), secants finish."""
    while high - low > 0.1:
        mid = 0.5 * (low + high)
        if f(mid, p) * f(low, p) <= 0:
            high = mid
        else:
            low = mid
    x0, x1 = low, high
    for _ in range(20):
        f0, f1 = f(x0, p), f(x1, p)
        if abs(f1 - f0) < 1e-9:
            break
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
    return x1**2


def kepler(E: Any, p: Any) -> Any:
    """Kepler's equation."""
    return E - p[0] * math.sin(E) - p[1]


def horner(coeffs: Any, x: Any) -> Any:
    """A polynomial, highest power first, on an array of points."""
    y = np.zeros_like(x)
    for c in coeffs:
        y = y * x + c
    return np.sum(y**2)


def horner_in_place(coeffs: Any, x: Any, out: Any) -> Any:
    """The same through `out=`, and its derivative beside it."""
    slope = np.zeros_like(x)
    out[:] = coeffs[0]
    for k in range(1, len(coeffs)):
        np.multiply(slope, x, out=slope)
        slope += out
        np.multiply(out, x, out=out)
        np.add(out, coeffs[k], out=out)
    return np.sum(out * slope)


def clenshaw(coeffs: Any, x: Any) -> Any:
    """A Chebyshev series by Clenshaw's recurrence, downwards."""
    b1 = b2 = 0.0
    x2 = 2.0 * x
    for k in range(len(coeffs) - 1, 0, -1):
        b1, b2 = coeffs[k] + x2 * b1 - b2, b1
    return coeffs[0] + x * b1 - b2


def lagrange(xs: Any, ys: Any, x: Any) -> Any:
    """Lagrange interpolation, skipping the node itself."""
    total = 0.0
    for i, (xi, yi) in enumerate(zip(xs, ys, strict=True)):
        basis = 1.0
        for j, xj in enumerate(xs):
            if j == i:
                continue
            basis *= (x - xj) / (xi - xj)
        total += yi * basis
    return total


def agm(a: float, b: float) -> Any:
    """Arithmetic-geometric mean."""
    while abs(a - b) > 1e-14 * a:
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return a


def simpson(f: Callable[..., Any], a: Any, b: Any, n: int, **options: Any) -> Any:
    """Composite Simpson rule on slices with steps, `f` given its options by keyword."""
    x = a + (b - a) * np.arange(n + 1) / n
    y = f(x, **options)
    return (b - a) / (3.0 * n) * (y[0] + 4.0 * np.sum(y[1::2]) + 2.0 * np.sum(y[2:-1:2]) + y[-1])


def gaussian_bump(x: Any, centre: Any = 0.0, width: Any = 1.0) -> Any:
    """An integrand."""
    return np.exp(-(((x - centre) / width) ** 2))


def integral_of_bump(a: Any, b: Any, width: Any, n: int) -> Any:
    """Part of the area under a bump."""
    return simpson(gaussian_bump, a, b, n, width=width, centre=0.1)


def adaptive_simpson(f: Callable[..., Any], a: float, b: float, tol: float) -> Any:
    """Adaptive quadrature by a function that calls itself and closes over `f`."""

    def rule(left: Any, right: Any) -> Any:
        return (right - left) / 6.0 * (f(left) + 4.0 * f(0.5 * (left + right)) + f(right))

    def refine(left: Any, right: Any, whole: Any, tol: float) -> Any:
        mid = 0.5 * (left + right)
        first, second = rule(left, mid), rule(mid, right)
        if abs(first + second - whole) <= 15.0 * tol:
            return first + second
        return refine(left, mid, first, 0.5 * tol) + refine(mid, right, second, 0.5 * tol)

    return refine(a, b, rule(a, b), tol)


def area_adaptive(a: float, b: float, k: float) -> Any:
    """Adaptive quadrature of a lambda over a parameter."""
    return adaptive_simpson(lambda x: math.exp(-k * x) * math.sin(3.0 * x), a, b, 1e-6)


def cndf(x: Any) -> Any:
    """Cumulative normal distribution by a rational approximation; negative values by a mask."""
    flip = x < 0.0
    x = np.abs(x)
    k = 1.0 / (1.0 + 0.2316419 * x)
    poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    out = 1.0 - np.exp(-0.5 * x**2) / np.sqrt(2.0 * np.pi) * poly
    out[flip] = 1.0 - out[flip]
    return out


def black_scholes(S: Any, K: Any, T: Any, r: Any, sigma: Any) -> Any:
    """Prices of call options, weighted."""
    d1 = (np.log(S / K) + (r + 0.5 * sigma**2) * T) / (sigma * np.sqrt(T))
    d2 = d1 - sigma * np.sqrt(T)
    call = S * cndf(d1) - K * np.exp(-r * T) * cndf(d2)
    return np.sum(call * np.arange(1, call.size + 1))


def american_put(S: float, K: float, r: float, sigma: float, T: float, n: int) -> Any:
    """Binomial tree, values walked backwards in one array with overlapping slices."""
    dt = T / n
    up = math.exp(sigma * math.sqrt(dt))
    q = (math.exp(r * dt) - 1.0 / up) / (up - 1.0 / up)
    discount = math.exp(-r * dt)
    j = np.arange(n + 1)
    values = np.maximum(K - S * up ** (2.0 * j - n), 0.0)
    for level in range(n - 1, -1, -1):
        values[: level + 1] = discount * (q * values[1 : level + 2] + (1.0 - q) * values[: level + 1])
        stock = S * up ** (2.0 * j[: level + 1] - level)
        np.maximum(values[: level + 1], K - stock, out=values[: level + 1])
    return values[0]


def haversine(theta_1: Any, phi_1: Any, theta_2: Any, phi_2: Any) -> Any:
    """Great-circle distances between pairs of points."""
    temp = np.sin((theta_2 - theta_1) / 2) ** 2 + np.cos(theta_1) * np.cos(theta_2) * np.sin((phi_2 - phi_1) / 2) ** 2
    return np.sum(2 * np.arctan2(np.sqrt(temp), np.sqrt(1 - temp)))


def go_fast(a: Any) -> Any:
    """Numba's first example: a trace of hyperbolic tangents added to everything."""
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return np.sum((a + trace) ** 2)


def rosenbrock(x: Any) -> Any:
    """Rosenbrock's valley."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def bubble_sort_weighted(x: Any, w: Any) -> Any:
    """Sort in place by exchanging neighbours, stop when nothing moved, weigh by rank."""
    n = len(x)
    for last in range(n - 1, 0, -1):
        moved = False
        for i in range(last):
            if x[i] > x[i + 1]:
                x[i], x[i + 1] = x[i + 1].copy(), x[i].copy()
                moved = True
        if not moved:
            break
    return np.sum(w * x**2)
