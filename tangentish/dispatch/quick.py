"""What is called most often is told at once: methods, operators of objects, and plain functions and classes met before."""

from __future__ import annotations

import functools
import types
import weakref
from typing import Any

from tangentish import library
from tangentish.dispatch import classes, methods, operators, python_functions
from tangentish.dispatch.records import Record
from tangentish.frontend.managers import made_from_generator
from tangentish.rules.registry import RULES, generation

MOST = 4096
_classes: dict[int, tuple[weakref.ref[type], int]] = {}
_plain: dict[int, tuple[types.CodeType, str, int]] = {}  # by the identity of code, which takes long to hash


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A call of one of these; None for any other."""
    cls = type(function)
    if cls is types.MethodType:
        return methods.bound(function, wrt, args, keywords)
    if cls is types.FunctionType and is_plain(function):
        return python_functions.called(function, wrt, args, keywords)
    if cls is types.BuiltinFunctionType and is_operator(function, args):
        return operators.of_class(function, wrt, args, keywords)
    if cls is type and is_plain_class(function):
        return classes.constructed(function, wrt, args, keywords)
    return None


def function_learned(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function that all the other steps have passed by: the next one with its code is told at once."""
    done = python_functions.called(function, wrt, args, keywords)
    if done is not None:
        learn(function)
    return done


def class_learned(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A class that all the other steps have passed by, as above."""
    done = classes.constructed(function, wrt, args, keywords)
    if done is not None:
        learn_class(function)
    return done


def learn(function: types.FunctionType) -> None:
    """Note that functions with this code, which say that they are of this module, are plain, until users register more rules."""
    if made_from_generator(function) or function.__name__ == "__new__" or function in operators.METHODS_OF:
        return  # it depends on what they wrap, or are called with
    if len(_plain) >= MOST:
        _plain.clear()
    _plain[id(function.__code__)] = function.__code__, function.__module__, generation()


def learn_class(cls: type) -> None:
    """Note the same of a class."""
    if type(cls) is type:
        if len(_classes) >= MOST:
            _classes.clear()
        _classes[id(cls)] = weakref.ref(cls), generation()


def is_plain(function: types.FunctionType) -> bool:
    """Whether a function is like one that was learned, and nothing stands for it."""
    known = _plain.get(id(function.__code__))
    return (known is not None and known[1] == function.__module__ and known[2] == generation()) and not _stood_for(function)


def is_plain_class(cls: type) -> bool:
    """Whether a class is one that was learned, and nothing stands for it."""
    known = _classes.get(id(cls))
    return (known is not None and known[0]() is cls and known[1] == generation()) and not _stood_for(cls)


def is_operator(function: types.BuiltinFunctionType, args: tuple[Any, ...]) -> bool:
    """Whether a function is an operator, and no operand of a class of a library whose operators are handled elsewhere."""
    return function in operators.METHODS_OF and not any(_of_library(type(arg)) for arg in args)


@functools.lru_cache(maxsize=MOST)
def _of_library(cls: type) -> bool:
    return any((base.__module__ or "").startswith(("scipy.", "pandas.")) for base in cls.__mro__)


def _stood_for(function: Any) -> bool:
    return function in RULES or function in library.REPLACED or function in library.SEVERAL or function in library.HANDLED
