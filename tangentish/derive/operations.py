"""Adjoints of single operations: what a rule says, applied to one assignment."""

from __future__ import annotations

import math
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.effects import effects_of
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Instance, Kind, Scalar, Sequence, same_shape, scalar_type
from tangentish.derive.adjoints import THIN, standing
from tangentish.derive.rule_choice import choose
from tangentish.derive.splice import Spliced, splice
from tangentish.derive.thin import ThinProducts
from tangentish.derive.user_rules import splice_user
from tangentish.errors import CallError, TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import product, quotient
from tangentish.rules.registry import ATTRIBUTES, BINARY, METHODS, UNARY, Rule, lookup
from tangentish.syntax import (
    Node,
    assign,
    binary,
    call,
    constant,
    filled,
    is_constant,
    name,
    names_in,
    statements,
    walk,
    walk_statements,
)

FRESH = (gast.BinOp,)
MASKING = (np.where, np.select, np.nan_to_num)


class Operations(ThinProducts):
    """Reverses `y = operation(operands)`."""

    _masks: bool | None = None

    def fail(self, message: str, node: Node, hint: str = "") -> TangentishError:
        return located(UnsupportedError, message, self.p.filename, node, hint)

    def rule_of(self, value: Node) -> tuple[Rule, list[Node], dict[str, Node], Any] | None:
        """The rule for an expression of one operation, its operands, and the function it stands for."""
        if value.__class__ is gast.BinOp:
            function = BINARY[type(value.op).__name__]
            return self.known_rule(function), [value.left, value.right], {}, function
        if value.__class__ is gast.UnaryOp:
            function = UNARY[type(value.op).__name__]
            return self.known_rule(function), [value.operand], {}, function
        if value.__class__ is gast.Attribute and value.attr in ATTRIBUTES:
            function = ATTRIBUTES[value.attr]
            return self.known_rule(function), [value.value], {}, function
        if value.__class__ is not gast.Call:
            return None
        function = self.p.scope.resolve(value.func)
        args = list(value.args)
        keywords = {k.arg: k.value for k in value.keywords}
        if function is MISSING and value.func.__class__ is gast.Attribute and value.func.attr in METHODS:
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
        product = function in (np.matmul, np.dot) and len(args) == 2 and not keywords and not rule.user
        thin = self.thin_product(args[0], args[1], g, state) if product else None
        if thin is not None:
            for operand, cotangent, made in thin:
                if self.is_active(operand):
                    self.give(operand, cotangent, made)
            return True
        if state in ("rows", "columns") or (state == "uniform" and (rule.kind != "elementwise" or _narrows(kinds, result))):
            self.full_value(g, target, state)
            state = "owned"
        if "dtype" in keywords and result == UNKNOWN:
            self.line(f"{g} = {self.helper('inexact_only')}({g}, y)", y=self.after(target))
        spliced = self.spliced(rule, tagged, name(g), target)
        if getattr(function, "__module__", "") == "math" and not rule.user:
            use_math(spliced)
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
            known = key in rule.params or rule.is_setting(key)
            if not known and any(self.is_active(item) for item in items):
                raise self.fail(f"the derivative of `{label}` with respect to `{key}` is not known", node.origin,
                                "Let its rule give it (tangentish.rules), or pass stop_gradient(...) of the argument if "
                                "nothing flows through it.")
        if rule.user:
            self.check_memory(node, label, function, bound)
        return rule, bound, {key: self.operand_kind(value) for key, value in bound.items()}

    def spliced(self, rule: Rule, tagged: dict[str, Any], g: Node, target: str) -> Spliced:
        """The expressions of a rule over these operands."""
        if not rule.user:
            return splice(rule, tagged, g, self.after(target))
        kind = self.kind_after(target)
        return splice_user(rule, tagged, g, self.after(target), isinstance(kind, Array) or kind.is_scalar)

    def check_memory(self, node: Node, label: str, function: Any, bound: dict[str, Any]) -> None:
        """A user's rule is for a result of its own: refuse where it may be an argument, and either is written into."""
        effects = effects_of(function, with_rule=True) if isinstance(function, types.FunctionType) else None
        if effects is None or not (effects.returns or effects.opaque):
            return
        values = [item for value in bound.values() for item in (value if isinstance(value, list) else [value])]
        near = {n for value in [*values, *getattr(node, "targets", [])] for n in names_in(value)
                if n in self.flow.after[self.uid] and not self.kind_after(n).is_scalar}
        written = {self.aliases.class_of(n) for names in self.aliases.writes.values() for n in names}
        if any(self.aliases.class_of(n) in written for n in near):
            raise self.fail(f"`{label}`, which has a rule of its own, may return the memory of its argument, and that is "
                            "written into", node.origin, "Let it return a copy.")

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
        if value.__class__ is gast.Name:
            known = self.kind_before(value.id)
            if known is not UNKNOWN:
                return known
        return self.kinds.expr(value, self.kinds.before.get(self.uid, {}))

    def apply(self, spliced: Spliced, bound: dict[str, Any], kinds: dict[str, Kind], result: Kind, g: str, state: str,
              target: str) -> None:
        """Contribute each term of a spliced rule to its operand."""
        wanted: list[tuple[str, Node, Node]] = []
        for key, term in spliced.terms.items():
            operand = bound.get(key)
            if operand is None:
                continue
            if isinstance(operand, (list, gast.List, gast.Tuple)):
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
                self.emit(assign(fresh, filled(line, renames)))
                renames[label] = name(fresh)
        passed = [key for key, _, term in wanted if is_constant(term, 1) and spliced.rule.kind == "elementwise"]
        # an operand that is the target itself comes last: its adjoint variable still holds the cotangent until then
        wanted.sort(key=lambda item: item[1].__class__ is gast.Name and self.bar(item[1].id) == g)
        for key, operand, term in wanted:
            if renames:
                term = filled(term, renames)
            if isinstance(operand, (list, gast.List, gast.Tuple)):
                self.spread(operand, term, result)
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
                    if fitted is not cotangent and fitted.__class__ is not gast.BinOp:
                        made = "owned" if kind.is_scalar else "held"
                    cotangent = fitted
            else:
                cotangent, made = term, "owned" if term.__class__ in FRESH else "held"
                if spliced.rule.uniform and isinstance(kind, Array):
                    made = "uniform"
                elif spliced.rule.uniform and not kind.is_scalar:
                    cotangent = call(self.helper("materialise"), cotangent, self.before(operand))
                elif spliced.rule.broadcasts:
                    cotangent = self.fit(cotangent, self.before(operand), result, kind, None)
                elif not self.keeps_dtype(kind, result) or (kind.is_scalar and _may_be_array(cotangent)):
                    cotangent = call(self.helper("unbroadcast"), cotangent, self.before(operand))
                if cotangent.__class__ is gast.Name and made != "uniform":
                    made = state if len(wanted) == 1 else "held"
            self.give(operand, cotangent, made)

    @staticmethod
    def keeps_dtype(kind: Kind, result: Kind) -> bool:
        """Whether a rule for an operand of this kind needs no cast: double precision is what rules compute in."""
        if not isinstance(kind, Array):
            return kind != UNKNOWN
        return kind.dtype == np.float64 and isinstance(result, (Array, Scalar)) and result.is_real

    def give(self, operand: Node, cotangent: Node, state: str) -> None:
        """Contribute to the name an operand is; literals and inactive arithmetic take nothing."""
        if operand.__class__ is gast.Name:
            if state in THIN and self.shared(operand.id):
                cotangent, state = (standing(cotangent) if state == "columns" else cotangent), "held"
            self.contribute(operand.id, cotangent, state)

    def spread(self, operand: Any, term: Node, result: Kind) -> None:
        """Contribute the items of a sequence of cotangents to the items of a display."""
        items = operand if isinstance(operand, list) else operand.elts
        parts = self.names.fresh("parts")
        self.emit(assign(parts, term))
        for place, item in enumerate(items):
            if item.__class__ in (gast.List, gast.Tuple):
                self.spread(item, gast.Subscript(name(parts), constant(place), gast.Load()), result)
            elif self.is_active(item):
                part = gast.Subscript(name(parts), constant(place), gast.Load())
                kind = self.operand_kind(item)
                helper = "filled" if isinstance(kind, Array) else "unbroadcast"
                fitted = call(self.helper(helper), part, self.before(item))
                if isinstance(kind, Array) and not self.keeps_dtype(kind, result):
                    fitted = call(self.helper("unbroadcast"), fitted, self.before(item))
                self.give(item, fitted, "held")

    def is_active(self, operand: Node) -> bool:
        if operand.__class__ in (gast.List, gast.Tuple):
            return any(self.is_active(item) for item in operand.elts)
        return operand.__class__ is gast.Name and operand.id in self.p.activity.varied and (
            operand.id in self.flow.before[self.uid]) and self.active(operand.id, self.operand_kind(operand))

    def elementwise_term(self, rule: Rule, term: Node, g: str, state: str, result: Kind, twice: bool,
                         passed: bool, ans: Node) -> tuple[Node, str]:
        """The product of the cotangent and a partial derivative, as one would write it, and its state."""
        if passed:
            return name(g), "held" if twice and state != "uniform" else state
        if rule.quotient:
            if result.is_scalar and term.__class__ is not gast.Name:
                pass
            return call(self.alias("quotient", quotient), name(g), term), "owned"
        if state != "uniform" and self.masks() and not _is_bounded(term):
            return self.masked(name(g), term), "owned"
        plain = times(name(g), term)
        if state == "uniform":
            simple = all(part.__class__ in (gast.Constant, gast.UnaryOp, gast.BinOp) for part in walk(term))
            if simple:
                return plain, "uniform"
            if rule.user or not self.covers(term, result):
                return times(call(self.helper("materialise"), name(g), ans), term), "owned"
            return plain, "owned"
        return plain, "owned"

    def masked(self, g: Node, term: Node) -> Node:
        """`g * term`, which is 0 where `g` is, whatever the factors of the term are there."""
        if term.__class__ is gast.UnaryOp and term.op.__class__ is gast.USub:
            return gast.UnaryOp(gast.USub(), self.masked(g, term.operand))
        if _is_bounded(term):
            return times(g, term)
        if term.__class__ is gast.BinOp and term.op.__class__ in (gast.Div, gast.Mult):
            helper = quotient if term.op.__class__ is gast.Div else product
            return call(self.alias(helper.__name__, helper), self.masked(g, term.left), term.right)
        return call(self.alias("product", product), g, term)

    def masks(self) -> bool:
        """Whether the program picks values by a condition: what is not picked may be infinite, and counts for nothing."""
        if self._masks is None:
            calls = [n for n in walk_statements(self.p.body) for n in walk(n) if isinstance(n, gast.Call)]
            self._masks = any(self.p.scope.resolve(n.func) in MASKING for n in calls)
        return self._masks

    def covers(self, term: Node, result: Kind) -> bool:
        """Whether a partial derivative has the full shape of the result."""
        for part in walk(term):
            if part.__class__ is gast.Name and part.id in self.tags and same_shape(
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
            shown = [self.before(v) for v in flat if v.__class__ is gast.Name and self.is_active(v) and self.shared(v.id)]
            self.emit(assign(parts, call(f"{self.table}.items", self.after(target), *shown)))
        else:
            self.line(f"{parts} = {g}")
        spliced = self.spliced(rule, tagged, name(parts), target)
        self.apply(spliced, bound, kinds, UNKNOWN, parts, "held", target)


def _narrows(kinds: dict[str, Kind], result: Kind) -> bool:
    """Whether an operand has fewer digits than the result: a Python float times it would have no more."""
    return isinstance(result, Array) and any(
        isinstance(kind, Array) and kind.dtype.kind in "fc" and kind.dtype.itemsize < result.dtype.itemsize
        and kind.dtype.kind == result.dtype.kind for kind in kinds.values())


def _is_bounded(term: Node) -> bool:
    """Whether a partial derivative is finite for sure: a number, or a function that is bounded."""
    if isinstance(term, gast.Call):
        return getattr(term.func, "attr", "") in ("cos", "sin", "sign", "where", "isfinite", "equal")
    return all(isinstance(n, gast.Constant | gast.UnaryOp | gast.BinOp | gast.Compare | gast.operator | gast.unaryop | gast.cmpop
                          | gast.expr_context) for n in walk(term)) or isinstance(term, gast.Compare)


def _may_be_array(term: Node) -> bool:
    """Whether a cotangent for a number may come as an array without dimensions, which `+=` would write into."""
    if term.__class__ is gast.Call:
        func = term.func
        return not (func.__class__ is gast.Attribute and func.value.__class__ is gast.Name and func.value.id in ("np", "math"))
    return term.__class__ in (gast.Subscript, gast.Attribute, gast.IfExp)


def _needed_lines(spliced: Spliced, terms: list[Node]) -> set[str]:
    if not spliced.lines:
        return set()
    needed = {n for term in terms for n in names_in(term)}
    for label, line in reversed(spliced.lines):
        if label in needed:
            needed |= names_in(line)
    return needed


def times(g: Node, term: Node) -> Node:
    """`g * term`, written as `g / d` for a reciprocal and with a leading minus for a negative term."""
    if is_constant(term, 1):
        return g
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


def use_math(spliced: Spliced) -> None:
    """For a function of `math`, let the derivative use `math` too: it stays a float, and is faster."""
    for tree in [*spliced.terms.values(), *(line for _, line in spliced.lines)]:
        for part in walk(tree):
            if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name and part.value.id == "np":
                short = _MATH.get(part.attr, part.attr)
                if callable(getattr(math, short, None)):
                    part.value.id, part.attr = "math", short
    spliced.helpers["math"] = math


__all__ = ["Const", "Instance", "Operations", "Sequence", "np", "scalar_type", "statements", "times"]
