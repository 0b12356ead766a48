"""Objects of pandas: tables, their columns, and what gives parts of them.  None is ever given an active value."""

from __future__ import annotations

import functools
import sys
import types
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

from tangentish.class_attributes import own_attributes
from tangentish.errors import UnsupportedError


def is_table(value: Any) -> bool:
    """Whether an object is of a class of pandas itself; one of a user's class may hold anything beside its numbers.

    >>> is_table({"a": [1.0]})
    False
    """
    return _is_of_pandas(type(value))


def holds_numbers(value: Any) -> bool:
    """Whether a value is a table with numbers that are no counts, or an object with such a table as an attribute.

    >>> holds_numbers({"a": [1.0]}), holds_numbers([1.0])
    (False, False)
    """
    if "pandas" not in sys.modules:
        return False
    if not is_table(value):
        return not isinstance(value, type) and any(is_table(part) and holds_numbers(part)
                                                   for part in own_attributes(value).values())
    kinds = value.dtypes if hasattr(value, "columns") else [getattr(value, "dtype", None)]
    return any(getattr(kind, "kind", "O") in "fcO" for kind in kinds)


@functools.lru_cache(maxsize=4096)
def _is_of_pandas(cls: type) -> bool:
    return is_of_pandas(cls.__module__)


def is_of_pandas(module: str | None) -> bool:
    """Whether a module, by its name, is one of pandas: its code is called, and not followed.

    >>> is_of_pandas("pandas.core.frame"), is_of_pandas("pandas_of_mine")
    (True, False)
    """
    return (module or "").partition(".")[0] == "pandas"


def constant_items(iterator: Iterable[Any]) -> Iterator[Any]:
    """An iterator of the same items, of which `is_constant` says that they are no active values."""
    made = (item for item in iterator)
    _constant.add(made)
    return made


def is_constant(iterator: Any) -> bool:
    """Whether an iterator gives nothing but what a table holds.

    >>> is_constant(constant_items([1.0])), is_constant(iter([1.0]))
    (True, False)
    """
    return isinstance(iterator, types.GeneratorType) and iterator in _constant


_constant: weakref.WeakSet[Iterator[Any]] = weakref.WeakSet()


def check_attribute(key: str) -> None:
    """Refuse the one attribute of a table that may hold anything, and is handed on to its copies."""
    if key == "attrs":
        raise UnsupportedError("`attrs` of a table, which may hold anything, is not followed.\nKeep it beside the table.")


def check_no_table(owner: Any) -> None:
    """Refuse to store an active value in a table."""
    if is_table(owner):
        raise refused_table(f"a value is stored in a {type(owner).__name__}")


def refused_table(what: str) -> UnsupportedError:
    """The error for an active value that meets a table: in an operation, or where it is stored in one."""
    return UnsupportedError(f"{what}: active values do not go through objects of pandas.\n"
                            "Take the numbers out first, with `.to_numpy()`.")
