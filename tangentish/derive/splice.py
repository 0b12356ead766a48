"""Puts the expressions of a rule into a program, its parameters replaced by the operands at hand."""

from __future__ import annotations

import builtins
import functools
import inspect
import textwrap
import types
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, clone, constant, filled, name, names_in, parse, tuple_of, walk


@functools.cache
def computed_with(rule: Rule) -> frozenset[str]:
    """The parameters that operators and helpers of a rule have as operands, by themselves: a list is no array to these.

    `1 / x` is none of them, as it is written `x_bar = y_bar / x`.
    """
    tree = _rule_tree(rule.function)
    result = tree.body[-1].value
    whole = result.elts if result.__class__ is gast.Tuple else [result]
    found: set[str] = set()
    for node in walk(tree.body):
        if node.__class__ is gast.BinOp and not (any(node is one for one in whole) and node.left.__class__ is gast.Constant
                                                 and node.op.__class__ is gast.Div):
            found |= {side.id for side in (node.left, node.right) if side.__class__ is gast.Name}
        elif node.__class__ is gast.UnaryOp and node.operand.__class__ is gast.Name:
            found.add(node.operand.id)
        elif node.__class__ is gast.Compare:
            found |= {side.id for side in (node.left, *node.comparators) if side.__class__ is gast.Name}
        elif node.__class__ is gast.Call and node.func.__class__ is gast.Name:  # a helper, which may have operators for it
            found |= {argument.id for argument in node.args if argument.__class__ is gast.Name}
    return frozenset(found)


@dataclass
class Spliced:
    """One expression per differentiable operand, and the statements they read from."""

    rule: Rule
    terms: dict[str, Node]  # parameter -> expression
    operands: dict[str, Node]  # parameter -> the operand in the program
    lines: list[tuple[str, Node]] = field(default_factory=list)  # local name -> value
    helpers: dict[str, Any] = field(default_factory=dict)  # global name -> object


@functools.cache
def _rule_tree(function: types.FunctionType) -> Node:
    tree = parse(textwrap.dedent(inspect.getsource(function)))
    return next(node for node in tree.body if node.__class__ is gast.FunctionDef)


def splice(rule: Rule, bound: dict[str, Node | list[Node]], ans_bar: Node, ans: Node) -> Spliced:
    """The rule's expressions over the operands; `ans_bar` and `ans` stand for the result."""
    return _spliced(rule, rule.function, bound, {"ans": ans, "ans_bar": ans_bar})


def splice_tangent(rule: Rule, bound: dict[str, Node | list[Node]], tangents: dict[str, Node], ans: Node) -> Spliced:
    """The expressions of the rule's `jvp`; `tangents` are those of its active parameters."""
    leading = {f"{key}_dot": tangents.get(key, constant(None)) for key in rule.params}
    return _spliced(rule, rule.jvp, bound, {"ans": ans, **leading})


def _spliced(rule: Rule, function: Any, bound: dict[str, Node | list[Node]], parts: dict[str, Node]) -> Spliced:
    assert function is not None and rule.signature is not None
    tree = _rule_tree(function)
    for key, parameter in rule.signature.parameters.items():
        value = bound.get(key)
        if isinstance(value, list):
            parts[key] = tuple_of(value)
        elif value is not None:
            if value.__class__ in (gast.BinOp, gast.UnaryOp) and names_in(value):
                value.whole = True  # see `is_whole`
            parts[key] = value
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            parts[key] = tuple_of([])
        else:
            parts[key] = _default(parameter.default, rule)
    # what the rule names must not be taken for what the operands name, which stand in the same expressions
    named = names_in(tree.body) - parts.keys()
    own = {label: f"{label}_of_rule" for label in sorted(named & names_in(parts.values()))}
    parts |= {label: name(new) for label, new in own.items()}
    lines: list[tuple[str, Node]] = []
    for statement in tree.body[:-1]:
        if statement.__class__ is gast.Assign:
            lines += [(own.get(key, key), _put(value, parts))
                      for key, value in _bindings(statement.targets[0], statement.value)]
    result = tree.body[-1].value
    wanted = list(rule.params)
    results = list(result.elts) if result.__class__ is gast.Tuple and len(wanted) > 1 else [result]
    terms = {}
    for key, term in zip(wanted, results, strict=False):
        if not (term.__class__ is gast.Constant and term.value is None):
            terms[key] = _put(term, parts)
    read = names_in([*(value for _, value in lines), *terms.values()]) - {key for key, _ in lines}
    helpers, space = {}, function.__globals__
    for label in named:
        new = own.get(label, label)
        if new in read and label in space:
            helpers[new] = space[label]
        elif new in read and hasattr(builtins, label) and (rule.user or label in own):
            helpers[new] = getattr(builtins, label)  # what the rule calls `max` is not what the program may call so
    operands = {key: value for key, value in bound.items() if not isinstance(value, list)}
    return Spliced(rule, terms, operands, lines, helpers)


def _bindings(target: Node, value: Node) -> list[tuple[str, Node]]:
    """An assignment of a rule as assignments to one name each: `p, g = ans, ans_bar` is two of them."""
    if target.__class__ is gast.Name:
        return [(target.id, value)]
    if value.__class__ is gast.Tuple:
        return [pair for one, item in zip(target.elts, value.elts, strict=True) for pair in _bindings(one, item)]
    whole = "_".join(one.id for one in target.elts)
    return [(whole, value), *((one.id, gast.Subscript(name(whole), constant(k), gast.Load()))
                              for k, one in enumerate(target.elts))]


def _default(value: Any, rule: Rule) -> Node:
    if value is None or isinstance(value, (int, float, str, bool, complex)):
        return constant(value)
    if isinstance(value, tuple):
        return tuple_of([_default(v, rule) for v in value])
    raise UnsupportedError(f"the default {value!r} of a parameter of {rule.function} cannot be written as source")


def _put(tree: Node, parts: dict[str, Node]) -> Node:
    stars, choices = _traits(tree)
    made = filled(_splat(clone(tree), parts) if stars else tree, parts)
    return _Fold().visit(made) if choices else made


@functools.lru_cache(maxsize=4096)
def _traits(tree: Node) -> tuple[bool, bool]:
    """Whether an expression of a rule spreads arguments, and whether something in it is decided by literals."""
    found = {node.__class__ for node in walk(tree)}
    return gast.Starred in found, bool(found & {gast.IfExp, gast.BoolOp, gast.Compare})


def _splat(tree: Node, parts: dict[str, Node]) -> Node:
    for node in walk(tree):
        if node.__class__ is gast.Call:
            args = []
            for a in node.args:
                if (a.__class__ is gast.Starred and a.value.__class__ is gast.Name
                        and parts.get(a.value.id).__class__ is gast.Tuple):
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
        decides = node.op.__class__ is gast.Or  # the truth value of an item after which none is looked at
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
    if node.__class__ is gast.Constant:
        return bool(node.value)
    if node.__class__ is gast.UnaryOp and node.op.__class__ is gast.Not:
        inner = _truth(node.operand)
        return None if inner is None else not inner
    if node.__class__ is not gast.Compare or len(node.ops) != 1:
        return None
    op, left, right = node.ops[0], node.left, node.comparators[0]
    if op.__class__ not in (gast.Is, gast.Eq, gast.IsNot, gast.NotEq):
        return None
    if left.__class__ is gast.Constant and right.__class__ is gast.Constant:
        same = bool(left.value == right.value)
    elif right.__class__ is gast.Constant and right.value is None and left.__class__ in _NEVER_NONE:
        same = False
    else:
        return None
    return same is (op.__class__ in (gast.Is, gast.Eq))


_NEVER_NONE = (gast.Tuple, gast.List, gast.UnaryOp, gast.BinOp, gast.JoinedStr)
