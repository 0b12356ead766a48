"""`scipy.spatial.distance` in plain Python, by differences of whole arrays of points; 0 where points meet."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.spatial.distance as distance

from tangentish import library
from tangentish.errors import UnsupportedError


def distances(u: Any, v: Any, metric: str, p: Any = 2.0, w: Any = None, V: Any = None, VI: Any = None) -> Any:
    """The distances of points that lie along the last axis."""
    w = None if w is None else np.asarray(w)
    weight = 1.0 if w is None else w
    if metric in ("euclidean", "euclid", "eu", "e"):
        return np.linalg.norm(np.sqrt(weight) * (u - v), axis=-1)
    if metric in ("sqeuclidean", "sqe", "sqeuclid"):
        return np.sum(weight * (u - v) ** 2, axis=-1)
    if metric in ("cityblock", "cblock", "cb", "c"):
        return np.sum(weight * np.abs(u - v), axis=-1)
    if metric in ("chebyshev", "chebychev", "cheby", "cheb", "ch"):
        return np.max(np.abs(u - v) if w is None else np.abs(u - v) * (w > 0), axis=-1)
    if metric in ("minkowski", "mi", "m", "pnorm"):
        scale = 1.0 if w is None else w ** (1 / p)
        return np.linalg.norm(scale * (u - v), p, axis=-1)
    if metric in ("seuclidean", "se", "s"):
        return np.linalg.norm((u - v) / np.sqrt(V), axis=-1)
    if metric in ("mahalanobis", "mahal", "mah"):
        return root(np.sum((u - v) @ VI * (u - v), axis=-1))
    if metric in ("cosine", "cos"):
        return 1 - cosine_of(u, v, weight)
    if metric in ("correlation", "co"):
        share = np.ones(np.shape(u)[-1]) / np.shape(u)[-1] if w is None else w / np.sum(w)
        return 1 - cosine_of(u - np.sum(share * u, axis=-1, keepdims=True), v - np.sum(share * v, axis=-1, keepdims=True),
                             weight)
    if metric in ("canberra",):
        size = np.abs(u) + np.abs(v)
        return np.sum(weight * np.abs(u - v) / np.where(size == 0, 1.0, size), axis=-1)
    if metric in ("braycurtis",):
        return np.sum(weight * np.abs(u - v), axis=-1) / np.sum(weight * np.abs(u + v), axis=-1)
    if metric in ("jensenshannon", "js"):
        left, right = u / np.sum(u, axis=-1, keepdims=True), v / np.sum(v, axis=-1, keepdims=True)
        middle = (left + right) / 2
        return root(np.sum(relative_entropy(left, middle) + relative_entropy(right, middle), axis=-1) / 2)
    raise UnsupportedError(f"distances with metric={metric!r} have no derivative.")


def root(x: Any) -> Any:
    """The square root, whose slope at 0 counts for nothing."""
    return np.sqrt(np.where(x > 0, x, 1.0)) * (x > 0)


def cosine_of(u: Any, v: Any, weight: Any) -> Any:
    """The cosine of the angle between vectors."""
    return np.sum(weight * u * v, axis=-1) / np.sqrt(np.sum(weight * u**2, axis=-1) * np.sum(weight * v**2, axis=-1))


def relative_entropy(u: Any, v: Any) -> Any:
    """`u * log(u / v)`, and 0 where `u` is 0."""
    return u * np.log(np.where(u == 0, 1.0, u / np.where(v == 0, 1.0, v)))


def cdist(XA: Any, XB: Any, metric: Any = "euclidean", *, out: Any = None, p: Any = 2.0, w: Any = None, V: Any = None,
          VI: Any = None) -> Any:
    """`scipy.spatial.distance.cdist`."""
    check_out(out)
    if callable(metric):
        metric = metric_name(metric)
    XA, XB = np.asarray(XA), np.asarray(XB)
    if not isinstance(metric, str):
        return np.array([[metric(a, b) for b in XB] for a in XA])
    XA, XB = np.asarray(XA, dtype=float), np.asarray(XB, dtype=float)  # as SciPy has it
    if V is None and metric in ("seuclidean", "se", "s"):
        V = np.var(np.concatenate([XA, XB]), axis=0, ddof=1)
    if VI is None and metric in ("mahalanobis", "mahal", "mah"):
        VI = np.linalg.inv(np.cov(np.concatenate([XA, XB]).T)).T
    return distances(XA[:, None], XB[None], metric.lower(), p, w, V, VI)


def pdist(X: Any, metric: Any = "euclidean", *, out: Any = None, p: Any = 2.0, w: Any = None, V: Any = None,
          VI: Any = None) -> Any:
    """`scipy.spatial.distance.pdist`."""
    check_out(out)
    if callable(metric):
        metric = metric_name(metric)
    X = np.asarray(X)
    first, second = np.triu_indices(len(X), 1)
    if not isinstance(metric, str):
        return np.array([metric(X[first[k]], X[second[k]]) for k in range(len(first))])
    X = np.asarray(X, dtype=float)
    if V is None and metric in ("seuclidean", "se", "s"):
        V = np.var(X, axis=0, ddof=1)
    if VI is None and metric in ("mahalanobis", "mahal", "mah"):
        VI = np.linalg.inv(np.cov(X.T)).T
    return distances(X[first], X[second], metric.lower(), p, w, V, VI)


def metric_name(metric: Any) -> Any:
    """The name of one of SciPy's own functions of pairs; any other function as it is."""
    own = getattr(distance, getattr(metric, "__name__", ""), None) is metric
    return metric.__name__ if own else metric


def check_out(given: Any) -> None:
    """Refuse an array for the result."""
    if given is not None:
        raise UnsupportedError("distances with out=array have no derivative.\nAssign the result.")


library.zero_derivative(check_out, metric_name)
library.REPLACED |= {distance.cdist: cdist, distance.pdist: pdist}
