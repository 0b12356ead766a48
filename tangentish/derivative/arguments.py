"""The arguments of a call by the names of the parameters, and which of them `argnums` means."""

from __future__ import annotations

import collections
import dataclasses
import inspect
import numbers
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.checkpointing import without_checkpoint
from tangentish.class_attributes import check_living
from tangentish.errors import ArgumentError, ArgumentTypeError, DerivativeTypeError, SourceError, UnsupportedError
from tangentish.frontend.callables import parameters

Argnum = int | str
Pick = tuple[str, Any]
"""Where one derivative is: that of a parameter (and None), or an item of that of `*args` or `**keywords`."""

_STRUCTURED = (np.ndarray, numbers.Number, list, tuple, dict, collections.deque)

_MANY = 64  # items of `*args`, where nobody has called yet


class Arguments:
    """Binds calls of `fun`, and finds in them what is asked for."""

    def __init__(self, fun: Callable[..., Any], argnums: Argnum | tuple[Argnum, ...]) -> None:
        self.label, self.fun = label_of(fun), fun
        self.signature, self.defaults = signature_of(fun, self.label), _defaults_of(fun)
        self.owner = (fun.__self__,) if isinstance(fun, types.MethodType) else ()  # counts as no argument
        self.nums = argnums if isinstance(argnums, tuple) else (argnums,)
        self.listed = list(self.signature.parameters.values())
        self.rest = next((p.name for p in self.listed if p.kind is p.VAR_POSITIONAL), None)
        self.more = next((p.name for p in self.listed if p.kind is p.VAR_KEYWORD), None)
        for num in self.nums:
            self._check(num)

    def _check(self, num: Any) -> None:
        if isinstance(num, bool) or not isinstance(num, int | str | np.integer):
            raise ArgumentTypeError(f"argnums should be an int, a parameter's name or a tuple of these, not {num!r}")
        named = list(self.signature.parameters)
        if isinstance(num, str):
            if num not in named and self.more is None:
                raise ArgumentError(
                    f"argnums names {num!r}, but {self.label} has the parameters {', '.join(named) or 'none'}")
            return
        count = len(named) - len(self.owner)
        if self.rest is None and not -count <= num < count:
            raise ArgumentError(f"argnums is {num}, but {self.label} has {count} parameter{'s' * (count != 1)}")

    def bind(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[dict[str, Any], list[Pick]]:
        """The values of all parameters by name, and where each derivative asked for is."""
        bound = self._bound(args, keywords)
        bound.apply_defaults()
        values = dict(bound.arguments)
        check_living(values)
        picks = [self._pick(num, values, len(args)) for num in self.nums]
        for num, (name, key) in zip(self.nums, picks, strict=True):
            check_value(values[name] if key is None else values[name][key], num, name)
        return values, picks

    def are_packed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Whether some arguments go into ``*args`` or ``**keywords``: no parameter comes from any of these alone."""
        if self.rest is None and self.more is None:
            return False
        given = self._bound(args, keywords).arguments
        return bool(given.get(self.rest) or given.get(self.more))

    def sources(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> list[Any]:
        """For each parameter the argument that it comes from: a position, a keyword, or None for a default or a method's object."""
        given, names, shift = self._bound(args, keywords).arguments, list(self.signature.parameters), len(self.owner)
        return [name if name in keywords else (place - shift if name in given and place >= shift else None)
                for place, name in enumerate(names)]

    def in_order(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[list[Any], list[Any], list[int]]:
        """The arguments by position, which argument of the call each is (None: a default), and which are asked for."""
        if not keywords:
            places = [self.place(num, args, keywords)[0] for num in self.nums]
            if all(isinstance(place, int) for place in places):
                return list(args), list(range(len(args))), [*places]  # type: ignore[list-item]  # as was just seen
        values, picks = self.bind(args, keywords)
        kinds = {p.kind for p in self.listed}
        if kinds - {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}:
            raise UnsupportedError(f"the derivative of a derivative of {self.label} is not supported for a call by keywords of a "
                                   "function with `*args`, `**keywords` or keyword-only parameters.\n"
                                   "Pass the arguments by position.")
        shift, names = len(self.owner), list(values)
        return (list(values.values())[shift:], self.sources(args, keywords)[shift:],
                [names.index(name) - shift for name, _ in picks])

    def _bound(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> inspect.BoundArguments:
        defaults = _defaults_of(self.fun)
        if _differ(defaults, self.defaults):  # they were given others
            self.signature, self.defaults = signature_of(self.fun, self.label), defaults
        try:
            return self.signature.bind(*self.owner, *args, **keywords)
        except TypeError as error:
            raise ArgumentTypeError(f"{self.label}: {error}") from None

    def _pick(self, num: Argnum, values: dict[str, Any], count: int) -> Pick:
        if isinstance(num, str):
            if num in self.signature.parameters:
                return num, None
            assert self.more is not None
            if num not in values[self.more]:
                raise ArgumentError(f"argnums names {num!r}, which was not passed to {self.label}")
            return self.more, num
        place = num + len(self.owner) if num >= 0 else num
        if self.rest is None:
            return [p.name for p in self.listed if p.kind is not p.VAR_KEYWORD][place], None
        positional = [p.name for p in self.listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        place = place + len(positional) + len(values[self.rest]) if place < 0 else place
        if place < len(positional):
            return positional[place], None
        if place - len(positional) >= len(values[self.rest]):
            raise ArgumentError(f"argnums is {num}, but {self.label} was called with {count} arguments")
        return self.rest, place - len(positional)

    def picks_of_any_call(self) -> list[Pick]:
        """Where each derivative is in a call that passes enough."""
        values: dict[str, Any] = {name: {} for name in self.signature.parameters}
        if self.rest is not None:
            values[self.rest] = (None,) * _MANY
        if self.more is not None:
            values[self.more] = dict.fromkeys(num for num in self.nums if isinstance(num, str))
        return [self._pick(num, values, _MANY) for num in self.nums]

    def place(self, num: Argnum, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Argnum, str]:
        """The argument of a call that is not bound: its position or keyword, and what to call it."""
        names = list(self.signature.parameters)[len(self.owner) :]
        if isinstance(num, str):
            return (num if num in keywords else names.index(num)), num
        place = int(num if num >= 0 else num + max(len(names), len(args)))
        if place >= len(args):
            return names[place], names[place]
        return place, names[place] if place < len(names) else str(place)


    def default(self, name: str, num: Argnum) -> Any:
        """The default of a parameter that is not passed."""
        default = self.signature.parameters[name].default
        if default is inspect.Parameter.empty:
            raise ArgumentError(f"argnums names {num!r}, which was not passed to {label_of(self.fun)}")
        return default


def check_value(value: Any, num: Any, name: str) -> None:
    """Refuse what there is no derivative with respect to."""
    if isinstance(value, np.matrix):
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is an np.matrix, to which the operators mean something else than "
                                  f"to arrays, and that is not followed; pass np.asarray({name}), and write @ for its products")
    kind = value.dtype.kind if isinstance(value, np.ndarray | np.generic) else ""
    if isinstance(value, bool | int) or kind in ("i", "u", "b"):
        what = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"
        cast = f"{name}.astype(float)" if isinstance(value, np.ndarray) else f"float({name})"
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is {what}, which has no derivative; pass {cast} instead")
    if value is None or isinstance(value, str | bytes) or kind in ("U", "S", "O"):
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is {value!r:.60}, which has no derivative; "
                                  "pass a float, an array of floats or a container of these")
    if isinstance(value, type) or not (isinstance(value, _STRUCTURED) or dataclasses.is_dataclass(value)):
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is a {type(value).__name__}; derivatives are with respect to "
                                  "numbers, arrays, lists, tuples, dicts and dataclasses.\n"
                                  "Take the numbers that the object holds as arguments, or make its class a dataclass.")


def label_of(fun: Any) -> str:
    """What errors call a function."""
    return getattr(fun, "__qualname__", None) or repr(fun)


def _defaults_of(fun: Any) -> tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]:
    """The defaults of the parameters of a function."""
    target = without_checkpoint(fun.__func__ if isinstance(fun, types.MethodType) else fun)
    return getattr(target, "__defaults__", None) or (), tuple((getattr(target, "__kwdefaults__", None) or {}).items())


def _differ(now: Any, then: Any) -> bool:
    """Whether any default is another object than it was."""
    if isinstance(now, tuple) and isinstance(then, tuple):
        return now is not then and (len(now) != len(then) or any(map(_differ, now, then)))
    return now is not then


def signature_of(fun: Any, label: str) -> inspect.Signature:
    """The signature of a callable; of a method, that of its function."""
    target = without_checkpoint(fun.__func__ if isinstance(fun, types.MethodType) else fun)
    try:
        return parameters(target) if isinstance(target, types.FunctionType) else inspect.signature(target)
    except (TypeError, ValueError):
        raise SourceError(
            f"{label} is neither a Python function nor a callable with a signature, so it cannot be differentiated.\n"
            "Wrap it in a Python function, or register a rule for it (tangentish.rules).") from None
