"""Helpers that write into what lists hold, through sums and multiples of these lists."""

import numpy as np
import pytest

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


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
