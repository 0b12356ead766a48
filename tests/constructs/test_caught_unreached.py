"""Errors that leave a `try` body before names are bound that its end reads: their cotangents are zeros of what is bound."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 0.1)
@case(V4, 9.0)
def bound_before_and_in_the_body(x, level):
    p, q = x[0], x[1] * 2
    try:
        p = 0.4
        if np.max(x) > level:
            raise ValueError
        q = q + x[2] ** 2
        p = p * q
    except ValueError:
        q = 1.1
    return p * q + x[3]


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
def first_bound_in_the_body(x, stop):
    y = x * 2.0
    try:
        if stop == 0:
            raise KeyError
        z = y * x
        if stop == 1:
            raise KeyError
        w = z[:2] * z[2:]
        y = y * w[0]
    except KeyError:
        y = y + 1.0
    return np.sum(y**2)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
def of_another_shape(x, stop):
    y = x * 2.0
    s = 0.0
    try:
        if stop == 0:
            raise KeyError
        y = np.outer(y, x)
        if stop == 1:
            raise KeyError
        y = y[:2] @ y
        s = np.sum(y)
    except KeyError:
        s = x[1]
    return np.sum(y**2) * s


@case(V4, 0)
@case(V4, 1)
@case(V4, 3)
def a_number_then_an_array(x, stop):
    y = x[0]
    try:
        if stop == 0:
            raise KeyError
        y = y * x
        if stop == 1:
            raise KeyError
        y = y @ x
        z = y * x
        y = np.sum(z)
    except KeyError:
        y = y * x[2]
    return np.sum(y)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def in_a_loop(x, stop):
    y, q = x * 1.0, x[1]
    for i in range(3):
        try:
            y = y * 0.5
            if i == stop:
                raise ValueError
            q = q + y[i] ** 2
            w = np.array([q, x[i]])
            w[0] *= q
            y = y + np.sum(w)
        except ValueError:
            q = 1.1
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 2)
@case(V4, 9)
def a_loop_that_is_left(x, stop):
    y, q = x * 1.0, x[1]
    total = x[0]
    try:
        for i in range(3):
            y = y[1:] if i == 1 else y * q
            if i == stop:
                raise ValueError
            q = q + y[0] ** 2
            total = total * q + np.sum(y)
        y = y * total
        total = np.array([total, q])
    except ValueError:
        q = q * 2.0
    return np.sum(y**2) * q + np.sum(total)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def a_loop_that_is_not_reached(x, stop):
    y = x * 1.0
    try:
        if stop == 0:
            raise ValueError
        y = np.outer(y, x)
        if stop == 1:
            raise ValueError
        for i in range(2):
            z = y * x[i]
            if stop == 2 and i:
                raise ValueError
            y = z + y @ z
        y = np.sum(y)
    except ValueError:
        y = y[0]
    return np.sum(y**2)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def in_a_branch(x, stop):
    y = x * 1.0
    a = x[2]
    try:
        if stop == 0:
            raise ValueError
        y = np.outer(y, x)
        if x[0] > -5.0:
            if stop == 1:
                raise ValueError
            z = y * a
            y = np.sum(z)
            if stop == 2:
                raise ValueError
        else:
            a = y * 2.0
        y = y * a
    except ValueError:
        a = a + 1.0
    return np.sum(y**2) * np.sum(a)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def another_try_inside(x, stop):
    y, q = x * 1.0, x[1]
    try:
        if stop == 0:
            raise KeyError
        y = np.outer(y, x)
        try:
            if stop == 1:
                raise ValueError
            q = np.sum(y) * q
            y = y @ x
        except ValueError:
            q = y * 2.0
        if stop == 2:
            raise KeyError
        y = y * q
    except KeyError:
        y = y * 3.0
    return np.sum(y**2) + np.sum(q)


@case(V4, 0)
@case(V4, 1)
@case(V4, 9)
def read_by_the_handler(x, stop):
    y, q = x * 1.0, x[1]
    try:
        y = np.outer(y, x)
        if stop == 0:
            raise ValueError
        q = np.sum(y * q)
        y = y @ x
        if stop == 1:
            raise ValueError
        q = np.sum(y) * q
    except ValueError:
        q = np.sum(y * q) + q**2
        y = x * q
    return np.sum(y) * q


@case(V4, 0)
@case(V4, 9)
def an_else_and_a_finally(x, stop):
    y, q = x * 1.0, x[1]
    try:
        p = np.outer(y, x)
        if stop == 0:
            raise ValueError
        q = q + np.sum(p**2)
        y = p @ y
    except ValueError:
        q = 1.1
    else:
        y = y * q
        q = x[0] * q
    finally:
        q = q * 1.5
        y = np.sum(y * q)
    return y * q


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
