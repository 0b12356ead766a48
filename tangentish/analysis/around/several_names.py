"""Lists, dicts and arrays that code in reach finds by more than one name: what is written by one is read by another.

That the derivative of what is read knows of it cannot be told beforehand, so that the content is looked at when all is over.

>>> LOG = [1.0]
>>> TABLES = (LOG, [2.0])
>>> def note(x):
...     TABLES[0][0] = x
>>> def noted(x):
...     note(x)
...     return LOG[0]
>>> for function in (note, noted): function.__module__ = "models"  # of no package
>>> found_by_several(noted) == [LOG], found_by_several(note)
(True, [])
"""

from __future__ import annotations

import collections
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tangentish.analysis.code.reach import Reach
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import is_gone
from tangentish.closures import cells_of

_HOLDING = (list, tuple, dict, collections.deque)
_SPACES = (types.SimpleNamespace, types.ModuleType)


def found_by_several(function: types.FunctionType) -> list[Any]:
    """The containers and arrays that a function, or what it calls, finds by several names, if any of these write anything."""
    names: dict[int, set[Any]] = collections.defaultdict(set)
    parts: dict[int, Any] = {}
    reach = Reach({function.__name__: function})
    for who, label, value in reach.data:
        variable = _variable(who, label, value)
        for part in _held(value, set()) if variable is not None else ():
            root = _root(part)
            names[id(root)].add(variable)
            parts[id(root)] = root
    found = [parts[key] for key, variables in names.items() if len(variables) > 1 and any(
        not isinstance(variable, _Default) or variable.owner is function for variable in variables)]
    return found if found and any(map(_writes, reach.functions)) else []


def _writes(function: types.FunctionType) -> bool:
    effects = effects_of(function, with_rule=True)
    return effects.any_writes or effects.given or bool(effects.around)


class _Default(NamedTuple):
    """A default of a parameter, which `kept_containers` looks at where others have it too."""

    owner: Any
    label: str


def _variable(who: Any, label: str, value: Any) -> Any:
    """What stands for the variable under whose name something is found; None of attributes of objects."""
    if label.startswith("."):
        return (id(who), label) if isinstance(who, _SPACES) else None
    if not isinstance(who, types.FunctionType):
        return None
    cell = cells_of(who).get(label)
    if cell is not None:
        return id(cell)
    return (id(who.__globals__), label) if who.__globals__.get(label) is value else _Default(who, label)


def _held(value: Any, seen: set[int]) -> Iterator[Any]:
    """What can be written into of a value and its items."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, _HOLDING) and id(value) not in seen:
        seen.add(id(value))
        if not isinstance(value, tuple):
            yield value
        for item in list(value.values() if isinstance(value, dict) else value):
            if not is_gone(item):
                yield from _held(item, seen)


def _root(part: Any) -> Any:
    """The array whose memory a view shows; else the value itself."""
    while isinstance(part, np.ndarray) and isinstance(part.base, np.ndarray):
        part = part.base
    return part
