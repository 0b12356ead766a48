"""Algebraic Riccati equations: with respect to matrices that have to be symmetric, together, twice, and refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg as linalg

import tangentish
from tests.constructs.ways import check_all_ways

RNG = np.random.default_rng(5)
A, B, S = RNG.normal(size=(3, 3)) / 3, RNG.normal(size=(3, 2)), RNG.normal(size=(3, 2)) / 20
Q, R = RNG.normal(size=(3, 3)), RNG.normal(size=(2, 2))
SOLVERS = [linalg.solve_continuous_are, linalg.solve_discrete_are]


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize("cross", [False, True])
def test_all_arguments(solve: Any, cross: bool) -> None:
    def cost(a, b, q, r, s):
        q, r = q @ q.T + np.eye(3), r @ r.T + np.eye(2)
        x = solve(a, b, q, r, s=s) if cross else solve(a, b, q, r)
        return np.sum(x * np.arange(9.0).reshape(3, 3)) + x[0, 1] ** 2 + np.sum(s**2)

    check_all_ways(cost, A, B, Q, R, S, argnums=(0, 1, 2, 3, 4))


@pytest.mark.parametrize("solve", SOLVERS)
def test_the_gain_twice(solve: Any) -> None:
    def gain(a):
        b = B * 1.0
        return np.sum((b.T @ solve(a, b, np.eye(3), np.eye(2))) ** 2)

    along = RNG.normal(size=(3, 3))
    slope = tangentish.grad(gain)
    found = tangentish.jvp(slope, (A,), (along,))[1]
    wanted = (slope(A + 1e-5 * along) - slope(A - 1e-5 * along)) / 2e-5
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("solve", SOLVERS)
def test_a_descriptor_matrix_is_refused(solve: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError, match=r"solve_|Riccati"):
        tangentish.grad(lambda a: np.sum(solve(a, B, np.eye(3), np.eye(2), np.eye(3))))(A)
