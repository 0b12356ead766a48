"""Results that a method keeps in attributes, to give them again when it is called with equal arguments.

    if np.array_equal(z, self.last_z):
        return self.last_w
    self.last_z = z
    self.last_w = slow(z)
    return self.last_w

Where they were kept before the program ran, nothing is known of what they depend on: that would be taken for a constant.
They are computed again, where that is all that the other branch does and equal means equal, and it is checked that they come
out as they were kept; else they are refused.  What only marks them as out of date is done again, once (`kept_flags.py`).  What an
inequality selects, as the best of what was met, is none of these; nor is what one pass of a loop keeps for the next.
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
    stored = stored_in(body)
    if not stored & activity.fields:
        return body
    told, named = told_by(statements, activity), named_tests(statements)

    def each(block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = each(inner)
            out += branch(node) if node.__class__ is gast.If else [node]
        return out

    def branch(node: Node) -> Block:
        test = Test(stored, told, scope, named)
        same = None if getattr(node, "marked", False) else test.says_same(node.test)
        if same is None:
            return [node]
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        results = (stored & activity.fields) - test.keys
        if _is_done_again(kept, others, results):
            if test.exact:
                return _done_again(node, same, results, names, scope)
        elif not _reads(kept, results) and not results & stored_in(others):  # else they may be read anywhere, later
            return [node]
        refusal = gast.Expr(call("refuse_kept", constant(min(results))))
        kept.insert(0, locate(gast.copy_location(refusal, node), node))
        return [node]

    return each(body)


def is_computed_again(node: Node, activity: Activity, scope: Scope, statements: Block) -> bool:
    """Whether a branch keeps results that are computed again."""
    stored = stored_in(statements)
    test = Test(stored, told_by(statements, activity), scope, named_tests(statements))
    same = test.says_same(node.test) if stored & activity.fields else None
    kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
    return same is not None and test.exact and _is_done_again(kept, others, (stored & activity.fields) - test.keys)


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


def told_by(statements: Block, activity: Activity) -> set[str]:
    """The names that active values can be told by: those that are active, and keys that are made of them."""
    found = set(activity.varied)
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and names_in(node.value) & found:
            found.add(node.targets[0].id)
    return found


def named_tests(statements: Block) -> dict[str, Block]:
    """What names are bound to that may be tests of what attributes hold."""
    found: dict[str, Block] = {}
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and any(
                part.__class__ is gast.Attribute for part in walk(node.value)):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _is_done_again(kept: Block, others: Block, results: set[str]) -> bool:
    """Whether a branch, if it does anything, gives results that the other one has stored when it is done.

    The other one does nothing but store and bind what does not depend on what it stores or binds anew: it does not count.
    """
    given = [node for node in kept if node.__class__ is not gast.Pass]
    stored, bound = stored_in(others), assigned_in(others)
    for node in others:
        if node.__class__ is not gast.Assign or len(node.targets) > 1 or _attributes_in(node) & stored or names_in(
                node.value) & bound:
            return False
        stored -= _stored(node)
        bound -= assigned_in([node])
    return bool(stored_in(others) & results) and all(
        node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.value.__class__ in (
            gast.Attribute, gast.Subscript) and _reads([node], stored_in(others) & results) for node in given)


def _attributes_in(node: Node) -> set[str]:
    """The attributes that the right side of an assignment reads."""
    return {part.attr for part in walk(node.value) if part.__class__ is gast.Attribute}


def stored_in(block: Block) -> set[str]:
    """The attributes that a block stores in."""
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


class Test:
    """What a test says of what was `stored` in attributes, and of names that active values are told by; tests may be `named`.

    `keys` are the attributes that hold what arguments are compared with, `places` the expressions; `exact`: only what is equal
    counts as such, and nothing else decides.
    """

    def __init__(self, stored: set[str], told: set[str], scope: Scope, named: dict[str, Block]) -> None:
        self.stored, self.told, self.scope, self.named = stored, told, scope, named
        self.keys: set[str] = set()
        self.places: Block = []
        self.exact = True

    def says_same(self, test: Node) -> bool | None:
        """Whether a test holds where values equal what was stored (True), or where they do not (False); else None."""
        if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
            found = self.says_same(test.operand)
            return None if found is None else not found
        if test.__class__ is gast.BoolOp:
            either = self.either(test.values)
            self.exact = self.exact and (either is None or either is (test.op.__class__ is gast.And))
            return either
        if test.__class__ is gast.IfExp:
            return self.either([test.body, test.orelse])
        if test.__class__ is gast.Name and test.id in self.named:
            others = Test(self.stored, self.told, self.scope, {key: self.named[key] for key in self.named if key != test.id})
            either = others.either(self.named[test.id])
            self.keys, self.places, self.exact = self.keys | others.keys, self.places + others.places, self.exact and others.exact
            return either
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

    def either(self, tests: Block) -> bool | None:
        """What those of some tests say that say something, if it is the same."""
        found = {self.says_same(test) for test in tests} - {None}
        return found.pop() if len(found) == 1 else None

    def meant(self, part: Node) -> Node:
        """The attribute that a name was bound to, or what is there."""
        values = self.named.get(part.id, []) if part.__class__ is gast.Name else []
        return values[0] if len(values) == 1 and values[0].__class__ is gast.Attribute else part

    def compares(self, operands: Block, listed: bool = False) -> bool:
        """Whether one of some operands is an attribute that is stored, and another is told by an active value.

        What is `listed` in a table is a key of it, and the table holds the results.
        """
        named = [self.meant(part) for part in operands]
        kept = [part for part in named if part.__class__ is gast.Attribute and part.attr in self.stored]
        found = bool(kept) and any(names_in(part) & self.told for part in named if part not in kept)
        if found and not listed:
            self.keys |= {part.attr for part in kept}
            self.places += kept
        return found


def _is_strict(test: Node) -> bool:
    """Whether `np.allclose` or its like takes for equal what differs by no more than rounding."""
    limits = [keyword.value.value for keyword in test.keywords if keyword.arg in ("rtol", "atol", "rel_tol", "abs_tol") and
              keyword.value.__class__ is gast.Constant]
    return len(limits) == 2 and len(test.args) == 2 and max(limits) <= ROUNDING
