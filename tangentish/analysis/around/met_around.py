"""Lists, dicts and arrays that a function finds by name, or what it calls: an argument that it writes into may be none of them.

The derivative works on a copy of the argument, and what is read by the other name would be what it was before.

>>> LOG = [1.0]
>>> def last():
...     return LOG[-1]
>>> def note(x, log):
...     log.append(x)
...     return last()
>>> for function in (last, note): function.__module__ = "models"  # of no package
>>> met = met_around(note)
>>> met.check_other_names([2.0])
>>> try: met.check_other_names(LOG)
... except UnsupportedError as error: print(str(error).splitlines()[0].partition(": ")[2])
an argument of note shares memory with a variable around it, and is written into.
"""

from __future__ import annotations

import types
from collections.abc import Collection
from typing import Any

import numpy as np

from tangentish.analysis.code.code_names import defaults_of
from tangentish.analysis.code.reach import Reach
from tangentish.closures import cells_of, content
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.source import read_source
from tangentish.runtime.copies import held_in


class MetAround:
    """`places` say where the data is found from a function: by a function under a name, or in an object; and what it was."""

    def __init__(self, function: types.FunctionType, places: list[tuple[Any, str, Any]]) -> None:
        self.function, self.places = function, places

    def has_captured(self, cell: types.CellType) -> bool:
        """Whether another function has captured the variable of a cell."""
        return any(isinstance(who, types.FunctionType) and cells_of(who).get(label) is cell for who, label, _ in self.places)

    def kept(self) -> MetAround | None:
        """The same for what functions have captured, or have as defaults; None if that is nothing."""
        found = [place for place in self.places if _is_kept(*place[:2])]
        return MetAround(self.function, found) if found else None

    def check_other_names(self, *values: Any) -> None:
        """Raise UnsupportedError where values are or hold lists and the like that are found by name, or in an object.

        That arrays of the module are others is looked at elsewhere (`apart.plans`), but for those that functions keep.
        """
        arrays, containers = held_in(values)
        more = held_in(_now(*place) for place in self.places)[1]
        kept = held_in(_now(*place) for place in self.places if _is_kept(*place[:2]))[0]
        if not set(containers).isdisjoint(more) or any(np.may_share_memory(a, b) for a in arrays for b in kept):
            raise shares_with_others(self.function)


def shares_with_others(function: types.FunctionType) -> TangentishError:
    """The error for a call of a function with an argument that it writes into, and finds by another name."""
    source = read_source(function)
    problem = f"an argument of {function.__name__} shares memory with a variable around it, and is written into."
    return located(UnsupportedError, problem, source.filename, source.tree, "Pass a copy.")


def met_around(function: types.FunctionType, params: Collection[str] = ()) -> MetAround | None:
    """What is found from a function, but for its own parameters, and what it has captured if that is one; None if nothing is."""
    found = [(who, label, value) for who, label, value in Reach({function.__name__: function}).data
             if not isinstance(who, types.BuiltinMethodType) and not (who is function and label in params)]
    return MetAround(function, found) if found else None


def _is_kept(who: Any, label: str) -> bool:
    """Whether a function has captured what it finds by a name, or has it as the default of a parameter."""
    return isinstance(who, types.FunctionType) and (label in who.__code__.co_freevars or label in defaults_of(who))


def _now(who: Any, label: str, value: Any) -> Any:
    """What a function finds by a name now, or what an object had."""
    if not isinstance(who, types.FunctionType) or label.startswith("."):
        return value
    cell = cells_of(who).get(label)
    return who.__globals__.get(label, value) if cell is None else content(cell, value)
