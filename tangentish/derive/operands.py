"""Which argument of a call is which operand of a rule."""

from __future__ import annotations

import inspect
from typing import Any

import gast
import numpy as np

from tangentish.rules.registry import Rule
from tangentish.signatures import signature_told
from tangentish.syntax import Node

INERT = frozenset("casting subok order like device signature sig overwrite_input".split())
"""Arguments that change neither the numbers nor the shape of a result, whatever function of NumPy takes them."""

_COMPARES = (np.maximum, np.minimum, np.fmax, np.fmin, np.clip)
"""Their rules look which operand the result is: in another dtype it may be none of them."""

_BOUND: dict[tuple[int, int, int, tuple[str, ...]], tuple[Rule, Any, dict[str, Any]]] = {}


def bind(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node]) -> dict[str, Node | list[Node]]:
    """Operands by parameter name; raises TypeError for what the rule does not declare.

    Which argument is which operand is found once for a function, a number of arguments and their keywords: nothing else
    decides it, unless there is an `out`.
    """
    key = (id(rule), id(function), len(args), tuple(keywords))
    held = _BOUND.get(key)
    if held is not None:
        every = [*args, *keywords.values()]
        return {label: [every[k] for k in place] if place.__class__ is list else every[place]
                for label, place in held[2].items()}
    found = _bind(rule, function, args, keywords)
    places: dict[int, int] = {id(node): place for place, node in enumerate([*args, *keywords.values()])}
    bound = [node for value in found.values() for node in (value if isinstance(value, list) else [value])]
    if len(places) == len(bound) == len(args) + len(keywords) and all(id(node) in places for node in bound):
        _BOUND[key] = rule, function, {  # none is left out, or there twice; it holds on to both, and so to their ids
            label: [places[id(node)] for node in value] if isinstance(value, list) else places[id(value)]
            for label, value in found.items()}
    return found


def _bind(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node]) -> dict[str, Node | list[Node]]:
    """The arguments are bound as the function itself binds them, so that a positional `dtype` or `out` is recognised."""
    assert rule.signature is not None
    own = rule.signature.parameters
    real = _signature(function)
    if real is not None and not any(p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_ONLY) for p in own.values()) and not any(
            p.kind is p.VAR_POSITIONAL for p in real.parameters.values()):
        try:
            found = _arguments(real, args, keywords)
        except TypeError:  # np.arange(start=0.0, stop=1.0): not what its signature says
            found = _arguments(rule.signature, args, keywords)
        extra = found.pop("kwargs", {})
        found.update(extra)
        _leave_out(found, own, function)
        if set(found) <= set(own):
            return found
        renamed = {theirs: ours for theirs, ours in zip(real.parameters, own, strict=False)
                   if theirs not in own and ours not in real.parameters}
        if all(key in own or key in renamed for key in found):
            unknown = [key for key in found if key not in own and len(args) <= list(real.parameters).index(key)]
            if not unknown:
                return {key if key in own else renamed[key]: value for key, value in found.items()}
        raise TypeError(f"does not know the argument `{next(key for key in found if key not in own)}`")
    out: dict[str, Node | list[Node]] = {}
    given: dict[str, Any] = dict(keywords)
    _leave_out(given, own, function)
    for key, value in _arguments(rule.signature, args, given).items():
        kind = own[key].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            out[key] = list(value)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            raise TypeError(f"does not know the argument `{next(iter(value))}`")
        else:
            out[key] = value
    return out


def _leave_out(found: dict[str, Any], own: Any, function: Any) -> None:
    """Take out what says nothing of the derivative: of a `dtype` the engine takes care; what is left at its default."""
    real = _signature(function)
    numpy = isinstance(function, np.ufunc) or (getattr(function, "__module__", None) or "numpy").startswith("numpy")
    for key in [key for key in found if key not in own]:
        value = found[key]
        if key == "out" and not (isinstance(value, gast.Constant) and value.value is None):
            raise TypeError("does not know the argument `out`")
        parameter = real.parameters.get(key) if real is not None else None
        default = parameter is not None and isinstance(value, gast.Constant) and (
            type(value.value) is type(parameter.default) and value.value == parameter.default)
        if key == "dtype" and function in _COMPARES and not (isinstance(value, gast.Constant) and value.value is None):
            continue
        if key in ("out", "dtype") or (numpy and key in INERT) or default:
            del found[key]


_PLACES: dict[tuple[int, int, tuple[str, ...]], tuple[inspect.Signature, dict[str, Any]]] = {}


def _arguments(signature: inspect.Signature, args: list[Node], keywords: dict[str, Node]) -> dict[str, Any]:
    """The arguments of a call by parameter; which goes where is asked once for a number of arguments and their keywords."""
    key = (id(signature), len(args), tuple(keywords))
    if key not in _PLACES:  # it holds on to the signature, and so to its id
        _PLACES[key] = signature, dict(signature.bind(*range(len(args)), **{label: label for label in keywords}).arguments)

    def at(place: Any) -> Any:
        if isinstance(place, tuple):
            return tuple(map(at, place))
        if isinstance(place, dict):
            return {label: at(inner) for label, inner in place.items()}
        return keywords[place] if isinstance(place, str) else args[place]

    return {label: at(place) for label, place in _PLACES[key][1].items()}


def _signature(function: Any) -> inspect.Signature | None:
    try:
        return signature_told(function)
    except (TypeError, ValueError):  # not hashable, or not known
        return None
