"""Adjoints of single operations: what a rule says, applied to one assignment."""

from __future__ import annotations

import math
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Const, Instance, Kind, Scalar, Sequence, same_shape, scalar_type
from tangentish.derive.adjoints import THIN, standing
from tangentish.derive.splice import Spliced, choose, splice
from tangentish.derive.thin import ThinProducts
from tangentish.errors import CallError, TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import quotient
from tangentish.rules.registry import ATTRIBUTES, BINARY, METHODS, UNARY, Rule, lookup
from tangentish.syntax import (
    Node,
    assign,
    call,
    clone,
    constant,
    is_constant,
    name,
    names_in,
    statements,
    substitute,
    walk,
)

FRESH = (gast.BinOp,)
# parameters that say how, not with what: no derivative is ever taken with respect to them
STRUCTURAL = frozenset(
    "axis axes shape newshape dtype n k m ord indices mode order keepdims where N M num copy subok ndmin offset axis1 axis2 "
    "source destination start shift repeats reps condition side sorter size ddof correction UPLO indices_or_sections "
    "decimals kind stable like casting subscripts optimize lower trans full_matrices compute_uv hermitian rtol "
    "check_finite assume_a overwrite_a overwrite_b metric deg return_sign device".split())


class Operations(ThinProducts):
    """Reverses `y = operation(operands)`."""

    def fail(self, message: str, node: Node, hint: str = "") -> TangentishError:
        return located(UnsupportedError, message, self.p.filename, node, hint)

    def rule_of(self, value: Node) -> tuple[Rule, list[Node], dict[str, Node], Any] | None:
        """The rule for an expression of one operation, its operands, and the function it stands for."""
        if isinstance(value, gast.BinOp):
            function = BINARY[type(value.op).__name__]
            return self.known_rule(function), [value.left, value.right], {}, function
        if isinstance(value, gast.UnaryOp):
            function = UNARY[type(value.op).__name__]
            return self.known_rule(function), [value.operand], {}, function
        if isinstance(value, gast.Attribute) and value.attr in ATTRIBUTES:
            function = ATTRIBUTES[value.attr]
            return self.known_rule(function), [value.value], {}, function
        if not isinstance(value, gast.Call):
            return None
        function = self.p.scope.resolve(value.func)
        args = list(value.args)
        keywords = {k.arg: k.value for k in value.keywords}
        if function is MISSING and isinstance(value.func, gast.Attribute) and value.func.attr in METHODS:
            function = METHODS[value.func.attr]
            args = [value.func.value, *args]
        rule = lookup(function) if function is not MISSING else None
        return None if rule is None else (rule, args, keywords, function)

    @staticmethod
    def known_rule(function: Any) -> Rule:
        rule = lookup(function)
        assert rule is not None, function
        return rule

    def reverse_rule(self, node: Node, value: Node, target: str, g: str, state: str) -> bool:
        """Contribute through the rule for `target = value`; False if there is none."""
        found = self.rule_of(value)
        if found is None:
            return False
        rule, args, keywords, function = found
        if rule.kind == "zero":
            return True
        rule, bound, kinds = self.chosen(node, rule, function, args, keywords)
        if rule.multi:
            self.multi(rule, bound, kinds, target, g)
            return True
        tagged = {key: [self.before(v) for v in value] if isinstance(value, list) else self.before(value)
                  for key, value in bound.items()}
        result = self.kind_after(target)
        product = function in (np.matmul, np.dot) and len(args) == 2 and not keywords
        thin = self.thin_product(args[0], args[1], g, state) if product else None
        if thin is not None:
            for operand, cotangent, made in thin:
                if self.is_active(operand):
                    self.give(operand, cotangent, made)
            return True
        if state in ("rows", "columns") or (rule.kind != "elementwise" and state == "uniform"):
            self.full_value(g, target, state)
            state = "owned"
        if "dtype" in keywords and result == UNKNOWN:
            self.line(f"{g} = {self.helper('inexact_only')}({g}, y)", y=self.after(target))
        spliced = splice(rule, tagged, name(g), self.after(target))
        if getattr(function, "__module__", "") == "math":
            _use_math(spliced)
        self.apply(spliced, bound, kinds, result, g, state, target)
        return True

    def chosen(self, node: Node, rule: Rule, function: Any, args: list[Node],
               keywords: dict[str, Node]) -> tuple[Rule, dict[str, Any], dict[str, Kind]]:
        """The rule that fits the call best, its operands by parameter, and their kinds."""
        label = getattr(function, "__name__", str(function))
        try:
            rule, bound = choose(rule, function, args, keywords, self.operand_kind)
        except TypeError as error:
            raise located(CallError, f"the derivative rule for `{label}` {error}", self.p.filename, node.origin,
                          "Write the call without it, or register a rule (tangentish.rules).") from None
        for key, value in bound.items():
            items = value if isinstance(value, list) else [value]
            if key not in rule.params and key not in STRUCTURAL and any(self.is_active(item) for item in items):
                raise self.fail(f"the derivative of `{label}` with respect to `{key}` is not known", node.origin,
                                "Pass stop_gradient(...) of it if nothing flows through it.")
        return rule, bound, {key: self.operand_kind(value) for key, value in bound.items()}

    def full_value(self, g: str, target: str, state: str = "uniform") -> None:
        """A thin cotangent as a full array."""
        if state == "uniform":
            self.line(f"{g} = {self.helper('materialise')}({g}, x)", x=self.after(target))
            return
        self.numpy()
        thin = name(g) if state == "rows" else standing(name(g))
        self.line(f"{g} = np.broadcast_to(thin, x.shape).copy()", thin=thin, x=self.after(target))

    def operand_kind(self, value: Any) -> Kind:
        if isinstance(value, list):
            return UNKNOWN
        return self.kinds.expr(value, self.kinds.before.get(self.uid, {}))

    def apply(self, spliced: Spliced, bound: dict[str, Any], kinds: dict[str, Kind], result: Kind, g: str, state: str,
              target: str) -> None:
        """Contribute each term of a spliced rule to its operand."""
        wanted: list[tuple[str, Node, Node]] = []
        for key, term in spliced.terms.items():
            operand = bound.get(key)
            if operand is None:
                continue
            if isinstance(operand, list | gast.List | gast.Tuple):
                if any(self.is_active(item) for item in (operand if isinstance(operand, list) else operand.elts)):
                    wanted.append((key, operand, term))
            elif self.is_active(operand):
                wanted.append((key, operand, term))
        if not wanted:
            return
        renames: dict[str, Node] = {}
        for label, helper in spliced.helpers.items():
            chosen = self.alias(label, helper)
            if chosen != label:
                renames[label] = name(chosen)
        needed = _needed_lines(spliced, [term for _, _, term in wanted])
        for label, line in spliced.lines:
            if label in needed:
                fresh = self.names.fresh(label)
                self.emit(assign(fresh, substitute(line, renames)))
                renames[label] = name(fresh)
        passed = [key for key, _, term in wanted if is_constant(term, 1) and spliced.rule.kind == "elementwise"]
        # an operand that is the target itself comes last: its adjoint variable still holds the cotangent until then
        wanted.sort(key=lambda item: isinstance(item[1], gast.Name) and self.bar(item[1].id) == g)
        for key, operand, term in wanted:
            term = substitute(clone(term), renames)
            if isinstance(operand, list | gast.List | gast.Tuple):
                self.spread(operand, term)
                continue
            kind = kinds[key]
            if spliced.rule.kind == "elementwise":
                cotangent, made = self.elementwise_term(spliced.rule, term, g, state, result, len(passed) > 1,
                                                       key in passed, self.after(target))
                if made == "uniform" and not same_shape(result, kind):
                    full = call(self.helper("materialise"), cotangent, self.after(target))
                    cotangent, made = full, "owned"
                if made != "uniform":
                    fitted = self.fit(cotangent, self.before(operand), result, kind, None)
                    if fitted is not cotangent and not isinstance(fitted, gast.BinOp):
                        made = "owned" if kind.is_scalar else "held"
                    cotangent = fitted
            else:
                cotangent, made = term, "owned" if isinstance(term, FRESH) else "held"
                if spliced.rule.uniform and isinstance(kind, Array):
                    made = "uniform"
                elif spliced.rule.uniform and not kind.is_scalar:
                    cotangent = call(self.helper("materialise"), cotangent, self.before(operand))
                elif spliced.rule.broadcasts:
                    cotangent = self.fit(cotangent, self.before(operand), result, kind, None)
                elif not self.keeps_dtype(kind, result) or (kind.is_scalar and _may_be_array(cotangent)):
                    cotangent = call(self.helper("unbroadcast"), cotangent, self.before(operand))
                if isinstance(cotangent, gast.Name) and made != "uniform":
                    made = state if len(wanted) == 1 else "held"
            self.give(operand, cotangent, made)

    @staticmethod
    def keeps_dtype(kind: Kind, result: Kind) -> bool:
        """Whether a rule for an operand of this kind needs no cast: double precision is what rules compute in."""
        if not isinstance(kind, Array):
            return kind != UNKNOWN
        return kind.dtype == np.float64 and isinstance(result, Array | Scalar) and result.is_real

    def give(self, operand: Node, cotangent: Node, state: str) -> None:
        """Contribute to the name an operand is; literals and inactive arithmetic take nothing."""
        if isinstance(operand, gast.Name):
            if state in THIN and self.shared(operand.id):
                cotangent, state = (standing(cotangent) if state == "columns" else cotangent), "held"
            self.contribute(operand.id, cotangent, state)

    def spread(self, operand: Any, term: Node) -> None:
        """Contribute the items of a sequence of cotangents to the items of a display."""
        items = operand if isinstance(operand, list) else operand.elts
        parts = self.names.fresh("parts")
        self.emit(assign(parts, term))
        for place, item in enumerate(items):
            if isinstance(item, gast.List | gast.Tuple):
                self.spread(item, gast.Subscript(name(parts), constant(place), gast.Load()))
            elif self.is_active(item):
                part = gast.Subscript(name(parts), constant(place), gast.Load())
                kind = self.operand_kind(item)
                helper = "filled" if isinstance(kind, Array) else "unbroadcast"
                fitted = call(self.helper(helper), part, self.before(item))
                self.give(item, fitted, "held")

    def is_active(self, operand: Node) -> bool:
        if isinstance(operand, gast.List | gast.Tuple):
            return any(self.is_active(item) for item in operand.elts)
        return isinstance(operand, gast.Name) and operand.id in self.flow.before[self.uid] and self.active(
            operand.id, self.operand_kind(operand))

    def elementwise_term(self, rule: Rule, term: Node, g: str, state: str, result: Kind, twice: bool,
                         passed: bool, ans: Node) -> tuple[Node, str]:
        """The product of the cotangent and a partial derivative, as one would write it, and its state."""
        if passed:
            return name(g), "held" if twice and state != "uniform" else state
        if rule.quotient:
            if result.is_scalar and not isinstance(term, gast.Name):
                pass
            return call(self.alias("quotient", quotient), name(g), term), "owned"
        product = times(name(g), term)
        if state == "uniform":
            simple = all(isinstance(n, gast.Constant | gast.UnaryOp | gast.BinOp | gast.operator | gast.unaryop
                                    | gast.expr_context) for n in walk(term))
            if simple:
                return product, "uniform"
            if not self.covers(term, result):
                return times(call(self.helper("materialise"), name(g), ans), term), "owned"
            return product, "owned"
        return product, "owned"

    def covers(self, term: Node, result: Kind) -> bool:
        """Whether a partial derivative has the full shape of the result."""
        for part in walk(term):
            if isinstance(part, gast.Name) and part.id in self.tags and same_shape(
                    self.kind_of(self.tags[part.id]), result):
                return True
        return False

    def multi(self, rule: Rule, bound: dict[str, Any], kinds: dict[str, Kind], target: str, g: str) -> None:
        """A function with several results: the cotangent is a sequence, None for zero."""
        tagged = {key: [self.before(v) for v in value] if isinstance(value, list) else self.before(value)
                  for key, value in bound.items()}
        parts = self.names.fresh("parts_bar")
        if self.shared(target):
            # results that are views have their adjoints in the shadows of what they show already
            flat = [v for value in bound.values() for v in (value if isinstance(value, list) else [value])]
            shown = [self.before(v) for v in flat if isinstance(v, gast.Name) and self.is_active(v) and self.shared(v.id)]
            self.emit(assign(parts, call(f"{self.table}.items", self.after(target), *shown)))
        else:
            self.line(f"{parts} = {g}")
        spliced = splice(rule, tagged, name(parts), self.after(target))
        self.apply(spliced, bound, kinds, UNKNOWN, parts, "held", target)


def _may_be_array(term: Node) -> bool:
    """Whether a cotangent for a number may come as an array without dimensions, which `+=` would write into."""
    if isinstance(term, gast.Call):
        func = term.func
        return not (isinstance(func, gast.Attribute) and isinstance(func.value, gast.Name) and func.value.id in ("np", "math"))
    return isinstance(term, gast.Subscript | gast.Attribute | gast.IfExp)


def _needed_lines(spliced: Spliced, terms: list[Node]) -> set[str]:
    needed = {n for term in terms for n in names_in(term)}
    for label, line in reversed(spliced.lines):
        if label in needed:
            needed |= names_in(line)
    return needed


def times(g: Node, term: Node) -> Node:
    """`g * term`, written as `g / d` for a reciprocal and with a leading minus for a negative term."""
    if is_constant(term, 1):
        return g
    if is_constant(term, -1) or (isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub)
                                 and is_constant(term.operand, 1)):
        return gast.UnaryOp(gast.USub(), g)
    if isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub):
        return gast.UnaryOp(gast.USub(), times(g, term.operand))
    if isinstance(term, gast.BinOp) and isinstance(term.op, gast.Div):
        return gast.BinOp(times(g, term.left), gast.Div(), term.right)
    if isinstance(term, gast.BinOp) and isinstance(term.op, gast.Mult):
        return gast.BinOp(times(g, term.left), gast.Mult(), term.right)
    return gast.BinOp(g, gast.Mult(), term)


_MATH = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
         "absolute": "fabs", "abs": "fabs"}


def _use_math(spliced: Spliced) -> None:
    """For a function of `math`, let the derivative use `math` too: it stays a float, and is faster."""
    for tree in [*spliced.terms.values(), *(line for _, line in spliced.lines)]:
        for part in walk(tree):
            if isinstance(part, gast.Attribute) and isinstance(part.value, gast.Name) and part.value.id == "np":
                short = _MATH.get(part.attr, part.attr)
                if callable(getattr(math, short, None)):
                    part.value.id, part.attr = "math", short
    spliced.helpers["math"] = math


__all__ = ["Const", "Instance", "Operations", "Sequence", "np", "scalar_type", "statements", "times"]
