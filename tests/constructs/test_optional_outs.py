"""`out=` that may be None, arguments that may be overwritten, functions of a docstring alone, slices beside indices of objects."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from scipy.spatial import distance

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()
X = np.array([0.3, 0.6, 0.2])


def exponential(x, out=None):
    return np.exp(x, out=out)


def scaled(x, *, factor=2.0, out=None):
    y = np.multiply(x, factor, out=out)
    return np.add(y, x, out=out)


def identity(x):
    """Nothing is done."""


class Items:
    def __init__(self, a):
        self.a = a

    def __getitem__(self, key):
        return self.a[key]


def columns(x, items):
    total = 0.0
    for i in range(2):
        total += np.sum(items[:, i] * x[0])
    return total


def total(x, out=None):
    return x.sum(axis=0, out=out)


class Paint:
    """Has a method of arrays, to which `out` says something else; given None, it leaves the colour as it is."""

    def __init__(self, colour):
        self.colour = colour

    def clip(self, low=None, out=3.0):
        return self.colour if out is None else self.colour * out["strength"]


class Sums:
    """Has one that writes into `out`, but not what it gives without it."""

    def __init__(self, x):
        self.x = x

    def sum(self, axis=None, out=None):
        if out is None:
            return self.x * 2.0
        out[...] = self.x * 5.0
        return out


def painted(paint, out=None):
    return paint.clip(out=out)


FUNCTIONS = [columns, total]


@case(X)
def without_a_place(x):
    return np.sum(exponential(x) * scaled(x))


@case(X)
def with_a_place(x):
    place = np.zeros(3)
    exponential(x, place)
    other = np.zeros(3)
    return np.sum(place ** 2) * np.sum(scaled(x, out=other)) + np.sum(other ** 3)


@case(X)
def docstring_alone(x):
    identity(x)
    return np.sum(x ** 2)


@case(X)
def slices_of_an_object(x):
    return FUNCTIONS[0](x, Items(x.reshape(1, 3)))


@case(X)
def methods_without_a_place(x):
    return total(x * x) * np.sum(x) + FUNCTIONS[1](np.outer(x, x))[1] ** 2 + FUNCTIONS[1]([x * x][0])


@case(X)
def methods_with_a_place(x):
    place, other = np.zeros(3), np.zeros(3)
    total(np.outer(x, x), place)
    FUNCTIONS[1](np.outer(x, x * x), other)
    return np.sum(place**2 * other)


@case(X)
def methods_of_classes(x):
    y = painted(Paint(x)) * painted(Paint(x * x), {"strength": x[0]})
    return np.sum(y**2) + painted(Paint(x[1]), out={"strength": 3.0})


@case(X)
def methods_of_classes_that_write(x):
    place = np.zeros(3)
    Sums(x).sum(out=place)
    z = total(Sums(x * x), np.zeros(3)) * total(Sums(x))
    return np.sum(place**2) + np.sum(z**2)


@case(X)
def methods_of_arrays_or_classes(x):
    place = np.zeros(3)
    result = 0.0
    for held in (np.outer(x, x), Sums(x)):
        result = result + held.sum(0, out=place) * place
    z = np.outer(x, x).sum(0, out=place)
    return np.sum(result * z) + np.sum(place**2)


@case(X)
def distances_in_a_helper(x):
    def cost(left, right):
        return np.sum(distance.cdist(left[:, None], right[:, None], "sqeuclidean") ** 2)
    return cost(x, x[:2]) * x[0] + cost(x, x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def left_in_the_right_side(x):
    b = x[:2] * 2.0
    scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=True)
    return np.sum(b**3)


def given_back(x):
    b = x[:2] * 2.0
    scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=False)
    b = scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=True)
    return np.sum(b**3)


@pytest.mark.parametrize("differentiate", [tangentish.grad, tangentish.jacfwd])
def test_what_is_left_in_an_argument_is_refused(differentiate) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="overwrites"):
        differentiate(left_in_the_right_side)(np.array([1.5, 0.7]))


def test_results_of_calls_that_may_overwrite() -> None:
    check_gradient(given_back, np.array([1.5, 0.7]))
