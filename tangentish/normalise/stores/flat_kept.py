"""`x.flat` where it is looked at by itself: a slice of it is a copy, and here it is a view of which a slice would be a view.

So it is followed where it is gone through, computed with, or an item or a slice is taken of it at once; not where others get it.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.iterators.uses import CONSUMING
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, unparse, walk

_LOOKED_AT = {gast.Subscript: ("value",), gast.Attribute: ("value",), gast.For: ("iter",), gast.comprehension: ("iter",),
              gast.AugAssign: ("value",), gast.BinOp: ("left", "right"), gast.UnaryOp: ("operand",), gast.Compare: ("left",),
              gast.Expr: ("value",), gast.Starred: ("value",)}
_SLICED = "a slice of `{}`, which is `.flat` of an array, is a copy, and this would be a view"
_PASSED_ON = "`.flat` of an array is passed on: slices of it are copies, and these would be views"
_LISTED = (gast.Tuple, gast.List)
_KEEPING = (dict, set, type, setattr, vars)
_MODULES = ("tangentish", "numpy", "scipy", "itertools", "math", "_operator")


def refuse_flat_kept(body: Block, activity: Activity, scope: Scope, ans: str) -> None:
    """Raise where `x.flat` of an active array is stored, given or passed on, itself or by a name."""
    parts = walk(body)
    if "flat" in scope.own or (scope.source.function.__module__ or "").startswith("tangentish.") or not any(
            _is_named(part) or (part.__class__ is gast.Constant and part.value == "flat") for part in parts):
        return
    places = {id(child) for part in parts for child in _looked_at(part, scope)}
    names: set[str] = set()
    for _ in range(2):  # a name of a name, at most
        for part in parts:
            if part.__class__ is gast.Assign and _is_flat(part.value, names, activity) and all(
                    target.__class__ is gast.Name and target.id != ans for target in part.targets):
                names |= {target.id for target in part.targets}
                places.add(id(part.value))
    for part in parts:
        sliced = part.__class__ is gast.Subscript and part.ctx.__class__ is gast.Load and not _is_named(part.value) and any(
            one.__class__ is gast.Slice for one in walk(part.slice))
        if (_is_flat(part, names, activity) and id(part) not in places) or (sliced and _is_flat(part.value, names, activity)):
            raise located(UnsupportedError, _SLICED.format(unparse(part.value)) if sliced else _PASSED_ON,
                          scope.source.filename, getattr(part, "origin", part), "Use the array, x.ravel(), or x.flat[...].")
    for label in sorted(names):
        taken = _again(label, parts, scope)
        if taken is not None:
            raise located(UnsupportedError, f"items of `{label}`, which is `.flat` of an array, are taken more than once: it goes "
                          "on from where it was", scope.source.filename, getattr(taken, "origin", taken), "Use x.ravel().")


def _again(label: str, parts: Block, scope: Scope) -> Node | None:
    """Where items of an iterator are taken by its name, and are taken more than once: it goes on from where it was."""
    loops = [part for part in parts if part.__class__ in (gast.For, gast.While)]
    repeated = {id(used) for loop in loops for used in walk(loop.body)}
    found: Block = []
    for part in parts:
        cls = part.__class__
        if cls in (gast.For, gast.comprehension):
            found.append(part.iter)
        elif cls is gast.Call and any(scope.resolve(part.func) is one for one in (*CONSUMING, next)):
            found += part.args
        elif cls is gast.Compare and any(op.__class__ in (gast.In, gast.NotIn) for op in part.ops):
            found += part.comparators
        elif cls is gast.Starred or (cls is gast.Attribute and part.attr == "__next__") or (
                cls is gast.Assign and any(target.__class__ in _LISTED for target in part.targets)):
            found.append(part.value)
    taken = [part for part in found if part.__class__ is gast.Name and part.id == label]
    return taken[0] if len(taken) > 1 or any(id(part) in repeated for part in taken) else None


def _is_named(node: Node) -> bool:
    return node.__class__ is gast.Attribute and node.attr == "flat"


def _asks_for_it(node: Node) -> bool:
    """Whether a call asks for an attribute by the text "flat", as `getattr` and `operator.attrgetter` do."""
    if node.__class__ is not gast.Call:
        return False
    given = [*node.args, *(node.func.args if node.func.__class__ is gast.Call else ())]
    return any(one.__class__ is gast.Constant and one.value == "flat" for one in given)


def _is_flat(node: Node, names: set[str], activity: Activity) -> bool:
    if node.__class__ is gast.Name:
        return node.id in names and node.ctx.__class__ is gast.Load
    named = _is_named(node) and node.ctx.__class__ is gast.Load
    return (named or _asks_for_it(node)) and bool(activity.expr(node))


def _looked_at(node: Node, scope: Scope) -> Block:
    """The parts of a node of which nobody keeps what they are."""
    if node.__class__ is gast.Compare:
        return [node.left, *node.comparators]
    if node.__class__ is gast.Assign and all(_takes_items(target) for target in node.targets):
        return [node.value]
    if node.__class__ is gast.Call and _only_looks(node.func, scope):
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return [*given, *(item for one in given if one.__class__ in _LISTED for item in one.elts)]
    return [getattr(node, field) for field in _LOOKED_AT.get(node.__class__, ())]


def _takes_items(target: Node) -> bool:
    """Whether an assignment to this takes the items of a value: it is unpacked, or stored into a slice."""
    return target.__class__ in _LISTED or (target.__class__ is gast.Subscript and any(
        part.__class__ is gast.Slice or (part.__class__ is gast.Constant and part.value is ...) for part in walk(target.slice)))


def _only_looks(func: Node, scope: Scope) -> bool:
    """Whether a call keeps nothing of what it is given: of a function with a rule, of Python's, or a method of arrays."""
    target: Any = scope.resolve(func)
    if target is MISSING:
        return func.__class__ is gast.Attribute and func.attr in METHODS.keys() - MUTATORS
    if lookup(target) is not None or (getattr(target, "__module__", None) or "").split(".")[0] in _MODULES:
        return True
    return getattr(builtins, getattr(target, "__name__", ""), None) is target and target not in _KEEPING
