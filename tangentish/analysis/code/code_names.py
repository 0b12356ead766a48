"""What the code of a function names: variables around it, attributes; and what the variables hold."""

from __future__ import annotations

import dis
import functools
import itertools
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from tangentish.analysis.code.code_changes import SEARCHED
from tangentish.closures import cells_of, codes_in, content, named_in, positional_defaults
from tangentish.frontend.foreign import is_installed
from tangentish.instructions import ATTRIBUTES, IMPORT, LOADS, instructions, named

WRAPPING = (property, staticmethod, classmethod, functools.cached_property, functools._lru_cache_wrapper)
"""What keeps a function."""
_GLOBALS = frozenset(dis.opmap[name] for name in ("LOAD_GLOBAL", "LOAD_NAME"))
_BINDING = frozenset(number for name, number in dis.opmap.items() if name in (
    "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME", "DELETE_NAME", "LOAD_FROM_DICT_OR_GLOBALS"))
_STORE, _CONST = dis.opmap["STORE_ATTR"], dis.opmap["LOAD_CONST"]
_CALLS = frozenset(dis.opmap[name] for name in ("PRECALL", "CALL") if name in dis.opmap)
ASKING = ("len", "type", "id", "isinstance", "callable", "hasattr", "repr", "str")
"""Functions that give nothing of what they are given."""


@functools.lru_cache(maxsize=SEARCHED)
def names_of(code: types.CodeType) -> frozenset[str]:
    """The global names, and those of attributes, that code uses, with what is defined in it.

    >>> sorted(names_of((lambda state: getattr(state, "rows").size).__code__))
    ['getattr', 'rows', 'size']
    """
    return frozenset(name for part in codes_in(code) for name in named_in(part))


@functools.lru_cache(maxsize=SEARCHED)
def names_reached(code: types.CodeType) -> frozenset[str]:
    """`names_of` code, without `getattr` where all that it is asked for are texts in the code: these are among the names.

    >>> def level(tank, name): return getattr(tank.below, "level", None)
    >>> def any_of(tank, name): return getattr(tank.below, "level" + name)
    >>> sorted(names_reached(level.__code__)), sorted(names_reached(any_of.__code__))
    (['below', 'level'], ['below', 'getattr', 'level'])
    """
    found = names_of(code)
    return found - {"getattr"} if "getattr" in found and all(map(_asks_by_texts, codes_in(code))) else found


def _asks_by_texts(code: types.CodeType) -> bool:
    """Whether code uses `getattr` for nothing but attributes of variables, and of attributes of these, with names told in it."""
    steps = list(instructions(code))
    for place, step in enumerate(steps):
        if named(code, *step) != "getattr":
            continue
        rest = itertools.dropwhile(lambda step: step[0] in ATTRIBUTES, steps[place + 2:])
        text, default, call = next(rest), next(rest), next(rest, (0, 0))
        if step[0] not in _GLOBALS or steps[place + 1][0] not in LOADS or text[0] != _CONST or not (
                default[0] in _CALLS or (default[0] in LOADS | {_CONST} and call[0] in _CALLS)):
            return False
    return True


@functools.lru_cache(maxsize=SEARCHED)
def globals_read(code: types.CodeType) -> frozenset[str]:
    """The global variables that code reads, with what is defined in it.

    >>> def switch():
    ...     global on
    ...     on = not off
    >>> sorted(globals_read(switch.__code__))
    ['off']
    """
    return frozenset(named(part, *step) or "" for part in codes_in(code) for step in instructions(part) if step[0] in _GLOBALS)


@functools.lru_cache(maxsize=SEARCHED)
def globals_named(code: types.CodeType) -> frozenset[str]:
    """The global variables that code reads or binds: attributes of these names, as in `np.cos`, are others than what is around.

    >>> def switch():
    ...     global on
    ...     on = not off.cos
    >>> sorted(globals_named(switch.__code__))
    ['off', 'on']
    """
    return globals_read(code).union([named(part, *step) or "" for part in codes_in(code) for step in instructions(part)
                                     if step[0] in _BINDING])


@functools.lru_cache(maxsize=SEARCHED)
def attributes_set(code: types.CodeType) -> frozenset[str]:
    """The attributes that code itself stores.

    >>> def mark(state): state.size = abs(state.count)
    >>> sorted(attributes_set(mark.__code__))
    ['size']
    """
    return frozenset(named(code, *step) or "" for step in instructions(code) if step[0] == _STORE)


@functools.lru_cache(maxsize=SEARCHED)
def bare_names(code: types.CodeType) -> frozenset[str]:
    """The variables that code does more with than to take an attribute of them, or to ask for their length.

    >>> def use(a, b): return a.size + b[0] + len(a) + abs(c) + d.e(a.ndim)
    >>> sorted(bare_names(use.__code__))
    ['abs', 'b', 'c', 'len']
    """
    found: set[str] = set()
    for part in codes_in(code):
        steps = list(instructions(part))
        for before, step, after in zip([steps[0], *steps], steps, steps[1:], strict=False):
            if step[0] in LOADS and after[0] not in ATTRIBUTES and named(part, *before) not in ASKING:
                found.add(named(part, *step) or "")
    return frozenset(found)


@functools.lru_cache(maxsize=SEARCHED)
def _imported(code: types.CodeType) -> frozenset[str]:
    """The modules that code imports when it runs."""
    return frozenset(part.co_names[argument] for part in codes_in(code) if IMPORT in part.co_code[::2]  # at a glance, as a rule
                     for number, argument in instructions(part) if number == IMPORT)


def modules_of(function: types.FunctionType) -> dict[str, Any]:
    """The modules that a function imports when it runs, those that others have imported by now."""
    return {name: sys.modules[name] for name in _imported(function.__code__) if name in sys.modules}


def around(function: types.FunctionType) -> dict[str, Any]:
    """What the global and captured variables hold that a function names."""
    space = function.__globals__
    code = function.__code__
    found = {name: space[name] for name in names_of(code) if name in space and is_around(name, space[name], code)}
    return found | {name: content(cell, None) for name, cell in cells_of(function).items()}


def is_around(name: str, value: Any, code: types.CodeType) -> bool:
    """Whether a name in some code may be that of a global variable with this value, and not only of an attribute.

    A module may be asked for one of its own. But `np.cos` is not what `from sympy import cos` gave the name to: that leads to
    all of a package.
    """
    return not _is_of_package(value) or name in globals_named(code)


def _is_of_package(value: Any) -> bool:
    """Whether a value is a function or a class of an installed package, or an object of such a class."""
    owner = value if issubclass(type(value), (types.FunctionType, type)) else type(value)  # a proxy may be of nothing any more
    module = sys.modules.get(str(owner.__module__))
    return module is not None and "-packages" in (vars(module).get("__file__") or "")


def functions_around(function: types.FunctionType) -> list[types.FunctionType]:
    """The functions that the code of a function names."""
    return [value for _, value in sorted(around(function).items()) if isinstance(value, types.FunctionType)]


def called_by_name(function: types.FunctionType, goes_on: Callable[[types.FunctionType], bool]) -> Iterator[types.FunctionType]:
    """A function, and those of the user's that it calls by name, and that these call, as far as one `goes_on`."""
    found, left = set(), [function]
    while left:
        one = left.pop()
        if one not in found and not is_installed(one):
            found.add(one)
            yield one
            left += functions_around(one) if goes_on(one) else []


def defaults_of(function: types.FunctionType) -> dict[str, Any]:
    """The defaults of parameters, by their names."""
    return positional_defaults(function) | (function.__kwdefaults__ or {})


def functions_of(value: Any) -> list[types.FunctionType]:
    """The functions of a method, of a property, or of what keeps the results of one."""
    if isinstance(value, types.FunctionType):
        return [value]
    if not isinstance(value, WRAPPING):
        return []
    parts = [getattr(value, key, None) for key in ("__func__", "__wrapped__", "func", "fget", "fset")]
    return list(dict.fromkeys(function for part in parts for function in functions_of(part)))


@functools.lru_cache(maxsize=1024)
def has_by_name(cls: type, name: str) -> bool:
    """Whether a class has an attribute, or its methods store one of that name.

    >>> class Tank:
    ...     def fill(self, v): self.level = v
    ...     def __getattr__(self, name): return 2.0 * self.level
    >>> has_by_name(Tank, "level"), has_by_name(Tank, "fill"), has_by_name(Tank, "twice")
    (True, True, False)
    """
    functions = [function for base in cls.__mro__ for function in functions_in(base)]
    return any(name in vars(base) for base in cls.__mro__) or any(
        name in attributes_set(code) for function in functions for code in codes_in(function.__code__))


@functools.lru_cache(maxsize=1024)
def functions_in(cls: type) -> list[types.FunctionType]:
    """The functions of a class, without those of its bases."""
    return [function for value in vars(cls).values() for function in functions_of(value)]
