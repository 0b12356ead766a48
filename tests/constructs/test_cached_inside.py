"""Functions that keep their results and are defined inside: each call of them is followed, so nothing may tell the calls apart."""

import functools

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


@unsure(1.3, 0.7)
def a_list_that_is_changed(x, y):
    @functools.cache
    def g(n):
        return [x * n]

    g(2)[0] *= y
    return g(2)[0]


@unsure(1.3, 0.7)
def calls_that_are_counted(x, y):
    calls = []

    @functools.cache
    def g(n):
        calls.append(n)
        return x * n

    g(1)
    g(1)
    return len(calls) * g(1)


@unsure(1.3, 0.7)
def asked_how_often(x, y):
    @functools.cache
    def g(n):
        return x * n

    g(1)
    g(1)
    return g(1) * g.cache_info().hits * y


@case(1.3, 0.7)
def recursive(x, y):
    @functools.lru_cache(maxsize=None)
    def fib(n):
        return x if n < 2 else fib(n - 1) * y + fib(n - 2)

    return fib(6)


@unsure(1.3, 0.7)
def an_array_that_is_changed(x, y):
    @functools.cache
    def g(n):
        a = np.zeros(3)
        a[0] = x * n
        return a

    r = g(2)
    s = g(2)
    r[0] *= y
    return s[0]


@case(1.3, 0.7)
def a_list_of_its_own(x, y):
    @functools.lru_cache
    def g(n):
        a = [x * n]
        a.append(y)
        return sum(a)

    return g(2) * g(3)


@case(1.3, 0.7)
def of_active_arguments(x, y):
    @functools.cache
    def g(a, b):
        return a * b

    return g(x, y) * g(x, y)


@case(1.3, 0.7)
def without_active_values(x, y):
    calls = []

    @functools.cache
    def weight(n):
        calls.append(n)
        return 2.0 * n

    total = weight(2) * x + weight(2) * y
    return total * len(calls) + weight.cache_info().hits * x


test_gradient, test_right_or_refused = checks_of(case, unsure)
