"""Whether a function picks values by a condition, told from its text."""

from __future__ import annotations

import types
from typing import Any
from weakref import WeakKeyDictionary

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.syntax import Node, walk

OF_NAN = frozenset("nansum nanmean nanvar nanstd nanmedian nanmax nanmin nanprod nancumsum nancumprod nanpercentile "
                   "nanquantile".split())
BY_NAME = OF_NAN | {"quad"}
PICKING = BY_NAME | {"where", "select", "nan_to_num", "compress", "extract", "choose", "piecewise", "nonzero", "flatnonzero",
                     "argwhere", "fmax", "fmin"}
_picking: WeakKeyDictionary[types.CodeType, bool] = WeakKeyDictionary()


def picks_by_condition(tree: Node) -> bool:
    """Whether the text of a function picks items by a condition: `np.where`, `x[x > 0]`, `x[good]` of `good = x > 0`.

    So do `np.nansum` and its like, and sums `where=` something holds. So does `quad`, whose limits may be infinite: no
    derivative flows to them then.
    """
    parts = walk(tree)
    named = {part.targets[0].id for part in parts if part.__class__ is gast.Assign and _is_condition(part.value)
             and part.targets[0].__class__ is gast.Name}
    return any((part.__class__ is gast.Attribute and part.attr in PICKING) or (
        part.__class__ is gast.Name and part.id in BY_NAME) or (part.__class__ is gast.keyword and part.arg == "where") or (
        part.__class__ is gast.Subscript and (_is_condition(part.slice) or getattr(part.slice, "id", "") in named))
        for part in parts)


def function_picks(function: Any) -> bool:
    """Whether a function that is called picks items by a condition; False where its text is not known."""
    if not isinstance(function, types.FunctionType):
        return False
    found = _picking.get(function.__code__)
    if found is None:
        try:
            found = picks_by_condition(read_source(function).tree)
        except TangentishError:  # met when it is called, with its place
            found = False
        _picking[function.__code__] = found
    return found


def _is_condition(node: Node) -> bool:
    if node.__class__ is gast.BinOp and node.op.__class__ in (gast.BitAnd, gast.BitOr):
        return _is_condition(node.left) or _is_condition(node.right)
    label = getattr(node.func, "attr", "") if node.__class__ is gast.Call else ""
    return node.__class__ is gast.Compare or label in ("isfinite", "isnan", "isinf") or (
        node.__class__ is gast.UnaryOp and node.op.__class__ is gast.Invert)
