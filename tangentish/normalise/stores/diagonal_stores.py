"""Stores through `np.einsum("ii->i", F)`, which is a view of a diagonal, as stores into the array.

>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> import numpy as np
>>> np_scope = Scope(Source(lambda: np, parse(""), "", {"np": types.CellType(np)}), {"F", "v"})
>>> body = parse("np.einsum('ijj->ij', F)[...] = v").body
>>> for node in stores_into_diagonals(body, np_scope, Names([])):
...     print(unparse(node))
t = np_arange(F.shape[1])
F[:, t, t] = v
"""

from __future__ import annotations

import types  # noqa: F401 - of the example

import gast
import numpy as np

from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, attribute, call, child_blocks, clone, constant, locate, name, subscript, tuple_of


def stores_into_diagonals(body: Block, scope: Scope, names: Names) -> Block:
    """The body with these stores rewritten, of diagonals that are named by letters that stand side by side."""
    found: Block = []
    for node in body:
        for _, inner in child_blocks(node):
            inner[:] = stores_into_diagonals(inner, scope, names)
        target = node.targets[0] if node.__class__ is gast.Assign and len(node.targets) == 1 else getattr(node, "target", None)
        first = _diagonal(target, scope) if node.__class__ in (gast.Assign, gast.AugAssign) else None
        if first is not None:
            letters, array = target.value.args[0].value.split("->")[0], target.value.args[1]
            index = names.fresh("t")
            scope.locals.add(index)
            length = subscript(attribute(clone(array), "shape"), constant(first))
            found.append(locate(assign(index, call("np_arange", length)), node))
            parts = [name(index) if k in (first, first + 1) else gast.Slice(None, None, None) for k in range(len(letters))]
            new = locate(gast.Subscript(clone(array), tuple_of(parts), gast.Store()), target)
            if node.__class__ is gast.Assign:
                node.targets[0] = new
            else:
                node.target = new
        found.append(node)
    return found


def _diagonal(target: Node | None, scope: Scope) -> int | None:
    """Where the two letters of a diagonal stand that a target is all of; None for any other target."""
    if target.__class__ is not gast.Subscript or target.value.__class__ is not gast.Call or target.value.keywords:
        return None
    whole = target.slice.__class__ is gast.Slice and (target.slice.lower, target.slice.upper, target.slice.step) == (None,) * 3
    args = target.value.args
    if not (whole or getattr(target.slice, "value", None) is ...) or len(args) != 2 or not isinstance(
            getattr(args[0], "value", None), str) or args[1].__class__ is not gast.Name:
        return None
    letters, arrow, result = args[0].value.partition("->")
    doubled = [k for k in range(len(letters) - 1) if letters[k] == letters[k + 1]]
    if not (arrow and letters.isalpha() and len(doubled) == 1 and len(set(letters)) == len(letters) - 1):
        return None
    wanted = letters[: doubled[0]] + letters[doubled[0] + 1 :]
    return doubled[0] if result == wanted and scope.resolve(target.value.func) is np.einsum else None
