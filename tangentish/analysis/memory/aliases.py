"""Which names may share memory, and which of these must have adjoints that share memory too.

`classes` joins every two names that may ever share memory: it says what a store may overwrite.  `shared` is the set of
names whose adjoints live in the shadow table: names of such classes that are alive together while one is written, and
what goes through containers and calls whose target is not known.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.def_use import DefUse
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Scalar, is_container
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.memory.call_aliases import CallAliases
from tangentish.analysis.memory.classes import Classes
from tangentish.analysis.memory.edges import Edge
from tangentish.analysis.memory.given_together import may_have_in_common
from tangentish.analysis.memory.held_memory import Containers
from tangentish.analysis.memory.roots import innermost, root_name
from tangentish.analysis.memory.shared_adjoints import SharedAdjoints
from tangentish.frontend.resolve import Scope
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, constant, free_names, names_in, walk, walk_statements

METHODS_OF_OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "Pow": "pow", "Mod": "mod", "FloorDiv": "floordiv",
    "MatMult": "matmul", "RShift": "rshift", "BitAnd": "and", "BitOr": "or", "BitXor": "xor", "USub": "neg", "UAdd": "pos",
    "Invert": "invert"}
_SHOWING_NOTHING = frozenset("shape dtype ndim size itemsize nbytes strides flags device".split())
"""Attributes of arrays that do not lead to their memory."""


class Aliases(SharedAdjoints, CallAliases):
    """See the module's docstring."""

    def __init__(self, body: Block, flow: DefUse, kinds: Infer, scope: Scope, varied: set[str], params: list[str],
                 params_alias: bool = False, callee_of: str | None = None,
                 captured: dict[str, set[str]] | None = None, result: str | None = None,
                 containers: Containers | None = None) -> None:
        self.captured = captured or {}
        self.containers = containers or Containers((), ())
        self.given = params if callee_of is not None else []  # of a pair, which may be called with views of any sort
        self.flow, self.kinds, self.scope, self.varied = flow, kinds, scope, varied
        self.edges: list[Edge] = []
        self.unfollowed: set[int] = set()  # statements that may make views which are not followed
        self.apart: set[int] = set()  # statements that make views whose shadow cannot be a view: broadcast, imaginary parts
        self.writes: dict[int, set[str]] = {}  # uid -> the names whose memory it may write
        self.asked: dict[int, set[str]] = {}  # uid -> the iterators that it asks for items, which may write when they are
        self.table: set[str] = set()  # names that need the table whatever is written
        for node in walk_statements(body):
            self.visit(node)
        if params_alias:
            for other in params[1:]:
                self.edges.append(Edge(-1, params[0], other, False))
        self.classes = Classes()
        for edge in self.edges:
            self.classes.join(edge.target, edge.source)
        self.spread_table(body, {result})
        if callee_of is not None:
            self.in_and_out(params, callee_of)
        self.shared = self.find_shared()
        if callee_of is not None and callee_of not in self.shared and self.class_of(callee_of) in map(self.class_of, self.shared):
            self.table.add(callee_of)  # the caller adds to what it shows, which turned out to be in the table
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

    # edges and writes

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
                labels = [label for label in _names_bound(target) if self.mutable(self.kind(uid, label, after=True))]
                for label in labels:
                    self.edges += [Edge(uid, label, source, False) for source, _ in self.sources(node.value, uid)]
                if len(labels) > 1 and may_have_in_common(node.value, self.scope.resolve):
                    self.edges += [Edge(uid, label, labels[0], False) for label in labels[1:]]
                self.calls(node.value, uid)
            else:
                self.store(target, node.value, uid)
                self.calls(node.value, uid)
                self.calls(target, uid)
        elif node.__class__ is gast.AugAssign:
            self.calls(node.value, uid)
            self.calls(node.target, uid)
            root = root_name(node.target)
            if root is None:
                self.write_made(node.target, uid)
            else:
                plain = node.target.__class__ is gast.Name
                if not plain or self.mutable(self.kind(uid, root)):
                    self.write(uid, root)
                    if not plain and not isinstance(self.kind(uid, root), Array):
                        self.table.add(root)
                if plain and self.kind(uid, root) == UNKNOWN:
                    self.edges.append(Edge(uid, root, root, True))
                if node.op.__class__ in (gast.Add, gast.BitOr) and self.may_hold(gast.Name(root, gast.Load()), uid) and (
                        self.may_hold(node.value, uid)):  # it holds what the other holds, too
                    self.table.add(root)
                    self.edges += [Edge(uid, root, source, False, True) for source, _ in self.sources(node.value, uid)]
        elif node.__class__ in (gast.If, gast.While, gast.Assert):
            self.calls(node.test, uid)
        elif node.__class__ is gast.For:
            self.calls(node.iter, uid)
            for target in walk(node.target):
                if target.__class__ is gast.Name:
                    head = self.kinds.head.get(uid, {}).get(target.id, UNKNOWN)
                    if self.mutable(head) and not _is_range(node.iter):
                        self.edges += [Edge(uid, target.id, n, False) for n in sorted(self.holders(node.iter, uid))]
        elif node.__class__ is gast.Delete:
            for target in node.targets:
                if target.__class__ is not gast.Name:
                    self.store(target, constant(None), uid)
                    self.calls(target, uid)
        elif node.__class__ is gast.With:
            for item in node.items:
                self.calls(item.context_expr, uid)
                bound = _names_bound(item.optional_vars) if item.optional_vars is not None else []
                self.edges += [Edge(uid, label, source, False) for label in bound
                               for source, _ in self.sources(item.context_expr, uid)]
        elif node.__class__ is gast.Expr:
            self.calls(node.value, uid)
        elif node.__class__ is gast.FunctionDef:
            self.closure(node.name, node, uid)

    def contain(self, value: Node, target: str, uid: int) -> None:
        """Note what the table has to hold: containers, and whatever cannot be told from one."""
        if value.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.Lambda) or self.gives_several(value) or (
                value.__class__ is gast.Call and self.scope.resolve(value.func) in (list, tuple, dict)):
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
            self.write_made(target, uid)
            return
        self.write(uid, root)
        if not isinstance(self.kind(uid, root), Array):
            self.table.add(root)
            for source, _ in self.sources(value, uid):
                self.edges.append(Edge(uid, root, source, False, True))

    def may_hold(self, node: Node, uid: int) -> bool:
        """Whether a value may be a container, so that `+=` extends it, or is extended by it."""
        kind = self.kind(uid, node.id) if node.__class__ is gast.Name else UNKNOWN
        return is_container(kind) or (kind == UNKNOWN and node.__class__ is not gast.Constant)

    def held_by(self, node: Node, uid: int) -> set[str]:
        """The names whose memory the items that a comprehension makes may share."""
        parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        held = {n for part in parts for n, _ in self.sources(part, uid)}
        for generator in reversed(node.generators):
            own = names_in(generator.target)
            if held & own:
                held = held - own | self.holders(generator.iter, uid)
        return held

    def write_made(self, target: Node, uid: int) -> None:
        """Note what is written into through a view that has no name: `x.ravel()[0] = v`, where nothing is active."""
        for source, _ in self.sources(innermost(target), uid):
            self.write(uid, source)

    def write(self, uid: int, name: str) -> None:
        self.writes.setdefault(uid, set()).add(name)

    def ask(self, uid: int, iterators: set[str]) -> None:
        """A statement asks some iterators for items, which may write into what they lead to."""
        self.asked.setdefault(uid, set()).update(iterators)
        for label in iterators:
            self.write(uid, label)

    def sources(self, value: Node, uid: int) -> list[tuple[str, bool]]:
        """The names whose memory the value of an expression may share, each with whether this is a plain copy."""
        if value.__class__ is gast.Name:
            return [(value.id, True)] if self.mutable(self.kind(uid, value.id)) else []
        if value.__class__ is gast.Attribute:
            base = root_name(value)
            if base is None:
                return [(n, False) for n, _ in self.sources(innermost(value), uid)]
            kind = self.kind(uid, base)
            if isinstance(kind, Array) and value.attr in _SHOWING_NOTHING:
                return []
            if value.attr == "imag" and not (isinstance(kind, Array) and kind.dtype.kind != "c"):
                self.apart.add(uid)
            return [(base, False)]
        if value.__class__ is gast.Subscript:
            base = root_name(value)
            if base is None:
                return [(n, False) for n, _ in self.sources(innermost(value), uid)]
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
        if value.__class__ in COMPREHENSIONS:
            return [(n, False) for n in sorted(self.held_by(value, uid))]
        if value.__class__ is gast.BinOp and value.op.__class__ in (gast.Add, gast.Mult, gast.BitOr):
            return [(n, False) for n in self.joined_lists(value, uid)]
        if value.__class__ in (gast.BinOp, gast.UnaryOp) and self.may_show_operands(value, uid):
            return [(n, False) for side in children(value) for n, _ in self.sources(side, uid)]
        return []

    def may_show_operands(self, value: Node, uid: int) -> bool:
        """Whether an operator may be that of a class which gives what its operands hold; `x << unit`, a quantity, shows `x`."""
        if value.op.__class__ is gast.LShift:
            return True
        label = METHODS_OF_OPERATORS.get(type(value.op).__name__, "not")
        own = not self.scope.own.isdisjoint((f"__{label}__", f"__r{label}__"))
        return own and not all(isinstance(self.kinds.expr(side, self.kinds.before.get(uid, {})), Array | Scalar | Const)
                               for side in children(value))

    def joined_lists(self, value: Node, uid: int) -> list[str]:
        """The names in operands of `+`, `*` or `|` that may be lists, tuples or dicts: the result holds what they hold."""
        sides = [n for n in (value.left, value.right) if n.__class__ is gast.Name]
        listed = any(is_container(self.kind(uid, n.id)) for n in sides)
        added = value.op.__class__ is gast.Add and self.containers.is_one(value)  # beside a list there can only be a list
        made = [side for side in (value.left, value.right) if side.__class__ is not gast.Name and self.containers.is_one(side)]
        named = [n.id for n in sides if is_container(self.kind(uid, n.id)) or (
            self.kind(uid, n.id) == UNKNOWN and (listed or added or self.containers.is_one(n)))]
        return named + [n for side in made for n, _ in self.sources(side, uid)]


def _names_bound(target: Node) -> list[str]:
    """The names that an unpacking binds."""
    return [part.id for part in walk(target) if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load]


def _is_method(attr: str) -> bool:
    """Whether `x.attr` of an array is a method, which holds on to it."""
    return callable(getattr(np.ndarray, attr, None))


def _is_range(node: Node) -> bool:
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "range"
