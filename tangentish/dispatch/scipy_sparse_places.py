"""Where the entries of sparse matrices are."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np
import scipy.sparse as sparse

from tangentish.errors import UnsupportedError

BY_ENTRIES = tuple(getattr(sparse, f"{kind}_{word}") for kind in ("csr", "csc", "coo", "bsr") for word in ("matrix", "array"))
"""The classes whose matrices may be made of active entries and their places."""

MADE = (*BY_ENTRIES, sparse.dia_matrix, sparse.dia_array)
"""The classes of matrices that may have active entries."""

NOWHERE = -1


def check_means_the_same(*args: Any) -> None:
    """Raise UnsupportedError for a matrix of a class that says itself what SciPy's operators and methods do.

    >>> class Doubling(sparse.csr_array):
    ...     def __matmul__(self, other): return 2.0 * super().__matmul__(other)
    >>> check_means_the_same(sparse.csr_array((2, 2)), 3.0)
    >>> check_means_the_same(Doubling((2, 2)))
    Traceback (most recent call last):
        ...
    tangentish.errors.UnsupportedError: `__matmul__` of Doubling is not that of SciPy, which is not followed.
    Put the matrix into an attribute of a class that is none.
    """
    for arg in args:
        own = _own_method(type(arg)) if sparse.issparse(arg) else None
        if own is not None:
            raise UnsupportedError(f"`{own}` of {type(arg).__name__} is not that of SciPy, which is not followed.\n"
                                   "Put the matrix into an attribute of a class that is none.")


@functools.lru_cache(maxsize=256)
def _own_method(cls: type) -> str | None:
    place = next(number for number, base in enumerate(cls.__mro__) if base.__module__.startswith("scipy."))
    original = cls.__mro__[place]
    said = [(key, value) for base in cls.__mro__[:place] for key, value in vars(base).items() if key not in _SAYING_NOTHING]
    return next((key for key, value in said if isinstance(value, types.FunctionType | property) and hasattr(original, key)), None)


_SAYING_NOTHING = frozenset(("__init__", "__new__", "__repr__", "__str__"))


def places(matrix: Any) -> tuple[Any, Any]:
    """The row and the column of each entry of the data; of what is outside of a matrix of diagonals, 0."""
    if matrix.format == "coo":
        return matrix.row, matrix.col
    if matrix.format == "dia":
        rows, across = _along_diagonals(matrix)
        inside = is_inside(matrix)
        return np.where(inside, rows, 0), np.where(inside, across, 0)
    along = np.repeat(np.arange(len(matrix.indptr) - 1), np.diff(matrix.indptr))
    if matrix.format == "bsr":
        return _in_blocks(along, matrix.indices, matrix.data.shape)
    return (along, matrix.indices) if matrix.format == "csr" else (matrix.indices, along)


def _in_blocks(along: Any, across: Any, shape: tuple[int, int, int]) -> tuple[Any, Any]:
    """The row and the column of each entry of blocks at these places."""
    _, height, width = shape
    rows = along[:, None, None] * height + np.arange(height)[:, None]
    columns = across[:, None, None] * width + np.arange(width)
    return np.broadcast_to(rows, shape).ravel(), np.broadcast_to(columns, shape).ravel()


def _along_diagonals(matrix: Any) -> tuple[Any, Any]:
    count, width = matrix.data.shape
    across = np.tile(np.arange(width), count)
    return across - np.repeat(np.asarray(matrix.offsets, np.int64), width), across


def is_inside(matrix: Any) -> Any:
    """Which entries of the data are in the matrix: all of them, unless they are diagonals."""
    if matrix.format != "dia":
        return np.ones(matrix.data.size, bool)
    rows, across = _along_diagonals(matrix)
    return (rows >= 0) & (rows < matrix.shape[0]) & (across < matrix.shape[1])


def found_at(made: Any, rows: Any, across: Any) -> Any:
    """Where the entries of these rows and columns are in the data of a matrix, or NOWHERE."""
    width = made.shape[1]
    inside = is_inside(made)
    keys = np.where(inside, np.multiply(places(made)[0], width, dtype=np.int64) + places(made)[1], -1)
    wanted = np.asarray(rows).astype(np.int64) * width + np.asarray(across).astype(np.int64)  # SciPy takes whole floats too
    order = np.argsort(keys)
    found = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)] if len(keys) else np.zeros(len(wanted), int)
    return np.where(keys[found] == wanted, found, NOWHERE) if len(keys) else found + NOWHERE
