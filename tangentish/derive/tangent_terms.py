"""Tangents of single operations: what a rule says, applied to one assignment, forwards."""

from __future__ import annotations

import dataclasses
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, is_container, same_shape, scalar_type, spans
from tangentish.derive.absent import unless_absent, unless_none
from tangentish.derive.left_out import LeftOut, is_literal
from tangentish.derive.partial_products import times, use_math
from tangentish.derive.splice import Spliced, splice, splice_tangent
from tangentish.derive.tags import each_tagged, untagged
from tangentish.derive.tags import tagged as tag
from tangentish.derive.tangent_variables import TangentVariables
from tangentish.derive.user_rules import splice_user, splice_user_tangent
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import as_operand, dtype_of_tangent, quotient
from tangentish.rules.helpers import product as product_of
from tangentish.rules.registry import Rule
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    clone,
    expression,
    is_constant,
    name,
    names_in,
    substitute,
    walk,
)


class TangentTerms(TangentVariables):
    """Writes the tangent of `y = operation(operands)` as an expression."""

    _literal: set[str] | None = None

    def emit(self, *nodes: Node) -> None:
        """Write statements."""
        self.out.extend(nodes)

    def tangent_by_rule(self, node: Node, value: Node, ans: Node) -> tuple[Block, Node | None, bool] | None:
        """The statements before, the tangent of `value`, and whether it has the shape and dtype of the result for sure.

        None if there is no rule; the expression is None where the derivative is zero.  `ans` stands for the result.
        """
        found = self.rule_of(value)
        if found is None:
            return None
        rule, args, keywords, function = found
        if rule.kind == "zero":
            return [], None, True
        rule, bound, kinds = self.chosen_forward(node, rule, function, args, keywords)
        outer, self.out = self.out, []
        try:
            self.check_cast(rule, keywords, bound, kinds, clone)
            if rule.kind == "linear":
                term, sure = self.linear_tangent(rule, function, value, bound, ans)
            elif rule.kind == "elementwise":
                term, sure = self.elementwise_tangent(rule, function, bound, kinds, ans, isinstance(value, gast.Call))
            else:
                term, sure = self.tangent_terms(rule, bound, kinds, ans, node, function)
        finally:
            lines, self.out = self.out, outer
        return lines, term, sure

    def chosen_forward(self, node: Node, rule: Rule, function: Any, args: list[Node],
                       keywords: dict[str, Node]) -> tuple[Rule, dict[str, Any], dict[str, Kind]]:
        """The rule that fits best among those that have a forward form."""
        general = rule
        rule, bound, kinds = self.chosen(node, rule, function, args, keywords)
        if rule.kind == "vjp" and rule.jvp is None and rule is not general and general.kind != "zero":
            rule, bound, kinds = self.chosen(node, dataclasses.replace(general, special=[]), function, args, keywords)
        return rule, bound, kinds

    def linear_tangent(self, rule: Rule, function: Any, value: Node, bound: dict[str, Any],
                       ans: Node) -> tuple[Node, bool]:
        """The function itself, of the tangents."""
        changed: dict[int, Node] = {}
        for key in rule.params:
            operand = bound.get(key)
            for one in operand if isinstance(operand, list) else [operand]:
                if one is not None and is_constant(one, None):
                    continue
                if one is not None and self.may_be_absent(rule, key, one):
                    changed[id(one)] = call(self.helper("no_change"), clone(one))
                elif one is not None:
                    changed[id(one)] = unless_none(rule, key, one, self.operand_kind(one), self.starred(one))
        dtype = self.cast_to(value, ans)
        if dtype is not None:
            made_of = [clone(one) for one in map(bound.get, rule.params) if isinstance(one, gast.Name)]
            changed[id(dtype)] = call(self.alias("dtype_of_tangent", dtype_of_tangent), clone(ans), *made_of[:1])
        made = self.as_function(_replaced(value, changed), value, function)
        given = [bound[key] for key in rule.params if key in bound]
        kind = self.kind_after(ans.id) if isinstance(ans, gast.Name) else UNKNOWN
        keeps = not any(isinstance(value, list | gast.List | gast.Tuple) for value in given) and self.same_type(
            kind, [self.operand_kind(value) for value in given])
        return made, keeps

    def cast_to(self, value: Node, ans: Node) -> Node | None:
        """The `dtype` of a call, which may be one of whole numbers, to which NumPy casts no tangents."""
        if not isinstance(value, gast.Call) or not isinstance(ans, gast.Name):
            return None
        kind = self.kind_after(ans.id)
        known = isinstance(kind, Array) and kind.dtype is not None and kind.dtype.kind in "fc"
        given = [k.value for k in value.keywords if k.arg == "dtype" and not is_constant(k.value, None)]
        return None if known or not given else given[0]

    def may_be_absent(self, rule: Rule, key: str, operand: Node) -> bool:
        """Whether an inactive operand may turn out to be what says that there is none, such as None."""
        assert rule.signature is not None
        parameter = rule.signature.parameters.get(key)
        kind = self.operand_kind(operand)
        return parameter is not None and parameter.default is None and operand.__class__ is gast.Name and not (
            isinstance(kind, Array) or kind.is_scalar or self.is_active(operand))

    def as_function(self, made: Node, value: Node, function: Any) -> Node:
        """`np.mean(x_dot)` for `x.mean()` of a NumPy number, whose tangent may be a float of Python's, without methods."""
        owner = value.func.value if isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute) else getattr(
            value, "value", None)
        method = isinstance(value, gast.Attribute) or (isinstance(value, gast.Call) and self.p.scope.resolve(value.func) is MISSING)
        if not method or owner is None or not self.operand_kind(owner).is_scalar:
            return made
        label = function.__name__
        callee = f"np.{label}" if getattr(np, label, None) is function else self.alias(label, function)
        if callee.startswith("np."):
            self.numpy()
        if isinstance(made, gast.Attribute):
            return call(callee, made.value)
        return gast.Call(expression(callee), [made.func.value, *made.args], made.keywords)

    def starred(self, operand: Node) -> Node:
        return gast.Starred(self.tangent_of(operand.value), gast.Load()) if isinstance(
            operand, gast.Starred) else self.tangent_of(operand)

    def elementwise_tangent(self, rule: Rule, function: Any, bound: dict[str, Any], kinds: dict[str, Kind],
                            ans: Node, called: bool) -> tuple[Node | None, bool]:
        """The sum of the partial derivatives, each times the tangent of its operand; not `called` by name: an operator."""
        result = self.kind_after(ans.id) if isinstance(ans, gast.Name) else UNKNOWN
        if rule.user:
            spliced = splice_user(rule, each_tagged(bound), name("?"), tag(ans), True)
        else:
            tagged = each_tagged(bound)
            operands = self.as_operands(rule, tagged, kinds, function if called else None)
            spliced = splice(rule, {**tagged, **operands}, name("?"), tag(ans))
            if getattr(function, "__module__", "") == "math":
                use_math(spliced)
        active = [(key, term) for key, term in spliced.terms.items() if bound.get(key) is not None and self.is_active(bound[key])]
        terms = self.prepared(spliced, [term for _, term in active])
        total: Node | None = None
        covered = False
        for (key, _), term in zip(active, terms, strict=True):
            x_dot = self.tangent_of(bound[key])
            listed = kinds[key] == UNKNOWN and called and isinstance(function, np.ufunc)
            if is_container(kinds[key]) or listed:  # a list of numbers, which the function makes an array of
                self.numpy()
                x_dot = call("np.asarray", x_dot)
            if rule.picks:  # a tangent that is nan or infinite counts for nothing where its primal did
                product = call(self.alias("product", product_of), term, x_dot)
            elif rule.steep:
                product = call(self.alias("product", product_of), x_dot, term)
            elif rule.quotient:
                product = call(self.alias("quotient", quotient), x_dot, term)
            else:
                product = self.times_finite(x_dot, term)
            covered |= spans(kinds[key], result) or (not rule.user and self.spans(term, result))
            if total is None:
                total = product
            elif isinstance(product, gast.UnaryOp) and isinstance(product.op, gast.USub):
                total = gast.BinOp(total, gast.Sub(), product.operand)
            else:
                total = gast.BinOp(total, gast.Add(), product)
        return total, covered and self.same_type(result, [kinds[key] for key, _ in active])

    def times_finite(self, x_dot: Node, term: Node) -> Node:
        """`x_dot * term`, which is 0 where `x_dot` is, also of an infinity in the text, here or where a branch has `r = np.inf`."""
        if self._literal is None:
            self._literal = LeftOut(self.p, False).literal
        if self._literal.isdisjoint(self.stand_ins.get(label, label) for label in names_in(term)) and not any(
                map(is_literal, walk(term))):
            return times(x_dot, term)
        return call(self.alias("product", product_of), x_dot, term)

    def same_type(self, result: Kind, operands: list[Kind]) -> bool:
        """Whether the tangent has the dtype of the result: double precision all over."""
        if isinstance(result, Array):
            return result.dtype == np.float64 and all(
                (isinstance(k, Array) and k.dtype == np.float64) or (k.is_scalar and issubclass(scalar_type(k), float))
                for k in operands)
        return isinstance(result, Scalar | Const) and result.is_scalar and issubclass(scalar_type(result), float) and all(
            (k.is_scalar and issubclass(scalar_type(k), float | int | np.floating | np.integer))
            or (isinstance(k, Array) and k.dtype == np.float64) for k in operands)

    def spans(self, term: Node, result: Kind) -> bool:
        """Whether a partial derivative has the full shape of the result."""
        env = self.kinds.before.get(self.uid, {})
        return any(same_shape(env.get(n, self.kind_after(n)), result) for n in names_in(term)) and not any(
            isinstance(part, gast.Attribute) and part.attr in ("shape", "size", "ndim") for part in gast.walk(term))

    def tangent_terms(self, rule: Rule, bound: dict[str, Any], kinds: dict[str, Kind], ans: Node, node: Node,
                      function: Any) -> tuple[Node | None, bool]:
        """The sum of the terms of a `jvp` rule."""
        if rule.jvp is None:
            label = getattr(function, "__name__", str(function))
            raise self.fail(f"the derivative rule for `{label}` has no forward form", node.origin,
                            "Register one (tangentish.rules.jvp), or use reverse mode (grad, vjp).")
        assert rule.signature is not None
        active = {}
        for key in rule.params:
            operand = bound.get(key)
            parts = operand if isinstance(operand, list) else [operand]
            wanted = operand is not None and any(self.is_active(one) for one in parts)
            if wanted or (operand is not None and rule.user and not rule.jvp_spliced):  # all tangents, zero or not
                held = gast.Tuple([self.tangent_of(one) for one in parts], gast.Load()) if isinstance(
                    operand, list) else self.tangent_of(operand)
                active[key] = self.named(held, f"{key}_dot")
        given = {key: tag(value) for key, value in active.items()}
        tagged = each_tagged(bound)
        operands = self.as_operands(rule, tagged, kinds, function if isinstance(getattr(node, "value", None), gast.Call) else None)
        given |= {key: call(self.alias("as_operand", as_operand), given[key]) for key in given.keys() & operands.keys()}
        spliced = (splice_user_tangent if rule.user else splice_tangent)(rule, {**tagged, **operands}, given, tag(ans))
        chosen = [key for key in active if key in spliced.terms]
        terms = self.prepared(spliced, [spliced.terms[key] for key in chosen])
        if function is np.matmul and (getattr(node, "value", node).__class__ is gast.BinOp or any(
                isinstance(kind, Array) for kind in kinds.values())):
            terms = [_multiplied(term) for term in terms]
        terms = unless_absent(rule, bound, kinds, dict(zip(chosen, terms, strict=True)))
        if rule.multi:
            self.uses_table = True
            return call(f"{self.table}.parts", clone(ans), *terms), True
        total: Node | None = None
        for term in terms:
            total = term if total is None else gast.BinOp(total, gast.Add(), term)
        result = self.kind_after(ans.id) if isinstance(ans, gast.Name) else UNKNOWN
        return total, self.same_type(result, [kinds[key] for key in chosen])

    def named(self, held: Node, label: str) -> Node:
        """A tangent that is read more than once under a name."""
        if isinstance(held, gast.Name | gast.Constant):
            return held
        fresh = self.names.fresh(label)
        self.emit(assign(fresh, held))
        return name(fresh)

    def prepared(self, spliced: Spliced, terms: list[Node]) -> list[Node]:
        """The terms of a rule, with the statements they read from written before them."""
        renames: dict[str, Node] = {}
        for label, helper in spliced.helpers.items():
            chosen = self.alias(label, helper)
            if chosen != label:
                renames[label] = name(chosen)
        needed = {n for term in terms for n in names_in(term)}
        for label, line in reversed(spliced.lines):
            if label in needed:
                needed |= names_in(line)
        for label, line in spliced.lines:
            if label in needed:
                fresh = self.names.fresh(label)
                self.emit(assign(fresh, untagged(substitute(clone(line), renames))))
                renames[label] = name(fresh)
        return [untagged(substitute(clone(term), renames)) for term in terms]


def _multiplied(term: Node) -> Node:
    """`a @ b` for `np.matmul(a, b)`, of which neither is a list."""
    return gast.BinOp(term.args[0], gast.MatMult(), term.args[1]) if term.__class__ is gast.Call else term


def _replaced(tree: Node, changed: dict[int, Node]) -> Node:
    """A copy of an expression with some of its parts, known by identity, replaced."""
    if id(tree) in changed:
        return changed[id(tree)]
    made = tree.__class__()
    for label in tree._fields:
        value = getattr(tree, label, None)
        if isinstance(value, list):
            setattr(made, label, [_replaced(v, changed) if isinstance(v, gast.AST) else v for v in value])
        else:
            setattr(made, label, _replaced(value, changed) if isinstance(value, gast.AST) else value)
    return made

