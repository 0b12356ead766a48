"""Results that an object keeps until it is asked for another point: what marks them as out of date is done, once, for an equal one.

    if not np.array_equal(x, self.x):
        self.x = x.copy()
        self.is_done = False

Where the object was at that point before the derivative was asked for, what it has kept says nothing of how it depends on `x`.
So the first time that a run comes here the branch is taken in any case, if that does no more than to keep the point and to drop
what was kept (`analysis/keys_set.py`), or to compute something from it that comes out as it was; if it does more, equal points
are refused.  After that, it is as the user wrote it.
"""

from __future__ import annotations

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.inert import is_inert
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.keys_set import Done, done_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.kept_attributes import Test, is_computed_again, stored_in
from tangentish.syntax import (
    Block,
    Node,
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

_ASIDE = ("shape", "size", "ndim", "dtype", "nbytes", "itemsize")
_ASKING = ("len", "type", "id", "isinstance")


def mark_kept(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with branches for other points taken once for equal ones, or these refused."""
    statements = walk_statements(body)
    tests = [node for node in statements if node.__class__ is gast.If]
    compared = {part.attr for node in statements for part in walk(_own(node)) if part.__class__ is gast.Attribute
                and part.value.__class__ is gast.Name}
    if not tests or not compared:
        return body
    marking = _Marking(activity, scope, names, statements)
    return marking.block(body)


def _own(node: Node) -> Block:
    """The expressions in which values may be compared: of tests, and of what tests are named."""
    if node.__class__ is gast.If:
        return [node.test]
    return [node.value] if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name else []


class _Marking:
    def __init__(self, activity: Activity, scope: Scope, names: Names, statements: Block) -> None:
        self.activity, self.scope, self.names, self.statements = activity, scope, names, statements
        self.told = _told_by_value(statements, activity)
        self.branches: dict[str, list[Node]] = {}  # by names of tests
        self.stored = stored_in(statements)
        bound: dict[str, int] = {}
        for node in statements:
            if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name:
                bound[node.targets[0].id] = bound.get(node.targets[0].id, 0) + 1
        for node in statements:
            if node.__class__ is gast.If:
                label = _named_test(node.test)
                if bound.get(label) == 1:
                    self.branches.setdefault(label, []).append(node)

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = self.block(inner)
            if node.__class__ is gast.If:
                out += self.marked(node, node, "test")
            elif node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.targets[0].id in self.branches:
                out += self.marked(node, self.branches[node.targets[0].id][0], "value")
            else:
                out.append(node)
        return out

    def marked(self, node: Node, branch: Node, key: str) -> Block:
        """A statement that says, in `key`, whether a branch is taken."""
        said = getattr(node, key)
        if not any(part.__class__ is gast.Attribute for part in walk(said)):
            return [node]
        test = Test(self.stored | _asked_of(branch), self.told, self.scope)
        same = test.says_same(said)
        places = {place.attr: place.value.id for place in test.places if place.value.__class__ is gast.Name}
        if same is None or not places or len(set(places.values())) > 1:
            return [node]
        taken = same is not (key == "value" and branch.test.__class__ is gast.UnaryOp)  # where the test holds, points are the same
        kept, others = (branch.body, branch.orelse) if taken else (branch.orelse, branch.body)
        owner, attr = next(iter(places.values())), min(places)
        done = done_by(others, owner, set(places), self.is_harmless)
        if not done.drops or not (attr in done.binds or done.calls):
            return [node]
        if is_computed_again(branch, self.activity, self.scope, self.statements):
            return [node]
        branch.marked = True
        watch_runs()
        first = self.names.fresh("t")
        self.scope.locals.add(first)
        results = (done.binds & self.activity.fields) - set(places)
        again = self.asked(done, owner, attr, test.exact, first, kept, min(results, default=attr))
        before: Block = [assign(first, again.call)]
        after: Block = []
        if again.made is not None and done.computed and key == "test":
            before, after = self.compared(done, owner, before, first, said if not same else gast.UnaryOp(gast.Not(), said))
        elif again.made is not None and done.computed:
            return [node]
        if again.made is not None:
            said = gast.BoolOp(gast.And(), [gast.UnaryOp(gast.Not(), again.made), said]) if same else (
                gast.BoolOp(gast.Or(), [again.made, said]))
            setattr(node, key, locate(gast.copy_location(said, node), node))
        return [*(locate(part, node) for part in before), node, *(locate(part, node) for part in after)]

    def compared(self, done: Done, owner: str, before: Block, first: str, said: Node) -> tuple[Block, Block]:
        """What compares, after a branch that was taken for equal points, what it computed with what was kept before it."""
        again, held = self.names.fresh("t"), {attr: self.names.fresh("t") for attr in sorted(done.computed)}
        self.scope.locals |= {again, *held.values()}
        parts = {attr: gast.Attribute(name(owner), attr, gast.Load()) for attr in held}
        keeping = [assign(label, call("kept_before", parts[attr])) for attr, label in held.items()]
        looking = [gast.If(call("is_other_than_kept", name(label), clone(parts[attr])), [
            gast.Expr(call("refuse_kept", constant(attr)))], []) for attr, label in held.items()]
        test = gast.BoolOp(gast.And(), [name(first), gast.UnaryOp(gast.Not(), clone(said))])
        return [*before, assign(again, test), gast.If(name(again), keeping, [])], [gast.If(name(again), looking, [])]

    def asked(self, done: Done, owner: str, attr: str, exact: bool, first: str, kept: Block, result: str) -> _Asked:
        """What asks whether a branch is to be taken once more; equal points that are refused are so where a result is `kept`."""
        refused: Node = name(first)
        made: Node | None = None
        if attr in done.binds:
            asking = call("asked_first", name(owner), constant(attr))
            if done.again and exact and not done.calls:
                return _Asked(asking, name(first))
        else:
            asking = call("set_anew", name(owner), constant(attr), *map(constant, sorted(done.calls)))
            refused = gast.Compare(name(first), [gast.Eq()], [constant("refused")]) if done.again and exact else name(first)
            made = gast.Compare(name(first), [gast.Eq()], [constant("again")]) if done.again and exact else None
        refusal = gast.If(refused, [gast.Expr(call("refuse_kept", constant(result)))], [])
        place = kept[0] if kept else None
        kept.insert(0, refusal if place is None else locate(refusal, place))
        return _Asked(asking, made)

    def is_harmless(self, node: Node) -> bool:
        target = self.scope.resolve(node.func)
        return target is not MISSING and is_inert(target)


class _Asked:
    """The call that asks, and the test that a branch is to be taken once more; none if it never is."""

    def __init__(self, call: Node, made: Node | None) -> None:
        self.call, self.made = call, made


def _named_test(test: Node) -> str:
    """The name that is tested, or of which the opposite is."""
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        test = test.operand
    return str(test.id) if test.__class__ is gast.Name else ""


def _asked_of(branch: Node) -> set[str]:
    """The attributes of objects of which methods are called in a branch: they may store there."""
    parts = walk([*branch.body, *branch.orelse])
    owners = {part.func.value.id for part in parts if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute
              and part.func.value.__class__ is gast.Name}
    return {part.attr for part in walk(branch.test) if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name
            and part.value.id in owners}


def _told_by_value(statements: Block, activity: Activity) -> set[str]:
    """The names of active values, and of what is made of these and tells one from another."""
    found = set(activity.varied)
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and _shows_value(node.value, found):
            found.add(node.targets[0].id)
    return found


def _shows_value(node: Node, told: set[str]) -> bool:
    """Whether an expression has more of these names than the shape or the type of what they mean."""
    if node.__class__ is gast.Attribute and node.attr in _ASIDE:
        return False
    if node.__class__ is gast.Call and getattr(node.func, "id", getattr(node.func, "attr", "")) in _ASKING:
        return False
    if node.__class__ is gast.Name:
        return node.id in told
    return any(_shows_value(part, told) for part in gast.iter_child_nodes(node)) if not names_in(node).isdisjoint(told) else False


