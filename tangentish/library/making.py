"""Objects of classes that say in `__new__` how they are made, as calls of `__new__` and `__init__`; and classes."""

from __future__ import annotations

import collections
import dataclasses
import functools
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


def set_fields(made: Any, /, *args: Any, **keywords: Any) -> None:
    """What the generated `__init__` of a dataclass does, where code of the class runs when a field is set.

    >>> class Doubled:
    ...     def __set_name__(self, cls, name):
    ...         self.name = name
    ...     def __set__(self, owner, value):
    ...         owner.__dict__[self.name] = 2 * value
    >>> @dataclasses.dataclass
    ... class Pair:
    ...     left: int = Doubled()
    ...     right: int = 1
    >>> pair = object.__new__(Pair)
    >>> set_fields(pair, 3)
    >>> vars(pair)
    {'left': 6, 'right': 1}
    """
    steps, names, frozen = fields_set(type(made))
    given = dict(zip(names, args, strict=False))
    given.update(keywords)
    for name, default, factory in steps:
        value = given[name] if name in given else default_of(default, factory)
        if frozen:
            object.__setattr__(made, name, value)
        else:
            setattr(made, name, value)
    if hasattr(made, "__post_init__"):
        made.__post_init__()


def default_of(default: Any, factory: Any) -> Any:
    """What a field is set to that nothing is given for.

    >>> default_of(None, list), default_of(2.0, None)
    ([], 2.0)
    """
    return default if factory is None else factory()


@functools.lru_cache(maxsize=256)
def fields_set(cls: Any) -> tuple[tuple[tuple[str, Any, Any], ...], tuple[str, ...], bool]:
    """The fields that the generated `__init__` of a dataclass sets, in order, with default and factory; its parameters; if frozen.

    >>> fields_set(dataclasses.make_dataclass("Point", ["x", ("y", float, 2.0)]))
    ((('x', None, None), ('y', 2.0, None)), ('x', 'y'), False)
    """
    steps = []
    for field in cls.__dataclass_fields__.values():
        if field._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]  # nothing public tells
            raise UnsupportedError(f"{cls.__qualname__} has an InitVar that meets active values.\nWrite an __init__ instead.")
        made = field.default_factory is not dataclasses.MISSING
        if field._field_type is dataclasses._FIELD and (field.init or made):  # type: ignore[attr-defined]
            default = None if field.default is dataclasses.MISSING else field.default
            steps.append((field.name, default, field.default_factory if made else None))
    names = [field for field in dataclasses.fields(cls) if field.init]
    ordered = sorted(names, key=lambda field: bool(field.kw_only))
    return tuple(steps), tuple(field.name for field in ordered), bool(cls.__dataclass_params__.frozen)


def sets_fields_by_code(cls: Any) -> bool:
    """Whether code of a class runs when the generated `__init__` of a dataclass sets a field: a property, or the like.

    >>> sets_fields_by_code(dataclasses.make_dataclass("Point", ["x", "y"]))
    False
    """
    setter = cls.__setattr__
    if isinstance(setter, types.FunctionType) and not setter.__code__.co_filename.startswith("<string>") and (
            not cls.__dataclass_params__.frozen):
        return True
    found = [next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None) for name in cls.__dataclass_fields__]
    return any(isinstance(described, property) or isinstance(getattr(type(described), "__set__", None), types.FunctionType)
               for described in found)


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


zero_derivative(class_of_fields, checked_default, class_of_content, default_of, fields_set, sets_fields_by_code)
