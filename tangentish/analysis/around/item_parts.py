"""What an expression may be of the items of containers around a function: `TABLE["a"].buffer`, `state("a").buffer`."""

from __future__ import annotations

import collections
import types
from collections.abc import Iterable, Mapping
from typing import Any

import gast

from tangentish.analysis.code.reach import DATA
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import is_gone, own_attributes
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Node, children

MOST = 100
"""Of larger containers, the first items are looked at."""
_GIVING = frozenset("get pop setdefault".split())
NOTHING: Mapping[str, list[Any]] = {}
_SHOWING = frozenset("values items copy".split())
_ONE_OF = (next, max, min)
_ALL_OF = (iter, list, tuple, dict, sorted, reversed, zip, enumerate, collections.deque)


def is_part_of_item(node: Node, scope: Scope) -> bool:
    """Whether an attribute may be an array or a container that an item of a container around the function has."""
    return node.value.__class__ is not gast.Name and any(isinstance(part, DATA) for part in candidates(node, scope))


def has_part(items: Iterable[Any], attr: str) -> bool:
    """Whether one of some objects has an array or a container in this attribute."""
    return any(isinstance(own_attributes(item).get(attr), DATA) for item in items)


def is_given(node: Node, scope: Scope) -> bool:
    """Whether an expression is, or is a part of, what a function of the user's gives."""
    while node.__class__ in (gast.Attribute, gast.Subscript):
        node = node.value
    return node.__class__ is gast.Call and isinstance(scope.resolve(node.func), types.FunctionType)


def candidates(node: Node, scope: Scope, named: Mapping[str, list[Any]] = NOTHING) -> list[Any]:
    """What the value of an expression may be, as things are now; and variables that are `named`."""
    if node.__class__ is gast.Subscript:
        return [item for held in candidates(node.value, scope, named) for item in items_of(held)]
    if node.__class__ is gast.Attribute and scope.part(node) is MISSING:
        owners = candidates(node.value, scope, named)
        return [own_attributes(held)[node.attr] for held in owners if node.attr in own_attributes(held)]
    if node.__class__ is gast.Call:
        return _given(node, scope, named)
    if node.__class__ in (gast.Tuple, gast.List, gast.Set, gast.Dict):
        items = node.values if node.__class__ is gast.Dict else node.elts
        return [[one for item in items for one in candidates(item, scope, named)]]
    if node.__class__ in (gast.IfExp, gast.BoolOp):
        return [one for child in children(node) for one in candidates(child, scope, named)]
    if node.__class__ in COMPREHENSIONS:  # whose items are among those that it goes through
        return [one for generator in node.generators for one in candidates(generator.iter, scope, named)]
    if node.__class__ is gast.Name and node.id in named:
        return named[node.id]
    known = scope.part(node) if node.__class__ in (gast.Name, gast.Attribute) else MISSING
    return [] if known is MISSING else [known]


def items_of(held: Any) -> list[Any]:
    """The items of a dict, a list or a tuple; of anything else none."""
    items = () if is_gone(held) else held.values() if isinstance(held, dict) else held if isinstance(held, list | tuple) else ()
    return list(items)[:MOST]


def _deep(held: Any) -> list[Any]:
    """The items of a container, and what those hold that are containers: of pairs, say."""
    return [one for item in items_of(held) for one in (item, *items_of(item))][:MOST]


def _given(node: Node, scope: Scope, named: Mapping[str, list[Any]]) -> list[Any]:
    """What a call may give: a method of a dict, or a function that gives a global object or a part of one."""
    target = scope.resolve(node.func)
    if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _GIVING:
        return [item for held in candidates(node.func.value, scope, named) for item in items_of(held)]
    if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _SHOWING and not node.args:
        return candidates(node.func.value, scope, named)
    if target in _ONE_OF or (target is MISSING and node.func.__class__ is gast.Name):
        return [item for value in node.args for held in candidates(value, scope, named) for item in items_of(held)]
    if target in _ALL_OF:
        return [_deep(held) for value in node.args for held in candidates(value, scope, named)]
    if not isinstance(target, types.FunctionType) or is_installed(target) or lookup(target) is not None:
        return []
    held = [target.__globals__.get(label) for label in effects_of(target).around_returned]
    return [one for each in held for one in (each, *items_of(each), *list(own_attributes(each).values())[:MOST])]


def as_attribute(node: Node, scope: Scope) -> Node | None:
    """The attribute that an item of `vars(owner)`, or of `owner.__dict__`, is; None of anything else."""
    table, key = node.value, getattr(node.slice, "value", None)
    if not isinstance(key, str):
        return None
    if table.__class__ is gast.Call and len(table.args) == 1 and scope.resolve(table.func) is vars:
        return gast.Attribute(table.args[0], key, gast.Load())
    return gast.Attribute(table.value, key, gast.Load()) if getattr(table, "attr", "") == "__dict__" else None
