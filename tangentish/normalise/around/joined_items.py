"""Items of what may be two lists joined, that a called function writes into in place: `m = left + right; m[i] *= v`.

Of arrays the sum is a new one, and of lists of numbers too.  Of lists of arrays the items are those of the callers, who do not
know that these are written into: that is looked at when it runs, and refused.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Kind, is_container
from tangentish.analysis.writes.joined_lists import JoinedLists
from tangentish.errors import UnsupportedError
from tangentish.frontend.resolve import Scope
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import zero_derivative
from tangentish.syntax import Block, Node, call, clone, locate, names_in, walk


def check_items_new(joined: Any) -> None:
    """Raise where items of joined lists are arrays, which others have too.

    >>> check_items_new([1.0, 2.0] + [3.0]), check_items_new(np.ones(2) + np.ones(2))
    (None, None)
    """
    if isinstance(joined, list) and any(isinstance(item, np.ndarray) for item in joined):
        raise UnsupportedError("an array is changed in place that is an item of two lists joined; whoever called this function "
                               "with the lists would not know of it.\nWrite `m[i] = m[i] * v`, or join copies.")


zero_derivative(check_items_new)
_CHECK = check_items_new.__name__
_NAMED = (gast.Name, gast.Attribute, gast.Subscript)


def check_joined_items(body: Block, scope: Scope, entry: dict[str, Kind], externs: dict[str, Any]) -> Block:
    """The body of a function that is called, with checks before statements that may write into items of joined lists."""
    stores = [node for node in walk(body) if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Subscript]
    if not stores:
        return body
    lists = {key for key, kind in entry.items() if kind == UNKNOWN or is_container(kind)}
    joined = JoinedLists(lambda node: names_in(node) & lists if node.__class__ in _NAMED else set())
    before, parts = -1, walk(body)
    while before != (before := joined.size()):
        for node in parts:
            joined.visit(node)
    unsure = {id(node) for node in stores if joined.whole(node.target.value) and not joined.is_known(node.target.value)}
    if not unsure:
        return body
    externs[_CHECK] = scope.imports[_CHECK] = check_items_new

    def checked(node: Node) -> Block:
        return [locate(gast.Expr(call(_CHECK, clone(node.target.value))), node), node] if id(node) in unsure else [node]

    return each_rewritten(body, checked)
