"""What isotonic regression in scikit-learn does before it begins, in plain NumPy, as it is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative


def first_of_each(X: Any) -> Any:
    """Where each run of places begins that are taken for one, of ordered ones.

    >>> first_of_each(np.array([0.1, 0.1, 0.4, 0.7, 0.7]))
    array([0, 2, 3])
    """
    found, eps = [0], np.finfo(X.dtype).resolution
    for place, x in enumerate(X):
        if x - X[found[-1]] >= eps:
            found.append(place)
    return np.array(found)


zero_derivative(first_of_each)


def make_unique(X: Any, y: Any, sample_weights: Any) -> Any:
    """`_make_unique`: each place once, with the mean of the values there and the sum of their weights."""
    first = first_of_each(X)
    weights = np.add.reduceat(sample_weights, first)
    return X[first], np.add.reduceat(y * sample_weights, first) / weights, weights


library.REPLACED |= {one: make_unique for one in present(first_module("sklearn._isotonic"), "_make_unique")}
