"""Descriptors that keep in a dict what their function gave, and may be set, as those of the results of statsmodels."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


class Kept:
    def __init__(self, fget):
        self.fget, self.name = fget, fget.__name__

    def __get__(self, owner, cls=None):
        if owner is None:
            return self.fget
        if owner.kept.get(self.name) is None:
            owner.kept[self.name] = self.fget(owner)
        return owner.kept[self.name]

    def __set__(self, owner, value):
        owner.kept[self.name] = value


class Elsewhere(Kept):
    def __set__(self, owner, value):
        owner.kept[self.name] = value
        owner.x[0] = value


class Result:
    def __init__(self, x, scale=1.0):
        self.kept = {}
        self.x = x
        self.scale = scale
        self.kept = {}

    @Kept
    def scale(self):
        return np.sum(self.x ** 2)

    @Kept
    def error(self):
        return np.sqrt(self.scale) * self.x[0]

    @Kept
    def names(self):
        return [f"x{k}" for k in range(self.x.size)]

    @Elsewhere
    def other(self):
        return np.sum(self.x ** 3)


@case(V4)
def set_and_forgotten(x):
    result = Result(x)
    return result.scale * result.x[1] + result.scale


@case(V4)
def one_by_another(x):
    result = Result(x * 2)
    return result.error * result.scale


def renamed(result, names):
    before = result.names
    result.names = names
    return before


@case(V4)
def names_set_and_read(x):
    result = Result(x * 1.0)
    total = np.sum(result.x ** 2)
    for k, name in enumerate([*renamed(result, ["first", "x1"]), *result.names]):
        total += len(name) * x[k % 4] * result.x[0]
    return total * result.scale * len(result.names)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@refused(V4)
def set_and_read(x):
    result = Result(x)
    result.scale = 3.0
    return result.scale * result.x[1] * result.scale


@refused(V4)
def set_to_names_that_active_values_join(x):
    result = Result(x * 1.0)
    result.names = ["first"]
    result.names.append(x[0])
    return result.names[-1] * x[1]


@refused(V4)
def set_to_what_is_active(x):
    result = Result(x)
    result.scale = float(x[0]) * x
    return np.sum(result.scale)


@refused(V4)
def set_elsewhere_too(x):
    result = Result(x * 1.0)
    result.other = 3.0
    return np.sum(result.x ** 2)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(fun)(*args)


@pytest.mark.parametrize("fun, args, options", refused[2:])
def test_refused_forwards(fun, args, options):
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.jvp(fun, args, args)


def test_set_and_read_forwards():
    x_dot = np.array([0.3, -0.5, 0.2, 0.9])
    assert np.isclose(tangentish.jvp(set_and_read, (V4,), (x_dot,))[1], 9.0 * x_dot[1])


def test_names_that_active_values_join_forwards():
    x_dot = np.array([0.3, -0.5, 0.2, 0.9])
    tangent = tangentish.jvp(set_to_names_that_active_values_join, (V4,), (x_dot,))[1]
    assert np.isclose(tangent, V4[0] * x_dot[1] + V4[1] * x_dot[0])
