"""Stores into attributes of arrays, and types and methods that few functions take."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.oracle import check_gradient
from tests.rules.lines import X, check_lines, each

V = np.array([0.61, 1.27, 0.93])

LINES = [
    "np.maximum(x, x[0], dtype=np.float64) ** 2",
    "np.maximum(x, 0.5, dtype=np.float32) ** 2",
    "np.minimum(x, x[::-1] ** 2, dtype=float, casting='unsafe')",
    "np.fmax(x, 0.5, dtype='f8')",
    "np.fmin(list(x[0]), 0.5, dtype=float)",
    "np.clip(x, -0.5, x[0] ** 2, dtype=np.float64)",
    "np.clip(x, -0.5, None, dtype=np.float64)",
    "np.clip(x, min=-0.5, max=x[0, 0], dtype=np.float64)",
    "x.clip(-0.5, 0.5, dtype=float)",
    "y = np.zeros((3, 4))\nnp.maximum(x, 0.5, out=y, dtype=float)\ny * x",
    *(f"np.quantile(x ** 2, x[0, 0] ** 2, method={method!r})" for method in (
        "linear", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased", "inverted_cdf",
        "averaged_inverted_cdf", "closest_observation", "lower", "higher", "midpoint", "nearest")),
    "np.quantile(x, x[0, :2] ** 2 / 3, axis=1, method='weibull', keepdims=True)",
    "np.percentile(x, 100 * x[0, 0] ** 2, 0, method='hazen')",
    "np.percentile(x, 1 + x[0, 0], method='weibull')",  # beyond the first entry
    "np.percentile(x, 99 + x[0, 0] / 2, method='hazen')",
    "np.nanquantile(np.where(x > 0.1, x, np.nan), x[0, :2] ** 2 / 3, axis=1, method='weibull', keepdims=True)",
    "np.nanpercentile(np.where(x > 0.1, x ** 2, np.nan), 100 * x[0, 0] ** 2, 0)",
    "np.nanpercentile(x, 99 + x[0, 0] / 2, method='hazen')",
    "np.nanquantile(x, x[0, 0] ** 2, method='lower')",
    "np.quantile(x[:1, 0], x[0, 0] ** 2)",
    "np.nanpercentile(x[:1], 40 + x[0, 0], 0)",
    "y = x * (1 + 2j)\ny.imag = x ** 2\ny.real * y.imag",
    "y = x * (1 + 2j)\ny.real = y.imag * x\ny.imag = y.real ** 2\nabs(y * y)",
    "y = x * (1 + 2j)\ny.imag += x ** 2\ny.real *= x\nabs(y * y)",
    "y = x * (1 + 2j)\ny.imag[0] = x[1] ** 2\ny.real[1:] = x[1:] * 3\nabs(y * y)",
    "y = x * 2\ny.real = x ** 2\ny * x",
    "y = np.zeros((2, 4))\ny.flat = x[0]\ny * x[:2]",  # again and again
    "y = np.zeros((2, 4)).T\ny.flat = x[:2]\ny * y",
    "y = np.zeros(3)\ny.flat = x\ny * y",  # not all of it
    "y = np.zeros((2, 4))\ny.flat = x[0, 0]\ny * x[:2]",
    "h = {'a': x * 2}\nh['a'].flat = x[0] ** 2\nh['a'] * x",
    "h = {'a': x * 2j}\nh['a'].real = x ** 2\nh['a'].imag = h['a'].real * x\nabs(h['a'] * h['a'])",
    "x.var(mean=x[0, 0])",
]


@each(LINES)
def test_lines(text: str) -> None:
    check_lines(text, X)


def into_the_imaginary_part(x: Any) -> Any:
    y = x * (1 + 2j)
    part = y.imag
    part[0] = x[1] ** 2
    return np.sum(np.abs(y) ** 2)


def times_a_number(x: Any) -> Any:
    y = x * (1 + 2j)
    part = y.imag
    part[0] *= x[1]
    return np.sum(np.abs(y) ** 2)


def between_reads(x: Any) -> Any:
    y = x * (1 + 2j)
    part = y.imag
    part[0] = x[1]
    z = y * y
    part[1] = x[0]
    return np.sum(np.abs(z * y) ** 2)


def in_a_loop(x: Any) -> Any:
    y = np.zeros(3, complex)
    for k in range(3):
        y.imag = y.imag + x * k
        y.real[k] += x[k]
    return np.sum(np.abs(y) ** 2)


class Gas:
    """Has what arrays have, and means something else."""

    def __init__(self, x: Any) -> None:
        self.real = self.imag = self.flat = x


def of_an_object(x: Any) -> Any:
    gases = {"gas": Gas(x[0])}
    gases["gas"].real = x[1] ** 2
    gases["gas"].flat = x[2] * gases["gas"].real
    return gases["gas"].real * gases["gas"].imag


@pytest.mark.parametrize("function", [of_an_object, into_the_imaginary_part, times_a_number, between_reads, in_a_loop])
def test_parts_of_complex_numbers(function: Any) -> None:
    check_gradient(function, V, repeats=1, variants=({}, {"kinds": False}))
