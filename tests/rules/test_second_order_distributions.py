"""Second derivatives of distributions: in each order of modes, at the ends of their support, to how many digits."""

from __future__ import annotations

import functools
import math
import operator
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.integrate as integrate
import scipy.special as special
import scipy.special._ufuncs as _ufuncs
from numpy.polynomial import Polynomial

import tangentish
from tests.rules.programs import defined

Q, V = np.array([0.2, 0.5, 0.85]), np.array([0.35, 0.6, 0.8])
P, SHAPE = np.array([1.3, 0.6, 2.2]), np.array([[2.1], [0.7]])
COUNTS = np.array([2.0, 5.0, 0.0])

# a function, its arguments, and which of them are differentiated
CASES = [
    ("bdtr", (COUNTS, 5, Q), (2,)), ("bdtri", (np.array([2, 1, 0]), 5, Q), (2,)), ("nbdtri", (2, 5, Q), (2,)),
    ("pdtri", (2, Q), (1,)), ("pdtrik", (0.4 + V / 2, 2 + P), (0, 1)), ("gdtr", (P, 1.5, SHAPE), (0, 1, 2)),
    ("gdtrc", (P, V, SHAPE), (0, 1, 2)), ("gdtrix", (P, SHAPE, V), (0, 1, 2)), ("gdtria", (V, P, P[::-1].copy()), (0, 1, 2)),
    ("gdtrib", (2 + P, V, P), (0, 1, 2)), ("btdtria", (V, 1 + P, 1 - V), (0, 1, 2)), ("betainc", (1.5, P, Q), (0, 1, 2)),
    ("betaincc", (SHAPE, 2.5, Q), (0, 1, 2)), ("chdtriv", (V, P), (0, 1)), ("gammainccinv", (P, Q), (0, 1)),
    ("stdtridf", (0.6 + V / 9, 1.0), (0, 1)), ("stdtr", (P, np.array([-0.4, 0.0, 1.2])), (0, 1)),
    ("fdtr", (2.5, 3.5 + P, P), (0, 1, 2)), ("zeta", (P + 1.2, SHAPE), (0, 1)), ("_beta_pdf", (Q, 1.5, P), (0, 1, 2)),
    ("_beta_ppf", (Q, 1.5, 1 + P), (0, 1, 2)), ("_binom_cdf", (COUNTS, 5.0, Q), (2,)), ("_nbinom_sf", (COUNTS, P, Q), (1, 2)),
    ("_binom_pmf", (np.array([2.3, 4.6, 0.4]), np.array([5.2, 4.9, 6.7]), Q), (0, 1, 2)),
    ("_nbinom_pmf", (np.array([2.3, 4.6, 0.4]), P, Q), (0, 1, 2)), ("_gen_harmonic", (np.array([3.0, 5.0, 2.0]), P), (1,)),
    ("_normalized_gen_harmonic", (1.0, np.array([3.0, 5.0, 2.0]), 6.0, P), (3,)),
]


def ufunc(name: str) -> Any:
    """A function of SciPy, or of its private ones, which not all versions have."""
    found = getattr(special, name, None) or getattr(_ufuncs, name, None)
    return found or pytest.skip(f"this SciPy has no {name}")


def scaled(name: str, args: tuple[Any, ...], wrt: tuple[int, ...], weight: Any) -> Any:
    """The weighted sum of a function as a function of those of its arguments that are differentiated."""
    space = {"np": np, "F": ufunc(name), "w": weight} | {f"x{k}": arg for k, arg in enumerate(args)}
    names, call = ", ".join(f"x{k}" for k in wrt), ", ".join(f"x{k}" for k in range(len(args)))
    return defined("total", f"def total({names}):\n    return np.sum(w * F({call}))\n", space)


@pytest.mark.parametrize(("name", "args", "wrt"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_every_order_of_modes(name: str, args: tuple[Any, ...], wrt: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    total = scaled(name, args, wrt, rng.normal(size=np.shape(ufunc(name)(*args))))
    point = tuple(np.asarray(args[k], float) for k in wrt)
    first, second = (tuple(rng.normal(size=np.shape(value)) for value in point) for _ in range(2))
    gradient = tangentish.grad(total, tuple(range(len(wrt))))

    def by_reverse(*point):
        slope = 0.0
        for bar, direction in zip(gradient(*point), first, strict=True):
            slope = slope + np.sum(bar * direction)
        return slope

    def by_forward(*point):
        return tangentish.jvp(total, point, first)[1]

    def central(step: float) -> float:
        ahead, behind = (by_reverse(*(value + sign * step * way for value, way in zip(point, second, strict=True)))
                         for sign in (1, -1))
        return float(ahead - behind) / (2 * step)

    one, two, three = central(2e-3), central(1e-3), central(5e-4)
    want = (16 * (4 * three - two) / 3 - (4 * two - one) / 3) / 15
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for slope in (by_reverse, by_forward):
            bars = tangentish.grad(slope, tuple(range(len(wrt))))(*point)
            reverse = sum(float(np.sum(bar * way)) for bar, way in zip(bars, second, strict=True))
            forward = float(tangentish.jvp(slope, point, second)[1])
            assert abs(reverse - want) <= 2e-8 * max(1.0, abs(want)) and abs(forward - want) <= 2e-8 * max(1.0, abs(want))


X, REST = Polynomial([0.0, 1.0]), Polynomial([1.0, -1.0])
DECAY = functools.reduce(operator.add, [(-X) ** k / math.factorial(k) for k in range(14)])  # exp(-x) for a small x


def summed(terms: Iterator[Polynomial]) -> Polynomial:
    return functools.reduce(operator.add, terms)


def at_ends() -> Iterator[tuple[str, tuple[Any, ...], int, Polynomial]]:
    """Distributions with whole parameters, their place for the argument, and the polynomials of that which they are."""
    for k, n in ((0, 1), (1, 1), (0, 2), (2, 4), (3, 4)):
        pmf = [math.comb(n, j) * X**j * REST ** (n - j) for j in range(k + 1)]
        failures = [math.comb(n + j - 1, j) * X**n * REST**j for j in range(k + 1)]
        for name, sign, parts in (("bdtr", 1, pmf), ("bdtrc", -1, pmf), ("_binom_cdf", 1, pmf), ("_binom_sf", -1, pmf),
                                  ("_binom_pmf", 1, pmf[k:]), ("nbdtr", 1, failures), ("nbdtrc", -1, failures),
                                  ("_nbinom_cdf", 1, failures), ("_nbinom_sf", -1, failures), ("_nbinom_pmf", 1, failures[k:])):
            yield name, (k, n, np.array([0.0, 0.3, 1.0])), 2, sign * summed(iter(parts))
    for a, b in ((1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (2.0, 2.0), (3.0, 4.0)):
        density = X ** int(a - 1) * REST ** int(b - 1) / special.beta(a, b)
        yield "betainc", (a, b, np.array([0.0, 0.3, 1.0])), 2, density.integ()
        yield "betaincc", (a, b, np.array([0.0, 0.3, 1.0])), 2, -density.integ()
        yield "_beta_pdf", (np.array([0.0, 0.3, 1.0]), a, b), 0, density
    for k in range(3):
        cdf = DECAY * summed(X**j / math.factorial(j) for j in range(k + 1))
        yield "pdtr", (float(k), np.array([0.0, 1e-2])), 1, cdf
        yield "pdtrc", (float(k), np.array([0.0, 1e-2])), 1, -cdf
        yield "gdtr", (2.0, k + 1.0, np.array([0.0, 1e-2])), 2, -cdf(2 * X)
        yield "chdtrc", (2 * k + 2.0, np.array([0.0, 1e-2])), 1, cdf(X / 2)


@pytest.mark.parametrize("name", sorted({case[0] for case in at_ends()}))
def test_finite_at_the_ends(name: str) -> None:
    for _, args, place, polynomial in (case for case in at_ends() if case[0] == name):
        first = tangentish.grad(scaled(name, args, (place,), 1.0))
        second = tangentish.grad(lambda x, first=first: np.sum(first(x)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for order, derivative in ((1, first), (2, second)):
                want = polynomial.deriv(order)(args[place])
                np.testing.assert_allclose(derivative(args[place]), want, rtol=1e-9, atol=1e-9, err_msg=f"{name} {args}")


def test_third_derivatives_at_the_ends() -> None:
    points = np.array([0.0, 0.3, 1.0])
    density = REST**2 / special.beta(1.0, 3.0)
    first = tangentish.grad(scaled("betainc", (1.0, 3.0, points), (2,), 1.0))
    second = tangentish.grad(lambda x: np.sum(first(x)))
    third = tangentish.grad(lambda x: np.sum(second(x)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(third(points), density.deriv(2)(points), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("a", "b", "x"), [(2.5, 2.0, 0.0), (3.0, 2.5, 0.0), (2.5, 2.5, 1.0)])
def test_shapes_at_the_ends(a: float, b: float, x: float) -> None:
    """No shape changes what a distribution function is at an end, nor its slope there if that is 0."""
    point = (np.array([a]), np.array([b]), np.array([x]))
    for name in ("betainc", "betaincc"):
        slope = tangentish.grad(scaled(name, point, (0, 1, 2), 1.0), (0, 1, 2))

        def total(a, b, x, slope=slope):
            by_a, by_b, by_x = slope(a, b, x)
            return np.sum(by_a) + 2 * np.sum(by_b) + 3 * np.sum(by_x)

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            by_a, by_b, by_x = tangentish.grad(total, (0, 1, 2))(*point)
        assert abs(by_a[0]) < 1e-9 and abs(by_b[0]) < 1e-9 and np.isfinite(by_x[0])


@pytest.mark.parametrize(("a", "x"), [(0.6, 0.3), (1.0, 1.0), (2.5, 5.0), (30.0, 19.0), (30.0, 41.0)])
def test_digits_of_a_shape(a: float, x: float) -> None:
    """By the moments of the logarithm under the density, which are integrals."""

    def density(t: float) -> float:
        return math.exp((a - 1) * math.log(t) - t - math.lgamma(a))

    def want(low: float, high: float) -> float:
        mean, spread = special.digamma(a), special.polygamma(1, a)
        return integrate.quad(lambda s: s * s * 3 * density(s**3) * ((3 * math.log(s) - mean) ** 2 - spread),
                              low ** (1 / 3), high ** (1 / 3), epsabs=1e-14, epsrel=1e-12, limit=200)[0]

    for function, ends in ((special.gammainc, (1e-30, x)), (special.gammaincc, (x, 400.0))):
        second = tangentish.grad(tangentish.grad(lambda a, function=function: function(a, x)))(a)
        assert abs(second - want(*ends)) <= 1e-9 * abs(want(*ends))


@pytest.mark.parametrize(("name", "args", "wrt"), [CASES[k] for k in (3, 5, 8, 11, 16, 19, 23, 24)],
                         ids=lambda value: value if isinstance(value, str) else "")
def test_single_precision(name: str, args: tuple[Any, ...], wrt: tuple[int, ...]) -> None:
    given = [arg.astype(np.float32) if isinstance(arg, np.ndarray) and arg.dtype.kind == "f" else arg for arg in args]
    wide = scaled(name, args, wrt, 1.0)
    narrow = scaled(name, tuple(given), wrt, 1.0)
    for place, k in enumerate(wrt):
        if not isinstance(given[k], np.ndarray):
            continue
        point, exact = ([np.asarray(values[j]) for j in wrt] for values in (given, args))
        first, rough = tangentish.grad(wide, place), tangentish.grad(narrow, place)
        want = tangentish.grad(lambda *point, first=first: np.sum(first(*point)), place)(*exact)
        got = tangentish.grad(lambda *point, rough=rough: np.sum(rough(*point)), place)(*point)
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, want, rtol=5e-3, atol=5e-4)
