"""Functions that give what a generator yields: the same function with a list of it.

>>> def squares(x):
...     for v in x:
...         yield v * v
>>> def positive(x):
...     return squares([v for v in x if v > 0])
>>> made, generators = given_function(positive)
>>> made([1.0, -2.0, 3.0]), generators == [squares], given_function(squares)
([1.0, 9.0], True, None)
"""

from __future__ import annotations

import types
from typing import Any

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.generators import is_generator
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.source import read_source, rewritten
from tangentish.library import replacement
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, call, clone, locate, name, names_in, walk_statements

_made: dict[types.CodeType, Node] = {}


def given_function(function: Any) -> tuple[types.FunctionType, list[types.FunctionType]] | None:
    """The function that gives a list, and the generator functions that it calls; None where there is none.

    That is where a `return` has anything else than a call of a generator function that is known by its name.
    """
    if not isinstance(function, types.FunctionType) or is_generator(function) or lookup(function) or replacement(function):
        return None
    try:
        source = read_source(function)
    except TangentishError:
        return None
    bound = {n for statement in walk_statements(source.tree.body) for n in names_in(statement)} & set(
        function.__code__.co_varnames)
    scope = scope_of(source, bound)
    given = [node.value for node in walk_statements(source.tree.body) if node.__class__ is gast.Return]
    generators: list[Any] = [scope.resolve(value.func) if value.__class__ is gast.Call else None for value in given]
    if not generators or not all(map(is_generator, generators)) or scope.resolve(name("list")) is not list:
        return None
    key = function.__code__
    if key not in _made:
        _made[key] = _with_lists(source.tree)
    return rewritten(function, _made[key]), generators


def _with_lists(tree: Node) -> Node:
    tree = clone(tree)
    for node in walk_statements(tree.body):
        if node.__class__ is gast.Return:
            node.value = locate(call("list", node.value), node.value)
    tree.name, tree.returns = f"{tree.name}_items", None
    return tree
