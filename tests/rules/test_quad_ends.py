"""`scipy.integrate.quad` where the integrand or its slope is singular at an end, and where it is not."""

import math

import numpy as np
import pytest
from scipy import integrate, special, stats

import tangentish
from tests.constructs.cases import Cases
from tests.oracle import check_gradient

case = Cases()


@case(1.3)
def moving_end_of_infinite_slope(a):
    return integrate.quad(lambda t: np.sqrt(a - t), 0, a)[0]


@case(1.3)
def slope_of_a_logarithm(a):
    return integrate.quad(lambda t: (a - t) ** 0.5 * np.log(a - t + 1e-300), 0, a)[0]


@case(0.7)
def no_value_at_an_end(a):
    return integrate.quad(lambda t: math.exp(a * (math.log(t) - math.log(3.0 * t))) * t, 0.0, a)[0] + integrate.quad(
        lambda t: a * t**2 * (1.0 + 0.0 * math.log(a - t)), 0.1, a)[0]


@case(1.3)
def both_ends(b):
    def density(t):
        return (1 - (t / b) ** 2) ** 0.5

    total = integrate.quad(density, -b, b)[0]
    return integrate.quad(lambda t: special.entr(density(t) / total), -b, b)[0]


@case(1.0, rtol=2e-5)  # central differences that are no better than `quad`
def smooth_itself_but_not_its_slope(a):
    return integrate.quad(lambda t: t ** (a - 1) * (1 - t) ** 1.5, 0, 1)[0]


@case(0.1)
@case(0.17)
@case(1.03)
def difference_of_infinite_slopes_at_the_end(k):
    def rim(t, k, g):
        n = 0.4 + math.sqrt(k * k - t * t)
        return 1.0 + math.sqrt(n - g) - math.sqrt(n * n - g * g)

    return integrate.quad(rim, 0.0, k * math.cos(1.03), (k, 0.4 + k * math.sin(1.03)))[0]


@case(0.1)
@case(0.17)
def difference_of_infinite_slopes_of_what_is_captured(k):
    held = [0.4 + k * math.sin(0.7), np.array([0.4, k])]

    def rim(t):
        n = held[1][0] + math.sqrt(held[1][1] ** 2 - t * t)
        return 1.0 + math.sqrt(n - held[0]) - math.sqrt(n * n - held[0] ** 2)

    return integrate.quad(rim, 0.0, k * math.cos(0.7))[0]


@case(1.5)
def entropy_of_weibull(a):
    return integrate.quad(lambda t: special.entr(stats.weibull_min.pdf(t, a)), 0.0, np.inf)[0]


@case(1.2)
def density_that_underflows(a):
    return integrate.quad(lambda t: special.entr(stats.johnsonsb.pdf(t, a, 0.7)), 0.0, 1.0)[0]


@case(2.0)
def peak_inside(a):
    return integrate.quad(lambda t: 1 / (1e-4 + (t - 0.3) ** 2) * a**2 * t, 0, 2, limit=200)[0]


@case(2.0)
def kink_at_a_break(a):
    return integrate.quad(lambda t: abs(t - 0.3 * a), 0, 2, points=[0.6])[0]


@case(2.0)
def infinite_on_both_sides(a):
    bell = integrate.quad(lambda t: np.exp(-a * (t - 1) ** 2), -np.inf, np.inf)[0]
    return bell + integrate.quad(lambda t: np.exp(a * t), -np.inf, a)[0]


@case(2.0)
def backwards(a):
    return integrate.quad(lambda t: np.sqrt(t) * a, a, 0.5)[0]


@case(1.0)
def nothing_but_slope(a):
    return integrate.quad(lambda t: (a - 1.0) * np.cos(t), 0, 1)[0] + integrate.quad(lambda t: (a - 1.0) * np.exp(-t), 0, np.inf)[0]


@pytest.mark.parametrize("fun,args,options", case)
def test_quad(fun, args, options):
    check_gradient(fun, *args, **options)


def test_infinite_at_a_limit_that_moves():
    with np.errstate(divide="ignore"), pytest.raises(tangentish.UnsupportedError, match="infinite at a limit"):
        tangentish.grad(lambda a: integrate.quad(lambda t: 1 / np.sqrt(np.float64(a - t)), 0, a)[0])(1.3)


def test_no_value_that_the_integrand_tends_to_at_an_end():
    def beyond(a):
        return integrate.quad(lambda t: math.acos(t / a * (1.0 + 1e-12)), 0.0, a)[0]

    with pytest.raises(tangentish.UnsupportedError, match="differentiated, or not known"):
        tangentish.grad(beyond)(1.3)
    with pytest.raises(tangentish.UnsupportedError, match="differentiated, or not known"):
        tangentish.jvp(beyond, (1.3,), (1.0,))


def test_ends_too_steep() -> None:
    """Of the integral of (a - t)**-0.7, a 60,000th is nearer to `a` than numbers are."""
    def fun(a: float) -> float:
        return integrate.quad(lambda t: (a - t) ** 0.3, 0.2, a)[0]

    with pytest.raises(tangentish.UnsupportedError, match="so steep at a limit"):
        tangentish.grad(fun)(1.3)
    check_gradient(lambda a: integrate.quad(lambda t: t**0.3 * (a + t), 0.0, a)[0], 1.3)
