"""Functions that bind a parameter anew, to a copy of it, and write into that: it is not what they were given."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def array_of(a, dtype=None):
    dtype = np.float64 if dtype is None else dtype
    return np.asarray(a, dtype)


def halved(a):
    a = array_of(a).copy()
    a[0] = 0.5 * a[1]
    a *= 0.5
    return a


@case(V4)
def copies_changed_by_the_callee(x):
    y = array_of(x)
    z = halved(y)
    return np.sum(y * z) + np.sum(halved(x) ** 2)


def rows_of(rows):
    rows = rows.copy()
    rows[0] *= 2.0
    return rows


@case(V4)
def items_of_a_copied_list_are_written(x):
    rows = [x**2, np.sin(x)]
    rows_of(rows)
    return np.sum(rows[0] * rows[1])


def filled(rows, last):
    rows = rows.copy()
    rows += [last]
    rows[0] = last
    return rows


@case(V4)
def a_copied_list_grows(x):
    rows = [x**2, np.sin(x)]
    more = filled(rows, rows[1] * 2.0)
    return np.sum(rows[0] * more[0] * more[2])


def bound_later(a, b):
    a *= 2.0
    a = b * 3.0
    a += 1.0
    return a


@case(V4, P4)
def written_before_it_is_bound(x, y):
    z = x * 1.0
    return np.sum(bound_later(z, y) * z)


def bound_to_another(a, b):
    a = b
    a *= 2.0
    return a


@case(V4, P4)
def bound_to_another_parameter(x, y):
    z, w = x * 1.0, y * 1.0
    return np.sum(bound_to_another(z, w) * z * w)


def bound_in_a_branch(a, b):
    if b[0] > 0.0:
        a = a.copy()
    a *= b
    return a


@case(V4, P4)
def bound_in_one_branch_only(x, y):
    z = x * 1.0
    return np.sum(bound_in_a_branch(z, y) * z)


def captured_after(a):
    def written():
        a[0] = 5.0 * a[1]

    a = a.copy()
    written()
    return a


@case(V4)
def captured_by_a_function_inside(x):
    z = x * 1.0
    return np.sum(captured_after(z) * z)


class Own:
    """Its copies share what they hold."""

    def __init__(self, values):
        self.values = values

    def copy(self):
        return Own(self.values)

    def __setitem__(self, key, value):
        self.values[key] = value


def stored_in_a_copy(a, v):
    a = a.copy()
    a[0] = v
    return a


def test_copies_of_a_class_that_shares_are_not_taken_for_copies():
    def f(x):
        own = Own(x * 1.0)
        stored_in_a_copy(own, x[1] ** 2)
        return np.sum(own.values**2)

    try:
        found = tangentish.grad(f)(V4)
    except tangentish.TangentishError:
        return
    expected = 2.0 * V4 + np.array([-2.0 * V4[0], 4.0 * V4[1] ** 3, 0.0, 0.0])
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
