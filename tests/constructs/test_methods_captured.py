"""Closures that hold methods in C of arrays and lists, or what `np.vectorize` made of a function that holds something."""

import functools

import numpy as np
import pytest
from scipy import integrate

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
modes = pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])


@case(V4)
def copies(x):
    w = x * 1.5
    copied = w.copy
    scaled = lambda: copied() * w
    w *= x
    return np.sum(scaled())


@case(V4)
def means(x):
    mean = (x * 1.5).mean

    def scaled(v):
        return v * mean()

    return np.sum(np.array(list(map(scaled, x))))


@case(V4)
def pops(x):
    rows = [x * 1.5, x * x]
    last = rows.pop
    return np.sum((lambda v: v * last())(x) * rows[0])


@case(V4)
def products(x):
    times = (x * 1.5).__mul__
    return functools.reduce(lambda a, b: a + np.sum(times(b)), [1.0, 2.0], x[0])


@case(V4)
def integrated(x):
    first = (x * 1.5).item
    return integrate.quad(lambda t: first(0) * t * t, 0.0, 1.0)[0] * x[1]


@case(V4)
def by_entry(x):
    w = x * 1.5
    times = np.vectorize(lambda t: t * w[0])
    scaled = lambda: times(2.0)
    return scaled() * x[1] + sum(map(lambda t: float(times(t)), [1.0, 3.0]))


@case(V4)
def by_ufunc(x):
    w = x * 1.5
    times = np.frompyfunc(lambda t: t * w[0], 1, 1)

    def scaled(v):
        return float(times(v))

    return scaled(2.0) * x[1]


@pytest.mark.parametrize("fun,args,options", case)
def test_what_they_hold_is_active(fun, args, options):
    check_all_ways(fun, *args, **options)


@modes
def test_the_held_method_of_an_iterator_is_refused(mode):
    def first_two(x):
        draw = zip(x, x * 2.0).__next__
        return draw()[0] * draw()[1]

    with pytest.raises(tangentish.UnsupportedError, match=r"test_methods_captured.py.*iterator"):
        mode(first_two)(V4)


@modes
def test_an_iterator_may_be_asked_by_the_name_of_its_method(mode):
    def first(x):
        return map(np.sin, x).__next__() * 2.0

    with pytest.raises(tangentish.UnsupportedError, match="`next` of an iterator"):
        mode(first)(V4)
