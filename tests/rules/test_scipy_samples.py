"""Numbers that describe samples, and places in interpolants, where SciPy has them in C."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.interpolate as interpolate
import scipy.stats as stats
from scipy.stats import qmc

import tangentish
from tests.oracle import check_gradient

T = np.array([0.2, 0.31, 0.9, 1.2, 1.93, 2.45, 3.1, 3.52])
Y = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3])
CUBE = np.array([[0.12, 0.53, 0.34], [0.71, 0.22, 0.91], [0.43, 0.38, 0.65], [0.86, 0.74, 0.07]])
PLANE = np.array([[0.2, 1.1], [0.9, -0.3], [-1.2, 0.7], [0.5, 0.05]])


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


def nearest(values: Any, points: Any) -> Any:
    found = interpolate.NearestNDInterpolator(points, values)
    near = interpolate.NearestNDInterpolator(points, values, rescale=True)(0.1, -0.1, distance_upper_bound=0.2)
    return weighted(found(PLANE[:2] + 0.1)) + np.nansum(near) + np.sum(points**2)


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "siegelslopes": (lambda y, x: weighted(np.array(stats.siegelslopes(y, x))), (Y[:7], T[:7])),
    "siegelslopes apart": (lambda y, x: weighted(np.array(stats.siegelslopes(y, x, method="separate"))), (Y, T)),
    "siegelslopes, points above each other": (
        lambda y: stats.siegelslopes(y, np.array([0.0, 0.4, 0.4, 0.9, 1.6, 1.6, 2.0, 2.9])).slope, (Y,)),
    "weightedtau": (lambda y, x: stats.weightedtau(y, x).statistic * np.sum(x * y), (Y, T)),
    **{f"shapiro, {len(x)} points": (lambda x: stats.shapiro(x).statistic + stats.shapiro(x).pvalue, (x,))
       for x in (Y[:3], Y[:4], Y, np.concatenate([Y, np.exp(T)])[:13])},
    **{f"discrepancy {method}{iterative:d}": (lambda u, method=method, iterative=iterative: qmc.discrepancy(
        u, method=method, iterative=iterative), (CUBE,)) for method, iterative in (
            ("CD", False), ("CD", True), ("MD", False), ("WD", False), ("WD", True), ("L2-star", False))},
    "roots": (lambda t, y: weighted(interpolate.CubicSpline(t, y).roots()), (T, Y)),
    "solve": (lambda y, v: weighted(interpolate.PchipInterpolator(T, y).solve(v, extrapolate=False)), (Y, 0.2)),
    "jumps": (lambda c, x: weighted(interpolate.PPoly(c, x).roots()), (np.array([[0.3, 0.1, 0.2], [1.0, -1.2, 0.5]]), T[:4])),
    "nearest": (nearest, (Y[:4], PLANE)),
    "nearest rows": (lambda v: weighted(interpolate.griddata(PLANE, v, PLANE[:3] + 0.1, method="nearest")), (CUBE,)),
    "insert_knot": (lambda c: weighted(interpolate.BSpline(np.repeat([0.0, 1.0, 2.0, 3.0], [4, 1, 1, 4]), c, 3).insert_knot(
        1.4, 2).c), (Y[:6],)),
}


@pytest.mark.parametrize("name", CASES)
def test_gradient(name: str) -> None:
    function, args = CASES[name]
    check_gradient(function, *args, argnums=tuple(range(len(args))), size=1e-4, repeats=1)


def test_places_of_several_polynomials_are_refused() -> None:
    def loss(c: Any) -> Any:
        return interpolate.PPoly(c, T[:3]).roots()[0][0]

    with pytest.raises(tangentish.UnsupportedError, match="several piecewise polynomials"):
        tangentish.grad(loss)(np.cos(np.arange(12.0)).reshape(3, 2, 2))
