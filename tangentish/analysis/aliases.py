"""Which names may share memory, and which of these must have adjoints that share memory too.

`classes` joins every two names that may ever share memory: it says what a store may overwrite.  `shared` is the set of
names whose adjoints live in the shadow table: names of such classes that are alive together while one is written, and
what goes through containers and calls whose target is not known.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.call_aliases import CallAliases, Edge, root_name
from tangentish.analysis.def_use import DefUse
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, is_container
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.rules.registry import ATTRIBUTES
from tangentish.syntax import Block, Node, children, free_names, names_in, walk, walk_statements


class Aliases(CallAliases):
    """See the module's docstring."""

    def __init__(self, body: Block, flow: DefUse, kinds: Infer, scope: Scope, varied: set[str], params: list[str],
                 params_alias: bool = False, callee_of: str | None = None,
                 captured: dict[str, set[str]] | None = None, result: str | None = None) -> None:
        self.captured = captured or {}
        self.flow, self.kinds, self.scope, self.varied = flow, kinds, scope, varied
        self.edges: list[Edge] = []
        self.unfollowed: set[int] = set()  # statements that may make views which are not followed
        self.apart: set[int] = set()  # statements that make views whose shadow cannot be a view: broadcast, imaginary parts
        self.writes: dict[int, set[str]] = {}  # uid -> the names whose memory it may write
        self.table: set[str] = set()  # names that need the table whatever is written
        for node in walk_statements(body):
            self.visit(node)
        if params_alias:
            for other in params[1:]:
                self.edges.append(Edge(-1, params[0], other, False))
        self.parent: dict[str, str] = {}
        for edge in self.edges:
            self.union(self.parent, edge.target, edge.source)
        self.spread_table(body, {result})
        if callee_of is not None:
            self.in_and_out(params, callee_of)
        self.shared = self.find_shared()

    def spread_table(self, body: Block, returned: set[str | None]) -> None:
        """Sums, multiples and slices of what may be a list may be lists too; so may sums that are `returned`, for a caller."""
        while not returned >= (grown := {e.source for e in self.edges if (e.move or e.holds) and e.target in returned}):
            returned |= grown
        before = -1
        while before != (before := len(self.table)):
            for node in walk_statements(body):
                if not (node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name):
                    continue
                target, value = node.targets[0].id, node.value
                if self.kind(node.uid, target, after=True).ndim is not None:
                    continue
                if value.__class__ is gast.BinOp and value.op.__class__ in (gast.Add, gast.Mult):
                    names = {target} | {n for n in names_in(value) if n in self.varied and not self.known(node.uid, n)}
                    listed = any(is_container(self.kind(node.uid, n)) for n in names)
                    if listed or names & self.table or (target in returned and self.may_be_lists(value, node.uid)):
                        self.table |= names
                elif value.__class__ is gast.Subscript and value.slice.__class__ is gast.Slice:
                    if root_name(value) in self.table:
                        self.table.add(target)

    def may_be_lists(self, value: Node, uid: int) -> bool:
        """Whether the operands of `+` or `*` may be lists or tuples: no number or array is among those of `+`."""
        sides = (value.left, value.right)
        unknown = [n.__class__ is gast.Name and self.kind(uid, n.id) == UNKNOWN and n.id in self.varied for n in sides]
        return all(unknown) if value.op.__class__ is gast.Add else any(unknown)

    def in_and_out(self, params: list[str], ans: str) -> None:
        """In a callee, arguments that are written into or returned have adjoints that come in as well as go out."""
        hot = {self.class_of(n) for names in self.writes.values() for n in names}
        for param in params:
            if self.class_of(param) in hot:
                self.table.add(param)
            if self.class_of(param) == self.class_of(ans):
                self.table |= {param, ans}
        if self.class_of(ans) in {self.class_of(n) for n in self.table}:
            self.table.add(ans)  # the caller adds to what `ans` shows, which is in the table

    def class_of(self, name: str) -> str:
        """The representative of the names that `name` may share memory with."""
        return self.find(self.parent, name)

    @staticmethod
    def find(parent: dict[str, str], name: str) -> str:
        while parent.get(name, name) != name:
            name = parent[name]
        return name

    def union(self, parent: dict[str, str], left: str, right: str) -> None:
        parent[self.find(parent, left)] = self.find(parent, right)

    def kind(self, uid: int, name: str, after: bool = False) -> Kind:
        """The kind of a name around a statement."""
        env = (self.kinds.after if after else self.kinds.before).get(uid, {})
        return env.get(name, UNKNOWN)

    # edges and writes

    def mutable(self, kind: Kind) -> bool:
        return not (kind.is_scalar or isinstance(kind, Const))

    def visit(self, node: Node) -> None:
        uid = node.uid
        if hasattr(node, "dynamic"):
            self.dynamic(node, uid)
        elif node.__class__ is gast.Assign and len(node.targets) == 1:
            target = node.targets[0]
            if target.__class__ is gast.Name:
                if node.value.__class__ is gast.Lambda:
                    self.closure(target.id, node.value, uid)
                if self.mutable(self.kind(uid, target.id, after=True)):
                    for source, move in self.sources(node.value, uid):
                        holds = node.value.__class__ in (gast.Tuple, gast.List, gast.Dict)
                        self.edges.append(Edge(uid, target.id, source, move, holds))
                        if node.value.__class__ is gast.Lambda:
                            self.table.add(source)
                self.contain(node.value, target.id, uid)
                self.calls(node.value, uid)
            elif target.__class__ in (gast.Tuple, gast.List):
                for part in walk(target):
                    if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                        self.store(part, node.value, uid)
                self.calls(node.value, uid)
            else:
                self.store(target, node.value, uid)
        elif node.__class__ is gast.AugAssign:
            root = root_name(node.target)
            if root is not None:
                plain = node.target.__class__ is gast.Name
                if not plain or self.mutable(self.kind(uid, root)):
                    self.write(uid, root)
                    if not plain and not isinstance(self.kind(uid, root), Array):
                        self.table.add(root)
                if plain and self.kind(uid, root) == UNKNOWN:
                    self.edges.append(Edge(uid, root, root, True))
        elif node.__class__ is gast.For:
            for target in walk(node.target):
                if target.__class__ is gast.Name:
                    head = self.kinds.head.get(uid, {}).get(target.id, UNKNOWN)
                    if self.mutable(head) and not _is_range(node.iter):
                        self.edges += [Edge(uid, target.id, n, False) for n in sorted(self.holders(node.iter, uid))]
        elif node.__class__ is gast.Expr:
            self.calls(node.value, uid)
        elif node.__class__ is gast.FunctionDef:
            self.closure(node.name, node, uid)

    def contain(self, value: Node, target: str, uid: int) -> None:
        """Note what the table has to hold: containers, and whatever cannot be told from one."""
        if value.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.Lambda) or self.gives_several(value):
            self.table.add(target)
        elif value.__class__ in (gast.Subscript, gast.Attribute) and value.value.__class__ is gast.Name:
            source = value.value.id
            if source in self.varied and not isinstance(self.kind(uid, source), Array) and not self.kind(uid, source).is_scalar:
                self.table.add(source)
            if source in self.varied and isinstance(value, gast.Attribute) and _is_method(value.attr):
                self.table |= {source, target}

    def store(self, target: Node, value: Node, uid: int) -> None:
        root = root_name(target)
        if root is None:
            return
        self.write(uid, root)
        if not isinstance(self.kind(uid, root), Array):
            self.table.add(root)
            for source, _ in self.sources(value, uid):
                self.edges.append(Edge(uid, root, source, False, True))

    def write(self, uid: int, name: str) -> None:
        self.writes.setdefault(uid, set()).add(name)

    def sources(self, value: Node, uid: int) -> list[tuple[str, bool]]:
        """The names whose memory the value of an expression may share, each with whether this is a plain copy."""
        if value.__class__ is gast.Name:
            return [(value.id, True)] if self.mutable(self.kind(uid, value.id)) else []
        if value.__class__ is gast.Attribute:
            base = root_name(value)
            if base is None:
                return []
            kind = self.kind(uid, base)
            if isinstance(kind, Array) and value.attr not in ATTRIBUTES and value.attr != "flat" and not _is_method(value.attr):
                return []
            if value.attr == "imag" and not (isinstance(kind, Array) and kind.dtype.kind != "c"):
                self.apart.add(uid)
            return [(base, False)]
        if value.__class__ is gast.Subscript:
            base = root_name(value)
            if base is None:
                return []
            if isinstance(self.kind(uid, base), Array) and self.copies(value.slice, uid):
                return []
            return [(base, False)]
        if value.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp, gast.Starred, gast.NamedExpr):
            return [(n, False) for child in children(value) if isinstance(child, gast.expr)
                    for n, _ in self.sources(child, uid)]
        if value.__class__ is gast.Lambda:
            return [(n, False) for n in sorted(free_names(value) & self.varied)]
        if value.__class__ is gast.Call:
            return [(n, False) for n in self.call_sources(value, uid)]
        if value.__class__ is gast.BinOp and value.op.__class__ in (gast.Add, gast.Mult):
            # list concatenation shares the items
            return [(n.id, False) for n in (value.left, value.right) if n.__class__ is gast.Name
                    and is_container(self.kind(uid, n.id))]
        return []

    def has_views_apart(self, name: str) -> bool:
        """Whether the shadow of a view of this name may be no view of its shadow."""
        return any(edge.uid in self.apart and self.class_of(edge.target) == self.class_of(name) for edge in self.edges)

    # who must share adjoints

    def find_shared(self) -> set[str]:
        """Names alive together with another name of the same memory while that memory is written."""
        parent: dict[str, str] = {}
        kept: list[Edge] = []
        for edge in self.edges:
            if edge.target == edge.source:
                continue
            if edge.uid >= 0 and not self.dangerous(edge):
                continue
            if edge.uid in self.unfollowed and self.class_of(edge.target) in {
                    self.class_of(n) for names in self.writes.values() for n in names}:
                raise located(UnsupportedError, "this may give a view, and it or what it shows is written into",
                              self.scope.source.filename, self.flow.nodes[edge.uid].origin, "Copy the result (np.array).")
            kept.append(edge)
            self.union(parent, edge.target, edge.source)
        written = {n for names in self.writes.values() for n in names}
        hot = {self.class_of(n) for n in written}
        shared = set(self.table)
        for edge in kept:
            if self.class_of(edge.target) in hot:
                shared |= {edge.target, edge.source}
        while True:
            grown = set(shared)
            for edge in self.edges:
                if edge.move and (edge.target in grown or edge.source in grown):
                    grown |= {edge.target, edge.source}
                elif not edge.holds and edge.target in grown:
                    grown.add(edge.source)  # the shadow of a view is part of the shadow of what it shows
            if grown == shared:
                break
            shared = grown
        return {n for n in shared if not self.always_scalar(n)}

    def always_scalar(self, name: str) -> bool:
        """Whether a name holds numbers only, at every point where it is bound."""
        sites = self.flow.definitions.get(name, [])
        found = [self.kinds.after.get(uid, {}).get(name) for uid, _ in sites
                 if self.flow.nodes[uid].__class__ not in (gast.For, gast.With, gast.Try)]
        found += [self.kinds.head.get(uid, {}).get(name) for uid, _ in sites if self.flow.nodes[uid].__class__ is gast.For]
        if name in self.flow.params:
            found.append(next(iter(self.kinds.before.values()), {}).get(name) if self.kinds.before else None)
        return bool(found) and all(k is not None and (k.is_scalar or isinstance(k, Const)) for k in found)

    def dangerous(self, edge: Edge) -> bool:
        """Whether memory of the class is written while both names of an edge are in use."""
        live = self.flow.live_after[edge.uid]
        derived = self.derived(edge.target)
        if edge.move and edge.source not in live:
            return False
        cls = self.class_of(edge.target)
        for uid, names in self.writes.items():
            if not any(self.class_of(n) == cls for n in names):
                continue
            if derived & names and edge.source != edge.target:
                return True
            if derived & self.flow.live_after[uid] and uid != edge.uid:
                return True
        return False

    def derived(self, name: str) -> set[str]:
        """A name and every name that took its value, or a view of it, over."""
        found = {name}
        while True:
            grown = found | {e.target for e in self.edges if e.source in found}
            if grown == found:
                return found
            found = grown


def _is_method(attr: str) -> bool:
    """Whether `x.attr` of an array is a method, which holds on to it."""
    return callable(getattr(np.ndarray, attr, None))


def _is_range(node: Node) -> bool:
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "range"


def names_of(value: Any) -> set[str]:
    """The names in a tree or in nothing."""
    return names_in(value) if value is not None else set()
