"""Partials, attributes by name, operators of users' classes, and derivatives that are called."""

from __future__ import annotations

import functools
import types
from typing import Any

from tangentish.analysis.objects.class_code import stores_when_computed
from tangentish.analysis.objects.computed_once import before_computed, check_computed, descriptor_run, is_run, value_kept
from tangentish.dispatch.attributes import attribute_asked, binds_setter, gets_attribute, is_floating, sets_attribute
from tangentish.dispatch.code_asked import asked_by_code
from tangentish.dispatch.derivatives import FOLLOWED, OPERATORS
from tangentish.dispatch.forward.core import Call, called, pushforward
from tangentish.dispatch.forward.functions import with_nothing_active
from tangentish.dispatch.managers import maker_of
from tangentish.dispatch.operators import METHODS_OF, among_sets, concerned, methods_tried, none_left
from tangentish.dispatch.owners_above import check_stored_in
from tangentish.dispatch.tables import check_followed, guarded, left_active
from tangentish.frontend.proxies import poses_as_function, refused_proxy
from tangentish.rules.helpers import flat_view
from tangentish.rules.registry import look_up
from tangentish.runtime.saving import fallback_of
from tangentish.tangents import Tangents


def proxy_called(call: Call) -> tuple[Any, Any] | None:
    """An object that poses as a function is refused where something active goes in."""
    if not poses_as_function(call.function):
        return None
    found = with_nothing_active(call)
    if found is None:
        raise refused_proxy(call.function)
    return found


def table_asked(call: Call) -> tuple[Any, Any] | None:
    """What objects of pandas are asked is constant."""
    left = left_active(call.function, call.wrt, call.args, call.keywords)
    if left is None:
        return None
    call.wrt = left
    found = with_nothing_active(call)
    if found is None:
        check_followed(call.function, call.args)
        return None
    return guarded(found[0], call.function, call.args, call.keywords), found[1]


def partial_called(call: Call) -> tuple[Any, Any] | None:
    """A `functools.partial`; with "*" in `wrt`, what it holds is active."""
    function, tangents = call.function, call.tangents
    if not isinstance(function, functools.partial):
        return None
    given = len(function.args)
    wrt = [k + given if isinstance(k, int) else k for k in call.wrt]
    if "*" in call.wrt:
        wrt += [*range(given), *function.keywords]
    held = [tangents.held(function.args, place, value) for place, value in enumerate(function.args)]
    named = {key: tangents.held(function.keywords, key, value) for key, value in function.keywords.items()}
    return call.run(function=function.func, wrt=tuple(wrt), args=(*function.args, *call.args), dots=(*held, *call.dots),
                    keywords={**function.keywords, **call.keywords}, keyword_dots={**named, **call.keyword_dots})


def partial_constructed(call: Call) -> tuple[Any, Any] | None:
    """`functools.partial(f, ...)`, of active values or not."""
    if call.function is not functools.partial:
        return None
    if not call.carries():
        return call.plain()
    made: Any = functools.partial(*call.args, **call.keywords)
    tangents, inner = call.tangents, call.args[0]
    own = len(call.args) - 1
    before = len(made.args) - own
    if isinstance(inner, functools.partial) and made.func is not inner:  # one that has attributes is not taken apart
        for place, value in enumerate(inner.args):
            tangents.hold(made.args, place, value, tangents.held(inner.args, place, value))
        for key, value in inner.keywords.items():
            tangents.hold(made.keywords, key, value, tangents.held(inner.keywords, key, value))
    for place, (value, dot) in enumerate(zip(call.args[1:], call.dots[1:], strict=True)):
        tangents.hold(made.args, before + place, value, dot)
    for key, value in call.keywords.items():
        tangents.hold(made.keywords, key, value, call.keyword_dots[key])
    return made, None


def manager_made(call: Call) -> tuple[Any, Any] | None:
    """A function made by `contextlib.contextmanager`."""
    maker = maker_of(call.function)
    return None if maker is None else call.run(function=maker)


def super_called(call: Call) -> tuple[Any, Any] | None:
    """`super()`: the methods that are looked up in it are what derivatives flow through."""
    return (call.function(*call.args), None) if call.function is super else None


def getattr_called(call: Call) -> tuple[Any, Any] | None:
    """`getattr(owner, key)` and `getattr(owner, key, default)`."""
    if gets_attribute(call.function):
        owner, key = attribute_asked(call.function, call.args)
        if fallback_of(owner, key) is not None:
            return call.plain()  # which raises
        return _read(call, owner, call.dots[0] if owner is call.args[0] else None, key)
    if asked := asked_by_code(call.function, call.args):
        return call.run(function=asked)
    if call.function is not getattr:
        return None
    owner, key, *default = call.args
    if default and not hasattr(owner, key):
        return default[0], call.dots[2]
    return _read(call, owner, call.dots[0], key)


def _read(call: Call, owner: Any, owner_dot: Any, key: str) -> tuple[Any, Any]:
    """An attribute and its tangent; `flat` of an array is a view here as in generated code."""
    if key == "flat" and is_floating(owner):
        return call.run(function=flat_view, wrt=(0,), args=(owner,), dots=(call.tangents.bind(owner, owner_dot),), owner_dot=None)
    if is_run(owner, key):
        return call.run(function=value_kept, wrt=(0,), args=(owner, key), dots=(owner_dot, None), owner_dot=None)
    before = before_computed(owner, key)
    found = call.tangents.read(owner, owner_dot, key)
    check_computed(before)
    return found


def setter_bound(call: Call) -> tuple[Any, Any] | None:
    """`object.__setattr__.__get__(owner)`: nothing but the owner is in what it gives."""
    return call.plain() if binds_setter(call.function) else None


def setattr_called(call: Call) -> tuple[Any, Any] | None:
    """`setattr(owner, key, value)`, and `object.__setattr__(owner, key, value)`, which frozen dataclasses need."""
    if not sets_attribute(call.function):
        return None
    if isinstance(call.function, types.MethodWrapperType):  # of `super()`
        owner, (key, value), dot = call.function.__self__, call.args, call.dots[1]
    else:
        (owner, key, value), dot = call.args, call.dots[2]
    if dot is not None:
        check_stored_in([owner])
    call.tangents.write(owner, key, value, dot, call.function is not setattr)
    return None, None


def operator_of_class(call: Call) -> tuple[Any, Any] | None:
    """`a + b` where the class of an operand defines it: the methods are tried in the order that Python tries them in."""
    method, args = look_up(METHODS_OF, call.function), call.args
    if method is None or not concerned(method, args):
        return None
    for place, target in methods_tried(method, args):
        step = 1 if place == 0 else -1
        done = call.run(function=target, wrt=(*range(len(args)), "*"), args=args[::step], dots=call.dots[::step])
        if done[0] is not NotImplemented:
            return done
    raise none_left(call.function, args)


def operator_of_sets(call: Call) -> tuple[Any, Any] | None:
    """`a - b` of sets, or of the keys of a dict, which hold nothing that has a derivative."""
    return call.plain() if among_sets(call.function, call.args) else None


def derivative_made(call: Call) -> tuple[Any, Any] | None:
    """A derivative is made: what its function holds is active where it is called."""
    if not isinstance(call.function, types.FunctionType | type) or call.function not in OPERATORS:
        return None
    return call.function(*call.args, **call.keywords), None


def derivative_called(call: Call) -> tuple[Any, Any] | None:
    """A derivative: through the program that it would run, if that is plain code."""
    adapted = getattr(type(call.function), "as_python", None)  # objects may have other attributes made up
    if adapted is None or isinstance(call.function, type):
        return None
    if not FOLLOWED["plain"](call.function, call.wrt, call.args, call.keywords):
        return FOLLOWED["pushed"](call.function, call)
    entry, values, places = adapted(call.function, call.args, call.keywords)
    dots = [None if place is None else call.keyword_dots[place] if isinstance(place, str) else call.dots[place]
            for place in places]
    wrt = tuple(k for k, place in enumerate(places) if place in call.wrt)
    return call.run(function=entry, wrt=wrt, args=tuple(values), dots=tuple(dots), keywords={}, keyword_dots={})


# properties, which the table meets where generated code reads and writes attributes


def read_property(self: Tangents, getter: Any, owner: Any, *key: str) -> tuple[Any, Any]:
    """The value of a property and its tangent; with a key, that of a `__getattr__`."""
    held = owner.__self__ if isinstance(owner, super) else owner
    return pushforward(getter, self, (0, "*"), (held, *key), (None, *[None] * len(key)))


def read_descriptor(tangents: Tangents, x: Any, key: str) -> tuple[Any, Any] | None:
    """`x.key` and its tangent by the code of a descriptor, which is followed where it stores something besides; else None."""
    return None if descriptor_run(x, key) is None else read_property(tangents, value_kept, x, key)


def read_again(self: Tangents, getter: Any, owner: Any) -> tuple[Any, Any]:
    """The same of a property whose value is there, None if computing it again may change its object."""
    return (None, None) if stores_when_computed(getter, type(owner)) else read_property(self, getter, owner)


def write_property(self: Tangents, setter: Any, owner: Any, value: Any, value_dot: Any, *key: str) -> None:
    """Set a property, through the code of its setter; with a key, through a `__setattr__`."""
    wrt = (0, 1 + len(key), "*")
    pushforward(setter, self, wrt, (owner, *key, value), (None, *[None] * len(key), value_dot))


def write_described(self: Tangents, described: Any, owner: Any, value: Any, value_dot: Any) -> None:
    """Set an attribute through the `__set__` of a descriptor of the class."""
    pushforward(type(described).__set__, self, (0, 1, 2, "*"), (described, owner, value), (None, None, value_dot))


Tangents.read_property = read_property
Tangents.read_again = read_again
Tangents.read_descriptor = read_descriptor
Tangents.write_property = write_property
Tangents.write_described = write_described

__all__ = ["called", "derivative_called", "getattr_called", "operator_of_class", "partial_called", "partial_constructed",
           "setattr_called", "setter_bound", "super_called"]
