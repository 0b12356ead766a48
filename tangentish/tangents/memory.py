"""Tangents of arrays: each piece of memory has one, and views of it have the same views of that."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Memory:
    """The part of the table that is found from addresses; it keeps the memory it knows alive, so none is used twice."""

    def __init__(self) -> None:
        self._memory: dict[int, tuple[Any, Array, int]] = {}
        self._whole: dict[int, Array] = {}  # the tangents of arrays that own their memory, by their identities

    def of(self, x: Array) -> Array:
        """The tangent of an array: the same view of the tangent of the memory it lies in, zero when first asked for."""
        whole = self._whole.get(id(x)) if x.base is None else None
        if whole is not None and whole.shape == x.shape and whole.dtype is x.dtype:
            return whole
        root = root_of(x)
        entry = self._memory.get(id(root))
        if entry is None:
            low, high = bounds_of(root)
            # that the numbers are complex is seen by who looks for the owner of an imaginary part, in a second derivative
            unit = root.dtype if isinstance(root, np.ndarray) and root.dtype.kind == "c" else np.dtype(np.uint8)
            block = np.zeros(-(-max(high - low, 1) // unit.itemsize) + 64 // unit.itemsize + 1, unit)
            align = -block.__array_interface__["data"][0] % 64 // unit.itemsize
            entry = self._memory[id(root)] = (root, block[align:], low)
        _, memory, low = entry
        offset = x.__array_interface__["data"][0] - low if x.size else 0
        found = np.ndarray(x.shape, x.dtype, memory.data, offset, x.strides)
        if x.base is None:
            self._whole[id(x)] = found
        return found

    def knows(self, x: Array) -> bool:
        """Whether an array has a tangent that may be other than zero."""
        return id(root_of(x)) in self._memory


def root_of(x: Array) -> Any:
    """The object that owns the memory of a view."""
    root: Any = x
    while isinstance(root.base, np.ndarray | memoryview):
        base = root.base.obj if isinstance(root.base, memoryview) else root.base
        if not isinstance(base, np.ndarray):
            return base
        root = base
    return root


def bounds_of(owner: Any) -> tuple[int, int]:
    """The addresses where the memory begins and ends that an array, or what else shows a buffer, has: there may be gaps in it.

    >>> rows = np.zeros((4, 3))
    >>> low, high = bounds_of(memoryview(rows)[::2])
    >>> high - low
    72
    """
    return np.lib.array_utils.byte_bounds(owner if isinstance(owner, np.ndarray) else np.asarray(memoryview(owner)))
