"""Objects of classes that say in `__new__` how they are made, as calls of `__new__` and `__init__`; and classes."""

from __future__ import annotations

import collections
import types
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def made_by_new(cls: Any, /, *args: Any, **keywords: Any) -> Any:
    """What `cls(*args, **keywords)` gives: `__init__` is called only of an object of this class.

    >>> class Even:
    ...     def __new__(cls, value):
    ...         return super().__new__(cls) if value % 2 == 0 else value
    ...     def __init__(self, value):
    ...         self.value = value
    >>> made_by_new(Even, 4).value, made_by_new(Even, 5)
    (4, 5)
    """
    made = cls.__new__(cls, *args, **keywords)
    if isinstance(made, cls) and isinstance(type(made).__init__, types.FunctionType):
        made.__init__(*args, **keywords)
    return made


def namedtuple_class(typename: Any, field_names: Any, *, rename: Any = False, defaults: Any = None, module: Any = None) -> Any:
    """`collections.namedtuple`: the class depends on names alone, unless its fields have defaults.

    >>> namedtuple_class("Pair", "left right")(1, 2)
    Pair(left=1, right=2)
    """
    counted = None if defaults is None else [checked_default(value) for value in defaults]
    return class_of_fields(typename, field_names, rename, counted, module)


def class_of_fields(typename: Any, field_names: Any, rename: Any, defaults: Any, module: Any) -> Any:
    """The class, of names and of defaults that are not differentiated."""
    return collections.namedtuple(typename, field_names, rename=rename, defaults=defaults, module=module)


def checked_default(value: Any) -> Any:
    """A default of a field; refused if there may be a derivative in it, which would be lost in the class."""
    if value is None or isinstance(value, bool | int | str):
        return value
    raise UnsupportedError("a default of a namedtuple that is made here may be differentiated, and would be kept in its class. "
                           "Pass it to the namedtuple where that is called.")


def class_made(name: Any, bases: Any, namespace: Any, /, **keywords: Any) -> Any:
    """`type(name, bases, namespace)` where it is called by another name, as in `make(type, ...)`.

    >>> class_made("Shape", (), {"sides": 3}).sides
    3
    """
    return class_of_content(name, bases, namespace, keywords)


def class_of_content(name: Any, bases: Any, namespace: Any, keywords: Any) -> Any:
    """The class; refused if there may be a derivative in what it holds, which would be lost in it."""
    for value in namespace.values():
        value = getattr(value, "__func__", value)
        plain = isinstance(value, bool | int | str | types.NoneType)
        if not plain and not (isinstance(value, types.FunctionType) and value.__closure__ is None):
            raise UnsupportedError("a class that is made here holds what may be differentiated, which would be lost in it.\n"
                                   "Store it into objects of the class, or into a types.SimpleNamespace.")
    return type(name, bases, namespace, **keywords)


zero_derivative(class_of_fields, checked_default, class_of_content)
