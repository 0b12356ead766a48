"""Recursion and mutual recursion."""


import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.oracle import check_gradient

case = Cases()


def polynomial(coefficients, x):
    if len(coefficients) == 0:
        return 0.0
    return coefficients[0] + x * polynomial(coefficients[1:], x)


@case(V4, 0.7, argnums=(0, 1))
@case([0.1, 0.2, 0.3], 1.4, argnums=(0, 1))
@case(V4, 1.2, argnums=1)
def recursion_over_slices(coefficients, x):
    return polynomial(coefficients, x) ** 2


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


@case(1.1, 13)
@case(1.1, 1)
@case(-0.7, 0)
def recursion_by_halving(x, n):
    return power(x, n) + x


def fibonacci(x, n):
    return x if n < 2 else fibonacci(np.sin(x), n - 1) + x * fibonacci(x, n - 2)


@case(0.6)
def recursion_twice_in_one_expression(x):
    return fibonacci(x, 6)


def ping(x, n):
    return x if n == 0 else x * pong(x + 0.1, n - 1)


def pong(x, n):
    return np.sin(x) if n == 0 else np.cos(x) + ping(0.5 * x, n - 1)


@case(0.9, 5)
@case(0.9, 0)
def mutual_recursion(x, n):
    return ping(x, n)


def chain(x, depth):
    return np.tanh(x) if depth == 0 else 1.01 * chain(x, depth - 1)


@case(0.3)
def deep_recursion(x):
    return chain(x, 60)


@case(0.7, 1)
@case(0.7, 3)
def with_a_function_inside(x, n):
    def scaled(t):
        return x * np.sin(t)

    if n > 1:
        return with_a_function_inside(x * x, n - 1) * scaled(2.0)
    return scaled(3.0)


@case(0.7, 3)
def with_a_function_inside_by_a_helper(x, n):
    return x * with_a_function_inside(x, n)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)


def grown(depth, x, path=()):
    if depth == 0:
        return x * (1.0 + len(path))
    return grown(depth - 1, x, path + ("L",)) * grown(depth - 1, x * 0.5, path + ("R",))


def test_a_tuple_that_grows_with_each_call():
    check_gradient(lambda x: grown(2, x), 1.1)


def test_kinds_of_calls_in_calls_are_not_all_looked_for(monkeypatch):
    """The arguments of each are of other kinds; it took seconds to make such a program."""
    from tangentish.analysis.kinds import callees

    count = 0
    result = callees.CalleeKinds.result

    def counted(self, *args):
        nonlocal count
        count += 1
        return result(self, *args)

    monkeypatch.setattr(callees.CalleeKinds, "result", counted)
    tangentish.grad(lambda x: grown(2, x))(1.1)
    assert count < 300
