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
from collections.abc import Iterator
from typing import Any

from tangentish.analysis.iterators.given import gives_iterator
from tangentish.analysis.iterators.uses import list_will_do
from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.functions_called import called_function
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def check_gives_no_iterator(function: Any, *methods: Any) -> None:
    """Raise where a function may give an iterator, of which the items are needed later, and what it reads has changed by then.

    That is so, or, if `methods` are given, it is if one of them writes into something: objects, each followed by the dotted
    name of one of its methods.
    """
    function = _written(function)
    if function is not None and gives_iterator(function) == "iterator" and not (
            methods and all(_only_reads(method) for _, method in _looked_up(methods))):
        raise UnsupportedError(f"{function.__qualname__} gives an iterator, and what that reads has changed before it is gone "
                               "through; iterators are followed as lists.\nLet it give a list: list(...).")


def check_only_reads(function: Any) -> None:
    """Raise where a function may write into something that an iterator, which is passed to it, has yet to read."""
    function = _written(function)
    if not _only_reads(function):
        raise UnsupportedError(f"{function.__qualname__} may change what an iterator has yet to read that is passed to it; "
                               "iterators are followed as lists.\nMake a list of it first: list(...).")


def check_items_only_read(_: Any, *functions: Any) -> None:
    """Raise where one of the functions that an iterator calls may write into what is met before it is used up.

    They are given as objects, each followed by the dotted name of one of its methods.
    """
    for name, function in _looked_up(functions):
        if not _only_reads(function):
            label = getattr(_written(function), "__qualname__", name)
            raise UnsupportedError(f"{label}, which an iterator calls for its items, may change what is met before "
                                   "these are used up; iterators are followed as lists.\n"
                                   "Make a list of it first: list(...).")


def check_list_will_do(function: Any, *places: int | str | None) -> None:
    """Raise where a function does more than go through an iterator once that is passed to it at one of some places.

    >>> check_list_will_do(lambda it: sum(it) + sum(it), 0)
    Traceback (most recent call last):
        ...
    tangentish.errors.UnsupportedError: <lambda> may go through an iterator more than once that is passed to it, keep it or ask \
what it is; iterators are followed as lists.
    Make a list of it first: list(...).
    """
    for place in places:
        if not list_will_do(function, place):
            raise UnsupportedError(f"{_label(function)} may go through an iterator more than once that is passed to it, keep it or "
                                   "ask what it is; iterators are followed as lists.\nMake a list of it first: list(...).")


def check_view_will_do(function: Any, *places: int | str | None) -> None:
    """The same for views of dicts, which may be gone through again.

    >>> check_view_will_do(lambda it: sum(it) + sum(it), 0)
    """
    if not all(list_will_do(function, place, view=True) for place in places):
        raise UnsupportedError(f"{_label(function)} may ask what a view of a dict is that is passed to it, or keep it; it is "
                               "followed as a list.\nMake a list of it first: list(...).")


def _label(function: Any) -> str:
    found = called_function(function)
    return found[0].__qualname__ if found else str(function)


_ABSENT = object()


def _looked_up(functions: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Names and functions; `_ABSENT` for one that is not there, or not yet: it may be called on another way alone.

    >>> [name for name, method in _looked_up((1.0, "real.conjugate", 1.0, "imag.nothing")) if method is _ABSENT]
    ['imag.nothing']
    """
    for owner, path in zip(functions[::2], functions[1::2], strict=True):
        try:
            yield path, functools.reduce(getattr, path.split("."), owner) if path else owner
        except AttributeError:
            yield path, _ABSENT


def _only_reads(function: Any) -> bool:
    if function is _ABSENT:
        return False
    function = _written(function)
    return function is None or not effects_of(function).any_writes


def _written(function: Any) -> types.FunctionType | None:
    """The function of the user's that is called, if it is one."""
    while isinstance(function, functools.partial | types.MethodType):
        function = function.func if isinstance(function, functools.partial) else function.__func__
    if not isinstance(function, types.FunctionType | type | types.BuiltinFunctionType):
        function = getattr(type(function), "__call__", None)  # noqa: B004 - the function itself is wanted
    return function if isinstance(function, types.FunctionType) else None


zero_derivative(check_gives_no_iterator, check_items_only_read, check_list_will_do, check_only_reads, check_view_will_do)
