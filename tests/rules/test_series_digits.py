"""Rules that use a series where the formula loses its digits: to nearly all digits, against sums and integrals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import special

import tangentish

NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)
FAR = [50.5, 63.0, 1e3, 1e5, 1e8]


def summed(term: Callable[[int], Any], first: int) -> Any:
    """A series to its end: until a term adds nothing, or does not get smaller any more."""
    total, before = 0.0, math.inf
    for k in itertools.count(first):
        one = term(k)
        if abs(one) >= before or total + one == total:
            return total
        total, before = total + one, abs(one) or before


def sinc(x: float) -> Any:
    t = math.pi * x
    return math.pi * summed(lambda k: (-1) ** k * 2 * k * t ** (2 * k - 1) / math.factorial(2 * k + 1), 1)


def exprel(x: float) -> Any:
    return summed(lambda k: (k - 1) * x ** (k - 2) / math.factorial(k), 2)


def inv_boxcox(u: float) -> Any:
    """Of `special.inv_boxcox1p(1, u)`."""
    return np.exp(np.log1p(u) / u) * summed(lambda k: (-1) ** k * k * u ** (k - 1) / (k + 1), 1)


def boxcox(u: float) -> Any:
    """Of `special.boxcox1p(e - 1, u)`, which is `exprel(u)`."""
    return exprel(u)


def diric(x: float, n: int) -> Any:
    """A sum of cosines."""
    return sum(-(k - (n - 1) / 2) * math.sin((k - (n - 1) / 2) * x) for k in range(n)) / n


def asymptotic(z: Any, sign: int) -> Any:
    """The sum of `(2 k + 1)!! (sign / (2 z**2))**k`."""
    return summed(lambda k: (sign / (2 * z * z)) ** k * math.prod(range(1, 2 * k + 2, 2)), 0)


def integral(f: Callable[[Any], Any], end: float) -> Any:
    return np.sum(WEIGHTS * f((NODES + 1) / 2 * end)) * end / 2


def ellipkinc(m: float) -> Any:
    return integral(lambda t: np.sin(t) ** 2 / 2 * (1 - m * np.sin(t) ** 2) ** -1.5, 1.2)


def ellipeinc(m: float) -> Any:
    return integral(lambda t: -(np.sin(t) ** 2) / 2 * (1 - m * np.sin(t) ** 2) ** -0.5, 1.2)


CASES: list[tuple[Callable[[Any], Any], Callable[[Any], Any], list[float], float]] = [
    (np.sinc, sinc, [0.0, 3e-3, -3.1e-3, 1e-5], 3e-12),
    (special.exprel, exprel, [0.0, 9e-3, -9.9e-3, 1e-5], 1e-11),
    (lambda u: special.boxcox1p(math.e - 1, u), boxcox, [0.0, 9e-3, -9.9e-3, 1e-5], 1e-11),
    (lambda u: special.inv_boxcox1p(1.0, u), inv_boxcox, [9e-3, -9.9e-3, 1e-5], 1e-11),
    (lambda x: special.diric(x, 5), lambda x: diric(x, 5), [1.9e-3, -1.5e-3, 1e-5, 2 * math.pi + 1e-5, 0.03, 6.9], 1e-8),
    (lambda x: special.diric(x, 4), lambda x: diric(x, 4), [2.4e-3, -1.5e-3, 1e-5, 2 * math.pi + 1e-5, 0.03, 6.9], 1e-8),
    (special.erfcx, lambda x: -asymptotic(x, -1) / (math.sqrt(math.pi) * x**2), FAR, 1e-11),
    (special.dawsn, lambda x: -asymptotic(x, 1) / (2 * x**2), [*FAR, -60.0], 1e-11),
    (lambda x: np.imag(special.wofz(x + 0j)), lambda x: -asymptotic(x, 1) / (math.sqrt(math.pi) * x**2), [*FAR, -60.0], 1e-11),
    (lambda x: np.imag(special.wofz(x + 9j)),
     lambda x: np.imag(-1j * asymptotic(x + 9j, 1) / (math.sqrt(math.pi) * (x + 9j) ** 2)), [*FAR, -60.0], 1e-11),
    (math.lgamma, special.digamma, [10.0, 10.3, 3.7, 0.2, -1.7, 1e4], 3e-15),
    (lambda m: special.ellipkinc(1.2, m), ellipkinc, [0.0, 9.9e-5, -9e-5, 1e-6, 2e-4], 2e-11),
    (lambda m: special.ellipeinc(1.2, m), ellipeinc, [0.0, 9.9e-5, -9e-5, 1e-6, 2e-4], 2e-11),
]


@pytest.mark.parametrize("function, want, points, rtol", CASES)
def test_digits(function: Any, want: Callable[[Any], Any], points: list[float], rtol: float) -> None:
    for x in points:
        assert tangentish.grad(function)(x) == pytest.approx(want(x), rel=rtol, abs=0), x
