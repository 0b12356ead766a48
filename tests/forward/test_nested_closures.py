"""Second derivatives of functions defined inside that call each other, themselves, or hold defaults."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import grad, hvp, jvp

X = np.array([0.7, -1.3, 0.4, 1.1])
V = np.array([0.3, 0.1, 0.7, -0.4])


def one_calls_the_other(x):
    y = x[0] * 1.0
    def f():
        return y ** 2
    def g():
        return f() * 2.0
    return g()


def recursive(x):
    def f(n):
        return x[0] if n == 0 else x[n] * f(n - 1)
    return f(2) ** 2


def each_other(x):
    def even(n):
        return x[0] if n == 0 else x[n] * odd(n - 1)

    def odd(n):
        return np.sin(even(n - 1)) * x[3]
    return even(2) * odd(1)


def default_by_keyword(x):
    def f(v, *, c=x[0]):
        return v * c
    return f(x[1]) * f(2.0)


def default_by_position(x):
    def f(v, c=x[0]):
        return v * c * c
    return f(x[1]) * f(2.0)


def function_that_is_given_and_kept(x):
    def lazy(f):
        def get():
            return f()
        return get
    return lazy(lambda: x[0] ** 2 * x[1])()


def three_levels(x):
    y = x[0] * x[1]

    def f(v):
        return v * y

    def g(v):
        return f(v) + f(y)

    def h(v):
        return g(f(v)) * y
    return h(x[2])


@pytest.mark.parametrize("fun", [one_calls_the_other, recursive, each_other, default_by_keyword, default_by_position,
                                 function_that_is_given_and_kept, three_levels])
def test_second_derivatives(fun):
    want = (grad(fun)(X + 1e-6 * V) - grad(fun)(X - 1e-6 * V)) / 2e-6
    assert np.allclose(grad(lambda x: np.sum(grad(fun)(x) * V))(X), want, atol=1e-7)
    assert np.allclose(jvp(grad(fun), (X,), (V,))[1], want, atol=1e-7)
    assert np.allclose(grad(lambda x: jvp(fun, (x,), (V,))[1])(X), want, atol=1e-7)
    assert np.allclose(hvp(fun)(X, V), want, atol=1e-7)
