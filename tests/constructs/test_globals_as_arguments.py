"""The argument is an array that the function reads by another name, too: the derivative is with respect to the argument alone."""

import types

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3

GLOBAL = V3.copy()
STARTS = {"start": GLOBAL}
SEVERAL = [V3.copy(), 2.0 * V3]


def through_a_list(x):
    pair = [x, GLOBAL]
    return np.sum((pair[0] - 2.0 * pair[1]) ** 2)


def through_a_call(x):
    functions = [lambda u, v: np.sum((u - 2.0 * v) ** 2)]
    return functions[0](x, GLOBAL)


def in_a_dict(x):
    d = dict(STARTS, x=x)
    return np.sum(d["x"] ** 2 * d["start"]) + np.sum(x)


def through_an_object(x, start=GLOBAL):
    held = types.SimpleNamespace()
    held.x, held.start = x, start
    return np.sum(held.x**2 * held.start)


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x[::-1], lambda x: x[:2]], ids=["same", "reversed", "first"])
@pytest.mark.parametrize("fun", [through_a_list, through_a_call, in_a_dict, through_an_object], ids=lambda fun: fun.__name__)
def test_global_that_is_the_argument(fun, view):
    given = view(GLOBAL)
    if given.size != 3:
        fun = at_two_of_three(fun)
    apart = given.copy()
    want = tangentish.grad(fun)(apart)
    x_dot = np.linspace(0.3, 1.1, given.size)
    step = 1e-6
    assert np.isclose((fun(apart + step * x_dot) - fun(apart - step * x_dot)) / (2 * step), x_dot @ want)
    gradient = tangentish.grad(fun)
    for _ in range(3):  # the first call, the second, and the quick ones after that
        np.testing.assert_allclose(gradient(given), want)
    np.testing.assert_allclose(tangentish.value_and_grad(fun)(given)[1], want)
    np.testing.assert_allclose(tangentish.vjp(fun, given)[1](1.0)[0], want)
    for _ in range(3):
        np.testing.assert_allclose(tangentish.jvp(fun, (given,), (x_dot,))[1], x_dot @ want)
    np.testing.assert_allclose(tangentish.hessian(fun)(given), tangentish.hessian(fun)(apart))
    np.testing.assert_array_equal(GLOBAL, V3)


def at_two_of_three(fun):
    return lambda x: fun(np.concatenate([x, x[:1]]))


def test_array_of_a_closure():
    def made(start):
        def loss(x):
            kept = {"x": x, "start": start}
            return np.sum(kept["x"] * kept["start"])
        return loss

    np.testing.assert_allclose(tangentish.grad(made(GLOBAL))(GLOBAL), V3)
    np.testing.assert_allclose(tangentish.jvp(made(GLOBAL), (GLOBAL,), (np.ones(3),))[1], np.sum(V3))


def test_list_of_arrays():
    def loss(items):
        return sum(np.sum(x * y) for x, y in zip(items, SEVERAL, strict=True))

    for _ in range(2):
        bars = tangentish.grad(loss)(SEVERAL)
        np.testing.assert_allclose(bars[0], V3)
        np.testing.assert_allclose(bars[1], 2.0 * V3)
