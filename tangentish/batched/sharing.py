"""Which names of a program may share memory: what is written through one of them is seen through the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import Array
from tangentish.analysis.kinds.infer import Infer
from tangentish.batched.table import table_method
from tangentish.frontend.resolve import MISSING
from tangentish.request import Made
from tangentish.rules.helpers import product, quotient
from tangentish.rules.helpers.joining import unarray
from tangentish.rules.registry import METHODS, lookup
from tangentish.runtime import materialise, seed, unbroadcast
from tangentish.syntax import Block, Node, walk, walk_statements

_FRESH = (product, quotient)
_DERIVATIVES = (seed, unbroadcast, materialise)
_DEFERRED = (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp, gast.NamedExpr)


class Sharing:
    """Groups of names, and which of these are written in place; `called` gives the tangent program that a call calls."""

    def __init__(self, body: Block, kinds: Infer, called: Callable[[Node], Made | None]) -> None:
        self.kinds, self.called = kinds, called
        self.given = set(kinds.entry)
        self.leader: dict[str, str] = {}
        self.stored: set[str] = set()
        written: set[str] = set()
        for node in walk_statements(body):
            if node.__class__ is gast.Assign:
                for target in node.targets:
                    self.assigned(target, node.value)
            written |= self.written_by(node)
        self.stored = {self.group(name) for name in written}

    def group(self, name: str) -> str:
        """The name that stands for all that may share memory with this one."""
        while name in self.leader:
            name = self.leader[name]
        return name

    def is_stored(self, names: set[str]) -> bool:
        """Whether anything that may share memory with one of these is written in place."""
        return any(self.group(name) in self.stored for name in names)

    def is_given(self, names: set[str]) -> bool:
        """Whether one of these may share memory with an argument."""
        return any(self.group(name) == self.group(param) for name in names for param in self.given)

    def join(self, names: set[str]) -> None:
        """Let names be of one group."""
        first, *rest = sorted({self.group(name) for name in names}) or [""]
        for name in rest:
            self.leader[name] = first

    def assigned(self, target: Node, value: Node) -> None:
        """Note what an assignment makes share memory."""
        other = self.called(value)
        if other is not None and not other.contract.returned:
            return  # new results
        for item in target.elts if target.__class__ is gast.Tuple else [target]:
            if item.__class__ is gast.Name:
                self.join({item.id} | self.sources(value))

    def written_by(self, node: Node) -> set[str]:
        """The names through which a statement writes in place."""
        if node.__class__ is gast.Assign:
            stores = set().union(*(self.sources(t.value) for t in node.targets if t.__class__ is gast.Subscript))
            other = self.called(node.value)
            return stores | (self.sources(node.value) if other is not None and other.contract.written else set())
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Subscript:
            return self.sources(node.target.value)
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            kind = self.kinds.before.get(node.uid, {}).get(node.target.id)
            return {node.target.id} if isinstance(kind, Array) else set()
        if node.__class__ is gast.Expr and node.value.__class__ is gast.Call and node.value.args:
            return self.sources(node.value.args[0])  # np.add.at(x, ...)
        return set()

    def sources(self, node: Node) -> set[str]:
        """The names whose memory an expression may give."""
        if node.__class__ is gast.Name:
            return {node.id}
        if node.__class__ is gast.Attribute and node.attr in ("dtype", "shape", "ndim", "size"):
            return set()
        if node.__class__ in (gast.Subscript, gast.Attribute, gast.Starred):
            return self.sources(node.value)
        if node.__class__ is gast.IfExp:
            return self.sources(node.body) | self.sources(node.orelse)
        if node.__class__ in (gast.Tuple, gast.List):
            return set().union(*map(self.sources, node.elts))
        if node.__class__ is gast.Call and self.of_table(node):
            return self.sources(node.func.value)  # the memory of the table
        if node.__class__ is gast.Call and node.args and is_helper(called_function(node, self.kinds)):
            return set() if self.is_fresh(node) else self.sources(node.args[0])  # a derivative, not the primals beside it
        if node.__class__ is gast.Call and not self.is_fresh(node):
            parts = [*node.args, *(k.value for k in node.keywords)]
            method = node.func.__class__ is gast.Attribute and self.kinds.scope.resolve(node.func) is MISSING
            owner = [node.func.value] if method else []
            return set().union(*map(self.sources, [*owner, *parts]))
        return set()

    def of_table(self, node: Node) -> bool:
        """Whether a call is that of a method of a table of tangents."""
        return bool(table_method(node, self.kinds, self.kinds.final))

    def is_fresh(self, node: Node) -> bool:
        """Whether a call returns memory of its own for sure."""
        return self.view_of(node) == "never"

    def view_of(self, node: Node) -> str:
        """Whether a call returns a view of an argument: "never", "always" or "maybe"."""
        function = called_function(node, self.kinds)
        if function in (seed, unarray):
            return "always"
        if function in _FRESH or isinstance(function, np.ufunc):
            return "never"
        rule = None if function is MISSING else lookup(function)
        return "maybe" if rule is None else "never" if rule.kind == "zero" else rule.view


def called_function(node: Node, kinds: Infer) -> Any:
    """The function that a call calls, `MISSING` if that is not known; that of NumPy for a method of an array."""
    if node.__class__ is not gast.Call:
        return MISSING
    function = kinds.scope.resolve(node.func)
    if function is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in METHODS:
        return METHODS[node.func.attr]
    return function


def is_helper(function: Any) -> bool:
    """Whether a function without effects is one of those that rules and generated code call, a derivative its first argument."""
    module = getattr(function, "__module__", None) or ""
    return function in _DERIVATIVES or (module.startswith("tangentish.rules.helpers") and callable(function))


def is_pure(node: Node, kinds: Infer) -> bool:
    """Whether an expression calls nothing but functions that have no effects."""
    for part in walk(node):
        if part.__class__ is gast.Call:
            function = called_function(part, kinds)
            rule = None if function is MISSING else lookup(function)
            if (rule is None or rule.user) and not is_helper(function):
                return False
        elif part.__class__ in _DEFERRED:
            return False
    return True
