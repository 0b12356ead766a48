"""What `jvp` and `hvp` remember from call to call is only what is the same for every call."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tangentish
from tangentish import grad, hvp, jvp, vhp

X = np.array([0.7, -1.3, 0.4])
V = np.array([1.0, 0.5, -2.0])
SCALE = 2.0


def helper(x):
    return x * x


def test_globals_closures_and_defaults_are_read_with_every_call(monkeypatch) -> None:
    factor = 3.0

    def f(x, power=2.0):
        return np.sum(SCALE * factor * helper(x) ** power)

    tangent, product = jvp(f), hvp(f)

    def check() -> None:
        h = 1e-6
        slope = (f(X + h * V) - f(X - h * V)) / (2 * h)
        np.testing.assert_allclose(tangent((X,), (V,))[1], slope, rtol=1e-6)
        along = (grad(f)(X + h * V) - grad(f)(X - h * V)) / (2 * h)
        np.testing.assert_allclose(product(X, V), along, rtol=1e-6)

    check()
    check()
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    check()
    factor = -1.0
    check()
    f.__defaults__ = (3.0,)
    check()
    monkeypatch.setitem(globals(), "helper", np.exp)
    check()


def test_what_a_tangent_is_for_may_change() -> None:
    tangent = jvp(lambda x, a: x * a)
    np.testing.assert_allclose(tangent((X, 2.0), (V, None))[1], 2.0 * V)
    np.testing.assert_allclose(tangent((X, 2.0), (None, 1.0))[1], X)
    np.testing.assert_allclose(tangent((X, 2), (V, None))[1], 2.0 * V)
    np.testing.assert_allclose(tangent((2.0, X), (1.0, V))[1], X + 2.0 * V)
    found = tangent((X.astype(np.float32), 2.0), (V.astype(np.float32), None))[1]
    assert found.dtype == np.float32


def in_place(x, y):
    x[1:] *= y[:-1]
    return np.sum(x**3)


def test_shared_memory_is_looked_at_with_every_call() -> None:
    tangent = jvp(lambda x, y: in_place(x.copy(), y))
    h = 1e-6
    for x, y, x_dot, y_dot in ((X, V, V, X), (X, X, V, V), (X, V, V, X)):
        slope = (in_place(x + h * x_dot, y + h * y_dot) - in_place(x - h * x_dot, y - h * y_dot)) / (2 * h)
        np.testing.assert_allclose(tangent((x, y), (x_dot, y_dot))[1], slope, rtol=1e-6)


@pytest.mark.parametrize("operator", [hvp, vhp])
def test_a_vector_that_is_the_argument(operator) -> None:
    """x . H x, where the function writes into its argument: neither x nor the vector is written into."""
    def f(x, y):
        return in_place(x, y)

    before = X.copy()
    h = 1e-5
    expected = (grad(f)(X + h * X, V) - grad(f)(X - h * X, V)) / (2 * h)
    for v in (X, X[:], X.copy()):
        np.testing.assert_allclose(operator(f)(X, V, v), expected, rtol=1e-6)
    np.testing.assert_array_equal(X, before)


def test_a_product_has_memory_of_its_own() -> None:
    product = hvp(lambda x: 0.5 * np.sum(x * x))
    v = V.copy()
    found = product(X, v)
    found[:] = 0.0
    np.testing.assert_array_equal(v, V)
    _, linear = tangentish.linearize(lambda x: x[::-1], X)
    assert not np.may_share_memory(linear(v), v)


@pytest.mark.parametrize("operator", [hvp, vhp])
def test_a_program_is_made_once(operator, monkeypatch) -> None:
    from tangentish.derivative import programs
    from tangentish.dispatch import pairs

    product = operator(lambda x: np.sum(x**3))
    product(X, V)
    for module in (programs, pairs):
        monkeypatch.setattr(module, "make", None)
    for _ in range(2):
        np.testing.assert_allclose(product(X, V), 6.0 * X * V)


def test_source_of_forward_over_reverse() -> None:
    forward = jvp(grad(in_place))
    forward((X, V), (V, None))
    assert "def in_place_grad_jvp(" in forward.source


def carried(x, steps):
    for _ in range(steps):
        x = 0.9 * x + 0.1 * math.sin(x)
    return x


@pytest.mark.parametrize("operator", [hvp, vhp])
def test_a_gradient_that_keeps_a_tape(operator) -> None:
    product = operator(carried)
    assert "Derivative of `carried`" in product.source  # before any call, that of the gradient
    step = 1e-3
    for steps in (0, 3, 3, 5):
        along = (carried(0.7 + step, steps) - 2.0 * carried(0.7, steps) + carried(0.7 - step, steps)) / step**2
        assert product(0.7, steps, 2.0) == pytest.approx(2.0 * along, rel=1e-5, abs=1e-9)
        assert "Derivative of `carried_slope`" in product.source
        assert "Shadows" not in product.source  # for numbers, not for unknown kinds
    assert product(np.float32(0.7), 3, np.float32(2.0)).dtype == np.float32


def picked(x, places):
    return np.sum(np.log(x)[places] ** 2)


def test_repeated_places_in_a_product() -> None:
    x, v, places = X**2, V, np.array([0, 2, 0, 0])
    product = hvp(picked)
    step = 1e-5
    along = (grad(picked)(x + step * v, places) - grad(picked)(x - step * v, places)) / (2 * step)
    np.testing.assert_allclose(product(x, places, v), along, rtol=1e-6)
    assert "np_add_at(" in product.source
    assert "pushforward" not in product.source  # nothing is looked up


def test_a_rule_registered_later_is_followed() -> None:
    def odd(x):
        return x * 1.0

    def f(x):
        return np.sum(odd(x) ** 2)

    tangent = jvp(f)
    np.testing.assert_allclose(tangent((X,), (V,))[1], 2.0 * X @ V)

    @tangentish.rules.elementwise(odd)
    def partial(ans, x):
        return 7.0

    np.testing.assert_allclose(tangent((X,), (V,))[1], 14.0 * X @ V)


def test_a_pullback_may_be_called_again() -> None:
    """Whether what it recorded serves every call, or the function has to run again; and is not changed by what it gave."""
    def plain(x, y):
        return np.sin(x) * y

    def restored(x, y):
        z = x * y
        z *= np.cos(z)
        return z

    def overwritten(x, y):
        x[1:] *= y[:-1] * x[:-1]
        return x

    def through_a_callee(x, y):
        return restored(plain(x, y), y)

    h = 1e-6
    for fun in (plain, restored, overwritten, through_a_callee, lambda x, y: x[::-1]):
        x, y = X.copy(), V.copy()
        ans, pullback = tangentish.vjp(fun, x, y)
        kept = ans.copy()
        ans[:] = 7.0
        x[:] = y[:] = 9.0
        for bar in (np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, -2.0]), np.array([1.0, 0.0, 0.0])):
            x_bar, y_bar = pullback(bar)
            for k, (found, dots) in enumerate(((x_bar, (h, 0.0)), (y_bar, (0.0, h)))):
                expected = [bar @ (fun(X + dots[0] * e, V + dots[1] * e) - fun(X - dots[0] * e, V - dots[1] * e)) / (2 * h)
                            for e in np.eye(3)]
                np.testing.assert_allclose(found if found is not None else np.zeros(3), expected, rtol=1e-6, atol=1e-9,
                                           err_msg=f"{fun.__name__} {k}")
            x_bar[:] = 5.0
        np.testing.assert_array_equal(fun(X.copy(), V.copy()), kept)
