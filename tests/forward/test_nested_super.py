"""Second derivatives of what goes through `super()`: initialisers, methods, properties and setters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import directional


class Spring:
    """A spring with a cubic force."""

    def __init__(self, k: Any) -> None:
        self.k = k

    def force(self, x: Any) -> Any:
        return self.k * x**3

    @property
    def gain(self) -> Any:
        return self.k**2

    @gain.setter
    def gain(self, value: Any) -> None:
        self.k = value**2


class Damped(Spring):
    """Another one, whose initialiser, method and property each call the one above."""

    def __init__(self, k: Any, c: Any) -> None:
        super().__init__(k * c)
        self.c = c

    def force(self, x: Any) -> Any:
        return super().force(x) + self.c * x**2

    @property
    def gain(self) -> Any:
        return super().gain * self.c


class Driven(Damped):
    """One that writes its result in place, and names the class."""

    def force(self, x: Any) -> Any:
        y = super(Driven, self).force(x)  # noqa: UP008
        y *= super().gain
        return y


class Plain(Driven):
    """One with an initialiser of its own that stores nothing, and an attribute set through `super()`."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value * 1.5)


def initialised(x, k):
    return np.sum(Damped(k, k).k * x**2)


def methods(x, k):
    return np.sum(Driven(k, k + 0.5).force(x))


def properties(x, k):
    return Driven(2.0, k).gain * np.sum(x) ** 2


def stored(x, k):
    return np.sum(Plain(k, k).force(x))


@pytest.mark.parametrize("fun", [initialised, methods, properties, stored])
def test_second_derivatives(fun):
    """Products with the Hessian, against differences of the gradient."""
    args = np.array([0.3, 1.2]), 1.3
    along = np.array([1.0, -2.0]), 0.7
    gradient = tangentish.grad(fun, (0, 1))

    def slope(x, k):
        x_bar, k_bar = gradient(x, k)
        return np.sum(x_bar * along[0]) + k_bar * along[1]

    want = directional(slope, args, (0, 1), along)
    x_bar, k_bar = tangentish.hvp(fun, (0, 1))(*args, along)
    assert np.isclose(np.sum(x_bar * along[0]) + k_bar * along[1], want, rtol=1e-7)
    x_dot, k_dot = tangentish.jvp(gradient, args, along)[1]
    assert np.isclose(np.sum(x_dot * along[0]) + k_dot * along[1], want, rtol=1e-7)
