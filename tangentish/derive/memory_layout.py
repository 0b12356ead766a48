"""Whether it matters to a program how its arguments lie in memory: in the order of C or of Fortran, or with gaps.

`x.ravel()` of an array that is contiguous shows it, of any other it is a copy; `x.copy()` always gives one that is contiguous.
"""

from __future__ import annotations

import re
from typing import Any

import gast

from tangentish.derive.program import Program
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import Node

_TELLING = frozenset(
    "ravel reshape ascontiguousarray asfortranarray asarray_chkfinite view flags strides nditer require resize base data ctypes "
    "frombuffer as_strided tobytes flat flatten astype ravelled flattened flat_view contiguous".split())
_ORDERED, _ORDERS = ("array", "asarray", "asanyarray"), ("C", "F", "A", "K")
_ARGUMENTS = ("order", "overwrite")
_WORDS = re.compile(r"\w+")


def depends_on_layout(program: Program, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a program, or what it calls, may do something else with an array that lies otherwise in memory."""
    return id(program) not in seen and any(
        _tells(part, node, program, seen | {id(program)}) for node, parts in program.parts for part in parts)


def _tells(part: Node, node: Node, program: Program, seen: frozenset[int]) -> bool:
    if part.__class__ is gast.Attribute:
        return part.attr in _TELLING or (part.attr == "shape" and part.ctx.__class__ is gast.Store)
    if part.__class__ is not gast.Call:
        return False
    if part.func.__class__ is gast.Name and part.func.id in _TELLING:
        return True
    if any((keyword.arg or "order").startswith(_ARGUMENTS) for keyword in part.keywords) or _gives_order(part):
        return True
    if hasattr(node, "pair"):
        made = node.pair.made
        if made.draft is not None:
            inner = made.draft.derivation.program
            return inner.spent or depends_on_layout(inner, seen)
        return not made.text or any(word in _TELLING or word.startswith(_ARGUMENTS) for word in _WORDS.findall(made.text))
    return hasattr(node, "dynamic") or not _is_known(program.scope.resolve(part.func))


def _gives_order(node: Node) -> bool:
    """Whether a call may be given an order by its place, as in `np.asarray(x, float, "F")`."""
    label = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return (label in _ORDERED and len(node.args) > 2) or any(
        arg.__class__ is gast.Starred or (arg.__class__ is gast.Constant and arg.value in _ORDERS) for arg in node.args)


def _is_known(function: Any) -> bool:
    """Whether a function is one of NumPy's or Python's, or is not called by a name, as methods of arrays are not."""
    return function is MISSING or lookup(function) is not None or (getattr(function, "__module__", "") or "").split(".")[0] in (
        "numpy", "math", "builtins", "operator", "_operator", "tangentish")
