"""Gradients of gradients of gradients: by the program of the inner one, or its tangent where that keeps a tape."""

from __future__ import annotations

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
