"""Helpers that fail after they wrote, where views, other shapes and variables around functions are in play."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def head(y, stop):
    y *= 2
    if stop == 0:
        raise ValueError
    return y[:2]


@case(V4, 0)
@case(V4, 1)
def a_view_is_returned(x, stop):
    y = x * 1.0
    v = y
    try:
        v = head(y, 1)
        v[0] *= x[0]
        v = head(v, stop)
        v *= y[1]
    except ValueError:
        v[1] *= x[1]
    return np.sum(y**2) + np.sum(v)


def both(a, b, stop):
    a[0] = b[1]
    b[:2] *= a[0]
    if stop:
        raise KeyError
    a, b = b, a
    return a, {"b": b, "s": np.sum(a)}


@case(V4, 0)
@case(V4, 1)
def arguments_share_memory(x, stop):
    y = x * 1.0
    r = {"b": y, "s": x[0]}
    try:
        _, r = both(y, y[1:], stop)
        r["b"][0] *= 3.0
    except KeyError:
        r["b"][1] *= 2.0
    return np.sum(y**2) * r["s"]


@case(V4, 0)
@case(V4, 3)
def called_in_a_comprehension(x, stop):
    y = x * 1.0
    s = 0.0
    try:
        s = sum([np.sum(head(y, stop - k)) for k in range(3)])
    except ValueError:
        s = y[0] * 0.1
    return s * np.sum(y**2)


@case(V4, 0)
@case(V4, 3)
def called_in_a_test(x, stop):
    y = x * 0.1
    n = 0
    try:
        while np.sum(np.abs(head(y, stop - n))) < 3.0:
            n += 1
            y[3] += y[0]
    except ValueError:
        y[2] *= y[0]
    return n * np.sum(y**2) + y[2]


@case(V4, 0)
@case(V4, 3)
def stored_into_items(x, stop):
    y = x * 1.0
    z = x[::-1].copy()
    try:
        z[1] += np.sum(head(y, stop))
        z[2] = head(y, stop - 3)[1]
    except ValueError:
        z[0] *= y[1]
    return np.sum(z * y)


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
def of_another_shape(x, stop):
    y = x * 1.0
    try:
        y = np.outer(y, x)
        r = head(y, stop)
        y = np.sum(r**2)
        if stop == 1:
            raise ValueError
    except ValueError:
        y = np.sum(y) * x[0]
    return y**2


@case(V4, 1)
@case(V4, 5)
def a_variable_around_the_helper(x, stop):
    s = x[0] * x[1]
    log = []

    def work(v):
        nonlocal s
        s = s * v + x[2]
        log.append(s**2)
        if len(log) == stop + 1:
            raise IndexError
        return s * v
    t = 0.0
    for v in x:
        try:
            t = t + work(v) * v
        except IndexError:
            t = t * s
    return t * s + sum(log)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [a_view_is_returned, a_variable_around_the_helper, of_another_shape])
def test_second_derivatives(fun):
    direction, step = np.array([0.3, -0.5, 0.2, 0.9]), 1e-5
    gradient = tangentish.grad(fun)
    for stop in (0, 1):
        wanted = (gradient(V4 + step * direction, stop) - gradient(V4 - step * direction, stop)) / (2 * step)
        found = tangentish.jvp(lambda x, stop=stop: tangentish.grad(fun)(x, stop), (V4,), (direction,))[1]
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-7)
        hessian = tangentish.hessian(lambda x, stop=stop: fun(x, stop))(V4)
        np.testing.assert_allclose(hessian @ direction, wanted, rtol=1e-6, atol=1e-7)
