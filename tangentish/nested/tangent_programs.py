"""`jvp` in plain Python, for when a function that calls it is differentiated itself: a call of the tangent program."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.derivative import Derivative
from tangentish.derivative.arguments import label_of
from tangentish.derivative.forward import Forward
from tangentish.derivative.operator import Operator
from tangentish.derivative.programs import target_of
from tangentish.derivative.tangents import checked_tangents
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import captured_names, parameters
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.runs import run_begins

Held = tuple[int, tuple[str, Any]]
"""A value that a function holds: where it goes among the values given, and the closure cell or the default that has it."""


def followed_jvp(fun: Any, primals: Any, tangents: Any) -> Any:
    """`jvp(fun, primals, tangents)`, written so that it can be differentiated."""
    run_begins()
    if not has_program(fun) or takes_packed(fun, tangents):
        return jvp_of_call(called_with, (fun, tuple(primals)), (None, tuple(tangents)))
    return jvp_of_call(fun, primals, tangents)


def called_with(fun: Any, args: Any) -> Any:
    """A call of what has no program of its own: a derivative, a partial, an object, a function of NumPy."""
    return fun(*args)


def has_program(fun: Any) -> bool:
    """Whether a callable is a Python function that is followed, or a method."""
    return target_of(fun) is not None


def takes_packed(fun: Any, tangents: Any) -> bool:
    """Whether a function has an argument that moves among those of its ``*args``, which are no parameters of a program.

    >>> takes_packed(lambda x, *others: x, (1.0, None)), takes_packed(lambda x, *others: x, (None, 1.0))
    (False, True)
    """
    function = target_of(fun)
    assert function is not None
    code = function.__code__
    named = code.co_argcount - int(function is not fun and hasattr(fun, "__self__"))
    return bool(code.co_flags & inspect.CO_VARARGS) and any(x_dot is not None for x_dot in tangents[max(named, 0) :])


def is_derivative(fun: Any) -> bool:
    """Whether a callable is made of derivatives itself: the engine does not differentiate the engine."""
    return isinstance(fun, Derivative | Operator)


def jvp_of_call(fun: Any, primals: Any, tangents: Any) -> Any:
    """`followed_jvp` of a Python function or method: a call of its tangent program."""
    entry, places, rest, seen = tangent_program(fun, primals, tangents)
    given = [*primals, *[fitted(x_dot, x) for x, x_dot in zip(primals, tangents, strict=True)], *rest]
    for k, (where, place) in seen:  # what the function holds may carry derivatives too
        if where == "cell":
            given[k] = fun.__closure__[place].cell_contents
        else:
            given[k] = fun.__defaults__[place]
    return entry(*[given[k] for k in places])


def fitted(x_dot: Any, x: Any) -> Any:
    """The tangent of an array as an array: that of a 0-d one may be a number."""
    return np.asarray(x_dot, x.dtype) if isinstance(x, np.ndarray) and isinstance(x_dot, float) else x_dot


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
    held = [(len(primals) + len(tangents) + k, where) for k, where in enumerate(_holders(fun, len(primals))) if where]
    return next(iter(made.functions.values())), places, rest, held


def _holders(fun: Callable[..., Any], count: int) -> list[tuple[str, Any] | None]:
    """Where a function holds each value of the rest that its `program` gives for a call with `count` arguments."""
    function = target_of(fun)
    assert function is not None
    owners = int(function is not fun and hasattr(fun, "__self__"))
    code, defaults = function.__code__, function.__defaults__ or ()
    found: list[tuple[str, Any] | None] = [None] * owners
    for place, name in enumerate(parameters(function).parameters):
        if place < count + owners:
            continue
        if place < code.co_argcount:
            found.append(("default", place - (code.co_argcount - len(defaults))))
        elif (function.__kwdefaults__ or {}).get(name) is not None:
            raise UnsupportedError(f"{label_of(fun)}: keyword-only defaults are not supported in a derivative of a derivative.\n"
                                   "Pass the argument by its position.")
        else:
            found.append(None)
    cells = {name: place for place, name in enumerate(code.co_freevars)}
    return found + [("cell", cells[name]) for name in captured_names(function)]


def register(operator: Callable[..., Any], followed: Callable[..., Any]) -> None:
    """Let `followed` be differentiated where a program calls `operator`."""
    library.REPLACED[operator] = followed


zero_derivative(tangent_program, has_program, takes_packed, is_derivative)

__all__ = ["Held", "followed_jvp", "register"]
