"""Second derivatives of functions of NumPy's that are written in Python and have no rule, and of ones that keep results."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

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
