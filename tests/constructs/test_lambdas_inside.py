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


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
