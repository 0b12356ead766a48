"""Objects around a function that it writes into, where the same array or list is read by a name of its own.

The derivative follows what it does to the object; by the other name the same memory would be taken for constant.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tangentish.analysis.around_writes import DATA, AroundWrites
from tangentish.analysis.inert import is_engine
from tangentish.analysis.objects_around import DEEPEST, functions_around, held_by, is_installed, objects_in
from tangentish.analysis.own_names import codes_in
from tangentish.closures import cells_of, content
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.runtime import have_in_common


def check_parts(scope: Scope, writes: AroundWrites) -> None:
    """Raise UnsupportedError where a function writes into an attribute, and reads what this holds by another name."""
    function = scope.source.function
    if not writes.parts or is_engine(function):
        return
    reached = _in_reach(function, DEEPEST, {})
    around = [item for names in reached.values() for item in names.items()]
    owners = held_by({key: owner for _, value in around for key, owner in objects_in(value).items()}).values()
    written = [vars(owner)[part] for owner in owners for part in writes.parts & vars(owner).keys()]
    for label, value in around:
        if isinstance(value, DATA) and any(have_in_common(value, part) for part in written):
            raise located(UnsupportedError, f"this writes into an object around it that holds `{label}`, which is read by its name "
                          "too", scope.source.filename, scope.source.tree, "Pass the object as an argument, or read through it.")


def _in_reach(function: types.FunctionType, deep: int, found: dict[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """The data and objects that a function names around it, and that the functions do that it calls by name."""
    if id(function) not in found and not is_installed(function):
        names = {name for code in codes_in(function.__code__) for name in (*code.co_names, *code.co_freevars)}
        around = {**function.__globals__, **{name: content(cell, None) for name, cell in cells_of(function).items()}}
        found[id(function)] = {name: around[name] for name in sorted(names & around.keys()) if not isinstance(
            around[name], types.ModuleType | types.FunctionType | type | np.ufunc)}
        for called in functions_around(function) if deep else ():
            _in_reach(called, deep - 1, found)
    return found
