"""Rules of users in a program: spliced in where that can be done, else called; what they give is checked."""

from __future__ import annotations

import inspect
import keyword
from typing import Any

import gast

from tangentish.derive.splice import Spliced, splice, splice_tangent
from tangentish.rules.helpers import checked, checked_partial, like, one_bar, rule_results, several_bars
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, call, clone, constant, name, subscript, tuple_of

HELPERS = {"checked": checked, "checked_partial": checked_partial, "like": like, "one_bar": one_bar,
           "rule_results": rule_results, "several_bars": several_bars}
Bound = dict[str, Node | list[Node]]


def splice_user(rule: Rule, bound: Bound, ans_bar: Node, ans: Node, one: bool) -> Spliced:
    """As `splice`, for a rule of a user; `one` says that the result is known to be one number or array."""
    label = label_of(rule.function)
    if rule.multi or (rule.kind != "elementwise" and not one):
        ans_bar = call("several_bars" if rule.multi else "one_bar", ans_bar, call("like", clone(ans)), name(label))
    if rule.spliced:
        spliced = splice(rule, bound, ans_bar, ans)
    else:
        leading = {"elementwise": [ans], "linear": [ans_bar], "vjp": [ans_bar, ans]}[rule.kind]
        spliced = _called(rule, rule.function, label, bound, leading)
    for key in rule.params:
        if key in bound:
            term = spliced.terms.get(key, constant(None))  # None is refused, where the derivative is asked for
            spliced.terms[key] = _checked(rule, label, key, bound[key], term, ans)
    spliced.helpers |= {**HELPERS, label: rule.function}
    return spliced


def splice_user_tangent(rule: Rule, bound: Bound, tangents: dict[str, Node], ans: Node) -> Spliced:
    """As `splice_tangent`, for a rule of a user; where that has to be called, `tangents` has all there are."""
    label = label_of(rule.jvp)
    if rule.jvp_spliced:
        spliced = splice_tangent(rule, bound, tangents, ans)
    else:
        leading = [ans, *(tangents.get(key, constant(0.0)) for key in rule.params)]  # defaults have no tangent
        spliced = _called(rule, rule.jvp, label, bound, leading)
    for key in tangents:
        term = spliced.terms.get(key, constant(None))
        spliced.terms[key] = call("checked" if rule.multi else "checked_partial", term, call("like", clone(ans)),
                                  constant(key), name(label))
    spliced.helpers |= {**HELPERS, label: rule.jvp}
    return spliced


def label_of(function: Any) -> str:
    """What generated code calls a rule."""
    own = getattr(function, "__name__", "")
    if not own.isidentifier() or keyword.iskeyword(own) or not own.strip("_"):
        return "rule"
    return own if own.endswith("_rule") else f"{own}_rule"


def _checked(rule: Rule, label: str, key: str, operand: Any, term: Node, ans: Node) -> Node:
    given = tuple_of(operand) if isinstance(operand, list) else operand
    if rule.kind != "elementwise":
        if rule.broadcasts:
            return call("checked", term, call("like", clone(given)), constant(key), name(label), broadcasts=constant(True))
        return call("checked", term, call("like", clone(given)), constant(key), name(label))
    literal = term.operand if isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub) else term
    if isinstance(literal, gast.Constant) and type(literal.value) in (int, float):
        return term
    return call("checked_partial", term, call("like", clone(ans), clone(given)), constant(key), name(label))


def _called(rule: Rule, function: Any, label: str, bound: Bound, leading: list[Node]) -> Spliced:
    """The call of a rule that is not straight-line, and what it gives for each parameter."""
    assert rule.signature is not None
    made = gast.Call(name(label), [clone(node) for node in leading], [])
    helpers: dict[str, Any] = {}
    own = inspect.signature(function).parameters
    for key, parameter in rule.signature.parameters.items():
        value = bound.get(key)
        if isinstance(value, list):
            made.args += [clone(item) for item in value]
            continue
        if value is None:
            if parameter.kind is parameter.VAR_POSITIONAL:
                continue
            value = name(f"{label}_{key}")  # the default of the function, which may be any object
            helpers[value.id] = parameter.default
        if own[key].kind is inspect.Parameter.KEYWORD_ONLY:
            made.keywords.append(gast.keyword(key, clone(value)))
        else:
            made.args.append(clone(value))
    if len(rule.params) == 1:
        return Spliced(rule, {rule.params[0]: made}, {}, [], helpers)
    lines = [("results", call("rule_results", made, constant(len(rule.params)), name(label)))]
    terms = {key: subscript(name("results"), constant(place)) for place, key in enumerate(rule.params)}
    return Spliced(rule, terms, {}, lines, helpers)
