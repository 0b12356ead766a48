"""Which statements of a program make what nothing reads, and may raise: they are there for their errors, if for anything.

>>> from tangentish.analysis.kinds import UNKNOWN
>>> from tangentish.syntax import expression
>>> known = {"t": Sequence(tuple, (UNKNOWN, UNKNOWN))}
>>> [may_raise(expression(text), lambda node: known.get(node.id, UNKNOWN)) for text in ("(x, 1)", "t[1]", "t[2]", "x[1]")]
[False, False, True, True]
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

import gast

from tangentish.analysis.def_use import DefUse, read_names
from tangentish.analysis.kinds import Array, Kind, Sequence
from tangentish.analysis.kinds.infer import Infer
from tangentish.syntax import Block, Node, children, walk_statements

_SAFE_OPERATORS = (gast.Add, gast.Sub, gast.Mult)
_OF_ARRAYS = frozenset("shape ndim size dtype T".split())


def unread(body: Block, flow: DefUse, kinds: Infer, class_of: Callable[[str], str], ans: str) -> frozenset[int]:
    """The numbers of such statements: assignments to names, and stores into arrays and containers, that do not reach `ans`."""
    class_of = functools.cache(class_of)
    statements = [(node, _target(node), read_names(node)) for node in walk_statements(body)]
    stores = [(node, target, reads) for node, target, reads in statements if target is not None]
    needed = {ans}.union(*(reads for _, target, reads in statements if target is None))
    while True:
        classes = set(map(class_of, needed))
        grown = needed.union(*(reads for _, target, reads in stores if target in needed or class_of(target) in classes))
        if grown == needed:
            break
        needed = grown
    found = {node.uid for node, target, _ in stores if _is_unread(node, target, needed, classes, flow, class_of)
             and _raises(node, flow, kinds)}
    return frozenset(found | {node.uid for node, _, _ in statements if _counts_to_no_whole_number(node, kinds)})


def _counts_to_no_whole_number(node: Node, kinds: Infer) -> bool:
    """Whether a statement is a loop over the `range` of what is known to be no whole number."""
    if node.__class__ is not gast.For or node.iter.__class__ is not gast.Call or getattr(node.iter.func, "id", "") != "range":
        return False
    given = [kinds.expr(part, kinds.before.get(node.uid, {})) for part in node.iter.args]
    return any(isinstance(kind, Array) or (kind.is_scalar and kind.active_dtype) for kind in given)


def _target(node: Node) -> str | None:
    """The name that an assignment binds, or stores into; None for all else."""
    if node.__class__ is gast.Assign and len(node.targets) == 1:
        target = node.targets[0]
    elif node.__class__ is gast.AugAssign:
        target = node.target
    else:
        return None
    while target.__class__ is gast.Subscript:
        target = target.value
    return str(target.id) if target.__class__ is gast.Name else None


def _is_unread(node: Node, target: str, needed: set[str], classes: Iterable[str], flow: DefUse,
               class_of: Callable[[str], str]) -> bool:
    plain = node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name
    if plain:
        return target not in needed or target not in flow.live_after[node.uid]
    return target not in needed and class_of(target) not in classes


def _raises(node: Node, flow: DefUse, kinds: Infer) -> bool:
    """Whether a statement of these may raise."""
    bound = flow.before[node.uid]
    if not all(bound[label].definite for label in read_names(node) if label in bound):
        return True
    before = kinds.before.get(node.uid, {})
    plain = node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name
    return not plain or may_raise(node.value, lambda part: kinds.expr(part, before))


def may_raise(node: Node, kind: Callable[[Node], Kind]) -> bool:
    """Whether the value of an expression may not be there, as far as `kind` tells of its parts."""
    cls = node.__class__
    if cls in (gast.Name, gast.Constant, gast.Lambda):
        return False
    if cls is gast.Subscript and getattr(node, "there", False):
        return False
    if cls is gast.Subscript and node.value.__class__ is gast.Name and node.slice.__class__ is gast.Constant:
        base, place = kind(node.value), node.slice.value
        return not (isinstance(base, Sequence) and isinstance(place, int) and -len(base.items) <= place < len(base.items))
    if cls in (gast.BinOp, gast.UnaryOp, gast.Compare):
        operands = [part for part in children(node) if isinstance(part, gast.expr)]
        safe = cls is not gast.BinOp or isinstance(node.op, _SAFE_OPERATORS)
        return not safe or not all(kind(part).is_scalar and not may_raise(part, kind) for part in operands)
    if cls in (gast.Tuple, gast.List):
        return any(part.__class__ is gast.Starred or may_raise(part, kind) for part in node.elts)
    if cls is gast.Attribute:
        return not (node.attr in _OF_ARRAYS and node.value.__class__ is gast.Name and isinstance(kind(node.value), Array))
    if cls is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr == "copy" and not node.args:
        return not isinstance(kind(node.func.value), Array)
    if cls is gast.Call and node.func.__class__ is gast.Name and node.func.id in ("len", "indexable") and len(node.args) == 1:
        return not isinstance(kind(node.args[0]), Array | Sequence)
    return True

