"""Attributes that a class makes up and keeps, in a `__getattr__`, also under names that arrays have."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.right_or_refused import hows, is_right_from_reset

case = Cases()
X = np.array([0.3, 0.7, 1.2])


class Kept:
    def __init__(self, p):
        self.p = p

    def __getattr__(self, name):
        value = self.__dict__[name] = self.__dict__["p"] * len(name)
        return value


class Set:
    def __init__(self, p):
        self.p = p

    def __getattr__(self, name):
        value = np.sum(self.p) * len(name)
        setattr(self, name, value)
        return value


class Pure:
    def __init__(self, p):
        self.p = p

    def __getattr__(self, name):
        return self.__dict__["p"] * len(name)


class Around:
    def __init__(self, p):
        self._p = p

    def __getattr__(self, name):
        return getattr(self._p, name)


@case(X)
def methods_of_arrays(x):
    total = sum(np.sum(o.mean * x) for o in [Kept(x), Kept(x * 2.0)])
    return total + np.sum(Kept(x).copy * x)


@case(X)
def set_by_setattr(x):
    o = Set(x)
    p = Set(x**2)
    a = p.size
    return np.sum(o.foo * x) + o.foo + o.mean * o.mean + a * x[0] + o.flags


@case(X)
def read_through_an_object(x):
    o = Around(x)
    objects = [Around(x * 2.0), o]
    return sum(np.sum(one.T * x) * one.size for one in objects) + objects[0].shape[0] * x[0]


@case(X)
def sizes_of_some(x):
    total = 0.0
    for o in [Kept(x), Kept(x * 2.0)]:
        total = total + np.sum(o.size * x)
    return total


@case(X)
def shapes_of_an_item(x):
    return np.sum({"a": Pure(x)}["a"].shape * x)


@case(X)
def sizes_in_a_comprehension(x):
    return sum(np.sum(o.flags * x) for o in [Pure(x), Pure(x * 2.0)])


class Clipper:
    """What reads its own attributes in the test of a loop, beside classes that make theirs up."""

    def __init__(self, factor):
        self.factor = factor
        self.most = 3

    def bounds(self, x):
        self.low = np.mean(x) - self.factor * Set(np.std(x)).deviation / 9.0

    def __call__(self, x):
        changed, count = 1, 0
        while changed != 0 and (count < self.most):
            count += 1
            size = x.size
            self.bounds(x)
            x = x[x >= self.low]
            changed = size - x.size
        return np.sum(x * x) + self.low


@case(np.array([0.3, 0.7, 1.2, -4.0, 0.5]))
def in_the_test_of_a_loop(x):
    return sum(clip(x) for clip in [Clipper(1.3 + 0.1 * x[0]), Clipper(2.0)])


RIGHT = {"methods_of_arrays", "set_by_setattr", "read_through_an_object", "in_the_test_of_a_loop"}


@hows
@pytest.mark.parametrize("fun, args, options", case)
def test_right_or_refused(fun, args, options, how):
    assert is_right_from_reset(fun, *args, how, lambda: None, "test_attributes_made_up.py") or fun.__name__ not in RIGHT


def test_arrays_are_asked_as_before():
    def fun(x):
        o = Kept(x)
        rows = [x, x * 2.0]
        return sum(np.sum(row) * row.size for row in rows) + np.sum(o.foo)

    assert tangentish.grad(fun)(X) == pytest.approx(
        [(fun(X + 1e-6 * e) - fun(X - 1e-6 * e)) / 2e-6 for e in np.eye(3)], rel=1e-6)
