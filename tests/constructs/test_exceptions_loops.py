"""Exceptions that end loops, retries, look-ups that miss, exceptions between aliases."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 1)
@case(V4, 9)
def exception_in_while_test(x, k):
    items = list(x)
    total = x[0]
    n = 0
    try:
        while items[n] > -5.0:
            total = total * items[n] + 1.0
            n += 1
            if n == k:
                break
    except IndexError:
        total = total * items[0]
    return total * n


@case(V4)
def try_around_loop_with_tuple_swap(x):
    a, b = x[0], x[1]
    try:
        for i in range(9):
            a, b = b, a * x[i]
    except IndexError:
        a = a * b
    return a + b


@case(V4, True)
@case(V4, False)
def exception_between_aliases(x, fail):
    y = x * 1.0
    z = y.copy()
    try:
        y = z
        if fail:
            raise ValueError
        z = y[1:]
        y = y * 2.0
    except ValueError:
        y[0] *= z[1]
    z[0] *= y[2]
    return np.sum(y) * np.sum(z)


@case(V4, 2)
@case(V4, 9)
def retry_loop(x, k):
    y = x[0]
    tries = 0
    while True:
        try:
            tries += 1
            y = y * x[1]
            if tries < k and tries < 4:
                raise RuntimeError
            y = y + x[2]
            break
        except RuntimeError:
            y = y + x[3]
            continue
    return y * tries


@case(V4, -1.0)
@case(V4, 0.5)
def user_exception_hierarchy(x, level):
    class Low(ValueError):
        pass
    class Lower(Low):
        pass
    total = 0.0
    for t in x:
        try:
            if t < level:
                raise Lower if t < 0 else Low
            total = total + t * t
        except Lower:
            total = total * t
        except (KeyError, Low):
            total = total + t
    return total


@case(V4)
@case(V4 * 3)
def assert_caught(x):
    y = x * 1.0
    try:
        y[0] *= y[1]
        assert y[0] < 1.0, "too big"
        y[2] *= y[0]
    except AssertionError:
        y[3] *= y[0]
    return np.sum(y**2)


@case(V4)
def dict_miss_in_loop(x):
    table = {0: x[0], 2: x[1]}
    total = 1.0
    for i in range(4):
        try:
            total = total * table[i]
        except KeyError:
            table[i] = total * x[i]
    return total + table[1] * table[3]


@case(V4)
def attribute_miss(x):
    class Record:
        pass
    o = Record()
    try:
        o.v = o.v * x[0]
    except AttributeError:
        o.v = x[1]
    o.v = o.v * x[2]
    return o.v * o.v


@case(V4)
def zero_division(x):
    y = 1.0
    for k in range(3):
        try:
            y = y * x[k] + 1 // k
        except ZeroDivisionError:
            y = y * x[3]
    return y


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
