"""Memory that a call may write into by what it is given, and that another of its arguments has too.

    def part(state, y, done):
        state.double()
        done.append(y[0])

With `part(State(y), y, [])` a cotangent of `y` belongs in the place where the method that is called looks for it.  So it is
with closures, partials and bound methods that are passed, or captured, beside what they write into.
"""

from __future__ import annotations

import collections
import functools
import itertools
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.analysis.code.code_names import defaults_of
from tangentish.analysis.writes.effects import effects_of
from tangentish.apart.layout import is_owner
from tangentish.class_attributes import is_gone
from tangentish.closures import cells_of, content
from tangentish.runtime import held_in

_BARE = frozenset((float, int, np.float64, bool, str, type(None), np.ndarray, complex, type, types.ModuleType,
                   types.BuiltinFunctionType, np.ufunc))
_CONTAINERS = (list, tuple, dict, collections.deque)


def written_names(function: types.FunctionType) -> frozenset[str] | None:
    """The parameters and captured variables of a function that it may write into, or call; None where that is not known.

    >>> def apply(f, y, k):
    ...     f(k + 1)
    ...     return y[k]
    >>> sorted(written_names(apply))
    ['f']
    """
    effects = effects_of(function)
    return None if effects.opaque else effects.writes | effects.around


def writes_into_others(values: dict[str, Any], written: frozenset[str] | None) -> bool:
    """Whether what is called, or an object that is written into, may have memory of another of some values.

    >>> y, z = np.zeros(3), np.zeros(3)
    >>> def made(y, z):
    ...     def fill():
    ...         y[0] = 1.0
    ...     def read():
    ...         return len(z)
    ...     return fill, read, functools.partial(len, z)
    >>> [writes_into_others({"f": f, "y": y, "z": z}, frozenset("f")) for f in made(y, z)]
    [True, False, True]
    """
    holding = {name: value for name, value in values.items() if type(value) not in _BARE and _may_write(value, name, written)}
    if not holding or not any(isinstance(value, (np.ndarray, *_CONTAINERS)) for value in values.values()):
        return False
    for name, value in holding.items():
        reached = list(_reached(value, set()))
        if not reached:
            continue
        arrays, containers = held_in([other for label, other in values.items() if label != name])
        own, held = held_in(reached)
        if not set(containers).isdisjoint(held) or any(np.may_share_memory(a, b) for a in own for b in arrays):
            return True
    return False


def _may_write(value: Any, name: str, written: frozenset[str] | None) -> bool:
    """Whether something that is called, or written into, may hold memory."""
    if type(value) is types.FunctionType:
        return bool(value.__closure__ or value.__defaults__ or value.__kwdefaults__)
    return written is None or name in written or isinstance(value, types.MethodType | functools.partial)


def _reached(value: Any, seen: set[int]) -> Iterator[Any]:
    """The arrays and containers that functions and objects have which a value is, or holds."""
    if type(value) in _BARE or id(value) in seen:
        return
    seen.add(id(value))
    for part in itertools.filterfalse(is_gone, _parts(value)):
        if isinstance(part, np.ndarray | list | dict | collections.deque) and not isinstance(value, _CONTAINERS):
            yield part
        yield from _reached(part, seen)


def _parts(value: Any) -> list[Any]:
    """What a function may write into or give, what an object holds, the items of a container."""
    if isinstance(value, _CONTAINERS):
        return list(value.values() if isinstance(value, dict) else value)
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, types.MethodType):
        function = value.__func__
        return [value.__self__] if not isinstance(function, types.FunctionType) or _reaches(
            function, function.__code__.co_varnames[:1]) else []
    if isinstance(value, types.FunctionType):
        held = {**defaults_of(value), **{name: content(cell, None) for name, cell in cells_of(value).items()}}
        return [part for name, part in held.items() if _reaches(value, (name,))]
    return list(vars(value).values()) if is_owner(value) else []


def _reaches(function: types.FunctionType, names: tuple[str, ...]) -> bool:
    """Whether a function may write into what it has by one of some names, call it, or give a part of it."""
    effects = effects_of(function)
    return effects.opaque or not (effects.writes | effects.returns | effects.around | effects.around_returned).isdisjoint(names)
