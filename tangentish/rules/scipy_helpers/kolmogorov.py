"""Derivatives of the distribution functions of Kolmogorov and Smirnov, of any order.

Both are sums of elementary terms, which are differentiated term by term.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special
from numpy.polynomial import Polynomial

from tangentish.rules.helpers import as_type_of

_TERMS = 8
"""Of either series for Kolmogorov's function, beyond which the terms are less than rounding."""


def kolmogorov_slope(y: Any, times: int) -> Any:
    """The derivative of `kolmogorov(y)` of an order from 1 on: of one of its two series, which are those of theta functions."""
    wide = np.asarray(y, np.float64)
    slope = np.where(wide < 1, _near_slope(np.maximum(wide, 0.03), times), _far_slope(np.clip(wide, 0.5, 40), times))
    return as_type_of(y, slope)  # 0 in double precision below 0.03 and above 40


def _far_slope(y: Any, times: int) -> Any:
    """Of 2 exp(-2 y**2) - 2 exp(-8 y**2) + 2 exp(-18 y**2) - ..."""
    total = 0.0
    for k in range(1, _TERMS + 1):
        root = k * math.sqrt(2)
        total = total - 2 * (-1) ** k * (-root) ** times * special.eval_hermite(times, root * y) * np.exp(-np.square(root * y))
    return total


def _near_slope(y: Any, times: int) -> Any:
    """Of 1 - sqrt(2 pi) / y * (exp(-c) + exp(-9 c) + exp(-25 c) + ...), where c is pi**2 / 8 / y**2; by t = 1 / y."""
    t = 1 / y
    total = 0.0
    for k in range(1, _TERMS + 1):
        rate = ((2 * k - 1) * math.pi) ** 2 / 8
        factor = Polynomial([0.0, -math.sqrt(2 * math.pi)])
        for _ in range(times):  # the derivative by y is -t**2 times that by t
            factor = Polynomial([0.0, 0.0, -1.0]) * (factor.deriv() - Polynomial([0.0, 2 * rate]) * factor)
        total = total + factor(t) * np.exp(-rate * t**2)
    return total


def smirnov_slope(n: Any, d: Any, times: int) -> Any:
    """The derivative of `smirnov(n, d)` by `d`, of any order; between the multiples of 1 / n, where pieces of it meet."""
    with np.errstate(invalid="ignore"):  # nan, beyond the ends, is compared
        return as_type_of(d, np.vectorize(_smirnov_slope, otypes=[np.float64], excluded=[2])(n, d, times))


def _smirnov_slope(n: Any, d: Any, times: int) -> float:
    """Of the sum of binom(n, j) * d * (d + j / n)**(j - 1) * (1 - d - j / n)**(n - j), while 1 - d - j / n is positive."""
    if np.isnan(n) or not 0 <= d <= 1:
        return math.nan
    d, n = float(d), int(n)
    j = np.arange(1, n)
    j = j[(n - j) / n > d]
    grown, left = d + j / n, (n - j) / n - d
    size = special.gammaln(n + 1) - special.gammaln(j + 1) - special.gammaln(n - j + 1)
    total = (-1) ** times * _falling(n, times) * (1 - d) ** max(n - times, 0)  # of j = 0, which has no factor d
    for k in range(times + 1):  # Leibniz: k derivatives of the last factor, i of those before
        i = times - k
        before = d * _falling(j - 1, i) / grown + i * _falling(j - 1, i - 1)
        power = np.maximum(n - j - k, 0)  # where it is no power any more the factor before it is 0
        terms = np.exp(size + (j - i) * np.log(grown) + power * np.log(left))
        total += (-1) ** k * math.comb(times, k) * float(np.sum(before * _falling(n - j, k) * terms))
    return total


def _falling(n: Any, count: int) -> Any:
    """n (n - 1) (n - 2) ..., as many factors as `count` says."""
    return math.prod((n - k for k in range(count)), start=1.0)


__all__ = ["kolmogorov_slope", "smirnov_slope"]
