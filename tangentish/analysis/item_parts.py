"""What an expression may be of the items of containers around a function: `TABLE["a"].buffer`, `state("a").buffer`."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.effects import effects_of
from tangentish.analysis.reach import DATA
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Node

MOST = 100
"""Of larger containers, the first items are looked at."""
_GIVING = frozenset("get pop setdefault".split())


def is_part_of_item(node: Node, scope: Scope) -> bool:
    """Whether an attribute may be an array or a container that an item of a container around the function has."""
    return node.value.__class__ is not gast.Name and any(isinstance(part, DATA) for part in candidates(node, scope))


def has_part(items: Iterable[Any], attr: str) -> bool:
    """Whether one of some objects has an array or a container in this attribute."""
    return any(isinstance(getattr(item, "__dict__", {}).get(attr), DATA) for item in items)


def is_given(node: Node, scope: Scope) -> bool:
    """Whether an expression is, or is a part of, what a function of the user's gives."""
    while node.__class__ in (gast.Attribute, gast.Subscript):
        node = node.value
    return node.__class__ is gast.Call and isinstance(scope.resolve(node.func), types.FunctionType)


def candidates(node: Node, scope: Scope) -> list[Any]:
    """What the value of an expression may be, as things are now."""
    if node.__class__ is gast.Subscript:
        return [item for held in candidates(node.value, scope) for item in items_of(held)]
    if node.__class__ is gast.Attribute and scope.part(node) is MISSING:
        return [vars(held)[node.attr] for held in candidates(node.value, scope) if node.attr in getattr(held, "__dict__", ())]
    if node.__class__ is gast.Call:
        return _given(node, scope)
    known = scope.part(node) if node.__class__ in (gast.Name, gast.Attribute) else MISSING
    return [] if known is MISSING else [known]


def items_of(held: Any) -> list[Any]:
    """The items of a dict, a list or a tuple; of anything else none."""
    items = held.values() if isinstance(held, dict) else held if isinstance(held, list | tuple) else ()
    return list(items)[:MOST]


def _given(node: Node, scope: Scope) -> list[Any]:
    """What a call may give: a method of a dict, or a function that gives a global object or a part of one."""
    target = scope.resolve(node.func)
    if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _GIVING:
        return [item for held in candidates(node.func.value, scope) for item in items_of(held)]
    if not isinstance(target, types.FunctionType) or is_installed(target) or lookup(target) is not None:
        return []
    held = [target.__globals__.get(label) for label in effects_of(target).around_returned]
    return [one for each in held for one in (each, *items_of(each), *list(getattr(each, "__dict__", {}).values())[:MOST])]
