"""Random numbers with active parameters, from the same stream as in the function itself; active values in another order."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


@case(V4)
def normal_numbers(x):
    rng = np.random.default_rng(7)
    total = np.sum(rng.normal(x, np.exp(x)) ** 2) + rng.normal(x[0], 2.0)
    total += np.sum(rng.normal(x[0], x[3], size=(3, 2)) ** 2)
    return total + np.sum(rng.normal(loc=x, scale=1.0, size=(2, 4)) ** 2) * rng.random()


@case(V4)
def uniform_numbers(x):
    rng = np.random.default_rng(7)
    return np.sum(rng.uniform(x, x + np.exp(x)) ** 2) + rng.uniform(x[0], high=3.0) * rng.random()


@case(V4)
def scaled_numbers(x):
    rng = np.random.default_rng(7)
    total = np.sum(rng.exponential(np.exp(x)) ** 2) + np.sum(rng.lognormal(x, 0.3) ** 2) + np.sum(rng.rayleigh(np.exp(x), (5, 4)))
    return total + np.sum(rng.laplace(x, np.exp(x)) * rng.gumbel(x, np.exp(x)) + rng.logistic(x[1], np.exp(x)) ** 2)


@case(V4)
def older_numbers(x):
    rng = np.random.RandomState(3)
    total = np.sum(rng.normal(x, 1.0) ** 2) + np.sum(rng.permutation(x) * np.arange(4)) + rng.uniform(x[0], x[3])
    total += rng.exponential(x[3] + 1.0) + np.sum(rng.lognormal(x, 0.3)) + np.sum(rng.choice(x, 3) * np.arange(3))
    return total + rng.laplace(x[0], 2.0) * rng.gumbel(x[1], 1.0) * rng.logistic(x[2], 1.0) * rng.normal()


@case(V4)
def numbers_of_the_module(x):
    np.random.seed(0)
    y = x * 2
    np.random.shuffle(y)
    return np.sum(np.random.normal(x, 2.0) ** 2) + np.random.uniform(x[0], x[3]) ** 2 + np.sum(y * np.arange(4)) * np.random.rand()


@case(V4)
def other_orders(x):
    rng = np.random.default_rng(7)
    y, rows, items = x * 2, np.outer(x, x), [v * 3 for v in x]
    rng.shuffle(y)
    rng.shuffle(rows, axis=1)
    rng.shuffle(items)
    total = np.sum(y * np.arange(4)) + np.sum(rows * np.arange(16.0).reshape(4, 4)) + items[0] * items[1]
    total += np.sum(rng.permutation(x) * np.arange(4)) + np.sum(rng.permutation(4) * x)
    return total + np.sum(rng.permutation(rows, axis=1)[:, 0] ** 2) * rng.random()


@case(V4)
def choices(x):
    rng = np.random.default_rng(7)
    total = np.sum(rng.choice(x, 3) * np.arange(3)) + rng.choice(x) * 2
    total += np.sum(rng.choice(x, 3, p=[0.1, 0.2, 0.3, 0.4], replace=False) * np.arange(3))
    return total + np.sum(rng.choice(np.outer(x, x), (2, 2), axis=1)[1] ** 2) * rng.random()


@case(V4)
def numbers_of_python(x):
    rng = random.Random(3)
    total = rng.gauss(x[0], x[3]) ** 2 + rng.uniform(x[0], x[1]) ** 2 + rng.normalvariate(x[1], 2.0)
    total += rng.expovariate(x[0] ** 2) + rng.lognormvariate(x[2], 0.5)
    items = [v * 2 for v in x]
    rng.shuffle(items)
    total += items[0] * items[1] ** 2 + rng.choice(items) * sum(rng.sample(items, 2))
    return total + sum(rng.choices(items, k=3)) * rng.random()


@case(V4)
def numbers_of_the_module_of_python(x):
    random.seed(3)
    items = [v * 2 for v in x]
    random.shuffle(items)
    return random.gauss(x[0], x[3]) ** 2 + random.uniform(x[0], x[1]) ** 2 + random.choice(items) * items[0] * random.random()


@case(V4)
def in_loops_and_closures(x):
    rng = np.random.default_rng(1)

    def noisy(m):
        return rng.normal(m, 1.0)
    total = 0.0
    for _ in range(3):
        total += sum(noisy(v) ** 2 for v in x)
    return total


def picked(x, rng, older):
    n = len(x)
    places = rng.integers(0, n, size=(n, 2)) + older.randint(n, size=(n, 1)) - older.randint(n, size=(n, 1))
    return np.sum(x[places % n] * x[:, None]) * rng.random((n, n))[1, 2]


@case(V4)
def drawn_from_what_a_helper_is_given(x):
    return picked(x, np.random.default_rng(7), np.random.RandomState(3))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@refused(V4)
def shapes_of_distributions(x):
    return np.sum(np.random.default_rng(7).gamma(np.exp(x)))


@refused(V4)
def counts_of_events(x):
    return np.random.default_rng(7).poisson(np.exp(x[0])) * x[1]


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)


def test_negative_scales():
    with pytest.raises(ValueError, match="scale < 0"):
        tangentish.grad(lambda x: np.random.default_rng(7).normal(0.0, x[1]))(np.array([1.0, -1.0]))


def test_the_stream_goes_on():
    def fun(x, rng):
        return np.sum(rng.normal(x, 1.0) ** 2)

    for differentiate in (tangentish.grad(fun), tangentish.value_and_grad(fun),
                          lambda x, rng: tangentish.jvp(fun, (x, rng), (x, None))):
        rng, other = np.random.default_rng(7), np.random.default_rng(7)
        differentiate(V4, rng)
        fun(V4, other)
        assert rng.random() == other.random()
