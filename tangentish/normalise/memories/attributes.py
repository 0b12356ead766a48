"""Results that a method keeps in attributes, to give them again when it is called with equal arguments.

    if np.array_equal(z, self.last_z):
        return self.last_w
    self.last_z = z
    self.last_w = slow(z)
    return self.last_w

Where they were kept before the program ran, nothing is known of what they depend on: that would be taken for a constant.
They are computed again, where that is all that the other branch does and equal means equal, and it is checked that they come
out as they were kept; else they are refused.  What only marks them as out of date is done again, once (`flags.py`).  What an
inequality selects, as the best of what was met, is none of these; nor is what one pass of a loop keeps for the next.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_changes import binds
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.memories.own_by_now import OwnByNow
from tangentish.normalise.memories.same_points import Test, named_tests, told_by_value
from tangentish.normalise.memories.stores import filled_by, refused_in, stored_by, stored_in
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
    substitute,
    walk,
    walk_statements,
)


def forget_kept(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with what was kept for equal arguments computed again, or refused."""
    statements = walk_statements(body)
    stored = stored_in(body)
    fields = activity.fields | refused_in(body) | set[str]().union(*map(filled_by, statements))
    tests = [node for node in statements if node.__class__ is gast.If]
    if not stored & fields and not any(part.__class__ is gast.Attribute and part.value.__class__ is gast.Attribute
                                       for node in tests for part in walk(node.test)):
        return body
    told, named, own = told_by_value(statements, activity), named_tests(statements), OwnByNow(body, scope)

    def each(block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = each(inner)
            out += branch(node) if node.__class__ is gast.If else [node]
        return out

    def branch(node: Node) -> Block:
        now = own.at(node)
        test = Test(stored, told, scope, named, now, own.times)
        same = None if getattr(node, "marked", False) else test.says_same(node.test)
        if same is None:
            return by_others(node) or further_in(node)
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        results = (stored & fields) - (test.keys - test.shared) - now.bound
        if _is_done_again(kept, others, results):
            if test.exact:
                return _done_again(node, same, results, names, scope)
        elif not _reads(kept, results) and not results & stored_in(others):  # else they may be read anywhere, later
            return [node]
        refusal = gast.Expr(call("refuse_kept", constant(min(results))))
        kept.insert(0, locate(gast.copy_location(refusal, node), node))
        return [node]

    def by_others(node: Node) -> Block:
        """A branch that tells by what other methods store whether it stores anew: it is asked whether they keep it with results."""
        test = Test(_named_in(node.test, named) - stored, told, scope, named)
        same = None if getattr(node, "marked", False) else test.says_same(node.test)
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        places = [place for place in test.places if place.value.__class__ is gast.Name]
        if same is None or not places or stored_in(others).isdisjoint(stored & fields):
            return []
        watch_runs()
        asked = [gast.Expr(call("told_again", clone(place.value), constant(place.attr), constant(True), constant(True),
                                constant(scope.source.function.__name__), constant(False))) for place in places]
        kept[:0] = [locate(gast.copy_location(part, node), node) for part in asked]
        return [node]

    def further_in(node: Node) -> Block:
        """A branch that tells by what an object of an object has kept, which a method stores."""
        bound = {attr for attr in _named_in(node.test, named) if binds(attr) in scope.own}
        test = Test(bound, told, scope, named)
        same = test.says_same(node.test) if bound else None
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        acts = any(inner.__class__ is gast.Expr and inner.value.__class__ is gast.Call for inner in walk_statements(others))
        if same is not None and acts and any(place.value.__class__ is gast.Attribute for place in test.places):
            refusal = gast.Expr(call("refuse_kept", constant(min(place.attr for place in test.places))))
            kept.insert(0, locate(gast.copy_location(refusal, node), node))
        return [node]

    return each(body)


def _named_in(test: Node, named: dict[str, Block]) -> set[str]:
    """The attributes in a test, and in what its names are bound to."""
    parts = [test, *(value for label in names_in(test) for value in named.get(label, []))]
    return {part.attr for part in walk(parts) if part.__class__ is gast.Attribute}


def is_computed_again(node: Node, activity: Activity, scope: Scope, statements: Block, own: OwnByNow) -> bool:
    """Whether a branch keeps results that are computed again."""
    stored = stored_in(statements)
    test = Test(stored, told_by_value(statements, activity), scope, named_tests(statements), own.at(node), own.times)
    same = test.says_same(node.test) if stored & activity.fields else None
    kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
    return same is not None and test.exact and _is_done_again(kept, others, (stored & activity.fields) - (test.keys - test.shared))


def _done_again(node: Node, same: bool, results: set[str], names: Names, scope: Scope) -> Block:
    """A branch that keeps results, taken in any case: what was kept is compared with what comes out."""
    kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
    given = [inner for inner in kept if inner.__class__ is gast.Assign]
    shown = [inner.value for inner in given] or [
        as_load(inner.targets[0]) for inner in others if stored_by(inner) & results]
    said, held = names.fresh("t"), [names.fresh("t") for _ in shown]
    scope.locals |= {said, *held}
    meant = {inner.targets[0].id: inner.value for inner in others if inner.__class__ is gast.Assign  # which are bound there
             and inner.targets[0].__class__ is gast.Name and inner.value.__class__ is gast.Name}
    before = [assign(label, call("kept_before", substitute(clone(value), meant))) for label, value in zip(held, shown, strict=True)]
    refusal = gast.Expr(call("refuse_kept", constant(min(results))))
    after = [gast.If(call("is_other_than_kept", name(label), clone(value)), [assign(value, name(label)), refusal], [])
             for label, value in zip(held, shown, strict=True)]  # after it is put back
    made = [assign(said, node.test if same else gast.UnaryOp(gast.Not(), node.test)), gast.If(name(said), before, []), *others,
            gast.If(name(said), [*after, *given], [])]
    for part in walk_statements(made):
        part.origin = getattr(part, "origin", node)
    return [locate(gast.copy_location(part, node) if part not in others else part, node) for part in made]


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
        stored -= stored_by(node)
        bound -= assigned_in([node])
    return bool(stored_in(others) & results) and all(
        node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.value.__class__ in (
            gast.Attribute, gast.Subscript) and _reads([node], stored_in(others) & results) for node in given)


def _attributes_in(node: Node) -> set[str]:
    """The attributes that the right side of an assignment reads."""
    return {part.attr for part in walk(node.value) if part.__class__ is gast.Attribute}


def _reads(block: Block, attrs: set[str]) -> bool:
    return any(part.__class__ is gast.Attribute and part.attr in attrs for node in block for part in walk(node))
