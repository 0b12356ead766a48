"""Helpers that write into what lists hold, through sums and multiples of these lists."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def multiple(rows):
    twice = rows * 2
    twice[2][0] = 3.0
    twice[1] = twice[0] * 2.0
    return rows[0] * rows[1]


def at_once(rows):
    (rows * 2)[2][1] = 7.0
    return rows[0] * rows[1]


def in_a_loop(rows):
    for row in 2 * rows:
        row *= 1.5
    return rows[0] * rows[1]


def in_place(rows):
    twice = rows * 2
    twice[2] *= 1.5
    return rows[0] * rows[1]


def summed(rows):
    first = (rows + rows)[2]
    first.fill(0.7)
    return rows[0] * rows[1]


def scale(row):
    row *= 2.0


def by_another(rows):
    more = rows + rows
    scale(more[2])
    return rows[0] * rows[1]


def through(helper):
    def total(x):
        w = x * 1.5
        y = helper([w, x * x])
        return np.sum(y * x[0]) + np.sum(w * x)

    total.__name__ = helper.__name__
    return total


for one in (multiple, at_once, in_a_loop, in_place, summed, by_another):
    case(V4)(through(one))


def scaled(left, right, factor):
    joined = left + right
    joined[1] *= factor
    for k in range(len(joined)):
        joined[k] += factor
    return joined[0] * joined[1] + joined[-1]


def with_a_list_displayed(rows, last, factor):
    joined = rows + [last]
    joined[0] *= factor
    joined[2] *= factor
    return joined[0] * joined[2]


@case(V4)
def of_numbers_and_of_arrays(x):
    return scaled([x[0], x[1] * 2.0], [x[1]], x[2]) + np.sum(scaled(x * 2.0, x[1] * x, x[0]))


@case(V4)
def one_displayed(x):
    a, b, c = x * 2.0, x * x, x * 3.0
    return np.sum(with_a_list_displayed([a, b], c, x[0])) + np.sum(a * b * c)


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
def test_items_of_what_may_be_two_lists_are_not_changed_unseen(mode):
    def fun(x):
        a, b = x * 2.0, x * x
        return np.sum(scaled([a, b], [a], x[0])) + a[0] * b[0]

    with pytest.raises(tangentish.UnsupportedError, match=r"in place that is an item of two lists joined(.|\n)*joined\[1\] \*="):
        mode(fun)(V4)


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
