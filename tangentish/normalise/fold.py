"""Branches whose test is known from the kinds of the arguments (`is None`, `isinstance`, a string) are taken at once."""

from __future__ import annotations

import gast

from tangentish.analysis.infer import Env, Infer
from tangentish.syntax import Block, child_blocks, walk


def fold_branches(body: Block, kinds: Infer) -> Block:
    """The block without the branches that these kinds of arguments never take."""
    return _Fold(kinds).block(body, _entry(kinds))


def _entry(kinds: Infer) -> Env:
    return kinds.entry


class _Fold:
    def __init__(self, kinds: Infer) -> None:
        self.kinds = kinds

    def block(self, block: Block, env: Env) -> Block:
        out: Block = []
        for node in block:
            if isinstance(node, gast.If):
                test = self.kinds.truth(node.test, env)
                if test is not None and not any(isinstance(n, (gast.NamedExpr, gast.Call)) for n in walk(node.test)
                                                if not _is_isinstance(n)):
                    chosen = self.block(node.body if test else node.orelse, env)
                    out += chosen
                    if chosen and isinstance(chosen[-1], (gast.Return, gast.Raise, gast.Break, gast.Continue)):
                        return out
                    env = self.kinds.block(chosen, env)
                    continue
                node.body = self.block(node.body, env) or [gast.Pass()]
                node.orelse = self.block(node.orelse, env)
            elif isinstance(node, (gast.For, gast.While)):
                inner = self.kinds.loop_env(node, env)
                node.body = self.block(node.body, inner) or [gast.Pass()]
            elif isinstance(node, gast.With):
                node.body = self.block(node.body, self.kinds.with_env(node, env)) or [gast.Pass()]
            else:
                for _, inner_block in child_blocks(node):
                    del inner_block  # `try` is left as it is: any statement of it may not have run
            out.append(node)
            env = self.kinds.statement(node, env)
        return out


def _is_isinstance(node: object) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "isinstance"
