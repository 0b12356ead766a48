"""Closures with the same code, each with variables of its own that it, or another function, assigns: each has its own."""

import numpy as np
import pytest

import tangentish

X, U = np.array([1.0, 2.0, 3.0]), np.array([1.0, 0.0, -1.0])


def counting(start=0):
    n = start

    def scaled(x):
        nonlocal n
        n += 1
        return n * x**2

    return scaled


def with_setter(start=1.0):
    n = start

    def scaled(x):
        return n * x**2

    def put(value):
        nonlocal n
        n = value

    return scaled, put


def bumped_by_another():
    n = 0

    def bump():
        nonlocal n
        n += 1

    def scaled(x):
        bump()
        return n * x**2

    return scaled


def active_in_its_variable():
    last = 0.0

    def scaled(x):
        nonlocal last
        last = last + np.sum(x**2)
        return last * x

    return scaled


def counted(function):
    return function.__closure__[function.__code__.co_freevars.index("n")].cell_contents


@pytest.mark.parametrize("make", [counting, bumped_by_another])
@pytest.mark.parametrize("times", [1, 2])
def test_each_counts_for_itself(make, times):
    for _ in range(3):
        f = make()
        for k in range(1, times + 1):
            ans, ans_dot = tangentish.jvp(f, (X,), (U,))
            np.testing.assert_array_equal(ans, k * X**2)
            np.testing.assert_allclose(ans_dot, 2 * k * X * U)
            assert counted(f) == k


@pytest.mark.parametrize("make", [counting, bumped_by_another])
def test_each_counts_for_itself_in_reverse(make):
    for _ in range(3):
        f, g = make(), make()
        for k in (1, 2):
            ans, pullback = tangentish.vjp(f, X)
            np.testing.assert_array_equal(ans, k * X**2)
            np.testing.assert_allclose(pullback(U)[0], 2 * k * X * U)
            value, bar = tangentish.value_and_grad(lambda x: np.sum(g(x)))(X)
            assert value == k * np.sum(X**2)
            np.testing.assert_allclose(bar, 2 * k * X)
            assert counted(f) == counted(g) == k


def test_two_at_once():
    f, g = counting(), counting(10)
    value, bar = tangentish.value_and_grad(lambda x: np.sum(f(x) + g(x)) + np.sum(f(x)))(X)
    assert value == (1 + 11 + 2) * np.sum(X**2)
    np.testing.assert_allclose(bar, 2 * 14 * X)
    assert counted(f) == 2
    assert counted(g) == 11


def test_a_variable_that_another_function_assigns():
    first, put = with_setter()
    np.testing.assert_array_equal(tangentish.jvp(first, (X,), (U,))[0], X**2)
    put(5.0)
    second, put_second = with_setter()
    np.testing.assert_array_equal(tangentish.jvp(second, (X,), (U,))[0], X**2)
    np.testing.assert_array_equal(tangentish.jvp(first, (X,), (U,))[0], 5 * X**2)
    put_second(7.0)
    for f, factor in ((first, 5.0), (second, 7.0)):
        np.testing.assert_array_equal(tangentish.vjp(f, X)[0], factor * X**2)
        np.testing.assert_allclose(tangentish.vjp(f, X)[1](U)[0], 2 * factor * X * U)


def test_an_active_value_kept_in_the_variable():
    """Refused, or right: never with what an earlier closure has left behind."""
    for _ in range(3):
        try:
            ans, ans_dot = tangentish.jvp(active_in_its_variable(), (X,), (U,))
        except tangentish.UnsupportedError:
            continue
        np.testing.assert_allclose(ans, np.sum(X**2) * X)
        np.testing.assert_allclose(ans_dot, 2 * (X @ U) * X + np.sum(X**2) * U)


def made_inside(x):
    n = 0

    def rate(y):
        nonlocal n
        n += 1
        return n * y

    y = x
    for _ in range(3):
        y = y + 0.1 * rate(y)
    return np.sum(y) + n


def test_made_inside_what_is_differentiated():
    for _ in range(3):
        assert tangentish.value_and_grad(made_inside)(X)[0] == made_inside(X)
        np.testing.assert_allclose(tangentish.vjp(made_inside, X)[1](1.0)[0], np.full(3, 1.1 * 1.2 * 1.3))
        np.testing.assert_allclose(tangentish.jvp(made_inside, (X,), (U,))[1], 1.1 * 1.2 * 1.3 * np.sum(U), atol=1e-12)
