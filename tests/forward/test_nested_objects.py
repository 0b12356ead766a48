"""Second derivatives of what goes through objects: classes without an initialiser, or with items and operators of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish

X, V = np.array([0.8, 0.3, 0.4, 0.25]), np.array([1.0, -0.5, 0.3, 0.7])


class Base:
    """A class whose initialiser calls that of `object`."""

    def __init__(self) -> None:
        super().__init__()


class Scaling(Base):
    def __init__(self, k: Any) -> None:
        super().__init__()
        self.k = k

    def __call__(self, z: Any) -> Any:
        return self.k * z**2


class Solver:
    """A class without an initialiser."""

    def anomaly(self, mean: Any, e: Any) -> Any:
        return mean + e * np.sin(mean)


class Orbit:
    def __init__(self, e: Any, solver: Any = Solver) -> None:
        self.e, self.solver = e, solver()

    def position(self, t: Any) -> Any:
        return self.solver.anomaly(t, self.e)


class Quaternion:
    """A class with items, whose attribute comes from a list comprehension."""

    def __init__(self, q: Any) -> None:
        self.q = [part for part in q]

    def __getitem__(self, index: Any) -> Any:
        return self.q[index]

    def product(self) -> Any:
        return self.q[0] * self.q[1]


class Vector:
    """A class with operators that change it."""

    def __init__(self, a: Any) -> None:
        self.a = a

    def __getitem__(self, index: Any) -> Any:
        return self.a[index]

    def __len__(self) -> int:
        return len(self.a)

    def __iadd__(self, other: Any) -> Any:
        self.a = self.a + other
        return self

    def __enter__(self) -> Any:
        self.a = self.a * 2
        return self

    def __exit__(self, *error: Any) -> None:
        self.a = self.a * 3

    def __lt__(self, other: Any) -> Any:
        return self.a[0] < other.a[0]


class Holder:
    def __init__(self, p: Any) -> None:
        self.v, self.p = Vector(p), p


def of_a_base(x: Any) -> Any:
    return np.sum(Scaling(x[0])(x))


def of_a_default_class(x: Any) -> Any:
    return Orbit(x[0]).position(x[1]) ** 2


def of_items(x: Any) -> Any:
    return Quaternion(x).product() ** 2


def added_in_place(x: Any) -> Any:
    holder = Holder(x)
    holder.v += holder.p
    return np.sum(holder.v.a**2)


def entered(x: Any) -> Any:
    holder = Holder(x)
    with holder.v as w:
        s = np.sum(w.a**2)
    return s + np.sum(holder.v.a**3)


def compared(x: Any) -> Any:
    holder = Holder(x)
    return holder.p[0] ** 3 if holder.v < Vector(holder.p * 2) else holder.p[1] ** 2


@pytest.mark.parametrize("function", [of_a_base, of_a_default_class, of_items, added_in_place, entered, compared])
def test_products_with_the_hessian(function: Any) -> None:
    gradient = tangentish.grad(function)
    h = 1e-4
    want = (8 * (gradient(X + h * V) - gradient(X - h * V)) - (gradient(X + 2 * h * V) - gradient(X - 2 * h * V))) / (12 * h)
    for _ in range(2):
        np.testing.assert_allclose(tangentish.hvp(function)(X, V), want, rtol=1e-8, atol=1e-8)
