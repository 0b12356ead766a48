"""Arguments that functions of SciPy may overwrite: what is left in them is not followed, so that it is refused if it is read."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

linalg = pytest.importorskip("scipy.linalg")
fft, signal = pytest.importorskip("scipy.fft"), pytest.importorskip("scipy.signal")
X, Y = np.array([0.7, 1.25, 0.9, 1.4]), np.array([2.3, 0.4, 1.7, 0.6])
case = Cases()


def solved(x, y):
    b = y * x
    z = linalg.solve_triangular(np.diag(x), b, overwrite_b=True)
    return np.sum(b) + np.sum(z)


def inverted(x, y):
    a = np.asfortranarray(np.diag(x) + 1.0)
    z = linalg.inv(a, overwrite_a=True)
    return np.sum(a) + np.sum(z)


def detrended(x, y):
    z = signal.detrend(x, overwrite_data=True)
    return np.sum(x * y) + z @ z


def transformed(x, y):
    z = fft.dct(x, overwrite_x=True)
    return np.sum(x * y) + z @ y


def in_a_loop(x, y):
    total = 0.0
    for k in range(2):
        total = total + np.sum(linalg.solve(np.diag(y) + k, x, overwrite_b=True))
    return total


@pytest.mark.parametrize("fun", [solved, inverted, detrended, transformed, in_a_loop])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(X.copy(), Y), lambda: tangentish.jvp(fun, (X.copy(), Y), (X, Y))):
        with pytest.raises(tangentish.UnsupportedError, match="may overwrite it"):
            derivative()


@case(X, Y)
def not_read_later(x, y):
    b = np.exp(x)
    z = linalg.solve(np.diag(y), b, overwrite_b=True)
    return np.sum(z * z)


@case(X, Y)
def bound_by_the_call(x, y):
    a = np.diag(y) + 1.0
    a = linalg.inv(a, overwrite_a=True)
    return np.sum(a * x)


@case(X, Y)
def made_anew_in_a_loop(x, y):
    z = y
    for k in range(2):
        a = np.diag(y) + k + 1.0
        z = linalg.solve(a, z * x, overwrite_a=True)
    return np.sum(z)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
