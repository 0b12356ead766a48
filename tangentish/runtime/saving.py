"""What a statement may overwrite: the content kept before, and put back after."""

from __future__ import annotations

import collections
import types
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError

ABSENT = object()
"""Stands for what was not there before it was written."""


def saved(x: Any) -> Any:
    """The content of an array, list, dict or deque as it is now, to be put back by the table; None for anything else."""
    return x.copy() if isinstance(x, np.ndarray | list | dict | collections.deque) else None


def saved_length(x: Any) -> Any:
    """What has to be kept of a list that is about to grow at its end."""
    return len(x) if isinstance(x, list) else saved(x)


def saved_item(x: Any, index: Any) -> Any:
    """The content of `x[index]` of an array, list, dict or deque."""
    if isinstance(x, np.ndarray):
        return np.array(x[index])
    if isinstance(x, list):
        return x.copy() if isinstance(index, slice) else x[index]
    if isinstance(x, collections.deque):
        return x[index]
    return x.get(index, ABSENT) if isinstance(x, dict) else ABSENT


def saved_attribute(x: Any, key: str) -> Any:
    """What storing into an attribute of an object may overwrite: that attribute, or all of them for a property."""
    if isinstance(x, type):
        raise UnsupportedError(f"an active value is stored into the class {x.__name__}.\nStore it into an object of it.")
    if not hasattr(x, "__dict__") or key == "__dict__":
        return {key: getattr(x, key, ABSENT)}
    return dict(vars(x)) if runs_code(x, key) else {key: vars(x).get(key, ABSENT)}


@dataclass(frozen=True)
class Place:
    """An item or attribute as it was before `owner[key] op= v`, or before a store into what was found in something else.

    `item` is what was there, and `content` what it held, which `op=` may change in place.
    """

    owner: Any
    key: Any
    attribute: bool
    old: Any
    item: Any
    content: Any


def saved_place(owner: Any, key: Any, attribute: bool = False) -> Place:
    """What is kept of `owner[key]`, or of `owner.key`, to be put back by the table."""
    old = saved_attribute(owner, key) if attribute else saved_item(owner, key)
    item = getattr(owner, key, None) if attribute else old
    if isinstance(owner, np.ndarray) and not attribute:
        item = None  # its content is the content of the array
    return Place(owner, key.copy() if isinstance(key, np.ndarray) else key, attribute, old, item, saved(item))


def runs_code(x: Any, key: str) -> bool:
    """Whether storing into an attribute runs code of the user's, which may store into others."""
    return isinstance(getattr(type(x), key, None), property) or own_setter(x) is not None


def own_setter(owner: Any) -> Any:
    """The `__setattr__` that somebody wrote for the class of an object, else None."""
    setter = getattr(type(owner), "__setattr__", None)
    written = isinstance(setter, types.FunctionType) and not setter.__code__.co_filename.startswith("<string>")
    return setter if written and not isinstance(owner, type) else None


def falls_back(owner: Any, key: str) -> bool:
    """Whether `owner.key` is what the `__getattr__` of a class of the user's gives."""
    if isinstance(owner, super | type | types.ModuleType) or not isinstance(
            getattr(type(owner), "__getattr__", None), types.FunctionType):
        return False
    return not hasattr(type(owner), key) and key not in getattr(owner, "__dict__", ())


def put_back(x: Any, content: Any) -> None:
    """Give an array its old content again, after a call that may have written into it; not if nobody can."""
    if x.flags.writeable:
        x[...] = content
