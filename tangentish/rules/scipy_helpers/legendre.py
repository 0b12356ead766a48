"""Derivatives of Legendre functions and spherical harmonics, of any order: SciPy gives the first two."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special


def legendre_slope(n: Any, z: Any, times: int) -> Any:
    """The derivative of the Legendre polynomial `legendre_p(n, z)` by `z`, of an order from 1 on."""
    return special.legendre_p(n, z, diff_n=times)[times] if times <= 2 else _polynomial_slope(n, 0, z, times)


def _polynomial_slope(n: Any, m: Any, z: Any, times: int) -> Any:
    """The derivative of the Jacobi polynomial of degree n - m with both parameters m: another one (DLMF 18.9.15)."""
    n, m = np.asarray(n), np.asarray(m)
    factor = np.where(n - m >= times, special.poch(n + m + 1, times) / 2**times, 0.0)
    return factor * special.eval_jacobi(np.maximum(n - m - times, 0), m + times, m + times, z)


def assoc_legendre_slope(n: Any, m: Any, z: Any, times: int, branch_cut: Any, norm: Any) -> Any:
    """The derivative of `assoc_legendre_p(n, m, z)` by `z`; of an order from 3 on, nan at -1 and 1.

    The function is a constant times (1 - z)**(m / 2), (1 + z)**(m / 2) and a polynomial; that of the degree n = m has no
    more than these powers. Their derivatives by the rule of Leibniz, relative to themselves, are powers below 0.
    """
    if times <= 2:
        return special.assoc_legendre_p(n, m, z, branch_cut=branch_cut, norm=norm, diff_n=times)[times]
    size, z = np.abs(m), np.asarray(z)

    def value(degree: Any, at: Any, branch_cut: Any) -> Any:
        return special.assoc_legendre_p(degree, m, at, branch_cut=branch_cut, norm=norm)[0]

    total: Any = 0.0
    with np.errstate(all="ignore"):
        for k in range(times + 1):
            for i in range(times + 1 - k):
                weight = math.comb(times, k) * math.comb(times - k, i) * (-1) ** k * _falling(size / 2, k) * _falling(size / 2, i)
                total = total + weight * (1 - z) ** -k * (1 + z) ** -i * _polynomial_slope(n, size, z, times - k - i)
        constant = value(n, 1.5, 3) / (value(size, 1.5, 3) * _polynomial_slope(n, size, 1.5, 0))
        return np.where(np.greater_equal(n, size), constant * value(size, z, branch_cut) * total, 0.0)


def _falling(x: Any, count: int) -> Any:
    """x (x - 1) (x - 2) ..., as many factors as `count` says."""
    return math.prod((x - k for k in range(count)), start=1.0)


def sph_legendre_slope(n: Any, m: Any, theta: Any, times: int) -> Any:
    """The derivative of `sph_legendre_p(n, m, theta)` by `theta`.

    It is made of the functions with m + 1 and m - 1, as for an angular momentum, which is used for an order from 3 on.
    """
    if times <= 2:
        return special.sph_legendre_p(n, m, theta, diff_n=times)[times]
    n, m = np.asarray(n), np.asarray(m)
    below = sph_legendre_slope(n, m - 1, theta, times - 1) * np.sqrt(np.maximum((n + m) * (n - m + 1), 0))
    above = sph_legendre_slope(n, m + 1, theta, times - 1) * np.sqrt(np.maximum((n - m) * (n + m + 1), 0))
    return (above - below) / 2


def sph_harm_slope(n: Any, m: Any, theta: Any, phi: Any, times: int) -> Any:
    """The derivative of `sph_harm_y(n, m, theta, phi)` by `theta`."""
    return sph_legendre_slope(n, m, theta, times) * np.exp(1j * np.multiply(m, phi))


__all__ = ["assoc_legendre_slope", "legendre_slope", "sph_harm_slope", "sph_legendre_slope"]
