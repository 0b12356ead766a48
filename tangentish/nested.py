"""Derivative operators in plain Python, for when a function that calls one is differentiated itself.

What tangentish writes is in the language that it reads, so a call of `jvp` is followed as a call of the tangent program, and
so is a call that a tangent program looks up when it happens.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from tangentish import dispatch, library
from tangentish.derivative.forward import Forward
from tangentish.derivative.tangents import checked_tangents
from tangentish.dispatch.core import look_up
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import parameters
from tangentish.rules.registry import METHODS, lookup, zero_derivative

Held = tuple[int, tuple[str, int]]
"""A value that a function holds: where it goes among the values given, and the closure cell or the default that has it."""


def followed_jvp(fun: Any, primals: Any, tangents: Any) -> Any:
    """`jvp(fun, primals, tangents)`, written so that it can be differentiated."""
    entry, places, rest, seen = tangent_program(fun, primals, tangents)
    given = [*primals, *tangents, *rest]
    for k, (where, place) in seen:  # what the function holds may carry derivatives too
        if where == "cell":
            given[k] = fun.__closure__[place].cell_contents
        else:
            given[k] = fun.__defaults__[place]
    return entry(*[given[k] for k in places])


def tangent_program(fun: Callable[..., Any], primals: Any, tangents: Any) -> tuple[
        Callable[..., Any], list[int], list[Any], list[Held]]:
    """The tangent program for a call, which of `[*primals, *tangents, *rest]` its parameters are, and that rest.

    Last come the places of what the function holds in closure cells and as defaults, and where it holds it.
    """
    checked_tangents(primals, tangents)
    forward = Forward(fun)
    found = forward.program(tuple(primals), tuple(tangents))
    if found is None:
        raise UnsupportedError(f"the derivative of jvp({getattr(fun, '__name__', fun)}, ...) is not supported.\n"
                               "Wrap what it differentiates in a Python function with named parameters.")
    made, places, rest = found
    held = [(len(primals) + len(tangents) + k, where) for k, where in enumerate(forward.holders(len(primals))) if where]
    return next(iter(made.functions.values())), places, rest, held


def followed_pushforward(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any = None,
                         keyword_dots: Any = None, owner_dot: Any = None) -> Any:
    """`pushforward(function, tangents, ...)`, written so that it can be differentiated."""
    owned, entry, table, places, wanted, rest, seen = called_program(function, wrt, args, keywords)
    values = [*args, *rest]
    given = [*dots, *[None for _ in rest]]
    if keywords is not None:
        for key in keywords:
            values.append(keywords[key])
            given.append(keyword_dots[key])
    if owned:
        values.append(function.__self__)
        given.append(owner_dot)
    for k, (where, place) in seen:
        if where == "cell":
            cell = function.__closure__[place]
            values[k] = cell.cell_contents
            given[k] = tangents.held(cell, "cell_contents", values[k])
        else:
            values[k] = function.__defaults__[place]
            given[k] = tangents.held(function.__defaults__, place, values[k])
    bound = [tangents.bind(values[k], given[k]) for k in wanted]
    return entry(*table_of(table, tangents), *[values[k] for k in places], *bound)


def table_of(table: bool, tangents: Any) -> list[Any]:
    """The table as an argument, for a program that takes one."""
    return [tangents] if table else []


def called_program(function: Any, wrt: Any, args: Any, keywords: Any) -> tuple[
        bool, Any, bool, list[int], list[int], list[Any], list[Held]]:
    """The tangent program of what a call comes to, and where its parameters are among `[*args, *rest, *keywords, owner]`.

    What the function holds is looked up by the caller, so that it is followed: whether it was active before says nothing of
    whether it is now.
    """
    keywords = keywords or {}
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    found, owner = _resolved(function)
    if not isinstance(found, types.FunctionType):
        raise UnsupportedError(f"the derivative of a derivative meets a call of {getattr(function, '__qualname__', function)}, "
                               "which is not followed there.\nCall a Python function with named parameters.")
    given = args if owner is None else (owner, *args)
    active = wrt if owner is None else (*((0,) if "*" in wrt else ()), *(k + 1 if isinstance(k, int) else k for k in wrt))
    values, wanted, captured, spots, named = dispatch.active_places(found, active, given, keywords)
    if any(key is not None for _, key in [*spots, *named.values()]):
        raise UnsupportedError("the derivative of a derivative meets a call with `*args` or `**keywords`, which is not followed "
                               "there.\nName the parameters.")
    code, defaults = found.__code__, found.__defaults__ or ()
    own = {name: k for k, (name, _) in enumerate(spots)} | {key: -1 for key in named}
    rest = [name for name in values if name not in own]
    count, seen = len(args), []
    first = code.co_argcount - len(defaults)
    listed = list(parameters(found).parameters)
    for k, name in enumerate(rest):
        if name in captured:
            seen.append((count + k, ("cell", code.co_freevars.index(name))))
        elif name in listed[:code.co_argcount] and dispatch.floats(values[name]):
            seen.append((count + k, ("default", listed.index(name) - first)))
    order = list(values)
    own = {name: (k if owner is None else k - 1) for name, k in own.items()}
    size = count + len(rest)
    own |= {key: size + k for k, key in enumerate(named)}
    own |= {name: count + k for k, name in enumerate(rest)}
    if owner is not None:
        own[spots[0][0]] = size + len(named)
    floating = {rest[k - count] for k, _ in seen if dispatch.floats(values[rest[k - count]])} if "*" in wrt else set()
    made, asked = dispatch.made_for("tangent", found, values, tuple(n for n in order if n in wanted | floating), tuple(captured))
    entry = next(iter(made.functions.values()))
    return (owner is not None, entry, made.contract.uses_table, [own[name] for name in order], [own[name] for name in asked],
            [values[name] for name in rest], seen)


def _resolved(function: Any) -> tuple[Any, Any]:
    """The Python function that a callable comes to, and the owner that is its first argument, or None.

    What has a rule comes to none: how a rule is differentiated again is not followed here.
    """
    replacement = look_up(library.REPLACED, function)
    if replacement is not None:
        return replacement, None
    if isinstance(function, types.MethodType):
        return function.__func__, function.__self__
    owner = getattr(function, "__self__", None)
    if isinstance(function, types.BuiltinFunctionType) and owner is not None and not isinstance(owner, types.ModuleType):
        name = function.__name__
        if name in METHODS and hasattr(owner, "dtype"):
            return None, owner
        return library.METHODS.get((type(owner), name)), owner
    return (None if lookup(function) is not None else function), None


for _structural in (tangent_program, called_program, table_of):
    zero_derivative(_structural)


def register(operator: Callable[..., Any], followed: Callable[..., Any]) -> None:
    """Let `followed` be differentiated where a program calls `operator`."""
    library.REPLACED[operator] = followed


register(dispatch.pushforward, followed_pushforward)

__all__ = ["followed_jvp", "followed_pushforward", "register"]
