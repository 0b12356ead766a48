"""The product of a cotangent and a partial derivative, as one would write it."""

from __future__ import annotations

import functools
import math

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Kind, spans
from tangentish.derive.left_out import LeftOut
from tangentish.derive.left_out_numbers import NumbersLeftOut
from tangentish.derive.picking import OF_NAN, PICKING
from tangentish.derive.splice import Spliced
from tangentish.derive.thin import ThinProducts
from tangentish.derive.under_roots import under_roots
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import number_product, product, product_of_any, quotient
from tangentish.rules.registry import Rule
from tangentish.syntax import DEFINITIONS, Node, binary, call, clone, constant, is_constant, name, walk

MASKING = frozenset(map(id, (  # of functions that are there as long as NumPy is
    np.where, np.select, np.nan_to_num, np.compress, np.extract, np.choose, np.piecewise, np.nonzero, np.flatnonzero, np.argwhere,
    np.fmax, np.fmin, *[getattr(np, label) for label in sorted(OF_NAN)])))
CONDITIONS = (np.isfinite, np.isnan, np.isinf, np.logical_not, np.logical_and, np.logical_or)


class PartialProducts(ThinProducts):
    """Multiplies cotangents by the partial derivatives of elementwise rules."""

    in_pair = False  # whether the reverse sweep is a function of its own
    _masks: bool | None = None
    _masked_items: bool | None = None
    _conditions: set[str] | None = None
    _tuples: set[str] | None = None
    _left_out: LeftOut | None = None
    _numbers_left_out: NumbersLeftOut | None = None

    def elementwise_term(self, rule: Rule, term: Node, g: str, state: str, result: Kind, twice: bool,
                         passed: bool, target: str) -> tuple[Node, str]:
        """The product of the cotangent and a partial derivative, as one would write it, and its state."""
        if passed:
            return name(g), "held" if twice and state != "uniform" else state
        if rule.quotient:
            return call(self.alias("quotient", quotient), name(g), term), "owned"
        vanishes = not _is_bounded(term) and target in self.under_roots
        if (rule.picks and target in self.left_out().steep()) or (vanishes and not result.is_scalar):
            whole = state != "uniform" or self.covers(term, result)
            cotangent = name(g) if whole else call(self.helper("materialise"), name(g), self.after(target))
            both = vanishes and self.leaves_out(target, term, result)  # either may be 0 where the other is infinite
            helper = product_of_any if both else product
            return call(self.alias(helper.__name__, helper), term, cotangent), "owned"
        if state != "uniform" and not _is_bounded(term) and self.leaves_out(target, term, result, rule.steep):
            return self.masked(name(g), term), "owned"
        plain = times(name(g), term)
        if not _is_bounded(term) and self.numbers_left_out().matters(target, term, self.tags, result):
            found = _if_any(g, plain)
            return gast.IfExp(clone(_variable_part(term)), found, constant(0.0)) if vanishes else found, "owned"
        if state != "uniform" and self.numbers_left_out().may_matter(target, term, result):
            return call(self.alias("number_product", number_product), name(g), term), "owned"
        if vanishes and state != "uniform":
            return gast.IfExp(clone(_variable_part(term)), plain, constant(0.0)), "owned"
        if state == "uniform":
            simple = all(part.__class__ in (gast.Constant, gast.UnaryOp, gast.BinOp) for part in walk(term))
            if simple:
                return plain, "uniform"
            if rule.user or not self.covers(term, result):
                return times(call(self.helper("materialise"), name(g), self.after(target)), term), "owned"
            return plain, "owned"
        return plain, "owned"

    def masked(self, g: Node, term: Node) -> Node:
        """`g * term`, which is 0 where `g` is, whatever the factors of the term are there."""
        whole = is_whole(term)
        if term.__class__ is gast.UnaryOp and term.op.__class__ is gast.USub and not whole:
            return gast.UnaryOp(gast.USub(), self.masked(g, term.operand))
        if _is_bounded(term):
            return times(g, term)
        if term.__class__ is gast.BinOp and not whole and term.op.__class__ in (gast.Div, gast.Mult):
            helper = quotient if term.op.__class__ is gast.Div else product
            return call(self.alias(helper.__name__, helper), self.masked(g, term.left), term.right)
        return call(self.alias("product", product), g, term)

    def leaves_out(self, target: str, term: Node, result: Kind, steep: bool = False) -> bool:
        """Whether the cotangent of `target` may be 0 where this factor of it is infinite."""
        if self.masks() if result.is_scalar else self.picks():
            return True
        return self.left_out().matters(target, term, self.tags, result.is_scalar, steep)

    def left_out(self) -> LeftOut:
        """What the program leaves out."""
        if self._left_out is None:
            self._left_out = LeftOut(self.p, self.in_pair)
        return self._left_out

    def numbers_left_out(self) -> NumbersLeftOut:
        """What numbers of NumPy's the program leaves out."""
        if self._numbers_left_out is None:
            self._numbers_left_out = NumbersLeftOut(self.left_out())
        return self._numbers_left_out

    @functools.cached_property
    def under_roots(self) -> set[str]:
        """What square roots are taken of, on the way from what is squared."""
        return under_roots(self.p)

    def any_picks(self) -> bool:
        """Whether the function, or one that it calls, picks values by a condition."""
        return self.picks() or bool(self.left_out().given_to_masks())

    def masks(self) -> bool:
        """Whether the program picks values by a condition: what is not picked may be infinite, and counts for nothing."""
        if self._masks is None:
            calls = [(c.func, c.keywords) for _, parts in self.p.parts for c in parts if c.__class__ is gast.Call]
            calls += [(n.dynamic[0], n.dynamic[2]) for n, _ in self.p.parts if hasattr(n, "dynamic")]
            self._masks = any(self.is_masking(*found) for found in calls)
        return self._masks

    def is_masking(self, func: Node, keywords: list[Node]) -> bool:
        """Whether a call picks values by a condition, be it of a function that only its name tells: `xp.where`."""
        function = self.p.scope.resolve(func)
        named = function is MISSING and func.__class__ is gast.Attribute and func.attr in PICKING
        return named or id(function) in MASKING or any(k.arg == "where" for k in keywords)

    def picks(self) -> bool:
        """Whether values of arrays are picked by a condition in either way."""
        return self.masks() or self.masks_items()

    def masks_items(self) -> bool:
        """Whether the program reads or writes the items of an array for which a condition holds: the same."""
        if self._masked_items is None:
            self._masked_items = any(
                self.selects(part.slice) or _is_mask(self.p.kinds.expr(part.slice, self.p.kinds.before.get(n.uid, {})))
                for n, parts in self.p.parts if n.__class__ not in DEFINITIONS
                for part in parts if part.__class__ is gast.Subscript)
        return self._masked_items

    def selects(self, index: Node) -> bool:
        """Whether an index is a condition, or a name for one."""
        if self._conditions is None:
            self._conditions = {n.targets[0].id for n, _ in self.p.parts if n.__class__ is gast.Assign
                                and n.targets[0].__class__ is gast.Name and self.is_condition(n.value)}
        return self.is_condition(index) or (index.__class__ is gast.Name and index.id in self._conditions)

    def is_tuple_made(self, index: Node) -> bool:
        """Whether an index is a name for what `tuple(...)` gives, which may do no more than add axes to a NumPy number."""
        if self._tuples is None:
            self._tuples = {n.targets[0].id for n, _ in self.p.parts if n.__class__ is gast.Assign
                            and n.targets[0].__class__ is gast.Name and n.value.__class__ is gast.Call
                            and self.p.scope.resolve(n.value.func) is tuple}
        return index.__class__ is gast.Name and index.id in self._tuples

    def is_condition(self, value: Node) -> bool:
        """Whether an expression compares, or asks whether numbers are finite."""
        if value.__class__ is gast.UnaryOp and value.op.__class__ is gast.Invert:
            return True
        if value.__class__ is gast.BinOp and value.op.__class__ in (gast.BitAnd, gast.BitOr):
            return self.is_condition(value.left) or self.is_condition(value.right)
        return value.__class__ is gast.Compare or (value.__class__ is gast.Call and self.p.scope.resolve(value.func) in CONDITIONS)

    def covers(self, term: Node, result: Kind) -> bool:
        """Whether a partial derivative has the full shape of the result."""
        for part in walk(term):
            if part.__class__ is gast.Name and part.id in self.tags and spans(
                    self.kind_of(self.tags[part.id]), result):
                return True
        return False


def _is_mask(kind: Kind) -> bool:
    return isinstance(kind, Array) and kind.dtype.kind == "b"


def _is_bounded(term: Node) -> bool:
    """Whether a partial derivative is finite for sure: a number, or a truth; the cosine of a nan or an infinity is not."""
    if isinstance(term, gast.Call):
        label = getattr(term.func, "attr", "")
        return label in ("isfinite", "equal") or (label == "where" and all(map(_is_bounded, term.args[1:])))
    return all(isinstance(n, gast.Constant | gast.UnaryOp | gast.BinOp | gast.Compare | gast.operator | gast.unaryop | gast.cmpop
                          | gast.expr_context) for n in walk(term)) or isinstance(term, gast.Compare)


def is_whole(term: Node) -> bool:
    """Whether an expression is one of the program's, and no part of a rule: in small integers `g * -n` is not `-g * n`."""
    return getattr(term, "whole", False)


def _variable_part(term: Node) -> Node:
    """What a partial derivative is zero with: `x` for `2.0 * x`."""
    if term.__class__ is gast.BinOp and term.op.__class__ is gast.Mult and term.left.__class__ is gast.Constant and term.left.value:
        return _variable_part(term.right)
    return term


def _if_any(g: str, plain: Node) -> Node:
    """A product of the cotangent `g`, a number, which is 0 where that is; a sign stays outside."""
    if plain.__class__ is gast.UnaryOp and plain.op.__class__ is gast.USub:
        return gast.UnaryOp(gast.USub(), _if_any(g, plain.operand))
    return gast.IfExp(name(g), plain, constant(0.0))


def times(g: Node, term: Node) -> Node:
    """`g * term`, written as `g / d` for a reciprocal and with a leading minus for a negative term."""
    if is_constant(term, 1):
        return g
    if is_whole(term):
        return binary(g, gast.Mult(), term)
    if is_constant(term, -1) or (term.__class__ is gast.UnaryOp and term.op.__class__ is gast.USub
                                 and is_constant(term.operand, 1)):
        return gast.UnaryOp(gast.USub(), g)
    if term.__class__ is gast.UnaryOp and term.op.__class__ is gast.USub:
        return gast.UnaryOp(gast.USub(), times(g, term.operand))
    if term.__class__ is gast.BinOp and term.op.__class__ is gast.Div:
        return binary(times(g, term.left), gast.Div(), term.right)
    if term.__class__ is gast.BinOp and term.op.__class__ is gast.Mult:
        return binary(times(g, term.left), gast.Mult(), term.right)
    return binary(g, gast.Mult(), term)


_MATH = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
         "absolute": "fabs", "abs": "fabs"}
_ASKS_A_METHOD = "trunc"  # which `math` calls as a method, and np.float32 has none


def use_math(spliced: Spliced) -> None:
    """For a function of `math`, let the derivative use `math` too: it stays a float, and is faster."""
    for tree in [*spliced.terms.values(), *(line for _, line in spliced.lines)]:
        for part in walk(tree):
            if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name and part.value.id == "np":
                short = _MATH.get(part.attr, part.attr)
                if callable(getattr(math, short, None)) and short != _ASKS_A_METHOD:
                    part.value.id, part.attr = "math", short
    spliced.helpers["math"] = math
