"""Arguments that lead to the same object, list or array: what is stored by one of them is read by another.

Objects are told apart by who they are where a call is recorded (`dispatch`).  Arrays and lists among the arguments are copied
before they are written into, and those that objects hold are not: where they are the same, that is refused.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import gast
import numpy as np

from tangentish.analysis.around.objects_around import objects_below, objects_in
from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import is_gone
from tangentish.derivative.programs import target_of
from tangentish.errors import TangentishError, UnsupportedError
from tangentish.frontend.callables import captured_names
from tangentish.frontend.out_arguments import OUTS, WRITERS
from tangentish.frontend.source import read_source
from tangentish.runtime import have_in_common
from tangentish.slots import attributes_held
from tangentish.syntax import Block, walk

_DATA = (np.ndarray, list, dict)
_WRITING = (MUTATORS | WRITERS) - {"at"}
_NEW = (gast.BinOp, gast.UnaryOp, gast.Constant, gast.Compare, gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp)
_MAKING = frozenset("zeros ones empty full zeros_like ones_like empty_like full_like copy array arange linspace".split())
_PLAIN = frozenset((np.ndarray, float, int, str, bool, type(None), complex, np.float64, types.FunctionType, type))


def lead_to_same(values: Iterable[Any]) -> bool:
    """Whether two of some values lead to the same object.

    >>> class Plant:
    ...     __module__ = "models"  # of no package
    ...     def __init__(self, tank): self.tank = tank
    >>> tank = types.SimpleNamespace(level=0.0)
    >>> lead_to_same([2.0, tank]), lead_to_same([tank, Plant(tank)])
    (False, True)
    """
    held = [objects_in(value) for value in values if type(value) not in _PLAIN]
    if sum(map(bool, held)) < 2:
        return False
    found: set[int] = set()
    for objects in held:
        below = objects_below(objects).keys()
        if not found.isdisjoint(below):
            return True
        found |= below
    return False


def objects_among(values: Mapping[Any, Any]) -> list[Any]:
    """The places of values that are objects which others lead to, too: active values may be stored there, and read.

    >>> tank = types.SimpleNamespace(level=0.0)
    >>> objects_among({0: 2.0, "tank": tank}), objects_among({0: tank, 1: tank, 2: 3.0})
    ([], [0, 1])
    """
    if not lead_to_same(values.values()):
        return []
    return [place for place, value in values.items() if type(value) not in _PLAIN and objects_in(value)]


def check_held_apart(fun: Callable[..., Any], values: Mapping[Any, Any],
                     may_write: Callable[[types.FunctionType | None], bool]) -> None:
    """Raise where an argument is, or holds, an array or a container that an object holds, too, and that may be written into.

    `values` are by the place or the name of the argument; what the function captured counts, too.

    >>> def fill(tank, levels): levels[0] = 2.0
    >>> tank = types.SimpleNamespace(levels=[1.0, 2.0])
    >>> try: check_held_apart(fill, {0: tank, 1: tank.levels}, lambda function: True)
    ... except UnsupportedError as error: print(str(error).splitlines()[0])
    an argument is, or holds, a list or an array that an object among the arguments holds, too, and may be written into.
    """
    if not any(issubclass(type(value), _DATA) for value in values.values()) and not isinstance(fun, types.FunctionType):
        return
    function = target_of(fun)
    named = dict(values) if function is None else _by_name(fun, function, values)
    data = {label: value for label, value in named.items() if issubclass(type(value), _DATA)}
    objects = {key: owner for value in named.values() if type(value) not in _PLAIN for key, owner in objects_in(value).items()}
    if not data or not objects or not (function is None or effects_of(function).any_writes):
        return
    held = [(key, part) for owner in objects_below(objects).values() for key, part in attributes_held(owner).items()
            if not is_gone(part)]
    shared = {(label, key) for label, value in data.items() for key, part in held if have_in_common(value, part)}
    if shared and may_write(function) and (function is None or _may_be_written(function, named, shared)):
        raise UnsupportedError(
            "an argument is, or holds, a list or an array that an object among the arguments holds, too, and may be written into.\n"
            "Pass a copy, or read it from the object.")


def _by_name(fun: Any, function: types.FunctionType, values: Mapping[Any, Any]) -> dict[Any, Any]:
    """The values of parameters, and what the function captured, by their names."""
    names, owner = function.__code__.co_varnames, [fun.__self__] if isinstance(fun, types.MethodType) else []
    listed = [*owner, *(values[place] for place in sorted(place for place in values if isinstance(place, int)))]
    return {**captured_names(function), **dict(zip(names, listed, strict=False)),
            **{label: value for label, value in values.items() if isinstance(label, str)}}


def _may_be_written(function: types.FunctionType, named: Mapping[str, Any], shared: set[tuple[Any, str]]) -> bool:
    """Whether what is reached writes into variables, of which an argument may be one, or into what attributes of these hold."""
    effects = effects_of(function)
    if effects.opaque:
        return True
    told = any(label in effects.writes | effects.around for label, _ in shared)
    for one in dict.fromkeys([function, *Reach({**named, "": function}, names_of(function.__code__)).functions]):
        variables, attributes = _written_in(one)
        if variables and (told or any(key in names_of(one.__code__) for _, key in shared)):
            return True
        if any(key in attributes for _, key in shared):
            return True
    return False


def _written_in(function: types.FunctionType) -> tuple[bool, set[str]]:
    """Whether a function writes into what variables hold, as by `x[0] = v`, `x += v`, `out=x`, and of what attributes it does.

    What cannot be read may write into any variable.
    """
    try:
        parts = walk(read_source(function).tree.body)
    except TangentishError:  # of several lambdas in a line it may not be told which it is, and they store nothing themselves
        plain = function.__name__ == "<lambda>" and names_of(function.__code__).isdisjoint(_WRITING | {*OUTS})
        return not plain, set()
    written = [part.target for part in parts if part.__class__ is gast.AugAssign]
    written += [part for part in parts if part.__class__ is gast.Subscript and part.ctx.__class__ is not gast.Load]
    for part in parts:
        if part.__class__ is gast.Call:
            method = part.func.__class__ is gast.Attribute and (part.func.attr in _WRITING or (
                part.func.attr == "at" and part.func.value.__class__ is gast.Attribute))  # `np.add.at`
            written += [part.func.value, *part.args[:1]] if method else []
            written += [keyword.value for keyword in part.keywords if keyword.arg in OUTS]
    variables, attributes, made = False, set[str](), _made_in(function, parts)
    for target in written:
        while target.__class__ is gast.Subscript:
            target = target.value
        variables = variables or (target.__class__ is gast.Name and target.id not in made)
        attributes |= {target.attr} if target.__class__ is gast.Attribute else set()
    return variables, attributes


def _made_in(function: types.FunctionType, parts: Block) -> set[str]:
    """The variables of a function that are bound to nothing but new arrays, numbers and containers."""
    bound: dict[str, list[bool]] = {}
    for part in parts:
        if part.__class__ is gast.Assign:
            new = part.value.__class__ in _NEW or (part.value.__class__ is gast.Call and getattr(
                part.value.func, "attr", getattr(part.value.func, "id", "")) in _MAKING)
            for target in part.targets:
                bound.setdefault(getattr(target, "id", ""), []).append(new)
    plain = {id(target) for part in parts for target in (
        part.targets if part.__class__ is gast.Assign else [part.target] if part.__class__ is gast.AugAssign else ())}
    stored = [part for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store]
    others = {part.id for part in stored if id(part) not in plain}
    params = function.__code__.co_varnames[: function.__code__.co_argcount + function.__code__.co_kwonlyargcount]
    return {label for label, made in bound.items() if made and all(made)} - others - {*params}
