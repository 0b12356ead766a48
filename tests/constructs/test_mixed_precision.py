"""Products of vectors with fewer and with more digits: the cotangent of each has the digits that it has itself."""

import math

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad

W = np.linspace(0.1, 0.9, 5)
SINGLE = np.linspace(0.3, 1.7, 5).astype(np.float32)
DOUBLE = SINGLE.astype(float)


def sums(x):
    return [lambda w: 0.1 * (x @ np.sin(w)), lambda w: 0.1 * np.dot(np.sin(w), x), lambda w: 0.1 * np.vdot(x, np.sin(w)),
            lambda w: 0.1 * x.dot(np.sin(w)), lambda w: np.dot(0.1 * (x @ w) * w, x), lambda w: 1e3 * np.inner(x, w**2)]


@pytest.mark.parametrize("optimise", [True, False])
@pytest.mark.parametrize(("mixed", "double"), list(zip(sums(SINGLE), sums(DOUBLE), strict=True)))
def test_digits(mixed, double, optimise):
    found = variant_grad(mixed, (0,), optimise=optimise)(W)[0]
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, tangentish.grad(double)(W), rtol=1e-14)


def test_single_stays_single():
    for fun in sums(SINGLE):
        assert tangentish.grad(fun)(W.astype(np.float32)).dtype == np.float32


def smoothed(w, k):
    w[1:-1] += k * (w[2:] - k * w[1:-1] + w[:-2])
    return np.sum(w**2)


@pytest.mark.parametrize("k", [np.uint8(100), np.int8(100), np.float16(0.1), np.float32(0.1), 0.3, 3], ids=repr)
def test_numbers_of_small_types(k):
    """Products of such numbers do not fit into them: an array is multiplied by one after the other."""
    w = np.array([1.0, 2.0, 3.0, 4.0])
    found = tangentish.grad(smoothed)(w, k)
    np.testing.assert_allclose(found, tangentish.grad(smoothed)(w, float(k)), rtol=1e-13)
    np.testing.assert_array_equal(found, variant_grad(smoothed, (0,), optimise=False)(w, k)[0])


def divided(x, k):
    x[1:-1] += (x[2:] - 2.0 * x[1:-1] + x[:-2]) / k
    return np.sum(x[:1] ** 2)


def test_nothing_divided_by_zero():
    np.testing.assert_array_equal(tangentish.grad(divided)(np.array([0.5, 0.7]), 0), [1.0, 0.0])


@pytest.mark.parametrize("fp", [np.array([3, 1, 2], np.uint8), np.array([False, True, True]), [3, 1, 2]],
                         ids=["uint8", "bool", "list"])
def test_interpolated_counts(fp):
    x, xp, w = np.array([0.5, 1.5]), [0.0, 1.0, 2.0], np.array([1.0, -2.0])
    slopes = np.diff(np.asarray(fp, float))
    np.testing.assert_allclose(tangentish.grad(lambda x: w @ np.interp(x, xp, fp))(x), w * slopes)
    np.testing.assert_allclose(tangentish.jvp(lambda x: np.interp(x, xp, fp), (x,), (w,))[1], w * slopes)


NUMBERS = {
    "product": lambda w, x: 0.1 * (x[0] * w[0]),
    "exp": lambda w, x: math.exp(x[0] * w[0]),
    "sin": lambda w, x: 0.1 * math.sin(x[0] * w[0] + x[1]),
    "mixture": lambda w, x: 0.1 * (x[0] ** w[0] + w[1] / x[2] - x[3] * w[2]) ** 2,
    "polynomial": lambda w, x: np.polyval(w, x[0]) * 0.1}


@pytest.mark.parametrize("fun", NUMBERS.values(), ids=[*NUMBERS])
def test_numbers_of_single_precision(fun):
    found = tangentish.grad(fun)(W, SINGLE)
    np.testing.assert_allclose(found, tangentish.grad(fun)(W, DOUBLE), rtol=1e-14)
    assert tangentish.grad(fun)(W.astype(np.float32), SINGLE).dtype == np.float32


COUNTS = {
    "power": lambda g, n: np.sum(n**g),
    "power_function": lambda g, n: np.sum(np.power(n, g)),
    "float_power": lambda g, n: np.sum(np.float_power(n, g)),
    "one_item": lambda g, n: n[1] ** g,
    "weights": lambda g, n: np.sum(np.cov(g * W[:3] ** 2, aweights=n)),
    "places": lambda g, n: np.sum(np.gradient(np.sin(g * W[:3]), n) * W[:3]),
    "covariance_of_counts": lambda g, n: np.sum(np.cov(g * W[:3], fweights=n)),
    "average": lambda g, n: np.average(g * W[:3], weights=n)}


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int64])
@pytest.mark.parametrize("fun", COUNTS.values(), ids=[*COUNTS])
def test_counts_of_small_types(fun, dtype):
    """What NumPy makes floats of first has the slopes of floats."""
    n, h = np.array([1, 100, 120], dtype), 1e-5
    want = (fun(1.3 + h, n.astype(float) if fun is not COUNTS["covariance_of_counts"] else n.astype(int))
            - fun(1.3 - h, n.astype(float) if fun is not COUNTS["covariance_of_counts"] else n.astype(int))) / (2.0 * h)
    np.testing.assert_allclose(tangentish.grad(fun)(1.3, n), want, rtol=1e-8)
    np.testing.assert_allclose(tangentish.jvp(lambda g: fun(g, n), (1.3,), (1.0,))[1], want, rtol=1e-8)
