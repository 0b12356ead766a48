"""A function that is given another: a copy of it that calls the other by name, and takes what that captured instead."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.apart.call_arguments import leave_out, pass_on
from tangentish.apart.uses import NOT_MOVED, Uses, outliving
from tangentish.errors import TangentishError
from tangentish.frontend.callables import Guard, as_it_is, parameters
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.source import captures, read_source, rewritten
from tangentish.library import handled, replacement
from tangentish.names import Names
from tangentish.rules.registry import lookup
from tangentish.syntax import DEFINITIONS, Node, clone, names_in, walk

DEEPEST = 4


class NotGivenError(Exception):
    """More is done with the function than calling it and passing it on."""


@dataclass
class Inside:
    """A function taken out of another, called `label` there, that takes what it `captured` as keywords."""

    function: types.FunctionType
    label: str
    captured: list[str]


def with_function(call: Node, where: int | str, inside: Inside, space: dict[str, Any],
                  guards: list[Guard], deep: int = 0) -> tuple[types.FunctionType, dict[str, str]]:
    """The copy of the function that a call is of, which takes what `inside` captured, and by what names it does.

    `space` are the globals where the call is; `guards` gets what was looked up.  Raises `NotGivenError`.
    """
    label = call.func.id if call.func.__class__ is gast.Name else ""
    function = space.get(label)
    if deep > DEEPEST or not isinstance(function, types.FunctionType) or captures(function) or lookup(function) is not None or (
            handled(function) is not None or replacement(function) is not None or is_foreign(function.__module__)):
        raise NotGivenError
    try:
        tree = clone(read_source(function).tree)
    except TangentishError:
        raise NotGivenError from None
    parts = walk(tree.body)
    param = _parameter(tree, where)
    if any(part.__class__ in NOT_MOVED for part in parts) or label in names_in(tree.body):  # it may call itself
        raise NotGivenError
    names = Names(names_in(tree) | {part.name for part in parts if part.__class__ in DEFINITIONS})
    taken = {key: names.fresh(key) for key in inside.captured}
    uses = Uses(param, frozenset(taken.values()))
    uses.of_block(tree.body, taken.values())
    later = any(param in names_in(part) for part in outliving(tree.body))  # what was captured may have another value by then
    if later or not uses.are_all(tree):
        raise NotGivenError
    own = names.fresh(inside.label)
    called = {own: inside.function} if uses.calls else {}
    for inner in uses.calls:
        inner.func.id = own
        pass_on(inner, {key: key for key in taken}, taken)
    for inner, place in uses.given:
        copy, names_there = with_function(inner, place, inside, function.__globals__, guards, deep + 1)
        leave_out(inner, place)
        inner.func.id = names.fresh(copy.__name__)
        pass_on(inner, names_there, taken)
        called[inner.func.id] = copy
    guards += [(lambda: space.get(label), function), *as_it_is(function, parameters(function).parameters)]
    return _copy(function, tree, param, [*taken.values()], called, inside), taken


def _parameter(tree: Node, where: int | str) -> str:
    """The parameter that an argument goes to; others may not be of a kind that takes what is left over."""
    args = tree.args
    listed = [argument.id for argument in (*args.posonlyargs, *args.args)]
    if args.vararg is not None or args.kwarg is not None:
        raise NotGivenError
    if isinstance(where, int):
        if where >= len(listed):
            raise NotGivenError
        return str(listed[where])
    if where not in (argument.id for argument in (*args.args, *args.kwonlyargs)):
        raise NotGivenError
    return where


def _copy(function: types.FunctionType, tree: Node, param: str, taken: list[str], called: dict[str, types.FunctionType],
          inside: Inside) -> types.FunctionType:
    """The function without a parameter and its default, and with those for what is `taken`."""
    args = tree.args
    listed = [argument.id for argument in (*args.posonlyargs, *args.args)]
    defaults = list(function.__defaults__ or ())
    if param in listed and (place := listed.index(param) - (len(listed) - len(defaults))) >= 0:
        del defaults[place], args.defaults[place]
    args.posonlyargs = [argument for argument in args.posonlyargs if argument.id != param]
    args.args = [argument for argument in args.args if argument.id != param]
    left = [(argument, default) for argument, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
            if argument.id != param]
    args.kwonlyargs = [*(argument for argument, _ in left), *(gast.Name(key, gast.Param(), None, None) for key in taken)]
    args.kw_defaults = [*(default for _, default in left), *([None] * len(taken))]
    tree.name = f"{tree.name}_with_{inside.label}"
    made = rewritten(function, tree, called)
    named = {key: value for key, value in (function.__kwdefaults__ or {}).items() if key != param}
    made.__defaults__, made.__kwdefaults__ = tuple(defaults) or None, named or None
    return made
