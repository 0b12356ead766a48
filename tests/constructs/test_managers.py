"""Context managers that hold active values, write, swallow exceptions, or are left early."""

import contextlib

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()
wary = Cases()  # refused today: never wrong


@case(V4, 0)
@case(V4, 2)
@case(V4, 9)
def suppress_in_loop(x, stop):
    y = x.copy()
    total = 0.0
    for i in range(4):
        with contextlib.suppress(ValueError, KeyError):
            y[i] *= y[i - 1]
            if i == stop:
                raise KeyError
            total += y[i] ** 2
        y[0] *= 1.1
    return total * np.sum(y)


@case(V4, 0)
@case(V4, 2)
@case(V4, 9)
def loop_in_suppress(x, stop):
    y = x.copy()
    total = 0.0
    with contextlib.suppress(ValueError):
        for i in range(4):
            y[i] *= y[i - 1]
            if i == stop:
                raise ValueError
            total += y[i] ** 2
        total = total * 2.0
    return total * np.sum(y) + y[0]


class Swallow:
    def __init__(self, value):
        self.value = value
        self.seen = 0
    def __enter__(self):
        self.value = self.value * 2.0
        return self
    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.seen += 1
            self.value = self.value * 3.0
        self.value = self.value + 1.0
        return kind is ValueError


@case(0.6, True)
@case(0.6, False)
def manager_swallows(x, fail):
    y = x
    with Swallow(x) as s:
        y = y * s.value
        if fail:
            raise ValueError
        y = y * x
        s.value = s.value * y
    return y * s.value + s.seen


@case(0.6, 0)
@wary(0.6, 1)
@case(0.6, 2)
def manager_swallows_some(x, which):
    y = x
    s = Swallow(x * x)
    try:
        with s:
            y = y * s.value
            if which == 0:
                raise ValueError
            if which == 1:
                raise KeyError
            y = y * y
        y = y + s.value
    except KeyError:
        y = y * 5.0 * s.value
    return y * s.value


@case(0.6, True)
@case(0.6, False)
def manager_swallows_return_value(x, fail):
    with Swallow(x) as s:
        if fail:
            raise ValueError
        return s.value * x
    return s.value * 7.0


@case(V4, 1)
@case(V4, 5)
def return_in_with_in_loop(x, stop):
    y = x * 1.0
    for i in range(4):
        with Swallow(y[i]) as s:
            y[i] *= s.value
            if i == stop:
                return np.sum(y**2) * s.value
            y[i - 1] += s.value
    return np.sum(y)


@wary(V4, True)
@case(V4, False)
def with_several_items_one_fails(x, fail):
    y = x * 1.0
    with contextlib.suppress(ValueError), np.errstate(all="ignore"):
        y[0] *= y[1]
        with contextlib.suppress(KeyError):
            y[1] *= y[2]
            if fail:
                raise ValueError
            raise KeyError
        y[2] *= y[0]
    y *= y[::-1].copy()
    return np.sum(y)


class Timer:
    def __enter__(self):
        self.n = 0
        return self
    def __exit__(self, *info):
        self.n = 5


@case(V4)
def inert_manager_in_loop(x):
    total = 1.0
    for i in range(4):
        with Timer() as t:
            total = total * x[i] + t.n
            if total < 0:
                break
        total = total + t.n
    return total * t.n


class Saved:
    """Puts an entry back, as such managers do."""
    def __init__(self, array, i, value):
        self.array, self.i, self.value = array, i, value
    def __enter__(self):
        self.old = self.array[self.i]
        self.array[self.i] = self.value
        return self.array
    def __exit__(self, *info):
        self.array[self.i] = self.old


@case(V4)
def manager_writes_and_puts_back(x):
    y = x * 1.0
    total = 0.0
    for i in range(3):
        with Saved(y, i, y[i + 1] * x[0]) as z:
            total += np.sum(z * y)
            z[3] *= 1.1
    return total + np.sum(y)


class Scaled:
    """An array with another scale inside, and half of it outside."""

    def __init__(self, m, by):
        self.m, self.by = m, by

    def __enter__(self):
        self.m *= self.by
        return self.m

    def __exit__(self, *told):
        self.m /= 2.0


def put(m, t):
    m *= t
    return True


@case(V4)
def writes_while_the_manager_is_made(x):
    m = x.copy()
    with np.errstate(all="ignore" if put(m, x[0]) else "warn"):
        y = np.sum(m)
    with Scaled(m, 2.0 if not put(m, x[1]) else x[2]) as n:
        y = y + np.sum(n * x)
    return y + np.sum(m)


@case(V4)
def writes_while_the_second_manager_is_made(x):
    m = x.copy()
    with Scaled(m, x[0]), np.errstate(all="ignore" if not put(m, x[1]) else "warn"):
        y = np.sum(m * m)
    return y + np.sum(m)


@case(V4)
def writes_while_later_managers_are_made(x):
    m = x.copy()
    with Scaled(m, x[0]), Scaled(m, 2.0 if not put(m, x[1]) else x[2]) as n, Scaled(m, [put(n, x[3]), x[0]][1]):
        y = np.sum(m * m)
    return y + np.sum(m)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", wary)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)
