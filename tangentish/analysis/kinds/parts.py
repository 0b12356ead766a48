"""The kinds of parts of values: attributes, items and slices."""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis import kinds as K
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Env, Instance, Kind, Scalar, Sequence
from tangentish.analysis.kinds.expressions import ExpressionKinds
from tangentish.analysis.kinds.unsampled import freed
from tangentish.frontend.resolve import MISSING, part_of_module
from tangentish.library import class_given
from tangentish.rules.registry import ATTRIBUTES
from tangentish.syntax import Node


class PartKinds(ExpressionKinds):
    """The part of `Infer` for `x.attr` and `x[index]`."""

    def expr_Attribute(self, node: Node, env: Env) -> Kind:
        value = self.scope.resolve(node)
        if value is not MISSING:
            return Const(value)
        owner = self.scope.resolve(node.value)
        if isinstance(owner, types.ModuleType):
            found = part_of_module(owner, node.attr)
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
        if K.is_object(base):
            described = inspect.getattr_static(base.type, node.attr, None)
            return _given(described.fget if isinstance(described, property) else None, base)
        return UNKNOWN

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
        if K.is_object(base):
            return _given(getattr(base.type, "__getitem__", None), base)
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

    def all_integers(self, node: Node, ndim: int, env: Env) -> bool:
        items = node.elts if node.__class__ is gast.Tuple else [node]
        if len(items) != ndim:
            return False
        kinds = [None if i.__class__ is gast.Slice else self.expr(i, env) for i in items]
        return all(k is not None and k.is_scalar and issubclass(K.scalar_type(k), (int, np.integer))
                   and not issubclass(K.scalar_type(k), bool) for k in kinds)


def _given(method: Any, owner: Kind) -> Kind:
    """The kind of what a method of an object gives that is called for a part of it."""
    found = class_given(method, [owner], {})
    return UNKNOWN if found is None else Instance(found)


def _take(array: Any, index: Any) -> Any:
    return array[tuple(map(_first, index)) if isinstance(index, tuple) else _first(index)]


def _first(index: Any) -> Any:
    """An index of the same form that every array with entries has."""
    if isinstance(index, np.ndarray) and index.dtype.kind in "iu":
        return np.zeros_like(index)
    if isinstance(index, list) and all(type(item) is int for item in index):
        return [0] * len(index)
    return index
