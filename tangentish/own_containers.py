"""Classes derived from lists, tuples, dicts and deques that say themselves what a container does.

The tables of derivatives hold what is in a container by its places or keys, as Python's own methods put it there.

>>> class Doubling(list):
...     def append(self, item):
...         super().append(2 * item)
>>> own_behaviour(Doubling)
'append'
>>> class Stack(list):
...     def push(self, item):
...         self.append(item)
>>> own_behaviour(Stack) is None
True
"""

from __future__ import annotations

import dis
import functools
import types
from collections import deque
from typing import Any

from tangentish.errors import UnsupportedError

CONTAINERS = (list, tuple, dict, deque)
_PLAIN = frozenset((*CONTAINERS, object))
_SAME = frozenset(  # with these it stays the container it is; what operators mean is followed
    "__init__ __new__ __init_subclass__ __subclasshook__ __repr__ __str__ __format__ __hash__ __getattribute__ __setattr__ "
    "__delattr__ __reduce__ __reduce_ex__ __sizeof__ __doc__ __dir__ __class__ __class_getitem__ __getstate__ __getnewargs__ "
    "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __mul__ __rmul__ __or__ __ror__".split())
_CHANGED = frozenset("__iadd__ __imul__ __ior__ __missing__ __bool__".split()).union(*(
    vars(base) for base in CONTAINERS)) - _SAME


@functools.lru_cache(maxsize=1024)
def own_behaviour(cls: type) -> str | None:
    """The name of a method by which a class is no such container any more as Python has them, None if there is none."""
    for base in cls.__mro__:
        if base in _PLAIN or base.__module__ in ("collections", "typing"):
            continue
        for name, value in vars(base).items():
            if name in _CHANGED and isinstance(value, types.FunctionType):
                return name
    return None


@functools.lru_cache(maxsize=1024)
def attributes_are_items(cls: type) -> bool:
    """Whether a class derived from dict keeps what is stored into its attributes as items.

    >>> class Result(dict):
    ...     __getattr__, __setattr__ = dict.__getitem__, dict.__setitem__
    >>> attributes_are_items(Result), attributes_are_items(dict)
    (True, False)
    """
    if not issubclass(cls, dict) or cls is dict:
        return False
    return cls.__setattr__ is dict.__setitem__ or any(  # type: ignore[comparison-overlap]  # that is what it may be
        step.opname == "STORE_ATTR" and step.argval == "__dict__"
        for function in vars(cls).values() if isinstance(function, types.FunctionType) for step in dis.get_instructions(function))


def filler(cls: type) -> Any:
    """What fills a new object of a class derived from dict: an `__init__` of its own, or that of dict; None for others."""
    if not issubclass(cls, dict) or type(cls).__call__ is not type.__call__ or (
            cls.__new__ is not dict.__new__):  # type: ignore[comparison-overlap]
        return None
    return cls.__init__ if isinstance(cls.__init__, types.FunctionType) or cls.__init__ is dict.__init__ else None


def check_container(x: Any) -> None:
    """Raise `UnsupportedError` for a container that says itself what it does."""
    name = own_behaviour(type(x)) if isinstance(x, CONTAINERS) and type(x) not in _PLAIN else None
    if name is not None:
        kind = next(base.__name__ for base in CONTAINERS if isinstance(x, base))
        raise UnsupportedError(f"{type(x).__name__} is a {kind} that says itself what `{name}` does, which is not followed.\n"
                               f"Give it a {kind} to hold instead of making it one.")
