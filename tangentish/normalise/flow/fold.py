"""Branches whose test is known from the kinds of the arguments (`is None`, `isinstance`, a string) are taken at once."""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Env
from tangentish.analysis.kinds.infer import Infer
from tangentish.normalise.effects.effectful import Effectful
from tangentish.syntax import Block, Node, locate, walk, walk_statements


def fold_branches(body: Block, kinds: Infer) -> Block:
    """The block without the branches that these kinds of arguments never take; `kinds` has been through nothing yet."""
    return _Fold(kinds).block(body, kinds.entry) or [locate(gast.Pass(), body[0])]


class _Fold:
    def __init__(self, kinds: Infer) -> None:
        self.kinds = kinds
        self.effectful = Effectful(kinds.scope)

    def block(self, block: Block, env: Env) -> Block:
        out: Block = []
        last = max((place for place, node in enumerate(block) if _branches(node)), default=-1)
        for node in block[: last + 1]:  # after that nobody asks what anything is
            if node.__class__ is gast.If:
                test = self.kinds.truth(node.test, env)
                if test is not None and not any(map(self.may_act, walk(node.test))):
                    chosen = self.block(node.body if test else node.orelse, env)
                    out += chosen
                    if chosen and chosen[-1].__class__ in (gast.Return, gast.Raise, gast.Break, gast.Continue):
                        return out
                    env = self.kinds.block(chosen, env)
                    continue
                node.body = self.block(node.body, env) or [gast.Pass()]
                node.orelse = self.block(node.orelse, env)
            elif node.__class__ in (gast.For, gast.While):
                inner = self.kinds.loop_env(node, env)
                node.body = self.block(node.body, inner) or [gast.Pass()]
            elif node.__class__ is gast.With:
                node.body = self.block(node.body, self.kinds.with_env(node, env)) or [gast.Pass()]
            out.append(node)  # `try` is left as it is: any statement of it may not have run
            if node is not block[last]:
                env = self.kinds.statement(node, env)
        return out + block[last + 1 :]

    def may_act(self, node: Node) -> bool:
        """Whether a part of a test may do more than answer."""
        return node.__class__ is gast.NamedExpr or hasattr(node, "runs") or self.effectful.reads_itself(node) or (
            node.__class__ is gast.Call and not _is_isinstance(node) and self.kinds.asked(node) is None)


def _branches(node: Node) -> bool:
    """Whether there is an `if` in a statement."""
    return any(inner.__class__ is gast.If for inner in walk_statements([node]))


def _is_isinstance(node: object) -> bool:
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "isinstance"
