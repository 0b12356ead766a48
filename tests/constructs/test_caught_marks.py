"""How far a `try` body came, after branches, loops and calls; names of other kinds in a handler than after it."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 0)
@case(V4, 9)
def an_array_for_the_handler_and_a_number_after_it(x, stop):
    y = x * 2.0
    s = 0.0
    try:
        y = y * x
        y[0] = x[1] * x[2]
        if stop == 0:
            raise ValueError
        s = x[3]
    except ValueError:
        s = np.sum(y * y)
        y[:] = 0.0
        y = 1.0
    else:
        y = 1.0
    return s * y


@case(V4, 0)
@case(V4, 9)
def an_array_for_finally_and_a_number_after_it(x, stop):
    y = x * 2.0
    s = x[0]
    try:
        y = y * x
        if stop == 0:
            raise ValueError
        y = y[:2]
    except ValueError:
        y = y + 1.0
    finally:
        s = np.sum(y * y) * s
        y[:] = s
        s = s + np.sum(y**2)
        y = 1.0
    return s * y


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def loops_one_after_the_other(x, stop):
    y = x * 1.0
    try:
        for i in range(3):
            y[i] *= y[i + 1]
            if stop == 0 and i == 1:
                raise ValueError
        for i in range(2):
            y[i] += np.sum(y) * x[i]
            if stop == 1 and i == 1:
                raise ValueError
        if stop == 2:
            raise ValueError
        for k in range(2):
            y = y * x[k]
    except ValueError:
        y[0] *= y[3]
    return np.sum(y**2)


def halved_in_place(y, k):
    y *= 0.5
    if k == 0:
        raise KeyError


@case(V4, 0)
@case(V4, 1)
@case(V4, 9)
def a_branch_before_a_call_that_writes(x, stop):
    y = x * 1.0
    try:
        if stop > 0:
            y[0] *= y[1]
            if stop == 1:
                raise KeyError
            y[1] *= x[2]
        halved_in_place(y, stop)
        y[2] *= y[3]
    except KeyError:
        y[0] *= y[3]
    return np.sum(y**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
