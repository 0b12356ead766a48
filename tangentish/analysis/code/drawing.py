"""Which functions may take something from what others take from too: random numbers, items of iterators, lines of files.

When such functions are called in another order, they give something else.

>>> import math, random
>>> may_draw(random.gauss), may_draw(next), may_draw(math.sin), may_draw(len)
(True, True, False, False)
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.closures import codes_in, meaning_of
from tangentish.instructions import globals_bound

MODULES = frozenset(("random", "numpy.random", "secrets", "uuid"))
BUILTINS = (next, input, open)


def may_draw(function: Any, seen: set[types.CodeType] | None = None) -> bool:
    """Whether a function, or anything that it calls by a global name, may do so."""
    seen = set() if seen is None else seen
    if isinstance(function, types.MethodType):
        return may_draw(function.__func__, seen)
    if isinstance(function, types.BuiltinMethodType):
        owner = function.__self__
        return function in BUILTINS or not (owner is None or isinstance(owner, types.ModuleType | type))
    if not isinstance(function, types.FunctionType) or function.__code__ in seen:
        return False
    codes = [function.__code__]
    for code in codes:  # which grows
        seen.add(code)
        codes += [part for part in code.co_consts if isinstance(part, types.CodeType)]
        for name in code.co_names:
            found = function.__globals__.get(name)
            drawn = isinstance(found, types.ModuleType) and _draws_from(found, code.co_names)
            if drawn or name in _NAMES or may_draw(found, seen):
                return True
    return False


_NAMES = frozenset(function.__name__ for function in BUILTINS)


def _draws_from(module: types.ModuleType, names: tuple[str, ...]) -> bool:
    """Whether a module is one of those, or one of these names is such a module in it."""
    return module.__name__ in MODULES or any(
        isinstance(part, types.ModuleType) and part.__name__ in MODULES
        for part in (vars(module).get(name) for name in names))


def takes_items(function: Any) -> bool:
    """Whether a function, or one that it calls by a global name, names `next` and its like: a second run gets something else.

    >>> takes_items(lambda items: next(items)), takes_items(lambda items: len(items))
    (True, False)
    """
    return any(not _NAMES.isdisjoint(code.co_names) for code in _codes_below(function))


def binds_variables(function: Any) -> bool:
    """Whether a function, or one that it calls by a global name, binds a variable of its module.

    >>> def count():
    ...     global counted
    ...     counted = 1
    >>> binds_variables(count), binds_variables(len)
    (True, False)
    """
    return any(map(globals_bound, _codes_below(function)))


def _codes_below(function: Any) -> Iterator[types.CodeType]:
    """The code of a function, what is inside it, and the same of those that it calls by a global name."""
    waiting, seen = [function], set()
    while waiting:
        function = waiting.pop()
        function = function.__func__ if type(function) is types.MethodType else function
        if type(function) is types.FunctionType and function.__code__ not in seen:  # others' classes are not asked anything
            seen.add(function.__code__)
            for code in codes_in(function.__code__):
                yield code
                waiting += [function.__globals__.get(name) for name in code.co_names]


def draws_nothing(function: Any) -> bool:
    """Whether it is plain that a function takes no numbers from the global random generators: all that it names is known.

    >>> import math, random
    >>> def circle(r): return math.pi * r**2
    >>> def noisy(r): return circle(r) + random.gauss(0, 1)
    >>> draws_nothing(circle), draws_nothing(noisy)
    (True, False)
    """
    if not isinstance(function, types.FunctionType):
        return False
    key = meaning_of(function)
    if key not in _nothing:
        if len(_nothing) >= MOST:
            _nothing.clear()
        _nothing[key] = _is_plain(function, set())
    return _nothing[key]


def _is_plain(function: types.FunctionType, seen: set[types.CodeType]) -> bool:
    """Whether a function names only what is known to draw nothing: numbers, modules, functions like it, those in C of modules."""
    codes = [function.__code__]
    for code in codes:  # which grows
        seen.add(code)
        if code.co_freevars and code is function.__code__:
            return False
        if globals_bound(code) or any(step.opname == "IMPORT_NAME" for step in dis.get_instructions(code)):
            return False
        codes += [part for part in code.co_consts if isinstance(part, types.CodeType)]
        for name in code.co_names:
            found = function.__globals__.get(name)
            if isinstance(found, types.ModuleType):
                known = found.__name__ in _DRAWING_NOTHING and not _draws_from(found, code.co_names)
            elif isinstance(found, types.FunctionType):
                known = found.__code__ in seen or _is_plain(found, seen)
            else:
                known = isinstance(found, _KNOWN) or (
                    isinstance(found, types.BuiltinFunctionType) and isinstance(found.__self__, types.ModuleType | None))
            if not known or name in _NAMES:
                return False
    return True


MOST = 4096
_nothing: dict[Any, bool] = {}
_KNOWN = (int, float, complex, str, types.NoneType, np.ndarray, np.number, np.ufunc)
_DRAWING_NOTHING = frozenset(("numpy", "numpy.linalg", "numpy.fft", "math", "cmath", "scipy.special", "scipy.linalg"))
ON_REBOUND.append(_nothing.clear)
