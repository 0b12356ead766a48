"""The data that a function finds by name around it: numbers and arrays of its module, and of the function it was made in."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import gast
import numpy as np

from tangentish.analysis.code.code_changes import alters, binds
from tangentish.bindings import IMPORTS, imported_names
from tangentish.class_attributes import is_gone
from tangentish.closures import cells_of, content
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Node, walk

_DATA = (int, float, complex, str, type(None), np.number, np.bool_)


class Place(NamedTuple):
    """Where a variable around a function is kept: the globals of a module, or a cell."""

    holder: Any
    name: str

    def value(self) -> Any:
        """What is there now, or `MISSING`."""
        if isinstance(self.holder, types.CellType):
            return content(self.holder, MISSING)
        return self.holder.get(self.name, MISSING)

    def same(self, other: Place) -> bool:
        """Whether two are one variable."""
        return self.holder is other.holder and self.name == other.name


def is_data(value: Any) -> bool:
    """Whether a value is a number, an array of numbers, a text or None.

    >>> is_data(1.5), is_data(np.zeros(3)), is_data([1.0])
    (True, True, False)
    """
    return value.dtype.kind in "fciub" if type(value) is np.ndarray else not is_gone(value) and isinstance(value, _DATA)


def bound_in(tree: Node) -> set[str]:
    """All names that are bound anywhere in a function: parameters, variables, functions, classes, imports."""
    found = set()
    for node in walk(tree):
        if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            found.add(node.id)
        elif node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef) and node is not tree:
            found.add(node.name)
        elif node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ is gast.ExceptHandler and isinstance(node.name, gast.Name):
            found.add(node.name.id)
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            found |= set(node.names)
    return found


def variables_around(function: types.FunctionType, tree: Node) -> dict[str, Place]:
    """The variables that a function reads and that neither it nor anything in it binds."""
    cells = cells_of(function)
    bound = bound_in(tree)
    used = dict.fromkeys(node.id for statement in tree.body for node in walk(statement) if node.__class__ is gast.Name)
    return {name: Place(cells.get(name, function.__globals__), name) for name in used
            if name not in bound and (name in cells or name in function.__globals__)}


def data_around(around: dict[str, Place], own: frozenset[str]) -> dict[str, Place]:
    """Those that hold data, and that no code in reach alters, as `own` tells."""
    return {name: place for name, place in around.items() if is_data(place.value()) and alters(name) not in own and (
        isinstance(place.holder, types.CellType) or binds(name) not in own)}
