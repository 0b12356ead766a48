"""Objects that active values are in, asked for a hash, a text or a place: their classes may write nothing there.

What Python runs then is not seen where the object is active: it is looked, when the program comes to it, what the class says.
"""

from __future__ import annotations

import collections
import functools
import inspect
import os
import pprint
import reprlib
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.code_writes import writes
from tangentish.analysis.code.marks import BY_ITEMS
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.objects.inherited_code import iterates_by_items
from tangentish.class_attributes import own_attributes
from tangentish.errors import TangentishError, UnsupportedError
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import read_source
from tangentish.rules.registry import zero_derivative
from tangentish.syntax import Node, call, constant, name, walk

TEXT = ("__str__", "__repr__", "__format__")
GOING_THROUGH = ("__iter__", "__next__", "__length_hint__", "__reversed__", BY_ITEMS)
ITEMS = "items"
"""Says that the items of a value are compared with something."""
AMONG = "in"
"""Says that a value is looked into: by its `__contains__`, if it has one."""
PLACED = ("__index__", "__hash__")
LOOKING_UP = frozenset("get setdefault pop add discard remove".split())
GIVEN = {print: TEXT, dir: ("__dir__",), os.fspath: ("__fspath__",), any: ("__iter__",), all: ("__iter__",), repr: TEXT, str: TEXT,
         format: TEXT, pprint.pprint: TEXT, pprint.pp: TEXT, pprint.pformat: TEXT, reprlib.repr: TEXT}
"""Functions that ask what they are given, and may have a statement of their own where that is active."""
_AS_THEY_ARE = (bool, len, isinstance, issubclass, type, id, iter, next, getattr, hasattr, setattr, delattr, callable, super, zip,
                enumerate, map, filter, reversed, list, tuple, print)
"""Functions that make no number of what they are given, and look it up nowhere."""


def may_convert(target: Any) -> bool:
    """Whether a function may make a number of an object, or look it up; those of tangentish are written out.

    >>> may_convert(hash), may_convert(len)
    (True, False)
    """
    return target is not MISSING and not is_one_of(target, _AS_THEY_ARE) and not (
        getattr(target, "__module__", None) or "").startswith("tangentish.")


def check_only_asked(value: Any, *methods: str) -> None:
    """Raise where the class of a value, or of the items of a list or tuple, writes into something in one of these methods.

    >>> class Place:
    ...     def __index__(self): self.asked = self.value * 2; return 1
    >>> check_only_asked(2.0, "__index__")
    >>> try: check_only_asked(Place(), "__hash__", "__index__")
    ... except UnsupportedError: print("refused")
    refused
    """
    if AMONG in methods and inspect.getattr_static(type(value), "__contains__", None) is not None:
        return  # which is what `in` runs
    if ITEMS in methods:
        check_items_compared(value)
        return
    if type(value) in (list, tuple):
        for item in value:  # which are not gone through themselves
            check_only_asked(item, *(method for method in methods if method not in GOING_THROUGH))
        return
    for method in methods:
        found = code_asked(value, method)
        if isinstance(found, types.FunctionType) and writes(found, type(value)) and not keeps_its_hash(found):
            cls = type(value)
            raise UnsupportedError(f"{cls.__module__}.{cls.__qualname__}.{method} writes into what it is given, and Python calls "
                                   "it where tangentish cannot follow. Move the write into a method that is called by name.")


def check_items_compared(value: Any) -> None:
    """Raise where the class of an item of a container writes into something in its `__eq__`, or where they cannot be looked at."""
    if isinstance(value, _CONTAINERS):
        for item in value:
            check_only_asked(item, "__eq__")
    elif not isinstance(value, str | bytes | range | np.ndarray) and not isinstance(
            inspect.getattr_static(type(value), "__contains__", None), types.FunctionType):
        raise UnsupportedError(f"something is sought in a {type(value).__name__}, and a class says what `__eq__` does, and writes "
                               "into something there.\nMake a list of it first.")


_CONTAINERS = (list, tuple, dict, set, frozenset, collections.abc.KeysView, collections.abc.ValuesView, collections.deque)


def looked_at(label: str, methods: tuple[str, ...]) -> Node:
    """The statement that looks at what has a name."""
    return gast.Expr(call("check_only_asked", name(label), *map(constant, methods)))


def code_asked(value: Any, method: str) -> Any:
    """What is run of the class of a value: `__getitem__` where it has no `__iter__`, a cached property where it is not kept."""
    found = inspect.getattr_static(type(value), method, None)
    if found is None and method in ("__iter__", "__contains__", BY_ITEMS):
        by_items = iterates_by_items(type(value))
        return inspect.getattr_static(type(value), "__getitem__") if by_items else None
    if isinstance(found, functools.cached_property):
        return None if method in own_attributes(value) else found.func
    return found


@functools.lru_cache(maxsize=256)
def keeps_its_hash(function: types.FunctionType) -> bool:
    """Whether a method stores nothing but what `hash` gives: it is a whole number, and the same each time."""
    try:
        nodes = walk(read_source(function).tree)
    except TangentishError:
        return False
    named = {target.id for node in nodes if node.__class__ is gast.Assign and _is_hash(node.value, set())
             for target in node.targets if target.__class__ is gast.Name}
    called = {node.func.id if node.func.__class__ is gast.Name else "" for node in nodes if node.__class__ is gast.Call}
    stored = [(target, node.value) for node in nodes if node.__class__ is gast.Assign for target in node.targets]
    other = any(node.__class__ in (gast.AugAssign, gast.Delete, gast.Global, gast.Nonlocal, gast.For, gast.With, gast.NamedExpr)
                for node in nodes)
    plain = all(target.__class__ is gast.Name or (target.__class__ is gast.Attribute and _is_hash(value, named))
                for target, value in stored)
    return not other and plain and called - {""} <= _PLAIN and all(
        node.func.__class__ is gast.Name or node.func.attr in ("items", "keys", "values", "tobytes")
        for node in nodes if node.__class__ is gast.Call)


_PLAIN = frozenset("hash type tuple frozenset id sorted str repr round len float int bytes".split())


def _is_hash(value: Any, named: set[str]) -> bool:
    return (value.__class__ is gast.Call and getattr(value.func, "id", "") == "hash") or (
        value.__class__ is gast.Name and value.id in named)


zero_derivative(check_only_asked)
