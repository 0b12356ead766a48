"""Copies of arguments, for derivatives of programs that make them."""

from __future__ import annotations

import collections
import types
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.own_containers import derived_container
from tangentish.rules.registry import linear, zero_derivative
from tangentish.runtime import copy_as_it_lies, shares_memory


@linear(copy_as_it_lies)
def copy_as_it_lies_bar(ans_bar: Any, x: Any) -> Any:
    return ans_bar


def copies_of(*values: Any) -> Any:
    """`runtime.copied`: arrays, lists, deques, tuples and dicts, nested ones too; other objects as they are."""
    check_apart(values)
    check_plain(values)
    copies = [copy_of(value) for value in values]
    return copies[0] if len(copies) == 1 else tuple(copies)


def copy_of(x: Any, deep: bool = False) -> Any:
    """A copy of a value and of what it holds: arrays as they lie in memory, or `deep`, in their order, as `copy.deepcopy` does."""
    if isinstance(x, np.ndarray):
        if x.dtype.kind == "O":
            return x
        return np.copy(x) if deep else copy_as_it_lies(x)
    if isinstance(x, list):
        return [copy_of(item, deep) for item in x]
    if isinstance(x, collections.deque):
        return collections.deque([copy_of(item, deep) for item in x], x.maxlen)
    if isinstance(x, dict):
        return {key: copy_of(item, deep) for key, item in x.items()}
    if isinstance(x, tuple):
        items = [copy_of(item, deep) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else tuple(items)
    return x


def shallow_copy(x: Any) -> Any:
    """`copy.copy`."""
    if has_own(x, "__copy__"):
        return x.__copy__()
    check_copied(x)
    if isinstance(x, np.ndarray):
        return x.copy()
    if isinstance(x, list):
        return list(x)
    if isinstance(x, dict):
        return dict(x)
    return x


def deep_copy(x: Any, memo: Any = None) -> Any:
    """`copy.deepcopy`."""
    if has_own(x, "__deepcopy__"):
        return x.__deepcopy__({})
    check_parts(x)
    return copy_of(x, True)


def has_own(x: Any, method: str) -> bool:
    """Whether a class of the user's says how its objects are copied."""
    return isinstance(getattr(type(x), method, None), types.FunctionType)


def check_copied(x: Any) -> None:
    """Refuse what is copied in a way of its own."""
    known = type(x) in (np.ndarray, list, dict, tuple) or isinstance(x, _ATOMS) or hasattr(x, "_fields")
    if not known or (isinstance(x, np.ndarray) and x.dtype.kind == "O"):
        raise UnsupportedError(f"a copy of a {type(x).__name__} that holds active values is not supported.\n"
                               "Make a new one of its parts.")


def check_parts(x: Any) -> None:
    """Refuse the same in what a value holds, and what it holds twice, since both are one object in a deep copy."""
    seen: set[int] = set()
    parts = [x]
    while parts:
        part = parts.pop()
        check_copied(part)
        if isinstance(part, np.ndarray | list | dict):
            if id(part) in seen:
                raise UnsupportedError("a deep copy of what holds the same list, dict or array twice is not supported.\n"
                                       "Copy the parts.")
            seen.add(id(part))
        parts.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list | tuple) else [])


_ATOMS = (int, float, complex, str, bytes, np.generic, type, types.FunctionType, types.NoneType)


def check_apart(values: Any) -> None:
    """Refuse values that share memory, as their copies have to."""
    if shares_memory({"": values}):
        raise UnsupportedError("the derivative of a derivative is not supported for arguments that share memory and are written "
                               "into.\nPass copies.")


def check_plain(values: Any) -> None:
    """Refuse containers of classes of somebody's own: their copies would be of another class."""
    for value in values:
        if derived_container(type(value)):
            raise UnsupportedError(f"a {type(value).__name__} that is global, or in a closure, is written into, which is not "
                                   "supported.\nPass it as an argument, so that its derivative can be followed.")


zero_derivative(check_apart, check_plain, has_own, check_copied, check_parts)
