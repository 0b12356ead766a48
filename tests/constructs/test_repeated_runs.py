"""Jacobians and Hessians of functions with state: all columns and rows are of the same call, and the state is that after one."""

import random

import numpy as np
import pytest

import tangentish
from tangentish.derivative.repeated import check_same

X = np.array([1.0, 2.0, 3.0])
EYE = np.eye(3)
TOTAL = {"n": 0}
OPERATORS = [tangentish.jacfwd, tangentish.jacrev, tangentish.jacobian]


class Counter:
    def __init__(self):
        self.n, self.seen, self.scale = 0, [], 1.0

    def scaled(self, x):
        self.n += 1
        return self.n * x

    def kept(self, x):
        self.seen.append(len(x))
        return len(self.seen) * x**2

    def halved(self, x):
        self.scale *= 0.5
        return self.scale * x

    def loss(self, x):
        self.n += 1
        return self.n * np.sum(x**3)

    def last(self, x):
        self.scale = np.sum(x)
        return self.scale * x


def counting():
    n = 0

    def scaled(x):
        nonlocal n
        n += 1
        return n * x

    return scaled


def of_the_module(x):
    TOTAL["n"] += 1
    return TOTAL["n"] * x


def cubes_of_the_module(x):
    TOTAL["n"] += 1
    return TOTAL["n"] * np.sum(x**3)


@pytest.mark.parametrize("op", OPERATORS)
def test_counters(op):
    counter = Counter()
    np.testing.assert_array_equal(op(counter.scaled)(X), EYE)
    assert counter.n == 1
    np.testing.assert_array_equal(op(counter.scaled)(X), 2 * EYE)
    np.testing.assert_allclose(op(counter.kept)(X), np.diag(2 * X))
    assert counter.seen == [3]
    np.testing.assert_array_equal(op(counter.halved)(X), 0.5 * EYE)
    assert counter.scale == 0.5
    if op is not tangentish.jacrev:  # which refuses active values in an object that is no argument
        np.testing.assert_allclose(op(counter.last)(X), np.sum(X) * EYE + np.outer(X, np.ones(3)))


@pytest.mark.parametrize("op", OPERATORS)
def test_a_variable_of_a_closure(op):
    for _ in range(3):
        scaled = counting()
        for k in (1, 2):
            np.testing.assert_array_equal(op(scaled)(X), k * EYE)


@pytest.mark.parametrize("op", OPERATORS)
def test_a_table_of_the_module(op):
    TOTAL["n"] = 4
    np.testing.assert_array_equal(op(of_the_module)(X), 5 * EYE)
    assert TOTAL["n"] == (5 if op is tangentish.jacrev else 4)  # programs in one piece write into copies of what is global


@pytest.mark.parametrize("op", OPERATORS)
def test_an_object_that_is_an_argument(op):
    def scaled(counter, x):
        counter.n += 1
        return counter.n * x

    np.testing.assert_array_equal(op(scaled, argnums=1)(Counter(), X), EYE)


@pytest.mark.parametrize("op", OPERATORS)
def test_random_numbers_are_those_of_one_call(op):
    def noisy(x):
        return np.array([v * np.random.rand() for v in x])

    np.random.seed(7)
    want = np.random.rand(3)
    np.random.seed(7)
    np.testing.assert_array_equal(op(noisy)(X), np.diag(want))

    def of_a_generator(rng, x):
        return np.array([v * rng.random() for v in x])

    np.testing.assert_array_equal(op(of_a_generator, argnums=1)(np.random.default_rng(3), X),
                                  np.diag(np.random.default_rng(3).random(3)))


@pytest.mark.parametrize("op", OPERATORS)
def test_two_arguments(op):
    def product(counter):
        def both(x, y):
            counter.n += 1
            return counter.n * x * y

        return both

    of_x, of_y = op(product(Counter()), argnums=(0, 1))(X, 2 * X)
    np.testing.assert_array_equal(of_x, np.diag(2 * X))
    np.testing.assert_array_equal(of_y, np.diag(X))


def test_hessians():
    counter = Counter()
    np.testing.assert_allclose(tangentish.hessian(counter.loss)(X), np.diag(6 * X))
    assert counter.n == 1
    TOTAL["n"] = 0
    np.testing.assert_allclose(tangentish.hessian(cubes_of_the_module)(X), np.diag(6 * X))


ITEMS = iter(range(1, 1000))


def of_the_next_item(x):
    return next(ITEMS) * x


@pytest.mark.parametrize("op", OPERATORS)
def test_an_iterator_of_the_module_is_refused(op):
    if op is tangentish.jacrev:  # by one run that is recorded: right, unless it has to run again
        value = next(ITEMS) + 1
        np.testing.assert_array_equal(op(of_the_next_item)(X), value * EYE)
        return
    with pytest.raises(tangentish.UnsupportedError, match="gives another result when it is called again"):
        op(of_the_next_item)(X)


@pytest.mark.parametrize("op", OPERATORS)
def test_random_numbers_of_a_module_that_the_function_imports(op):
    def noisy(x):
        import random

        return random.random() * x

    random.seed(5)
    want = random.random()
    random.seed(5)
    np.testing.assert_array_equal(op(noisy)(X), want * EYE)


def test_rounding_is_no_other_result():
    check_same(np.sum, np.array([1.0, 2.0]), np.array([1.0, 2.0 + 4e-16]))
    with pytest.raises(tangentish.UnsupportedError):
        check_same(np.sum, np.array([1.0, 2.0]), np.array([1.0, 2.0001]))


def test_what_cannot_be_put_back_is_refused():
    with pytest.raises(tangentish.UnsupportedError, match="gives another result when it is called again"):
        tangentish.jacfwd(lambda x, items: next(items) * x)(X, iter([1.0, 2.0, 3.0, 4.0, 5.0]))


def test_linearize_is_of_one_function():
    counter = Counter()
    ans, linear = tangentish.linearize(counter.scaled, X)
    np.testing.assert_array_equal(ans, X)
    for _ in range(2):
        np.testing.assert_array_equal(linear(2.0 * X), 2.0 * X)
    assert counter.n == 1
    counter.n = 7  # which is of no run of it
    np.testing.assert_array_equal(linear(X), X)
    assert counter.n == 7


def counted_in_a_table(x):
    TOTAL["n"] += 1
    return np.array([v * TOTAL["n"] for v in x])


def counted_by_a_closure():
    n = 0

    def scaled(x):
        nonlocal n
        n += 1
        return np.array([v * n for v in x])

    return scaled


def drawn(x):
    return np.array([v * np.random.rand() for v in x])


@pytest.mark.parametrize("make", [lambda: counted_in_a_table, counted_by_a_closure, lambda: drawn])
def test_a_pullback_that_is_called_again_is_of_the_same_run(make):
    """The first is of the run that `vjp` made; others run the function again, and are right, or refused."""
    ans, pullback = tangentish.vjp(make(), X)
    np.testing.assert_allclose(pullback(np.ones(3))[0], ans / X)
    try:
        again = pullback(np.ones(3))[0]
    except tangentish.UnsupportedError as error:
        assert "gives another result when it is called again" in str(error)
    else:
        np.testing.assert_allclose(again, ans / X)


def test_a_pullback_that_is_called_again_of_an_object_that_counts():
    class Model:
        n = 0

        def scaled(self, x):
            self.n += 1
            return np.array([v * self.n for v in x])

    model = Model()
    ans, pullback = tangentish.vjp(model.scaled, X)
    for _ in range(3):
        np.testing.assert_allclose(pullback(np.ones(3))[0], ans / X)
    assert model.n == 1
