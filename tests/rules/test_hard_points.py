"""What derivatives are where functions have a kink, a pole, or an argument that is not a number.

Each value is what the mathematics says, or the choice that the rule documents: those who tie share equally in extremes and
in clip, those who are sorted keep their order, a slope of infinity that nothing flows to counts for nothing.
"""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

import tangentish
from tangentish.rules.helpers import exp_minus
from tests.rules.lines import program

INF, NAN = np.inf, np.nan
TIES = [1.0, 1.0, 0.0, -1.0]

POINTS = [
    # extremes: equals share
    ("np.max(x)", TIES, [0.5, 0.5, 0, 0]),
    ("np.min(x)", [2.0, 2.0, 2.0, 5.0], [1 / 3, 1 / 3, 1 / 3, 0]),
    ("np.nanmax(x)", [1.0, NAN, 1.0], [0.5, 0, 0.5]),
    ("np.max(x, initial=1.0)", TIES, [1 / 3, 1 / 3, 0, 0]),
    ("np.maximum(x, 0.0)", TIES, [1, 1, 0.5, 0]),
    ("np.minimum(x, 0.0)", TIES, [0, 0, 0.5, 1]),
    ("np.fmax(x, 1.0)", TIES, [0.5, 0.5, 0, 0]),
    ("np.maximum.reduce(x)", TIES, [0.5, 0.5, 0, 0]),
    ("np.ptp(x)", TIES, [0.5, 0.5, 0, -1]),
    ("np.ptp(x)", [3.0, 3.0], [0, 0]),
    ("np.clip(x, 0.0, 1.0)", TIES, [0.5, 0.5, 0.5, 0]),
    # ranks: the order of equals is that of the array
    ("np.sort(x)[3:]", TIES, [0, 1, 0, 0]),
    ("np.sort(x)[2:3]", TIES, [1, 0, 0, 0]),
    ("np.median(x)", TIES, [0.5, 0, 0.5, 0]),
    ("np.percentile(x, 75)", TIES, [0.75, 0.25, 0, 0]),
    ("np.unique(x)", TIES, [1, 0, 1, 1]),
    # kinks and jumps: the slope on the right
    ("np.interp(x, [0.0, 1.0, 2.0], [0.0, 1.0, 5.0])", [-1.0, 0.0, 1.0, 2.0, 3.0], [0, 1, 4, 4, 0]),
    ("np.interp(x, [0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 5.0, 7.0])", [0.5, 1.0], [1, 2]),
    ("np.interp(x, [0.0, 1.0, 1.0], [0.0, 1.0, 5.0])", [0.5, 1.0, 2.0], [1, 0, 0]),
    # zeros
    ("np.abs(x)", [0.0, -2.0], [0, -1]),
    ("np.fabs(x)", [0.0, -2.0], [0, -1]),
    ("np.abs(x + 0j)", [0.0, -2.0], [0, -1]),
    ("np.angle(x + 0j)", [0.0, 2.0], [0, 0]),
    ("np.prod(x)", [2.0, 0.0, 3.0], [0, 6, 0]),
    ("np.prod(x)", [2.0, 0.0, 0.0], [0, 0, 0]),
    ("np.multiply.reduce(x)", [2.0, 0.0, 3.0], [0, 6, 0]),
    ("np.cumprod(x)", [2.0, 0.0, 3.0], [1, 2 + 6, 0]),
    ("np.sqrt(x)", [0.0, 4.0], [INF, 0.25]),
    ("np.cbrt(x)", [0.0, 8.0], [INF, 1 / 12]),
    ("np.sqrt(x) * 0.0", [0.0, 4.0], [0, 0]),
    ("np.cbrt(x) * 0.0", [0.0, 8.0], [0, 0]),
    ("x**0.5 * 0.0", [0.0, 4.0], [0, 0]),
    ("np.std(x)", [0.0, 0.0, 0.0], [0, 0, 0]),
    ("np.var(x)", [3.0, 3.0], [0, 0]),
    ("np.nanstd(x)", [2.0, NAN, 2.0], [0, 0, 0]),
    ("np.hypot(x, 0.0)", [0.0, -2.0], [0, -1]),
    ("np.arctan2(x, 0.0)", [0.0, 2.0], [0, 0]),
    ("np.arctan2(0.0, x)", [0.0, 2.0], [0, 0]),
    ("np.sinc(x)", [0.0, 1.0, 1e-9], [0, -1, -(math.pi**2) / 3 * 1e-9]),
    ("np.i0(x)", [0.0], [0]),
    ("np.kaiser(4, x[0])", [0.0], [0]),
    ("np.log1p(x)", [0.0, 1e-300], [1, 1]),
    ("np.expm1(x)", [0.0, 1e-300], [1, 1]),
    ("np.copysign(x, 1.0)", [0.0, -2.0], [0, -1]),
    ("np.modf(x)[0]", [0.0, -2.5], [1, 1]),
    # powers
    ("x**0", [0.0, -2.0, INF, NAN], [0, 0, 0, 0]),
    ("x**1", [0.0, -2.0], [1, 1]),
    ("x**2", [0.0, -2.0], [0, -4]),
    ("x**3", [0.0, -2.0], [0, 12]),
    ("x**2.0", [0.0, -2.0], [0, -4]),
    ("x**-2", [-2.0, -1.0], [0.25, 2]),
    ("x**1.5", [0.0, 4.0], [0, 3]),
    ("np.power(x, 3)", [0.0, -2.0], [0, 12]),
    ("np.power(x, np.array([2.0, 3.0, 1.0]))", [-2.0, -1.0, 0.0], [-4, 3, 1]),
    ("np.power(0.0, x)", [0.0, 2.0], [0, 0]),
    ("np.power(2.0, x)", [0.0, -1.0], [math.log(2), math.log(2) / 2]),
    ("x**x", [0.0, 1.0], [0, 1]),
    # large numbers
    ("np.exp(x - np.max(x)) / np.sum(np.exp(x - np.max(x)))", [1000.0, 1000.0, -1000.0], [0, 0, 0]),
    ("np.max(x) + np.log(np.sum(np.exp(x - np.max(x))))", [1000.0, 1000.0, -1000.0], [0.5, 0.5, 0]),
    ("np.logaddexp(x[0], x[1])", [1000.0, 1000.0, -1000.0], [0.5, 0.5, 0]),
    ("np.logaddexp.reduce(x)", [1000.0, 1000.0, -1000.0], [0.5, 0.5, 0]),
    ("np.logaddexp2(x[0], x[1])", [2000.0, 2000.0], [0.5, 0.5]),
    ("np.logaddexp(0, x)", [1000.0, 0.0, -1000.0], [1, 0.5, 0]),
    ("np.exp(-np.logaddexp(0.0, -x))", [1000.0, 0.0, -1000.0], [0, 0.25, 0]),
    ("np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)", [1000.0, -1000.0], [1, 0]),
    ("np.tanh(x)", [1000.0, -1000.0, INF, -INF], [0, 0, 0, 0]),
    ("np.arctan2(x * 1e200, 1e200)", [1.0, 0.0], [0.5, 1]),
    ("np.arctan2(x * 1e-200, 1e-200)", [1.0, 0.0], [0.5, 1]),
    ("np.hypot(x * 1e200, 1e200) * 1e-200", [0.0, 1e9], [0, 1]),
    ("np.arcsinh(x * 1e200)", [1.0, -1.0], [1, 1]),
    ("np.log1p(x * 1e300)", [1.0], [1]),
    ("np.exp(-(x**2))", [1000.0, 0.0], [0, 0]),
    # not finite
    ("np.logaddexp(x, 0.0)", [INF, -INF], [1, 0]),
    ("np.logaddexp(-np.inf, x)", [-INF, 1.0], [0, 1]),
    ("np.hypot(x, 1.0)", [INF, -INF], [1, -1]),
    ("np.arctan(x)", [INF, -INF], [0, 0]),
    ("np.exp(x)", [-INF, 0.0], [0, 1]),
    ("1 / x", [INF, -INF], [0, 0]),
    ("np.maximum(x, 0.0)", [INF, -INF], [1, 0]),
    ("np.clip(x, -5.0, 5.0)", [INF, 1.0], [0, 1]),
    ("np.nan_to_num(x)", [INF, NAN, 1.0], [0, 0, 1]),
    ("np.nansum(x)", [NAN, 1.0], [0, 1]),
    ("np.nanmean(x)", [NAN, 1.0, 3.0], [0, 0.5, 0.5]),
    ("np.nanprod(x)", [NAN, 2.0, 3.0], [0, 3, 2]),
    ("np.nanmedian(x)", [NAN, 2.0, 3.0], [0, 0.5, 0.5]),
    ("np.nancumsum(x)", [NAN, 2.0], [0, 1]),
    ("np.fmin(x, 5.0)", [NAN, 2.0], [0, 1]),
    ("np.sort(x)", [NAN, INF, 1.0], [1, 1, 1]),
    # what is not picked counts for nothing
    ("np.where(x > 0, np.sqrt(x), 0.0)", [-1.0, 0.0, 4.0], [0, 0, 0.25]),
    ("np.where(x > 0, np.log(x), 0.0)", [-1.0, 0.0, 4.0], [0, 0, 0.25]),
    ("np.where(x > 0, np.log(x) * x, 0.0)", [-1.0, 0.0, 1.0], [0, 0, 1]),
    ("np.where(x > 0, 1 / x, 0.0)", [-1.0, 0.0, 4.0], [0, 0, -1 / 16]),
    ("np.where(x != 0, np.sin(x) / x, 1.0)", [math.pi, 0.0], [-1 / math.pi, 0]),
    ("np.where(x > 0, x**0.5, 0.0)", [-1.0, 0.0, 4.0], [0, 0, 0.25]),
    ("np.where(x > 0, x**-1.0, 0.0)", [-1.0, 0.0, 4.0], [0, 0, -1 / 16]),
    ("np.where(x > 0, np.power(x, 1.5), 0.0)", [-1.0, 0.0, 4.0], [0, 0, 3]),
    ("np.where(x > 0, np.log1p(x), x)", [-1.0, -2.0, 4.0], [1, 1, 0.2]),
    ("np.where(x > 1, np.arccosh(x), 0.0)", [0.5, 1.0], [0, 0]),
    ("np.where(x > 0, 1 / np.sqrt(x), 0.0)", [-1.0, 0.0, 4.0], [0, 0, -1 / 16]),
    ("np.where(x < 500, np.exp(x), 0.0)", [1000.0, 0.0], [0, 1]),
    ("np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))", [1000.0, -1000.0, 0.0], [0, 0, 0.25]),
    ("np.select([x > 0], [np.log(x)], 0.0)", [0.0, 4.0], [0, 0.25]),
    ("np.piecewise(x, [x > 0], [np.log, 0.0])", [0.0, 4.0], [0, 0.25]),
    ("np.log(x, where=x > 0, out=np.zeros(2))", [0.0, 4.0], [0, 0.25]),
    ("np.divide(1.0, x, where=x > 0, out=np.zeros(2))", [0.0, 4.0], [0, -1 / 16]),
    ("np.nan_to_num(np.log(x))", [0.0, 4.0], [0, 0.25]),
]


@pytest.mark.parametrize(("text", "x", "want"), POINTS, ids=lambda part: part[:50] if isinstance(part, str) else "")
def test_derivative(text: str, x: list[float], want: list[float]) -> None:
    fun = program(f"np.sum({text})", 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the functions warn of what they meet
        found = [tangentish.grad(fun)(np.array(x)), tangentish.vjp(fun, np.array(x))[1](1.0)[0]]
    for got in found:
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-300)


SCALARS = [
    ("x**2", 0.0, 0.0), ("x**0", 0.0, 0.0), ("x**0.5", 4.0, 0.25), ("math.pow(x, 0)", 0.0, 0.0), ("abs(x)", 0.0, 0.0),
    ("math.atan(x)", 1e200, 0.0), ("math.atan2(x, 1e200)", 1e200, 0.5e-200), ("math.hypot(x, 0.0)", 0.0, 0.0),
    ("math.asinh(x)", 1e200, 1e-200), ("max(x, 0.0)", 0.0, 1.0), ("math.tanh(x)", 1000.0, 0.0),
]


@pytest.mark.parametrize(("text", "x", "want"), SCALARS)
def test_scalar(text: str, x: float, want: float) -> None:
    assert tangentish.grad(program(text, 1, math=math))(x) == pytest.approx(want, rel=1e-12)


def test_powers_in_both_arguments() -> None:
    x, y = np.array([2.0, 0.0, 0.0, 0.0]), np.array([3.0, 2.0, 0.0, 1.0])
    x_bar, y_bar = tangentish.grad(program("np.sum(x**y)", 2), (0, 1))(x, y)
    np.testing.assert_allclose(x_bar, [12, 0, 0, 1])
    np.testing.assert_allclose(y_bar, [8 * math.log(2), 0, 0, 0])


def test_second_derivatives_of_powers_where_nothing_flows() -> None:
    """The second derivative is infinite at 0: of the number that counts for nothing."""
    weights, y = np.array([0.0, 1.0]), np.array([1.5, 2.5])
    slopes = tangentish.grad(program("np.sum(x**y)", 1, y=y))
    weighted = tangentish.grad(program("np.sum(weights * slopes(x))", 1, weights=weights, slopes=slopes))
    np.testing.assert_allclose(weighted(np.array([0.0, 2.0])), [0.0, 2.5 * 1.5 * math.sqrt(2.0)], rtol=1e-14)
    _, tangent = tangentish.jvp(slopes, (np.array([0.0, 2.0]),), (weights,))
    np.testing.assert_allclose(tangent, [0.0, 2.5 * 1.5 * math.sqrt(2.0)], rtol=1e-14)


def test_the_exponential_of_an_infinite_angle_is_no_number() -> None:
    assert np.isnan(exp_minus(complex(0.5, INF), 0.5))
    assert exp_minus(complex(INF, 0.5), complex(INF, 0.5)) == 1 and exp_minus(complex(-INF, 0.5), complex(-INF, 0.5)) == 0


@pytest.mark.parametrize("text", ["np.sort(x)", "np.real(np.sort(x + 0j))"])
def test_many_equals_keep_their_order(text: str) -> None:
    """Of a few entries any sort keeps equals in order."""
    x, w = np.arange(200) % 3.0, np.arange(200.0)
    want = np.zeros(200)
    want[sorted(range(200), key=lambda k: x[k])] = w
    np.testing.assert_array_equal(tangentish.grad(program(f"np.sum(w * {text})", 1, w=w))(x), want)
