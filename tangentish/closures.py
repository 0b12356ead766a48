"""The cells of closures: the variables that a function shares with the function around it."""

from __future__ import annotations

import types
from typing import Any


def cells_of(function: types.FunctionType) -> dict[str, types.CellType]:
    """The cells of the variables that a function captured, by their names."""
    return dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))


def content(cell: types.CellType, empty: Any) -> Any:
    """What a cell holds now; `empty` if its variable is not bound.

    >>> content(types.CellType(2.0), None), content(types.CellType(), None)
    (2.0, None)
    """
    try:
        return cell.cell_contents
    except ValueError:
        return empty
