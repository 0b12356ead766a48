"""Variables that are called as rules and generated code call what they use: functions of Python, helpers, their own variables."""

import math as mathematics

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
math = np.array([1.0, 2.0, 3.0])
P3 = np.array([0.3, 0.7, 0.5])


def product_of(v):
    return v * v + v


FUNCTIONS = {"product": product_of}


def written_into(bool, w):
    bool = bool * w
    bool[0] = w
    return FUNCTIONS["product"](bool).sum()


def both_ends(min, len=2.0, *, list=1.0):
    min[1:] += len * min[:-1]
    return np.sum(min * list)


@case(P3)
def parameters_that_are_renamed(x):
    return written_into(x, x[1]) + written_into(x, w=x[2]) * written_into(bool=x, w=2.0)


@case(P3)
def of_what_is_written_into(x):
    y, z = x * 2.0, x * x
    total = both_ends(y, x[0]) * both_ends(min=z, list=x[1]) + both_ends(z, len=x[2])
    return total + np.sum(y * z)


@case(P3)
def a_variable_of_the_module(x):
    y = x * math
    return np.sum(FUNCTIONS["product"](y) * math) + y[0] ** 2


@case(0.3, 0.7)
def numbers(complex, max):
    return np.arcsin(complex) * min(max, complex) * max + pow(complex, max)


@case(P3, -P3[::-1])
def arrays(abs, divmod):
    max = np.max(abs)
    iter = abs * max
    pow = np.power(abs, 2.5)
    return np.sum(iter * np.abs(divmod) * pow) + np.clip(abs, 0.1, max).sum() + np.abs(abs).max() * min(divmod[0], max)


@case(P3, P3 * 0.7, P3[::-1] * 1.1)
def variables_of_rules(begin, scale, total):
    r = np.sum(np.ediff1d(begin, to_begin=begin[:1]) * np.arange(1.0, 4.0))
    mean = np.average(total, weights=np.array([1.0, 2.0, 3.0]))
    w = np.average(scale * mean, weights=total)
    return np.arctan2(r, 2.0) * np.arctan2(1.0, r) * mathematics.dist(scale, total) + w * mean


@case(P3, P3 * 0.7)
def helpers_of_rules(unbroadcast, b_bar):
    deviation = np.std(unbroadcast) * np.var(b_bar)
    count = np.mean(np.linalg.solve(np.eye(3) + np.outer(b_bar, b_bar), b_bar))
    return np.sum(unbroadcast * np.ones((2, 3))) * deviation + np.std(count * unbroadcast)


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
