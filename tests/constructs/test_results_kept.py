"""Arrays that functions keep, write into and give at every call: what several calls gave is one array."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
KEPT = np.zeros(3)


def square(x, out=KEPT):
    out[:] = x * x
    return out


def spoil(x, out=KEPT):
    out[:] = 3.0 * x


def last_two(x, held=KEPT):
    held[1:] = x[1:]
    return held[1:]


def square_of_keyword(x, *, out=np.zeros(3)):
    np.multiply(x, x, out=out)
    return out


def passed_on(x):
    return square(x)


def turned(x):
    return passed_on(x)[::-1]


def makers():
    held = np.zeros(3)

    def work(x):
        held[:] = x * x
        return held

    def half(x):
        held[:2] = x[:2] * 0.5
        return held[1:]

    return work, half


work, half = makers()


class Model:
    def __init__(self):
        self.rhs = work

    def step(self, x):
        k1 = self.rhs(x)
        k2 = self.rhs(x + 0.1 * k1)
        return (k1 + k2) @ x


@case(V3)
def of_a_default(x):
    y = square(x)
    z = square(2.0 * x)
    return z @ x + y @ x


@case(V3)
def in_one_expression(x):
    y = square(x)
    return square(2.0 * x) @ x + y @ x


@case(V3)
def used_before(x):
    y = square(x)
    s = y @ x
    return s + square(2.0 * x) @ x


@case(V3)
def written_by_another(x):
    y = square(x)
    spoil(2.0 * x)
    return y @ x


@case(V3)
def given_by_another(x):
    y = square(x)
    z = last_two(2.0 * x)
    return z @ x[:2] + y @ x


@case(V3)
def of_a_keyword(x):
    y = square_of_keyword(x)
    z = square_of_keyword(2.0 * x)
    return z @ x + y @ x


@case(V3)
def another_is_given(x):
    y = square_of_keyword(x, out=np.zeros(3))
    z = square_of_keyword(2.0 * x)
    return z @ x + y @ x


@case(V3)
def of_a_captured_one(x):
    y = work(x)
    z = half(2.0 * x)
    return z @ x[:2] + y @ x


@case(V3)
def given_on(x):
    y = passed_on(x)
    z = passed_on(2.0 * x)
    return z @ x + y @ x


@case(V3)
def a_view_given_on(x):
    y = turned(x)
    z = square(2.0 * x)
    return z @ x + y @ x


@case(V3)
def in_a_loop(x):
    y = z = x
    for k in (1.0, 2.0, 3.0):
        y, z = z, work(k * x)
    return z @ x + y @ x


@case(V3)
def in_a_branch(x):
    y = square(x)
    z = square(2.0 * x) if x[0] > 0.0 else x
    return z @ x + y @ x


@case(V3)
def of_an_argument(x, f=work):
    y = f(x)
    z = f(2.0 * x)
    return z @ x + y @ x


@case(V3)
def by_another_name(x):
    f = functools.partial(work)
    y = f(x)
    z = f(2.0 * x)
    return z @ x + y @ x


@case(V3)
def by_a_map(x):
    y, z = map(work, (x, 2.0 * x))
    return z @ x + y @ x


@case(V3)
def of_an_object(x):
    return Model().step(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
