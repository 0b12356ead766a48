"""Where the entries of sparse matrices are."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sparse

BY_ENTRIES = tuple(getattr(sparse, f"{kind}_{word}") for kind in ("csr", "csc", "coo") for word in ("matrix", "array"))
"""The classes whose matrices may be made of active entries and their places."""

MADE = (*BY_ENTRIES, sparse.dia_matrix, sparse.dia_array)
"""The classes of matrices that may have active entries."""

NOWHERE = -1


def places(matrix: Any) -> tuple[Any, Any]:
    """The row and the column of each entry of the data; of what is outside of a matrix of diagonals, 0."""
    if matrix.format == "coo":
        return matrix.row, matrix.col
    if matrix.format == "dia":
        rows, across = _along_diagonals(matrix)
        inside = is_inside(matrix)
        return np.where(inside, rows, 0), np.where(inside, across, 0)
    along = np.repeat(np.arange(len(matrix.indptr) - 1), np.diff(matrix.indptr))
    return (along, matrix.indices) if matrix.format == "csr" else (matrix.indices, along)


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
    wanted = np.multiply(rows, width, dtype=np.int64) + across
    order = np.argsort(keys)
    found = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)] if len(keys) else np.zeros(len(wanted), int)
    return np.where(keys[found] == wanted, found, NOWHERE) if len(keys) else found + NOWHERE
