"""The terms of a rule, contributed to the operands they are for."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Kind, Scalar, scalar_type, spans
from tangentish.derive.adjoints import THIN, standing
from tangentish.derive.partial_products import PartialProducts
from tangentish.derive.splice import Spliced
from tangentish.derive.under_roots import VECTOR_PRODUCTS
from tangentish.rules.helpers import product, product_of_any, scaled, vanishing
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, assign, call, clone, constant, filled, is_constant, name, names_in


class Contributions(PartialProducts):
    """Adds what a rule gives to the adjoints of the operands that are active."""

    def is_active(self, operand: Node) -> bool:
        if operand.__class__ in (gast.List, gast.Tuple):
            return any(self.is_active(item) for item in operand.elts)
        return operand.__class__ is gast.Name and operand.id in self.p.activity.varied and (
            operand.id in self.flow.before[self.uid]) and self.active(operand.id, self.operand_kind(operand))

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
        wanted = [(key, bound[key], term) for key, term in spliced.terms.items() if self.takes_part(bound.get(key))]
        if not wanted:
            return
        renames = self.written_lines(spliced, [term for _, _, term in wanted])
        passed = [key for key, _, term in wanted if is_constant(term, 1) and spliced.rule.kind == "elementwise"]
        # an operand that is the target itself comes last: its adjoint variable still holds the cotangent until then
        wanted.sort(key=lambda item: item[1].__class__ is gast.Name and self.bar(item[1].id) == g)
        for key, operand, term in wanted:
            if renames:
                term = filled(term, renames)
            if isinstance(operand, (list, gast.List, gast.Tuple)):
                if spliced.rule.uniform:
                    self.spread_one(operand, term)
                else:
                    self.spread(operand, term, result)
            elif spliced.rule.kind == "elementwise":
                cotangent, made = self.elementwise_term(spliced.rule, term, g, state, result, len(passed) > 1,
                                                       key in passed, target)
                self.give(operand, *self.fitted_partial(cotangent, made, operand, kinds[key], result, target))
            else:
                term = self.vanishing(spliced.rule, term, g) if target in self.under_roots else term
                cotangent, made = self.fitted_term(spliced.rule, term, operand, kinds[key], result)
                if cotangent.__class__ is gast.Name and made != "uniform":
                    made = state if len(wanted) == 1 else "held"
                self.give(operand, cotangent, made)

    def vanishing(self, rule: Rule, term: Node, g: str) -> Node:
        """A term, of a value under a root, with products of the cotangent that are zero where their other factor is."""
        given = term.args if term.__class__ is gast.Call else []
        if given and getattr(given[0], "id", "") == g and term.func.__class__ is gast.Name:
            if term.func.id == product.__name__:
                return call(self.alias(product_of_any.__name__, product_of_any), *given)
            if not VECTOR_PRODUCTS.isdisjoint(rule.functions):
                return call(self.alias(vanishing.__name__, vanishing), term.func, *given)
        if term.__class__ is gast.BinOp and term.op.__class__ is gast.Mult and getattr(term.left, "id", "") == g:
            return call(self.alias(scaled.__name__, scaled), term.right, term.left)
        if term.__class__ is gast.BinOp:
            return gast.BinOp(self.vanishing(rule, term.left, g), term.op, self.vanishing(rule, term.right, g))
        return term

    def takes_part(self, operand: Any) -> bool:
        """Whether an operand, or any item of a sequence of them, is active."""
        return any(map(self.takes_part, operand)) if isinstance(operand, list) else (
            operand is not None and self.is_active(operand))

    def written_lines(self, spliced: Spliced, terms: list[Node]) -> dict[str, Node]:
        """Write the assignments of a rule that these terms read, and say what its names are in the program."""
        renames: dict[str, Node] = {}
        for label, helper in spliced.helpers.items():
            chosen = self.alias(label, helper)
            if chosen != label:
                renames[label] = name(chosen)
        needed = _needed_lines(spliced, terms)
        for label, line in spliced.lines:
            if label in needed:
                fresh = self.names.fresh(label)
                self.emit(assign(fresh, filled(line, renames)))
                renames[label] = name(fresh)
        return renames

    def fitted_partial(self, cotangent: Node, made: str, operand: Node, kind: Kind, result: Kind,
                       target: str) -> tuple[Node, str]:
        """What an elementwise rule gives, of the shape of an operand, and its state."""
        if made == "uniform":
            if spans(kind, result):
                return cotangent, made
            cotangent, made = call(self.helper("materialise"), cotangent, self.after(target)), "owned"
        fitted = self.fit(cotangent, self.before(operand), result, kind, None)
        if fitted is not cotangent and fitted.__class__ is not gast.BinOp:
            made = "owned" if kind.is_scalar else "held"
        return fitted, made

    def fitted_term(self, rule: Rule, term: Node, operand: Node, kind: Kind, result: Kind) -> tuple[Node, str]:
        """What another rule gives, of the shape and type of an operand, and its state."""
        made = "owned" if term.__class__ is gast.BinOp else "held"
        if rule.uniform and isinstance(kind, Array):
            return term, "uniform"
        if rule.uniform and not kind.is_scalar:
            return call(self.helper("materialise"), term, self.before(operand)), made
        if rule.broadcasts == "apart":
            return call(self.helper("unbroadcast"), term, self.before(operand)), made
        if rule.broadcasts:
            return self.fit(term, self.before(operand), result, kind, None), made
        if not self.keeps_dtype(kind, result) or (kind.is_scalar and _may_be_array(term)):
            return call(self.helper("unbroadcast"), term, self.before(operand)), made
        return term, made

    @staticmethod
    def keeps_dtype(kind: Kind, result: Kind) -> bool:
        """Whether a rule for an operand of this kind needs no cast: double precision is what rules compute in."""
        if not (isinstance(kind, Array) or kind.is_scalar):
            return kind != UNKNOWN
        own = kind.dtype if isinstance(kind, Array) else np.dtype(scalar_type(kind))
        if own == np.complex128 and kind.is_scalar:
            return True
        if not isinstance(result, (Array, Scalar)) or not result.is_real:
            return False
        cast = result.dtype if isinstance(result, Array) else result.type
        return own == np.float64 and cast not in (np.float32, np.float16)  # as what comes back is too

    def give(self, operand: Node, cotangent: Node, state: str) -> None:
        """Contribute to the name an operand is; literals and inactive arithmetic take nothing."""
        if operand.__class__ is gast.Name:
            if state in THIN and self.shared(operand.id):
                cotangent, state = (standing(cotangent) if state == "columns" else cotangent), "held"
            self.contribute(operand.id, cotangent, state)

    def spread_one(self, operand: Any, term: Node) -> None:
        """Contribute a cotangent that is the same for all items of a display to each of them."""
        for item in operand if isinstance(operand, list) else operand.elts:
            if item.__class__ in (gast.List, gast.Tuple):
                self.spread_one(item, term)
            elif self.is_active(item):
                whole = call(self.helper("materialise"), clone(term), self.before(item))
                self.give(item, call(self.helper("unbroadcast"), whole, self.before(item)), "held")

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
