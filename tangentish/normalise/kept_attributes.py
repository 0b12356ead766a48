"""Results that a method keeps in attributes, to give them again when it is called with equal arguments.

    if np.array_equal(z, self.last_z):
        return self.last_w
    self.last_z = z
    self.last_w = slow(z)
    return self.last_w

Where they were kept before the program ran, nothing is known of what they depend on: that would be taken for a constant.
They are computed again, where that is all that the other branch does and equal means equal, and it is checked that they come
out as they were kept; else they are refused.  What an inequality selects, as the best of what was met, is none of these; nor is
what one pass of a loop keeps for the next.
"""

from __future__ import annotations

import math

import gast
import numpy as np

from tangentish.analysis.activity import Activity
from tangentish.analysis.def_use import assigned_in
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    name,
    names_in,
    walk,
    walk_statements,
)

SAME = (np.allclose, np.array_equal, np.array_equiv, np.isclose, math.isclose)
EXACT = (np.array_equal, np.array_equiv)
ROUNDING = 1e-12
_OPERATORS = {gast.Eq: True, gast.In: True, gast.Is: True, gast.NotEq: False, gast.NotIn: False, gast.IsNot: False}


def forget_kept(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with what was kept for equal arguments computed again, or refused."""
    statements = walk_statements(body)
    stored = _stored_in(body)
    if not stored & activity.fields:
        return body
    told = _told_by(statements, activity)

    def each(block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = each(inner)
            out += branch(node) if node.__class__ is gast.If else [node]
        return out

    def branch(node: Node) -> Block:
        test = _Test(stored, told, scope)
        same = test.says_same(node.test)
        if same is None:
            return [node]
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        results = (stored & activity.fields) - test.keys
        if _is_done_again(kept, others, results):
            if test.exact:
                return _done_again(node, same, results, names, scope)
        elif not _reads(kept, results) and not results & _stored_in(others):  # else they may be read anywhere, later
            return others if test.exact and not _given(kept) and _tells_again(others, test.keys & activity.fields) else [node]
        refusal = gast.Expr(call("refuse_kept", constant(min(results))))
        kept.insert(0, locate(gast.copy_location(refusal, node), node))
        return [node]

    return each(body)


def _done_again(node: Node, same: bool, results: set[str], names: Names, scope: Scope) -> Block:
    """A branch that keeps results, taken in any case: what was kept is compared with what comes out."""
    kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
    given = [inner for inner in kept if inner.__class__ is gast.Assign]
    shown = [inner.value for inner in given] or [
        as_load(inner.targets[0]) for inner in others if _stored(inner) & results]
    said, held = names.fresh("t"), [names.fresh("t") for _ in shown]
    scope.locals |= {said, *held}
    before = [assign(label, call("kept_before", clone(value))) for label, value in zip(held, shown, strict=True)]
    refusal = gast.Expr(call("refuse_kept", constant(min(results))))
    after = [gast.If(call("is_other_than_kept", name(label), clone(value)), [assign(value, name(label)), refusal], [])
             for label, value in zip(held, shown, strict=True)]  # after it is put back
    made = [assign(said, node.test if same else gast.UnaryOp(gast.Not(), node.test)), gast.If(name(said), before, []), *others,
            gast.If(name(said), [*after, *given], [])]
    for part in walk_statements(made):
        part.origin = getattr(part, "origin", node)
    return [locate(gast.copy_location(part, node) if part not in others else part, node) for part in made]


def _told_by(statements: Block, activity: Activity) -> set[str]:
    """The names that active values can be told by: those that are active, and keys that are made of them."""
    found = set(activity.varied)
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and names_in(node.value) & found:
            found.add(node.targets[0].id)
    return found


def _is_done_again(kept: Block, others: Block, results: set[str]) -> bool:
    """Whether a branch, if it does anything, gives results that the other one has stored when it is done.

    The other one does nothing but store and bind what does not depend on what it stores or binds anew: it does not count.
    """
    return _may_be_run_again(others) and bool(_stored_in(others) & results) and all(
        node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.value.__class__ in (
            gast.Attribute, gast.Subscript) and _reads([node], _stored_in(others) & results) for node in _given(kept))


def _tells_again(others: Block, keys: set[str]) -> bool:
    """Whether a branch stores what arguments are compared with, and else only constants, such as marks that nothing is done yet.

    Where the arguments are equal to what was stored, by which they are not active, that is done as well: results that are kept
    under these marks are computed anew.
    """
    return _may_be_run_again(others) and bool(_stored_in(others) & keys) and all(
        _stored(node) <= keys or node.value.__class__ is gast.Constant for node in others)


def _given(kept: Block) -> Block:
    """The statements of a branch that do something."""
    return [node for node in kept if node.__class__ is not gast.Pass]


def _may_be_run_again(block: Block) -> bool:
    """Whether some statements do nothing but store and bind what does not depend on what they store or bind anew."""
    stored, bound = _stored_in(block), assigned_in(block)
    for node in block:
        if node.__class__ is not gast.Assign or len(node.targets) > 1 or _attributes_in(node) & stored or names_in(
                node.value) & bound:
            return False
        stored -= _stored(node)
        bound -= assigned_in([node])
    return True


def _attributes_in(node: Node) -> set[str]:
    """The attributes that the right side of an assignment reads."""
    return {part.attr for part in walk(node.value) if part.__class__ is gast.Attribute}


def _stored_in(block: Block) -> set[str]:
    return {attr for node in walk_statements(block) for attr in _stored(node)}


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


class _Test:
    """What a test says of what was `stored` in attributes, and of names that active values are told by.

    `keys` are the attributes that hold what arguments are compared with; `exact`: only what is equal counts as such.
    """

    def __init__(self, stored: set[str], told: set[str], scope: Scope) -> None:
        self.stored, self.told, self.scope = stored, told, scope
        self.keys: set[str] = set()
        self.exact = True

    def says_same(self, test: Node) -> bool | None:
        """Whether a test that holds says that values equal what was stored (True), or that they do not (False); else None."""
        if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
            found = self.says_same(test.operand)
            return None if found is None else not found
        if test.__class__ is gast.BoolOp:
            wanted = test.op.__class__ is gast.And
            return wanted if wanted in [self.says_same(value) for value in test.values] else None
        if test.__class__ is gast.Call:
            target = self.scope.resolve(test.func)
            if target in SAME:
                self.exact = self.exact and (target in EXACT or _is_strict(test))
                return True if self.compares(test.args) else None
            inner = test.args[:1] or ([test.func.value] if test.func.__class__ is gast.Attribute else [])
            named = test.func.attr if test.func.__class__ is gast.Attribute else getattr(target, "__name__", "")
            found = self.says_same(inner[0]) if inner else None
            return found if found is {"all": True, "any": False}.get(named, ...) else None
        if test.__class__ is gast.Compare and len(test.ops) == 1 and test.ops[0].__class__ in _OPERATORS:
            listed = test.ops[0].__class__ in (gast.In, gast.NotIn)
            return _OPERATORS[test.ops[0].__class__] if self.compares([test.left, *test.comparators], listed) else None
        return None

    def compares(self, operands: Block, listed: bool = False) -> bool:
        """Whether one of some operands is an attribute that is stored, and another is told by an active value.

        What is `listed` in a table is a key of it, and the table holds the results.
        """
        kept = [part for part in operands if part.__class__ is gast.Attribute and part.attr in self.stored]
        found = bool(kept) and any(names_in(part) & self.told for part in operands if part not in kept)
        self.keys |= {part.attr for part in kept} if found and not listed else set()
        return found


def _is_strict(test: Node) -> bool:
    """Whether `np.allclose` or its like takes for equal what differs by no more than rounding."""
    limits = [keyword.value.value for keyword in test.keywords if keyword.arg in ("rtol", "atol", "rel_tol", "abs_tol") and
              keyword.value.__class__ is gast.Constant]
    return len(limits) == 2 and len(test.args) == 2 and max(limits) <= ROUNDING
