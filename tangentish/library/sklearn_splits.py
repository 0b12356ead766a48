"""How scikit-learn divides samples into those to learn from and those to test with: by places, which nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

_split = first_module("sklearn.model_selection._split")
_utils = first_module("sklearn.utils")


def places_of(split: Callable[..., Any], args: Any, keywords: Any) -> list[tuple[Any, Any]]:
    """The places of each division, as a list."""
    return list(split(*args, **keywords))


def places_of_two(arrays: Any, options: Any) -> Any:
    """The places of what `train_test_split` puts in one part and in the other."""
    return _split.train_test_split(np.arange(_utils.validation._num_samples(_utils.indexable(*arrays)[0])), **options)


zero_derivative(places_of, places_of_two)


def listing(split: Callable[..., Any]) -> Callable[..., Any]:
    """What stands for a generator of places."""

    def listed(*args: Any, **keywords: Any) -> list[tuple[Any, Any]]:
        return places_of(split, args, keywords)

    return listed


def train_test_split(*arrays: Any, **options: Any) -> list[Any]:
    """`train_test_split`."""
    if not arrays:
        raise ValueError("At least one array required as input")
    first, second = places_of_two(arrays, options)
    parts = []
    for array in arrays:
        parts.append(_utils._safe_indexing(array, first))
        parts.append(_utils._safe_indexing(array, second))
    return parts


if _split is not None:
    library.REPLACED[_split.train_test_split] = train_test_split
    _classes = [cls for cls in vars(_split).values() if isinstance(cls, type) and cls.__module__ == _split.__name__]
    library.REPLACED |= {vars(cls)["split"]: listing(vars(cls)["split"]) for cls in _classes if "split" in vars(cls)}
