"""Second derivatives of functions of NumPy's that are written in Python and have no rule, and of ones that keep results."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import directional


class Bar:
    """An element between two nodes of two degrees of freedom each."""

    def __init__(self, nodes: tuple[int, int], k: Any) -> None:
        self.nodes, self.k = nodes, k

    def places(self) -> list[int]:
        return [2 * node + j for node in self.nodes for j in range(2)]


@functools.cache
def weight(count: int, scale: float = 0.5) -> float:
    return scale / count


def assembled(k: Any) -> Any:
    matrix = np.zeros((4, 4))
    for bar in [Bar((0, 1), k), Bar((1, 0), k**2)]:
        places = bar.places()
        matrix[np.ix_(places, places)] += bar.k * weight(len(bar.nodes))
    return np.sum(matrix**3)


def test_open_mesh() -> None:
    gradient = tangentish.grad(assembled)
    want = directional(gradient, (1.2,), (0,), (1.0,))
    assert np.isclose(tangentish.hvp(assembled)(1.2, 1.0), want, rtol=1e-7)
    assert np.isclose(tangentish.grad(gradient)(1.2), want, rtol=1e-7)


class Reading:
    """A number that can be compared with others of its class alone."""

    def __init__(self, value: Any) -> None:
        self.value = value

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: Any) -> bool:
        return bool(self.value == other.value)

    def __call__(self, scale: Any) -> Any:
        return self.value * scale


def scaled_readings(x: Any) -> Any:
    readings = [Reading(x), Reading(x**2)]
    return readings[0](x) * readings[1](2.0)


def test_objects_that_cannot_be_compared_with_functions() -> None:
    gradient = tangentish.grad(scaled_readings)
    want = directional(gradient, (1.2,), (0,), (1.0,))
    assert np.isclose(tangentish.hvp(scaled_readings)(1.2, 1.0), want, rtol=1e-7)
    assert np.isclose(tangentish.grad(gradient)(1.2), want, rtol=1e-7)


def selected(x: Any) -> Any:
    return np.sum(np.select([x > 1.0, x > 0.0], [x**3, x**4], x**2))


def each_by_math(x: Any) -> Any:
    return np.sum(np.vectorize(math.sin)(x) ** 2)


def each_by_a_lambda(x: Any) -> Any:
    return np.sum(np.vectorize(lambda v, w: v**3 * w)(x, x[0]))


def each_by_an_object(x: Any) -> Any:
    return np.sum(np.frompyfunc(lambda v: v**3, 1, 1)(x).astype(float))


@pytest.mark.parametrize("fun", [selected, each_by_math, each_by_a_lambda, each_by_an_object], ids=lambda fun: fun.__name__)
def test_entries(fun: Any) -> None:
    x, v = np.array([0.3, 1.5, -0.7]), np.array([0.2, -0.6, 0.9])
    gradient = tangentish.grad(fun)
    want = (gradient(x + 1e-6 * v) - gradient(x - 1e-6 * v)) / 2e-6
    assert np.allclose(tangentish.hvp(fun)(x, v), want, atol=1e-7)
    assert np.allclose(tangentish.hessian(fun)(x) @ v, want, atol=1e-7)
    assert np.allclose(tangentish.grad(lambda x: gradient(x) @ v)(x), want, atol=1e-7)
    assert np.isclose(tangentish.jvp(lambda x: tangentish.jvp(fun, (x,), (v,))[1], (x,), (v,))[1], want @ v, atol=1e-7)
