"""Powers of negative numbers with whole exponents that may be anything as far as the program can tell: no nan by the exponent."""

import numpy as np
import pytest

from tangentish import grad, jvp

X = np.array([-1.5, 2.0, -0.3])
V = np.array([1.0, -2.0, 0.5])
W = np.array([0.4, 0.7, -1.1])


class Model:
    def __init__(self, k):
        self.k = k


def operator(x, model):
    return np.sum(x**model.k * W)


def function(x, model):
    return np.sum(np.power(x, model.k) * W)


def in_place(x, model):
    y = x * 1.0
    y **= model.k
    return np.sum(y * W)


def one_by_one(x, model):
    return sum(x[i] ** model.k * W[i] for i in range(3))


WAYS = {
    "reverse of reverse": lambda fun, m: grad(lambda x: np.sum(grad(fun)(x, m) * V))(X),
    "forward of reverse": lambda fun, m: jvp(lambda x: grad(fun)(x, m), (X,), (V,))[1],
    "reverse of forward": lambda fun, m: grad(lambda x: jvp(fun, (x, m), (V, None))[1])(X),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("k", [3, 3.0, np.float64(3.0), np.array([3, 4, 2])], ids=["int", "float", "float64", "array"])
@pytest.mark.parametrize("fun", [operator, function, in_place, one_by_one])
def test_second_derivatives(fun, k, way):
    if fun is one_by_one and isinstance(k, np.ndarray):
        k = 4
    model, h = Model(k), 1e-4
    want = (grad(fun)(X + h * V, model) - grad(fun)(X - h * V, model)) / (2 * h)
    np.testing.assert_allclose(WAYS[way](fun, model), want, rtol=1e-6)


@pytest.mark.parametrize("way", WAYS)
def test_exponent_that_counts_for_nothing(way):
    def fun(x, p):
        return np.sum(x**p * W)

    got = {
        "reverse of reverse": lambda: grad(lambda x, p: np.sum(grad(fun, (0, 1))(x, p)[0] * V))(X, 3.0),
        "forward of reverse": lambda: jvp(lambda x, p: grad(fun, (0, 1))(x, p)[0], (X, 3.0), (V, 0.0))[1],
        "reverse of forward": lambda: grad(lambda x, p: jvp(fun, (x, p), (V, 0.0))[1])(X, 3.0),
    }[way]()
    np.testing.assert_allclose(got, 6.0 * X * V * W)
