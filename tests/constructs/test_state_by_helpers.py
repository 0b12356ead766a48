"""Helpers that store in an object around them, called by functions inside or passed on: right, or refused."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators


class Tank:
    def __init__(self):
        self.level, self.calls, self.last, self.seen = 0.0, 0, None, []

    def fill(self, v):
        self.level = self.level + v * v

    def get(self):
        return self.level

    def look(self, v):
        self.calls += 1
        self.last = v
        self.seen.append(v)


TANK = Tank()


def fill(v):
    TANK.fill(v)


def fill_and_get(v):
    TANK.fill(v)
    return TANK.get()


def counted(v):
    TANK.calls += 1
    return v * v


def looked_at(v):
    TANK.look(v)
    return v * v


def applied(function, v):
    return function(v)


def made():
    tank = Tank()

    def fill(v):
        tank.fill(v)

    return fill, tank


FILL, CAPTURED = made()


def by_a_function_inside(x):
    def inner(v):
        fill(v)

    inner(x)
    return TANK.get() * x


def by_a_lambda(x):
    inner = lambda v: fill(v)
    inner(x)
    return TANK.get() * x


def by_an_item_of_a_list(x):
    for function in [fill]:
        function(x)
    return TANK.get() * x


def by_a_function_passed_on(x):
    applied(fill, x)
    return TANK.get() * x


def by_a_lambda_passed_on(x):
    applied(lambda v: fill(v), x)
    return TANK.get() * x


def by_a_comprehension(x):
    [fill(v) for v in (x, x * x)]
    return TANK.get() * x


def by_one_inside_another(x):
    def inner(v):
        fill(v)

    def outer(v):
        inner(v * 2.0)

    outer(x)
    return TANK.get() * x


def by_a_closure_around(x):
    def inner(v):
        FILL(v)

    inner(x)
    return CAPTURED.get() * x


def calls_are_counted(x):
    def inner(v):
        return counted(v) * v

    return inner(x) + applied(inner, x)


def values_are_looked_at(x):
    def inner(v):
        return looked_at(v) * v

    return inner(x) + applied(inner, x) + applied(lambda v: looked_at(v), x)


def by_map(x):
    list(map(fill, [x, 2.0 * x]))
    return TANK.get() * x


def read_by_the_same(x):
    def inner(v):
        return fill_and_get(v)

    inner(x)
    return inner(3.0) * x


def read_by_the_same_lambda(x):
    inner = lambda v: fill_and_get(v)
    inner(x)
    return inner(3.0) * x


def read_by_an_item_of_a_list(x):
    def inner(v):
        return fill_and_get(v)

    inner(x)
    total = 0.0
    for function in [inner]:
        total = total + function(3.0)
    return total * x


def read_by_a_function_passed_on(x):
    return applied(fill_and_get, x) * applied(fill_and_get, 3.0)


def read_by_an_inner_function_passed_on(x):
    def inner(v):
        return fill_and_get(v)

    return applied(inner, x) * applied(inner, 3.0)


def read_for_a_whole_number(x):
    return applied(fill_and_get, x) * applied(fill_and_get, 3)


def read_for_a_number_with_a_name(x):
    depth = 3.0 if x < 100.0 else 2
    return applied(fill_and_get, x) * applied(fill_and_get, depth)


def read_by_an_inner_function_for_a_whole_number(x, depth=3):
    def inner(v):
        return fill_and_get(v)

    return applied(inner, x) * applied(inner, depth)


RIGHT = [by_a_function_inside, by_a_lambda, by_an_item_of_a_list, by_a_function_passed_on, by_a_lambda_passed_on,
         by_a_comprehension, by_one_inside_another, by_a_closure_around, calls_are_counted, values_are_looked_at]
OTHERS = [by_map, read_by_the_same, read_by_the_same_lambda, read_by_an_item_of_a_list, read_by_a_function_passed_on,
          read_by_an_inner_function_passed_on, read_for_a_whole_number, read_for_a_number_with_a_name,
          read_by_an_inner_function_for_a_whole_number]


def emptied(fun):
    TANK.__init__()
    CAPTURED.__init__()
    return fun


@operators
@pytest.mark.parametrize("fun", [*RIGHT, *OTHERS], ids=lambda f: f.__name__)
def test_right_or_refused(fun, operator):
    assert is_right(operator, lambda: emptied(fun), 0.7, "test_state_by_helpers.py:") or fun in OTHERS
