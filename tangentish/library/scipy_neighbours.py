"""Nearest neighbours of `scipy.spatial` in plain NumPy: by points and by the points of a tree.

Which of these are the nearest does not change where they move by little.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.spatial as spatial

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_hausdorff = first_module("scipy.spatial._hausdorff")
_COUNTING = ("query_ball_point", "query_ball_tree", "query_pairs", "count_neighbors")
"""Methods of trees that give places and numbers, but no distances."""


def indices_of(tree: Any, *args: Any) -> Any:
    """The places of the nearest neighbours; that after the last for none."""
    return tree.query(*args)[1]


def box_of(tree: Any) -> Any:
    """How long the space is along each axis that goes round, 0 for one that does not; None if there is none that does."""
    return tree.boxsize


def points_of(tree: Any) -> Any:
    """The points of a tree of constants."""
    return np.asarray(tree.data)


def rounds(x: Any) -> Any:
    """The nearest whole numbers."""
    return np.round(x)


zero_derivative(indices_of, box_of, points_of, rounds)


def queried(self: Any, x: Any, k: Any = 1, eps: Any = 0.0, p: Any = 2.0, distance_upper_bound: Any = np.inf,
            workers: Any = None) -> Any:
    """`KDTree.query`: how far the nearest neighbours are away, and which they are."""
    return distances_to(self, points_of(self), x, (k, eps, p, distance_upper_bound, 1 if workers is None else workers))


def distances_to(tree: Any, points: Any, x: Any, options: Any) -> Any:
    """`queried`, of a tree of these points."""
    x = np.asarray(x, dtype=float)
    indices = indices_of(tree, x, *options)
    many = np.ndim(indices) - np.ndim(x) + 1  # whether there is an axis for several neighbours
    there = np.asarray(indices) < len(points)
    apart = (x[..., None, :] if many else x) - points[np.where(there, indices, 0)]
    box = box_of(tree)
    if box is not None:
        apart = apart - box * rounds(apart / np.where(box > 0, box, np.inf))
    return np.where(there, np.linalg.norm(apart, options[2], axis=-1), np.inf), indices


class Tree:
    """What stands for a `scipy.spatial.KDTree` of points that are differentiated."""

    def __init__(self, tree: Any, points: Any) -> None:
        self._tree, self.data = tree, points

    @property
    def mins(self) -> Any:
        return np.min(self.data, axis=0)

    @property
    def maxes(self) -> Any:
        return np.max(self.data, axis=0)

    def query(self, x: Any, k: Any = 1, eps: Any = 0.0, p: Any = 2.0, distance_upper_bound: Any = np.inf,
              workers: Any = 1) -> Any:
        return distances_to(self._tree, self.data, x, (k, eps, p, distance_upper_bound, workers))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in ("n", "m", "leafsize", "boxsize", "size", "indices"):
            raise UnsupportedError(f"`{name}` of a tree of active points has no derivative.\nUse its method `query`.")
        return getattr(self._tree, name)


def asked(tree: Any, name: str, args: Any, keywords: Any) -> Any:
    """What a method gives that counts points or tells their places, of trees or of what stands for them."""
    args = [arg._tree if isinstance(arg, Tree) else arg for arg in (tree, *args)]
    keywords = {key: arg._tree if isinstance(arg, Tree) else arg for key, arg in keywords.items()}
    return getattr(args[0], name)(*args[1:], **keywords)


zero_derivative(asked)


def asking(name: str) -> Any:
    """What stands for such a method."""

    def ask(self: Any, *args: Any, **keywords: Any) -> Any:
        return asked(self, name, args, keywords)

    return ask


def tree_made(cls: Any, points: Any, options: Any) -> Any:
    """The tree that SciPy makes, which depends on nothing."""
    return cls(points, *options)


zero_derivative(tree_made)


def kd_tree(data: Any, leafsize: int = 10, compact_nodes: bool = True, copy_data: bool = False, balanced_tree: bool = True,
            boxsize: Any = None) -> Any:
    """`scipy.spatial.KDTree`."""
    data = np.array(data, dtype=float)
    return Tree(tree_made(spatial.KDTree, data, (leafsize, compact_nodes, copy_data, balanced_tree, boxsize)), data)


def compiled_kd_tree(data: Any, leafsize: int = 16, compact_nodes: bool = True, copy_data: bool = False,
                     balanced_tree: bool = True, boxsize: Any = None) -> Any:
    """`scipy.spatial.cKDTree`."""
    data = np.array(data, dtype=float)
    return Tree(tree_made(spatial.cKDTree, data, (leafsize, compact_nodes, copy_data, balanced_tree, boxsize)), data)


def farthest_of(u: Any, v: Any, seed: Any) -> tuple[int, int]:
    """The pair of points whose distance it is."""
    _, first, second = _hausdorff.directed_hausdorff(u, v, seed)
    return int(first), int(second)


zero_derivative(farthest_of)


def directed_hausdorff(u: Any, v: Any, seed: Any = 0) -> Any:
    """`scipy.spatial._hausdorff.directed_hausdorff`: how far the point of `u` is away that is the farthest from all of `v`."""
    first, second = farthest_of(u, v, seed)
    return np.linalg.norm(u[first] - v[second]), first, second


for _name in _COUNTING:
    _ask = asking(_name)
    setattr(Tree, _name, _ask)
    library.REPLACED |= {getattr(_cls, _name): _ask for _cls in (spatial.KDTree, spatial.cKDTree)}
library.REPLACED |= {spatial.KDTree: kd_tree, spatial.cKDTree: compiled_kd_tree, spatial.KDTree.query: queried,
                     spatial.cKDTree.query: queried}
library.REPLACED |= {known: directed_hausdorff for known in present(_hausdorff, "directed_hausdorff")}
