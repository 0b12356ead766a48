"""Functions and classes of a module under names that generated code means something else by."""

from __future__ import annotations

import math
import types

import numpy as np
import pytest

import tangentish
from tangentish import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient
from tests.texts import executed

case = Cases()


def copied(x, factor=2.0):
    x[0] = factor * x[1]
    return x * factor


def primal(x):
    return np.sum(x * x)


def pushforward(x):
    return [primal(part) for part in (x, x[1:])]


class told:
    def __init__(self, x):
        self.x = x

    def listing(self):
        return listing(self.x)


def listing(x, depth=2):
    return x if depth == 0 else np.sin(listing(x, depth - 1))


completed = np.cumsum
record, tape, shadows, ans_bar = 5.0, 6.0, [1.5, 2.5], 9.0


def with_numbers(v):
    return v * record * tape * shadows[0] + v**2 * ans_bar


exc_info = types.SimpleNamespace(level=2.0)


@case(V3)
def numbers_of_the_module(x):
    scaled = lambda v: v * record * tape * shadows[1] * ans_bar  # it is a pair of its own
    total = 0.0
    for i in range(3):
        total = total + x[i] * x[i]
    return scaled(total) * with_numbers(x[0]) + sum([f(x[1]) for f in (with_numbers, scaled)])


@case(V3)
def writes_into_what_it_is_given(x):
    y = x * 1.5
    z = copied(y, 3.0) + copied(y[::-1])
    return np.sum(z * y)


@case(V3)
def call_one_another(x):
    first, second = pushforward(x)
    return first * second + primal(x) * np.sum(completed(x))


@case(V3)
def classes_and_recursion(x):
    return np.sum(told(x * 2.0).listing() * listing(x, 1))


@case(V3)
def as_arguments(x):
    return sum(map(primal, (x, x * 2.0))) + primal(np.array(list(map(primal, x))))


@case(V3)
def inside_of_others(x):
    def inner(v):
        return primal(v) * listing(v[0])

    return inner(x) + (lambda v: primal(v) ** 2)(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_a_function_that_is_replaced_is_noticed(monkeypatch):
    gradient = tangentish.grad(lambda x: primal(x))
    np.testing.assert_array_equal(gradient(V3), 2.0 * V3)
    monkeypatch.setitem(globals(), "primal", np.sum)
    np.testing.assert_array_equal(gradient(V3), np.ones(3))


def test_the_derivative_of_a_derivative():
    np.testing.assert_allclose(tangentish.hessian(lambda x: primal(x) + listing(x[0]))(V3)[1:, 1:], 2.0 * np.eye(2))


def test_data_is_refused():
    with pytest.raises(UnsupportedError, match="uses the name `exc_info` for itself"):
        tangentish.grad(lambda x: x * exc_info.level)(1.0)


SHIM = """
import numpy
class Shim:
    def __init__(self, backend): self.backend = backend
    def __getattr__(self, key): return getattr(self.backend, key)
np = Shim(numpy)
def waves(x):
    return np.sin(x) * np.exp(x)
def summed(w, a, b):
    s = 0.0
    for k, part in zip(a, b): s += k * w**2 / (w**2 - part)
    return np.sqrt(1.0 + s)
def stored(x):
    y = np.zeros(3)
    y[:] = x
    y[1] *= x[0]
    return np.sum(y**2) * np.prod(x)
"""


def test_np_that_stands_for_numpy():
    space = executed(SHIM, "<shim>", __name__="shim")
    a = np.array([1.0, 0.5])
    check_gradient(lambda a: space["summed"](0.7, a, a * 0.1), a)
    check_gradient(space["stored"], V3)
    np.testing.assert_allclose(tangentish.jvp(space["waves"], (V3,), (V3,))[1], V3 * np.exp(V3) * (np.sin(V3) + np.cos(V3)))
    assert np.isclose(tangentish.hvp(space["waves"])(0.3, 1.0), 2.0 * np.exp(0.3) * np.cos(0.3))
    space["np"] = space["Shim"](math)
    assert tangentish.grad(space["waves"])(0.3) == np.exp(0.3) * (np.sin(0.3) + np.cos(0.3))
