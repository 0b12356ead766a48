"""The kinds of what calls give: of library functions, methods, classes, and functions of the user's."""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis import kinds as K
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Env, Instance, Kind, Scalar, Sequence
from tangentish.analysis.kinds.parts import PartKinds
from tangentish.analysis.kinds.unsampled import reshaped, unsampled
from tangentish.class_attributes import of_class
from tangentish.frontend.resolve import MISSING
from tangentish.library import GIVEN_BY_NAME
from tangentish.rules.registry import METHODS, Rule, lookup
from tangentish.syntax import Node

_JOINING = (np.array, np.asarray, np.concatenate, np.stack, np.vstack, np.hstack, np.column_stack)
_SAFE_BUILTINS = {float, int, abs, min, max, round, complex, pow, divmod, bool, str, tuple}


class CallKinds(PartKinds):
    """The part of `Infer` for calls."""

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
        return self.given(function, args, keywords)

    def given(self, function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """The kind of what a function gives for arguments of these kinds."""
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
        return _of_library(function, rule, args, keywords)

    def written_out(self, node: Node, env: Env) -> Kind:
        """The kind of a list that is made where it is used, so that it cannot grow."""
        if node.__class__ is not gast.List or any(item.__class__ is gast.Starred for item in node.elts):
            return self.expr(node, env)
        return Sequence(list, tuple(self.written_out(item, env) for item in node.elts))

    def made_by_method(self, owner: Kind, label: str, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """The kind of what a method of an object gives where that is an object of a known class, else unknown."""
        if owner == Instance(object) and label in GIVEN_BY_NAME:
            return owner
        method = of_class(owner.type, label)
        if self.call_kind is None or not isinstance(method, types.FunctionType) or isinstance(
                inspect.getattr_static(owner.type, label), staticmethod):
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
        return kind.type if K.is_object(kind) and kind.type is not object else MISSING


def _of_library(function: Any, rule: Rule | None, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind of what a function gives that can be tried with samples."""
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
