"""What functions of libraries give is told from samples, which stay small where the results grow fast."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish.analysis.kinds import Array, Scalar, sampled
from tests.constructs.cases import V3, V4
from tests.constructs.ways import check_all_ways


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
