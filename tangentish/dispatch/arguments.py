"""Which arguments of a call may carry a derivative."""

from __future__ import annotations

import collections
import functools
import types
from typing import Any

import numpy as np

from tangentish.custom import Custom
from tangentish.runtime.iteration import check_followed

_OF_NUMPY = (np.ndarray, np.generic)
_WITHOUT = (int, str, bytes, type(None), types.FunctionType, type, types.ModuleType, np.dtype, Custom)
_BARE = (int, str, bytes, type(None), types.ModuleType, np.dtype)


def floats(value: Any) -> bool:
    """Whether a value is or may hold floating-point numbers; True for objects that nothing is known of."""
    if isinstance(value, _OF_NUMPY):
        return value.dtype.kind in "fcO"
    return not isinstance(value, _WITHOUT)


def is_bare(value: Any) -> bool:
    """Whether a value surely holds nothing that has a derivative, nor can be written into: a whole number, a text, a class."""
    if isinstance(value, np.generic):
        return value.dtype.kind in "biuSU"
    if isinstance(value, type):
        return "<locals>" not in value.__qualname__ and not _has_containers(value)  # whose methods may hold what is around them
    return isinstance(value, _BARE)


def _has_containers(cls: type) -> bool:
    """Whether a class has containers that all its objects share."""
    return any(isinstance(value, list | dict | set | collections.deque | np.ndarray) and not label.startswith("__")
               for base in cls.__mro__ for label, value in vars(base).items())


def carries(args: tuple[Any, ...], keywords: dict[str, Any], wrt: Any) -> bool:
    """Whether any active argument can really carry a derivative."""
    values = [args[k] for k in wrt if isinstance(k, int)] + [keywords[k] for k in wrt if isinstance(k, str) and k != "*"]
    return any(map(may_carry, values)) or "*" in wrt


def may_carry(value: Any) -> bool:
    """The same as `floats` for what is passed on as it is: a tuple says nothing that its items do not.

    >>> may_carry((2, 3)), may_carry((2, 3.0)), may_carry([2, 3])
    (False, True, True)
    """
    return any(map(may_carry, value)) if type(value) is tuple else floats(value)


@functools.lru_cache(maxsize=4096)
def from_end(wrt: tuple[Any, ...]) -> bool:
    """Whether some positions are counted from the end.

    >>> from_end((0, -1, "scale")), from_end((0, "*"))
    (True, False)
    """
    return any(isinstance(key, int) and key < 0 for key in wrt)


def from_start(wrt: Any, count: int) -> tuple[Any, ...]:
    """The names of the active arguments, of `count` by their position, where some positions are counted from the end.

    >>> from_start((0, -1, "scale", "*"), 4)
    (0, 3, 'scale', '*')
    """
    return tuple([key + count if isinstance(key, int) and key < 0 else key for key in wrt])


@functools.lru_cache(maxsize=4096)
def shifted(wrt: Any) -> tuple[Any, ...]:
    """The names of the active arguments when an owner is put in front of them, who is active if what he holds is."""
    first = (0,) if "*" in wrt else ()
    return (*first, *after_one(wrt))


@functools.lru_cache(maxsize=4096)
def after_one(wrt: Any) -> tuple[Any, ...]:
    """The names of the active arguments when one that is not active is put in front of them.

    >>> after_one((0, 2, "scale"))
    (1, 3, 'scale')
    """
    return tuple(k + 1 if isinstance(k, int) else k for k in wrt)


def check_iterators(function: types.FunctionType, wrt: Any, args: tuple[Any, ...]) -> None:
    """Raise where one of Python's own functions, in Python, is given an iterator of active values, as an object may hold."""
    if function.__module__ == "tangentish.library.functions":
        for place in wrt:
            if place.__class__ is int and place < len(args):
                check_followed(args[place])
