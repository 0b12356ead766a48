"""Objects that calls on the way here were given as constants, and that hold what active values are stored in now.

    class Model:
        def run(self, v):
            self.state.put(v)

    def energy(x):
        MODEL.run(x)
        return MODEL.state.level

The program of `run` knows of `self.state`, and that of `energy` knows nothing of it: whatever it reads there is a constant.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, TypeVar

from tangentish.analysis.around.objects_around import objects_below, objects_of_class
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.reach import is_owner
from tangentish.errors import UnsupportedError
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import is_fixed
from tangentish.frontend.source import GENERATED
from tangentish.runtime.runs import found_in_run

Function = TypeVar("Function", bound=Callable[..., Any])
_calls: set[types.CodeType] = set()


def follows(function: Function) -> Function:
    """Marks a function that runs the program of a `function` with its `values`, of which some are `active`, or `known` to be."""
    _calls.add(function.__code__)  # type: ignore[attr-defined]  # a function
    return function


def check_stored_in(owners: Iterable[Any]) -> None:
    """Raise where an object that active values are stored in is below one that a method was called on as a constant."""
    places = {id(owner) for owner in owners if not is_fixed(owner)}
    frame: types.FrameType | None = sys._getframe(1)
    called: list[tuple[types.FunctionType, Any]] = []  # since the last program that was gone through: it knows nothing of these
    while places and frame is not None:
        if frame.f_code in _calls:
            here = frame.f_locals
            active = here["known"].active if "known" in here else here["active"]
            called.append((here["function"], _constant(here["values"], active)))
        elif called and frame.f_code.co_filename.startswith(GENERATED):
            for function, owner in called:
                _check(function, owner, places)
            called = []
        frame = frame.f_back
    for function, owner in list(_noted().values()) if places else ():
        _check(function, owner, places)


def note_constant(function: types.FunctionType, values: Mapping[str, Any], active: Set[str]) -> None:
    """The same for what is called in this run from now on, for a call of which no frame tells: the program of one is followed."""
    owner = _constant(values, active)
    if owner is not None:
        _noted()[id(owner)] = function, owner


def _noted() -> dict[int, tuple[types.FunctionType, Any]]:
    noted: dict[int, tuple[types.FunctionType, Any]] = found_in_run().setdefault("given as constants", {})
    return noted


def _constant(values: Mapping[str, Any], active: Set[str]) -> Any:
    """The object that a method is called on, if it is not active; else None."""
    first = next(iter(values), None)
    owner = None if first is None or first in active else values[first]
    return owner if is_owner(owner) and not is_engine(type(owner)) else None


def _check(function: types.FunctionType, owner: Any, places: set[int]) -> None:
    if owner is None or is_installed(function):
        return
    if not places.isdisjoint(objects_below({id(owner): owner} | objects_of_class(type(owner)))):
        raise UnsupportedError(
            f"{function.__qualname__} stores active values in an object that is not an argument.\n"
            "Pass the object to the differentiated function.")
