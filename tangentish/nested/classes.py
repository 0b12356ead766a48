"""What classes are, and what they make, for calls that a tangent program looks up: nothing of it carries a derivative."""

from __future__ import annotations

import operator
import types
from typing import Any

from tangentish.dispatch.classes import (
    SETS,
    check_special_methods,
    dataclass_with_fields,
    from_source,
    initialiser,
    parameters_of,
    plain_new,
    set_of,
    stores_fields,
    unfilled,
)
from tangentish.errors import UnsupportedError
from tangentish.own_containers import derived_container
from tangentish.rules.registry import zero_derivative


def is_slice(cls: Any) -> bool:
    """Whether a class is that of slices, which say where and hold no numbers that have a derivative."""
    return cls is slice


def slice_of(args: Any) -> slice:
    """A slice."""
    return slice(*args)


def is_set(cls: Any) -> bool:
    """Whether a class is one of Python's own classes of sets."""
    return cls in SETS


def fields_of(cls: Any, args: Any) -> Any:
    """The names or places of what a class stores as it is; None for one that has an `__init__`."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and not from_source(cls.__init__) and not from_source(cls.__new__):
        return list(range(len(args)))
    if stores_fields(cls):
        return list(parameters_of(cls))
    if cls is types.SimpleNamespace and not args:
        return []
    if cls.__new__ is object.__new__ and cls.__init__ is object.__init__:  # which take nothing
        return []
    if derived_container(cls) and not isinstance(cls.__init__, types.FunctionType):
        return None
    if not plain_new(cls) or not from_source(cls.__init__):
        raise UnsupportedError(f"the derivative of a derivative meets a call of {cls.__qualname__}, which is not followed there.\n"
                               "Call a Python function with named parameters.")
    return None


def has_post_init(cls: Any) -> bool:
    """Whether a class goes on with code of its own where its fields are stored."""
    return hasattr(cls, "__dataclass_fields__") and hasattr(cls, "__post_init__")


def new_object(cls: Any) -> Any:
    """An object without attributes."""
    check_special_methods(cls)
    return unfilled(cls) if derived_container(cls) else object.__new__(cls)


def makes_object(function: Any) -> bool:
    """Whether a function makes an object without attributes."""
    return function is object.__new__


def is_getter(function: Any) -> bool:
    """Whether a callable is an `operator.itemgetter`, `attrgetter` or `methodcaller`."""
    return isinstance(function, operator.itemgetter | operator.attrgetter | operator.methodcaller)


def shifted(wrt: Any) -> Any:
    """The names of active arguments with the object that is made in front of them."""
    return ... if wrt is ... else (0, *(k + 1 if isinstance(k, int) else k for k in wrt))


for _structural in (dataclass_with_fields, fields_of, has_post_init, initialiser, is_getter, is_set, is_slice, makes_object,
                    new_object, set_of, shifted, slice_of):
    zero_derivative(_structural)
