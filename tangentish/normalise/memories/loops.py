"""Results that an object keeps until a loop finds that it is asked for another point.

    while not np.array_equal(x, self.x):
        self.x, self.y = x.copy(), slow(x)
    return self.y

As with branches (`attributes.py`), what was kept at an equal point before the derivative was asked for is a number like any
other.  Where the loop is not gone through, or left, at once, and the object is from before, that is refused.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.memories.flags import as_written, asked_of
from tangentish.normalise.memories.own_by_now import OwnByNow
from tangentish.normalise.memories.same_points import Test, named_tests, told_by_value
from tangentish.normalise.memories.stores import stored_in
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, call, child_blocks, clone, constant, locate, name, walk, walk_statements

_ASKING = frozenset("all any get copy".split())


def refuse_kept_loops(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with a look at what objects keep before the loops that would bring it up to date."""
    statements = walk_statements(body)
    if is_engine(scope.source.function) or not any(node.__class__ is gast.While for node in statements):
        return body
    return _Loops(body, activity, scope, names).block(body)


class _Loops:
    """`stored` are the attributes that the function stores something in."""

    def __init__(self, body: Block, activity: Activity, scope: Scope, names: Names) -> None:
        statements = walk_statements(body)
        self.scope, self.names, self.stored, self.fields = scope, names, stored_in(as_written(statements)), activity.fields
        self.told, self.named, self.own = told_by_value(statements, activity), named_tests(statements), OwnByNow(body, scope)

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            if node.__class__ is gast.While:
                out += [locate(each, node) for each in self.before(node)]
            out.append(node)
        return out

    def before(self, loop: Node) -> Block:
        """What comes before a loop: what asks whether an object is from before, and what refuses it if the loop does nothing."""
        said = self.said(loop.test, loop)
        if said is not None and said[0] is False and self.is_repeatable(loop.test):
            asking, first, result = self.asked(said[1], loop)
            refusal = gast.If(gast.BoolOp(gast.And(), [first, gast.UnaryOp(gast.Not(), clone(loop.test))]), [result], [])
            refusal.marked = True
            return [asking, refusal]
        if loop.test.__class__ is not gast.Constant:
            return []
        for place, branch in enumerate(loop.body):
            said = self.said(branch.test, loop) if branch.__class__ is gast.If else None
            kept = None if said is None else branch.body if said[0] else branch.orelse
            if said is not None and kept and kept[-1].__class__ in (gast.Break, gast.Return):
                asking, first, result = self.asked(said[1], loop)
                kept.insert(0, locate(gast.If(first, [result], []), kept[0]))
                loop.body.insert(place + 1, locate(assign(first.id, constant(False)), branch))
                return [asking]
        return []

    def said(self, test: Node, loop: Node) -> tuple[bool, Test] | None:
        """Whether a test says that points are the same, or that they are not, and of what, where the loop stores for others."""
        called = asked_of([loop], test)  # of the objects of which methods are called, which may store there
        if not called and not stored_in(as_written(loop.body)) & self.fields:
            return None
        tests = Test(self.stored | called, self.told, self.scope, self.named, self.own.at(loop), self.own.times)
        same = tests.says_same(test)
        owners = {place.value.id for place in tests.places if place.value.__class__ is gast.Name}
        return None if same is None or len(owners) != 1 or self.scope.name(min(owners)) is not MISSING else (same, tests)

    def asked(self, test: Test, loop: Node) -> tuple[Node, Node, Node]:
        """A statement that asks, the name of the answer, and the refusal."""
        place = next(place for place in test.places if place.value.__class__ is gast.Name)
        label = self.names.fresh("t")
        self.scope.locals.add(label)
        watch_runs()
        result = min(stored_in(loop.body) & self.fields - (test.keys - test.shared), default=place.attr)
        asking = assign(label, call("asked_first", name(place.value.id), constant(place.attr)))
        return asking, name(label), gast.Expr(call("refuse_kept", constant(result)))

    def is_repeatable(self, test: Node) -> bool:
        """Whether a test may be asked once more: it calls nothing of the user's."""
        for part in walk(test):
            if part.__class__ is gast.Call:
                target = self.scope.resolve(part.func)
                method = target is MISSING and part.func.__class__ is gast.Attribute and part.func.attr in _ASKING
                if not method and (target is MISSING or (lookup(target) is None and not isinstance(target, type) and getattr(
                        target, "__module__", "") not in ("numpy", "math", "builtins"))):
                    return False
            elif part.__class__ is gast.NamedExpr:
                return False
        return True
