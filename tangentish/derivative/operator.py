"""What the operators that are built on `jvp` and `vjp` return: a callable with the arguments of the function it is of."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.derivative.arguments import label_of, signature_of
from tangentish.derivative.binding import bound_as
from tangentish.derivative.pickling import dereference, reference
from tangentish.errors import ArgumentError, ArgumentTypeError

_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Operator:
    """Made of `primal` and of what `settings` gives; a method where `primal` would be one, and pickled as what it is made of."""

    primal: Callable[..., Any]
    argnums: Any

    def settings(self) -> tuple[Any, ...]:
        """The arguments of the class after `primal`."""
        return (self.argnums,)

    def of(self, primal: Callable[..., Any]) -> Any:
        """The same of another function."""
        return type(self)(primal, *self.settings())  # type: ignore[call-arg]  # as all subclasses have them

    def by_keywords(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """A call with keywords: they are put in their places."""
        primal, placed = in_order(self.primal, args, keywords)
        return (self if primal is self.primal else self.of(primal))(*placed)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        primal = bound_as(self.primal, instance, owner)
        return self if primal is self.primal else self.of(primal)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), reference(self.primal), *self.settings())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {label_of(self.primal)}>"


def restored(cls: type, kept: Any, *settings: Any) -> Any:
    """An operator from its pickle."""
    return cls(dereference(kept), *settings)


def in_order(fun: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[
        Callable[..., Any], tuple[Any, ...]]:
    """A function and arguments by position that are the same call; what has to be a keyword is part of the function.

    >>> in_order(lambda x, y=2.0, z=3.0: x, (1.0,), {"z": 5.0})[1]
    (1.0, 2.0, 5.0)
    """
    parameters = _parameters_of(fun)
    try:
        given = dict(inspect.Signature(parameters).bind(*args, **keywords).arguments)
    except TypeError as error:
        raise ArgumentTypeError(f"{label_of(fun)}: {error}") from None
    placed: list[Any] = []
    last = max([k for k, p in enumerate(parameters) if p.name in given and p.kind in _PLACED], default=-1)
    for k, parameter in enumerate(parameters):
        if parameter.kind in _PLACED and k <= last:
            placed.append(given.pop(parameter.name, parameter.default))
        elif parameter.kind is parameter.VAR_POSITIONAL:
            placed += given.pop(parameter.name, ())
        elif parameter.kind is parameter.VAR_KEYWORD:
            given |= given.pop(parameter.name, {})  # which is the last
    return (functools.partial(fun, **given) if given else fun), tuple(placed)


def _parameters_of(fun: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters of a callable, without that for the object of a method."""
    return list(signature_of(fun, label_of(fun)).parameters.values())[isinstance(fun, types.MethodType) :]


def defaults_named(argnums: Any, args: tuple[Any, ...], fun: Callable[..., Any]) -> dict[str, Any]:
    """The defaults of parameters that `argnums` names and that are not passed.

    >>> defaults_named("y", (1.0,), lambda x, y=2.0: x * y), defaults_named("x", (1.0,), lambda x, y=2.0: x * y)
    ({'y': 2.0}, {})
    """
    named = [num for num in (argnums if isinstance(argnums, tuple) else (argnums,)) if isinstance(num, str)]
    if not named:
        return {}
    parameters = [p for p in _parameters_of(fun) if p.kind in _PLACED][len(args) :]
    return {p.name: p.default for p in parameters if p.name in named and p.default is not p.empty}


def place_of(num: Any, args: tuple[Any, ...], fun: Callable[..., Any]) -> int:
    """The position among `args` of the argument that an argnum means."""
    if isinstance(num, str):
        return _place_named(num, args, fun)
    if isinstance(num, bool) or not isinstance(num, int | np.integer) or not -len(args) <= num < len(args):
        raise ArgumentError(f"argnums should be the position of an argument, 0 to {len(args) - 1}, a parameter's name or a tuple "
                            f"of these, not {num!r}")
    return int(num) % len(args)


def _place_named(label: str, args: tuple[Any, ...], fun: Callable[..., Any]) -> int:
    names = [p.name for p in _parameters_of(fun) if p.kind in _PLACED]
    if label not in names:
        raise ArgumentError(f"argnums names {label!r}, but {label_of(fun)} has the parameters {', '.join(names) or 'none'}, apart "
                            "from those that have to be keywords")
    if names.index(label) >= len(args):
        raise ArgumentError(f"argnums names {label!r}, which was not passed to {label_of(fun)}")
    return names.index(label)
