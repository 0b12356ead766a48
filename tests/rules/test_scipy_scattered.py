"""Smoothing splines and interpolation between scattered points, against SciPy and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.interpolate as interpolate

import tangentish
from tests.oracle import check_gradient

_rng = np.random.default_rng(2)
X = np.sort(_rng.uniform(size=9))
Y = np.sin(3 * X)
W = np.linspace(0.5, 2.0, 9)
Q = np.array([-0.1, 0.21, 0.47, 0.83, 1.1])
POINTS = _rng.uniform(size=(12, 2))
VALUES = np.sin(3 * POINTS[:, 0]) + POINTS[:, 1] ** 2
INSIDE = _rng.uniform(0.35, 0.65, size=(3, 2))


@pytest.mark.parametrize("lam", [0.0, 1e-4, 0.1])
def test_smoothing_spline(lam: float) -> None:
    def fun(x: Any, y: Any, w: Any) -> Any:
        return np.sum(np.cos(interpolate.make_smoothing_spline(x, y, w, lam)(Q)))

    check_gradient(fun, X, Y, W, argnums=(0, 1, 2), size=1e-4)
    value, _ = tangentish.value_and_grad(fun)(X, Y, W)
    np.testing.assert_allclose(value, fun(X, Y, W), rtol=1e-10)


def test_smoothness_of_several_splines_along_an_axis() -> None:
    def fun(lam: Any, y: Any) -> Any:
        return np.sum(interpolate.make_smoothing_spline(X, y, lam=lam, axis=1)(Q) ** 2)

    check_gradient(fun, 1e-3, np.stack([Y, Y**2]), argnums=(0, 1), size=1e-5, rtol=1e-5)


def test_smoothness_chosen_by_the_values_is_refused() -> None:
    with pytest.raises(tangentish.UnsupportedError, match="Pass lam"):
        tangentish.grad(lambda y: np.sum(interpolate.make_smoothing_spline(X, y)(Q)))(Y)


def between(values: Any, places: Any) -> Any:
    return np.sum(interpolate.LinearNDInterpolator(POINTS, values)(places) ** 2)


def by_coordinates(values: Any, places: Any) -> Any:
    found = interpolate.LinearNDInterpolator(POINTS, np.stack([values, values**2], axis=1))(places[:, 0], places[:, 1])
    return np.sum(np.sin(found))


def by_griddata(values: Any, places: Any) -> Any:
    return np.sum(interpolate.griddata(POINTS, values, places) ** 2)


def partly_outside(values: Any, places: Any) -> Any:
    far = np.concatenate([places, places + 5.0])
    return np.sum(interpolate.LinearNDInterpolator(POINTS, values, fill_value=2.0)(far) ** 2)


@pytest.mark.parametrize("fun", [between, by_coordinates, by_griddata, partly_outside])
def test_linear_between_points(fun: Any) -> None:
    check_gradient(fun, VALUES, INSIDE, argnums=(0, 1), size=1e-5)
    value, _ = tangentish.value_and_grad(fun)(VALUES, INSIDE)
    np.testing.assert_allclose(value, fun(VALUES, INSIDE), rtol=1e-12)


def test_where_the_values_are() -> None:
    check_gradient(lambda points: np.sum(np.sin(interpolate.LinearNDInterpolator(points, VALUES)(INSIDE))), POINTS, size=1e-5)
    check_gradient(lambda u, v: np.sum(np.sin(interpolate.LinearNDInterpolator((u, v), VALUES)(INSIDE))), POINTS[:, 0].copy(),
                   POINTS[:, 1].copy(), argnums=(0, 1), size=1e-5)


def test_interpolator_made_elsewhere() -> None:
    made = interpolate.LinearNDInterpolator(POINTS, VALUES)
    check_gradient(lambda places: np.sum(np.sin(made(places))), INSIDE, size=1e-5)


def test_triangles_of_places() -> None:
    """Which they are is known; what SciPy computes of them is not."""
    def area(points: Any) -> Any:
        made = interpolate.LinearNDInterpolator(points, VALUES).tri
        a, b, c = made.points[made.simplices[made.find_simplex(INSIDE[0])]]
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) + np.sum(points[made.simplices] ** 2)

    check_gradient(area, POINTS, size=1e-5)
    for derivative in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match="`equations` of the triangulation"):
            derivative(lambda points: np.sum(interpolate.LinearNDInterpolator(points, VALUES).tri.equations))(POINTS)


@pytest.mark.parametrize("made", [interpolate.LinearNDInterpolator, interpolate.NearestNDInterpolator])
def test_attributes_of_interpolators(made: Any) -> None:
    """What they keep has the shape that it has in SciPy; what they do not keep is refused."""
    def kept(points: Any, values: Any) -> Any:
        found = made(points, values)
        return np.sum(np.sin(found.values) * values) + np.sum(found.points ** 2)

    check_gradient(kept, POINTS, VALUES, argnums=(0, 1))
    for derivative in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match="of an interpolator of scattered active values"):
            derivative(lambda points: made(points, VALUES, rescale=False).is_complex)(POINTS)


@pytest.mark.parametrize("fun", [
    lambda p: np.sum(interpolate.CloughTocher2DInterpolator(POINTS, VALUES)(p)),
    lambda p: np.sum(interpolate.LinearNDInterpolator(POINTS, VALUES, rescale=True)(p)),
])
def test_refused(fun: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="test_scipy_scattered"):
        tangentish.grad(fun)(POINTS.copy())
