"""Adjoints of loops and `with`."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.def_use import bound_names
from tangentish.analysis.versions import Version
from tangentish.derive.adjoints import THIN
from tangentish.derive.attempts import Attempts
from tangentish.syntax import Block, Node, expression, name, statements, stored

QUIET_CONTEXTS = ("errstate", "catch_warnings")


class ControlFlow(Attempts):
    """Reverses compound statements."""

    # loops

    def reverse_loop(self, node: Node) -> None:
        """The body backwards, as often as it ran; adjoints that go round the loop are bound before it."""
        uid = node.uid
        assigned = self.flow.assigned(node.body) | self.flow.bound[uid]
        head, end, env = self.flow.head[uid], self.flow.end[uid], self.flow.before[uid]
        after = self.flow.after[uid]
        if hasattr(node, "partial"):  # an exception may have left the loop
            after = {key: self.either(version) for key, version in after.items()}
            end = self.flow.left[uid]
        live = self.flow.live_before[uid]
        entry = {**self.state, **self.settled.get(uid, {})}  # else a loop in loops would be tried twice as often with each
        taken, bars = set(self.names.taken), dict(self.bars)
        lowered: set[str] = set()
        copied, self.copied = self.copied, set()
        while True:  # each adjoint is made owned once at most, and is only weakened after that
            self.copied.clear()
            self.names.taken, self.bars = taken | self.externs.keys(), dict(bars)
            before: Block = []
            state = self.prepare(uid, entry, dict(self.state), after, before)
            self.loops += 1
            body, ended = self.loop_body(node, dict(state))
            self.loops -= 1
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
                    once = key in self.copied and key not in lowered and (wanted[key], ended[key]) == ("held", "owned")
                    lowered |= {key} if wanted[key] == "owned" else set()
                    wanted[key] = "owned" if once else _weaker(wanted[key], ended[key])  # copied once, before the loop
            if wanted == entry:
                break
            entry = wanted
        self.settled[uid] = entry
        self.copied |= copied
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
        outside = self.guard, self.left
        step = getattr(node, "partial", None)
        self.guard = self.flow.end[node.uid][step] if step is not None else None
        self.left = self.flow.left.get(node.uid)
        body, ended = self.branch(node.body, state)
        self.guard, self.left = outside
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

    # contexts

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


def _weaker(left: str, right: str) -> str:
    if left == right:
        return left
    if "table" in (left, right):
        return "table"
    return "held"
