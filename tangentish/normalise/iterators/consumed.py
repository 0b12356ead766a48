"""Functions that go through a parameter to its end, whatever is in it.

>>> from tangentish.syntax import parse
>>> def told(text):
...     return goes_to_the_end(parse(text).body[0], "items", lambda node: {"sum": sum, "any": any}.get(getattr(node, "id", "")))
>>> told("def f(items):\\n    return sum(v * v for v in items)"), told("def f(items):\\n    return any(items)")
(True, False)
>>> told("def f(items):\\n    for v in items:\\n        total += v"), told("def f(items):\\n    for v in items:\\n        return v")
(True, False)
"""

from __future__ import annotations

import collections
import functools
import itertools
import math
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.iterators.makers import is_one_of
from tangentish.normalise.flow.exits_found import contains, may_exit
from tangentish.syntax import COMPREHENSIONS, Node, children, name_nodes, own_expressions, walk

WHOLE: tuple[Any, ...] = (
    list, tuple, set, frozenset, dict, sum, max, min, sorted, functools.reduce, math.prod, math.fsum, collections.deque,
    collections.Counter, np.fromiter, itertools.product, itertools.combinations, itertools.combinations_with_replacement,
    itertools.permutations)
"""What goes through all that it is given, and at once."""


def may_be_left(loop: Node) -> bool:
    """Whether a loop may end before it has gone through all."""
    return any(contains(node, (gast.Return, gast.Break)) for node in loop.body)


def parameter_of(function: Node, call: Node, given: Node) -> str | None:
    """The parameter that an argument of a call is bound to."""
    for keyword in call.keywords:
        if keyword.value is given:
            return str(keyword.arg) if keyword.arg else None
    positional = [*function.args.posonlyargs, *function.args.args]
    before = next((place for place, part in enumerate(call.args) if part is given), len(positional))
    if before >= len(positional) or any(part.__class__ is gast.Starred for part in call.args[:before + 1]):
        return None
    return str(positional[before].id)


def goes_to_the_end(function: Node, label: str | None, resolve: Callable[[Node], Any]) -> bool:
    """Whether a function goes through a parameter once, and to the end; `resolve` gives what an expression in it names."""
    body = function.body if isinstance(function.body, list) else [gast.Return(function.body)]
    if sum(node.id == label for node in name_nodes(body)) != 1:
        return False
    for statement in body:
        if label in {node.id for node in name_nodes(own_expressions(statement))}:
            if statement.__class__ is gast.For:
                return getattr(statement.iter, "id", "") == label and not may_be_left(statement)
            return statement.__class__ is not gast.While and any(
                _asks_all(part, str(label), resolve) for own in own_expressions(statement) for part in walk(own))
        if may_exit([statement]) or label in {node.id for node in name_nodes([statement])}:
            return False
    return False


def _asks_all(node: Node, label: str, resolve: Callable[[Node], Any]) -> bool:
    """Whether an expression goes through what has a name, and nothing in it is evaluated on condition."""
    if any(part.__class__ in (gast.IfExp, gast.BoolOp, gast.Lambda) for part in walk(node)):
        return False
    if node.__class__ in COMPREHENSIONS and node.__class__ is not gast.GeneratorExp:
        return getattr(node.generators[0].iter, "id", "") == label
    if node.__class__ is gast.Call and is_one_of(resolve(node.func), WHOLE):
        return any(getattr(part.generators[0].iter if part.__class__ is gast.GeneratorExp else part, "id", "") == label
                   for part in children(node))
    return node.__class__ is gast.Starred and getattr(node.value, "id", "") == label
