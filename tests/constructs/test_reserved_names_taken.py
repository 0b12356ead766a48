"""Functions of a module under names of builtins, and of what generated code calls, that generated code uses by itself."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def indexable(x):
    x[0] = x[0] * 4.0
    return [x]


def Shadows(x):
    return x * 5.0


def Tangents(x):
    return x * x


def len(x):
    return x[0] * 2.0


def range(x):
    return np.sum(x) * 3.0


def reversed(x):
    return x[::-1] * x


def parts(x):
    x[0] = x[0] * 2.0
    return x[:2], x[2]


@case(V3)
def called_by_the_user(x):
    return np.sum(indexable(x * 2.0)[0]) * len(x) + range(reversed(x)) * np.sum(Shadows(x) * Tangents(x))


@case(V3)
def unpacked_in_a_try_beside_them(x):
    x = x * 1.5
    try:
        a, b = parts(x)
    except ValueError:
        return np.sum(x)
    return np.sum(a * a) * b


@case(V3)
def loops_beside_them(x):
    y, k = x.copy(), 0
    while k < 2:
        y[k + 1] += y[k] * x[k]
        k += 1
    s = 0.0
    for a, b in ((y[0], y[1]), (y[1], y[2])):
        s = s + a * b
    for row in np.outer(y, x):
        s = s + row[0] * row[1]
    return s


@case(V3)
def lists_beside_them(x):
    found = {"parts": [part * 2.0 for part in x]}
    found["parts"].append(x[0] * x[1])
    total = 0.0
    for part in found["parts"]:
        total = total + part * part
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
