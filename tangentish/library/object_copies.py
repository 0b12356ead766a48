"""Copies of containers and objects: `copy.copy`, `copy.deepcopy`, `dataclasses.asdict` and `dataclasses.astuple`."""

from __future__ import annotations

import collections
import copy
import dataclasses
import datetime
import decimal
import fractions
import logging
import operator
import pathlib
import random
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.class_attributes import has_dict, of_class
from tangentish.errors import UnsupportedError
from tangentish.library.arrays import array_copied
from tangentish.rules.registry import zero_derivative
from tangentish.slots import attribute_names

ATOMS = (int, float, complex, str, bytes, type(None), type, range, slice, types.FunctionType, types.BuiltinFunctionType,
         types.ModuleType, np.generic, np.dtype, np.ufunc, type(np.sum), types.EllipsisType, types.NotImplementedType)
"""What is its own copy."""
WITHOUT_DERIVATIVE = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, np.random.SeedSequence, random.Random,
                      bytearray, datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo, decimal.Decimal,
                      fractions.Fraction, logging.Logger, pathlib.PurePath, operator.itemgetter, operator.attrgetter)
"""What holds nothing that is differentiated: its copy is the one that Python makes."""
CONTAINERS = (list, tuple, dict, collections.OrderedDict, collections.defaultdict, collections.deque)


def shallow_copy(x: Any) -> Any:
    """`copy.copy`."""
    if is_atom(x):
        return x
    if has_no_derivative(x):
        return python_copy(x)
    if isinstance(x, np.ndarray):
        return array_copied(x)
    if hasattr(type(x), "__copy__") and not is_container(x):
        return x.__copy__()
    if isinstance(x, tuple):
        return x
    if type(x) is list:
        return list(x)
    result = blank_copy(x)
    if isinstance(x, set | frozenset):  # which hold nothing that is differentiated
        return result
    for name in attribute_names(x):
        object.__setattr__(result, name, getattr(x, name))
    if isinstance(x, dict):
        for key in list(x):
            result[key] = x[key]
    elif isinstance(x, list | collections.deque):
        result.extend(x)
    return result


def deep_copy(x: Any, memo: Any = None, _nil: Any = ()) -> Any:
    """`copy.deepcopy`."""
    return deep_copied(x, {} if memo is None else memo)


def deep_copied(x: Any, made: dict[int, Any]) -> Any:
    """A copy of a value and of all that it holds; `made` has the copies that there are, by what they were made of."""
    if is_atom(x):
        return x
    if id(x) in made:
        return made[id(x)]
    if has_no_derivative(x):
        made[id(x)] = python_deep_copy(x)
        return made[id(x)]
    if isinstance(x, np.ndarray):
        made[id(x)] = array_copied(x)
        return made[id(x)]
    if hasattr(type(x), "__deepcopy__") and not is_container(x):
        made[id(x)] = x.__deepcopy__(made)
        return made[id(x)]
    if isinstance(x, tuple) and (type(x) is tuple or hasattr(x, "_fields")):
        items = [deep_copied(item, made) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else tuple(items)
    result = blank_copy(x)
    made[id(x)] = result
    if isinstance(x, set | frozenset):  # which hold nothing that is differentiated
        return result
    for name in attribute_names(x):
        object.__setattr__(result, name, deep_copied(getattr(x, name), made))
    if isinstance(x, dict):
        for key in list(x):
            result[key] = deep_copied(x[key], made)
    elif isinstance(x, list | collections.deque):
        for item in x:
            result.append(deep_copied(item, made))
    return result


def as_dict(obj: Any, *, dict_factory: Callable[[Any], Any] = dict) -> Any:
    """`dataclasses.asdict`."""
    check_dataclass(obj)
    return without_dataclasses(obj, dict_factory, True)


def as_tuple(obj: Any, *, tuple_factory: Callable[[Any], Any] = tuple) -> Any:
    """`dataclasses.astuple`."""
    check_dataclass(obj)
    return without_dataclasses(obj, tuple_factory, False)


def without_dataclasses(x: Any, factory: Callable[[Any], Any], named: bool) -> Any:
    """A value with what `factory` makes of the fields in place of each dataclass in it, and everything else copied.

    The factory is given a list: of the names of the fields with their values if `named`, else of the values alone.
    """
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        if named:
            return factory([(name, without_dataclasses(getattr(x, name), factory, named)) for name in field_names(x)])
        return factory([without_dataclasses(getattr(x, name), factory, named) for name in field_names(x)])
    if isinstance(x, list):
        return [without_dataclasses(item, factory, named) for item in x]
    if isinstance(x, tuple):
        items = [without_dataclasses(item, factory, named) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else tuple(items)
    if isinstance(x, dict):
        result = blank_copy(x)
        for key in list(x):
            result[key] = without_dataclasses(x[key], factory, named)
        return result
    return deep_copy(x)


# what no derivative flows through


def is_atom(x: Any) -> bool:
    """Whether a value is its own copy."""
    return isinstance(x, ATOMS)


def has_no_derivative(x: Any) -> bool:
    """Whether Python can be left to make the copy of a value."""
    return isinstance(x, WITHOUT_DERIVATIVE)


def python_copy(x: Any) -> Any:
    """`copy.copy` of such a value."""
    return copy.copy(x)


def python_deep_copy(x: Any) -> Any:
    """`copy.deepcopy` of such a value."""
    return copy.deepcopy(x)


def is_container(x: Any) -> bool:
    """Whether a value is a container of Python's own, and not of a class derived from one."""
    return type(x) in CONTAINERS or hasattr(x, "_fields")


def blank_copy(x: Any) -> Any:
    """An object of the same class that holds nothing yet; a set is copied at once."""
    if type(x) in (list, dict, collections.OrderedDict):
        return type(x)()
    if type(x) in (set, frozenset):
        return type(x)(x)
    if type(x) is collections.defaultdict:
        return collections.defaultdict(x.default_factory)
    if type(x) is collections.deque:
        return collections.deque(maxlen=x.maxlen)
    if is_atom(x) or has_no_derivative(x) or isinstance(x, np.ndarray):
        return None  # never met, but asked when kinds are found by trying
    cls: Any = type(x)
    own = [special for special in ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__")
           if getattr(cls, special, None) is not getattr(object, special, None) and cls is not types.SimpleNamespace]
    own += [name for name in attribute_names(x) if is_property(cls, name)]  # which `copy` does not ask
    slotted = any("__slots__" in vars(base) for base in cls.__mro__ if base.__module__ != "abc")
    if slotted and cls.__setattr__ is not object.__setattr__:
        own.append("__setattr__")  # which `copy` calls for what is in slots
    if own or not (has_dict(x) or "__slots__" in vars(cls)):
        raise UnsupportedError(f"copies of {cls.__module__}.{cls.__qualname__} are not followed"
                               f"{', as it defines ' + own[0] if own else ''}.\nMake the copy by its constructor.")
    made = cls.__new__(cls)
    if type(made) is not cls or made is x or not set(attribute_names(made)) <= set(attribute_names(x)):
        raise UnsupportedError(f"copies of {cls.__module__}.{cls.__qualname__} are not followed, as its __new__ gives an object "
                               "that is not new, or holds something.\nMake the copy by its constructor.")
    return made


def is_property(cls: type, name: str) -> bool:
    """Whether an attribute that objects hold is read and stored through the class nevertheless."""
    return hasattr(type(found := of_class(cls, name)), "__set__") and not isinstance(found, types.MemberDescriptorType)


def field_names(x: Any) -> list[str]:
    """The names of the fields of a dataclass."""
    return [field.name for field in dataclasses.fields(x)]


def check_dataclass(x: Any) -> None:
    """Raise what Python raises for anything else."""
    if not dataclasses.is_dataclass(x) or isinstance(x, type):
        raise TypeError("asdict() and astuple() should be called on dataclass instances")


zero_derivative(is_atom, has_no_derivative, python_copy, python_deep_copy, is_container, blank_copy, attribute_names, field_names,
                check_dataclass)

COPIES: dict[Any, Callable[..., Any]] = {
    copy.copy: shallow_copy, copy.deepcopy: deep_copy, dataclasses.asdict: as_dict, dataclasses.astuple: as_tuple}
