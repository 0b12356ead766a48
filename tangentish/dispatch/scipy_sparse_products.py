"""Products of two sparse matrices, where either may have active entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sparse

from tangentish.dispatch.records import Parts, Record
from tangentish.dispatch.scipy_sparse_forms import fitting
from tangentish.dispatch.scipy_sparse_places import MADE, NOWHERE, found_at, is_inside, places
from tangentish.shadows import Shadows


class _ProductOfTwo(Record):
    """A product, with the data of both matrices as it was: `left` and `right` are copies."""

    def __init__(self, made: Any, left: Any, right: Any) -> None:
        self.made, self.given, self.copies = made, (left, right), (left.copy(), right.copy())

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        bar = shadows.held(self.made, "data", self.made.data, None)
        if bar is not None:
            left, right = self.copies
            whole = _with_data(self.made, bar)
            for matrix, part in zip(self.given, (whole @ right.T, left.T @ whole), strict=True):
                data = np.asarray(matrix.data)
                shadows.deposit(matrix, "data", data, fitting(entries_at(part, matrix), data))
        return Parts([None, None], {})

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        left, right = self.copies
        dotted = []
        for matrix in self.given:
            data = np.asarray(matrix.data)
            dotted.append(_with_data(matrix, tangents.whole(data, tangents.held(matrix, "data", data))))
        parts = entries_at(dotted[0] @ right, self.made) + entries_at(left @ dotted[1], self.made)
        tangents.bind(self.made.data, fitting(parts, self.made.data))
        return True


def product_of_two(function: Any, left: Any, right: Any) -> tuple[Any, Record] | None:
    """The product of two matrices with all entries that may be other than 0; None for classes that have no active entries."""
    made = function(left, right)
    if not all(isinstance(matrix, MADE) for matrix in (left, right, made)):
        return None
    if made.format in ("csr", "csc"):
        rows, across = places(_ones(left) @ _ones(right))  # where nothing cancels out
        order = np.lexsort((rows, across) if made.format == "csc" else (across, rows))
        rows, across = rows[order], across[order]
        made = type(made)((entries_of(made, rows, across), (rows, across)), shape=made.shape)
    else:
        made.data = np.array(made.data)
    return made, _ProductOfTwo(made, left, right)


def entries_at(matrix: Any, like: Any) -> Any:
    """The entries of a matrix in the places of the data of another: 0 where it has none."""
    return entries_of(matrix, *places(like)) * is_inside(like)


def entries_of(matrix: Any, rows: Any, across: Any) -> Any:
    """The entries of a matrix in these places.

    >>> entries_of(sparse.csr_array(np.eye(2)), np.array([0, 0]), np.array([0, 1]))
    array([1., 0.])
    """
    matrix = matrix.tocsr(copy=True)
    matrix.sum_duplicates()
    where = found_at(matrix, rows, across)
    return np.where(where == NOWHERE, 0, np.append(matrix.data, 0)[where])


def _with_data(matrix: Any, data: Any) -> Any:
    """A matrix with other data in the same places."""
    inside = is_inside(matrix)
    rows, across = places(matrix)
    return sparse.coo_array((np.ravel(data)[inside], (rows[inside], across[inside])), shape=matrix.shape).tocsr()


def _ones(matrix: Any) -> Any:
    return _with_data(matrix, np.ones(matrix.data.size))
