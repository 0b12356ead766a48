"""What functions of libraries give is told from samples, which stay small where the results grow fast."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tangentish.analysis.kinds import UNKNOWN, Array, Scalar, Sequence, sampled
from tests.constructs.cases import V3, V4
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient


@pytest.mark.parametrize(("power", "largest"), [(1, 10007), (2, 128), (3, 128)])
def test_sizes(power, largest) -> None:
    sizes: list[int] = []

    def made(count):
        sizes.append(count)
        return np.ones((count,) * power)

    found = sampled(made, [Scalar(int)], {})
    assert isinstance(found, Array)
    assert len(found.dims) == power
    assert max(sizes) <= largest
    assert power > 1 or max(sizes) == largest


def triangles(x):
    n = x.size
    rows, columns = np.triu_indices(n, 1)
    m = np.eye(n) * 2.0 + np.tri(n)
    m[rows, columns] += x[rows] * x[columns]
    return np.sum(m * m)


@pytest.mark.parametrize("x", [V3, V4, V3[:1], V3[:0]])
def test_gradient(x) -> None:
    check_all_ways(triangles, x)


@pytest.mark.parametrize("module", ["scipy.somewhere", "tangentish.library.lapack_parts", "tangentish.rules.scipy_helpers.factors"])
def test_places_are_not_made_up_for_compiled_functions(module) -> None:
    """Compiled code may write to wherever it is told to: pivots of which nothing is known let LAPACK destroy memory.

    So may rules that call it, which gradients call that are differentiated again.
    """
    asked = []

    def permuted(x: Any, places: Any) -> Any:
        asked.append(places)
        return x

    permuted.__module__ = module
    vector, places = Array(np.dtype(float), (("n", 0),)), Array(np.dtype("int32"), (("n", 0),))
    assert sampled(permuted, [vector, Sequence(tuple, (vector, places))], {}) == UNKNOWN
    assert sampled(permuted, [vector], {"places": places}) == UNKNOWN
    assert not asked
    assert sampled(np.take, [vector, places], {}) == vector


def test_complex_factors_solved_many_times() -> None:
    linalg = pytest.importorskip("scipy.linalg")

    def solved(a: Any) -> Any:
        total = 0.0
        for k in range(30):
            factors = linalg.lu_factor((2.0 + 1j + k) * np.eye(2) - a * np.array([[1.0, 0.2], [0.3, 2.0]]), overwrite_a=True)
            total = total + np.sum(linalg.lu_solve(factors, a * np.array([1.0, 2.0j]), overwrite_b=True)).real
        return total

    check_gradient(solved, 0.7)
