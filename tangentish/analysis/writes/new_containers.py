"""Variables that hold nothing but containers made in the function: when these grow, nobody else's memory is written.

>>> from tangentish.syntax import parse
>>> sorted(new_containers(parse("a = []; b = set(); c = x; c = []; d = [v for v in x]")))
['a', 'b', 'd']
"""

from __future__ import annotations

import collections
import copy
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.reach import DATA
from tangentish.syntax import Node, walk

GROWING = frozenset("append extend insert appendleft extendleft add discard clear pop popleft".split())
"""Methods that change what a list, a set or a deque holds, and not the items."""
ZEROS = (np.zeros, np.ones, np.empty)
_DISPLAYS = (gast.List, gast.Set, gast.Dict, gast.ListComp, gast.SetComp, gast.DictComp)


def new_containers(tree: Node) -> frozenset[str]:
    """The names that are bound to nothing else anywhere in a function."""
    return _bound_alone(tree, _is_new)


def new_arrays(tree: Node, scope: Any) -> frozenset[str]:
    """The same for arrays of numbers: what is stored into these is copied."""
    return _bound_alone(tree, lambda value: value.__class__ is gast.Call and len(value.args) == 1 and not value.keywords
                        and any(scope.resolve(value.func) is made for made in ZEROS))


def _bound_alone(tree: Node, is_one: Callable[[Node], bool]) -> frozenset[str]:
    """The names that are bound by assignments of some kind of expression, and by nothing else."""
    nodes = walk(tree)
    made: dict[int, str] = {}
    for node in nodes:
        if node.__class__ is gast.Assign and len(node.targets) == 1 and is_one(node.value):
            made[id(node.targets[0])] = getattr(node.targets[0], "id", "")
    other = {node.id for node in nodes if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load
             and id(node) not in made}
    return frozenset(made.values()) - other - {""}


def _is_new(node: Node) -> bool:
    if node.__class__ is gast.Call:
        return node.func.__class__ is gast.Name and node.func.id in ("set", "list", "dict") and not node.args
    return node.__class__ in _DISPLAYS


def is_made(node: Node | None, scope: Any) -> bool:
    """Whether an expression makes a container: what is put into that is put into nothing whose items it has."""
    if node.__class__ is not gast.Call:
        return node.__class__ in _DISPLAYS
    target = scope.resolve(node.func)
    if target is copy.copy and len(node.args) == 1:
        return isinstance(scope.part(node.args[0]), DATA)
    if node.func.__class__ is gast.Attribute and node.func.attr == "copy":
        return isinstance(scope.part(node.func.value), DATA)
    return target in (dict, list, collections.deque)
