"""Nearest neighbours of `scipy.spatial`, against SciPy and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import spatial
from scipy.spatial import distance

import tangentish
from tests.oracle import check_gradient

_rng = np.random.default_rng(8)
POINTS, PLACES = _rng.uniform(size=(9, 3)), _rng.uniform(size=(4, 3))
KEPT, COMPILED = spatial.KDTree(POINTS), spatial.cKDTree(POINTS)


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def near_enough(x: Any, y: Any) -> Any:
    found = spatial.KDTree(y).query(x, 5, distance_upper_bound=0.6)[0]
    return np.where(np.isfinite(found), found, 7.0)


def moved_by_those_around(x: Any, y: Any) -> Any:
    tree = spatial.KDTree(y)
    return tree.count_neighbors(spatial.KDTree(POINTS), 0.5) * x + sum(map(len, tree.query_ball_point(PLACES, 0.4)))


def numbers_of_pairs(x: Any, y: Any) -> Any:
    tree, other = spatial.KDTree(y), spatial.cKDTree(x)
    near = KEPT.count_neighbors(spatial.KDTree(x), 0.6) + len(tree.query_pairs(0.5))
    return (near + spatial.cKDTree(y).count_neighbors(other, 0.5)) * x + sum(map(len, tree.query_ball_tree(KEPT, r=0.4)))


PROGRAMS: dict[str, Any] = {
    "of a tree of constants": lambda x, y: KEPT.query(x)[0] + np.sum(y),
    "of a compiled one": lambda x, y: COMPILED.query(x, 2)[0] + np.sum(y),
    "of a place": lambda x, y: KEPT.query(x[0])[0] + np.sum(y),
    "several of a place": lambda x, y: KEPT.query(x[0], [1, 3], p=1)[0] + np.sum(y),
    "by the greatest difference": lambda x, y: spatial.KDTree(y).query(x, 2, p=np.inf)[0],
    "of a tree of points": lambda x, y: spatial.cKDTree(y).query(x, [2])[0],
    "of places in a grid": lambda x, y: spatial.KDTree(y).query(np.reshape(x, (2, 2, 3)), 3, p=3)[0],
    "near enough": near_enough,
    "in a box": lambda x, y: spatial.KDTree(y, boxsize=1.2).query(x, 3)[0],
    "in a box along one axis": lambda x, y: spatial.KDTree(y, boxsize=[1.1, 0, 0]).query(x, 3)[0],
    "the box of the points": lambda x, y: np.stack([spatial.KDTree(y).mins, spatial.cKDTree(y).maxes]) * x[0],
    "places": lambda x, y: y[spatial.KDTree(y).query(x)[1]],
    "numbers": moved_by_those_around,
    "numbers of pairs": lambda x, y: numbers_of_pairs(x, y) + np.sum(y),
    "of sets": lambda x, y: np.stack([distance.directed_hausdorff(x, y)[0], distance.directed_hausdorff(y, x)[0]]),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program = PROGRAMS[label]
    check_gradient(lambda x, y: weighted(program(x, y)), PLACES, POINTS, argnums=(0, 1), size=1e-5, rtol=1e-5)
    value, _ = tangentish.vjp(program, PLACES, POINTS)
    np.testing.assert_allclose(value, program(PLACES, POINTS), rtol=1e-12)


def test_places_at_points() -> None:
    np.testing.assert_array_equal(tangentish.grad(lambda x: np.sum(KEPT.query(x)[0]))(POINTS[:2]), 0.0)


def test_other_methods_are_refused() -> None:
    def fun(y: Any) -> Any:
        return np.sum(spatial.KDTree(y).sparse_distance_matrix(KEPT, 1.0).toarray())

    with pytest.raises(tangentish.UnsupportedError, match="sparse_distance_matrix"):
        tangentish.grad(fun)(POINTS)
    with pytest.raises(tangentish.UnsupportedError, match="`tree` of a tree"):
        tangentish.grad(lambda y: spatial.KDTree(y).tree.split)(POINTS)
