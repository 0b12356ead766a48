"""The kinds of expressions: of literals, names, operators, comparisons, and whether a test is known to come out true."""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Hashable
from typing import Any

import gast
import numpy as np

from tangentish.analysis import kinds as K
from tangentish.analysis.around.constants_around import kind_of_constant
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Env, Instance, Kind, Scalar, Sequence
from tangentish.analysis.kinds.unsampled import multiplied
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import ASK_WHICH, BINARY, lookup
from tangentish.syntax import Node

CallKind = Callable[[Any, list[Kind], dict[str, Kind]], Kind]
_COMPARE: dict[str, Any] = {"Eq": np.equal, "NotEq": np.not_equal, "Lt": np.less, "LtE": np.less_equal,
                            "Gt": np.greater, "GtE": np.greater_equal}
_PYTHON: dict[str, Any] = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv,
                           "Pow": operator.pow, "Mod": operator.mod, "FloorDiv": operator.floordiv,
                           "MatMult": operator.matmul, "LShift": operator.lshift, "RShift": operator.rshift,
                           "BitAnd": operator.and_, "BitOr": operator.or_, "BitXor": operator.xor}
_NUMBERS = (bool, int, float, complex, np.int64, np.float64, np.complex128)


class ExpressionKinds:
    """`call_kind` tells the kind of what a call of a Python function gives."""

    def __init__(self, scope: Scope, call_kind: CallKind | None = None) -> None:
        self.scope, self.call_kind = scope, call_kind

    def expr(self, node: Node | None, env: Env) -> Kind:
        """The kind of an expression."""
        if node.__class__ is gast.Constant:
            return Const(node.value)
        if node.__class__ is gast.Name:
            if node.id in env and node.id not in self.scope.imports:
                return env[node.id]
            value = self.scope.resolve(node)
            return Const(value) if value is not MISSING else self.global_object(node.id)
        method = getattr(self, "expr_" + type(node).__name__, None)
        return method(node, env) if method else UNKNOWN

    def global_object(self, name: str) -> Kind:
        """The kind of a constant of the module, or of an object of a class that says what operators mean, which is not local."""
        value = self.scope.name(name)
        if value is MISSING:
            return UNKNOWN
        if not K.has_operators(type(value)):
            return kind_of_constant(name, self.scope)
        self.scope.rely(name, value)
        return Instance(type(value))

    def expr_Tuple(self, node: Node, env: Env) -> Kind:
        if any(item.__class__ is gast.Starred for item in node.elts):
            return Instance(tuple)
        return Sequence(tuple, tuple(self.expr(item, env) for item in node.elts))

    def expr_List(self, node: Node, env: Env) -> Kind:
        if any(item.__class__ is gast.Starred for item in node.elts):
            return Instance(list)
        return Instance(list)  # may grow

    def expr_Dict(self, node: Node, env: Env) -> Kind:
        return Instance(dict)

    def expr_ListComp(self, node: Node, env: Env) -> Kind:
        return Instance(list)

    def expr_JoinedStr(self, node: Node, env: Env) -> Kind:
        return Instance(str)

    def expr_NamedExpr(self, node: Node, env: Env) -> Kind:
        return self.expr(node.value, env)

    def expr_IfExp(self, node: Node, env: Env) -> Kind:
        test = self.truth(node.test, env)
        if test is not None:
            return self.expr(node.body if test else node.orelse, env)
        return K.join(self.expr(node.body, env), self.expr(node.orelse, env))

    def expr_UnaryOp(self, node: Node, env: Env) -> Kind:
        value = self.expr(node.operand, env)
        if node.op.__class__ is gast.Not:
            return Scalar(bool)
        function = {"USub": operator.neg, "UAdd": operator.pos, "Invert": operator.invert}[type(node.op).__name__]
        if isinstance(value, Const) and value.is_scalar:
            return Const(function(value.value))
        if isinstance(value, Scalar) and value.dim is not None:
            value = Scalar(value.type)
        return K.elementwise_kind(function, [value])

    def expr_Compare(self, node: Node, env: Env) -> Kind:
        if len(node.ops) != 1 or type(node.ops[0]).__name__ not in _COMPARE:
            return UNKNOWN
        left, right = self.expr(node.left, env), self.expr(node.comparators[0], env)
        if left.is_scalar and right.is_scalar:
            return Scalar(bool)
        return K.elementwise_kind(_COMPARE[type(node.ops[0]).__name__], [left, right])

    def expr_BinOp(self, node: Node, env: Env) -> Kind:
        return self.binary(node.op, self.expr(node.left, env), self.expr(node.right, env))

    def binary(self, op: Node, left: Kind, right: Kind) -> Kind:
        name = type(op).__name__
        python = _PYTHON.get(name)
        if K.is_object(left) or K.is_object(right):
            return Instance(object)  # whatever the class makes of the operator
        if self.gives_text(name, left, right):
            return Instance(str)
        if left == UNKNOWN or right == UNKNOWN:
            return UNKNOWN
        if isinstance(left, (Sequence, Instance)) or isinstance(right, (Sequence, Instance)):
            both = isinstance(left, Sequence) and isinstance(right, Sequence) and name == "Add"
            return Sequence(left.type, left.items + right.items) if both else UNKNOWN
        if left.is_scalar and right.is_scalar and python is not None:
            whole = [isinstance(k, Const) or getattr(k, "dim", None) is not None for k in (left, right)]
            if all(whole) and name in ("Add", "Sub", "Mult", "FloorDiv"):
                return K.sampled(python, [left, right], {})
            if name == "Pow" and _may_turn_complex(left, right):
                return UNKNOWN
            plain = [Scalar(K.scalar_type(k)) if not isinstance(k, Const) or name != "Pow" else k for k in (left, right)]
            result = K.sampled(python, plain, {})
            return Scalar(result.type) if isinstance(result, Scalar) else (
                Scalar(type(result.value)) if isinstance(result, Const) and result.is_scalar else UNKNOWN)
        if name == "MatMult":
            result = K.sampled(np.matmul, [left, right], {})
            return multiplied(left, right) if result == UNKNOWN else result
        if name in BINARY and left.ndim is not None and right.ndim is not None:
            return K.elementwise_kind(python or BINARY[name], [left, right])
        return UNKNOWN

    def gives_text(self, name: str, left: Kind, right: Kind) -> bool:
        """Whether an operator makes a text: `" " * n` and `text % table` of what may be anything but an object of the user's."""
        own = self.scope.own
        if name == "Mod":
            return K.is_text(left) or (right == Instance(dict) and "__mod__" not in own)
        if name not in ("Add", "Mult") or not own.isdisjoint((f"__{name.lower()[:3]}__", f"__r{name.lower()[:3]}__")):
            return False
        return any(K.is_text(one) and (other == UNKNOWN or other.is_scalar or K.is_text(other))
                   for one, other in ((left, right), (right, left)))

    # tests

    def truth(self, node: Node, env: Env) -> bool | None:
        """Whether a test is known to come out true or false."""
        if node.__class__ is gast.UnaryOp and node.op.__class__ is gast.Not:
            inner = self.truth(node.operand, env)
            return None if inner is None else not inner
        if node.__class__ is gast.BoolOp:
            parts = [self.truth(v, env) for v in node.values]
            decisive = node.op.__class__ is gast.Or
            for part in parts:
                if part is decisive:
                    return decisive
                if part is None:
                    return None
            return not decisive
        if node.__class__ is gast.Compare and len(node.ops) == 1:
            return self.compared(node.left, node.ops[0], node.comparators[0], env)
        if node.__class__ is gast.Call and self.scope.resolve(node.func) is isinstance and len(node.args) == 2:
            value, wanted = self.expr(node.args[0], env), self.scope.resolve(node.args[1])
            if isinstance(wanted, type):
                if isinstance(value, Array):
                    return issubclass(np.ndarray, wanted)
                if isinstance(value, (Const, Scalar)) and value.is_scalar:
                    # `max(0, t)` is taken for a float and may be an int, `t ** 0.5` may be complex
                    types_of = {K.scalar_type(value)} if isinstance(value, Const) else {K.scalar_type(value), *_NUMBERS}
                    answers = {issubclass(one, wanted) for one in types_of}
                    return answers.pop() if len(answers) == 1 else None
            return None
        answer = self.asked(node)
        if answer is not None:
            return answer
        value = self.expr(node, env)
        if isinstance(value, Const) and (value.value is None or isinstance(value.value, (bool, str, int, float))):
            return bool(value.value)
        return None

    def asked(self, node: Node) -> bool | None:
        """What a function says of a module, if it asks only which library that is: `is_numpy(xp)`."""
        if node.__class__ is not gast.Call or len(node.args) != 1 or node.keywords:
            return None
        module = self.scope.resolve(node.args[0])
        function = self.scope.resolve(node.func) if isinstance(module, types.ModuleType) else MISSING
        lookup(function)  # loads what there is for its library
        return bool(function(module)) if isinstance(function, Hashable) and function in ASK_WHICH else None

    def compared(self, node: Node, op: Node, other: Node, env: Env) -> bool | None:
        """Whether one comparison is known to hold or not."""
        left = self.expr(node, env)
        if op.__class__ in (gast.In, gast.NotIn):
            items = [self.expr(item, env) for item in other.elts] if other.__class__ in (gast.Tuple, gast.List, gast.Set) else []
            if not items or not all(isinstance(kind, Const) and isinstance(kind.value, _EXACT) for kind in (left, *items)):
                return None
            return (left.value in [item.value for item in items]) == (op.__class__ is gast.In)
        right = self.expr(other, env)
        if op.__class__ in (gast.Is, gast.IsNot) and isinstance(right, Const) and right.value is None:
            if isinstance(left, Const):
                return (left.value is None) == (op.__class__ is gast.Is)
            return None if left == UNKNOWN else op.__class__ is gast.IsNot
        if not (isinstance(left, Const) and isinstance(right, Const)):
            return None
        if op.__class__ in (gast.Is, gast.IsNot) and type(left.value) is type(right.value) is bool:
            return (left.value is right.value) == (op.__class__ is gast.Is)
        if op.__class__ in (gast.Eq, gast.NotEq) and isinstance(left.value, _PLAIN) and isinstance(right.value, _PLAIN):
            return bool(left.value == right.value) == (op.__class__ is gast.Eq)
        if type(left.value) is type(right.value) is int and type(op).__name__ in _COMPARE:
            return bool(_COMPARE[type(op).__name__](left.value, right.value))
        return None


_EXACT = (str, int, type(None))
_PLAIN = (*_EXACT, float)


def _may_turn_complex(base: Kind, exponent: Kind) -> bool:
    """Whether Python gives a complex number for a power of a negative number: NumPy gives nan."""
    if isinstance(base, Const) and isinstance(base.value, int | float) and base.value >= 0:
        return False
    return K.scalar_type(base) is float and K.scalar_type(exponent) is float and not (
        isinstance(exponent, Const) and exponent.value == int(exponent.value))
