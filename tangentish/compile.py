"""Source text -> functions, whose text tracebacks and pdb show."""

from __future__ import annotations

import itertools
import types
from collections.abc import Mapping
from typing import Any

from tangentish.closures import cells_of
from tangentish.errors import forget_origins
from tangentish.frontend.source import note_beside
from tangentish.shown import show
from tangentish.syntax import factory_of

_numbers = itertools.count(1)


def compile_functions(text: str, label: str, space: dict[str, Any], externs: Mapping[str, Any],
                      cells: Mapping[str, types.CellType]) -> dict[str, types.FunctionType]:
    """Compile the functions defined in `text`.

    They read globals live from `space`, which is left untouched; `externs` are the names tangentish itself needs and
    `cells` the closure cells of the user's function, shared with it.  Import lines and other text are only shown.
    """
    filename = f"<tangentish {label} {next(_numbers)}>"
    code, names = factory_of(text, filename, {*externs, *cells})
    made: dict[str, Any] = {}
    exec(code, space, made)
    values = [externs.get(name) for name in names]
    compiled = made["factory"](*values)
    note_beside(filename, compiled, externs)
    functions = {function.__name__: with_cells(function, cells) for function in compiled}
    show(filename, text, next(iter(functions.values())), forget_origins)
    return functions


def with_cells(function: types.FunctionType, cells: Mapping[str, types.CellType]) -> types.FunctionType:
    """The same function with other cells for some of its closure variables."""
    if not any(name in cells for name in function.__code__.co_freevars):
        return function
    closure = tuple(cells.get(name, own) for name, own in cells_of(function).items())
    bound = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, closure)
    bound.__kwdefaults__ = function.__kwdefaults__
    bound.__doc__ = function.__doc__
    return bound
