"""Puts the expressions of a rule into a program, its parameters replaced by the operands at hand."""

from __future__ import annotations

import functools
import inspect
import textwrap
import types
from dataclasses import dataclass, field
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import Const
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, clone, constant, filled, name, names_in, parse, tuple_of, walk


@dataclass
class Spliced:
    """One expression per differentiable operand, and the statements they read from."""

    rule: Rule
    terms: dict[str, Node]  # parameter -> expression
    operands: dict[str, Node]  # parameter -> the operand in the program
    lines: list[tuple[str, Node]] = field(default_factory=list)  # local name -> value
    helpers: dict[str, Any] = field(default_factory=dict)  # global name -> object


class _Missing:
    """A value that is not known when the program is made: equal to nothing."""

    ndim = None
    is_scalar = False
    const = None

    is_real = False

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0


def bind(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node]) -> dict[str, Node | list[Node]]:
    """Operands by parameter name; raises TypeError for what the rule does not declare.

    The arguments are bound as the function itself binds them, so that a positional `dtype` or `out` is recognised.
    """
    assert rule.signature is not None
    own = rule.signature.parameters
    real = _signature(function)
    if real is not None and not any(p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_ONLY) for p in own.values()) and not any(
            p.kind is p.VAR_POSITIONAL for p in real.parameters.values()):
        found = _arguments(real, args, keywords)
        extra = found.pop("kwargs", {})
        found.update(extra)
        for key in ("out", "dtype"):
            value = found.get(key)
            if key not in own and key in found:
                if key == "out" and not (isinstance(value, gast.Constant) and value.value is None):
                    raise TypeError("does not know the argument `out`")
                del found[key]  # of a `dtype` the engine takes care
        if set(found) <= set(own):
            return found
        renamed = dict(zip(real.parameters, own, strict=False))
        if all(key in own or key in renamed for key in found):
            unknown = [key for key in found if key not in own and len(args) <= list(real.parameters).index(key)]
            if not unknown:
                return {key if key in own else renamed[key]: value for key, value in found.items()}
        raise TypeError(f"does not know the argument `{next(key for key in found if key not in own)}`")
    out: dict[str, Node | list[Node]] = {}
    for key, value in _arguments(rule.signature, args, keywords).items():
        kind = own[key].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            out[key] = list(value)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            raise TypeError(f"does not know the argument `{next(iter(value))}`")
        else:
            out[key] = value
    return out


_PLACES: dict[tuple[int, int, tuple[str, ...]], tuple[inspect.Signature, dict[str, Any]]] = {}


def _arguments(signature: inspect.Signature, args: list[Node], keywords: dict[str, Node]) -> dict[str, Any]:
    """The arguments of a call by parameter; which goes where is asked once for a number of arguments and their keywords."""
    key = (id(signature), len(args), tuple(keywords))
    if key not in _PLACES:  # it holds on to the signature, and so to its id
        _PLACES[key] = signature, dict(signature.bind(*range(len(args)), **{label: label for label in keywords}).arguments)

    def at(place: Any) -> Any:
        if isinstance(place, tuple):
            return tuple(map(at, place))
        if isinstance(place, dict):
            return {label: at(inner) for label, inner in place.items()}
        return keywords[place] if isinstance(place, str) else args[place]

    return {label: at(place) for label, place in _PLACES[key][1].items()}


@functools.cache
def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def choose(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node],
           kind_of: Any) -> tuple[Rule, dict[str, Any]]:
    """The first specialised rule that the call fits and whose `when` holds, else the general one; and its operands."""
    for special in rule.special:
        assert special.signature is not None and special.when is not None
        try:
            bound = bind(special, function, args, keywords)
        except TypeError:
            continue
        values: dict[str, Any] = {}
        for key, parameter in special.signature.parameters.items():
            if key not in bound:
                values[key] = parameter.default if parameter.default is not parameter.empty else _Missing()
                if parameter.kind is parameter.VAR_POSITIONAL:
                    values[key] = ()
            elif isinstance(bound[key], list):
                parts = [kind_of(item) for item in bound[key]]
                values[key] = tuple(p.value if isinstance(p, Const) else p for p in parts)
            elif parameter.default is parameter.empty:
                values[key] = kind_of(bound[key])
            else:
                kind = kind_of(bound[key])
                values[key] = kind.value if isinstance(kind, Const) else _Missing()
        try:
            holds = eval(_condition(special.when), {"np": np}, values)
        except (TypeError, AttributeError, IndexError):
            holds = False
        if holds is True:
            return special, bound
    return rule, bind(rule, function, args, keywords)


@functools.cache
def _condition(text: str) -> types.CodeType:
    return compile(text, "<when>", "eval")


@functools.cache
def _rule_tree(function: types.FunctionType) -> Node:
    tree = parse(textwrap.dedent(inspect.getsource(function)))
    return next(node for node in tree.body if isinstance(node, gast.FunctionDef))


def splice(rule: Rule, bound: dict[str, Node | list[Node]], ans_bar: Node, ans: Node) -> Spliced:
    """The rule's expressions over the operands; `ans_bar` and `ans` stand for the result."""
    assert rule.function is not None and rule.signature is not None
    tree = _rule_tree(rule.function)  # type: ignore[arg-type]
    parts: dict[str, Node] = {"ans": ans, "ans_bar": ans_bar}
    for key, parameter in rule.signature.parameters.items():
        value = bound.get(key)
        if isinstance(value, list):
            parts[key] = tuple_of(value)
        elif value is not None:
            parts[key] = value
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            parts[key] = tuple_of([])
        else:
            parts[key] = _default(parameter.default, rule)
    lines: list[tuple[str, Node]] = []
    for statement in tree.body[:-1]:
        if isinstance(statement, gast.Assign):
            lines += [(key, _put(value, parts)) for key, value in _bindings(statement.targets[0], statement.value)]
    result = tree.body[-1].value
    wanted = list(rule.params)
    results = list(result.elts) if isinstance(result, gast.Tuple) and len(wanted) > 1 else [result]
    terms = {}
    for key, term in zip(wanted, results, strict=False):
        if not (isinstance(term, gast.Constant) and term.value is None):
            terms[key] = _put(term, parts)
    space = rule.function.__globals__  # type: ignore[attr-defined]
    used = {n for _, value in lines for n in names_in(value)} | {n for t in terms.values() for n in names_in(t)}
    local = {key for key, _ in lines} | set(parts)
    helpers = {n: space[n] for n in used - local if n in space}
    operands = {key: value for key, value in bound.items() if not isinstance(value, list)}
    return Spliced(rule, terms, operands, lines, helpers)


def _bindings(target: Node, value: Node) -> list[tuple[str, Node]]:
    """An assignment of a rule as assignments to one name each: `p, g = ans, ans_bar` is two of them."""
    if isinstance(target, gast.Name):
        return [(target.id, value)]
    if isinstance(value, gast.Tuple):
        return [pair for one, item in zip(target.elts, value.elts, strict=True) for pair in _bindings(one, item)]
    whole = "_".join(one.id for one in target.elts)
    return [(whole, value), *((one.id, gast.Subscript(name(whole), constant(k), gast.Load()))
                              for k, one in enumerate(target.elts))]


def _default(value: Any, rule: Rule) -> Node:
    if value is None or isinstance(value, int | float | str | bool | complex):
        return constant(value)
    if isinstance(value, tuple):
        return tuple_of([_default(v, rule) for v in value])
    raise UnsupportedError(f"the default {value!r} of a parameter of {rule.function} cannot be written as source")


def _put(tree: Node, parts: dict[str, Node]) -> Node:
    stars, choices = _traits(tree)
    made = filled(_splat(clone(tree), parts) if stars else tree, parts)
    return _Fold().visit(made) if choices else made  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=4096)
def _traits(tree: Node) -> tuple[bool, bool]:
    """Whether an expression of a rule spreads arguments, and whether something in it is decided by literals."""
    found = {node.__class__ for node in walk(tree)}
    return gast.Starred in found, bool(found & {gast.IfExp, gast.BoolOp, gast.Compare})


def _splat(tree: Node, parts: dict[str, Node]) -> Node:
    for node in walk(tree):
        if isinstance(node, gast.Call):
            args = []
            for a in node.args:
                if (isinstance(a, gast.Starred) and isinstance(a.value, gast.Name)
                        and isinstance(parts.get(a.value.id), gast.Tuple)):
                    args += [clone(e) for e in parts[a.value.id].elts]
                else:
                    args.append(a)
            node.args = args
    return tree


class _Fold(gast.NodeTransformer):
    """Decides comparisons of literals, and the conditional expressions that hang on them."""

    def visit_IfExp(self, node: Node) -> Node:
        self.generic_visit(node)
        value = _truth(node.test)
        return node if value is None else node.body if value else node.orelse

    def visit_BoolOp(self, node: Node) -> Node:
        self.generic_visit(node)
        decides = isinstance(node.op, gast.Or)  # the truth value of an item after which none is looked at
        rest = [item for item in node.values[:-1] if _truth(item) is not (not decides)] + node.values[-1:]
        last = next((k for k, item in enumerate(rest) if _truth(item) is decides), len(rest))
        node.values = rest[: last + 1]
        return node.values[0] if len(node.values) == 1 else node

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        value = _truth(node)
        return node if value is None else constant(value)


def _truth(node: Node) -> bool | None:
    """Whether a test of literals holds; None if that is not known."""
    if isinstance(node, gast.Constant):
        return bool(node.value)
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        inner = _truth(node.operand)
        return None if inner is None else not inner
    if not isinstance(node, gast.Compare) or len(node.ops) != 1:
        return None
    op, left, right = node.ops[0], node.left, node.comparators[0]
    if not isinstance(op, (gast.Is, gast.Eq, gast.IsNot, gast.NotEq)):
        return None
    if isinstance(left, gast.Constant) and isinstance(right, gast.Constant):
        same = bool(left.value == right.value)
    elif isinstance(right, gast.Constant) and right.value is None and isinstance(left, _NEVER_NONE):
        same = False
    else:
        return None
    return same is isinstance(op, (gast.Is, gast.Eq))


_NEVER_NONE = (gast.Tuple, gast.List, gast.UnaryOp, gast.BinOp, gast.JoinedStr)
