"""Exceptions caught around a function that is known only at run time, and names read after `del`."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish import grad, jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3])


def tried(f, v):
    try:
        return f(v)
    except ValueError:
        return v * 10.0


@case(X)
def callback_that_writes_its_own_list_only(x):
    def squared(v):
        both = [v, v]
        if v < 0.0:
            raise ValueError
        return both[0] * both[1]
    return tried(squared, x[0]) + tried(squared, x[1])


@case(np.abs(X))
def callback_that_writes_and_never_raises(x):
    log = []

    def logged(v):
        log.append(v)
        if v < 0.0:
            raise ValueError
        return v * v
    return tried(logged, x[0]) + tried(logged, x[1]) * log[0] + log[1]


@case(X)
def array_passed_to_a_callback_that_reads(x):
    def root(v):
        if v[0] * v[1] < 0.0:
            raise ValueError
        return np.sqrt(v)
    return np.sum(tried(root, x)) + np.sum(tried(root, x * x))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Counter:
    def __init__(self):
        self.total = 1.0

    def count(self, v):
        self.total = self.total * v
        if v < 0.0:
            raise ValueError
        return self.total


def captured_list(x):
    log = []

    def logged(v):
        log.append(v)
        if v < 0.0:
            raise ValueError
        return v
    return tried(logged, x[0]) + tried(logged, x[1]) + log[0] * log[1]


def bound_method(x):
    counter = Counter()
    return tried(counter.count, x[0]) + tried(counter.count, x[1]) + counter.total


def called_where_it_is_defined(x):
    log = []

    def logged(v):
        log.append(v)
        if v < 0.0:
            raise ValueError
    for v in x:
        try:
            logged(v)
        except ValueError:
            log.append(v * 3.0)
    return log[0] * log[1] + log[2]


@pytest.mark.parametrize("fun", [captured_list, bound_method])
def test_a_callback_that_wrote_before_it_raised_is_refused_in_reverse(fun):
    with pytest.raises(tangentish.UnsupportedError, match="in the middle of its work"):
        grad(fun)(X)
    steps = [1e-6 * e for e in np.eye(2)]
    central = [(fun(X + s) - fun(X - s)) / 2e-6 for s in steps]
    assert np.allclose([jvp(fun, (X,), (e,))[1] for e in np.eye(2)], central, rtol=1e-6)


def test_a_function_defined_beside_the_try_that_wrote_before_it_raised():
    check_all_ways(called_where_it_is_defined, X)


def test_a_name_that_may_have_been_deleted_is_refused():
    def deleted(x):
        y = x[0]
        z = y * 2.0
        del y
        try:
            w = y
        except NameError:
            w = x[1]
        return w * z
    with pytest.raises(tangentish.UnsupportedError, match="after `del`"):
        grad(deleted)(X)
    with pytest.raises(tangentish.UnsupportedError, match="after `del`"):
        jvp(deleted, (X,), (X,))
