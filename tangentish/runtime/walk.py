"""What can be reached from a value: its items, attributes and captured variables, and the globals its functions read."""

from __future__ import annotations

import collections
import functools
import gc
import itertools
import random
import sys
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import bound_object, has_dict, is_gone, own_attributes, slots_filled
from tangentish.closures import content
from tangentish.runtime.content import ABSENT, CELLS

IMMUTABLE = (int, float, complex, np.generic, str, bytes, type(None), type, types.ModuleType, types.BuiltinFunctionType,
              np.ufunc, np.dtype, range, slice, types.EllipsisType)
"""What holds nothing that can be written into."""
GENERATORS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, random.Random)
"""Random generators."""
ITERATORS: tuple[type, ...] = (
    zip, map, filter, enumerate, reversed, type(iter([])), type(iter(())), type(iter({}.values())), type(iter({}.items())),
    itertools.chain, itertools.islice, itertools.takewhile, itertools.dropwhile, itertools.starmap, itertools.accumulate,
    itertools.pairwise, itertools.compress, itertools.filterfalse, itertools.zip_longest, itertools.cycle)
"""What gives the items of something else, which may write when it is asked for them."""


def bound_to(x: Any) -> Any:
    """The array or container that a method of it, which somebody holds, may change; any other value as it is.

    >>> rows = [1.0]
    >>> bound_to(rows.append) is rows, bound_to(len) is len
    (True, True)
    """
    owner = bound_object(x) if type(x) in (types.BuiltinFunctionType, types.MethodWrapperType) else None
    return x if owner is None or isinstance(owner, types.ModuleType | type) else owner


def reachable(*values: Any) -> list[Any]:
    """Everything that can be written into and is reached from some values, in an order that depends on their structure alone.

    >>> x = np.zeros(2)
    >>> [type(one).__name__ for one in reachable(1.0, [x, (x, 2.0)])]
    ['list', 'ndarray', 'tuple']
    """
    found: dict[int, Any] = {}

    def visit(x: Any) -> None:
        x = bound_to(x)
        if not is_gone(x) and not isinstance(x, (*IMMUTABLE, *GENERATORS)) and id(x) not in found:
            found[id(x)] = x
            for part in parts_of(x):
                visit(part)

    for value in values:
        visit(value)
    return list(found.values())


def parts_of(x: Any) -> Any:
    """What an object leads to."""
    if isinstance(x, dict):
        return x.values()
    if isinstance(x, list | tuple | set | frozenset | collections.deque):
        return x
    if isinstance(x, np.ndarray):
        return vars(x).values() if has_dict(x) else ()
    if isinstance(x, CELLS):
        held = held_in(x)
        return () if held is ABSENT else (held,)
    if isinstance(x, types.FunctionType):
        return [*(x.__closure__ or ()), *(x.__defaults__ or ()), *(x.__kwdefaults__ or {}).values()]
    if isinstance(x, types.MethodType):
        return (x.__self__, x.__func__)
    if isinstance(x, functools.partial):
        return (x.func, *x.args, x.keywords)
    if isinstance(x, types.GeneratorType):
        return () if x.gi_frame is None else called_through(x.gi_frame.f_locals.values())
    if isinstance(x, ITERATORS):
        return called_through(gc.get_referents(x))
    return attributes_of(x).values()


_CALLED = (types.FunctionType, types.MethodType, functools.partial, types.CellType)


def called_through(parts: Iterable[Any]) -> list[Any]:
    """Some values, with what functions among them hold in their place: they may be called.

    >>> def made(x): return lambda: x
    >>> [type(one).__name__ for one in called_through([1.0, made(np.zeros(2))])]
    ['float', 'ndarray']
    """
    found, seen, waiting = [], set(), list(parts)[::-1]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, _CALLED):
            found.append(part)
        elif id(part) not in seen:
            seen.add(id(part))
            waiting.extend(parts_of(part))
    return found


def globals_of(function: types.FunctionType) -> list[Any]:
    """The global variables that a function may read and that can be written into, and other functions of users'."""
    names = names_in_code(function.__code__)
    space = function.__globals__
    named = [space[name] for name in names if name in space]
    for module in [value for value in named if isinstance(value, types.ModuleType) and not is_of_library(value.__name__)]:
        named += [vars(module)[name] for name in names if name in vars(module)]
    return [value for value in named if isinstance(value, (np.ndarray, list, dict, set, *GENERATORS)) or _is_users(value)]


def _is_users(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and not is_of_library(value.__module__ or "")


def is_of_library(module: str) -> bool:
    """Whether a module is one whose functions keep nothing that matters here."""
    top = module.split(".", maxsplit=1)[0]
    return top in ("numpy", "scipy", "tangentish") or (top in sys.stdlib_module_names and top != "__main__")


@functools.lru_cache(maxsize=1024)
def methods_of(cls: type) -> tuple[types.FunctionType, ...]:
    """The methods, written in Python, of a class of a user's."""
    found = [value for one in cls.__mro__ if not is_of_library(one.__module__) for value in vars(one).values()]
    return tuple([value for value in found if isinstance(value, types.FunctionType)])


@functools.lru_cache(maxsize=4096)
def names_in_code(code: types.CodeType) -> frozenset[str]:
    """The global names that a function, or one inside it, may read."""
    inner = [names_in_code(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return frozenset(code.co_names).union(*inner)


def attributes_of(x: Any) -> dict[str, Any]:
    """The attributes that an object holds itself, those of slots too."""
    if isinstance(x, types.FunctionType | types.MethodType | functools.partial):
        return {}
    return {**slots_filled(x), **own_attributes(x)}


def held_in(cell: Any) -> Any:
    """What a cell holds, or `ABSENT`."""
    return content(cell, ABSENT)
