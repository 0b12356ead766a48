"""Helpers that write into what they are given and then fail, where their caller catches the error."""

import contextlib
import math

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


def fill(out, x, stop):
    """Products of neighbours."""
    for i in range(4):
        out[i] = x[i] * out[i - 1]
        if i == stop:
            raise ValueError("stop")
        out[0] *= 1.5
    return np.sum(out)


@case(V, 0)
@case(V, 2)
@case(V, 9)
def a_helper_in_a_loop(x, stop):
    y = x * 1.0
    s = 1.0
    for k in range(3):
        try:
            y[k] *= s
            s = fill(y, x, stop if k == 1 else 7) * 0.3
            y[3] += s
        except ValueError:
            s = s * y[1]
        finally:
            y = y * 0.9
    return np.sum(y ** 2) * s


@case(V, 0)
@case(V, 9)
def a_helper_in_an_expression(x, stop):
    y = x * 1.0
    r = x[1]
    try:
        r = 2.0 * fill(y, x, stop) + np.sum(y)
    except ValueError:
        r = r * y[2]
    return r * np.sum(y)


def outer_helper(y, x, stop):
    y[1] += 1.0
    try:
        r = fill(y, x, stop)
    except KeyError:
        r = 0.0
    y[2] *= r
    return r


@case(V, 0)
@case(V, 2)
@case(V, 9)
def a_helper_that_calls_another(x, stop):
    y = x * 1.0
    try:
        r = outer_helper(y, x, stop)
    except ValueError:
        r = y[0] * 2
    return r * np.sum(y)


def countdown(y, n):
    y[n] *= y[0]
    if n == 1:
        raise RecursionError
    return countdown(y, n - 1) + y[n]


@case(P)
def a_recursive_helper(x):
    y = x * 1.0
    try:
        r = countdown(y, 3)
    except RecursionError:
        r = y[3]
    return r * np.sum(y ** 2)


def recur_try(y, n):
    try:
        y[n] *= y[0]
        if n == 1:
            raise ValueError
        recur_try(y, n - 1)
        y[n] += 1.0
    except ValueError:
        y[n] += y[0]
        if n < 3:
            raise


@case(P)
def a_recursive_helper_that_catches(x):
    y = x * 1.0
    recur_try(y, 3)
    return np.sum(y ** 2)


def push(items, v, limit):
    items.append(v * 2)
    if len(items) > limit:
        raise OverflowError(len(items))
    return v + items[0]


@case(V, 2)
@case(V, 9)
def a_helper_that_appends(x, limit):
    items = []
    s = 0.0
    for v in x:
        try:
            s = s + push(items, v, limit)
        except OverflowError as e:
            items.pop(0)
            s = s * items[-1]
    return s * sum(items)


class State:
    def __init__(self, y):
        self.y, self.n = y, 0


def update(state, x, k):
    state.y[k] *= x[k]
    state.n += 1
    if state.n == 2:
        raise ArithmeticError
    state.y = state.y * 1.1


@case(V)
def a_helper_that_changes_an_object(x):
    s = State(x.copy())
    for k in range(3):
        try:
            update(s, x, k)
        except ArithmeticError:
            s.y[0] += x[3]
    return np.sum(s.y ** 2)


@case(V, 1)
@case(V, 5)
def a_helper_defined_beside_the_try(x, stop):
    y = x.copy()
    def work(i):
        y[i] *= 2 + x[0]
        if i == stop:
            raise IndexError
        y[i + 1] += y[i]
    for i in range(3):
        try:
            work(i)
        except IndexError:
            y[0] *= y[i]
    return np.sum(y ** 2)


def kwonly(y, *, scale=2.0, stop=1, **more):
    y *= scale
    for key, v in more.items():
        y += v
    if stop:
        raise KeyError
    return y[0], y[1]


@case(V, 0)
@case(V, 1)
def a_helper_with_keywords(x, stop):
    y = x.copy()
    a, b = x[0], x[1]
    try:
        a, b = kwonly(y, scale=x[3], stop=stop, extra=x[2])
    except KeyError:
        b = b * y[0]
    return a * b * np.sum(y)


@case(V, 1)
@case(V, 5)
def a_helper_whose_error_is_suppressed(x, stop):
    y = x.copy()
    with contextlib.suppress(ValueError):
        fill(y, x, stop)
        y[0] = 0.0
    return np.sum(y ** 3)


@case(V, 1)
@case(V, 5)
def helpers_in_finally(x, stop):
    y = x.copy()
    s = x[0]
    try:
        try:
            s = s * fill(y, x, stop)
        finally:
            fill(y, x[::-1], 9)
            y[1] *= s
    except ValueError:
        y[2] *= y[1]
    return np.sum(y ** 2)


def returns_early(y, k):
    while True:
        y[k] *= y[0]
        if k == 2:
            return y[k]
        k += 1
        if y[k] < -1.2:
            break
    y[3] = 1.0
    raise StopIteration


@case(V)
@case(P)
def a_helper_with_several_exits(x):
    y = x.copy()
    r = 1.0
    try:
        r = returns_early(y, 0)
    except StopIteration:
        r = y[1]
    return r + np.sum(y ** 2)


def jac(x, out):
    out[:] = np.outer(x, x)
    out[0, 0] = math.log(x[1])


@case(V)
@case(P)
def an_error_of_math(x):
    J = np.zeros((4, 4))
    try:
        jac(x, J)
    except ValueError:
        J[0, 1] *= 2
    return np.sum(J * J.T)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
