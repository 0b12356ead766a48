"""The numbers and arrays in nested containers, by their paths."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.own_containers import sequence_like
from tangentish.records import fields_held, record_like

Path = tuple[Any, ...]


def leaves(x: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """The leaves of lists, tuples, dicts and dataclasses, with the keys that lead to each; None and text are no leaves.

    >>> leaves({"a": 1.0, "b": [2.0, None]})
    [(('a',), 1.0), (('b', 0), 2.0)]
    """
    if isinstance(x, dict):
        return [leaf for key, item in x.items() for leaf in leaves(item, (*path, key))]
    if isinstance(x, list | tuple):
        return [leaf for key, item in enumerate(x) for leaf in leaves(item, (*path, key))]
    if is_record(x):
        return [leaf for key, item in fields_held(x).values() for leaf in leaves(item, (*path, key))]
    return [] if x is None or isinstance(x, str | bytes) else [(path, x)]


def is_record(x: Any) -> bool:
    """Whether a value is an object of a dataclass."""
    return dataclasses.is_dataclass(x) and not isinstance(x, type)


def rebuilt(x: Any, found: dict[Path, Any], path: Path = ()) -> Any:
    """The structure of `x` with what was found for its leaves in their places.

    >>> rebuilt([1.0, (2.0, None)], {(0,): "p", (1, 0): "q"})
    ['p', ('q', None)]
    """
    if isinstance(x, dict):
        return {key: rebuilt(item, found, (*path, key)) for key, item in x.items()}
    if isinstance(x, list | tuple):
        items = [rebuilt(item, found, (*path, key)) for key, item in enumerate(x)]
        return sequence_like(x, items)
    if is_record(x):
        return record_like(x, {key: rebuilt(item, found, (*path, key)) for key, item in fields_held(x).values()})
    return found.get(path)


def unit_tangents(x: Any, zeros: bool = False) -> Iterator[tuple[Path, tuple[int, ...], Any]]:
    """For each entry of each leaf: the path, the index, and a tangent of the structure of `x` that is one there.

    Other leaves have None, or zeros with `zeros`.
    """
    rest = {path: np.zeros_like(leaf) if isinstance(leaf, np.ndarray) else 0.0 for path, leaf in leaves(x)} if zeros else {}
    for path, leaf in leaves(x):
        if not isinstance(leaf, np.ndarray):
            yield path, (), rebuilt(x, {**rest, path: 1.0})
            continue
        for index in np.ndindex(leaf.shape):
            unit = np.zeros(leaf.shape, leaf.dtype)
            unit[index] = 1
            yield path, index, copy.copy(rebuilt(x, {**rest, path: unit}))
