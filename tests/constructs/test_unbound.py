"""Variables that may not be bound where they are read: the derivative raises what the function raises, or follows what it does."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import grad, jvp, vjp
from tests.constructs.ways import check_all_ways

V = np.array([1.5, 2.5, -0.7])


def in_a_branch(x, n):
    if n:
        k = x[1] ** 2
    return x[0] * k


def in_a_loop(x, n):
    for i in range(n):
        z = x[0] * (i + 1) + x[1] ** 2
    return z * x[1]


def in_a_while(x, n):
    while n > 0:
        y = x[0] * n
        n -= 1
    return np.sum([y, x[1]])


def in_a_try(x, n):
    try:
        if not n:
            raise ValueError
        w = x[0] ** 2
    except ValueError:
        pass
    return w if w is not None else x[1]


def in_a_list(x, n):
    if n:
        k = x[1] ** 2
    items = [k, x[0]]
    if items[0] is None:
        return x[0] * 5.0
    return items[0] * items[1]


def in_the_next_step(x, n):
    total = x[0]
    for i in range(3):
        if i > n:
            total = total * last  # noqa: F821  # bound by the step before, if at all
        if i + n > 1:
            last = x[i] * total
    return total


def added_to(x, n):
    if n:
        total = x[0] * x[1]
    total += x[2]
    return total * total


def helper(x, n):
    if n:
        k = x[1] * x[0]
    y = k * x[2]
    return y * k


def in_a_helper(x, n):
    return helper(x, n) * x[0]


def caught(x, n):
    if n:
        k = x[1] ** 2
    try:
        items = [x[0] * k, x[0]]
        return items[0] * items[1]
    except NameError:
        return x[0] * 3.0


def caught_where_called(x, n):
    try:
        return helper(x, n) * x[0]
    except UnboundLocalError:
        return x[0] ** 3


def read_only_if_bound(x, n):
    if n:
        k = x[1] ** 2
    y = k * x[0] if n else x[0]
    return y * (k if n else 1.0)


def not_yet_written(x, n):
    if n:
        k = x[1]
    x[0] *= 2.0
    try:
        x[0] += k * x[2]
    except UnboundLocalError:
        x[0] *= 5.0
    return x[0] ** 2


RAISING = [in_a_branch, in_a_loop, in_a_while, in_a_try, in_a_list, in_the_next_step, added_to, in_a_helper]


@pytest.mark.parametrize("fun", RAISING)
def test_raises_as_python_does(fun):
    with pytest.raises(UnboundLocalError) as raised:
        fun(V.copy(), 0)
    for derivative in (grad(fun), lambda x, n: vjp(fun, x, n), lambda x, n: jvp(fun, (x, n), (x, None))):
        with pytest.raises(UnboundLocalError) as met:
            derivative(V.copy(), 0)
        assert str(met.value).replace("_dot'", "'") == str(raised.value)


@pytest.mark.parametrize("fun", RAISING)
def test_gradient(fun):
    check_all_ways(fun, V.copy(), 2)


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("fun", [caught, caught_where_called, read_only_if_bound, not_yet_written])
def test_gradient_without(fun, n):
    check_all_ways(fun, V.copy(), n)


def test_nothing_is_bound_that_python_would_ask_for():
    derivative = grad(in_a_loop)
    derivative(V, 2)
    assert "z = None" not in derivative.source
