"""Callees that write, append or store before they raise; exceptions that carry values."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()
wary = Cases()  # refused today: never wrong


def writes_then_raises(y, k):
    y[0] *= y[1]
    if k == 0:
        raise ValueError
    y[1] = y[0] ** 2
    if k == 1:
        raise ValueError
    y[2] = y[1] * y[0]
    return y[2] * 2.0


@wary(V4, 0)
@wary(V4, 1)
@case(V4, 2)
def callee_writes_then_raises(x, k):
    y = x * 1.5
    t = 1.0
    try:
        t = writes_then_raises(y, k)
    except ValueError:
        y[3] = y[0] * y[1]
    return t * np.sum(y**2)


@wary(V4, 0)
@wary(V4, 1)
@case(V4, 2)
def callee_writes_argument_itself_then_raises(x, k):
    t = 1.0
    try:
        t = writes_then_raises(x, k)
        x[0] *= 2.0
    except ValueError:
        t = x[2]
    return t * np.sum(x**2)


def outer_writes(y, k):
    y[3] = y[3] * y[0]
    r = writes_then_raises(y, k)
    y[3] += r
    return r


@wary(V4, 0)
@wary(V4, 1)
@case(V4, 2)
def callee_of_callee_raises(x, k):
    y = x * 1.5
    t = 1.0
    try:
        t = outer_writes(y, k)
    except ValueError:
        t = y[3]
    return t * np.sum(y**2)


def catches_own(y, k):
    try:
        return writes_then_raises(y, k)
    except ValueError:
        y[3] *= y[0]
        return y[3]
    finally:
        y[1] *= 1.1


@wary(V4, 0)
@wary(V4, 1)
@wary(V4, 2)
def callee_catches(x, k):
    y = x * 1.5
    t = catches_own(y, k)
    u = catches_own(y[::-1], (k + 1) % 3)
    return t * u * np.sum(y**2)


def append_then_raise(items, x, fail):
    items.append(x * x)
    if fail:
        raise ValueError
    items[0] = items[0] * x


@wary(0.6, True)
@case(0.6, False)
def callee_appends_then_raises(x, fail):
    items = [x]
    try:
        append_then_raise(items, x, fail)
        items.append(2.0 * x)
    except ValueError:
        items[0] = items[-1] * 3.0
    return sum(items) * items[0]


class Box:
    def __init__(self, v):
        self.v = v
    def step(self, t, fail):
        self.v = self.v * t
        if fail:
            raise ValueError
        self.v = self.v + t


@wary(0.6, True)
@case(0.6, False)
def method_stores_then_raises(x, fail):
    b = Box(x)
    try:
        b.step(x, False)
        b.step(x * 2.0, fail)
        b.v = b.v * 3.0
    except ValueError:
        b.v = b.v + x
    return b.v * x


@case(V4, True)
@case(V4, False)
def raise_in_nested_function(x, fail):
    y = x * 1.0
    def check(t):
        if fail:
            raise ValueError(t)
        return t * t
    try:
        y[0] *= y[1]
        t = check(y[0])
        y[1] = t
    except ValueError:
        t = y[0] * 2.0
    return t * np.sum(y)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", wary)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)
