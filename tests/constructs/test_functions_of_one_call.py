"""Functions, methods and arrays that one call gives may have variables or memory in common, as have attributes of one class."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def of_one_dict():
    table = {}

    def put(x):
        table["a"] = x

    def get():
        return table["a"]

    return put, get


def of_a_view():
    rows = np.zeros(3)
    first = rows[:1]

    def put(x):
        rows[:] = x

    return put, lambda: first[0]


def of_a_list():
    log = []
    return log.append, lambda: log[-1], (lambda: len(log), lambda: log[0])


class Store:
    def __init__(self, table):
        self.table = table

    def put(self, x):
        self.table["a"] = x

    def get(self):
        return self.table["a"]


def of_two_objects():
    one = Store({})
    return one.put, Store(one.table).get


@case(V3)
def closures_over_one_dict(x):
    put, get = of_one_dict()
    put(x[0] * x[1])
    return get() * x[2]


@case(V3)
def closures_over_views_of_one_array(x):
    [put, first] = of_a_view()
    put(x * x)
    return first() * x[2]


@case(V3)
def methods_of_a_list_beside_closures(x):
    put, last, (count, first) = of_a_list()
    for v in x:
        put(v * v)
    return last() * first() * count()


@case(V3)
def methods_of_objects_with_one_dict(x):
    put, get = of_two_objects()
    put(x[0] * x[1])
    return get() * x[2]


@case(V3)
def made_in_a_loop(x):
    total = 0.0
    for put, get in [of_one_dict(), of_two_objects()]:
        put(x[0] * x[1])
        total = total + get() * x[2]
    return total


@case(V3)
def unpacked_in_other_ways(x):
    (put, get), weight = of_one_dict(), 2.0
    put(x[0] * x[1])
    first, *rest = of_one_dict()
    first(x[2])
    both = [part for part in of_one_dict()]
    store, read = both[:2]
    store(x[0])
    return get() * weight * rest[0]() * read() + sum([get() * x[2] for put, get in [of_one_dict()] if put(x[1]) is None])


def of_one_array():
    rows = np.ones(4)
    return rows, rows[1:]


@case(V3)
def arrays_of_one_memory(x):
    rows, rest = of_one_array()
    rows[1] = x[0] * x[1]
    (other, part), weight = of_one_array(), 3.0
    for k in range(3):
        part[k] = part[k] * x[k]
    left, right = reversed(of_one_array())
    left += x
    return rest[0] * weight * np.sum(other * other) * np.sum(right) * x[2]


@case(V3)
def arrays_of_several_calls(x):
    total = 0.0
    for rows, rest in [of_one_array(), of_one_array()]:
        rows[1:] = x * x
        total = total + rest[0] * rest[2]
    left, right = of_one_array() if x[0] > 0.0 else (np.ones(4), np.ones(3))
    left[1] = x[1]
    return total * right[0]


class Shared:
    rows = {"a": 1.0}
    held = [rows]
    same = rows


@case(V3)
def attributes_of_a_class_that_hold_the_same(x):
    Shared.rows["a"] = x[0] * x[1]
    return Shared.held[0]["a"] * Shared.same["a"] * Shared().held[0]["a"] * x[2]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
