"""Views of arrays without entries, whose strides NumPy makes zero: they are views like all others."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def raised(a):
    b = np.ravel(a)
    b += 1.0
    return np.sum(a * a) + np.sum(b)


def both(a, b, x):
    a += x
    b *= 2.0
    return np.sum(a) + np.sum(b)


@case(V3)
def flattened_in_a_helper(x):
    return np.sum(x**2) + raised(np.zeros((0, 3)) * x)


@case(V3)
def of_three_axes(x):
    a = np.zeros((3, 0, 2))
    b, c = a[0], a.T
    b += 1.0
    c *= np.sum(x)
    return np.sum(a) + np.sum(x * x) + np.sum(b * 2.0)


@case(V3)
def broadcast_to_nothing(x):
    a = np.broadcast_to(x, (0, 3))
    b = a.reshape(-1)
    return np.sum(a * 2.0) + np.sum(b) + np.sum(x**3)


@case(V3)
def nothing_broadcast(x):
    a = np.broadcast_to(x[:0], (3, 0))
    b = a.copy()
    b += 1.0
    return np.sum(a * b) + np.sum(x**3)


@case(V3)
def grown_from_nothing(x):
    a = np.empty((0, 3))
    for v in (x, x * 2.0):
        a = np.vstack([a, v])
        row = a[-1]
        row *= x
    return np.sum(a)


@case(V3)
def in_a_list(x):
    a = np.zeros((0, 3))
    b = a[:]
    b += x
    c = a.ravel()
    c -= 1.0
    return sum(np.sum(part) for part in [a, b, c]) + x[0] ** 2


@case(V3)
def passed_with_its_view(x):
    a = np.zeros((0, 3))
    return both(a, a[:], x) + np.sum(x**2)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
