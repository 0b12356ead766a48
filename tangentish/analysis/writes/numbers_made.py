"""Whether a call of `np.array` gives an array of its own, which has nothing in common with what it is made of.

An array of objects holds the same objects: what is written into one of them is written there, too.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.memory.views_told import copies_told
from tangentish.analysis.texts.words import dtype_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.syntax import Node

MOST = 1000
"""Of more items nothing is known."""


def is_copy(node: Node, scope: Scope) -> bool:
    """Whether a call is one of `np.array` that copies, be it objects.

    >>> import gast
    >>> from tangentish.frontend.source import read_source
    >>> ROWS = [[1.0, 2.0], [3.0]]
    >>> def made(x):
    ...     return np.array(ROWS), np.array(ROWS[0]), np.array(x), np.array(x, float), np.array(x, float, copy=None)
    >>> source = read_source(made)
    >>> scope, calls = Scope(source, {"x"}), source.tree.body[0].value.elts
    >>> [is_copy(call, scope) for call in calls], [is_of_numbers(call, scope) for call in calls]
    ([True, True, True, True, False], [True, True, False, True, False])
    """
    return node.__class__ is gast.Call and scope.resolve(node.func) is np.array and copies_told(node)


def is_of_numbers(node: Node, scope: Scope) -> bool:
    """Whether such a call makes an array of numbers: by the dtype that it is told, or of numbers around the function."""
    if not is_copy(node, scope):
        return False
    told = dtype_of(node, 1)
    if told is not None:
        dtype = scope.resolve(told)
        return isinstance(dtype, type) and (dtype in (float, int, bool, complex) or issubclass(dtype, np.number))
    held = _held(node.args[0], scope) if node.args else []
    return bool(held) and all(map(_is_numbers, held))


def _held(node: Node, scope: Scope) -> list[Any]:
    """What an expression may be, as things are now, if it is a variable around a function, or an item of one."""
    if node.__class__ in (gast.Name, gast.Attribute):
        known = scope.part(node)
        return [] if known is MISSING else [known]
    if node.__class__ is not gast.Subscript:
        return []
    found: list[Any] = []
    for owner in _held(node.value, scope):
        items = list(owner.values() if isinstance(owner, dict) else owner) if isinstance(owner, dict | list | tuple) else [owner]
        key = node.slice.value if node.slice.__class__ is gast.Constant else None
        found += [owner[key]] if isinstance(key, str) and isinstance(owner, dict) and key in owner else items
    return found


def _is_numbers(held: Any) -> bool:
    """Whether a value is a number, an array of numbers, or all of its items are."""
    if isinstance(held, np.ndarray):
        return held.dtype.kind in "fciub"
    return isinstance(held, int | float | complex | np.number) or (
        isinstance(held, list | tuple) and len(held) <= MOST and all(map(_is_numbers, held)))
