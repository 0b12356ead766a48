"""The kinds of all values of a program: a forward walk over statements, loops to a fixed point."""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis import kinds as K
from tangentish.analysis.def_use import assigned_in, bound_names
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Instance, Kind, Scalar, Sequence
from tangentish.analysis.unsampled import freed, multiplied, reshaped, unsampled
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import ATTRIBUTES, BINARY, METHODS, lookup
from tangentish.syntax import Block, Node, name_nodes

Env = dict[str, Kind]
CallKind = Callable[[Any, list[Kind], dict[str, Kind]], Kind]
_COMPARE: dict[str, Any] = {"Eq": np.equal, "NotEq": np.not_equal, "Lt": np.less, "LtE": np.less_equal,
                            "Gt": np.greater, "GtE": np.greater_equal}
_PYTHON: dict[str, Any] = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv,
                           "Pow": operator.pow, "Mod": operator.mod, "FloorDiv": operator.floordiv,
                           "MatMult": operator.matmul, "LShift": operator.lshift, "RShift": operator.rshift,
                           "BitAnd": operator.and_, "BitOr": operator.or_, "BitXor": operator.xor}
_JOINING = (np.array, np.asarray, np.concatenate, np.stack, np.vstack, np.hstack, np.column_stack)
_NUMBERS = (bool, int, float, complex, np.int64, np.float64, np.complex128)
_SAFE_BUILTINS = {float, int, abs, min, max, round, complex, pow, divmod, bool, str, tuple}


class Infer:
    """`after[uid]` and `before[uid]` hold the kinds around each numbered statement; `head[uid]` those in a loop body."""

    def __init__(self, body: Block, env: Env, scope: Scope, call_kind: CallKind | None = None,
                 externs: dict[str, Any] | None = None) -> None:
        self.scope, self.call_kind, self.externs = scope, call_kind, externs or {}
        self.entry = env
        self.touched: dict[int, tuple[Node, set[str]]] = {}  # loop -> the names bound in it; holds on to the loop, and so its id
        self.seen: dict[int, tuple[Node, list[str], list[Kind | None], Kind]] = {}  # right side -> its names, their kinds, its own
        self.before: dict[int, Env] = {}
        self.after: dict[int, Env] = {}
        self.head: dict[int, Env] = {}
        self.final = self.block(body, env)

    # statements

    def block(self, block: Block, env: Env) -> Env:
        for node in block:
            uid = getattr(node, "uid", None)
            if uid is not None:
                self.before[uid] = env
            env = self.statement(node, env)
            if uid is not None:
                self.after[uid] = env
        return env

    def statement(self, node: Node, env: Env) -> Env:
        if hasattr(node, "dynamic"):
            return self.dynamic(node, env)
        if node.__class__ is gast.Assign and len(node.targets) == 1:
            return self.bind(node.targets[0], self.right(node.value, env), env)
        if node.__class__ is gast.Assign:
            value = self.right(node.value, env)
            for target in node.targets:
                env = self.bind(target, value, env)
            return env
        if node.__class__ is gast.AnnAssign and node.value is not None:
            return self.bind(node.target, self.expr(node.value, env), env)
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            old = env.get(node.target.id, UNKNOWN)
            if isinstance(old, Array):
                return env  # written in place
            if isinstance(old, (Instance, Sequence)) and issubclass(old.type, list):
                return {**env, node.target.id: Instance(old.type)}
            return {**env, node.target.id: self.binary(node.op, old, self.right(node.value, env))}
        if node.__class__ is gast.If:
            test = self.truth(node.test, env)
            if test is True:
                return self.block(node.body, env)
            if test is False:
                return self.block(node.orelse, env)
            return self.join(self.block(node.body, env), self.block(node.orelse, env))
        if node.__class__ in (gast.For, gast.While):
            return self.loop(node, env)
        if node.__class__ is gast.With:
            return self.block(node.body, self.with_env(node, env))
        if node.__class__ is gast.Try:
            touched = assigned_in(node.body)
            done = self.block(node.body, env)
            entry = {k: v for k, v in env.items() if k not in touched}
            ends = [self.block(node.orelse, done)]
            for handler in node.handlers:
                start = dict(entry)
                if handler.name:
                    start.pop(handler.name if isinstance(handler.name, str) else handler.name.id, None)
                ends.append(self.block(handler.body, start))
            out = ends[0]
            for end in ends[1:]:
                out = self.join(out, end)
            return self.block(node.finalbody, out)
        if node.__class__ is gast.ClassDef:
            return {**env, node.name: Instance(type)}
        gone = bound_names(node)
        return {k: v for k, v in env.items() if k not in gone} if gone else env

    def dynamic(self, node: Node, env: Env) -> Env:
        """`y, called = primal(f, wrt, a, b)`."""
        func, args, keywords = node.dynamic
        ans, record = (item.id for item in node.targets[0].elts)
        target = self.scope.resolve(func)
        if target is MISSING and func.__class__ is gast.Name:
            target = self.externs.get(func.id, MISSING)
        kind = self.expr(gast.Call(func, args, keywords), env)
        if getattr(target, "__module__", "") == "_operator":
            kind = Instance(object)  # whatever the class makes of the operator
        return {**env, ans: kind, record: UNKNOWN}

    def loop(self, node: Node, env: Env) -> Env:
        if id(node) not in self.touched:
            self.touched[id(node)] = node, assigned_in(node.body) | bound_names(node)
        touched = self.touched[id(node)][1]
        head = dict(env)
        for attempt in range(5):
            inner = dict(head)
            if node.__class__ is gast.For:
                inner = self.bind(node.target, self.item(node.iter, inner), inner)
            self.head[getattr(node, "uid", -1)] = inner
            end = self.block(node.body, inner)
            new = dict(head)
            for key in touched:
                if key in head:
                    new[key] = K.join(head[key], end.get(key, UNKNOWN)) if attempt < 3 else UNKNOWN
            if new == head:
                break
            head = new
        out = dict(head)
        for key in touched:
            if key in env:
                out[key] = K.join(head[key], end.get(key, UNKNOWN))
            else:  # bound only if the loop runs; reading it otherwise is the user's NameError
                out[key] = end.get(key, UNKNOWN)
        return out

    def loop_env(self, node: Node, env: Env) -> Env:
        """What is known at the top of every iteration of a loop."""
        touched = assigned_in(node.body) | bound_names(node)
        inner = {k: v for k, v in env.items() if k not in touched}
        return {**inner, **{k: UNKNOWN for k in touched}}

    @staticmethod
    def with_env(node: Node, env: Env) -> Env:
        """What is known inside a `with`."""
        if node.__class__ is gast.ClassDef:
            return {**env, node.name: Instance(type)}
        gone = bound_names(node)
        return {k: v for k, v in env.items() if k not in gone}

    @staticmethod
    def join(left: Env, right: Env) -> Env:
        return {k: K.join(left[k], right[k]) if k in left and k in right else left.get(k, right.get(k, UNKNOWN))
                for k in {**left, **right}}

    def bind(self, target: Node, value: Kind, env: Env) -> Env:
        if target.__class__ is gast.Name:
            return {**env, target.id: value}
        if target.__class__ in (gast.Tuple, gast.List):
            parts: list[Kind] = [UNKNOWN] * len(target.elts)
            if isinstance(value, Sequence) and len(value.items) == len(parts) and not any(
                    t.__class__ is gast.Starred for t in target.elts):
                parts = list(value.items)
            elif isinstance(value, Array) and len(value.dims) == 1:
                parts = [Scalar(value.dtype.type)] * len(parts)
            elif isinstance(value, Array) and value.dims:
                parts = [Array(value.dtype, value.dims[1:])] * len(parts)
            for item, part in zip(target.elts, parts, strict=True):
                env = self.bind(item.value if item.__class__ is gast.Starred else item,
                                UNKNOWN if item.__class__ is gast.Starred else part, env)
        return env

    def item(self, iterable: Node, env: Env) -> Kind:
        """The kind of what a loop over an expression binds."""
        if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Name:
            name = iterable.func.id
            if name == "range":
                return Scalar(int)
            if name == "enumerate" and iterable.args:
                return Sequence(tuple, (Scalar(int), self.item(iterable.args[0], env)))
            if name == "zip" and not iterable.keywords:
                return Sequence(tuple, tuple(self.item(a, env) for a in iterable.args))
            if name in ("list", "indexable", "reversed") and len(iterable.args) == 1:
                return self.item(iterable.args[0], env)
        value = self.expr(iterable, env)
        if isinstance(value, Array) and value.dims:
            return Scalar(value.dtype.type) if len(value.dims) == 1 else Array(value.dtype, value.dims[1:])
        if isinstance(value, Sequence) and value.items:
            out = value.items[0]
            for part in value.items[1:]:
                out = K.join(out, part)
            return out
        return UNKNOWN

    # expressions

    def right(self, node: Node, env: Env) -> Kind:
        """The kind of a right side: found once for the same kinds of the names in it, as loops are gone through repeatedly."""
        held = self.seen.get(id(node))
        names = held[1] if held is not None else [part.id for part in name_nodes(node)]
        kinds = [env.get(key) for key in names]
        if held is not None and held[2] == kinds:
            return held[3]
        found = self.expr(node, env)
        self.seen[id(node)] = node, names, kinds, found
        return found

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
            left, right = self.expr(node.left, env), self.expr(node.comparators[0], env)
            op = node.ops[0]
            if op.__class__ in (gast.Is, gast.IsNot) and isinstance(right, Const) and right.value is None:
                if isinstance(left, Const):
                    return (left.value is None) == (op.__class__ is gast.Is)
                if left != UNKNOWN:
                    return op.__class__ is gast.IsNot
                return None
            if isinstance(left, Const) and isinstance(right, Const) and op.__class__ in (gast.Eq, gast.NotEq):
                plain = (str, int, float, type(None))
                if isinstance(left.value, plain) and isinstance(right.value, plain):
                    return bool(left.value == right.value) == (op.__class__ is gast.Eq)
            if isinstance(left, Const) and isinstance(right, Const) and type(left.value) is type(right.value) is int:
                return bool(_COMPARE[type(op).__name__](left.value, right.value)) if type(op).__name__ in _COMPARE else None
            return None
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
        value = self.expr(node, env)
        if isinstance(value, Const) and (value.value is None or isinstance(value.value, (bool, str, int, float))):
            return bool(value.value)
        return None

    def global_object(self, name: str) -> Kind:
        """The kind of an object of a class that says what operators mean, which is not local."""
        value = self.scope.name(name)
        if value is MISSING or not K.has_operators(type(value)):
            return UNKNOWN
        self.scope.rely(name, value)
        return Instance(type(value))

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
        if left == UNKNOWN or right == UNKNOWN:
            return UNKNOWN
        if isinstance(left, (Sequence, Instance)) or isinstance(right, (Sequence, Instance)):
            both = isinstance(left, Sequence) and isinstance(right, Sequence) and name == "Add"
            return Sequence(left.type, left.items + right.items) if both else UNKNOWN  # type: ignore[union-attr,attr-defined]
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

    def expr_Attribute(self, node: Node, env: Env) -> Kind:
        value = self.scope.resolve(node)
        if value is not MISSING:
            return Const(value)
        owner = self.scope.resolve(node.value)
        if isinstance(owner, types.ModuleType):
            found = getattr(owner, node.attr, MISSING)
            plain = owner.__name__ in ("numpy", "math") and (
                isinstance(found, (float, int, str, type(None))) or found is np._NoValue)
            return Const(found) if plain else UNKNOWN
        base = self.expr(node.value, env)
        if isinstance(base, Array):
            if node.attr == "shape":
                return Sequence(tuple, tuple(Const(d) if isinstance(d, int) else Scalar(int, d) for d in base.dims))
            if node.attr == "ndim":
                return Const(len(base.dims))
            if node.attr == "dtype":
                return Const(base.dtype)
            if node.attr == "size":
                return Scalar(int, base.dims[0] if len(base.dims) == 1 else None)
            if node.attr in ATTRIBUTES:
                return K.sampled(ATTRIBUTES[node.attr], [base], {})
        if base.is_scalar and node.attr in ("real", "imag"):
            return K.sampled(getattr(np, node.attr), [base], {})
        return UNKNOWN

    def index(self, node: Node, env: Env) -> Kind | None:
        """The kind of an index; None when it cannot be sampled."""
        if node.__class__ is gast.Slice:
            parts = [Const(None) if p is None else self.expr(p, env) for p in (node.lower, node.upper, node.step)]
            return Sequence(slice, tuple(parts))
        if node.__class__ is gast.Tuple:
            parts2 = [self.index(item, env) for item in node.elts]
            return None if any(p is None for p in parts2) else Sequence(tuple, tuple(p for p in parts2 if p is not None))
        kind = self.expr(node, env)
        if isinstance(kind, Array) and kind.dtype.kind == "b":
            return None
        if kind == UNKNOWN or isinstance(kind, Instance):
            return None
        return kind

    def expr_Subscript(self, node: Node, env: Env) -> Kind:
        base = self.expr(node.value, env)
        if isinstance(base, Sequence):
            index = self.expr(node.slice, env)
            if isinstance(index, Const) and isinstance(index.value, int) and -len(base.items) <= index.value < len(base.items):
                return base.items[index.value]
            if node.slice.__class__ is gast.Slice:
                parts = [None if p is None else self.expr(p, env).const for p in
                         (node.slice.lower, node.slice.upper, node.slice.step)]
                wanted = [p is not None for p in (node.slice.lower, node.slice.upper, node.slice.step)]
                if all((p is not None) == w for p, w in zip(parts, wanted, strict=True)):
                    return Sequence(base.type, base.items[slice(*parts)])
            return UNKNOWN
        if not isinstance(base, Array):
            return UNKNOWN
        if node.slice.__class__ in (gast.Slice, gast.Tuple, gast.Constant, gast.Name, gast.BinOp, gast.UnaryOp):
            mask = self.expr(node.slice, env) if node.slice.__class__ not in (gast.Slice, gast.Tuple) else UNKNOWN
            if isinstance(mask, Array) and mask.dtype.kind == "b" and len(mask.dims) <= len(base.dims):
                return Array(base.dtype, (None, *base.dims[len(mask.dims):]))
            if self.all_integers(node.slice, len(base.dims), env):
                return Scalar(base.dtype.type)
            place = self.index(node.slice, env)
            if place is not None:
                return K.sampled(_take, [*freed(base, place)], {})
        return UNKNOWN

    def all_integers(self, node: Node, ndim: int, env: Env) -> bool:
        items = node.elts if node.__class__ is gast.Tuple else [node]
        if len(items) != ndim:
            return False
        kinds = [None if i.__class__ is gast.Slice else self.expr(i, env) for i in items]
        return all(k is not None and k.is_scalar and issubclass(K.scalar_type(k), (int, np.integer))
                   and not issubclass(K.scalar_type(k), bool) for k in kinds)

    def expr_Call(self, node: Node, env: Env) -> Kind:
        if any(a.__class__ is gast.Starred for a in node.args) or any(k.arg is None for k in node.keywords):
            return UNKNOWN
        if node.func.__class__ is gast.Name and node.func.id == "indexable" and node.func.id not in env:
            value = self.expr(node.args[0], env)
            return value if isinstance(value, (Array, Sequence)) or (
                isinstance(value, Instance) and value.type is list) else UNKNOWN
        function = self.scope.resolve(node.func)
        args = [self.expr(a, env) for a in node.args]
        if function in _JOINING and args and node.args[0].__class__ is gast.List:
            args[0] = self.written_out(node.args[0], env)
        keywords = {k.arg: self.expr(k.value, env) for k in node.keywords}
        if function is MISSING and node.func.__class__ is gast.Attribute:
            base = self.expr(node.func.value, env)
            if base.is_array and node.func.attr in METHODS:
                function, args = METHODS[node.func.attr], [base, *args]
            elif K.is_object(base) and node.func.attr != "__class__":
                return self.made_by_method(base, node.func.attr, args, keywords)
        if function is MISSING and self.expr(node.func, env) == Instance(type):
            return Instance(object)  # of a class of the program's own
        if function is MISSING:
            function = self.class_of(node.func, env)
        if function is MISSING:
            return UNKNOWN
        if function is len and len(args) == 1:
            if isinstance(args[0], Array) and args[0].dims:
                dim = args[0].dims[0]
                return Const(dim) if isinstance(dim, int) else Scalar(int, dim)
            return Const(len(args[0].items)) if isinstance(args[0], Sequence) else Scalar(int)
        if function in (range, slice, list, dict, set):
            return Instance(function) if function in (list, dict, set) else UNKNOWN
        if function is isinstance or function is bool:
            return Scalar(bool)
        rule = lookup(function)
        own = rule is not None and rule.user and getattr(np, getattr(function, "__name__", ""), None) is not function
        known = not own if rule is not None else (
            function in _SAFE_BUILTINS or getattr(function, "__module__", "") == "math")
        if not known:
            return self.call_kind(function, args, keywords) if self.call_kind else UNKNOWN
        out = keywords.pop("out", Const(None))
        if out != Const(None):
            return out
        if any(k == UNKNOWN or K.is_object(k) or (isinstance(k, Const) and callable(k.value) and not isinstance(k.value, type))
               for k in [*args, *keywords.values()]):
            return reshaped(function, args)
        if rule is not None and rule.kind == "elementwise" and not keywords and len(args) <= 2:
            return K.elementwise_kind(function, args)
        result = K.sampled(function, args, keywords)
        if result == UNKNOWN:
            return unsampled(function, args, keywords)
        loose = any(not isinstance(k, Const) and getattr(k, "dim", None) is None for k in args)
        if function is np.arange and isinstance(result, Array) and loose and len(args) > 1:
            return Array(result.dtype, (None,))  # as of a slice: three samples may happen to have one size
        return Scalar(type(result.value)) if isinstance(result, Const) and result.is_scalar else result


    def written_out(self, node: Node, env: Env) -> Kind:
        """The kind of a list that is made where it is used, so that it cannot grow."""
        if node.__class__ is not gast.List or any(item.__class__ is gast.Starred for item in node.elts):
            return self.expr(node, env)
        return Sequence(list, tuple(self.written_out(item, env) for item in node.elts))

    def made_by_method(self, owner: Kind, label: str, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """The kind of what a method of an object gives where that is an object of a known class, else unknown."""
        method = getattr(owner.type, label, None)  # type: ignore[attr-defined]  # it is an Instance
        if self.call_kind is None or not isinstance(method, types.FunctionType) or isinstance(
                inspect.getattr_static(owner.type, label), staticmethod):  # type: ignore[attr-defined]
            return UNKNOWN
        found = self.call_kind(method, [owner, *args], keywords)
        return found if K.is_object(found) else UNKNOWN

    def class_of(self, node: Node, env: Env) -> Any:
        """The class that `type(x)` or `x.__class__` means, if it is known."""
        if node.__class__ is gast.Attribute and node.attr == "__class__":
            kind = self.expr(node.value, env)
        elif node.__class__ is gast.Call and len(node.args) == 1 and self.scope.resolve(node.func) is type:
            kind = self.expr(node.args[0], env)
        else:
            return MISSING
        return kind.type if K.is_object(kind) and kind.type is not object else MISSING  # type: ignore[attr-defined]


def _may_turn_complex(base: Kind, exponent: Kind) -> bool:
    """Whether Python gives a complex number for a power of a negative number: NumPy gives nan."""
    if isinstance(base, Const) and base.value >= 0:
        return False
    return K.scalar_type(base) is float and K.scalar_type(exponent) is float and not (
        isinstance(exponent, Const) and exponent.value == int(exponent.value))


def _take(array: Any, index: Any) -> Any:
    return array[tuple(map(_first, index)) if isinstance(index, tuple) else _first(index)]


def _first(index: Any) -> Any:
    """An index of the same form that every array with entries has."""
    if isinstance(index, np.ndarray) and index.dtype.kind in "iu":
        return np.zeros_like(index)
    if isinstance(index, list) and all(type(item) is int for item in index):
        return [0] * len(index)
    return index
