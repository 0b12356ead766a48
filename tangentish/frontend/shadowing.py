"""Local names of the user's that would hide what generated code calls are given an underscore.

>>> from tangentish.syntax import parse, unparse
>>> tree = parse('''
... def f(x, len):
...     return x * len
... ''').body[0]
>>> sorted(rename_locals(tree, {"x", "len"}).items())
[('len', 'len_')]
>>> print(unparse(tree))
def f(x, len_):
    return x * len_
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast
import numpy

from tangentish.closures import content
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import is_fixed
from tangentish.frontend.source import Source
from tangentish.names import Names
from tangentish.syntax import Node, names_in, walk

RESERVED = frozenset("range len reversed list tuple bool slice hasattr min max float complex abs pow divmod zip enumerate iter "
                     "isinstance primal pushforward Tangents indexable Shadows getattr".split())
NOTHING = "_"
"""What generated code names what it does not need: it may be bound anywhere."""


def rename_locals(tree: Node, local: set[str], own: Iterable[str] = ()) -> dict[str, str]:
    """Rename, in place, the local names of a function that are reserved, or among `own`; the new names by the old ones."""
    clash = sorted(local & RESERVED.union(own))
    if NOTHING in local and _holds_something(tree):
        clash.append(NOTHING)
    if not clash:
        return {}
    names = Names(names_in(tree) | local)
    renames = {label: _other_name(label, names) for label in clash}
    rename(tree, renames)
    return renames


def _other_name(label: str, names: Names) -> str:
    return names.fresh("unnamed" if label == NOTHING else f"{label}_")


def _holds_something(tree: Node) -> bool:
    """Whether the name that generated code gives to what it does not need is bound otherwise than by a loop, or is read."""
    counters = {id(node.target) for node in walk(tree) if node.__class__ is gast.For}
    return any(node.__class__ is gast.Name and node.id == NOTHING and id(node) not in counters for node in walk(tree))


def rename(tree: Node, renames: dict[str, str]) -> None:
    """Give names in a tree, and what defines them there, other ones, in place."""
    for node in walk(tree):
        if node.__class__ is gast.Name:
            node.id = renames.get(node.id, node.id)
        elif node.__class__ is gast.FunctionDef and node is not tree:
            node.name = renames.get(node.name, node.name)
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            node.names = [renames.get(n, n) for n in node.names]
        elif node.__class__ is gast.alias and (node.asname or node.name) in renames:
            node.asname = renames[node.asname or node.name]
        elif node.__class__ in (gast.MatchAs, gast.MatchStar) and node.name in renames:
            node.name = renames[node.name]
        elif node.__class__ is gast.MatchMapping and node.rest in renames:
            node.rest = renames[node.rest]
        elif node.__class__ is gast.ExceptHandler and isinstance(node.name, str):
            node.name = renames.get(node.name, node.name)


def rename_globals(tree: Node, local: set[str], source: Source, own: dict[str, Any]) -> dict[str, str]:
    """Rename, in place, the globals of a function under whose names generated code means something else; the new names.

    These go on meaning what the globals mean now.  Raises `UnsupportedError` for data, which may be bound anew at any time;
    `np` is no data, though it may be an object that stands for NumPy.
    """
    space = {**source.globals, **{label: content(cell, cell) for label, cell in source.cells.items()}}
    own = {**own, NOTHING: object(), "np": numpy}
    clash: dict[str, Node] = {}
    for node in walk(tree):
        if node.__class__ is gast.Name and node.id in own and node.id not in local and space.get(node.id, own[node.id]) is not (
                own[node.id]):
            clash.setdefault(node.id, node)
    if not clash:
        return {}
    stored = {node.id for node in walk(tree) if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load}
    if NOTHING in stored:  # by a function inside, whose own it is
        clash.pop(NOTHING, None)
    for label, node in clash.items():
        if label in source.cells or label in stored or not (label == "np" or is_fixed(source.globals[label])):
            raise located(UnsupportedError, f"generated code uses the name `{label}` for itself", source.filename, node,
                          "Give it another name, or import what it means under one.")
    names = Names(names_in(tree) | local)
    renames = {label: _other_name(label, names) for label in clash}
    rename(tree, renames)
    return renames
