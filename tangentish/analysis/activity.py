"""Which names may depend on the arguments asked for: the forward half of activity, by name, to a fixed point.

Whether such a name also reaches the result is found by the reverse sweep itself: an adjoint that nothing has
contributed to is not there, and what would be computed from it is not generated.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.effects import MUTATORS, effects_of, is_inert, match_arguments
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, child_blocks, children, free_names, names_in, walk, walk_statements

INERT_ATTRIBUTES = frozenset("shape ndim size dtype itemsize nbytes strides flags __name__ __class__ __doc__ kind "
                             "__module__ __dict__".split())
INERT = frozenset([type(None), gast.Constant, gast.Compare, gast.JoinedStr, gast.Slice])
IN_PLACE = {"copyto": 0, "put": 0, "place": 0, "putmask": 0, "fill_diagonal": 0, "at": 0, "put_along_axis": 0}


class Activity:
    """`varied` holds the names that depend on the seeds; `fields` the attributes that active values are stored in."""

    def __init__(self, body: Block, seeds: Iterable[str], scope: Scope, fields: Iterable[str] = (),
                 constants: Iterable[str] = (), closures: bool = False) -> None:
        self.scope, self.closures = scope, closures
        self.varied = set(seeds)
        self.fields = set(fields)
        self.constants = set(constants)  # names known to be ints, strings, None ...: never varied
        self.parent: dict[str, str] = {}
        self.captured: dict[str, set[str]] = {}
        statements = [(s, [part for part in walk(own_expressions(s)) if isinstance(part, gast.Call | gast.NamedExpr)])
                      for s in walk_statements(body)]
        for statement, _ in statements:
            self.link(statement)
            self.note_function(statement)
        self.read_globals = self.globals_read([s for s, _ in statements])
        before: tuple[int, int] | None = None
        while before != (before := (len(self.varied), len(self.fields))):
            for statement, calls in statements:
                self.visit(statement, calls)

    def again(self, body: Block) -> Activity:
        """The same for a rewritten body, which may have new names."""
        return Activity(body, self.varied, self.scope, self.fields, self.constants, self.closures)

    # which names may share memory

    def note_function(self, node: Node) -> None:
        """Remember what a function defined inside captures and may write into."""
        if isinstance(node, gast.FunctionDef):
            label, function = node.name, node
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda) and isinstance(
                node.targets[0], gast.Name):
            label, function = node.targets[0].id, node.value
        else:
            return
        touched: set[str] = set()
        for inner in walk(function):
            if isinstance(inner, gast.Subscript | gast.Attribute) and not isinstance(inner.ctx, gast.Load):
                touched |= names_in(inner.value)
            elif isinstance(inner, gast.AugAssign):
                touched |= names_in(inner.target)
            elif isinstance(inner, gast.Call):
                touched |= {n for part in [*inner.args, *(k.value for k in inner.keywords)] for n in self.roots(part)}
                if isinstance(inner.func, gast.Attribute):
                    touched |= self.roots(inner.func.value)
        free = {name for name in free_names(function) if self.scope.name(name) is MISSING}
        self.captured.setdefault(label, set()).update(free & touched)
        for name in free - {label}:  # what it returns may be a view of what it captured
            self.parent[self.find(label)] = self.find(name)

    def find(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        while self.parent.get(name, name) != name:
            name = self.parent[name]
        return name

    def link(self, node: Node) -> None:
        """Join what a statement binds with what it may be a view of."""
        if isinstance(node, gast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, gast.AnnAssign | gast.NamedExpr) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, gast.For):
            pairs = [(node.target, node.iter)]
        else:
            return
        for target, value in pairs:
            names = {n.id for n in walk(target) if isinstance(n, gast.Name)} - self.constants
            for source in self.roots(value) - self.constants:
                for name in names:
                    self.parent[self.find(name)] = self.find(source)

    def roots(self, node: Node) -> set[str]:
        """The names whose memory the value of an expression may share."""
        if isinstance(node, gast.Name):
            return {node.id} if self.scope.name(node.id) is MISSING else set()
        if isinstance(node, gast.Attribute):
            return set() if node.attr in INERT_ATTRIBUTES else self.roots(node.value)
        if isinstance(node, gast.Subscript | gast.Starred | gast.NamedExpr):
            return self.roots(node.value)
        if isinstance(node, gast.Tuple | gast.List | gast.Dict | gast.IfExp | gast.BoolOp):
            return {name for child in children(node) for name in self.roots(child)}
        if isinstance(node, gast.Call):
            target = self.scope.resolve(node.func)
            if target is not MISSING:
                rule = lookup(target)
                if (rule is not None and rule.view == "never") or is_inert(target):
                    return set()
                if rule is None and isinstance(target, types.FunctionType) and target.__closure__ is None:
                    effects, matched = effects_of(target), match_arguments(target, node)
                    if not effects.opaque and matched is not None:
                        return {name for key in effects.returns for value in matched.get(key, []) for name in self.roots(value)}
            values = [*node.args, *(k.value for k in node.keywords)]
            found = {name for value in values for name in self.roots(value)}
            if isinstance(node.func, gast.Name):
                found |= self.roots(node.func)
            if isinstance(node.func, gast.Attribute) and node.func.attr not in _INERT_METHODS:
                rule = lookup(METHODS[node.func.attr]) if node.func.attr in METHODS else None
                if rule is None or rule.view != "never":
                    found |= self.roots(node.func.value)
            return found
        return set()

    # what is read

    def expr(self, node: Node | None) -> bool:
        """Whether the value of an expression may depend on the seeds."""
        cls = node.__class__
        if cls is gast.Name:
            return node.id in self.varied
        if cls in INERT:
            return False
        if cls is gast.Attribute:
            if node.attr in INERT_ATTRIBUTES:
                return False
            return node.attr in self.fields or self.expr(node.value)
        if cls is gast.Subscript:
            return self.expr(node.value)
        if cls is gast.BinOp and node.op.__class__ is not gast.Mod:
            return self.expr(node.left) or self.expr(node.right)
        if cls is gast.Call:
            return self.call(node)
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not | gast.Invert):
            return False
        if isinstance(node, gast.IfExp):
            return self.expr(node.body) or self.expr(node.orelse)
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mod) and (isinstance(node.left, gast.JoinedStr) or (
                isinstance(node.left, gast.Constant) and isinstance(node.left.value, str | bytes))):
            return False
        if isinstance(node, gast.Lambda):
            return bool(free_names(node) & self.varied) or any(
                self.expr(d) for d in [*node.args.defaults, *node.args.kw_defaults])
        if isinstance(node, gast.ListComp | gast.SetComp | gast.GeneratorExp | gast.DictComp):
            parts = [node.key, node.value] if isinstance(node, gast.DictComp) else [node.elt]
            for generator in node.generators:
                if self.expr(generator.iter):
                    self.bind(generator.target, iterable=generator.iter)
            return any(self.expr(part) for part in parts)
        if isinstance(node, gast.NamedExpr):
            return self.expr(node.value)
        return any(self.expr(child) for child in children(node) if isinstance(child, gast.expr))

    def call(self, node: Node) -> bool:
        """Whether a call may give, or leave in its arguments, something that depends on the seeds."""
        target = self.scope.resolve(node.func)
        values = [*node.args, *(k.value for k in node.keywords)]
        if target is not MISSING:
            rule = lookup(target)
            if rule.kind == "zero" if rule is not None else is_inert(target):
                return False
            if any(self.expr(value) for value in values):
                return True
            if rule is not None:
                return False
            return bool(self.fields) and any(isinstance(v, gast.Name | gast.Attribute | gast.Starred) for v in values)
        if isinstance(node.func, gast.Attribute) and node.func.attr in _INERT_METHODS:
            return False
        if self.closures and isinstance(node.func, gast.Name) and node.func.id in self.scope.source.cells:
            return True
        if self.expr(node.func) or any(self.expr(value) for value in values):
            return True
        return bool(self.fields) and isinstance(node.func, gast.Attribute | gast.Name)

    # what is bound

    def visit(self, node: Node, calls: list[Node]) -> None:
        """Grow `varied` by what one statement binds or writes; `calls` are the calls and `:=` in its own expressions."""
        if hasattr(node, "dynamic"):
            call = gast.Call(*node.dynamic[:2], [*node.dynamic[2]])
            self.effects(call)
            if self.call(call):
                self.bind(node.targets[0].elts[0])
            return
        for inner in calls:
            if isinstance(inner, gast.NamedExpr) and self.expr(inner.value):
                self.bind(inner.target)
            if isinstance(inner, gast.Call):
                self.effects(inner)
        if isinstance(node, gast.Assign):
            for target in node.targets:
                self.assign(target, node.value)
        elif isinstance(node, gast.AnnAssign) and node.value is not None:
            self.assign(node.target, node.value)
        elif isinstance(node, gast.AugAssign) and self.expr(node.value):
            self.bind_root(node.target)
        elif isinstance(node, gast.For) and self.expr(node.iter):
            self.bind(node.target, iterable=node.iter)
        elif isinstance(node, gast.With):
            for item in node.items:
                if item.optional_vars is not None and self.expr(item.context_expr):
                    self.bind(item.optional_vars)
        elif isinstance(node, gast.FunctionDef) and (free_names(node) & self.varied or any(
                self.expr(d) for d in [*node.args.defaults, *node.args.kw_defaults])):
            self.varied.add(node.name)
        elif isinstance(node, gast.Match) and self.expr(node.subject):
            for case in node.cases:
                for pattern in walk(case.pattern):
                    captured = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
                    if isinstance(captured, str):
                        self.varied.add(captured)

    def assign(self, target: Node, value: Node) -> None:
        """Bind a target, item by item where both sides are displays of the same length."""
        if (isinstance(target, gast.Tuple | gast.List) and isinstance(value, gast.Tuple | gast.List)
                and len(target.elts) == len(value.elts)
                and not any(isinstance(e, gast.Starred) for e in [*target.elts, *value.elts])):
            for left, right in zip(target.elts, value.elts, strict=True):
                self.assign(left, right)
        elif self.expr(value):
            self.bind(target)

    def bind(self, target: Node, iterable: Node | None = None) -> None:
        """Mark everything a target binds or writes into; the counter of `enumerate` is left out."""
        if isinstance(target, gast.Name):
            if target.id not in self.constants and not isinstance(self.scope.name(target.id), types.ModuleType | type):
                self.varied.add(target.id)
        elif isinstance(target, gast.Tuple | gast.List):
            items = list(target.elts)
            name = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else ""
            if name == "enumerate" and len(items) == 2 and iterable is not None:
                self.bind(items[1], iterable=iterable.args[0])
                return
            if name == "zip" and iterable is not None and len(items) == len(iterable.args):
                for item, source in zip(items, iterable.args, strict=True):
                    if self.expr(source):
                        self.bind(item, iterable=source)
                return
            if (isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Attribute)
                    and iterable.func.attr == "items" and len(items) == 2):
                items = items[1:]
            for item in items:
                self.bind(item)
        elif isinstance(target, gast.Starred):
            self.bind(target.value)
        elif isinstance(target, gast.Attribute):
            self.fields.add(target.attr)
        elif isinstance(target, gast.Subscript):
            self.bind_root(target.value)

    def bind_root(self, node: Node) -> None:
        """What an active value is written into is varied from its name on."""
        if isinstance(node, gast.Name):
            self.bind(node)
            own = self.find(node.id)
            self.varied |= {name for name in list(self.parent) if self.find(name) == own}
            if own not in self.constants and (own in self.parent or any(v == own for v in self.parent.values())):
                self.varied.add(own)
        elif isinstance(node, gast.Attribute):
            root: Node = node
            while isinstance(root, gast.Attribute | gast.Subscript):
                root = root.value
            if isinstance(root, gast.Name) and self.scope.name(root.id) is not MISSING:
                return  # a global object: if a call stores active values there, it is refused when it does
            self.fields.add(node.attr)
            if node.attr in ("flat", "T", "real", "imag"):
                self.bind_root(node.value)
        elif isinstance(node, gast.Subscript | gast.Starred):
            self.bind_root(node.value)
        elif isinstance(node, gast.Call):
            for part in [*node.args, getattr(node.func, "value", None)]:
                if part is not None:
                    self.bind_root(part)

    def effects(self, node: Node) -> None:
        """Arguments that an active call may write into are varied."""
        values = [*node.args, *(k.value for k in node.keywords)]
        active = any(self.expr(value) for value in values)
        target = self.scope.resolve(node.func)
        for part in [node.func, *values]:  # a function defined inside may write into what it captured
            if isinstance(part, gast.Name) and part.id in self.captured and (active or part.id in self.varied):
                for label in sorted(self.captured[part.id]):
                    self.bind_root(gast.Name(label, gast.Load(), None, None))
        for keyword in node.keywords:
            if keyword.arg == "out" and active:
                self.bind_root(keyword.value)
        if target is not MISSING:
            short = getattr(target, "__name__", "")
            if short in IN_PLACE and active and node.args:
                self.bind_root(node.args[0])
            elif isinstance(target, _UFUNC) and active:
                for extra in node.args[target.nin :]:
                    self.bind_root(extra)
            elif isinstance(target, types.FunctionType) and lookup(target) is None and self.call(node):
                effects = effects_of(target)
                matched = match_arguments(target, node)
                if effects.opaque or matched is None:
                    matched, writes = {"": values}, {""}
                else:
                    writes = set(effects.writes)
                for key in writes:
                    for value in matched.get(key, []):
                        self.bind_root(value)
            elif isinstance(target, type) and target not in _PLAIN_TYPES and active:
                for value in values:
                    self.bind_root(value)
            return
        if isinstance(node.func, gast.Attribute):
            if node.func.attr in MUTATORS:
                if active:
                    self.bind_root(node.func.value)
                return
            if node.func.attr in _INERT_METHODS or node.func.attr in _PURE:
                return
        if self.call(node):
            for value in values:
                self.bind_root(value)
            if isinstance(node.func, gast.Attribute) and self.global_root(node.func.value) not in self.read_globals:
                # else a method that stores active values in the object is refused when it does
                self.bind_root(node.func.value)

    def global_root(self, node: Node) -> str | None:
        """The global that an expression of attributes starts from, if any."""
        while isinstance(node, gast.Attribute):
            node = node.value
        known = isinstance(node, gast.Name) and node.id not in self.scope.locals and node.id not in self.scope.source.cells
        return node.id if known else None

    def globals_read(self, statements: list[Node]) -> set[str]:
        """The globals whose attributes are read otherwise than to be called."""
        parts = list(walk([part for s in statements for part in own_expressions(s)]))
        called = {id(part.func) for part in parts if isinstance(part, gast.Call)}
        roots = {self.global_root(part) for part in parts if isinstance(part, gast.Attribute) and id(part) not in called}
        return {root for root in roots if root is not None}


def own_expressions(node: Node) -> list[Node]:
    """The expressions of a statement itself, without those of the statements inside it."""
    if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
        return []
    blocks = child_blocks(node)
    if not blocks:
        return children(node)
    inside = {id(child) for _, block in blocks for child in block}
    return [child for child in children(node)
            if id(child) not in inside and not isinstance(child, gast.ExceptHandler | gast.match_case)]


def _constants() -> tuple[Any, frozenset[str], frozenset[str], set[Any]]:
    import numpy as np

    from tangentish.analysis.effects import _PURE_TYPES, PURE_METHODS

    inert = frozenset("argmax argmin argsort argpartition any all searchsorted nonzero startswith endswith format join "
                      "index count keys is_integer lower upper strip".split())
    return np.ufunc, inert, PURE_METHODS, _PURE_TYPES


_UFUNC, _INERT_METHODS, _PURE, _PLAIN_TYPES = _constants()
