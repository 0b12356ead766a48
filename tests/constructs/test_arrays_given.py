"""Arrays of the module that functions give, whatever these are called by: right, or refused where they are read otherwise."""

from __future__ import annotations

import functools
import types

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.right_or_refused import hows, is_right_from_reset

case = Cases()
X = np.array([0.3, 0.7, 1.2])
TABLE = np.arange(3.0)


def table():
    return TABLE


def squares():
    return np.sum(TABLE**2)


class Giver:
    static = staticmethod(table)

    def __init__(self):
        self.held = table

    def give(self):
        return TABLE


GIVER = Giver()
GIVERS = {"table": table}
PARTIAL = functools.partial(table)


def put(t, x):
    t[0] = x[0] ** 2
    t[1:] = x[1:] * 3.0


@case(X)
def written_by_one_way(x):
    t = functools.partial(table)()
    put(t, x)
    return t @ x


@case(X)
def a_number_of_it(x):
    t = [table][0]()
    t[0] = x[0] ** 2
    return t[0] * x[1]


@case(X)
def read_by_its_name(x):
    t = functools.partial(table)()
    put(t, x)
    return TABLE @ TABLE


@case(X)
def read_by_a_function(x):
    t = [table][0]()
    put(t, x)
    return squares()


@case(X)
def given_and_read_below(x):
    t = table()
    put(t, x)
    return squares()


@case(X)
def given_in_two_ways(x):
    t = functools.partial(table)()
    put(t, x)
    return table() @ x


@case(X)
def given_twice(x):
    put([table][0](), x)
    return [table][0]() @ x


@case(X)
def without_a_name(x):
    functools.partial(table)()[0] = np.sum(x**2)
    return functools.partial(table)()[0] ** 2


@case(X)
def by_a_method(x):
    GIVER.give()[1] = x[0] ** 2
    return TABLE[1] ** 2


@case(X)
def by_an_attribute(x):
    t = Giver().held()
    put(t, x)
    return TABLE @ x


@case(X)
def by_the_class(x):
    t = Giver.static()
    put(t, x)
    return TABLE @ x


@case(X)
def by_a_global_dict(x):
    t = GIVERS["table"]()
    put(t, x)
    return GIVERS["table"]() @ x


@case(X)
def by_a_global_partial(x):
    t = PARTIAL()
    put(t, x)
    return TABLE @ x


@case(X)
def by_a_default(x, give=functools.partial(table)):
    t = give()
    put(t, x)
    return TABLE @ x


@case(X)
def added_to_and_taken_from_again(x):
    t = GIVERS["table"]()
    t += x
    total = t @ t
    t -= x
    return total


@case(X)
def kept_in_an_attribute(x):
    held = types.SimpleNamespace()
    held.t = GIVERS["table"]()
    put(held.t, x)
    return TABLE @ x


@case(X)
def kept_by_setattr(x):
    held = types.SimpleNamespace()
    setattr(held, "t", GIVERS["table"]())  # as a name that is computed would be
    put(held.t, x)
    return TABLE @ x


@case(X)
def kept_in_a_namespace(x):
    held = types.SimpleNamespace(t=GIVERS["table"]())
    put(held.t, x)
    return TABLE @ x


@case(X)
def kept_in_a_dict(x):
    held = dict(t=GIVERS["table"]())  # a display is another case
    put(held["t"], x)
    return TABLE @ x


class Kept:
    def __init__(self, t):
        self.t = t

    def put(self, x):
        self.t[:] = x**2


@case(X)
def kept_by_an_object(x):
    Kept(GIVERS["table"]()).put(x)
    return TABLE @ x


@case(X)
def one_of_two(x):
    t, factor = [lambda: (TABLE, 2.0)][0]()
    put(t, x)
    return TABLE @ x * factor


@case(X)
def in_a_loop(x):
    for t in [GIVERS["table"]()]:
        put(t, x)
    return TABLE @ x


RIGHT = {"written_by_one_way", "a_number_of_it"}


def reset():
    TABLE[:] = np.arange(3.0)


@hows
@pytest.mark.parametrize("fun, args, options", case)
def test_right_or_refused(fun, args, options, how):
    assert is_right_from_reset(fun, *args, how, reset, "test_arrays_given.py") or fun.__name__ not in RIGHT
    reset()


def test_constants_are_read_in_all_these_ways():
    def fun(x):
        t = functools.partial(table)() * 2.0
        t[0] = x[0] ** 2
        u = GIVER.give().copy()
        u += x
        return t @ u + squares() * x[0] + TABLE @ x

    assert tangentish.grad(fun)(X) == pytest.approx(
        [(fun(X + 1e-6 * e) - fun(X - 1e-6 * e)) / 2e-6 for e in np.eye(3)], rel=1e-6)
