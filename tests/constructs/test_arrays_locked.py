"""Arrays that are made read-only after they were written: the reverse sweep puts back what they held before."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.oracle import check_gradient

case = Cases()
refused = Cases()
X = np.array([0.5, 1.5, 2.0])


class Made:
    """Keeps an array that nobody may change."""

    def __init__(self, x):
        self.v = x * 1.0
        self.first = self.v[0] ** 2
        self.v *= x
        self.v[1:] *= self.v[:-1]
        self.lock(self.v)

    def lock(self, v):
        v.flags.writeable = False


class Kept:
    def __init__(self):
        self.held = {}

    def put(self, key, value):
        value.flags.writeable = False
        self.held[key] = value
        return value


@case(X)
def written_in_place_then_locked(x):
    made = Made(x)
    return made.first + np.sum(made.v**2)


@case(X)
def several_of_them(x):
    made = [Made(x * (k + 1)) for k in range(2)]
    return made[0].first + np.sum(made[1].v * made[0].v)


@case(X)
def locked_when_nothing_reads_what_was_there(x):
    y = np.zeros(3)
    y[0] = x[0] ** 2
    y[0] = y[0] ** 2 + x[1]
    y.setflags(write=False)
    return np.sum(y * y)


def twice(x, kept):
    y = x * 2.0
    total = np.sum(y**2)
    y *= x[0]
    kept.held["y"] = y
    total = total + np.sum(y**2)
    y += 1.0
    y.setflags(write=False)
    return total


@refused(X)
def read_between_writes_in_a_callee(x):
    kept = Kept()
    return twice(x, kept) + np.sum(kept.held["y"] ** 3)


def places(x, kept):
    y = np.zeros((2, 3), dtype=np.int64)
    for i, row in enumerate(np.array([[0, 1], [2, 1]])):
        y[i, row] = i
    return kept.put("places", y)


@refused(X)
def whole_numbers_in_a_callee(x):
    kept = Kept()
    return np.sum(x[places(x, kept)] * kept.held["places"])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    with pytest.raises(tangentish.UnsupportedError, match=r"locked.py:\d+: an array is written here and made read-only"):
        tangentish.grad(fun)(*args)


def test_an_error_of_the_function_itself():
    def fun(x):
        y = x * 2.0
        y.setflags(write=False)
        y[0] = x[1]
        return np.sum(y)

    with pytest.raises(ValueError, match="read-only"):
        tangentish.grad(fun)(X)
