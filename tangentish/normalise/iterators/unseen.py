"""Calls of which nothing is known beforehand: where they may give iterators, or go through some, that is looked at in time."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.analysis.iterators.checks import (
    check_gives_no_iterator,
    check_items_only_read,
    check_list_will_do,
    check_only_reads,
    check_view_will_do,
)
from tangentish.analysis.iterators.makers import ITERATORS
from tangentish.frontend.resolve import Scope
from tangentish.rewriting import each_rewritten
from tangentish.syntax import COMPREHENSIONS, Block, Node, call, clone, constant, locate, own_expressions, walk

CHECKS: dict[str, Any] = {function.__name__: function for function in (
    check_gives_no_iterator, check_items_only_read, check_list_will_do, check_only_reads, check_view_will_do)}
"""The functions that look."""

_GOING_THROUGH = (*ITERATORS, sum, list, tuple, set, frozenset, dict, sorted, min, max, any, all, next, math.fsum, math.prod,
                  functools.reduce)
_GOING = {id(function) for function in _GOING_THROUGH}


Unsure = tuple[str, Node, tuple[Node, ...]]
"""A check, the call that is to be looked at before it happens, and the places of arguments or methods that matter, or none."""


@dataclass
class GoneThrough:
    """The names of variables whose items are taken one by one, and the places where that is done."""

    names: frozenset[str]
    places: frozenset[int]
    loops: bool  # whether there are loops over what is called there


def names_gone_through(parts: Iterable[Node], scope: Scope) -> GoneThrough:
    """What loops, comprehensions and functions like `sum` go through."""
    found: list[Node] = []
    loops = False
    for part in parts:
        cls = part.__class__
        if cls is gast.For:
            found.append(part.iter)
            loops = loops or any(inner.__class__ is gast.Call for inner in walk(part.iter))
        elif cls in COMPREHENSIONS:
            found += [each.iter for each in part.generators]
        elif cls is gast.Starred or (cls is gast.Assign and part.targets[0].__class__ is gast.Tuple):
            found.append(part.value)
        elif cls is gast.Call and any(argument.__class__ is gast.Name for argument in part.args) and (
                id(scope.resolve(part.func)) in _GOING):
            found += part.args
    names = [part for part in found if part.__class__ is gast.Name]
    return GoneThrough(frozenset(part.id for part in names), frozenset(map(id, names)), loops)


def is_looked_up_again(function: Node) -> bool:
    """Whether what is called may be asked for twice."""
    return all(part.__class__ in (gast.Name, gast.Attribute, gast.Constant, gast.Subscript) for part in walk(function))


def checked(body: Block, unsure: Iterable[Unsure]) -> Block:
    """The body with checks, by the names of `CHECKS`, before the statements in which some calls are."""
    wanted: dict[int, dict[str, list[Node]]] = {}
    for check, node, others in unsure:
        if is_looked_up_again(node.func):
            of_node = wanted.setdefault(id(node), {})
            told = of_node.get(check, [*others])
            new = [other for other in others if gast.dump(other) not in map(gast.dump, told)]
            of_node[check] = [*told, *new] if told and others else []  # if not all is known, none is asked for

    def looked_at(node: Node) -> Block:
        found: Block = []
        for part in (part for own in own_expressions(node) for part in walk(own)):
            for check, others in sorted(wanted.get(id(part), {}).items()):
                asked = [given for other in others for given in ([other] if other.__class__ is gast.Constant else _as_path(other))]
                found.append(locate(gast.Expr(call(check, clone(part.func), *asked)), node))
        return [*found, node]

    return each_rewritten(body, looked_at) if wanted else body


def _as_path(function: Node) -> tuple[Node, Node]:
    """The object that a function is an attribute of, and the dotted name it has there: it may be called on another way alone.

    >>> from tangentish.syntax import expression, unparse
    >>> tuple(map(unparse, _as_path(expression("self.right.items"))))
    ('self', "'right.items'")
    """
    path: list[str] = []
    while function.__class__ is gast.Attribute:
        path, function = [function.attr, *path], function.value
    return clone(function), constant(".".join(path))
