"""Functions in containers around a function that have a variable in common: what one stores there, another one reads.

    def cell(v):
        box = [v]
        return (lambda: box[0]), (lambda w: box.__setitem__(0, w))

    GET_AND_PUT = cell(1.0)

    def fun(x):
        GET_AND_PUT[1](x)
        return GET_AND_PUT[0]()
"""

from __future__ import annotations

import types
from collections.abc import Iterator

import gast

from tangentish.closures import cells_of
from tangentish.frontend.resolve import Scope
from tangentish.syntax import walk

CELL = "cell_contents"
"""Stands, among the attributes that active values are stored in, for variables of functions whose names are not known."""
_DEEPEST, _LONGEST = 3, 100


def shares_cells(scope: Scope) -> bool:
    """Whether there are such functions in containers that the code of a function names."""
    if scope.shares_cells is None:
        names = {node.id for node in walk(scope.source.tree) if node.__class__ is gast.Name}
        cells: set[int] = set()
        scope.shares_cells = False
        for function in {id(one): one for name in names for one in _functions(scope.name(name), 0)}.values():
            own = {id(cell) for cell in cells_of(function).values()}
            scope.shares_cells = scope.shares_cells or not own.isdisjoint(cells)
            cells |= own
    return scope.shares_cells


def _functions(value: object, depth: int) -> Iterator[types.FunctionType]:
    if type(value) in (tuple, list, dict) and depth < _DEEPEST:
        for item in list(value.values() if isinstance(value, dict) else value)[:_LONGEST]:  # type: ignore[call-overload]  # as said
            yield from _functions(item, depth + 1)
    elif issubclass(type(value), types.FunctionType) and depth:
        yield value
