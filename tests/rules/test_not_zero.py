"""Functions that once counted as having a derivative of zero, and results that are written where nobody looked."""

from __future__ import annotations

import threading
import typing
from typing import Any

import numpy as np
import pytest
import scipy.ndimage as ndimage
import scipy.signal as signal
import scipy.spatial.distance as distance
import scipy.special as special
from numpy import ndenumerate

import tangentish
from tangentish.errors import TangentishError
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient
from tests.rules.lines import X, check_lines, each

V = np.array([0.61, 1.27, 0.93])
W = np.array([1.0, 2.0, 0.5])

LINES = [
    "np.fft.fftfreq(5, d=x[0, 0]) * x[0, 1]",
    "np.fft.rfftfreq(6, x[0, 0])",
    "np.ix_(x[0], x[1] ** 2)[1] * np.ix_(x[0])[0]",
    "np.intersect1d(x, x[0] * 1) * np.arange(4.0)",
    "np.intersect1d(x[0], x[0, ::2], assume_unique=True)",
    "np.hamming(10 * x[0, 0])",
    "np.hanning(9.3 + x[0, 0])",
    "np.bartlett(10 * x[0, 0])",
    "np.blackman(10 * x[0, 0])",
    "np.trapezoid(x ** 2, dx=x[0, :3])",
    "np.trapezoid(x ** 2, dx=x[0, 0] - x[0, 0])",
    "np.linalg.norm(x, x[0, 3], axis=1)",
    "typing.cast(float, x[0]) ** 2",
]


@each(LINES)
def test_lines(text: str) -> None:
    check_lines(text, X, typing=typing)


@pytest.mark.parametrize("function", [
    lambda x: np.sum(signal.butter(2, x[0] / 4)[1] ** 2),
    lambda x: np.sum(signal.butter(2, x[0] / 4, output="sos") ** 2),
    lambda x: signal.cheby1(1, x[1], x[0] / 4)[0][0],
    lambda x: np.sum(signal.firwin(5, x[0] / 3, window=("kaiser", x[1])) ** 2),
    lambda x: np.sum(signal.get_window(("gaussian", x[0]), 6)),
    lambda x: np.sum(signal.savgol_coeffs(5, 2, deriv=1, delta=x[0]) ** 2),
])
def test_filters_as_designed(function: Any) -> None:
    check_gradient(function, V, repeats=1)


def test_weights_of_entries_that_differ() -> None:
    u, v = np.array([1.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0])
    check_gradient(lambda w: distance.hamming(u, v, w) * w[0] + distance.hamming(u, w), V, repeats=1)


def test_factorials_between_whole_numbers() -> None:
    check_gradient(lambda x: np.real(special.factorial2(x, extend="complex")), 1.7, repeats=1)
    check_gradient(lambda x: np.real(special.factorialk(x, 3, extend="complex")) * special.factorial2(5), 1.7, repeats=1)


# np.ndenumerate

def summed_up(x: Any) -> Any:
    y = x.copy()
    for (i,), value in np.ndenumerate(y):  # what is written ahead is seen
        if i < 2:
            y[i + 1] += value * value
    return np.sum(y**2)


def by_place(x: Any) -> Any:
    total = 0.0
    for found in ndenumerate(np.outer(x, x)):
        total += found[1] * found[0][0] * (found[0][1] + 1)
    return total


def generated(x: Any) -> Any:
    return sum(value * place[0] for place, value in np.ndenumerate(x))


def as_dict(x: Any) -> Any:
    squares = {place: value * value for place, value in np.ndenumerate(x)}
    return squares[(1,)] + squares[(2,)]


@pytest.mark.parametrize("function", [summed_up, by_place, generated, as_dict])
def test_ndenumerate(function: Any) -> None:
    check_all_ways(function, V)


# `output` of scipy.ndimage

def convolved_into(x: Any) -> Any:
    out = np.zeros(3)
    ndimage.convolve1d(x, W, output=out)
    return np.sum(out**2)


def by_position(x: Any) -> Any:
    out = np.zeros(3)
    ndimage.gaussian_filter1d(x, 1.0, -1, 0, out)
    return np.sum(out**2)


def result_is_out(x: Any) -> Any:
    out = np.zeros(3)
    y = ndimage.gaussian_laplace(x, 1.0, out)
    return np.sum(y * out * x)


def constants_into(x: Any) -> Any:
    out = np.zeros(3)
    ndimage.correlate1d(np.array([1.0, 4.0, 9.0]), W, -1, out)
    return np.sum(out * x)


def in_place(x: Any) -> Any:
    y = x * 2
    ndimage.convolve1d(y, W, 0, y)
    return np.sum(y**2)


def by_a_helper(x: Any) -> Any:
    def smooth(values: Any, into: Any) -> None:
        ndimage.sobel(values, 0, into)

    out = np.zeros(3)
    smooth(x, out)
    return np.sum(out**2)


def found_at_run_time(x: Any) -> Any:
    out = np.zeros(3)
    for function in [ndimage.sobel, ndimage.laplace]:
        function(x, output=out)
        x = x + out
    return np.sum(x * out)


def resampled_into(x: Any) -> Any:
    out = np.zeros(3)
    ndimage.map_coordinates(x, [[0.5, 1.2, 0.3]], out, order=1)
    return np.sum(out**2)


def of_a_type(x: Any, dtype: Any = np.float64) -> Any:
    return np.sum(ndimage.sobel(x, output=dtype) ** 2)


@pytest.mark.parametrize("function", [convolved_into, by_position, result_is_out, constants_into, in_place, by_a_helper,
                                      found_at_run_time, resampled_into, of_a_type])
def test_output(function: Any) -> None:
    check_gradient(function, V, repeats=1, variants=({}, {"kinds": False}))


# what calls functions by itself

def in_a_thread(x: Any) -> Any:
    out = np.zeros(3)

    def work() -> None:
        out[:] = x**2

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return np.sum(out)


def in_a_thread_by_arguments(x: Any) -> Any:
    out = np.zeros(3)
    thread = threading.Thread(target=np.multiply, args=(x, x, out))
    thread.start()
    thread.join()
    return np.sum(out)


def out_of_order(x: Any) -> Any:
    return list(np.ndenumerate(x))[1][1] ** 2


@pytest.mark.parametrize("function", [in_a_thread, in_a_thread_by_arguments, out_of_order])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(V), lambda: tangentish.jvp(function, (V,), (V,))):
        with pytest.raises(TangentishError):
            derivative()


def with_a_lock(x: Any) -> Any:
    lock = threading.Lock()
    with lock:
        y = x[0] ** 2
    return y


def test_a_lock_is_no_matter() -> None:
    check_gradient(with_a_lock, V)
