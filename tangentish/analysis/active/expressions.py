"""Whether the values of expressions may depend on the seeds."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.active.captures import Captures
from tangentish.analysis.around.kept_containers import given_by, met_by
from tangentish.analysis.around.objects_around import shown_around
from tangentish.analysis.code.code_names import has_by_name
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import MAKING_UP, MANAGING, computed, running
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.generators import is_generator
from tangentish.frontend.managers import halves, made_from_generator
from tangentish.frontend.out_arguments import written_by
from tangentish.frontend.resolve import INDEX_TYPES, MISSING, Scope, index_objects
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Node, children, free_names, names_in, walk

INERT = frozenset([type(None), gast.Constant, gast.Compare, gast.JoinedStr, gast.Slice])
INDEX_OBJECTS = index_objects()


class ActiveExpressions(Captures):
    """`varied` holds the names that depend on the seeds; `fields` the attributes that active values are stored in."""

    def __init__(self, scope: Scope, constants: Iterable[str], seeds: Iterable[str], fields: Iterable[str], closures: bool) -> None:
        super().__init__(scope, constants)
        self.closures = closures
        self.varied = set(seeds)
        self.fields = set(fields)
        self.written: set[str] = set()  # names of what active values are written into
        self.targets: dict[Node, Any] | None = {}  # of calls, while the body is gone through again and again

    def bind(self, target: Node, iterable: Node | None = None) -> None:
        raise NotImplementedError

    def expr(self, node: Node | None) -> bool:
        """Whether the value of an expression may depend on the seeds."""
        cls = node.__class__
        if cls is gast.Name:
            return node.id in self.varied
        if cls in INERT:
            return False
        if cls is gast.Attribute:
            if node.attr in self.inert_attributes:
                return False
            stored = node.attr in self.fields or (bool(self.fields) and (
                node.attr == "__dict__" or computed(node.attr) in self.scope.own or self.may_be_made_up(node)))
            return stored or self.expr(node.value)
        if cls is gast.Subscript:
            return self.expr(node.value) or ("__getitem__" in self.scope.own and self.key(node.slice)) or (
                self.index_object(node) is not None)
        if cls is gast.BinOp and node.op.__class__ is not gast.Mod:
            return self.expr(node.left) or self.expr(node.right)
        if cls is gast.Call:
            return self.call(node)
        if node.__class__ is gast.UnaryOp and node.op.__class__ in (gast.Not, gast.Invert):
            return node.op.__class__ is gast.Invert and "__invert__" in self.scope.own and self.expr(node.operand)
        if node.__class__ is gast.IfExp:
            return self.expr(node.body) or self.expr(node.orelse)
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.Mod and (node.left.__class__ is gast.JoinedStr or (
                node.left.__class__ is gast.Constant and isinstance(node.left.value, (str, bytes)))):
            return False
        if node.__class__ is gast.Lambda:
            return self.function(node)
        if node.__class__ in COMPREHENSIONS:
            return self.comprehension(node)
        if node.__class__ is gast.NamedExpr:
            return self.expr(node.value)
        return any(self.expr(child) for child in children(node) if isinstance(child, gast.expr))

    def may_be_made_up(self, node: Node) -> bool:
        """Whether what an attribute is of may have none of that name, and make it up of what it has."""
        label = node.value.id if node.value.__class__ is gast.Name else ""
        if MAKING_UP not in self.scope.own or not label or self.scope.name(label) is not MISSING:
            return False
        cls = self.classes_made.get(label)
        return cls is None or (hasattr(cls, "__getattr__") and not has_by_name(cls, node.attr))

    def key(self, node: Node) -> bool:
        """Whether a class that says what its items mean is given active values by an index."""
        parts = node.elts if node.__class__ is gast.Tuple else [node]
        return any(self.expr(value) for part in parts for value in (children(part) if part.__class__ is gast.Slice else [part]))

    def comprehension(self, node: Node) -> bool:
        """Whether what a comprehension makes is active; other uses of the names that it binds are other variables.

        But what is written into such a name may be written here, into the items of what is gone through.
        """
        parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        self.bind_generators(node)
        own = {label for generator in node.generators if not self.expr(generator.iter) for label in names_in(generator.target)}
        others = own & self.varied - self.written
        self.varied -= others
        active = any(self.expr(part) for part in parts)
        self.varied |= others
        return active

    def index_object(self, node: Node) -> str | None:
        """The name of the object of NumPy's that an active index makes values of, if it is one."""
        if node.slice.__class__ is gast.Constant or self.roots(node.value):
            return None
        parts = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
        given = [value for part in parts for value in (children(part) if part.__class__ is gast.Slice else [part])]
        target = self.scope.resolve(node.value) if any(self.expr(value) for value in given) else MISSING
        return INDEX_OBJECTS.get(target) if type(target) in INDEX_TYPES else None

    def bind_generators(self, node: Node) -> None:
        """Mark what a comprehension binds."""
        for generator in node.generators:
            if self.expr(generator.iter):
                self.bind(generator.target, iterable=generator.iter)

    def target(self, func: Node) -> Any:
        """What is called, if that is known; else `MISSING`."""
        if self.targets is None:
            return super().target(func)
        if func not in self.targets:
            self.targets[func] = super().target(func)
        return self.targets[func]

    def call(self, node: Node) -> bool:
        """Whether a call may give, or leave in its arguments, something that depends on the seeds."""
        target = self.target(node.func)
        values = [*node.args, *[k.value for k in node.keywords]] if node.keywords else node.args
        if self.meets_varied(node):
            return True
        if target is not MISSING:
            rule = lookup(target)
            if rule.kind == "zero" if rule is not None else is_inert(target):
                if target in (any, all) and values and values[0].__class__ is gast.GeneratorExp:  # its calls may write
                    return any(c.__class__ is gast.Call and self.scope.resolve(c.func) is MISSING and self.call(c)
                               for c in walk(values[0].elt))
                return any(self.expr(out) for out in written_by(node, target)) or (
                    rule is None and target.__module__ != "builtins" and self.hands_over(values))
            if rule is None and is_generator(target) and self.passes_by(target):
                return False
            if any(map(self.expr, values)):
                return True
            if rule is not None:
                return False
            if isinstance(target, types.MethodType) and self.fields:
                return True  # of a class, whose containers may hold active values
            if isinstance(target, types.FunctionType) and not self.varied.isdisjoint(self.named(shown_around(target))):
                return True  # it gives an object that active values are stored in
            return any(map(self.carries, values))
        if node.func.__class__ is gast.Attribute and node.func.attr in self.inert_methods:
            return False
        if self.closures and node.func.__class__ is gast.Name and node.func.id in self.scope.source.cells:
            return True
        if self.expr(node.func) or any(map(self.expr, values)):
            return True
        return bool(self.fields)  # what it is given, or reads, may hold them

    def hands_over(self, values: list[Node]) -> bool:
        """Whether there is a function among some values that may write active values when it is called."""
        return any(bool(self.varied & (self.written_by(value) if value.__class__ is gast.Lambda else self.captured.get(
            getattr(value, "id", ""), set()))) for value in values)

    def manages(self, item: Node) -> bool:
        """Whether what `with` calls of a context manager may read or write what active values are stored in, or write otherwise."""
        manager = item.context_expr
        target = self.target(manager.func) if manager.__class__ is gast.Call else MISSING
        if target is not MISSING and (is_inert(target) or is_foreign(getattr(target, "__module__", None))):
            return False
        bound = names_in(item.optional_vars) if item.optional_vars is not None else set()
        if self.fields or bound & self.varied:
            return not MANAGING.isdisjoint(self.scope.own) or made_from_generator(target)
        return any(running(key) in self.scope.own for key in MANAGING) or (made_from_generator(target) and any(
            effects_met(part, self.scope.own).any_writes for part in halves(target) or ()))

    def carries(self, node: Node) -> bool:
        """Whether what is not active itself may be or hold an object that active values are stored in."""
        if not self.fields:
            return False
        if node.__class__ in (gast.Tuple, gast.List, gast.Set, gast.Dict, gast.IfExp, gast.BoolOp):
            return any(self.carries(child) for child in children(node) if isinstance(child, gast.expr))
        if node.__class__ in (gast.Subscript, gast.NamedExpr):
            return self.carries(node.value)
        return node.__class__ in (gast.Name, gast.Attribute, gast.Starred)

    def function(self, node: Node) -> bool:
        """Whether a function that is defined inside captured, or has as a default, what is active or may hold what is."""
        free = free_names(node)
        return bool(free & self.varied) or any(self.expr(default) for default in [*node.args.defaults, *node.args.kw_defaults]) or (
            bool(self.fields) and any(self.scope.name(label) is MISSING for label in free))

    def meets_varied(self, node: Node) -> bool:
        """Whether a call meets a container, the default of a parameter, that active values are written into."""
        keepers = self.keepers(node)
        return bool(keepers) and any(not met_by(one, given_by(one, node)).isdisjoint(self.varied) for one in keepers)

    def passes_by(self, generator: types.FunctionType) -> bool:
        """Whether no derivative flows through a generator."""
        from tangentish.analysis.active.generators import yields_nothing_active  # which looks at its activity

        return yields_nothing_active(generator, self.scope.own)
