"""`and` and `or` as the branches that they are, so that what their parts do gets statements of its own.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> test = parse("a and not (key in b or c)").body[0].value
>>> before, left = in_branches(test, Names({"a", "b", "c", "key"}))
>>> for node in [*before, left]:
...     print(unparse(node))
t = a
if t:
    t_2 = key in b
    if not t_2:
        t_2 = c
    t = not t_2
t
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, name


def in_branches(test: Node, names: Names) -> tuple[Block, Node]:
    """The statements that evaluate a condition part by part, and what is left of it."""
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        before, left = in_branches(test.operand, names)
        return before, gast.UnaryOp(gast.Not(), left)
    if test.__class__ is gast.Call and test.func.__class__ is gast.Name and len(test.args) == 1 and not test.keywords:  # bool(...)
        before, left = in_branches(test.args[0], names)
        return before, gast.Call(test.func, [left], [])
    if test.__class__ is not gast.BoolOp:
        return [], test
    held = names.fresh("t")
    out: Block = []
    for k, value in enumerate(test.values):
        before, left = in_branches(value, names)
        step = [*before, assign(held, left)]
        if k:
            goes_on = name(held) if test.op.__class__ is gast.And else gast.UnaryOp(gast.Not(), name(held))
            step = [gast.If(goes_on, step, [])]
        out += step
    return out, name(held)
