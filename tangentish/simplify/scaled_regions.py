"""Scales a region by one number where a multiple of it is taken away from it.

t_bar = 0.1 * u_bar[1:-1]                 t_bar = 0.1 * u_bar[1:-1]
u_bar[:-2] += t_bar                ->     u_bar[1:-1] *= 0.8
u_bar[1:-1] -= 2.0 * t_bar                u_bar[:-2] += t_bar

So is the adjoint of a stencil written by hand. What is added to the array in between is added after it is scaled, and is
the same: it depends on the region as it was before both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import gast
import numpy as np

from tangentish.analysis.kinds import scalar_type
from tangentish.simplify.facts import Facts
from tangentish.simplify.regions import PLUS_MINUS, adds_to, is_number, is_region, only_adds
from tangentish.simplify.tree import blocks_of, same
from tangentish.syntax import Block, Node, as_load, clone, constant, is_constant, names_in

LONGEST = 5  # characters of a number that two others are folded into
_ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    gast.Add: operator.add, gast.Sub: operator.sub, gast.Mult: operator.mul, gast.Div: operator.truediv}


def scaled_regions(facts: Facts) -> bool:
    """Scale what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> lines = "t_bar = 0.5 * x_bar[1:]", "x_bar[:-1] += t_bar", "x_bar[1:] -= n * t_bar", "return x_bar"
    >>> print(simplified(scaled_regions, "x_bar = 2.0 * x", *lines))
    x_bar = 2.0 * x
    t_bar = 0.5 * x_bar[1:]
    x_bar[1:] *= 1.0 - n * 0.5
    x_bar[:-1] += t_bar
    return x_bar
    """
    changed = False
    for block in blocks_of(facts.function):
        place = 0
        while place + 1 < len(block):
            region = _scaled_region(facts, block, place)
            found = None if region is None else _next_multiple(facts, block, place, region)
            if region is not None and found is not None:
                _scale_first(facts, block, place, region, *found)
                changed = True
            else:
                place += 1
    return changed


def _scale_first(facts: Facts, block: Block, place: int, region: Node, later: int, factor: Node) -> None:
    """Put the scale behind the statement that reads the region, and leave the later multiple out."""
    multiple = block.pop(later)
    facts.touch(multiple)
    if _scale(facts, block[place + 1], region) is None:
        multiple.op = gast.Mult()
        block.insert(place + 1, multiple)
    facts.touch(block[place + 1])
    block[place + 1].value = factor


def _scaled_region(facts: Facts, block: Block, place: int) -> Node | None:
    """The region in `t = c * x_bar[a:b]`, with a number `c`, that is added to later."""
    node = block[place]
    if node.__class__ is not gast.Assign or len(node.targets) != 1 or node.targets[0].__class__ is not gast.Name:
        return None
    region = node.value
    while region.__class__ in (gast.BinOp, gast.UnaryOp):
        region = (region.operand if region.__class__ is gast.UnaryOp
                  else region.right if region.left.__class__ in (gast.Constant, gast.Name) else region.left)
    if region is node.value or region.__class__ is not gast.Subscript or not facts.is_ours(node.targets[0].id):
        return None
    later = any(adds_to(other) and same(other.target, region) for other in block[place + 1 :])
    return region if later and is_region(facts, region) and _factor(facts, node.value, region) is not None else None


def _factor(facts: Facts, node: Node, wanted: Node) -> Node | None:
    """The number that `wanted` is multiplied by in a product; None for anything else."""
    if same(node, wanted):
        return constant(1.0)
    if node.__class__ is gast.UnaryOp and node.op.__class__ is gast.USub:
        inner = _factor(facts, node.operand, wanted)
        return None if inner is None else _minus(inner)
    if node.__class__ is not gast.BinOp or node.op.__class__ not in (gast.Mult, gast.Div):
        return None
    if _is_exact(facts, node.right) and (node.op.__class__ is gast.Mult or _is_divisor(node.right)):
        inner = _factor(facts, node.left, wanted)
        return None if inner is None else _joined(inner, node.op, node.right)
    if node.op.__class__ is gast.Mult and _is_exact(facts, node.left):
        inner = _factor(facts, node.right, wanted)
        return None if inner is None else _joined(node.left, node.op, inner)
    return None


def _is_exact(facts: Facts, node: Node) -> bool:
    """Whether numbers can be multiplied with each other as with an array: small types of NumPy's have no room for that."""
    kinds = [facts.kind(label) for label in names_in(node)]
    return is_number(facts, node) and all(kind.is_scalar and scalar_type(kind) in (int, float, np.float64) for kind in kinds)


def _is_divisor(node: Node) -> bool:
    """Whether to divide by a number raises for sure nothing: an array may be divided by zero."""
    return node.__class__ is gast.Constant and node.value != 0


def _minus(number: Node) -> Node:
    return constant(-number.value) if number.__class__ is gast.Constant else gast.UnaryOp(gast.USub(), number)


def _joined(left: Node, op: Node, right: Node) -> Node:
    """A sum, product or quotient of two numbers: the number itself where it is as short as they are."""
    if op.__class__ in PLUS_MINUS and right.__class__ is gast.UnaryOp:
        op, right = (gast.Sub() if op.__class__ is gast.Add else gast.Add()), right.operand
    if op.__class__ is gast.Mult and is_constant(left, 1.0):
        return right
    if op.__class__ in (gast.Mult, gast.Div) and is_constant(right, 1.0):
        return left
    if left.__class__ is gast.Constant and right.__class__ is gast.Constant and not (
            op.__class__ is gast.Div and right.value == 0):
        value = _ARITHMETIC[op.__class__](left.value, right.value)
        if len(repr(value)) <= LONGEST:
            return constant(float(value))
    return gast.BinOp(clone(left), op.__class__(), clone(right))


def _scale(facts: Facts, node: Node, region: Node) -> Node | None:
    """The number in `region *= number`."""
    found = node.__class__ is gast.AugAssign and node.op.__class__ is gast.Mult and same(node.target, region)
    return node.value if found and is_number(facts, node.value) else None


def _next_multiple(facts: Facts, block: Block, place: int, region: Node) -> tuple[int, Node] | None:
    """Where a later statement adds a multiple of `t` to the region, and what that scales it by, if all in between allows it."""
    first, target = block[place], as_load(block[place].targets[0])
    factor = _factor(facts, first.value, region)
    kept = names_in(region) | names_in(factor) | {target.id}
    bound: set[str] = set()
    if facts.class_of(target.id) == facts.class_of(region.value.id):
        return None
    scaled = _scale(facts, block[place + 1], region)
    for k in range(place + (1 if scaled is None else 2), len(block)):
        node = block[k]
        multiple = _factor(facts, node.value, target) if adds_to(node) and same(node.target, region) else None
        if multiple is not None and not names_in(multiple) & bound and not facts.deep(node).acts:
            scale = _joined(constant(1.0) if scaled is None else scaled, node.op, _joined(multiple, gast.Mult(), factor))
            return None if is_constant(scale, 0.0) else (k, scale)
        if not only_adds(facts, node, region, target.id, kept):
            return None
        bound |= facts.deep(node).binds
    return None
