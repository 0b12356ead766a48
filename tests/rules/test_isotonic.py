"""Isotonic regression of SciPy and of scikit-learn, which is compiled in part, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize

import tangentish
from tests.oracle import check_gradient

Y = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, 1.3, 2.0])
W = np.array([0.7, 1.1, 1.6, 0.4, 0.9, 1.3, 0.6, 0.8, 1.2])
X = np.array([0.1, 0.4, 0.4, 0.9, 1.3, 1.3, 1.3, 2.0, 2.2])


def weighted(x: Any) -> Any:
    return np.sum((1.0 + 0.5 * np.cos(np.arange(float(np.size(x))))) * x)


@pytest.mark.parametrize("increasing", [True, False])
def test_of_scipy(increasing: bool) -> None:
    def program(y: Any, w: Any) -> Any:
        found = optimize.isotonic_regression(y, weights=w, increasing=increasing)
        return weighted(found.x) + weighted(found.weights**2)

    check_gradient(program, Y, W, argnums=(0, 1))
    found, want = (run(Y) for run in (lambda y: tangentish.vjp(lambda y: optimize.isotonic_regression(y).x, y)[0],
                                      lambda y: optimize.isotonic_regression(y).x))
    np.testing.assert_allclose(found, want, rtol=1e-14)


def test_places_that_are_taken_for_one() -> None:
    compiled = pytest.importorskip("sklearn._isotonic")

    def program(x: Any, y: Any, w: Any) -> Any:
        return sum(weighted(part**2) for part in compiled._make_unique(x, y, w))

    check_gradient(program, X, Y, W, argnums=(1, 2))
    check_gradient(program, np.sort(Y), X, W, argnums=(0, 1, 2))
    found = tangentish.vjp(lambda y: compiled._make_unique(X, y, W), Y)[0]
    for mine, want in zip(found, compiled._make_unique(X, Y, W), strict=True):
        np.testing.assert_allclose(mine, want, rtol=1e-14)
