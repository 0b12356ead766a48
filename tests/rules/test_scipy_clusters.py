"""`scipy.cluster`: codes, means, and trees of clusters, against SciPy and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.cluster import hierarchy, vq
from scipy.spatial import distance

import tangentish
from tests.oracle import check_gradient

_rng = np.random.default_rng(5)
POINTS = _rng.normal(size=(9, 3))
CODES = _rng.normal(size=(3, 3))
WIDE = _rng.normal(size=(6, 7))
METHODS = ("single", "complete", "average", "weighted", "centroid", "median", "ward")


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def differently(x: Any) -> Any:
    """Statistics of a tree of clusters, each with its own weights."""
    tree = hierarchy.linkage(x, "average")
    spread = hierarchy.inconsistent(tree, 3)
    return (weighted(spread) + weighted(hierarchy.maxdists(tree)) + weighted(hierarchy.maxinconsts(tree, spread))
            + weighted(hierarchy.maxRstat(tree, spread, 1)))


def means(x: Any) -> Any:
    """The means of the clusters that a tree is cut into."""
    labels = hierarchy.fcluster(hierarchy.linkage(x, "ward"), 3, "maxclust")
    return np.stack([np.mean(x[labels == k], axis=0) for k in range(1, 4)])


PROGRAMS: dict[str, tuple[Any, Any]] = {
    "distances": (lambda x: vq.vq(x, CODES)[1], POINTS),
    "distances in many dimensions": (lambda x: vq.vq(x, 0.3 * WIDE[:2])[1], WIDE),
    "distances of numbers": (lambda x: vq.vq(x, CODES[0])[1], POINTS[0]),
    "no point": (lambda x: vq.vq(x[:0], CODES)[1] + 0.0 * np.sum(x), POINTS),
    "codes": (lambda c: vq.vq(POINTS, c)[1], CODES),
    "k-means": (lambda x: vq.kmeans(x, CODES)[0], POINTS),
    "distortion": (lambda x: vq.kmeans(x, CODES)[1], POINTS),
    "k-means from a start": (lambda x: vq.kmeans2(x, x[:3], 4, minit="matrix")[0], POINTS),
    "k-means of numbers": (lambda x: vq.kmeans2(x[:, 0], CODES[:, 0], 3, minit="matrix")[0], POINTS),
    "a cluster with no members": (lambda x: vq.kmeans2(x, np.vstack([CODES, [[50.0, 50.0, 50.0]]]), 2, minit="matrix")[0], POINTS),
    **{method: (lambda x, method=method: hierarchy.linkage(x, method), POINTS) for method in METHODS},
    **{f"{method} of distances": (lambda d, method=method: hierarchy.linkage(d, method), distance.pdist(POINTS))
       for method in METHODS},
    "in the best order": (lambda x: hierarchy.linkage(x, "average", optimal_ordering=True), POINTS),
    "two points": (lambda x: hierarchy.linkage(x[:2]), POINTS),
    "cophenetic": (lambda x: hierarchy.cophenet(hierarchy.linkage(x, "complete")), POINTS),
    "correlation": (lambda x: hierarchy.cophenet(hierarchy.linkage(x, "average"), distance.pdist(x))[0], POINTS),
    "statistics": (differently, POINTS),
    "cut": (means, POINTS),
}


@pytest.mark.filterwarnings("ignore:One of the clusters is empty")
@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program, at = PROGRAMS[label]

    def fun(x: Any) -> Any:
        return weighted(program(x))

    check_gradient(fun, at, size=1e-4)
    value, _ = tangentish.vjp(program, at)
    np.testing.assert_allclose(value, program(at), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("criterion", ["inconsistent", "distance", "maxclust", "monocrit", "maxclust_monocrit"])
def test_labels_are_those_of_scipy(criterion: str) -> None:
    def program(x: Any) -> Any:
        tree = hierarchy.linkage(x, "average")
        level = 2 if criterion.startswith("maxclust") else 1.0
        return hierarchy.fcluster(tree, level, criterion, monocrit=hierarchy.maxdists(tree)) * np.sum(x)

    value, pull = tangentish.vjp(program, POINTS)
    np.testing.assert_array_equal(value, program(POINTS))
    np.testing.assert_allclose(pull(np.ones(9))[0], np.sum(program(POINTS)) / np.sum(POINTS))


def test_single_precision_stays() -> None:
    def program(x: Any) -> Any:
        return vq.vq(x, CODES.astype(np.float32))[1]

    x = POINTS.astype(np.float32)
    value, pull = tangentish.vjp(program, x)
    assert value.dtype == pull(value)[0].dtype == program(x).dtype == np.float32
    np.testing.assert_allclose(value, program(x), rtol=1e-6)


def test_points_that_meet_their_codes_and_each_other() -> None:
    np.testing.assert_array_equal(tangentish.grad(lambda x: np.sum(vq.vq(x, POINTS)[1]))(POINTS), 0.0)
    twice = np.vstack([POINTS[:2], POINTS[:2]])
    assert np.all(np.isfinite(tangentish.grad(lambda x: np.sum(hierarchy.linkage(x, "ward")[:, 2]))(twice)))
