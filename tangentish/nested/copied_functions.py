"""Copies of closures, for when what they hold may be overwritten before it is read again."""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tangentish.closures import content
from tangentish.runtime import copied

_CONTAINERS = (np.ndarray, list, tuple, dict)
_COPIED = (*_CONTAINERS, float, complex, np.inexact)

Moved = tuple[Any, Any, types.CellType, types.CellType]
"""A value that was copied, its copy, and the cells that hold them."""


def copied_function(function: Any) -> tuple[Any, list[Moved]]:
    """A function that holds copies of what `function` captured, functions likewise, and what was copied.

    Anything but a Python function with a closure is returned as it is.
    """
    moved: dict[int, Moved] = {}
    return _copied(function, moved), [one for one in moved.values() if isinstance(one[0], _COPIED)]


def _copied(function: Any, moved: dict[int, Moved]) -> Any:
    if not isinstance(function, types.FunctionType) or not function.__closure__:
        return function
    cells = tuple([_copied_cell(cell, moved) for cell in function.__closure__])
    made = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, cells)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return made


def _copied_cell(cell: types.CellType, moved: dict[int, Moved]) -> types.CellType:
    """One copy for each cell, so that functions that share a variable go on sharing it."""
    if id(cell) in moved:
        return moved[id(cell)][3]
    value = content(cell, cell)
    if value is cell:  # not bound yet
        return cell
    copy = types.CellType(value)
    moved[id(cell)] = (value, value, cell, copy)  # before what it holds, which may come back to it
    if isinstance(value, types.FunctionType):
        copy.cell_contents = _copied(value, moved)
    elif isinstance(value, _CONTAINERS):
        copy.cell_contents = copied([value], {})[0][0]
    moved[id(cell)] = (value, copy.cell_contents, cell, copy)
    return copy
