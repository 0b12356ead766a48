"""Adjoints of branches."""

from __future__ import annotations

import gast

from tangentish.analysis.def_use import Env
from tangentish.derive.adjoints import THIN, Adjoints
from tangentish.syntax import Block, Node


class Branches(Adjoints):
    """Reverses branches, of which one has run; `sweep` comes from the class that puts everything together."""

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

    def bound_before(self, uid: int) -> Env:
        """The versions before a statement; in a `try`, what was bound instead if it was left before the statement."""
        raise NotImplementedError

    def equalise(self, uid: int, ends: list[tuple[Block, dict[str, str]]], envs: list[Env],
                 live: frozenset[str]) -> dict[str, str]:
        """Give all branches the same adjoints: a missing one is zero, like the value in `envs`; the common state."""
        keys = sorted(set().union(*(state for _, state in ends)))
        common: dict[str, str] = {}
        for key in keys:
            states = [state.get(key) for _, state in ends]
            if key not in envs[0] or (any(s is None for s in states) and key not in live and not self.shared(key)):
                continue
            kinds = set(states)
            if kinds == {"uniform"}:
                common[key] = "uniform"
                continue
            for (block, state), env in zip(ends, envs, strict=True):
                outer, self.out = self.out, block
                kept, self.state, self.uid = self.state, state, uid
                if key not in state:
                    self.zero(key, env[key])
                elif state[key] in THIN:
                    self.full(key, env[key])
                self.out, self.state = outer, kept
            final = {state[key] for _, state in ends}
            common[key] = final.pop() if len(final) == 1 else "held"
        return common

    def reverse_if(self, node: Node) -> None:
        """Both branches from the same state; only those that ran are reversed."""
        uid = node.uid
        ends = [self.branch(node.body, self.state), self.branch(node.orelse, self.state)]
        self.uid = uid
        self.state = self.equalise(uid, ends, [self.bound_before(uid)] * 2, self.flow.live_before[uid])
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
