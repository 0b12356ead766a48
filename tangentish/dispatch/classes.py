"""Classes that are called: containers, namedtuples, dataclasses, and classes of users with an `__init__`."""

from __future__ import annotations

import collections
import dataclasses
import dis
import functools
import inspect
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.analysis.code.code_writes import writes
from tangentish.class_attributes import dict_of
from tangentish.dispatch.arguments import after_one, carries, floats, shifted
from tangentish.dispatch.core import primal
from tangentish.dispatch.new_objects import check_new, made_new
from tangentish.dispatch.records import Nothing, OfOwner, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import made_by_init
from tangentish.own_containers import check_container, derived_container
from tangentish.runtime.runs import note_made
from tangentish.runtime.saving import own_lookup
from tangentish.shadows import Shadows
from tangentish.slots import has_slots

SETS = (set, frozenset)


def set_of(cls: type, args: tuple[Any, ...]) -> Any:
    """A set of what carries no derivatives."""
    made: Any = cls(*args)
    if any(map(floats, made)):
        raise UnsupportedError("a set of active values is not supported.\nUse a list.")
    return made


def bound_method(args: tuple[Any, ...]) -> types.MethodType:
    """A function bound to an object, whose attributes have their derivatives themselves; a number would have none in there."""
    made = types.MethodType(*args)
    owner = made.__self__
    if not isinstance(made.__func__, types.FunctionType) or isinstance(owner, float | complex | np.generic | np.ndarray) or (
            not isinstance(dict_of(owner), dict) and not has_slots(type(owner))):
        raise UnsupportedError("a method made of active values is followed if it is a function bound to an object.\n"
                               "Use functools.partial.")
    return made


def constructed(cls: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A class called with active values."""
    if not isinstance(cls, type):
        return None
    if not isinstance(cls.__init__, types.FunctionType):
        wrt = tuple(key for key in wrt if key != "*")  # a class that is not written in Python holds nothing of the user's
    if not carries(args, keywords, wrt) and not (cls is collections.defaultdict and wrt):
        return cls(*args, **keywords), Nothing(len(args))
    if cls in SETS:
        return set_of(cls, args), Nothing(len(args))
    if cls is types.MethodType:
        return bound_method(args), Nothing(len(args))
    if cls is functools._lru_cache_wrapper:  # whose function has what it reads of its own
        return cls(*args, **keywords), Nothing(len(args))
    if cls in library.CONSTRUCTORS:
        return primal(library.CONSTRUCTORS[cls], wrt, *args, **keywords)
    if cls is types.SimpleNamespace and not args:
        return _of_fields(cls(**keywords), (), args, keywords)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _of_namedtuple(cls, wrt, args, keywords)
    if isinstance(cls.__init__, types.FunctionType):
        check_special_methods(cls)
    if stores_fields(cls):
        if hasattr(cls, "__post_init__"):
            return _with_post_init(cls, args, keywords)
        return _of_fields(cls(*args, **keywords), parameters_of(cls), args, keywords)
    if plain_new(cls) or derived_container(cls):
        made = unfilled(cls)
        _, record = primal(initialiser(made), (0, *shifted(wrt)), made, *args, **keywords)
        return made, OfOwner(record, made)
    if made_new(cls):
        check_new(cls)
        made, record = primal(library.made_by_new, after_one(wrt), cls, *args, **keywords)
        return made, OfOwner(record, cls)
    raise not_constructed(cls)


def not_constructed(cls: type) -> UnsupportedError:
    """The refusal of an object of a class that is not followed; derived from arrays, it says so."""
    hint = ("Its objects are arrays with more to them. Give the code plain arrays, or hold one in an attribute of a class."
            if issubclass(cls, np.ndarray) else
            "Compute with floats and arrays, or register a rule for a function that makes its objects (tangentish.rules).")
    return UnsupportedError(f"constructing {cls.__module__}.{cls.__qualname__} from active values is not supported.\n{hint}")


UNSEEN = "__bool__ __contains__ __eq__ __ge__ __gt__ __le__ __len__ __lt__ __ne__".split()
"""Methods that Python calls by itself in tests, where the reverse sweep does not see them."""


@functools.lru_cache(maxsize=256)
def check_special_methods(cls: type) -> None:
    """Refuse a class that writes into its objects where no call can be seen: `if c`, `len(c)`, `c == d`, `x in c`."""
    lookup = own_lookup(cls)
    if lookup is not None and writes(lookup, cls):
        raise UnsupportedError(f"{cls.__module__}.{cls.__qualname__} has a __getattribute__ that writes, which is not followed.\n"
                               "Write a __getattr__ or properties.")
    for special in UNSEEN:
        method = getattr(cls, special, None)
        if isinstance(method, types.FunctionType) and any(
                step.opname in ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE") for step in dis.get_instructions(method)):
            raise UnsupportedError(f"{cls.__module__}.{cls.__qualname__}.{special} writes into what it is given, and Python calls "
                                   "it where tangentish cannot follow. Move the write into a method that is called by name.")


def plain_new(cls: Any) -> bool:
    """Whether an object of a class is made by its `__init__` alone."""
    return isinstance(cls.__init__, types.FunctionType) and made_by_init(cls)


def unfilled(cls: Any) -> Any:
    """An object before its `__init__`."""
    made = cls.__new__(cls)
    note_made(made)
    return made


def initialiser(made: Any) -> Any:
    """The `__init__` of an object that was just made, or what stands for that of a list, dict or deque."""
    init = type(made).__init__
    if hasattr(type(made), "__dataclass_fields__") and not from_source(init):
        return library.set_fields
    if not isinstance(init, types.FunctionType):
        check_container(made)
        return next(library.METHODS[base, "__init__"] for base in type(made).__mro__ if (base, "__init__") in library.METHODS)
    return init


def from_source(function: Any) -> bool:
    """Whether a function was written by somebody, not generated as the `__init__` of a dataclass is."""
    return isinstance(function, types.FunctionType) and not function.__code__.co_filename.startswith("<string>")


def stores_fields(cls: Any) -> bool:
    """Whether a class is a dataclass whose generated `__init__` stores what it is given, and no code of the class runs then."""
    return hasattr(cls, "__dataclass_fields__") and not from_source(cls.__init__) and not library.sets_fields_by_code(cls)


@functools.lru_cache(maxsize=256)
def parameters_of(cls: type) -> tuple[str, ...]:
    """What a dataclass is made from, in order: not what it lists as fields, where there are class variables too."""
    return tuple(inspect.signature(cls).parameters)


class _Fields(Record):
    """An object whose constructor stores its arguments as they are; of each: the object, where in it, and the value."""

    def __init__(self, stored: list[tuple[Any, Any, Any]], keywords: dict[str, tuple[Any, Any, Any]]) -> None:
        self.stored, self.keywords = stored, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([shadows.held(*place, None) for place in self.stored],
                     {key: shadows.held(*place, None) for key, place in self.keywords.items()})


def _of_fields(made: Any, names: Iterable[str], args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """An object that has its arguments as attributes: the positional ones by the names given, the others by their own."""
    note_made(made)
    return made, _Fields([(made, name, value) for name, value in zip(names, args, strict=False)],
                         {key: (made, key, value) for key, value in keywords.items()})


def _of_namedtuple(cls: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """A namedtuple, or the like; what it has beside its fields is an attribute (as SciPy's results have some)."""
    if from_source(cls.__new__):
        check_made_once(cls)
        made, record = primal(cls.__new__, after_one(wrt), cls, *args, **keywords)
        return made, OfOwner(record, cls)
    if not from_source(cls.__init__):
        return _of_fields(cls(*args, **keywords), cls._fields, args, keywords)
    made = cls.__new__(cls, *args, **keywords)
    _, record = primal(cls.__init__, (0, *shifted(wrt)), made, *args, **keywords)
    stored = dict(enumerate(args)) | {key: value for key, value in keywords.items() if key in cls._fields}
    return made, _FieldsAndInit(made, stored, OfOwner(record, made))


def fields_made(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """The `__new__` that a namedtuple was given when it was generated, called by one of the user's."""
    if not makes_fields(function, args):
        return None
    cls, *values = args
    made, record = _of_fields(function(*args, **keywords), cls._fields, tuple(values), keywords)
    return made, _AfterClass(record)


def makes_fields(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function is the generated `__new__` of a namedtuple, called with a class."""
    return (isinstance(function, types.FunctionType) and function.__name__ == "__new__" and not from_source(function)
            and bool(args) and isinstance(args[0], type) and issubclass(args[0], tuple) and hasattr(args[0], "_fields"))


def check_made_once(cls: type) -> None:
    """Refuse a namedtuple with both a `__new__` and an `__init__` of its own."""
    if from_source(cls.__init__):
        raise UnsupportedError(f"{cls.__module__}.{cls.__qualname__} has both a __new__ and an __init__ of its own, which is not "
                               "followed.\nMake the fields in a function that calls the class.")


class _AfterClass(Record):
    """A call whose first argument is a class."""

    def __init__(self, inner: Record) -> None:
        self.inner = inner

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        return Parts([None, *parts.values], parts.keywords)


class _FieldsAndInit(Record):
    """A namedtuple whose class has an `__init__`, which is given the same arguments again."""

    def __init__(self, made: Any, stored: dict[Any, Any], init: Record) -> None:
        self.made, self.stored, self.init = made, stored, init

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.init.reverse(None, shadows)
        for key, value in self.stored.items():
            part = shadows.held(self.made, key, value, parts[key])
            if isinstance(key, int):
                parts.values[key] = part
            else:
                parts.keywords[key] = part
        return parts


def dataclass_with_fields(cls: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """An object of a dataclass with its fields set as its generated `__init__` does, and the arguments by field."""
    bound = inspect.signature(cls).bind(*args, **keywords).arguments
    made = object.__new__(cls)
    for field in cls.__dataclass_fields__.values():
        if field._field_type is dataclasses._FIELD_CLASSVAR:  # nothing public tells
            continue
        if field.name in bound:
            value = bound[field.name]
        elif field.default_factory is not dataclasses.MISSING:
            value = field.default_factory()
        elif field.default is not dataclasses.MISSING:
            value = field.default
        else:
            continue
        if field._field_type is dataclasses._FIELD_INITVAR:  # nothing public tells
            raise UnsupportedError(f"{cls.__qualname__} has an InitVar that meets active values.\nWrite an __init__ instead.")
        object.__setattr__(made, field.name, value)
    return made, bound


def _with_post_init(cls: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """A dataclass with a `__post_init__`: the fields are set, then that is followed."""
    made, bound = dataclass_with_fields(cls, args, keywords)
    _, record = primal(cls.__post_init__, (0, "*"), made)
    _, fields = _of_fields(made, bound, args, keywords)
    return made, _Sequel(fields, record)


class _Sequel(Record):
    """Two calls, one after the other; what the first gave is what the second worked on."""

    def __init__(self, first: Record, second: Record) -> None:
        self.first, self.second = first, second

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        self.second.reverse(None, shadows)
        return self.first.reverse(ans_bar, shadows)
