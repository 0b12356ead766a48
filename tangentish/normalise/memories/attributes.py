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
from tangentish.analysis.keys_set import pairs_of
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.around.object_tables import FILLING
from tangentish.normalise.memories.same_points import Test, named_tests, told_by_value
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
    own_expressions,
    walk,
    walk_statements,
)


def forget_kept(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with what was kept for equal arguments computed again, or refused."""
    statements = walk_statements(body)
    stored = stored_in(body)
    fields = activity.fields | _refused(body) | set[str]().union(*map(_filled, statements))
    tests = [node for node in statements if node.__class__ is gast.If]
    if not stored & fields and not any(part.__class__ is gast.Attribute and part.value.__class__ is gast.Attribute
                                       for node in tests for part in walk(node.test)):
        return body
    told, named = told_by_value(statements, activity), named_tests(statements)
    owned = _of_one_owner(statements)
    carrying = _carrying(statements, stored)
    times: dict[str, set[str]] = {}

    def each(block: Block, by_now: set[str], fresh: set[str]) -> Block:
        """A block; the attributes that were bound `by_now`, whatever way was gone, are not from an earlier call.

        Nor is what is in those that are `fresh`; in others it may be what an earlier call has put into a third one.
        """
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = each(inner, by_now, fresh)
            out += branch(node, by_now, fresh) if node.__class__ is gast.If else [node]
            for label in assigned_in([node]):
                times[label] = times.get(label, fresh) & fresh if node.__class__ is gast.Assign else set()
            by_now = by_now | set(_bound(node)) & owned
            fresh = fresh | {attr for attr, value in _bound(node).items() if not _may_be_kept(value, stored, carrying)} & owned
        return out

    def branch(node: Node, by_now: set[str], fresh: set[str]) -> Block:
        test = Test(stored, told, scope, named, fresh, times)
        same = None if getattr(node, "marked", False) else test.says_same(node.test)
        if same is None:
            return further_in(node)
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        results = (stored & fields) - (test.keys - test.shared) - by_now
        if _is_done_again(kept, others, results):
            if test.exact:
                return _done_again(node, same, results, names, scope)
        elif not _reads(kept, results) and not results & stored_in(others):  # else they may be read anywhere, later
            return [node]
        refusal = gast.Expr(call("refuse_kept", constant(min(results))))
        kept.insert(0, locate(gast.copy_location(refusal, node), node))
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

    return each(body, set(), set())


def _named_in(test: Node, named: dict[str, Block]) -> set[str]:
    """The attributes in a test, and in what its names are bound to."""
    parts = [test, *(value for label in names_in(test) for value in named.get(label, []))]
    return {part.attr for part in walk(parts) if part.__class__ is gast.Attribute}


def _of_one_owner(statements: Block) -> set[str]:
    """The attributes that a function names of one variable only, which it does not bind anew."""
    owners: dict[str, set[str]] = {}
    for part in (part for node in statements for part in walk(own_expressions(node)) if part.__class__ is gast.Attribute):
        owners.setdefault(part.attr, set()).add(part.value.id if part.value.__class__ is gast.Name else "")
    bound = {"", *assigned_in(statements)}
    return {attr for attr, found in owners.items() if len(found) == 1 and found.isdisjoint(bound)}


def _bound(node: Node) -> dict[str, Node]:
    """The attributes that a statement binds, and to what."""
    pairs = pairs_of(node) if node.__class__ is gast.Assign else []
    return {target.attr: value for target, value in pairs if target.__class__ is gast.Attribute}


def _carrying(statements: Block, stored: set[str]) -> set[str]:
    """The variables that attributes are stored in, and the names that may be bound to what these held."""
    pairs = [pair for node in statements if node.__class__ is gast.Assign for pair in pairs_of(node)]
    owners = {target.value.id for target, _ in pairs if target.__class__ is gast.Attribute and target.value.__class__ is gast.Name}
    found = set(owners)
    before = -1
    while before != (before := len(found)):
        found |= {label for target, value in pairs if _may_be_kept(value, stored, found) for label in names_in(target)}
    return found


def _may_be_kept(value: Node, stored: set[str], carrying: set[str]) -> bool:
    """Whether a value may be what an attribute holds: it is read, or has a name, or what has the attribute is asked for it."""
    return any((part.__class__ is gast.Attribute and part.attr in stored) or (
        part.__class__ is gast.Name and part.id in carrying) for part in walk(value))


def is_computed_again(node: Node, activity: Activity, scope: Scope, statements: Block) -> bool:
    """Whether a branch keeps results that are computed again."""
    stored = stored_in(statements)
    test = Test(stored, told_by_value(statements, activity), scope, named_tests(statements))
    same = test.says_same(node.test) if stored & activity.fields else None
    kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
    return same is not None and test.exact and _is_done_again(kept, others, (stored & activity.fields) - (test.keys - test.shared))


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
    """The attributes that a block stores in, also where that is refused when it is come to (`normalise/deferred.py`)."""
    return {attr for node in walk_statements(block) for attr in _stored(node)} | _refused(block)


def _refused(block: Block) -> set[str]:
    return {attr for node in walk_statements(block) for inner in walk_statements(getattr(node, "dropped", []))
            for attr in _stored(inner)}


def _stored(node: Node) -> set[str]:
    """The attributes that a statement stores a value in, or an item of what they hold; also by a method of this that is named."""
    targets = list(node.targets) if node.__class__ is gast.Assign else []
    return _attributes_of(targets) | _filled(node)


def _attributes_of(targets: Block) -> set[str]:
    """The attributes that targets are, or are items of."""
    found = set()
    for target in targets:  # which grows
        if target.__class__ in (gast.Tuple, gast.List):
            targets += target.elts
        while target.__class__ is gast.Subscript:
            target = target.value
        if target.__class__ is gast.Attribute:
            found.add(target.attr)
    return found


def _filled(node: Node) -> set[str]:
    """The attributes that a statement fills by `|=`, by a call or by what is called later: `put = self.held.__setitem__`."""
    done = _done_by(node)
    targets = [node.target] if node.__class__ is gast.AugAssign and node.op.__class__ is gast.BitOr else []
    targets += [part.value for part in done if part.__class__ is gast.Attribute and part.attr in FILLING]
    return _attributes_of(targets).union(*(_set_by_call(part) for part in done if part.__class__ is gast.Call))


def _done_by(node: Node) -> Block:
    """The parts of a statement that may store something by a call: of an assignment, the call that it is."""
    if node.__class__ is gast.Expr:
        return walk(node.value)
    value = node.value if node.__class__ is gast.Assign else None
    return [value, value.func] if value.__class__ is gast.Call else [] if value is None else [value]


def _set_by_call(node: Node) -> set[str]:
    """The attributes that `setattr(self, "x", value)` and `vars(self).update(x=value)` set, and the like."""
    function = node.func
    if getattr(function, "id", "") == "setattr" and len(node.args) == 3:
        return {str(node.args[1].value)} if node.args[1].__class__ is gast.Constant else set()
    if function.__class__ is not gast.Attribute or function.attr not in FILLING:
        return set()
    owner = function.value
    of_object = getattr(owner, "attr", "") == "__dict__" or (
        owner.__class__ is gast.Call and getattr(owner.func, "id", "") == "vars")
    if not of_object:
        return set()
    keys = [key for arg in node.args if arg.__class__ is gast.Dict for key in arg.keys]
    return {str(key.value) for key in keys if key.__class__ is gast.Constant} | {k.arg for k in node.keywords if k.arg}


def _reads(block: Block, attrs: set[str]) -> bool:
    return any(part.__class__ is gast.Attribute and part.attr in attrs for node in block for part in walk(node))
