"""Decorators of functions defined inside, where they may have to do with active values: written as the calls that they are.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> body = parse("@times(k)\\n@plain\\ndef f(x):\\n    return x").body
>>> for node in decorators_called(body, lambda decorator: "k" in unparse(decorator), Names({"f", "k"})): print(unparse(node))
decorator = times(k)
@plain
def f(x):
    return x
f = decorator(f)
"""

from __future__ import annotations

from collections.abc import Callable, Set

import gast

from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, assign, locate, name, names_in, walk_statements


def decorators_called(block: Block, own: Callable[[Node], bool], names: Names) -> Block:
    """A block in which functions with a decorator of which `own` is true are bound again to what their decorators give."""
    return each_rewritten(block, lambda node: (
        _called(node, own, names) if node.__class__ is gast.FunctionDef and any(map(own, node.decorator_list)) else [node]))


def is_own(decorator: Node, scope: Scope, decorated: Set[str] = frozenset()) -> bool:
    """Whether a decorator has to do with variables of the function, or of those around it, and is not one of Python's own.

    Nor is a method of what a decorator made of a function in `decorated`, as `register` of what `singledispatch` makes.
    """
    called = decorator.func if decorator.__class__ is gast.Call else decorator
    target = scope.resolve(called)
    if target is not MISSING and is_foreign(getattr(target, "__module__", None)):
        return False
    if called.__class__ is gast.Attribute and called.value.__class__ is gast.Name and called.value.id in decorated:
        return False
    return any(label in scope.source.cells or scope.name(label) is MISSING for label in names_in(decorator))


def decorated_in(block: Block) -> frozenset[str]:
    """The names of the functions in a block that have decorators."""
    return frozenset(node.name for node in walk_statements(block) if node.__class__ is gast.FunctionDef and node.decorator_list)


def _called(node: Node, own: Callable[[Node], bool], names: Names) -> Block:
    """The decorators are evaluated before the function is made, the first one is called last; the last ones may stay."""
    before: Block = []
    value = name(node.name)
    held = []
    count = 1 + max(place for place, decorator in enumerate(node.decorator_list) if own(decorator))
    for decorator in node.decorator_list[:count]:
        if decorator.__class__ is not gast.Name:
            label = names.fresh("decorator")
            before.append(_at(assign(label, decorator), node))
            decorator = name(label)
        held.append(decorator)
    for decorator in reversed(held):
        value = gast.Call(decorator, [value], [])
    node.decorator_list = node.decorator_list[count:]
    return [*before, node, _at(assign(node.name, value), node)]


def _at(made: Node, node: Node) -> Node:
    return locate(gast.copy_location(made, node), node)
