"""What the function that is differentiated may find around it: what another function gives, and writes into, may be none of that.

    def table():
        return TABLE

    def fill(x):
        table()[:] = x

    def energy(x, act=fill):
        act(x)
        return TABLE @ x

The program of `fill` knows what it wrote, and that of `energy` does not know that anything was written.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np

from tangentish.analysis.around.kept_containers import gives_of_globals
from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.analysis.kept_before import outermost
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.copies import have_in_common
from tangentish.runtime.runs import found_in_run


def check_not_met(given: Any, storing: str) -> None:
    """Raise where a call gave what other functions may read, and the one that is called `storing` stores active values into it.

    >>> check_not_met(np.zeros(3), "fill")  # nothing is differentiated
    """
    frame = outermost(sys._getframe(1))
    if frame is not None and isinstance(given, DATA) and have_in_common(_found_by_others(called_in(frame), storing), given):
        raise UnsupportedError("active values are stored into what is kept around the functions, as a function gives it.\n"
                               "Pass it as an argument.")


def called_in(frame: types.FrameType) -> dict[str, Any]:
    """What is differentiated, and what it is given that can be called, by the frame of the call that began it."""
    held = [*frame.f_locals.values(), *(getattr(frame.f_locals.get("self"), label, None) for label in ("primal", "_function"))]
    held += [part for one in held if isinstance(one, tuple) for part in one]
    found = {id(one): one for one in held if callable(one) and not isinstance(one, type)}
    return {f"{place}": one for place, one in enumerate(found.values())}


def _found_by_others(called: dict[str, Any], storing: str) -> list[Any]:
    """What is found by names in code, of modules and of classes, and not by one function alone; it is looked for once in a run.

    A function that gives such a thing, or a part of it, is as good as a name of it.
    """
    key = "met", storing, *map(id, called.values())
    known = found_in_run()
    if key not in known:
        reach = Reach(called)
        others = set[str]().union(*(names_of(one.__code__) for one in reach.functions if one.__qualname__ != storing))
        known[key] = [value for who, label, value in reach.data if _is_found(who, label, storing, others) and not (
            isinstance(value, np.ndarray) and value.dtype.kind not in "fcO")]
    found: list[Any] = known[key]
    return found


def _is_found(who: Any, label: str, storing: str, others: set[str]) -> bool:
    """Whether something is found by a function that does more than to give it, or gives it to `others` that name it."""
    if not isinstance(who, types.FunctionType):
        return isinstance(who, types.ModuleType | type)
    return who.__qualname__ != storing and (label not in gives_of_globals(who) or who.__name__ in others)


zero_derivative(check_not_met)
