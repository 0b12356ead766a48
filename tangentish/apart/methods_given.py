"""Methods of objects that are given to functions which call them: `solve(model.rhs, y)` is `solve(lambda y: model.rhs(y), y)`."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.apart.call_arguments import arguments_of, put_argument
from tangentish.apart.with_function import Inside, NotGivenError, with_function
from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.syntax import Node, clone, constant, name


def as_lambdas(call: Node, method_of: Callable[[Node], types.FunctionType | None], space: dict[str, Any]) -> None:
    """Write the methods that a call passes as lambdas, if what is called does no more than calling them, or passing them on.

    `method_of` tells what method an argument is, and `space` holds the globals where the call is.
    """
    for where, value in arguments_of(call):
        method = method_of(value) if value.__class__ is gast.Attribute else None
        made = None if method is None else _lambda(value, method)
        if made is None or method is None:
            continue
        try:
            with_function(call, where, Inside(method, value.attr, []), space, [])
        except NotGivenError:
            continue
        put_argument(call, where, made)


def _lambda(value: Node, method: types.FunctionType) -> Node | None:
    """`lambda y: model.rhs(y)`, with the parameters of the method; None if they are not plain ones with constant defaults."""
    try:
        args = clone(read_source(method).tree.args)
    except TangentishError:
        return None
    listed = [*args.posonlyargs, *args.args]
    defaults = method.__defaults__ or ()  # as they are now, and a plan is made anew for others
    plain = args.vararg is None and args.kwarg is None and not args.kwonlyargs and all(
        isinstance(default, int | float | complex | str | None) for default in defaults)
    if not plain or not listed or len(defaults) >= len(listed) or value.value.__class__ is not gast.Name or (
            value.value.id in (argument.id for argument in listed[1:])):
        return None
    labels = [argument.id for argument in listed[1:]]
    own = gast.arguments([], [gast.Name(key, gast.Param(), None, None) for key in labels], None, [], [], None,
                         [constant(default) for default in defaults])
    body = gast.copy_location(gast.Call(value, [gast.copy_location(name(key), value) for key in labels], []), value)
    return gast.copy_location(gast.Lambda(own, body), value)
