"""Sparse matrices put beside and below each other: `hstack`, `vstack`, `bmat`, `block_array`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sparse

from tangentish import library
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.records import Nothing, Record
from tangentish.dispatch.scipy_sparse_forms import Sent
from tangentish.dispatch.scipy_sparse_places import MADE, NOWHERE, found_at, is_inside, places
from tangentish.errors import UnsupportedError

Grid = list[list[Any]]


def joined(function: Any, grid_of: Callable[[Any], Grid]) -> Any:
    """The handler of a function that joins the blocks of a grid."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        made = function(*args, **keywords)
        if not wrt or not args:
            return made, Nothing(len(args))
        grid = grid_of(args[0])
        if not isinstance(made, MADE) or any(floats(block) and not isinstance(block, MADE) for row in grid for block in row
                                             if block is not None):
            raise UnsupportedError(f"`{function.__name__}` of active values has a derivative for csr, csc, coo, bsr and dia "
                                   "matrices alone.\nMake them csr_matrix first.")
        if any(np.may_share_memory(made.data, block.data) for row in grid for block in row if block is not None):
            made.data = np.array(made.data)  # its cotangent is its own
        return made, Sent(made, [(block, _places_in(made, block, row, column), 1) for row, column, block in _placed(grid)],
                          len(args), keywords)

    return handler


def _placed(grid: Grid) -> list[tuple[int, int, Any]]:
    """The blocks of a grid, each with the row and the column of its first entry."""
    heights = [max(block.shape[0] for block in row if block is not None) for row in grid]
    widths = [max(row[column].shape[1] for row in grid if row[column] is not None) for column in range(len(grid[0]))]
    rows, columns = np.cumsum([0, *heights]), np.cumsum([0, *widths])
    return [(int(rows[i]), int(columns[j]), block) for i, row in enumerate(grid) for j, block in enumerate(row)
            if block is not None]


def _places_in(made: Any, block: Any, row: int, column: int) -> Any:
    """Where the entries of a block are in the matrix that it was put into."""
    inside, (rows, across) = is_inside(block), places(block)
    where = np.full(block.data.size, NOWHERE)
    where[inside] = found_at(made, rows[inside] + row, across[inside] + column)
    if np.any(where[inside] == NOWHERE):
        raise UnsupportedError("entries of a sparse matrix of active values were left out where it was joined to others, and have "
                               "no derivative there.\nMake it a csr_matrix first.")
    return where


def _rows(blocks: Any) -> Grid:
    return [list(row) for row in blocks]


def _beside(blocks: Any) -> Grid:
    return [list(blocks)]


def _below(blocks: Any) -> Grid:
    return [[block] for block in blocks]


library.HANDLED |= {sparse.hstack: joined(sparse.hstack, _beside), sparse.vstack: joined(sparse.vstack, _below),
                    sparse.bmat: joined(sparse.bmat, _rows), sparse.block_array: joined(sparse.block_array, _rows)}
for _function in (sparse.hstack, sparse.vstack, sparse.bmat, sparse.block_array, sparse.kron, sparse.block_diag):
    library.GIVES[_function] = lambda args, keywords: object  # of a class that depends on theirs
