"""Lambdas inside lambdas, on one line and with the same parameters."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def call(function, *args):
    return function(*args)


@case(V4)
def the_inner_one_is_called(x):
    return np.sum((lambda: lambda: np)()().multiply(x, (lambda v: v)(len)(x)))


@case(V4)
def given_to_a_function(x):
    return call(call(lambda: lambda: x[0])) * x[1] + call(call(lambda q: lambda q: q * x[1], 1), x[2])


@case(V4)
def side_by_side(x):
    return call(lambda v: v + call(lambda v: v * v, v) + call(lambda v: v * v * v, v), x[0])


@case(V4)
def folded(x):
    return functools.reduce(lambda a, b: a * b, map(lambda a: a + 1.0, filter(lambda a: a > 0.2, x)))


@case(V4)
def that_puts_into_what_it_is_given(x):
    y, total = (lambda box: box.append(x * 1.0) or box)([])[0], 1.0
    for v in y:
        total = total * (v + 1.0)
    return total + np.sum(y ** 2)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
