"""What is asked of functions that are known only when they are called, where iterators come from them or go to them.

>>> def halves(w):
...     return (v / 2 for v in w)
>>> check_gives_no_iterator(halves)
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: halves gives an iterator, and what that reads has changed before it is gone through; iterators \
are followed as lists.
Let it give a list: list(...).
"""

from __future__ import annotations

import functools
import types
from typing import Any

from tangentish.analysis.effects import effects_of
from tangentish.analysis.iterators_given import gives_iterator
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def check_gives_no_iterator(function: Any, *methods: Any) -> None:
    """Raise where a function may give an iterator, of which the items are needed later, and what it reads has changed by then.

    That is so, or, if `methods` are given, it is if one of them writes into something.
    """
    function = _written(function)
    if function is not None and gives_iterator(function) == "iterator" and not (methods and all(map(_only_reads, methods))):
        raise UnsupportedError(f"{function.__qualname__} gives an iterator, and what that reads has changed before it is gone "
                               "through; iterators are followed as lists.\nLet it give a list: list(...).")


def check_only_reads(function: Any) -> None:
    """Raise where a function may write into something that an iterator, which is passed to it, has yet to read."""
    function = _written(function)
    if not _only_reads(function):
        raise UnsupportedError(f"{function.__qualname__} may change what an iterator has yet to read that is passed to it; "
                               "iterators are followed as lists.\nMake a list of it first: list(...).")


def check_items_only_read(_: Any, *functions: Any) -> None:
    """Raise where one of the functions that an iterator calls may write into what is met before it is used up."""
    for function in functions:
        if not _only_reads(function):
            raise UnsupportedError(f"{_written(function).__qualname__}, which an iterator calls for its items, may change what is "  # type: ignore[union-attr]  # else it only reads
                                   "met before these are used up; iterators are followed as lists.\n"
                                   "Make a list of it first: list(...).")


def _only_reads(function: Any) -> bool:
    function = _written(function)
    return function is None or not effects_of(function).any_writes


def _written(function: Any) -> types.FunctionType | None:
    """The function of the user's that is called, if it is one."""
    while isinstance(function, functools.partial | types.MethodType):
        function = function.func if isinstance(function, functools.partial) else function.__func__
    if not isinstance(function, types.FunctionType | type | types.BuiltinFunctionType):
        function = getattr(type(function), "__call__", None)  # noqa: B004 - the function itself is wanted
    return function if isinstance(function, types.FunctionType) else None


zero_derivative(check_gives_no_iterator, check_items_only_read, check_only_reads)
