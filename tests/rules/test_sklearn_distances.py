"""Distances, neighbours and kernels of scikit-learn, which are compiled, against these and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

metrics = pytest.importorskip("sklearn.metrics")
DistanceMetric = metrics.DistanceMetric
pairwise = pytest.importorskip("sklearn.metrics.pairwise")
reductions = pytest.importorskip("sklearn.metrics._pairwise_distances_reduction")

_rng = np.random.default_rng(4)
X, Y = _rng.normal(size=(5, 3)), _rng.normal(size=(4, 3))
V = np.array([0.6, 1.3, 2.4])
S = np.array([[2.1, 0.4, -0.3], [0.4, 1.5, 0.25], [-0.3, 0.25, 1.8]])
METRICS: dict[str, dict[str, Any]] = {
    "euclidean": {}, "l2": {}, "manhattan": {}, "l1": {}, "chebyshev": {}, "infinity": {}, "canberra": {}, "braycurtis": {},
    "minkowski": {"p": 3}, "p": {"p": 1.5, "w": V}, "seuclidean": {"V": V}, "mahalanobis": {"V": S}, "haversine": {}}


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def check(program: Any, *args: Any) -> None:
    check_gradient(lambda *args: weighted(program(*args)), *args, argnums=tuple(range(len(args))), size=1e-5, rtol=1e-5)
    value, _ = tangentish.vjp(program, *args)
    assert value.dtype == program(*args).dtype
    np.testing.assert_allclose(value, program(*args), rtol=1e-10, atol=1e-7)


@pytest.mark.parametrize("name", METRICS)
def test_metrics(name: str) -> None:
    metric = DistanceMetric.get_metric(name, **METRICS[name])
    count = 2 if name == "haversine" else 3

    def program(x: Any, y: Any) -> Any:
        return np.concatenate([metric.pairwise(x, y), metric.pairwise(y)])

    check(program, X[:, :count], Y[:, :count])


def test_of_one_point_with_itself() -> None:
    for name, options in METRICS.items():
        metric = DistanceMetric.get_metric(name, **options)
        x = X[:1, : 2 if name == "haversine" else 3]
        np.testing.assert_array_equal(tangentish.grad(lambda x, metric=metric: np.sum(metric.pairwise(x)))(x), 0.0)


def test_metrics_that_compare_entries() -> None:
    metric = DistanceMetric.get_metric("hamming")
    slope = tangentish.grad(lambda x: np.sum(metric.pairwise(x, Y)) * np.sum(x))(X)
    np.testing.assert_array_equal(slope, np.sum(metric.pairwise(X, Y)))


def test_single_precision() -> None:
    metric = DistanceMetric.get_metric("haversine", dtype=np.float32)
    x = X[:, :2].astype(np.float32)
    value, pull = tangentish.vjp(lambda x: metric.pairwise(x, x[:2]), x)
    assert value.dtype == pull(value)[0].dtype == np.float32
    np.testing.assert_allclose(value, metric.pairwise(x, x[:2]), rtol=1e-5, atol=1e-6)


def test_a_function_of_the_users_own_is_refused() -> None:
    metric = DistanceMetric.get_metric("pyfunc", func=lambda a, b: np.sum(a * b))
    with pytest.raises(tangentish.UnsupportedError, match="PyFuncDistance64"):
        tangentish.grad(lambda x: np.sum(metric.pairwise(x)))(X)


NEAREST: dict[str, Any] = {
    "squared": lambda x, y: reductions.ArgKmin.compute(x, y, 2, "sqeuclidean", return_distance=True)[0],
    "by power": lambda x, y: reductions.ArgKmin.compute(x, y, 3, "minkowski", None, {"p": 3}, return_distance=True)[0],
    "by metric": lambda x, y: reductions.ArgKmin.compute(x, y, 1, DistanceMetric.get_metric("l1"), return_distance=True)[0],
    "one": lambda x, y: pairwise.pairwise_distances_argmin_min(x, y)[1],
    "places": lambda x, y: y[reductions.ArgKmin.compute(x, y, 2)],
}


@pytest.mark.parametrize("label", NEAREST)
def test_nearest(label: str) -> None:
    check(NEAREST[label], X, Y)


def test_kernel() -> None:
    x, y = np.abs(X), np.abs(Y)
    x[0, 0] = y[1, 0] = 0.0
    value, _ = tangentish.vjp(pairwise.additive_chi2_kernel, x, y)
    np.testing.assert_allclose(value, pairwise.additive_chi2_kernel(x, y), rtol=1e-12)
    check(pairwise.chi2_kernel, np.abs(X), np.abs(Y))
