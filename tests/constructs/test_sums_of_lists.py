"""`+` and `*` of lists and tuples inside functions that cannot know that they are given lists."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def added(a, b):
    return a + b


def added_twice(a, b):
    c = a + b
    d = c + a
    return d


def gathered(rows, total):
    for row in rows:
        total = total + row
    return total


def last_two(rows, total):
    for row in rows:
        before = total + row
        total = before
    return total, before


def doubled(rows):
    return rows[0] * 2


def in_a_dict(a, b):
    return {"s": [a + b]}


def appended(a, b, rows):
    rows.append(a + b)


def captured(a, b):
    t = a + b

    def inner():
        return t

    return inner()


@case(V4)
def builtin_sum_of_lists(x):
    return sum([[x[0]], [x[1] ** 2]], [])[1] * x[0]  # noqa: RUF017 - what is tested


@case(V4)
def builtin_sum_of_tuples(x):
    return sum([(v, v**2) for v in x], ())[3] * x[0]


@case(V4)
def builtin_sum_of_arrays(x):
    return sum(sum([x, x * 2]))


@case(V4)
def sums_of_lists(x):
    left, right = [x[0], x[1]], [x[2] ** 2]
    return added(left, right)[2] * added_twice(left, right)[4] * gathered([left, right], [])[1]


@case(V4)
def sums_of_tuples(x):
    both = last_two([(x[0],), (x[1],)], ())
    return both[0][1] * both[1][0] * captured((x[2],), (x[3],))[1]


@case(V4)
def sums_held_by_others(x):
    rows = []
    appended([x[0]], [x[1]], rows)
    return in_a_dict([x[2]], [x[3]])["s"][0][1] * rows[0][1]


@case([[1.2, 2.1], [3.3, 0.5]])
def lists_as_arguments(rows):
    return added(rows[0], rows[1])[2] * doubled(rows)[3] * gathered(rows, [])[0]


@case({"a": np.array([1.2, 2.1]), "b": np.array([0.3, 0.4])})
@case({"a": np.array([1.2, 2.1]), "b": 0.7})
@case({"a": 0.4, "b": 0.7})
@case({"a": (0.4, 0.2), "b": (0.7, 1.1)})
def sums_of_whatever_it_is(table):
    return np.sum(added_twice(table["a"], table["b"])) + np.sum(doubled([table["a"]]))


class Axes:
    def __init__(self, axes):
        self.axes = tuple(axes)

    def without(self, k):
        return Axes(self.axes[:k] + self.axes[k + 1:])

    def twice(self):
        return Axes(self.axes * 2)


@case(V4)
def of_arrays_of_different_lengths(x):
    axes = Axes([x[:2] ** 2, x[1:] * x[0], x])
    last = axes.without(0).without(0)
    return np.sum(axes.without(1).axes[0]) * last.axes[0][3] + np.sum(axes.twice().without(0).axes[4] ** 2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
