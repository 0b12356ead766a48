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
import numpy as np

from tangentish.analysis.kinds import Const
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, clone, constant, filled, name, names_in, parse, tuple_of, walk

INERT = frozenset("casting subok order like device signature sig overwrite_input".split())
"""Arguments that change neither the numbers nor the shape of a result, whatever function of NumPy takes them."""

_COMPARES = (np.maximum, np.minimum, np.fmax, np.fmin, np.clip)
"""Their rules look which operand the result is: in another dtype it may be none of them."""


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


_BOUND: dict[tuple[int, int, int, tuple[str, ...]], tuple[Rule, Any, dict[str, Any]]] = {}


def bind(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node]) -> dict[str, Node | list[Node]]:
    """Operands by parameter name; raises TypeError for what the rule does not declare.

    Which argument is which operand is found once for a function, a number of arguments and their keywords: nothing else
    decides it, unless there is an `out`.
    """
    key = (id(rule), id(function), len(args), tuple(keywords))
    held = _BOUND.get(key)
    if held is not None:
        every = [*args, *keywords.values()]
        return {label: [every[k] for k in place] if place.__class__ is list else every[place]
                for label, place in held[2].items()}
    found = _bind(rule, function, args, keywords)
    places: dict[int, int] = {id(node): place for place, node in enumerate([*args, *keywords.values()])}
    bound = [node for value in found.values() for node in (value if isinstance(value, list) else [value])]
    if len(places) == len(bound) == len(args) + len(keywords) and all(id(node) in places for node in bound):
        _BOUND[key] = rule, function, {  # none is left out, or there twice; it holds on to both, and so to their ids
            label: [places[id(node)] for node in value] if isinstance(value, list) else places[id(value)]
            for label, value in found.items()}
    return found


def _bind(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node]) -> dict[str, Node | list[Node]]:
    """The arguments are bound as the function itself binds them, so that a positional `dtype` or `out` is recognised."""
    assert rule.signature is not None
    own = rule.signature.parameters
    real = _signature(function)
    if real is not None and not any(p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_ONLY) for p in own.values()) and not any(
            p.kind is p.VAR_POSITIONAL for p in real.parameters.values()):
        try:
            found = _arguments(real, args, keywords)
        except TypeError:  # np.arange(start=0.0, stop=1.0): not what its signature says
            found = _arguments(rule.signature, args, keywords)
        extra = found.pop("kwargs", {})
        found.update(extra)
        _leave_out(found, own, function)
        if set(found) <= set(own):
            return found
        renamed = {theirs: ours for theirs, ours in zip(real.parameters, own, strict=False)
                   if theirs not in own and ours not in real.parameters}
        if all(key in own or key in renamed for key in found):
            unknown = [key for key in found if key not in own and len(args) <= list(real.parameters).index(key)]
            if not unknown:
                return {key if key in own else renamed[key]: value for key, value in found.items()}
        raise TypeError(f"does not know the argument `{next(key for key in found if key not in own)}`")
    out: dict[str, Node | list[Node]] = {}
    given: dict[str, Any] = dict(keywords)
    _leave_out(given, own, function)
    for key, value in _arguments(rule.signature, args, given).items():
        kind = own[key].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            out[key] = list(value)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            raise TypeError(f"does not know the argument `{next(iter(value))}`")
        else:
            out[key] = value
    return out


def _leave_out(found: dict[str, Any], own: Any, function: Any) -> None:
    """Take out what says nothing of the derivative: of a `dtype` the engine takes care; what is left at its default."""
    real = _signature(function)
    numpy = isinstance(function, np.ufunc) or (getattr(function, "__module__", None) or "numpy").startswith("numpy")
    for key in [key for key in found if key not in own]:
        value = found[key]
        if key == "out" and not (isinstance(value, gast.Constant) and value.value is None):
            raise TypeError("does not know the argument `out`")
        parameter = real.parameters.get(key) if real is not None else None
        default = parameter is not None and isinstance(value, gast.Constant) and (
            type(value.value) is type(parameter.default) and value.value == parameter.default)
        if key == "dtype" and function in _COMPARES and not (isinstance(value, gast.Constant) and value.value is None):
            continue
        if key in ("out", "dtype") or (numpy and key in INERT) or default:
            del found[key]


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


def _signature(function: Any) -> inspect.Signature | None:
    try:
        return _known_signature(function)
    except (TypeError, ValueError):  # not hashable, or not known
        return None


@functools.cache
def _known_signature(function: Any) -> inspect.Signature:
    return inspect.signature(function)


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
            parts[key] = value
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            parts[key] = tuple_of([])
        else:
            parts[key] = _default(parameter.default, rule)
    lines: list[tuple[str, Node]] = []
    for statement in tree.body[:-1]:
        if statement.__class__ is gast.Assign:
            lines += [(key, _put(value, parts)) for key, value in _bindings(statement.targets[0], statement.value)]
    result = tree.body[-1].value
    wanted = list(rule.params)
    results = list(result.elts) if result.__class__ is gast.Tuple and len(wanted) > 1 else [result]
    terms = {}
    for key, term in zip(wanted, results, strict=False):
        if not (term.__class__ is gast.Constant and term.value is None):
            terms[key] = _put(term, parts)
    space = function.__globals__
    read = {n for tree in [*(value for _, value in lines), *terms.values()] for n in names_in(tree)}
    read -= {key for key, _ in lines} | parts.keys()
    helpers = {n: space[n] for n in read if n in space}
    if rule.user:  # what the rule calls `max` is not what the program may call so
        helpers |= {n: getattr(builtins, n) for n in read if n not in space and hasattr(builtins, n)}
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
    return _Fold().visit(made) if choices else made  # type: ignore[no-any-return]


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
