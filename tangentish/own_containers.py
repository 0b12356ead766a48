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

import functools
import types
from collections import Counter, defaultdict, deque
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
def derived_container(cls: type) -> bool:
    """Whether a call of a class makes an empty list or dict of this class, which its `__init__` then fills.

    >>> class Bunch(dict):
    ...     pass
    >>> derived_container(Bunch), derived_container(dict)
    (True, False)
    """
    return (issubclass(cls, (list, dict)) and cls not in _PLAIN and cls.__module__ != "collections"
            and not issubclass(cls, (defaultdict, Counter))
            and type(cls).__call__ is type.__call__ and not isinstance(cls.__new__, types.FunctionType))


def check_container(x: Any) -> None:
    """Raise `UnsupportedError` for a container that says itself what it does."""
    name = own_behaviour(type(x)) if isinstance(x, CONTAINERS) and type(x) not in _PLAIN else None
    if name is not None:
        kind = next(base.__name__ for base in CONTAINERS if isinstance(x, base))
        raise UnsupportedError(f"{type(x).__name__} is a {kind} that says itself what `{name}` does, which is not followed.\n"
                               f"Give it a {kind} to hold instead of making it one.")


def attributes_of(owner: Any) -> Any:
    """What has the slots of the attributes of an object: those of a list or dict are apart from its items.

    >>> class Bunch(dict):
    ...     pass
    >>> bunch = Bunch(x=1.0)
    >>> bunch.x = 2.0
    >>> attributes_of(bunch)
    {'x': 2.0}
    """
    if isinstance(owner, list | dict | deque) and not attributes_are_items(owner):
        return getattr(owner, "__dict__", owner)
    return owner


def attributes_are_items(owner: Any) -> bool:
    """Whether storing into an attribute of a dict stores an item: one that is its own `__dict__`, or has that for a setter."""
    return isinstance(owner, dict) and (
        type(owner).__setattr__ is dict.__setitem__ or getattr(owner, "__dict__", None) is owner)  # type: ignore[comparison-overlap]
