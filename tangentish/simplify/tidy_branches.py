"""Drops empty branches.

if c:                               if not c:
    pass                  ->            x = 1
else:
    x = 1
"""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.syntax import Block, Node, walk_statements


def tidy_branches(facts: Facts) -> bool:
    """Drop what is empty; whether anything was.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(tidy_branches, "if n > 1:", "    pass", "else:", "    x_bar = 1.0"))
    if not n > 1:
        x_bar = 1.0
    """
    changed = False
    for node in walk_statements(facts.function.body):
        if node.__class__ in (gast.If, gast.For, gast.While):
            for block in (node.body, node.orelse):
                if len(block) > 1 and any(s.__class__ is gast.Pass for s in block):
                    block[:] = [s for s in block if s.__class__ is not gast.Pass] or [gast.Pass()]
                    changed = True
            if _is_pass(node.orelse):
                node.orelse = []
                changed = True
        if node.__class__ is gast.If and _is_pass(node.body) and node.orelse:
            node.test, node.body, node.orelse = _negated(node.test), node.orelse, []
            facts.touch(node)
            changed = True
    return changed


def _is_pass(block: Block) -> bool:
    return bool(block) and all(node.__class__ is gast.Pass for node in block)


def _negated(test: Node) -> Node:
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        return test.operand
    return gast.UnaryOp(gast.Not(), test)
