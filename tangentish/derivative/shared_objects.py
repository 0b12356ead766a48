"""Arguments that lead to the same object, list or array: what is stored by one of them is read by another.

Objects are told apart by who they are where a call is recorded (`dispatch`).  Arrays and lists among the arguments are copied
before they are written into, and those that objects hold are not: where they are the same, that is refused.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from tangentish.analysis.around.objects_around import objects_below, objects_in
from tangentish.analysis.writes.effects import effects_of
from tangentish.derivative.programs import target_of
from tangentish.errors import UnsupportedError
from tangentish.runtime import held_in
from tangentish.slots import attributes_held

_DATA = (np.ndarray, list, dict)
_PLAIN = frozenset((np.ndarray, float, int, str, bool, type(None), complex, np.float64, types.FunctionType, type))


def lead_to_same(values: Iterable[Any]) -> bool:
    """Whether two of some values lead to the same object.

    >>> class Plant:
    ...     __module__ = "models"  # of no package
    ...     def __init__(self, tank): self.tank = tank
    >>> tank = types.SimpleNamespace(level=0.0)
    >>> lead_to_same([2.0, tank]), lead_to_same([tank, Plant(tank)])
    (False, True)
    """
    held = [objects_in(value) for value in values if type(value) not in _PLAIN]
    if sum(map(bool, held)) < 2:
        return False
    found: set[int] = set()
    for objects in held:
        below = objects_below(objects).keys()
        if not found.isdisjoint(below):
            return True
        found |= below
    return False


def objects_among(values: Mapping[Any, Any]) -> list[Any]:
    """The places of values that are objects which others lead to, too: active values may be stored there, and read.

    >>> tank = types.SimpleNamespace(level=0.0)
    >>> objects_among({0: 2.0, "tank": tank}), objects_among({0: tank, 1: tank, 2: 3.0})
    ([], [0, 1])
    """
    if not lead_to_same(values.values()):
        return []
    return [place for place, value in values.items() if type(value) not in _PLAIN and objects_in(value)]


def check_held_apart(fun: Callable[..., Any], values: Iterable[Any],
                     may_write: Callable[[types.FunctionType | None], bool]) -> None:
    """Raise where an argument is, or holds, an array or a container that an object among the arguments holds, too.

    >>> tank = types.SimpleNamespace(levels=[1.0, 2.0])
    >>> try: check_held_apart(len, [tank, tank.levels], lambda function: True)
    ... except UnsupportedError as error: print(str(error).splitlines()[0])
    an argument is, or holds, a list or an array that an object among the arguments holds, too, and may be written into.
    """
    listed = [value for value in values if type(value) not in _PLAIN - {np.ndarray}]
    data = [value for value in listed if isinstance(value, _DATA)]
    objects = {key: owner for value in listed if not isinstance(value, np.ndarray) for key, owner in objects_in(value).items()}
    function = target_of(fun) if data and objects else None
    if not data or not objects or not (function is None or effects_of(function).any_writes):
        return
    arrays, containers = held_in(data)
    theirs, others = held_in(part for owner in objects_below(objects).values() for part in attributes_held(owner).values())
    shared = not set(containers).isdisjoint(others) or any(np.may_share_memory(one, other) for one in arrays for other in theirs)
    if shared and may_write(function):
        raise UnsupportedError(
            "an argument is, or holds, a list or an array that an object among the arguments holds, too, and may be written into.\n"
            "Pass a copy, or read it from the object.")
