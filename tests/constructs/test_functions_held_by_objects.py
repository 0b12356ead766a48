"""Objects that hold functions, which their methods call: taken apart with them where the functions are known by name."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tangentish import grad
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_not_looked_up

case = Cases()


def squashed(z):
    return z / (1.0 + z * z)


def scaled(z, by=2.0, *, plus=0.0):
    return z * by + plus


def writes(z):
    z[0] = 3.0
    return z * 2.0


class Layer:
    def __init__(self, w, act):
        self.w, self.act = w, act

    def __call__(self, v):
        return self.act(self.w * v)

    def run(self, v, n=3):
        for _ in range(n):
            v = self(v) + 0.1 * v
        return v

    def keyed(self, v):
        return self.act(v, by=self.w, plus=1.0)


class Net:
    def __init__(self, first, second):
        self.first, self.second = first, second
        self.norm = math.sqrt

    def __call__(self, v):
        return self.second(self.first(v)) * self.norm(2.0)


SINE, SQUASHED, KEYED = Layer(0.7, np.sin), Layer(0.4, squashed), Layer(1.5, scaled)
LOGS, WRITING, CLOSURE = Layer(1.2, math.log1p), Layer(1.3, writes), Layer(0.3, lambda z: z * z)
NET = Net(SINE, SQUASHED)


@case(V4)
def ufunc(x):
    return np.sum(SINE.run(x))


@case(V4)
def of_the_users(x):
    return np.sum(SQUASHED.run(x) * x)


@case(V4)
def with_keywords(x):
    return np.sum(KEYED.keyed(x) ** 2)


@case(V4)
def builtin(x):
    return LOGS(x[0]) * LOGS(x[1])


@case(V4)
def objects_in_one(x):
    return np.sum(NET(x) * x)


@case(V4)
def one_that_writes(x):
    y = x * 2.0
    return np.sum(WRITING(y) * y)


@case(V4)
def no_name(x):
    return np.sum(CLOSURE.run(x))


@case(V4)
def for_a_closure(x):
    layer = Layer(x[0], np.tanh)
    scale = x[1]
    other = Layer(0.4, lambda z: z * scale)
    return layer.run(x[2]) * other.run(x[3])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_functions_are_not_looked_up():
    check_not_looked_up(grad(objects_in_one), V4, calls="np.sin(")
    check_not_looked_up(grad(objects_in_one), V4, calls="squashed_reverse(called")


def test_another_function_gives_another_derivative(monkeypatch):
    layer = Layer(0.5, np.sin)
    derivative = grad(lambda v: layer(v))
    for act, slope in ((np.sin, np.cos), (np.exp, np.exp), (math.sinh, math.cosh), (np.sin, np.cos)):
        layer.act = act
        assert derivative(0.3) == pytest.approx(0.5 * slope(0.15))
    layer.act = lambda z: z**3
    assert derivative(0.3) == pytest.approx(0.5 * 3.0 * 0.15**2)
    layer.act = squashed
    assert derivative(0.3) == pytest.approx(0.5 * (1.0 - 0.15**2) / (1.0 + 0.15**2) ** 2)
    monkeypatch.setattr(squashed, "__code__", (lambda z: z * 4.0).__code__)
    assert derivative(0.3) == pytest.approx(2.0)


def test_objects_with_different_functions_are_told_apart():
    layers = [Layer(0.5, np.sin), Layer(0.5, np.cos), Layer(0.5, squashed)]

    def total(v):
        return sum([layer(v) for layer in layers])

    for _ in range(2):
        want = 0.5 * (np.cos(0.15) - np.sin(0.15) + (1.0 - 0.15**2) / (1.0 + 0.15**2) ** 2)
        assert grad(total)(0.3) == pytest.approx(want)
