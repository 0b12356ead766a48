"""Calls that a tangent program looks up, written in plain Python so that they can be differentiated."""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any

from tangentish import dispatch, library
from tangentish.dispatch.attributes import sets_attribute
from tangentish.dispatch.classes import check_special_methods, from_source, parameters_of, plain_new
from tangentish.dispatch.core import look_up
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.dispatch.forward.others import read_property, write_property
from tangentish.dispatch.library_functions import caller_of, check_outs, handler_of
from tangentish.dispatch.methods import replacement_of
from tangentish.dispatch.operators import METHODS_OF, concerned, methods_tried
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import parameters
from tangentish.nested.custom_functions import by_custom_rule, is_custom
from tangentish.nested.tangent_programs import Held
from tangentish.nested.tangents_of_gradients import is_derivative, tangent_of_gradient
from tangentish.rules.registry import lookup, zero_derivative


def followed_pushforward(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any = None,
                         keyword_dots: Any = None, owner_dot: Any = None) -> Any:
    """`pushforward(function, tangents, ...)`, written so that it can be differentiated."""
    if is_derivative(function):
        return tangent_of_gradient(function, tangents, wrt, args, dots, keywords)
    if makes_derivatives(function):
        return made(function, args, keywords), None
    if is_custom(function):
        return by_custom_rule(function, tangents, wrt, args, dots, keywords)
    if is_setter(function):
        if is_bound(function):
            tangents.write(function.__self__, args[0], args[1], dots[1], True)
        else:
            tangents.write(args[0], args[1], args[2], dots[2], function is not setattr)
        return None, None
    if function is getattr:
        return tangents.read(args[0], dots[0], args[1])
    if is_partial(function):
        return of_partial(function, tangents, wrt, args, dots, keywords, keyword_dots)
    if is_operator(function, args):
        return operated(function, tangents, args, dots)
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
    return called(getter, tangents, (0, "*"), [owner, *key], [None for _ in range(1 + len(key))], None, None, None)


def followed_setter(tangents: Any, setter: Any, owner: Any, value: Any, value_dot: Any, *key: str) -> None:
    """Set a property, through the code of its setter; with a key, through a `__setattr__`."""
    if len(key) == 0:
        called(setter, tangents, (0, 1, "*"), [owner, value], [None, value_dot], None, None, None)
    else:
        called(setter, tangents, (0, 2, "*"), [owner, key[0], value], [None, None, value_dot], None, None, None)


def called(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any, keyword_dots: Any,
           owner_dot: Any) -> Any:
    """A call of what comes to a Python function: by its tangent program."""
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
    """Whether a function is `grad` or one of its kin."""
    return isinstance(function, types.FunctionType | type) and function in OPERATORS


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
    """What an operator makes; it looks at nothing that its function holds."""
    return operator(*args, **(keywords or {}))


def constructed(cls: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any, keyword_dots: Any) -> Any:
    """A call of a class: its `__init__`, fields that are stored as they are, or what `library` has in its place."""
    if cls in library.CONSTRUCTORS:
        return called(library.CONSTRUCTORS[cls], tangents, wrt, args, dots, keywords, keyword_dots, None)
    names = fields_of(cls, args)
    if names is None:
        made = new_object(cls)
        followed_pushforward(cls.__init__, tangents, shifted(wrt), [made, *args], [None, *dots], keywords, keyword_dots)
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


def fields_of(cls: Any, args: Any) -> Any:
    """The names or places of what a class stores as it is; None for one that has an `__init__`."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and not from_source(cls.__init__) and not from_source(cls.__new__):
        return list(range(len(args)))
    if hasattr(cls, "__dataclass_fields__") and not from_source(cls.__init__) and not hasattr(cls, "__post_init__"):
        return list(parameters_of(cls))
    if not plain_new(cls) or not from_source(cls.__init__):
        raise UnsupportedError(f"the derivative of a derivative meets a call of {cls.__qualname__}, which is not followed there.\n"
                               "Call a Python function with named parameters.")
    return None


def new_object(cls: Any) -> Any:
    """An object without attributes."""
    check_special_methods(cls)
    return object.__new__(cls)


def shifted(wrt: Any) -> Any:
    """The names of active arguments with the object that is made in front of them."""
    return ... if wrt is ... else (0, *(k + 1 if isinstance(k, int) else k for k in wrt))


def table_of(table: bool, tangents: Any) -> list[Any]:
    """The table as an argument, for a program that takes one."""
    return [tangents] if table else []


def called_program(function: Any, wrt: Any, args: Any, keywords: Any) -> tuple[
        str, Any, bool, list[int], list[int], list[Any], list[Held], list[int], list[str]]:
    """The tangent program of what a call comes to, and where its parameters are among `[*args, *rest, *keywords, owner]`.

    First of all how the owner is found: that of a method, the object itself that is called, or "" for a function; last
    which arguments `*args` takes, and which `**keywords`.  What the function holds is looked up by the caller, so that it
    is followed: whether it was active before says nothing of whether it is now.
    """
    keywords = keywords or {}
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    owned, found, keywords = _resolved(function, wrt, args, keywords)
    owner = function.__self__ if owned == "method" else function
    given = (owner, *args) if owned else args
    active = (*((0,) if "*" in wrt else ()), *(k + 1 if isinstance(k, int) else k for k in wrt)) if owned else wrt
    values, wanted, captured, spots, named = dispatch.active_places(found, active, given, keywords)
    if owned and spots[0][1] is not None:
        raise UnsupportedError("the derivative of a derivative meets a method whose `self` is in `*args`, which is not followed "
                               "there.\nName the parameter.")
    packed = [k - (owned != "") for k, (_, key) in enumerate(spots) if key is not None]
    code, defaults = found.__code__, found.__defaults__ or ()
    own = {name: k for k, (name, _) in enumerate(spots)} | {name: -1 for name, _ in named.values()}  # `*args` is set below
    rest = [name for name in values if name not in own]
    count, seen = len(args), []
    first = code.co_argcount - len(defaults)
    listed = list(parameters(found).parameters)
    holds = found in (function, getattr(function, "__func__", None))  # else it holds nothing of the user's
    for k, name in enumerate(rest):
        if not holds:
            continue
        if name in captured:
            seen.append((count + k, ("cell", code.co_freevars.index(name))))
        elif name in listed[:code.co_argcount] and dispatch.floats(values[name]):
            seen.append((count + k, ("default", listed.index(name) - first)))
        elif name in (found.__kwdefaults__ or {}) and dispatch.floats(values[name]):
            seen.append((count + k, ("keyword", name)))
    order = list(values)
    own = {name: (k - 1 if owned else k) for name, k in own.items()}
    size = count + len(rest)
    own |= {name: size + k for k, (name, _) in enumerate(named.values())}
    own |= {name: count + k for k, name in enumerate(rest)}
    if owned:
        own[spots[0][0]] = size + len(named)
    after = size + len(named) + (owned != "")
    if packed:
        own[spots[-1][0]] = after
    packed_names = [key for key, (_, inside) in named.items() if inside is not None]
    if packed_names:
        own[named[packed_names[0]][0]] = after + (packed != [])
    held = {rest[k - count] for k, _ in seen if dispatch.floats(values[rest[k - count]]) or isinstance(
        values[rest[k - count]], types.FunctionType)} if "*" in wrt else set()  # a function may hold what carries derivatives
    made, asked = dispatch.made_for("tangent", found, values, tuple(n for n in order if n in wanted | held), tuple(captured))
    entry = next(iter(made.functions.values()))
    return (owned, entry, made.contract.uses_table, [own[name] for name in order], [own[name] for name in asked],
            [values[name] for name in rest], seen, packed, packed_names)


def _resolved(function: Any, wrt: Any, args: Any, keywords: dict[str, Any]) -> tuple[str, types.FunctionType, dict[str, Any]]:
    """How the owner of a callable is found, the Python function that it comes to, and the keywords of that."""
    if handler_of(function) is not None and (getattr(function, "__module__", None) or "").startswith("scipy."):
        label = getattr(function, "__qualname__", function)
        raise UnsupportedError(f"the derivative of a derivative of {label} is not supported.\n"
                               "Give its first derivative as a rule of your own (tangentish.rules) that is plain code.")
    owned, found = "", library.replacement(function) or function
    if isinstance(found, types.MethodType):
        owned, found = "method", library.replacement(found.__func__) or found.__func__
    elif isinstance(found, types.BuiltinFunctionType | types.MethodWrapperType) and not isinstance(
            getattr(found, "__self__", None), types.ModuleType | None):
        owned, found = "method", replacement_of(found.__self__, found.__name__)
        found = library.replacement(found) or found
    elif not isinstance(found, types.FunctionType | type) and lookup(found) is None:
        owned, found = "object", inspect.getattr_static(type(found), "__call__", None)
        found = library.replacement(found) or found
    if found is not None and lookup(found) is not None:
        count = len(args) + (owned != "")
        check_outs(found, wrt, args, keywords)
        caller = caller_of(count, tuple(keywords), found)
        return owned, caller, {f"k_{key}": value for key, value in keywords.items()}
    if not isinstance(found, types.FunctionType):
        raise UnsupportedError(f"the derivative of a derivative meets a call of {getattr(function, '__qualname__', function)}, "
                               "which is not followed there.\nCall a Python function with named parameters.")
    return owned, found, keywords


for _structural in (called_program, table_of, fields_of, new_object, shifted, is_derivative, makes_derivatives, is_setter, is_bound,
                    is_operator, methods_of, made, is_partial, names_held, wrt_of_partial):
    zero_derivative(_structural)

library.REPLACED |= {dispatch.pushforward: followed_pushforward, read_property: followed_property,
                     write_property: followed_setter}
