"""Gradients of gradients of gradients: by the program of the inner one, or its tangent where that keeps a tape."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import tangentish
from tangentish import grad


def quintic(x):
    return x**5


def wave(x):
    return np.sin(x) * x


def loop(x):
    y = x
    for _ in range(3):
        y = y * x
    return y


def branch(x):
    return x**4 * np.exp(x) if x > 0 else x


def in_place(x):
    u = np.zeros(3)
    u[0] = x
    for k in range(2):
        u[k + 1] = u[k] * x + np.sin(u[k])
    return u[2]


FACTOR = 2.0
V = np.array([0.3, -0.5, 0.8])


def with_global(x):
    return FACTOR * x**4


def differences(fun, x, order, h=2e-2):
    """Derivatives of any order by fitting a polynomial."""
    points = h * np.arange(-6, 7)
    coefficients = np.polynomial.polynomial.polyfit(points, [fun(x + p) for p in points], 11)
    return coefficients[order] * np.prod(np.arange(1, order + 1))


@pytest.mark.parametrize("fun", [quintic, wave, loop, branch, in_place, with_global], ids=lambda f: f.__name__)
def test_third_and_fourth(fun) -> None:
    derivative = fun
    for order in range(1, 5):
        derivative = grad(derivative)
        for _ in range(2):
            np.testing.assert_allclose(derivative(0.7), differences(fun, 0.7, order), rtol=1e-4)


def test_other_arguments_and_names() -> None:
    def f(x, y, z=2.0):
        return x**3 * y**3 * z

    assert grad(grad(grad(f, "y"), 0), "y")(2.0, 3.0) == pytest.approx(3 * 4 * 6 * 3 * 2)
    assert grad(grad(grad(f), 1), 1)(2.0, y=3.0, z=1.0) == pytest.approx(3 * 4 * 6 * 3)
    value, slopes = tangentish.value_and_grad(grad(f), (0, 1))(2.0, 3.0)
    assert value == pytest.approx(3 * 4 * 27 * 2)
    np.testing.assert_allclose(slopes, (6 * 2 * 27 * 2, 3 * 4 * 27 * 2))


def test_globals_are_read_at_each_call(monkeypatch) -> None:
    third = grad(grad(grad(with_global)))
    assert third(1.0) == pytest.approx(48.0)
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    assert third(1.0) == pytest.approx(72.0)


def test_kinds_that_change() -> None:
    second = grad(grad(lambda x: np.sum(x * x * x)))
    assert second(2.0) == pytest.approx(12.0)
    assert second(np.float32(2.0)).dtype == np.float32
    assert second(np.array(2.0)) == pytest.approx(12.0)
    with pytest.raises(tangentish.DerivativeTypeError, match="float"):
        second(2)
    with pytest.raises(tangentish.OutputError, match="single number"):
        second(np.ones(3))


def cube_and_wave(x):
    return x * x * x + np.sin(x)


def fill(y, x):
    y[0] = x**3
    y[1] += np.sin(x) * y[0]


class Spring:
    def __init__(self, stiffness):
        self.stiffness = stiffness

    def stretched(self, x):
        self.stiffness = self.stiffness * x
        return self.stiffness**3


def with_callee(x):
    return cube_and_wave(x) * x


def callee_that_writes(x):
    y = np.zeros(3)
    fill(y, x)
    return y[0] + y[1] * x


def callee_in_a_loop(x):
    total = 0.0
    for k in range(3):
        total = total + cube_and_wave(x) * k if x > 0 else total - x**4
    return total


def object_that_changes(x):
    spring = Spring(x)
    return spring.stretched(x) + spring.stiffness**2


def tangent(fun):
    return lambda x: tangentish.jvp(fun, (x,), (1.0,))[1]


ORDERS = ["".join(order) for order in itertools.product("rf", repeat=3)]
"""From the inside out: reverse and forward mode."""
THIRD = [*((with_callee, order) for order in ORDERS), *((callee_that_writes, order) for order in ("rrr", "rfr", "rff", "ffr")),
         (callee_in_a_loop, "rrr"), (callee_in_a_loop, "frf"), (object_that_changes, "rfr")]


@pytest.mark.parametrize("fun,order", THIRD, ids=[f"{fun.__name__}-{order}" for fun, order in THIRD])
def test_third_through_callees(fun, order) -> None:
    derivative = fun
    for mode in order:
        derivative = grad(derivative) if mode == "r" else tangent(derivative)
    np.testing.assert_allclose(derivative(0.7), differences(fun, 0.7, 3), rtol=1e-4)


def energy(u, k):
    y = np.zeros_like(u)
    fill(y, u[0] * k)
    return np.sum(y**2 * u) + cube_and_wave(u[1])


@pytest.mark.parametrize("second,outer", [
    (tangentish.hessian(energy), grad), (lambda u, k: tangentish.hvp(energy)(u, k, V), grad),
    (lambda u, k: tangentish.vhp(energy)(u, k, V), tangentish.jacfwd), (tangentish.jacrev(grad(energy)), tangentish.jacrev),
    (lambda u, k: tangentish.jvp(grad(energy), (u, k), (V, None))[1], grad)], ids=["hessian", "hvp", "vhp", "jacrev", "jvp"])
def test_operators_of_second_order_differentiated(second, outer) -> None:
    def fun(u, k):
        return np.sum(second(u, k) ** 2)

    u, k, h = np.array([0.4, 0.7, 0.2]), 1.3, 1e-5
    numeric = (fun(u + h * V, k) - fun(u - h * V, k)) / (2 * h)
    np.testing.assert_allclose(np.sum(outer(fun)(u, k) * V), numeric, rtol=1e-6)


def of_a_pullback(x):
    ans, pullback = tangentish.vjp(lambda z: z**2 * x, x)
    return np.sum(pullback(x)[0]) + np.sum(ans)


def test_product_with_the_hessian_of_what_calls_vjp() -> None:
    """The entries of what the pullback gives are `2 x ** 3`, those of the result `x ** 3`."""
    x = np.array([1.1, 0.6, -0.4])
    np.testing.assert_allclose(tangentish.hvp(of_a_pullback)(x, V), 18.0 * x * V)
