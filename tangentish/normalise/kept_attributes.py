"""Results that a method keeps in attributes, to give them again when it is called with equal arguments.

    if np.allclose(z, self.last_z):
        return self.last_w
    self.last_z = z
    self.last_w = slow(z)
    return self.last_w

Where they were kept before the program ran, nothing is known of what they depend on: that would be taken for a constant.
They are computed again, where that is all that the other branch does, and refused else.  What an inequality selects, as the
best of what was met, is none of these.
"""

from __future__ import annotations

import math

import gast
import numpy as np

from tangentish.analysis.activity import Activity
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, call, constant, locate, names_in, walk, walk_statements

SAME = (np.allclose, np.array_equal, np.array_equiv, np.isclose, math.isclose)
_OPERATORS = {gast.Eq: True, gast.In: True, gast.Is: True, gast.NotEq: False, gast.NotIn: False, gast.IsNot: False}


def forget_kept(body: Block, activity: Activity, scope: Scope) -> None:
    """Let a body compute again, in place, what was kept for equal arguments, or refuse it."""
    statements = walk_statements(body)
    stored = {attr for node in statements for attr in _stored(node)}
    if not stored & activity.fields:
        return
    tests = _Tests(stored, _told_by(statements, activity), scope)
    for node in statements:
        same = tests.says_same(node.test) if node.__class__ is gast.If else None
        if same is None:
            continue
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        if _is_computed_again(kept, others):
            node.test = locate(constant(not same), node)
            continue
        attrs = {attr for inner in walk_statements(others) for attr in _stored(inner)}
        attrs = attrs or (stored if _reads(kept, stored) else set())
        if attrs & activity.fields:
            refusal = gast.Expr(call("refuse_kept", constant(min(attrs & activity.fields))))
            kept.insert(0, locate(gast.copy_location(refusal, node), node))


def _told_by(statements: Block, activity: Activity) -> set[str]:
    """The names that active values can be told by: those that are active, and keys that are made of them."""
    found = set(activity.varied)
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and names_in(node.value) & found:
            found.add(node.targets[0].id)
    return found


def _is_computed_again(kept: Block, others: Block) -> bool:
    """Whether a branch, if it does anything, gives what the other one has stored when it is done."""
    stored = {attr for node in walk_statements(others) for attr in _stored(node)}
    return bool(stored) and all(
        node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.value.__class__ in (
            gast.Attribute, gast.Subscript) and _reads([node], stored) for node in kept if node.__class__ is not gast.Pass)


def _stored(node: Node) -> set[str]:
    """The attributes that a statement stores a value in, or an item of what they hold."""
    found, targets = set(), list(node.targets) if node.__class__ is gast.Assign else []
    for target in targets:  # which grows
        if target.__class__ in (gast.Tuple, gast.List):
            targets += target.elts
        while target.__class__ is gast.Subscript:
            target = target.value
        if target.__class__ is gast.Attribute:
            found.add(target.attr)
    return found


def _reads(block: Block, attrs: set[str]) -> bool:
    return any(part.__class__ is gast.Attribute and part.attr in attrs for node in block for part in walk(node))


class _Tests:
    """What tests say of what was `stored` in attributes, and of names that active values are told by."""

    def __init__(self, stored: set[str], told: set[str], scope: Scope) -> None:
        self.stored, self.told, self.scope = stored, told, scope

    def says_same(self, test: Node) -> bool | None:
        """Whether a test that holds says that values equal what was stored (True), or that they do not (False); else None."""
        if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
            found = self.says_same(test.operand)
            return None if found is None else not found
        if test.__class__ is gast.BoolOp:
            wanted = test.op.__class__ is gast.And
            return wanted if any(self.says_same(value) is wanted for value in test.values) else None
        if test.__class__ is gast.Call:
            target = self.scope.resolve(test.func)
            if target in SAME:
                return True if self.compares(test.args) else None
            inner = test.args[:1] or ([test.func.value] if test.func.__class__ is gast.Attribute else [])
            named = test.func.attr if test.func.__class__ is gast.Attribute else getattr(target, "__name__", "")
            found = self.says_same(inner[0]) if inner else None
            return found if found is {"all": True, "any": False}.get(named, ...) else None
        if test.__class__ is gast.Compare and len(test.ops) == 1 and test.ops[0].__class__ in _OPERATORS:
            return _OPERATORS[test.ops[0].__class__] if self.compares([test.left, *test.comparators]) else None
        return None

    def compares(self, operands: Block) -> bool:
        """Whether one of some operands is an attribute that is stored, and another is told by an active value."""
        kept = [part for part in operands if part.__class__ is gast.Attribute and part.attr in self.stored]
        return bool(kept) and any(names_in(part) & self.told for part in operands if part not in kept)
