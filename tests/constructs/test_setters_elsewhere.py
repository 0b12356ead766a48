"""Setters that store under another name, in objects that are arguments; results that show what a callee keeps views of."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from tangentish import grad, jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import directional

case = Cases()
V = np.array([1.0, 2.2, 0.5, 3.0])
T = np.array([0.5, 0.7, 1.5, 2.1])


class Doubled:
    @property
    def value(self):
        return self.doubled

    @value.setter
    def value(self, x):
        self.doubled = 2.0 * x


class Squared:
    def __setattr__(self, name, v):
        object.__setattr__(self, "own_" + name, v * v)


def doubled(made, x):
    made.value = x
    return np.sum(made.doubled ** 2)


def squared(made, x):
    made.x = x
    return np.sum(made.own_x ** 2)


@pytest.mark.parametrize("fun, cls", [(doubled, Doubled), (squared, Squared)])
def test_an_object_that_is_an_argument(fun, cls):
    w = np.array([0.3, 0.1, 0.7, -0.4])
    want = directional(lambda x: fun(cls(), x), (V,), (0,), (w,))
    assert np.isclose(grad(fun, 1)(cls(), V) @ w, want, rtol=1e-7)
    assert np.isclose(jvp(fun, (cls(), V), (None, w))[1], want, rtol=1e-7)


def edge(h, m):
    return h * m


def slopes(x, y):
    above = y > 2.0
    weights = 1.0 / y
    d = np.zeros_like(y)
    d[1:][above[1:]] = weights[1:][above[1:]]
    d[0] = edge(x[0], y[0])
    return d.reshape(-1)


@case(V)
def view_of_a_buffer(x):
    return np.sum(slopes(T, x) * x)


@case(V)
def view_of_a_buffer_written_into(x):
    d = slopes(T, x)
    d *= x
    tail = d[1:]
    tail += x[:-1]
    return np.sum(d ** 2)


@case(V)
def view_of_a_buffer_returned_again(x):
    def last(y):
        return slopes(T, y)[::-1]
    d = last(x)
    return np.sum(d * last(x * x)[1:4].sum())


class Noted:
    """What is stored goes through code; notes are put, by name, into a dict that makes what it lacks."""

    def __init__(self, **given):
        self.notes = defaultdict(dict)
        self.given = []
        for name, value in given.items():
            self.__dict__[name] = value
        self.count = len(given)
        self.note(given)

    def note(self, names):
        for name in names:
            self.notes[name]["shape"] = np.shape(self.__dict__[name])

    def __setattr__(self, name, value):
        if name in self.__dict__.get("given", ()):
            raise ValueError(f"{name} has {self.notes[name]}")
        super().__setattr__(name, value)


@case(V)
def looked_up_in_a_defaultdict_later(x):
    total = 0.0
    for scale in (1.0, 2.0):
        made = Noted(low=x * scale, high=x[0] * x)
        total += np.sum(made.low * made.high) * made.notes["low"]["shape"][0]
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
