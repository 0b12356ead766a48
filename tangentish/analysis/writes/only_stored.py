"""Parameters of which a function uses nothing: it stores into them alone.

>>> def clear(levels, value):
...     levels[:] = value
...     levels[0] += 1.0
>>> sorted(only_stored_into(clear))
['levels']
"""

from __future__ import annotations

import functools
import types

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.syntax import Node, walk

_PLACES = (gast.Attribute, gast.Subscript)


@functools.lru_cache(maxsize=1024)
def only_stored_into(function: types.FunctionType) -> frozenset[str]:
    """The parameters of a function whose content it does not read; what it computes with them depends on nothing of theirs."""
    try:
        tree = read_source(function).tree
    except TangentishError:
        return frozenset()
    parts = walk(tree)
    stored = {id(_root(part)) for part in parts if part.__class__ in _PLACES and part.ctx.__class__ is gast.Store}
    stored |= {id(part.func.value) for part in parts if part.__class__ is gast.Call and getattr(part.func, "attr", "") == "fill"}
    names = [part for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Param]
    code = function.__code__
    return frozenset(code.co_varnames[: code.co_argcount]) - {part.id for part in names if id(part) not in stored}


def _root(node: Node) -> Node:
    while node.__class__ in _PLACES:
        node = node.value
    return node
