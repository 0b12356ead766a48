"""Callees whose caller reads nothing again of what they overwrote: their reverse functions may need no table then."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import M34, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def normaliser(points, scaling="rms"):
    _, d = points.shape
    scaling = scaling.lower()
    matrix = np.eye(d + 1)
    if scaling == "raw":
        return matrix
    centre = np.mean(points, axis=0)
    apart = points - centre
    if scaling == "rms":
        divisor = np.sqrt(np.mean(apart**2))
    elif scaling == "mrs":
        divisor = np.mean(np.sqrt(np.sum(apart**2, axis=1))) / np.sqrt(d)
    else:
        raise ValueError(scaling)
    if divisor == 0:
        return matrix + np.nan
    matrix[:d, d] = -centre
    matrix[:d, :] /= divisor
    return matrix


def with_ones(points):
    return np.concatenate([points, np.ones((len(points), 1))], axis=1)


def mapped(matrix, points):
    points = np.array(points, copy=None, ndmin=2)
    new = with_ones(points) @ matrix.T
    divisors = new[:, -1]
    divisors = np.where(divisors == 0, np.finfo(float).eps, divisors)
    return new[:, :-1] / divisors[:, None]


def moved(points, scaling="rms"):
    matrix = normaliser(points, scaling)
    if not np.all(np.isfinite(matrix)):
        return matrix + np.nan, np.full_like(points, np.nan)
    return matrix, mapped(matrix, points)


@case(M34)
def second_of_two(x):
    return np.sum(moved(x)[1] * np.arange(12.0).reshape(3, 4))


@case(M34)
def both(x):
    matrix, points = moved(x, "mrs")
    return np.sum(matrix**2) + np.sum(points**3)


@case(M34)
def in_a_loop(x):
    total = 0.0
    for scaling in ("rms", "raw", "mrs"):
        x = moved(x, scaling)[1] * x
        total += np.sum(x**2)
    return total


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
