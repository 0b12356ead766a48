"""Classes that are called: containers, namedtuples, dataclasses, and classes of users with an `__init__`."""

from __future__ import annotations

import collections
import dataclasses
import functools
import types
from collections.abc import Iterable
from typing import Any

from tangentish import library
from tangentish.dispatch.arguments import after_one, shifted
from tangentish.dispatch.classes import (
    SETS,
    bound_method,
    check_made_once,
    check_special_methods,
    dataclass_with_fields,
    from_source,
    initialiser,
    makes_fields,
    not_constructed,
    parameters_of,
    plain_new,
    set_of,
    stores_fields,
    unfilled,
)
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.new_objects import check_new, made_new
from tangentish.own_containers import derived_container
from tangentish.runtime.runs import note_made


def constructed(call: Call) -> tuple[Any, Any] | None:
    """A class called with active values."""
    cls = call.function
    if not isinstance(cls, type):
        return None
    if not isinstance(cls.__init__, types.FunctionType):  # a class not written in Python holds nothing of the user's
        call.wrt = tuple(key for key in call.wrt if key != "*")
    if not call.carries() and not (cls is collections.defaultdict and call.wrt):
        return call.plain()
    if cls in SETS:
        return set_of(cls, call.args), None
    if cls is types.MethodType:
        return bound_method(call.args), None
    if cls is functools._lru_cache_wrapper:
        return call.plain()
    if cls in library.CONSTRUCTORS:
        return call.run(function=library.CONSTRUCTORS[cls])
    if cls is types.SimpleNamespace and not call.args:
        return _of_fields(call, cls(**call.keywords), ())
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _of_namedtuple(call)
    if isinstance(cls.__init__, types.FunctionType):
        check_special_methods(cls)
    if stores_fields(cls):
        if hasattr(cls, "__post_init__"):
            made, bound = dataclass_with_fields(cls, call.args, call.keywords)
            _of_fields(call, made, bound)
            call.run(function=cls.__post_init__, wrt=(0, "*"), args=(made,), dots=(None,), keywords={}, keyword_dots={})
            return made, None
        return _of_fields(call, cls(*call.args, **call.keywords), parameters_of(cls))
    if plain_new(cls) or derived_container(cls):
        return _by_init(call, unfilled(cls))
    if made_new(cls):
        check_new(cls)
        return call.run(function=library.made_by_new, wrt=after_one(call.wrt), args=(cls, *call.args), dots=(None, *call.dots))
    raise not_constructed(cls)


def _by_init(call: Call, made: Any) -> tuple[Any, Any]:
    """An object, after its `__init__`."""
    call.run(function=initialiser(made), wrt=(0, *shifted(call.wrt)), args=(made, *call.args), dots=(None, *call.dots))
    return made, None


def _of_namedtuple(call: Call) -> tuple[Any, Any]:
    """A namedtuple, or the like; what it has beside its fields is an attribute (as SciPy's results have some)."""
    cls = call.function
    if from_source(cls.__new__):
        check_made_once(cls)
        return call.run(function=cls.__new__, wrt=after_one(call.wrt), args=(cls, *call.args), dots=(None, *call.dots))
    if not from_source(cls.__init__):
        return _of_fields(call, cls(*call.args, **call.keywords), cls._fields)
    made = cls.__new__(cls, *call.args, **call.keywords)
    for key, value, dot in [*zip(cls._fields, call.args, call.dots, strict=False),
                            *((key, value, call.keyword_dots[key]) for key, value in call.keywords.items())]:
        if key in cls._fields:
            call.tangents.hold(made, key, value, dot)
    return _by_init(call, made)


def fields_made(call: Call) -> tuple[Any, Any] | None:
    """The `__new__` that a namedtuple was given when it was generated, called by one of the user's."""
    if not makes_fields(call.function, call.args):
        return None
    made = call.function(*call.args, **call.keywords)
    return _of_fields(dataclasses.replace(call, args=call.args[1:], dots=call.dots[1:]), made, call.args[0]._fields)


def _of_fields(call: Call, made: Any, names: Iterable[Any]) -> tuple[Any, Any]:
    """An object that has its arguments as attributes or items: the positional ones by the names given."""
    note_made(made)
    for name, value, dot in zip(names, call.args, call.dots, strict=False):
        call.tangents.hold(made, name, value, dot)
    for key, value in call.keywords.items():
        call.tangents.hold(made, key, value, call.keyword_dots[key])
    return made, None
