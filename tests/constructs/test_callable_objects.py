"""Objects that can be called are objects too: what properties and descriptors make of them carries derivatives."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Map:
    def __init__(self, matrix, name="map"):
        self.matrix, self.name = np.asarray(matrix), name

    def __call__(self, points):
        return self.matrix @ points

    @property
    def inverse(self):
        return type(self)(matrix=np.linalg.inv(self.matrix))

    @property
    def both(self):
        return [self.inverse, Map(self.matrix.T, "transposed")]


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return self.factor * x


class Made:
    """A descriptor that makes a callable object each time."""

    def __init__(self, fget):
        self.fget = fget

    def __get__(self, owner, kind=None):
        return self.fget(owner)


class Model:
    def __init__(self, weights):
        self.weights = weights

    @property
    def layers(self):
        return {k: Scaled(w**2) for k, w in enumerate(self.weights)}

    @Made
    def last(self):
        return Scaled(self.weights[-1] ** 3)


@case(M33)
def what_a_property_makes(x):
    return np.sum(Map(x).inverse.matrix ** 2)


@case(M33)
def what_a_property_makes_is_called(x):
    return np.sum(Map(x).inverse(np.arange(3.0)) ** 2)


@case(M33)
def in_a_list(x):
    first, second = Map(x).both
    return np.sum(first.matrix * second.matrix) + np.sum(first(second(np.ones(3))))


@case(V4)
def in_a_dict(x):
    layers = Model(x).layers
    value = 1.0
    for k in range(4):
        value = np.sin(layers[k](value)) + layers[k].factor
    return value


@case(V4)
def of_a_descriptor(x):
    model = Model([x[0], x[1] * x[2]])
    return model.last(x[3]) * model.last.factor


class Total:
    """What it gives depends on what it was called with before."""

    def __init__(self):
        self.total = 0.0

    def __call__(self, value):
        self.total = self.total + value
        return value * self.total


@case(V4)
def called_as_often_as_numpy_does(x):
    value = 0.0
    for options in ({}, {"otypes": [float]}, {"cache": True}):
        total = Total()
        value += np.sum(np.vectorize(total, **options)(x) * np.sin(x)) + total.total
    total = Total()
    return value + np.sum(np.frompyfunc(total, 1, 1)(x) * x) + total.total


class Averaged:
    """Names that numbers and arrays have too."""

    def __init__(self, values):
        self.values = values

    @property
    def mean(self):
        return Scaled(np.sum(self.values**2) / 4.0)

    @property
    def sum(self):
        return np.sum(self.values) * 0.3


@case(V4)
def under_names_that_numbers_have(x):
    first, *_ = (np.sum(x).mean(), Averaged(x))
    return first * Averaged(x).mean(np.max(x).mean(None)) + np.float64(x[0] * x[1]).sum() + (x * x).mean() + Averaged(x).sum


@case(V4)
def in_a_loop_over_both(x):
    value = 0.0
    for k, item in enumerate((Averaged(x), x * x, x[1] * x[2])):
        value += item.mean(x[0]) if k == 0 else item.mean() * x[k]
    return value


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
