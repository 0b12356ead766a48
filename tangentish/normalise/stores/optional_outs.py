"""`out=` that may be None: `np.exp(x, out=y)` as `np.exp(x) if y is None else np.exp(x, out=y)`.

>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> import numpy as np
>>> scope = Scope(Source(lambda: np, parse(""), "", {"np": types.CellType(np)}), {"x", "y", "z"})
>>> body = parse("y = x if x.ndim > 1 else None\\nz = np.exp(x, out=y)\\nnp.sin(x, out=z)").body
>>> for node in choose_outs(body, scope, {}, Names([])): print(unparse(node))
y = x if x.ndim > 1 else None
z = np.exp(x) if y is None else np.exp(x, out=y)
np.sin(x, out=z)
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

import gast
import numpy as np

from tangentish.analysis.def_use import bound_names
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind
from tangentish.analysis.memory.given_together import pairs_of
from tangentish.analysis.memory.views_told import VIEWS
from tangentish.frontend.out_arguments import OUTS, has_out_by_place, method_out_place, out_name
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.rules.registry import METHODS
from tangentish.signatures import signature_told
from tangentish.syntax import Block, Node, clone, constant, locate, name, tuple_of, walk, walk_statements

_SELDOM_NONE = (gast.BinOp, gast.UnaryOp, gast.List, gast.ListComp, gast.Dict, gast.JoinedStr)


def choose_outs(block: Block, scope: Scope, entry: Mapping[str, Kind], names: Names) -> Block:
    """The block with these calls rewritten, of functions of NumPy and of methods.

    Methods may be those of a class of the user's, to which None says something else than nothing: they are given it.
    """
    parts = walk(block)
    if not any(part.__class__ is gast.Call and _may_have_out(part) for part in parts):
        return block
    chooser = _Choice(_Certain(block, scope, entry), scope, names)
    return [chooser.visit(node) for node in block]


def _may_have_out(node: Node) -> bool:
    return has_out_by_place(node) or any(k.arg in OUTS for k in node.keywords)


class _Certain:
    """What is surely not None, by what the variables of a function are bound to."""

    def __init__(self, block: Block, scope: Scope, entry: Mapping[str, Kind]) -> None:
        self.scope, self.entry = scope, entry
        bound = [pair for node in walk_statements(block) for pair in _bound(node)]
        self.unsure: set[str] = set()
        self.arrays = {label for label, _ in bound}
        known = None
        while known != (known := (len(self.unsure), len(self.arrays))):
            self.unsure |= {label for label, value in bound if value is None or not self.has_value(value)}
            self.arrays -= {label for label, value in bound if value is None or not self.is_array(value)}

    def has_value(self, node: Node) -> bool:
        """Whether an expression is surely not None."""
        cls = node.__class__
        if cls is gast.Name:
            return self.names_value(node.id)
        if cls is gast.Constant:
            return node.value is not None
        if cls is gast.IfExp:
            return self.has_value(node.body) and self.has_value(node.orelse)
        if cls is gast.BoolOp:
            return self.has_value(node.values[-1]) if node.op.__class__ is gast.Or else all(map(self.has_value, node.values))
        if cls is gast.NamedExpr:
            return self.has_value(node.value)
        if cls is gast.Attribute:
            return node.attr in VIEWS and self.has_value(node.value)
        if cls is gast.Subscript:
            return self.is_array(node.value) or any(part.__class__ is gast.Slice for part in walk(node.slice))
        return self.is_array(node) if cls is gast.Call else cls in _SELDOM_NONE

    def names_value(self, label: str) -> bool:
        """Whether a variable surely is not None."""
        if label in self.unsure:
            return False
        kind = self.entry.get(label)
        if kind is not None:
            return kind.value is not None if isinstance(kind, Const) else kind != UNKNOWN
        return label in self.scope.locals or isinstance(self.scope.name(label), np.ndarray)

    def is_array(self, node: Node) -> bool:
        """Whether an expression surely is an array, or a method of one gives it."""
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            if target is MISSING:
                return node.func.__class__ is gast.Attribute and node.func.attr in METHODS
            return _is_numpys(target)
        if node.__class__ is gast.Name:
            return node.id in self.arrays or (isinstance(self.entry.get(node.id), Array) and node.id not in self.unsure)
        if node.__class__ is gast.Subscript:
            return self.is_array(node.value)
        return node.__class__ is gast.BinOp


def _bound(node: Node) -> list[tuple[str, Node | None]]:
    """The variables that a statement binds, each with what it is bound to if that is an expression of its own."""
    pairs = [pair for target in node.targets for pair in pairs_of(target, node.value)] if node.__class__ is gast.Assign else (
        [(node.target, node.value)] if node.__class__ is gast.AnnAssign and node.value is not None else [])
    pairs += [(part.target, part.value) for part in walk(node) if part.__class__ is gast.NamedExpr]
    found = {target.id: value for target, value in pairs if target.__class__ is gast.Name}
    others = bound_names(node) - found.keys() if node.__class__ is not gast.AugAssign else set()
    return [*((target.id, value) for target, value in pairs if target.__class__ is gast.Name), *((label, None) for label in others)]


def _is_numpys(target: Any) -> bool:
    owner = getattr(target, "__self__", None)
    return isinstance(target, np.ufunc) or isinstance(owner, np.ufunc) or (
        getattr(target, "__module__", None) or "").partition(".")[0] in ("numpy", "scipy")


def _wants_output(target: Any) -> bool:
    """Whether a function of SciPy in Python cannot do without what it writes into."""
    if not isinstance(target, types.FunctionType):
        return False
    parameter = signature_told(target).parameters.get(out_name(target))
    return parameter is None or parameter.default is parameter.empty


class _Choice(gast.NodeTransformer):
    def __init__(self, certain: _Certain, scope: Scope, names: Names) -> None:
        self.certain, self.scope, self.names = certain, scope, names

    def visit_FunctionDef(self, node: Node) -> Node:
        return node  # it has variables of its own

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # the names that gast looks for

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        target = self.scope.resolve(node.func)
        method = target is MISSING and node.func.__class__ is gast.Attribute
        if not (method or (_is_numpys(target) and not _wants_output(target))):
            return node
        label = OUTS[0] if method else out_name(target)
        keyword = next((k for k in node.keywords if k.arg == label), None)
        if keyword is None:
            return self._by_place(node) if method else node
        outs = keyword.value.elts if keyword.value.__class__ is gast.Tuple else [keyword.value]
        for place, out in enumerate(outs):
            if self._is_unsure(out):
                test, seen = self._looked_at(out)
                outs[place] = seen
                nothing = [constant(None) if k == place else clone(one) for k, one in enumerate(outs)]
                plain = clone(node)
                plain.keywords = [k for k in plain.keywords if k.arg != label]
                if method or len(outs) > 1:
                    plain.keywords.append(gast.keyword(label, nothing[0] if len(outs) == 1 else tuple_of(nothing)))
                return _either(test, self.visit_Call(plain) if len(outs) > 1 else plain, node)
        return node

    def _by_place(self, node: Node) -> Node:
        """A method that is given what it may write into by its place."""
        place = method_out_place(node.func.attr)
        if place is None or not has_out_by_place(node) or any(a.__class__ is gast.Starred for a in node.args) or not (
                self._is_unsure(node.args[place])):
            return node
        test, node.args[place] = self._looked_at(node.args[place])
        plain = clone(node)
        plain.args[place] = constant(None)
        return _either(test, plain, node)

    def _is_unsure(self, out: Node) -> bool:
        return out.__class__ is not gast.Starred and not (
            out.__class__ is gast.Constant or self.certain.has_value(out))

    def _looked_at(self, out: Node) -> tuple[Node, Node]:
        """What may be None, as it is looked at, and as it is then written into."""
        if _can_be_read_twice(out):
            return clone(out), out
        label = self.names.fresh("out")
        self.scope.locals.add(label)
        return gast.NamedExpr(gast.Name(label, gast.Store(), None, None), out), name(label)


def _can_be_read_twice(out: Node) -> bool:
    while out.__class__ in (gast.Attribute, gast.Subscript):
        if out.__class__ is gast.Subscript and out.slice.__class__ not in (gast.Constant, gast.Name):
            return False
        out = out.value
    return out.__class__ is gast.Name


def _either(test: Node, plain: Node, node: Node) -> Node:
    """The call without what it may write into if that is None, and with it otherwise."""
    is_none = gast.Compare(test, [gast.Is()], [constant(None)])
    return locate(gast.copy_location(gast.IfExp(is_none, plain, node), node), node)
