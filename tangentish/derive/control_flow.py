"""Adjoints of branches, loops, `with` and `try`."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import gast

from tangentish.analysis.def_use import Version, bound_names
from tangentish.analysis.effects import effects_of, unfinished_call
from tangentish.analysis.kinds import Array
from tangentish.derive.adjoints import THIN, Adjoints
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Block, Node, assign, call, constant, expression, name, statements, stored

QUIET_CONTEXTS = ("errstate", "catch_warnings")


class ControlFlow(Adjoints):
    """Reverses compound statements; `sweep` comes from the class that puts everything together."""

    guard: Version | None = None  # how far the code being reversed came, where an exception may have left it

    def sweep(self, block: Block) -> None:
        """Reverse a block."""
        raise NotImplementedError

    def branch(self, block: Block, state: dict[str, str]) -> tuple[Block, dict[str, str]]:
        """The reverse of a block from a given state, and the state it ends in."""
        outer, self.out = self.out, []
        saved, self.state = self.state, dict(state)
        self.sweep(block)
        made, ended = self.out, self.state
        self.out, self.state = outer, saved
        return made, ended

    def equalise(self, uid: int, ends: list[tuple[Block, dict[str, str]]], env: dict[str, Version],
                 live: frozenset[str]) -> dict[str, str]:
        """Give all branches the same adjoints: a missing one is zero; the common state."""
        keys = sorted(set().union(*(state for _, state in ends)))
        common: dict[str, str] = {}
        for key in keys:
            states = [state.get(key) for _, state in ends]
            version = env.get(key)
            if version is None or (any(s is None for s in states) and key not in live and not self.shared(key)):
                continue
            kinds = set(states)
            if kinds == {"uniform"}:
                common[key] = "uniform"
                continue
            for block, state in ends:
                outer, self.out = self.out, block
                kept, self.state, self.uid = self.state, state, uid
                if key not in state:
                    self.zero(key, version)
                elif state[key] in THIN:
                    self.full(key, version)
                self.out, self.state = outer, kept
            final = {state[key] for _, state in ends}
            common[key] = final.pop() if len(final) == 1 else "held"
        return common

    def reverse_if(self, node: Node) -> None:
        """Both branches from the same state; only those that ran are reversed."""
        uid = node.uid
        ends = [self.branch(node.body, self.state), self.branch(node.orelse, self.state)]
        self.uid = uid
        self.state = self.equalise(uid, ends, self.flow.before[uid], self.flow.live_before[uid])
        body, orelse = ends[0][0], ends[1][0]
        if not body and not orelse:
            return
        if not body:
            body, orelse = orelse, []
            negate = True
        else:
            negate = False
        self.uid = uid
        test = self.before(node.test)
        if negate:
            test = gast.UnaryOp(gast.Not(), test)
        made = gast.If(test, body, orelse)
        self.note_content(gast.Expr(test))
        self.out.append(made)

    # loops

    def reverse_loop(self, node: Node) -> None:
        """The body backwards, as often as it ran; adjoints that go round the loop are bound before it."""
        uid = node.uid
        assigned = self.flow.assigned(node.body) | self.flow.bound[uid]
        head, end, env = self.flow.head[uid], self.flow.end[uid], self.flow.before[uid]
        after = self.flow.after[uid]
        live = self.flow.live_before[uid]
        entry = dict(self.state)
        taken, bars = set(self.names.taken), dict(self.bars)
        for _ in range(8):
            self.names.taken, self.bars = taken | self.externs.keys(), dict(bars)
            before: Block = []
            state = self.prepare(uid, entry, dict(self.state), after, before)
            body, ended = self.loop_body(node, dict(state))
            self.uid = uid
            wanted = dict(entry)
            again: set[str] = set()
            for key in sorted(ended):
                if key in head and key in after and (key not in assigned or key in env or key in live) and key not in wanted:
                    wanted[key] = ended[key] if key in assigned else "owned"
            for key in sorted(wanted):
                if key not in ended and key in assigned:
                    again.add(key)  # used up in the body: bound anew for the iteration before
                elif key in ended and wanted[key] != ended[key]:
                    wanted[key] = _weaker(wanted[key], ended[key])
            if wanted == entry:
                break
            entry = wanted
        for key in sorted(k for k in ended if k not in state):
            ended.pop(key)
        self.rebind(uid, again, end, body)
        if not body:
            return
        self.out += before
        loop = gast.For(stored("?"), name("?"), body, [], None)
        loop.reverse_of = node
        if hasattr(node, "snapshots"):
            loop.checkpoints = self.checkpointed(node)
        self.out.append(loop)
        self.state = {key: value for key, value in state.items() if key in entry}
        for key in sorted(again):
            if key in env and key in live:
                self.line(f"if {self.bar(key)} is None:\n    {self.bar(key)} = z", z=name("?"))
                block = self.out.pop()
                kept, self.out = self.out, []
                state_kept = self.state.pop(key, None)
                self.zero(key, env[key])
                block.body, self.out = self.out, kept
                self.out.append(block)
                self.state[key] = "table" if state_kept == "table" else "held"
            else:
                self.state.pop(key, None)
        for key in list(self.state):
            if key in assigned and key not in env:
                self.state.pop(key)

    def checkpointed(self, node: Node) -> Any:
        """How the steps of a loop are made again in the reverse sweep."""
        raise NotImplementedError

    def loop_body(self, node: Node, state: dict[str, str]) -> tuple[Block, dict[str, str]]:
        """The reverse of one iteration, which an exception may have left in the middle."""
        outside = self.guard
        step = getattr(node, "partial", None)
        self.guard = self.flow.end[node.uid][step] if step is not None else None
        body, ended = self.branch(node.body, state)
        self.guard = outside
        if node.__class__ is gast.For:
            for key in bound_names(node):
                ended.pop(key, None)  # every iteration binds it anew
        return body, ended

    def prepare(self, uid: int, entry: dict[str, str], state: dict[str, str], after: dict[str, Version],
                before: Block) -> dict[str, str]:
        """Bind, in `before`, the adjoints that the loop needs in the states of `entry`."""
        outer, self.out = self.out, before
        kept, self.state = self.state, state
        self.uid = uid
        for key in sorted(entry):
            version = after.get(key)
            if version is None:
                continue
            if key not in state:
                self.zero(key, version)
            if entry[key] != "uniform" or state[key] in THIN:
                self.full(key, version)
            if entry[key] == "owned" and state[key] != "owned":
                self.owned(key, version)
            if entry[key] == "held" and state[key] == "owned":
                state[key] = "held"
        result = self.state
        self.out, self.state = outer, kept
        return result

    def rebind(self, uid: int, again: set[str], end: dict[str, Version], body: Block) -> None:
        """Adjoints used up by an iteration start the one before it at zero."""
        top: Block = []
        for key in sorted(again):
            bar = self.bar(key)
            version = end.get(key)
            body += statements(f"{bar} = None")
            if version is None:
                continue
            outer, self.out = self.out, []
            kept, self.state = self.state, {}
            self.uid = uid
            self.zero(key, version)
            if self.out:
                check = gast.If(expression(f"{bar} is None"), self.out, [])
                top.append(check)
            self.out, self.state = outer, kept
        body[:0] = top

    # with and try

    def reverse_with(self, node: Node) -> None:
        """The body backwards; contexts that only quiet warnings are entered again."""
        uid = node.uid
        quiet = all(self.is_quiet(item) for item in node.items)
        start = self.out
        self.out = []
        self.sweep(node.body)
        self.uid = uid
        body, self.out = self.out, start
        for key in bound_names(node):
            self.state.pop(key, None)
        if body and quiet:
            items = [gast.withitem(self.before(item.context_expr), None) for item in node.items]
            self.out.append(gast.With(items, body, None))
        else:
            self.out += body

    def is_quiet(self, item: Node) -> bool:
        func = item.context_expr.func if item.context_expr.__class__ is gast.Call else None
        label = func.attr if func.__class__ is gast.Attribute else getattr(func, "id", "")
        return item.optional_vars is None and label in QUIET_CONTEXTS

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
        outside = self.guard
        for handler in node.handlers:
            block, state = self.branch(handler.body, self.state)
            outer, self.out = self.out, block
            kept, self.state = self.state, state
            self.guard = self.flow.after[uid][reached]
            self.sweep(node.body)
            self.guard = outside
            ends.append((self.out, self.state))
            self.out, self.state = outer, kept
        self.uid = uid
        self.state = self.equalise(uid, ends, env, self.flow.live_before[uid])
        if not any(block for block, _ in ends):
            return
        self.uid = uid
        chain: Block = []
        version = self.flow.after[uid][handled]
        for number in range(len(ends) - 1, -1, -1):
            block = ends[number][0] or [gast.Pass()]
            test = gast.Compare(self.version(version), [gast.Eq()], [constant(number)])
            chain = [gast.If(test, block, chain)] if number < len(ends) - 1 or True else block
        self.out += chain

    def guarded(self, node: Node) -> None:
        """Reverse a statement of a `try` body if it was done before the exception."""
        mark, guard = getattr(node, "reaches", None), self.guard
        if mark is None or guard is None:
            return
        self.guard = None
        block, ended = self.branch([node], self.state)
        self.guard = guard
        uid = self.uid = node.uid
        if mark == 0 or (not block and ended.keys() == self.state.keys()):
            self.out += block
            self.state = ended
            return
        env = self.flow.before[uid]
        ends = [(block, ended), ([], dict(self.state))]
        self.state = self.equalise(uid, ends, env, self.flow.live_before[uid] | self.flow.live_after[uid])
        self.uid = uid
        test = gast.Compare(self.version(guard), [gast.GtE()], [constant(mark)])
        orelse = [*ends[1][0], *self.middle(node, guard)]
        self.out.append(gast.If(test, ends[0][0] or [gast.Pass()], orelse))

    def middle(self, node: Node, guard: Version) -> Block:
        """A check that no exception left a statement in the middle that cannot be reversed in part."""
        if node.__class__ is gast.Try:
            test = gast.Compare(self.version(guard), [gast.GtE()], [constant(node.begins)])
            check = call(self.helper("unfinished"))
        elif hasattr(node, "dynamic") and (check := self.unfinished_call(node)) is not None:
            test = gast.Compare(self.version(guard), [gast.Eq()], [constant(node.follows)])
        else:
            return []
        return [gast.If(test, [gast.Expr(check)], [])]

    def unfinished_call(self, node: Node) -> Node | None:
        """The check after a call that an exception left: that it had written nothing, which may depend on what was called."""
        called = node.dynamic[0]
        target = self.p.scope.resolve(called)
        if called.__class__ is gast.Name and target is MISSING:
            return call(self.alias("unfinished_call", unfinished_call), self.before(called))
        if node.uid in self.aliases.writes or (isinstance(target, FunctionType) and effects_of(target).any_writes):
            if called.__class__ is gast.Attribute and called.value.__class__ is gast.Name and target is MISSING:
                return call(self.helper("unfinished_method"), self.before(called.value), constant(called.attr))
            return call(self.helper("unfinished"))
        return None


def _weaker(left: str, right: str) -> str:
    if left == right:
        return left
    if "table" in (left, right):
        return "table"
    return "held"


__all__ = ["Array", "ControlFlow", "assign"]
