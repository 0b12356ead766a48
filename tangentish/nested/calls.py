"""Calls that a tangent program looks up, written in plain Python so that they can be differentiated."""

from __future__ import annotations

import functools
import types
from typing import Any

from tangentish import dispatch, library
from tangentish.analysis.code.inert import picks_by_class
from tangentish.dispatch import tables
from tangentish.dispatch.attributes import sets_attribute
from tangentish.dispatch.classes import dataclass_with_fields, initialiser, set_of
from tangentish.dispatch.code_asked import asked_by_code
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.dispatch.forward.others import read_property, write_described, write_property
from tangentish.dispatch.library_functions import taken_apart
from tangentish.dispatch.operators import METHODS_OF, concerned, methods_tried
from tangentish.nested.called_programs import called_program, table_of
from tangentish.nested.classes import (
    fields_of,
    has_post_init,
    is_getter,
    is_set,
    is_slice,
    makes_object,
    new_object,
    shifted,
    slice_of,
)
from tangentish.nested.custom_functions import by_custom_rule, is_custom
from tangentish.nested.tangents_of_gradients import is_derivative, tangent_of_gradient
from tangentish.rules.registry import look_up, zero_derivative


def followed_pushforward(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any = None,
                         keyword_dots: Any = None, owner_dot: Any = None) -> Any:
    """`pushforward(function, tangents, ...)`, written so that it can be differentiated."""
    if is_derivative(function):
        return tangent_of_gradient(function, tangents, wrt, args, dots, keywords)
    if makes_derivatives(function) or function is super:  # the methods looked up in `super()` are what is followed
        return made(function, args, keywords), None
    if is_custom(function):
        return by_custom_rule(function, tangents, wrt, args, dots, keywords)
    if is_setter(function):
        if is_bound(function):
            tangents.write(function.__self__, args[0], args[1], dots[1], True)
        else:
            tangents.write(args[0], args[1], args[2], dots[2], function is not setattr)
        return None, None
    if (asked := asked_by_code(function, args)) is not None:
        return called(asked, tangents, wrt, args, dots, None, None, None)
    if function is getattr:
        if len(args) == 3 and not hasattr(args[0], args[1]):
            return args[2], dots[2]
        return tangents.read(args[0], dots[0], args[1])
    if is_partial(function):
        return of_partial(function, tangents, wrt, args, dots, keywords, keyword_dots)
    if is_operator(function, args):
        return operated(function, tangents, args, dots)
    if makes_object(function):
        return new_object(args[0]), None
    if is_getter(function):
        instead, more, named = taken_apart(function)
        return followed_pushforward(instead, tangents, wrt, [*args, *more], [*dots, *[None for _ in more]], named,
                                    {key: None for key in named})
    if isinstance(function, type):
        return constructed(function, tangents, wrt, args, dots, keywords, keyword_dots)
    return called(function, tangents, wrt, args, dots, keywords, keyword_dots, owner_dot)


def operated(function: Any, tangents: Any, args: Any, dots: Any) -> Any:
    """An operator by the methods that the classes of the operands define for it, in the order in which they are tried."""
    for place, target in methods_of(function, args):
        step = 1 if place == 0 else -1
        y, y_dot = called(target, tangents, (*range(len(args)), "*"), args[::step], dots[::step], None, None, None)
        if y is not NotImplemented:
            return y, y_dot
    raise TypeError(f"unsupported operands for {function.__name__}: {', '.join(type(a).__name__ for a in args)}")


def followed_property(tangents: Any, getter: Any, owner: Any, *key: str) -> Any:
    """The value of a property and its tangent; with a key, that of a `__getattr__`."""
    held = owner.__self__ if isinstance(owner, super) else owner
    return called(getter, tangents, (0, "*"), [held, *key], [None for _ in range(1 + len(key))], None, None, None)


def followed_setter(tangents: Any, setter: Any, owner: Any, value: Any, value_dot: Any, *key: str) -> None:
    """Set a property, through the code of its setter; with a key, through a `__setattr__`."""
    if len(key) == 0:
        called(setter, tangents, (0, 1, "*"), [owner, value], [None, value_dot], None, None, None)
    else:
        called(setter, tangents, (0, 2, "*"), [owner, key[0], value], [None, None, value_dot], None, None, None)


def followed_descriptor(tangents: Any, described: Any, owner: Any, value: Any, value_dot: Any) -> None:
    """Set an attribute, through the code of a descriptor."""
    called(type(described).__set__, tangents, (0, 1, 2, "*"), [described, owner, value], [None, None, value_dot], None, None, None)


def called(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any, keyword_dots: Any,
           owner_dot: Any) -> Any:
    """A call of what comes to a Python function: by its tangent program."""
    told = told_by_table(function, wrt, args, keywords)
    if told:
        return told[0], tangents.bind(told[0], None)
    owned, entry, table, places, wanted, rest, seen, packed, named = called_program(function, wrt, args, keywords)
    values = [*args, *rest]
    given = [*dots, *[None for _ in rest]]
    if keywords is not None:
        for key in keywords:
            values.append(keywords[key])
            given.append(keyword_dots[key])
    if owned == "method":
        values.append(function.__self__)
        given.append(owner_dot)
    elif owned == "object":
        values.append(function)
        given.append(owner_dot)
    for k, (where, place) in seen:
        if where == "cell":
            cell = function.__closure__[place]
            values[k] = cell.cell_contents
            given[k] = tangents.held(cell, "cell_contents", values[k])
        elif where == "keyword":
            values[k] = function.__kwdefaults__[place]
            given[k] = tangents.held(function.__kwdefaults__, place, values[k])
        else:
            values[k] = function.__defaults__[place]
            given[k] = tangents.held(function.__defaults__, place, values[k])
    if packed:
        starred = tuple([values[k] for k in packed])
        for k in range(len(packed)):
            tangents.hold(starred, k, starred[k], given[packed[k]])
        values.append(starred)
        given.append(None)
    if named:
        table_of_keywords = {key: keywords[key] for key in named}
        for key in named:
            tangents.hold(table_of_keywords, key, keywords[key], keyword_dots[key])
        values.append(table_of_keywords)
        given.append(None)
    bound = [tangents.bind(values[k], given[k]) for k in wanted]
    return entry(*table_of(table, tangents), *[values[k] for k in places], *bound)


def told_by_table(function: Any, wrt: Any, args: Any, keywords: Any) -> tuple[Any, ...]:
    """What an object of pandas is asked, as one item; nothing where it is something else that is called."""
    keywords = keywords or {}
    done = tables.asked(function, (*range(len(args)), *keywords, "*") if wrt is ... else wrt, tuple(args), keywords)
    return () if done is None else (done[0],)


def of_partial(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any, keyword_dots: Any) -> Any:
    """A call of a `functools.partial`: of its function, with what it holds."""
    held = [tangents.held(function.args, k, function.args[k]) for k in range(len(function.args))]
    names = names_held(function, keywords)
    given = {key: function.keywords[key] for key in names}
    given_dots = {key: tangents.held(function.keywords, key, function.keywords[key]) for key in names}
    if keywords is not None:
        for key in keywords:
            given[key] = keywords[key]
            given_dots[key] = keyword_dots[key]
    return followed_pushforward(function.func, tangents, wrt_of_partial(function, wrt, names), [*function.args, *args],
                                [*held, *dots], given, given_dots)


def is_partial(function: Any) -> bool:
    """Whether a callable is a `functools.partial`."""
    return isinstance(function, functools.partial)


def names_held(function: Any, keywords: Any) -> list[str]:
    """The keywords that a partial holds and that are not given anew."""
    return [key for key in function.keywords if key not in (keywords or {})]


def wrt_of_partial(function: Any, wrt: Any, names: list[str]) -> Any:
    """The names of active arguments of a partial as those of its function."""
    if wrt is ...:
        return ...
    count = len(function.args)
    inner = [k + count if isinstance(k, int) else k for k in wrt]
    return (*inner, *range(count), *names) if "*" in wrt else tuple(inner)


def makes_derivatives(function: Any) -> bool:
    """Whether a function is `grad` or one of its kin, or tells which function `functools.singledispatch` has for a class."""
    return isinstance(function, types.FunctionType | type) and (function in OPERATORS or picks_by_class(function))


def is_operator(function: Any, args: Any) -> bool:
    """Whether a function is an operator that the class of an operand defines."""
    method = look_up(METHODS_OF, function)
    return method is not None and concerned(method, args)


def methods_of(function: Any, args: Any) -> list[tuple[int, types.FunctionType]]:
    """The methods that an operator stands for, with the place of the operand that each belongs to."""
    return methods_tried(METHODS_OF[function], args)


def is_setter(function: Any) -> bool:
    """Whether a function is `setattr` or what `object` has for it."""
    return sets_attribute(function)


def is_bound(function: Any) -> bool:
    """Whether it is what `super().__setattr__` gives."""
    return isinstance(function, types.MethodWrapperType)


def made(operator: Any, args: Any, keywords: Any) -> Any:
    """What `grad` or one of its kin makes, or `super()`; it looks at nothing that its function holds."""
    return operator(*args, **(keywords or {}))


def constructed(cls: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any, keyword_dots: Any) -> Any:
    """A call of a class: its `__init__`, fields that are stored as they are, or what `library` has in its place."""
    if is_set(cls):
        return set_of(cls, args), None
    if is_slice(cls):
        return slice_of(args), None
    if cls in library.CONSTRUCTORS:
        return called(library.CONSTRUCTORS[cls], tangents, wrt, args, dots, keywords, keyword_dots, None)
    names = fields_of(cls, args)
    if names is None:
        made = new_object(cls)
        followed_pushforward(initialiser(made), tangents, shifted(wrt), [made, *args], [None, *dots], keywords, keyword_dots)
        return made, None
    if has_post_init(cls):
        made = dataclass_with_fields(cls, args, keywords or {})[0]
        for k in range(len(args)):
            object.__setattr__(made, names[k], args[k])
            tangents.hold(made, names[k], args[k], dots[k])
        for key in keywords or {}:
            object.__setattr__(made, key, keywords[key])
            tangents.hold(made, key, keywords[key], keyword_dots[key])
        followed_pushforward(cls.__post_init__, tangents, (0, "*"), [made], [None])
        return made, None
    if keywords is None:
        made = cls(*args)
    else:
        made = cls(*args, **keywords)
        for key in keywords:
            tangents.hold(made, key, keywords[key], keyword_dots[key])
    for k in range(len(args)):
        tangents.hold(made, names[k], args[k], dots[k])
    return made, None


for _structural in (asked_by_code, is_derivative, makes_derivatives, is_setter, is_bound, is_operator, methods_of, made, is_partial,
                    names_held, wrt_of_partial, told_by_table, taken_apart):
    zero_derivative(_structural)

library.REPLACED |= {dispatch.pushforward: followed_pushforward, read_property: followed_property,
                     write_property: followed_setter, write_described: followed_descriptor}
