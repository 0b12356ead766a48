"""`inspect.Signature.bind`: a signature says of places which of them is which parameter, and the values are taken from there."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tangentish.rules.registry import zero_derivative


def places_bound(signature: inspect.Signature, count: int, keys: tuple[str, ...], partly: bool) -> list[tuple[str, Any]]:
    """For each parameter that is given, the place or the key of the argument; several of them for `*args` and `**kwargs`.

    >>> places_bound(inspect.signature(lambda a, *b, c=1, **d: None), 3, ("c", "e"), False)
    [('a', 0), ('b', (1, 2)), ('c', 'c'), ('d', {'e': 'e'})]
    """
    bind = signature.bind_partial if partly else signature.bind
    return list(bind(*range(count), **{key: key for key in keys}).arguments.items())


def values_bound(places: list[tuple[str, Any]], args: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    """What each parameter is given."""
    arguments: dict[str, Any] = {}
    for name, place in places:
        if isinstance(place, tuple):
            arguments[name] = tuple([args[k] for k in place])
        elif isinstance(place, dict):
            arguments[name] = {key: keywords[key] for key in place}
        elif isinstance(place, str):
            arguments[name] = keywords[place]
        else:
            arguments[name] = args[place]
    return arguments


def keys_passed(signature: inspect.Signature, given: tuple[str, ...]) -> tuple[list[str], str]:
    """Which of the given parameters `BoundArguments.kwargs` has: the names, and that of the one like `**kwargs`, or "".

    >>> keys_passed(inspect.signature(lambda a, b=1, *, c=1, **d: None), ("a", "c", "d"))
    (['c'], 'd')
    """
    plain = inspect.BoundArguments(signature, {  # type: ignore[arg-type]  # as `bind` does
        name: {} if parameter.kind is parameter.VAR_KEYWORD else () if parameter.kind is parameter.VAR_POSITIONAL else None
        for name, parameter in signature.parameters.items() if name in given})
    several = [name for name in given if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD]
    return list(plain.kwargs), several[0] if several else ""


class Bound(inspect.BoundArguments):
    """What `bind` gives, with properties that write into nothing, not even what they give."""

    __slots__ = ()

    @property
    def kwargs(self) -> dict[str, Any]:
        """The arguments that are passed by their names."""
        names, several = keys_passed(self.signature, tuple(self.arguments))
        named = {name: self.arguments[name] for name in names}
        return {**named, **self.arguments[several]} if several else named


def bound_arguments(signature: inspect.Signature, /, *args: Any, **keywords: Any) -> Any:
    """`inspect.Signature.bind`."""
    return filled_in(signature, args, keywords, False)


def bound_partly(signature: inspect.Signature, /, *args: Any, **keywords: Any) -> Any:
    """`inspect.Signature.bind_partial`."""
    return filled_in(signature, args, keywords, True)


def filled_in(signature: inspect.Signature, args: tuple[Any, ...], keywords: dict[str, Any], partly: bool) -> Any:
    """The values where their places are."""
    places = places_bound(signature, len(args), tuple(keywords), partly)
    return Bound(signature, values_bound(places, args, keywords))  # type: ignore[arg-type]  # a dict, as `bind` gives it


for _function in (places_bound, keys_passed):
    zero_derivative(_function)

SIGNATURES: dict[Any, Callable[..., Any]] = {
    inspect.Signature.bind: bound_arguments, inspect.Signature.bind_partial: bound_partly}
