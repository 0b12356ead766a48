"""Functions that look at the variables of their callers: what they read is not seen where they are called."""

from __future__ import annotations

import functools
import types
from collections.abc import Collection
from typing import Any

from tangentish.analysis.code.code_names import functions_of, names_of
from tangentish.class_attributes import is_gone
from tangentish.frontend.foreign import is_foreign

_READS = frozenset(("f_locals", "getargvalues"))
_DEEPEST = 3  # such functions leave it to others to look, which count the frames in between


@functools.lru_cache(maxsize=4096)
def looks_at_callers(function: types.FunctionType) -> bool:
    """Whether a function, or one that it calls by its name, names the variables of a frame.

    >>> import sys
    >>> def value_of(name): return sys._getframe(1).f_locals[name]
    >>> def doubled(name): return 2 * value_of(name)
    >>> value_of.__module__ = "models"  # of no package
    >>> looks_at_callers(value_of), looks_at_callers(doubled), looks_at_callers(names_of.__wrapped__)
    (True, True, False)
    """
    level, seen = [function], {function}
    for _ in range(_DEEPEST):
        if not all(_READS.isdisjoint(names_of(one.__code__)) for one in level):
            return True
        named = [one.__globals__.get(name) for one in level for name in names_of(one.__code__)]
        level = [one for one in named if isinstance(one, types.FunctionType) and one not in seen and not is_foreign(one.__module__)]
        seen.update(level)
    return False


def may_look(value: Any, words: Collection[str], depth: int = 2) -> bool:
    """Whether a value is such a function, or holds one, or is an object or a class with one among the methods in `words`."""
    if is_gone(value):
        return False
    if isinstance(value, types.FunctionType):
        return not is_foreign(value.__module__) and looks_at_callers(value)
    if isinstance(value, types.ModuleType) or not depth:
        return False
    if isinstance(value, functools.partial):
        return may_look(value.func, words, depth)
    if isinstance(value, types.MethodType):
        return may_look(value.__func__, words, depth)
    if type(value) in (list, tuple, set, dict):
        items = list(value.values() if isinstance(value, dict) else value)[:_MOST]
        return any(may_look(item, words, depth - 1) for item in items)
    cls = value if isinstance(value, type) else type(value)
    return not is_foreign(cls.__module__) and any(
        name in words or name[:2] == "__" for name in _looking_methods(cls))


_MOST = 100  # items of a container that are looked at


@functools.lru_cache(maxsize=1024)
def _looking_methods(cls: type) -> tuple[str, ...]:
    """The names of the methods of a class of the user's that look at the variables of their callers."""
    return tuple(name for base in cls.__mro__ if not is_foreign(base.__module__) for name, kept in vars(base).items()
                 for one in functions_of(kept) if not is_foreign(one.__module__) and looks_at_callers(one))
