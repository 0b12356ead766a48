"""Kinds in generated programs, which call what users' programs do not, and keep values on tapes."""

from __future__ import annotations

import functools

import gast

from tangentish.analysis.kinds import UNKNOWN, Array, Env, Kind, Sequence, join, sampled
from tangentish.analysis.kinds.callees import CalleeKinds
from tangentish.analysis.kinds.infer import Infer
from tangentish.batched.table import is_table
from tangentish.frontend.resolve import Scope
from tangentish.request import Made
from tangentish.rules.helpers import shaped_like
from tangentish.rules.helpers.joining import unarray
from tangentish.runtime import materialise, seed, unbroadcast
from tangentish.syntax import Block, Node, name_nodes, walk, walk_statements

_LIKE_SECOND = (shaped_like, seed, unbroadcast, materialise)
"""Functions whose result is like their second argument."""


class ProgramKinds(Infer):
    """Kinds in a tangent program or the program of a gradient; those of what the programs that it calls return, too."""

    def __init__(self, body: Block, env: Env, scope: Scope, called: dict[str, Made]) -> None:
        self.called = called
        self.recorded: dict[str, dict[int, Kind]] = {}  # what each statement puts into a list
        self.tapes, self.by_items = tapes(body), read_by_items(body)
        super().__init__(body, env, scope, CalleeKinds(scope))

    def other(self, node: Node) -> Made | None:
        """The tangent program that a call calls."""
        return self.called.get(node.func.id) if node.__class__ is gast.Call and node.func.__class__ is gast.Name else None

    def expr_Call(self, node: Node, env: Env) -> Kind:
        """The kind of a call."""
        other = self.other(node)
        if other is not None and self.call_kind is not None and not node.keywords:
            found = self.call_kind(other.functions[node.func.id], [self.expr(arg, env) for arg in node.args], {})
            return found if isinstance(found, Sequence) else UNKNOWN
        if node.func.__class__ is gast.Attribute and is_table(self.expr(node.func.value, env)):
            kind = self.expr(node.args[0], env) if node.func.attr in ("bind", "whole", "structured") else UNKNOWN
            return kind if isinstance(kind, Array) or kind.is_scalar else UNKNOWN
        function = self.scope.resolve(node.func)
        if function in _LIKE_SECOND:
            return self.expr(node.args[1], env)
        if function is unarray:  # whose items are read as those of the array are
            return self.expr(node.args[0], env)
        found = super().expr_Call(node, env)
        if found == UNKNOWN and getattr(function, "__module__", "").startswith("tangentish.rules.helpers"):
            keywords = {k.arg: self.expr(k.value, env) for k in node.keywords}
            return sampled(function, [self.expr(arg, env) for arg in node.args], keywords)
        return found

    def statement(self, node: Node, env: Env) -> Env:
        """The kinds after a statement; what is appended to a tape is noted."""
        call = node.value if node.__class__ is gast.Expr and node.value.__class__ is gast.Call else None
        owner = call.func.value if call is not None and call.func.__class__ is gast.Attribute else None
        if owner.__class__ is gast.Name and owner.id in self.tapes:
            self.recorded.setdefault(owner.id, {})[node.uid] = self.expr(call.args[0], env)
        after = super().statement(node, env)
        target = node.targets[0] if node.__class__ is gast.Assign else None
        if target.__class__ is gast.Name and target.id not in self.by_items and self.makes_list(node.value, env):
            return {**after, target.id: UNKNOWN}
        return after

    def makes_list(self, value: Node, env: Env) -> bool:
        """Whether a value is a list of cotangents, which is like an array only as long as its items are read."""
        if value.__class__ is not gast.Call or self.scope.resolve(value.func) is not unarray:
            return False
        shapes = value.args[1]
        return shapes.__class__ is not gast.Call or self.expr(shapes.args[0], env).ndim is None

    def item(self, iterable: Node, env: Env) -> Kind:
        """The kind of what a loop binds; of what a tape holds, that of all that was appended."""
        if iterable.__class__ is gast.Name and iterable.id in self.tapes and iterable.id in self.recorded:
            return functools.reduce(join, self.recorded[iterable.id].values())
        return super().item(iterable, env)


def tapes(body: Block) -> set[str]:
    """The names of lists that start empty, that only grow, and that are read in the headers of loops alone."""
    found: dict[str, int] = {}
    for node in walk_statements(body):
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and (
                node.value.__class__ is gast.List and not node.value.elts):
            found[node.targets[0].id] = found.get(node.targets[0].id, 0) + 1
        value = node.value if node.__class__ is gast.Expr else getattr(node, "iter", None)
        owner = value.func if value.__class__ is gast.Call else None
        if node.__class__ is gast.Expr and owner.__class__ is gast.Attribute and owner.attr == "append" and len(value.args) == 1:
            owner = owner.value
            if owner.__class__ is gast.Name:
                found[owner.id] = found.get(owner.id, 0) + 1
        elif node.__class__ is gast.For and owner.__class__ is gast.Name and owner.id == "reversed":
            for part in name_nodes(value.args):
                found[part.id] = found.get(part.id, 0) + 1
    uses: dict[str, int] = {}
    for part in name_nodes(body):
        uses[part.id] = uses.get(part.id, 0) + 1
    return {label for label, count in found.items() if uses[label] == count}


def read_by_items(body: Block) -> set[str]:
    """The names of which nothing is read but items."""
    parts = walk(body)
    items = {id(part.value) for part in parts if part.__class__ is gast.Subscript}
    whole = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Load and id(part) not in items}
    return {part.id for part in name_nodes(body)} - whole
