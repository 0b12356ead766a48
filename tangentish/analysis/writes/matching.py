"""Which argument of a call goes to which parameter."""

from __future__ import annotations

import functools
import inspect
import types

import gast

from tangentish.checkpointing import without_checkpoint
from tangentish.frontend.callables import signature_of, signature_of_code
from tangentish.syntax import Node

Places = dict[str, list[int]]
"""For each parameter the places of what it is given: the positional arguments are counted first, then the keywords."""


def match_arguments(function: types.FunctionType, node: Node) -> dict[str, list[Node]] | None:
    """The argument expressions that go to each parameter, or None where `*` or `**` hide it or the call does not fit.

    >>> from tangentish.syntax import expression, unparse
    >>> def scaled(x, *shifts, factor=1.0):
    ...     return factor * x + sum(shifts)
    >>> found = match_arguments(scaled, expression("scaled(a, b, c, factor=2.0)"))
    >>> {key: [unparse(value) for value in values] for key, values in found.items()}
    {'x': ['a'], 'shifts': ['b', 'c'], 'factor': ['2.0']}
    """
    starred = any(argument.__class__ is gast.Starred for argument in node.args)
    keywords = tuple(keyword.arg for keyword in node.keywords)
    if starred or None in keywords:
        return None
    function = without_checkpoint(function)
    if function.__class__ is types.FunctionType and "__signature__" not in vars(function):
        shape = len(function.__defaults__ or ()), frozenset(function.__kwdefaults__ or ())
        places = _places_of_code(function.__code__, *shape, len(node.args), keywords)
    else:
        places = _places(signature_of(function), len(node.args), keywords)
    if places is None:
        return None
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return {key: [values[place] for place in found] for key, found in places.items()}


@functools.lru_cache(maxsize=4096)
def _places_of_code(code: types.CodeType, defaults: int, named: frozenset[str], count: int,
                    keywords: tuple[str, ...]) -> Places | None:
    """The same calls are asked about all the time; which parameters have defaults matters, and not what these are."""
    return _places(signature_of_code(code, defaults, named), count, keywords)


def _places(signature: inspect.Signature, count: int, keywords: tuple[str, ...]) -> Places | None:
    try:
        bound = signature.bind(*range(count), **{key: count + place for place, key in enumerate(keywords)}).arguments
    except TypeError:
        return None
    kinds = {key: parameter.kind for key, parameter in signature.parameters.items()}
    return {key: list(value) if kinds[key] is inspect.Parameter.VAR_POSITIONAL
            else list(value.values()) if kinds[key] is inspect.Parameter.VAR_KEYWORD else [value] for key, value in bound.items()}
