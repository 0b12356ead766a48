"""Keeps the cotangent of a sum one scalar where it meets a whole array anyway.

t_bar = unreduce(ans_bar, np.shape(u), None, False)       ->       u_bar = ans_bar * 2.0 * u
u_bar = t_bar * 2.0 * u
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Kind, same_shape
from tangentish.simplify.facts import Facts
from tangentish.simplify.shared_shapes import kind_of
from tangentish.simplify.tree import children, is_compound, own_parts, replace
from tangentish.syntax import Node, is_constant, walk_statements

ELEMENTWISE = (gast.Add, gast.Sub, gast.Mult, gast.Div)


def keep_scalars(facts: Facts) -> bool:
    """Keep what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(keep_scalars, "x_bar = unreduce(ans_bar, np.shape(x), None, False) * x"))
    x_bar = ans_bar * x
    """
    changed = False
    for node in facts.reverse_statements():
        if is_compound(node) or not facts.effects(node).reads["unreduce"]:
            continue
        for path in _paths(node):
            spread = path[-1]
            if not _is_spread(facts, spread):
                continue
            wanted = kind_of(facts, spread.args[1].args[0])
            if not isinstance(wanted, Array):
                continue
            if node.__class__ is gast.Assign and path[-2] is node and node.targets[0].__class__ is gast.Name:
                target = node.targets[0].id
                if (
                    facts.is_ours(target)
                    and facts.is_cotangent(target)
                    and _bound_once(facts, target)
                    and (uses := _uses(facts, target))
                    and all(_meets_full(facts, steps, wanted, target) for steps in uses)
                ):
                    node.value = spread.args[0]
                    facts.touch(node)
                    changed = True
                    break
            elif _meets_full(facts, path, wanted, ""):
                replace(path[-2], spread, spread.args[0])
                facts.touch(node)
                changed = True
                break
    return changed


def _is_spread(facts: Facts, node: Node) -> bool:
    """`unreduce(scalar, np.shape(x), None, False)`."""
    return (
        node.__class__ is gast.Call
        and node.func.__class__ is gast.Name
        and node.func.id == "unreduce"
        and not node.keywords
        and node.func.id not in facts.local
        and 2 <= len(node.args) <= 4
        and (len(node.args) < 3 or is_constant(node.args[2], None))
        and (len(node.args) < 4 or is_constant(node.args[3], False))
        and node.args[1].__class__ is gast.Call
        and len(node.args[1].args) == 1
        and facts.purity.callee(node.args[1].func) is np.shape
    )


def _bound_once(facts: Facts, target: str) -> bool:
    count = 0
    for node in walk_statements(facts.function.body):
        effects = facts.effects(node)
        count += target in effects.binds
        if target in effects.writes:
            return False
    return count == 1


def _paths(node: Node) -> list[list[Node]]:
    """The paths from a statement to the calls and names in it."""
    out = []
    stack = [[node]]
    while stack:
        path = stack.pop()
        if path[-1].__class__ in (gast.Call, gast.Name):
            out.append(path)
        stack += [[*path, part] for part in children(path[-1])]
    return out


def _uses(facts: Facts, name: str) -> list[list[Node]]:
    """The paths to where a name is read."""
    return [
        path
        for node in walk_statements(facts.function.body)
        if facts.effects(node).reads[name]
        for own in own_parts(node)
        for path in _paths(own)
        if path[-1].__class__ is gast.Name and path[-1].ctx.__class__ is gast.Load and path[-1].id == name
    ]


def _meets_full(facts: Facts, path: list[Node], wanted: Kind, scalar: str) -> bool:
    """Whether, on the way up, an elementwise operation joins the scalar with a value of the full shape."""
    for parent, child in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if parent.__class__ is gast.BinOp and parent.op.__class__ in ELEMENTWISE:
            other = parent.right if parent.left is child else parent.left
            if _is_full(facts, other, wanted, scalar):
                return True
        elif not (parent.__class__ is gast.UnaryOp and parent.op.__class__ is gast.USub):
            return False
    return False


def _is_full(facts: Facts, node: Node, wanted: Kind, scalar: str) -> bool:
    if node.__class__ is gast.BinOp and node.op.__class__ in ELEMENTWISE:
        return _is_full(facts, node.left, wanted, scalar) or _is_full(facts, node.right, wanted, scalar)
    if node.__class__ is gast.UnaryOp:
        return _is_full(facts, node.operand, wanted, scalar)
    return same_shape(kind_of(facts, node), wanted)
