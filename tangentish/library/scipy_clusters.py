"""`scipy.cluster` in plain Python, where it is compiled: nearest codes, means of clusters, and the heights of trees of them.

Which code is the nearest and which clusters are merged does not change where distances change by little.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_vq = first_module("scipy.cluster.vq._vq", "scipy.cluster._vq")  # here from SciPy 1.18 on, there before
_hierarchy = first_module("scipy.cluster.hierarchy._hierarchy", "scipy.cluster._hierarchy")
_ordering = first_module("scipy.cluster.hierarchy._optimal_leaf_ordering", "scipy.cluster._optimal_leaf_ordering")


def codes_of(obs: Any, codes: Any) -> Any:
    """Which code is the nearest to each observation."""
    return _vq.vq(obs, codes)[0]


def counts_of(labels: Any, nc: int) -> Any:
    """How many observations each cluster has."""
    return np.bincount(labels, minlength=nc)


zero_derivative(codes_of, counts_of)


def quantised(obs: Any, codes: Any) -> tuple[Any, Any]:
    """`scipy.cluster._vq.vq`: the nearest code of each observation, and how far it is away."""
    code = codes_of(obs, codes)
    apart = obs - codes[code]
    return code, np.abs(apart) if np.ndim(obs) == 1 else np.linalg.norm(apart, axis=-1)


def cluster_means(obs: Any, labels: Any, nc: int) -> tuple[Any, Any]:
    """`scipy.cluster._vq.update_cluster_means`: 0 for clusters that have no members."""
    counts = counts_of(labels, nc)
    total = np.zeros((nc, *np.shape(obs)[1:]), obs.dtype)
    np.add.at(total, labels, obs)
    share = np.reshape(np.maximum(counts, 1), (-1, *[1] * (np.ndim(obs) - 1)))
    return total / share.astype(obs.dtype), counts > 0


# trees


def merges_of(compiled: Any, *args: Any) -> Any:
    """The tree that SciPy makes."""
    return compiled(*args)


def pairs_of(n: int) -> Any:
    """The rows and columns of a square matrix that condensed distances are in."""
    return np.triu_indices(n, 1)


zero_derivative(merges_of, pairs_of)


def merged_distances(method: int, x: Any, y: Any, between: Any, size_x: Any, size_y: Any, sizes: Any) -> Any:
    """How far all clusters are away from one that was merged from x and y (the formula of Lance and Williams).

    The methods are numbered as in `scipy.cluster.hierarchy`.  Source: D. Müllner, arXiv:1109.2378, figure 2.
    """
    if method == 0:  # single
        return np.minimum(x, y)
    if method == 1:  # complete
        return np.maximum(x, y)
    total = size_x + size_y
    if method == 2:  # average
        return (size_x * x + size_y * y) / total
    if method == 3:  # centroid
        return root((size_x * x**2 + size_y * y**2 - size_x * size_y * between**2 / total) / total)
    if method == 4:  # median
        return root(0.5 * (x**2 + y**2) - 0.25 * between**2)
    if method == 5:  # ward
        return root(((sizes + size_x) * x**2 + (sizes + size_y) * y**2 - sizes * between**2) / (sizes + total))
    return 0.5 * (x + y)  # weighted


def root(square: Any) -> Any:
    """The square root, whose derivative is 0 where it is 0, and of what rounding made negative."""
    positive = square > 0
    return np.where(positive, np.sqrt(np.where(positive, square, 1.0)), 0.0)


def heights_of(dists: Any, n: int, tree: Any, method: int) -> Any:
    """How far the clusters were apart that were merged, one pair after the other."""
    first, second = pairs_of(n)
    apart = np.zeros((n, n))
    apart[first, second] = dists
    apart[second, first] = dists
    row_of, sizes = list(range(n)), np.ones(n)  # of each cluster, a row in the matrix; of each row, the size of its cluster
    heights = np.zeros(n - 1)
    for k in range(n - 1):
        x, y = row_of[int(tree[k, 0])], row_of[int(tree[k, 1])]
        heights[k] = apart[x, y]
        new = merged_distances(method, apart[x], apart[y], apart[x, y], sizes[x], sizes[y], sizes)
        apart[y] = new
        apart[:, y] = new
        sizes[y] = tree[k, 3]
        row_of.append(y)
    return heights


def with_heights(tree: Any, heights: Any) -> Any:
    """A tree with these heights."""
    return np.stack([tree[:, 0], tree[:, 1], heights, tree[:, 3]], axis=1)


def mst_single_linkage(dists: Any, n: int) -> Any:
    """`scipy.cluster._hierarchy.mst_single_linkage`."""
    tree = merges_of(_hierarchy.mst_single_linkage, dists, n)
    return with_heights(tree, heights_of(dists, n, tree, 0))


def nn_chain(dists: Any, n: int, method: int) -> Any:
    """`scipy.cluster._hierarchy.nn_chain`."""
    tree = merges_of(_hierarchy.nn_chain, dists, n, method)
    return with_heights(tree, heights_of(dists, n, tree, method))


def fast_linkage(dists: Any, n: int, method: int) -> Any:
    """`scipy.cluster._hierarchy.fast_linkage`."""
    tree = merges_of(_hierarchy.fast_linkage, dists, n, method)
    return with_heights(tree, heights_of(dists, n, tree, method))


def cophenetic_distances(Z: Any, d: Any, n: int) -> None:
    """`scipy.cluster._hierarchy.cophenetic_distances`: into `d`, the heights at which observations come together."""
    d[...] = Z[:, 2][meetings_of(Z, n)]


def meetings_of(Z: Any, n: int) -> Any:
    """Which merge brings together each pair of observations, condensed."""
    numbered = np.array(Z, dtype=float)
    numbered[:, 2] = np.arange(n - 1.0)
    found = np.zeros(n * (n - 1) // 2)
    _hierarchy.cophenetic_distances(numbered, found, n)
    return found.astype(int)


def children_of(Z: Any, n: int) -> list[list[int]]:
    """The merges that made the two clusters of each merge."""
    return [[int(one) - n for one in row if one >= n] for row in Z[:, :2]]


def merges_below(Z: Any, n: int, depth: int) -> list[list[int]]:
    """Each merge, with those that are less than so many levels below it."""
    children, found = children_of(Z, n), []
    for k in range(n - 1):
        level, below = [k], [k]
        for _ in range(depth - 1):
            level = [child for one in level for child in children[one]]
            below += level
        found.append(below)
    return found


zero_derivative(meetings_of, children_of, merges_below)


def inconsistent(Z: Any, R: Any, n: int, d: int) -> None:
    """`scipy.cluster._hierarchy.inconsistent`: into `R`, the mean of the heights of a merge and those below it, their standard
    deviation, their number, and how many such deviations the merge is above the mean."""
    below = merges_below(Z, n, d)
    for k in range(n - 1):
        heights = Z[below[k], 2]
        count = len(below[k])
        mean = np.sum(heights) / count
        spread = root(np.sum((heights - mean) ** 2) / max(count - 1, 1))
        R[k, 0] = mean
        R[k, 1] = spread
        R[k, 2] = count
        if spread > 0:
            R[k, 3] = (Z[k, 2] - mean) / spread


def get_max_dist_for_each_cluster(Z: Any, MD: Any, n: int) -> None:
    """`scipy.cluster._hierarchy.get_max_dist_for_each_cluster`."""
    _greatest_below(Z, Z[:, 2], MD, n)


def get_max_Rfield_for_each_cluster(Z: Any, R: Any, max_rfs: Any, n: int, rf: int) -> None:
    """`scipy.cluster._hierarchy.get_max_Rfield_for_each_cluster`."""
    _greatest_below(Z, R[:, rf], max_rfs, n)


def _greatest_below(Z: Any, values: Any, out: Any, n: int) -> None:
    """Into `out`, the greatest value of each merge and all those below it."""
    children = children_of(Z, n)
    for k in range(n - 1):
        greatest = values[k]
        for child in children[k]:
            greatest = max(greatest, out[child])
        out[k] = greatest


def optimal_leaf_ordering(Z: Any, D: Any) -> Any:
    """`scipy.cluster._optimal_leaf_ordering.optimal_leaf_ordering`, which changes the order within pairs."""
    return with_heights(merges_of(_ordering.optimal_leaf_ordering, Z, D), Z[:, 2])


def labels_of(compiled: Any, place: int, args: Any) -> Any:
    """The numbers of clusters that a function writes into its argument at `place`."""
    labels = np.zeros_like(args[place])
    compiled(*args[:place], labels, *args[place + 1 :])
    return labels


zero_derivative(labels_of)


def labelling(compiled: Any, place: int) -> Any:
    """What stands for such a function."""

    def label(*args: Any) -> None:
        args[place][...] = labels_of(compiled, place, args)

    return label


_LABELS = {"cluster_in": 2, "cluster_dist": 1, "cluster_maxclust_dist": 1, "cluster_monocrit": 2, "cluster_maxclust_monocrit": 2}
library.REPLACED |= {getattr(_hierarchy, name): labelling(getattr(_hierarchy, name), place) for name, place in _LABELS.items()
                     if hasattr(_hierarchy, name)}
library.REPLACED |= {known: ours for module, pairs in (
    (_vq, {"vq": quantised, "update_cluster_means": cluster_means}),
    (_hierarchy, {"mst_single_linkage": mst_single_linkage, "nn_chain": nn_chain, "fast_linkage": fast_linkage,
                  "cophenetic_distances": cophenetic_distances, "inconsistent": inconsistent,
                  "get_max_dist_for_each_cluster": get_max_dist_for_each_cluster,
                  "get_max_Rfield_for_each_cluster": get_max_Rfield_for_each_cluster}),
    (_ordering, {"optimal_leaf_ordering": optimal_leaf_ordering}))
    for name, ours in pairs.items() for known in present(module, name)}
