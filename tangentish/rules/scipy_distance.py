"""`scipy.spatial.distance`: Euclidean distances, their squares, and city-block distances."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.spatial.distance as distance

from tangentish.rules.helpers import pair_slope, unpair, unsquareform
from tangentish.rules.registry import jvp, linear, vjp


@vjp(distance.cdist, wrt=("XA", "XB"))
def cdist(ans_bar, ans, XA, XB, metric="euclidean"):
    slope = pair_slope(ans, XA, XB, metric)
    return np.einsum("ij,ijk->ik", ans_bar, slope), -np.einsum("ij,ijk->jk", ans_bar, slope)


@jvp(distance.cdist)
def cdist_jvp(ans, XA_dot, XB_dot, XA, XB, metric="euclidean"):
    slope = pair_slope(ans, XA, XB, metric)
    return np.einsum("ijk,ik->ij", slope, XA_dot), -np.einsum("ijk,jk->ij", slope, XB_dot)


@vjp(distance.pdist, wrt=("X",))
def pdist(ans_bar, ans, X, metric="euclidean"):
    return np.einsum("ij,ijk->ik", unpair(ans_bar, len(X)), pair_slope(unpair(ans, len(X)), X, X, metric))


@jvp(distance.pdist)
def pdist_jvp(ans, X_dot, X, metric="euclidean"):
    slope = pair_slope(unpair(ans, len(X)), X, X, metric)
    return np.einsum("ijk,ijk->ij", slope, X_dot[:, None] - X_dot[None])[np.triu_indices(len(X), 1)]


@linear(distance.squareform)
def squareform(ans_bar, X, force="no", checks=True):
    return unsquareform(ans_bar, np.shape(X))
