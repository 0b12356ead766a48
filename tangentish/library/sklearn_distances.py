"""Distances, neighbours and kernels of scikit-learn in plain NumPy, where they are compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_distance import distances, root
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_metrics, _fast = first_module("sklearn.metrics._dist_metrics"), first_module("sklearn.metrics._pairwise_fast")
_reductions = first_module("sklearn.metrics._pairwise_distances_reduction")
NAMES = {"l1": "cityblock", "manhattan": "cityblock", "l2": "euclidean", "p": "minkowski", "infinity": "chebyshev"}
"""Of metrics that SciPy calls otherwise."""
_CLASSES = {"Euclidean": "euclidean", "SEuclidean": "seuclidean", "Manhattan": "cityblock", "Chebyshev": "chebyshev",
            "Minkowski": "minkowski", "Mahalanobis": "mahalanobis", "Canberra": "canberra", "BrayCurtis": "braycurtis",
            "Haversine": "haversine"}
_OF_TRUTH = frozenset("Hamming Jaccard Matching Dice Kulsinski RogersTanimoto RussellRao SokalMichener SokalSneath".split())
"""Metrics that compare entries, or whether they are 0."""


def apart(u: Any, v: Any, metric: str, p: Any = 2.0, w: Any = None, V: Any = None, VI: Any = None) -> Any:
    """How far points are apart that lie along the last axis."""
    metric = NAMES.get(metric, metric)
    if metric == "haversine":
        return haversine(u, v)
    if metric == "braycurtis":  # its denominator is another one than SciPy's
        size = np.sum(np.abs(u) + np.abs(v), axis=-1)
        return np.sum(np.abs(u - v), axis=-1) / np.where(size > 0, size, 1.0)
    return distances(u, v, metric, p, w, V, VI)


def haversine(u: Any, v: Any) -> Any:
    """The angle between points of a sphere, by latitude and longitude; 0 where they meet.

    Source: R. W. Sinnott, Virtues of the haversine, Sky and Telescope 68 (1984), 158.
    """
    across, along = np.sin((u[..., 0] - v[..., 0]) / 2), np.sin((u[..., 1] - v[..., 1]) / 2)
    return 2 * np.arcsin(root(across**2 + np.cos(u[..., 0]) * np.cos(v[..., 0]) * along**2))


def known(metric: Any) -> tuple[str | None, Any, Any, Any, Any]:
    """The name of a `DistanceMetric`, None for one that is never differentiated, and its parameters: p, w, V, VI."""
    label = type(metric).__name__.partition("Distance")[0]
    if label not in _CLASSES and label not in _OF_TRUTH:
        raise UnsupportedError(f"a {type(metric).__name__} of scikit-learn has no derivative.")
    p, vector, matrix = metric.__getstate__()
    weights = vector if label == "Minkowski" and len(vector) else None
    return _CLASSES.get(label), p, weights, vector if label == "SEuclidean" else None, matrix if label == "Mahalanobis" else None


def of_truth(metric: Any, X: Any, Y: Any) -> Any:
    """What one of the other metrics gives."""
    return metric.pairwise(X, Y)


def dtype_of(metric: Any) -> Any:
    """The type of the numbers of a metric."""
    return np.dtype(np.float32 if type(metric).__name__.endswith("32") else np.float64)


zero_derivative(known, of_truth, dtype_of)


def pairwise(self: Any, X: Any, Y: Any = None) -> Any:
    """`DistanceMetric.pairwise` of arrays."""
    name, p, w, V, VI = known(self)
    other = X if Y is None else Y
    check_dense(X, other)
    if name is None:
        return of_truth(self, X, other)
    u, v = np.asarray(X, dtype=float), np.asarray(other, dtype=float)
    return apart(u[:, None], v[None], name, p, w, V, VI).astype(dtype_of(self))


def check_dense(X: Any, Y: Any) -> None:
    """Refuse sparse matrices."""
    if hasattr(X, "indptr") or hasattr(Y, "indptr"):
        raise UnsupportedError("distances between rows of sparse matrices have no derivative.\nCall their method `toarray` first.")


def indices_of(X: Any, Y: Any, k: int, metric: Any, *others: Any) -> Any:
    """The places of the nearest neighbours."""
    return _reductions.ArgKmin.compute(X, Y, k, metric, *others)


zero_derivative(check_dense, indices_of)


def nearest(cls: Any, X: Any, Y: Any, k: int, metric: Any = "euclidean", chunk_size: Any = None, metric_kwargs: Any = None,
            strategy: Any = None, return_distance: bool = False) -> Any:
    """`ArgKmin.compute`: where the nearest neighbours are, and how far they are away."""
    check_dense(X, Y)
    indices = indices_of(X, Y, k, metric, chunk_size, metric_kwargs, strategy)
    if not return_distance:
        return indices
    u, v = np.asarray(X, dtype=float)[:, None], np.asarray(Y, dtype=float)[indices]
    if isinstance(metric, str):
        options = {} if metric_kwargs is None else metric_kwargs
        scale = options.get("V") if NAMES.get(metric, metric) in ("seuclidean", "mahalanobis") else None
        return apart(u, v, metric, options.get("p", 2.0), options.get("w"), scale, options.get("VI")), indices
    name, p, w, V, VI = known(metric)
    if name is None:
        raise UnsupportedError(f"distances by {type(metric).__name__} to nearest neighbours have no derivative.")
    return apart(u, v, name, p, w, V, VI), indices


def chi2_kernel(X: Any, Y: Any, result: Any) -> None:
    """`_chi2_kernel_fast`: the distances, negative, go into `result`."""
    total = X[:, None] + Y[None]
    there = total != 0
    result[...] = -np.sum(np.where(there, (X[:, None] - Y[None]) ** 2 / np.where(there, total, 1.0), 0.0), axis=-1)


library.REPLACED |= {one.pairwise: pairwise for one in present(_metrics, "DistanceMetric64", "DistanceMetric32")}
library.REPLACED |= {one: chi2_kernel for one in present(_fast, "_chi2_kernel_fast")}
library.REPLACED |= {one.compute.__func__: nearest for one in present(_reductions, "ArgKmin")}
