"""What objects of pandas are asked is constant: `table.loc["iron"]`, `table["mass"].to_numpy()`, `np.searchsorted(column, x)`.

They hold no active values, as none is ever put into one: what would do so is refused.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import bound_object
from tangentish.dispatch.arguments import carries, floats
from tangentish.dispatch.library_functions import with_nothing_active
from tangentish.dispatch.operators import METHODS_OF
from tangentish.dispatch.records import Record
from tangentish.errors import UnsupportedError
from tangentish.pandas_tables import check_attribute, constant_items, is_of_pandas, is_table, refused_table
from tangentish.rules.registry import look_up
from tangentish.runtime.checks import TIMES

_BY_NAME = ("eval", "query")
"""Methods that look up variables of their caller, by the names in a text."""


def asked(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A method or an attribute of an object of pandas, a function of pandas, or an operator or a function of NumPy with one."""
    left = left_active(function, wrt, args, keywords)
    if left is None:
        return None
    done = with_nothing_active(function, left, args, keywords)
    if done is None:
        check_followed(function, args)
        return None
    return guarded(done[0], function, args, keywords), done[1]


def left_active(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...] | None:
    """What may be active among the arguments of such a call, the tables left out; None for any other call.

    Raises UnsupportedError where an active value meets a table.
    """
    owner, of_pandas = bound_object(function), _is_of_pandas(function)
    meets = is_table(owner) or any(map(is_table, args))
    if not (meets or of_pandas):
        return None
    if is_table(owner) or of_pandas:
        _check_name(function.__name__, [*args, *keywords.values()])
    elif function is getattr:
        _check_name(args[1], ())
    elif look_up(METHODS_OF, function) is None:
        if not _is_plain(function):
            return None
        meets = False  # a rule may know what is meant
    left = tuple(key for key in wrt if key != "*" and not _is_key(args[key] if isinstance(key, int) else keywords[key]))
    if meets and carries(args, keywords, left):
        raise refused_table(f"`{getattr(function, '__name__', 'a function')}` with a {_kind(owner, args)}")
    return left


def check_followed(function: Any, args: tuple[Any, ...]) -> None:
    """Refuse a function that holds active values where a table calls it: `pipe` alone does no more than that."""
    owner, name = bound_object(function), getattr(function, "__name__", "")
    if name != "pipe" and (is_table(owner) or any(map(is_table, args))) and look_up(METHODS_OF, function) is None and (
            is_table(owner) or _is_of_pandas(function)):
        raise refused_table(f"`{name}` of a {_kind(owner, args)} calls a function that holds active values")


def guarded(ans: Any, function: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """The result; an array in which the table itself keeps its numbers, as two calls show, cannot be written into."""
    if hasattr(ans, "__next__") and not is_table(ans):
        return constant_items(ans)
    if not (isinstance(ans, np.ndarray) and ans.flags.writeable):
        return ans
    again = function(*args, **keywords)
    if isinstance(again, np.ndarray) and np.may_share_memory(ans, again):
        ans = ans.view()
        ans.flags.writeable = False
    return ans


def _is_key(value: Any) -> bool:
    """Whether a value is a table, or selects in one: what has no derivative, also if it was found by comparing numbers."""
    if isinstance(value, tuple | list):
        return all(map(_is_key, value))
    if isinstance(value, slice):
        return _is_key((value.start, value.stop, value.step))
    if is_table(value) or isinstance(value, TIMES):
        return True
    return not (floats(value) or callable(value))  # a function may hold what is active


def _kind(owner: Any, args: tuple[Any, ...]) -> str:
    return type(owner if is_table(owner) else next(filter(is_table, args))).__name__


def _is_of_pandas(function: Any) -> bool:
    """Whether pandas itself has a function, that is no method of another object."""
    owner = bound_object(function)
    return is_of_pandas(getattr(function, "__module__", None)) and (
        owner is None or isinstance(owner, types.ModuleType | type))


def _is_plain(function: Any) -> bool:
    """Whether a function is of NumPy: what it makes of a table holds nothing but the numbers of that."""
    return isinstance(function, np.ufunc) or (getattr(function, "__module__", None) or "").split(".")[0] == "numpy"


def _check_name(name: str, given: Iterable[Any]) -> None:
    """Refuse what may reach beyond the table: variables of the caller, containers that it hands on to its copies."""
    if name in _BY_NAME and any(isinstance(text, str) and "@" in text for text in given):
        raise UnsupportedError(f"`{name}` of a table finds variables by their names in a text, which is not followed.\n"
                               "Select with a mask: table[table['a'] > limit].")
    check_attribute(name)
