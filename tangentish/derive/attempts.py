"""Adjoints of `try`, and of what an exception may have left before its end."""

from __future__ import annotations

from types import FunctionType

import gast

from tangentish.analysis.kinds import UNKNOWN
from tangentish.analysis.versions import Env, Version
from tangentish.analysis.writes.effects import unfinished_call, unfinished_lookup
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.derive.branches import Branches
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.calls.object_calls import OPERATORS
from tangentish.runtime.failed_imports import begins_with_import
from tangentish.syntax import Block, Node, call, constant, name


class Attempts(Branches):
    """Reverses as much of a block as was done."""

    guard: Version | None = None  # how far the code being reversed came, where an exception may have left it
    left: Env | None = None  # what was bound where it left it

    def reverse_try(self, node: Node) -> None:
        """The `finally`, then the handler that ran or the `else`, then as much of the body as was done."""
        uid = node.uid
        self.sweep(node.finalbody)
        self.uid = uid
        markers = getattr(node, "markers", None)
        if markers is None or not node.handlers:
            self.sweep(node.orelse)
            self.sweep(node.body)
            return
        handled, reached = markers
        env = self.flow.before[uid]
        ends = [self.branch([*node.body, *node.orelse], self.state)]
        outside = self.guard, self.left
        for handler in node.handlers:
            block, state = self.branch(handler.body, self.state)
            outer, self.out = self.out, block
            kept, self.state = self.state, state
            self.guard, self.left = self.flow.after[uid][reached], self.flow.left[uid]
            self.sweep(node.body)
            self.guard, self.left = outside
            ends.append((self.out, self.state))
            self.out, self.state = outer, kept
        self.uid = uid
        self.state = self.equalise(uid, ends, [env] * len(ends), self.flow.live_before[uid])
        if not any(block for block, _ in ends):
            return
        self.uid = uid
        chain: Block = []
        version = self.flow.after[uid][handled]
        for number in range(len(ends) - 1, -1, -1):
            block = ends[number][0] or [gast.Pass()]
            test = gast.Compare(self.version(version), [gast.Eq()], [constant(number)])
            chain = [gast.If(test, block, chain)]
        self.out += chain

    def either(self, version: Version) -> Version:
        """A version, or what was bound instead where an exception left the code before the version was made."""
        other = version if self.left is None else self.left.get(version.name, version)
        if version.definite or other is version:
            return version
        return Version(version.name, -1, version.site, "either", version.loops, version.branches, [version, other], False)

    def bound_before(self, uid: int) -> Env:
        """The versions before a statement, or what was bound instead where an exception left the code before it."""
        env = self.flow.before[uid]
        return env if self.guard is None else {key: self.either(version) for key, version in env.items()}

    def guarded(self, node: Node) -> None:
        """Reverse a statement of a `try` body if it was done before the exception."""
        mark, guard = getattr(node, "reaches", None), self.guard
        if mark is None or guard is None:
            return
        self.guard = None
        block, ended = self.branch([node], self.state)
        uid = self.uid = node.uid
        if mark == 0 or (not block and ended.keys() == self.state.keys()):
            self.out += block
            self.state, self.guard = ended, guard
            return
        env = self.flow.before[uid]
        ends = [(block, ended), ([], dict(self.state))]
        live = self.flow.live_before[uid] | self.flow.live_after[uid]
        self.state = self.equalise(uid, ends, [env, {**env, **(self.left or {})}], live)
        self.guard = guard
        self.uid = uid
        test = gast.Compare(self.version(guard), [gast.GtE()], [constant(mark)])
        orelse = [*ends[1][0], *self.middle(node, guard)]
        self.out.append(gast.If(test, ends[0][0] or [gast.Pass()], orelse))

    def middle(self, node: Node, guard: Version) -> Block:
        """A check that no exception left a statement in the middle that cannot be reversed in part."""
        if node.__class__ is gast.Try:
            test = gast.Compare(self.version(guard), [gast.GtE()], [constant(node.begins)])
            check = call(self.helper("unfinished"))
        elif hasattr(node, "dynamic") and not node.attempted and (check := self.unfinished_call(node)) is not None:
            test = gast.Compare(self.version(guard), [gast.Eq()], [constant(node.follows)])
        elif node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name and (
                operator := OPERATORS.get(type(node.op).__name__)) and self.kind_before(node.target.id) == UNKNOWN:
            test = gast.Compare(self.version(guard), [gast.Eq()], [constant(node.follows)])
            check = call(self.alias("unfinished_call", unfinished_call), name(self.alias(operator.__name__, operator)),
                         self.before(node.target))
        else:
            return []
        return [gast.If(test, [gast.Expr(check)], [])]

    def unfinished_call(self, node: Node) -> Node | None:
        """The check after a call that an exception left: that it had written nothing, which may depend on what was called."""
        called, args, keywords = node.dynamic
        simple = not keywords and all(arg.__class__ in (gast.Name, gast.Constant) for arg in args)
        target = self.p.scope.resolve(called)
        if self.p.externs.get(getattr(called, "id", "")) is getattr and simple:
            return call(self.alias("unfinished_lookup", unfinished_lookup), *map(self.before, args))
        if called.__class__ is gast.Name and target is MISSING:
            operands = map(self.before, args) if simple and called.id in self.p.externs else ()  # of an operator
            return call(self.alias("unfinished_call", unfinished_call), self.before(called), *operands)
        if node.uid in self.aliases.writes or (
                isinstance(target, FunctionType) and effects_met(target, self.p.scope.own).any_writes):
            if called.__class__ is gast.Attribute and called.value.__class__ is gast.Name and target is MISSING:
                given = [gast.Tuple([self.before(arg) for arg in args], gast.Load())] if simple else []
                return call(self.helper("unfinished_method"), self.before(called.value), constant(called.attr), *given)
            if target is getattr and simple:
                return call(self.alias("unfinished_lookup", unfinished_lookup), *map(self.before, args))
            if isinstance(target, FunctionType) and begins_with_import(target):
                return call(self.helper("unfinished_function"), name(self.alias(target.__name__, target)))
            return call(self.helper("unfinished"))
        return None
