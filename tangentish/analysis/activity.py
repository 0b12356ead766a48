"""Which names may depend on the arguments asked for: the forward half of activity, by name, to a fixed point.

Whether such a name also reaches the result is found by the reverse sweep itself: an adjoint that nothing has
contributed to is not there, and what would be computed from it is not generated.
"""

from __future__ import annotations

import collections
import types
from collections.abc import Iterable, Mapping
from typing import Any

import gast

from tangentish.analysis.around_writes import DATA, written_parts
from tangentish.analysis.body_effects import match_arguments
from tangentish.analysis.classes import Classes
from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.effects import effects_of
from tangentish.analysis.inert import PURE_TYPES, is_inert
from tangentish.analysis.own_names import INERT_ATTRIBUTES, INERT_METHODS, PURE_METHODS, SETTERS, acting
from tangentish.frontend.generators import is_generator
from tangentish.frontend.out_arguments import first_argument, hidden_outs, writes_first, written_by
from tangentish.frontend.resolve import MISSING, Scope, index_objects
from tangentish.frontend.source import captures
from tangentish.library import handled
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, child_blocks, children, free_names, names_in, walk, walk_statements

INERT = frozenset([type(None), gast.Constant, gast.Compare, gast.JoinedStr, gast.Slice])
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.GeneratorExp, gast.DictComp)
EFFECTS = (gast.Call, gast.NamedExpr, *COMPREHENSIONS)
INDEX_OBJECTS = index_objects()
INDEX_TYPES = frozenset(map(type, INDEX_OBJECTS))
WITH_KEYS = frozenset(("__getitem__", acting("__contains__")))
DEFINITIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)


class Activity:
    """`varied` holds the names that depend on the seeds; `fields` the attributes that active values are stored in."""

    def __init__(self, body: Block, seeds: Iterable[str], scope: Scope, fields: Iterable[str] = (),
                 constants: Iterable[str] = (), closures: bool = False) -> None:
        self.scope, self.closures = scope, closures
        self.inert_attributes, self.inert_methods = INERT_ATTRIBUTES - scope.own, INERT_METHODS - scope.own
        self.varied = set(seeds)
        self.fields = set(fields)
        self.constants = set(constants) | own_classes(body)  # names known to be ints, strings, None, classes ...: never varied
        self.classes = Classes()  # of names that may share memory
        self.targets: dict[Node, Any] | None = {}  # of calls, while the body is gone through again and again
        self.captured: dict[str, set[str]] = {}
        self.parts_of_globals: dict[str, set[str]] = {}  # the attributes of global objects that a name was bound to
        self.shared_fields: set[str] = set()  # those among them that active values are written into
        self.escaped: set[str] = set()  # what functions may write that are not only called by their names
        own = [(s, walk(own_expressions(s))) for s in walk_statements(body)]
        looked_at = (*EFFECTS, gast.Subscript, gast.Compare) if scope.own & WITH_KEYS else EFFECTS
        statements = [(s, [part for part in parts if part.__class__ in looked_at]) for s, parts in own]
        for statement, _ in statements:
            self.link(statement)
            self.note_function(statement)
        if self.captured or any(part.__class__ is gast.Lambda for _, parts in own for part in parts):
            self.note_escapes([part for _, parts in own for part in parts])
        self.changing = self.changed([part for _, parts in own for part in parts])
        self.read_globals = self.globals_read([part for _, parts in own for part in parts])
        before: tuple[int, int] | None = None
        while before != (before := (len(self.varied), len(self.fields))):
            for statement, calls in statements:
                self.visit(statement, calls)
        self.targets = None

    def again(self, body: Block) -> Activity:
        """The same for a rewritten body, which may have new names."""
        return Activity(body, self.varied, self.scope, self.fields, self.constants, self.closures)

    # which names may mean something else later, or share memory

    def changed(self, parts: list[Node]) -> set[str]:
        """What may be written into: what methods are called of, items or attributes are set of, or calls are given."""
        found: set[str] = set().union(*self.captured.values())
        for part in parts:
            if part.__class__ is gast.Call:
                given = [*part.args, *(k.value for k in part.keywords)]
                if part.func.__class__ is gast.Attribute:
                    given.append(part.func.value)
                found |= {n for value in given for n in names_in(value)}
            elif part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                found |= names_in(part.value)
        return {self.find(n) for n in found}

    def may_change(self, identifier: str) -> bool:
        """Whether what a name stands for may be written into, so that it is no test any more of what was tested."""
        return identifier in self.varied or self.find(identifier) in self.changing

    def note_function(self, node: Node) -> None:
        """Remember what a function defined inside captures and may write into."""
        if node.__class__ is gast.FunctionDef:
            label, function = node.name, node
        elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name:
            label, function = node.targets[0].id, node.value
        else:
            return
        self.captured.setdefault(label, set()).update(self.written_by(function))
        if getattr(function, "decorator_list", None):
            self.escaped |= self.captured[label]
        for name in {name for name in free_names(function) if self.scope.name(name) is MISSING} - {label}:
            self.classes.join(label, name)  # what it returns may be a view of what it captured

    def written_by(self, function: Node) -> set[str]:
        """The names captured by a function, also as defaults of its parameters, that it may write into."""
        touched: set[str] = set()
        for inner in walk(function):
            if inner.__class__ in (gast.Subscript, gast.Attribute) and inner.ctx.__class__ is not gast.Load:
                touched |= names_in(inner.value)
            elif inner.__class__ is gast.AugAssign:
                touched |= names_in(inner.target)
            elif inner.__class__ is gast.Call:
                touched |= {n for part in [*inner.args, *(k.value for k in inner.keywords)] for n in self.roots(part)}
                if inner.func.__class__ is gast.Attribute:
                    touched |= self.roots(inner.func.value)
        arguments = function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [*zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
                 *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
        defaults = [self.roots(value) for parameter, value in pairs if value is not None and parameter.id in touched]
        return set().union(*defaults) | {name for name in free_names(function) & touched if self.scope.name(name) is MISSING}

    def note_escapes(self, parts: list[Node]) -> None:
        """Remember what functions may write that are put somewhere, from where nobody sees that they are called."""
        called = {id(part.func) for part in parts if part.__class__ is gast.Call}
        for part in parts:
            if part.__class__ is gast.Name and part.id in self.captured and id(part) not in called:
                self.escaped |= self.captured[part.id]
            elif part.__class__ is gast.Lambda:
                self.escaped |= self.written_by(part)

    def find(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        return self.classes.find(name)

    def link(self, node: Node) -> None:
        """Join what a statement binds with what it may be a view of."""
        if node.__class__ is gast.Assign:
            pairs = [(target, node.value) for target in node.targets]
        elif node.__class__ in (gast.AnnAssign, gast.NamedExpr) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif node.__class__ is gast.For:
            pairs = [(node.target, node.iter)]
        else:
            return
        for target, value in pairs:
            names = _stored_names(target) - self.constants
            for part in self.shown_of_globals(value):
                for name in names:
                    self.parts_of_globals.setdefault(name, set()).add(part)
            for source in self.roots(value) - self.constants:
                for name in names:
                    self.classes.join(name, source)

    def shown_of_globals(self, node: Node) -> set[str]:
        """The attributes of global objects that are containers or arrays, and whose memory an expression may share."""
        if node.__class__ is gast.Attribute:
            return {node.attr} if isinstance(self.scope.part(node), DATA) else set()
        if node.__class__ is gast.Subscript:
            known = self.scope.part(node.value)
            items = known.values() if isinstance(known, dict) else known if isinstance(known, list | collections.deque) else None
            shares = items is None or any(isinstance(item, DATA) for item in list(items))
            return self.shown_of_globals(node.value) if shares else set()
        if node.__class__ in (gast.Starred, gast.NamedExpr):
            return self.shown_of_globals(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.IfExp, gast.BoolOp):
            return {part for child in children(node) for part in self.shown_of_globals(child)}
        return set()

    def roots(self, node: Node) -> set[str]:
        """The names whose memory the value of an expression may share."""
        if node.__class__ is gast.Name:
            return {node.id} if self.scope.name(node.id) is MISSING else set()
        if node.__class__ is gast.Attribute:
            return set() if node.attr in self.inert_attributes else self.roots(node.value)
        if node.__class__ in (gast.Subscript, gast.Starred, gast.NamedExpr):
            return self.roots(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {name for child in children(node) for name in self.roots(child)}
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            if target is not MISSING:
                rule = lookup(target)
                if (rule is not None and rule.view == "never") or is_inert(target):
                    return set()
                if rule is None and isinstance(target, types.FunctionType) and not captures(target):
                    effects, matched = effects_of(target), match_arguments(target, node)
                    if not effects.opaque and matched is not None:
                        return {name for key in effects.returns for value in matched.get(key, []) for name in self.roots(value)}
            values = [*node.args, *(k.value for k in node.keywords)]
            found = {name for value in values for name in self.roots(value)}
            if node.func.__class__ is gast.Name:
                found |= self.roots(node.func)
            if node.func.__class__ is gast.Attribute and node.func.attr not in self.inert_methods:
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
            if node.attr in self.inert_attributes:
                return False
            return node.attr in self.fields or self.expr(node.value)
        if cls is gast.Subscript:
            return self.expr(node.value) or ("__getitem__" in self.scope.own and self.expr(node.slice)) or (
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
            return bool(free_names(node) & self.varied) or any(
                self.expr(d) for d in [*node.args.defaults, *node.args.kw_defaults])
        if node.__class__ in COMPREHENSIONS:
            parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
            self.bind_generators(node)
            return any(self.expr(part) for part in parts)
        if node.__class__ is gast.NamedExpr:
            return self.expr(node.value)
        return any(self.expr(child) for child in children(node) if isinstance(child, gast.expr))

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
            return self.scope.resolve(func)
        if func not in self.targets:
            self.targets[func] = self.scope.resolve(func)
        return self.targets[func]

    def call(self, node: Node) -> bool:
        """Whether a call may give, or leave in its arguments, something that depends on the seeds."""
        target = self.target(node.func)
        values = [*node.args, *(k.value for k in node.keywords)]
        if target is not MISSING:
            rule = lookup(target)
            if rule.kind == "zero" if rule is not None else is_inert(target):
                if target in (any, all) and values and values[0].__class__ is gast.GeneratorExp:  # its calls may write
                    return any(c.__class__ is gast.Call and self.scope.resolve(c.func) is MISSING and self.call(c)
                               for c in walk(values[0].elt))
                return any(self.expr(out) for out in written_by(node, target))
            if rule is None and is_generator(target) and self.passes_by(target):
                return False
            if any(self.expr(value) for value in values):
                return True
            if rule is not None:
                return False
            return bool(self.fields) and any(v.__class__ in (gast.Name, gast.Attribute, gast.Starred) for v in values)
        if node.func.__class__ is gast.Attribute and node.func.attr in self.inert_methods:
            return False
        if self.closures and node.func.__class__ is gast.Name and node.func.id in self.scope.source.cells:
            return True
        if self.expr(node.func) or any(self.expr(value) for value in values):
            return True
        return bool(self.fields) and node.func.__class__ in (gast.Attribute, gast.Name)

    @staticmethod
    def passes_by(generator: types.FunctionType) -> bool:
        """Whether no derivative flows through a generator."""
        from tangentish.analysis.generators import yields_nothing_active  # which looks at its activity

        return yields_nothing_active(generator)

    # what is bound

    def visit(self, node: Node, calls: list[Node]) -> None:
        """Grow `varied` by what one statement binds or writes.

        `calls` are the calls, the `:=` and the comprehensions in its own expressions, and where classes say what they mean,
        the items and comparisons.
        """
        if hasattr(node, "dynamic"):
            call = gast.Call(*node.dynamic[:2], [*node.dynamic[2]])
            self.effects(call)
            if self.call(call):
                self.bind(node.targets[0].elts[0])
            return
        for inner in calls:
            if inner.__class__ in COMPREHENSIONS:
                self.bind_generators(inner)
            if inner.__class__ is gast.NamedExpr and self.expr(inner.value):
                self.bind(inner.target)
            if inner.__class__ is gast.Call:
                self.effects(inner)
            elif inner.__class__ in (gast.Subscript, gast.Compare):
                self.key_effects(inner)
        if node.__class__ is gast.Assign:
            for target in node.targets:
                self.assign(target, node.value)
        elif node.__class__ is gast.AnnAssign and node.value is not None:
            self.assign(node.target, node.value)
        elif node.__class__ is gast.AugAssign and self.expr(node.value):
            self.bind_root(node.target)
        elif node.__class__ is gast.For and self.expr(node.iter):
            self.bind(node.target, iterable=node.iter)
        elif node.__class__ is gast.With:
            for item in node.items:
                if item.optional_vars is not None and self.expr(item.context_expr):
                    self.bind(item.optional_vars)
        elif node.__class__ is gast.FunctionDef and (free_names(node) & self.varied or any(
                self.expr(d) for d in [*node.args.defaults, *node.args.kw_defaults])):
            self.varied.add(node.name)
        elif node.__class__ is gast.Match and self.expr(node.subject):
            for case in node.cases:
                for pattern in walk(case.pattern):
                    captured = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
                    if isinstance(captured, str):
                        self.varied.add(captured)

    def assign(self, target: Node, value: Node) -> None:
        """Bind a target, item by item where both sides are displays of the same length."""
        if (target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List)
                and len(target.elts) == len(value.elts)
                and not any(e.__class__ is gast.Starred for e in [*target.elts, *value.elts])):
            for left, right in zip(target.elts, value.elts, strict=True):
                self.assign(left, right)
        elif self.expr(value):
            self.bind(target)

    def bind(self, target: Node, iterable: Node | None = None) -> None:
        """Mark everything a target binds or writes into; the counter of `enumerate` is left out."""
        if target.__class__ is gast.Name:
            if target.id not in self.constants and target.id not in self.scope.imports and not isinstance(
                    self.scope.name(target.id), (types.ModuleType, type)):
                self.varied.add(target.id)
        elif target.__class__ in (gast.Tuple, gast.List):
            items = list(target.elts)
            name = iterable.func.id if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Name else ""
            if name == "enumerate" and len(items) == 2 and iterable is not None:
                self.bind(items[1], iterable=iterable.args[0])
                return
            if name == "zip" and iterable is not None and len(items) == len(iterable.args):
                for item, source in zip(items, iterable.args, strict=True):
                    if self.expr(source):
                        self.bind(item, iterable=source)
                return
            if (iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Attribute
                    and iterable.func.attr == "items" and len(items) == 2):
                items = items[1:]
            for item in items:
                self.bind(item)
        elif target.__class__ is gast.Starred:
            self.bind(target.value)
        elif target.__class__ is gast.Attribute:
            self.fields.add(target.attr)
            self.bind_all(self.escaped)  # it may be a property whose setter calls any of them
            if acting(SETTERS) in self.scope.own:
                self.bind_root(target.value)  # the setter may store it under any name
        elif target.__class__ is gast.Subscript:
            self.bind_root(target.value)

    def bind_root(self, node: Node) -> None:
        """What an active value is written into is varied from its name on."""
        if node.__class__ is gast.Name:
            self.bind(node)
            self.varied |= self.classes.members(node.id) - self.constants
            for name, parts in self.parts_of_globals.items():
                if self.find(name) == self.find(node.id):
                    self.share(parts)
        elif node.__class__ is gast.Attribute:
            root: Node = node
            while root.__class__ in (gast.Attribute, gast.Subscript):
                root = root.value
            if root.__class__ is gast.Name and self.scope.name(root.id) is not MISSING:
                self.share(self.shown_of_globals(node))
                return  # a global object: if a call stores active values there, it is refused when it does
            self.fields.add(node.attr)
            if node.attr in ("flat", "T", "real", "imag"):
                self.bind_root(node.value)
        elif node.__class__ is gast.Subscript and self.shown_of_globals(node.value) and not self.shown_of_globals(node):
            return  # an item that is no container: what is written into it is not written into what holds it
        elif node.__class__ in (gast.Subscript, gast.Starred):
            self.bind_root(node.value)
        elif node.__class__ is gast.Call:
            for part in [*node.args, getattr(node.func, "value", None)]:
                if part is not None:
                    self.bind_root(part)

    def share(self, parts: set[str]) -> None:
        """Active values are written into attributes of global objects, and may be read from there."""
        self.shared_fields |= parts
        self.fields |= parts

    def effects(self, node: Node) -> None:
        """Arguments that an active call may write into are varied."""
        values = [*node.args, *(k.value for k in node.keywords)]
        active = any(self.expr(value) for value in [node.func, *values])
        target = self.target(node.func)
        for part in _functions_in([node.func, *values]):  # a function defined inside may write into what it captured
            if part.__class__ is gast.Name and part.id in self.captured and (active or part.id in self.varied):
                self.bind_all(self.captured[part.id])
            elif part.__class__ is gast.Lambda and (active or self.expr(part)):
                self.bind_all(self.written_by(part))
        for out in [*written_by(node, target), *hidden_outs(node, target)] if active else []:
            self.bind_root(out)
        if target is not MISSING:
            if writes_first(target) and active:
                for written in first_argument(node):
                    self.bind_root(written)
            elif isinstance(target, types.FunctionType) and lookup(target) is None and self.call(node):
                effects = effects_of(target)
                matched = match_arguments(target, node)
                self.share(written_parts(target))
                if effects.opaque or matched is None:
                    matched, writes = {"": [value for value in values if not self.shown_of_globals(value)]}, {""}
                else:
                    writes = set(effects.writes)
                for key in writes:
                    for value in matched.get(key, []):
                        self.bind_root(value)
            elif isinstance(target, type) and target not in PURE_TYPES and active and handled(target) is None:
                for value in values:
                    self.bind_root(value)
            return
        if node.func.__class__ is gast.Attribute:
            if node.func.attr in MUTATORS and node.func.attr not in self.scope.own:
                if active:
                    self.bind_root(node.func.value)
                return
            if node.func.attr in self.inert_methods or (node.func.attr in PURE_METHODS and node.func.attr not in self.scope.own):
                return
        if self.call(node):
            if active and not (node.func.__class__ is gast.Name and node.func.id in self.captured):
                self.bind_all(self.escaped)  # it may be any of them
            for value in values:
                self.bind_root(value)
            if node.func.__class__ is gast.Attribute and self.global_root(node.func.value) not in self.read_globals:
                # else a method that stores active values in the object is refused when it does
                self.bind_root(node.func.value)

    def key_effects(self, node: Node) -> None:
        """An object may keep the active key that is looked up in it, where its class says what this means."""
        if node.__class__ is gast.Subscript:
            if "__getitem__" in self.scope.own and self.expr(node.slice):
                self.bind_root(node.value)
        elif acting("__contains__") in self.scope.own and node.ops[0].__class__ in (gast.In, gast.NotIn) and self.expr(node.left):
            self.bind_root(node.comparators[0])

    def writes_active(self, node: Node, given: Mapping[str, Any]) -> bool:
        """Whether a call may write active values into anything; `given` are the functions that names are known to mean."""
        func = node.func
        if func.__class__ is gast.Name and func.id in self.captured:
            return bool(self.captured[func.id] & self.varied)
        target = self.scope.resolve(func)
        if target is MISSING and func.__class__ is gast.Name:
            target = given.get(func.id, MISSING)
        if target is MISSING and func.__class__ is gast.Attribute:
            if func.attr in MUTATORS:
                return bool(self.roots(func.value) & self.varied)
            return self.call(node) and not (func.attr in PURE_METHODS | INERT_METHODS and func.attr not in self.scope.own)
        if target is MISSING or (isinstance(target, types.FunctionType) and lookup(target) is None):
            return self.call(node) and effects_of(target).any_writes
        return False

    def bind_all(self, names: set[str]) -> None:
        """Mark what a function may write."""
        for label in sorted(names):
            self.bind_root(gast.Name(label, gast.Load(), None, None))

    def global_root(self, node: Node) -> str | None:
        """The global that an expression of attributes starts from, if any."""
        while node.__class__ is gast.Attribute:
            node = node.value
        known = node.__class__ is gast.Name and node.id not in self.scope.locals and node.id not in self.scope.source.cells
        return node.id if known else None

    def globals_read(self, parts: list[Node]) -> set[str]:
        """The globals whose attributes are read, in some expressions with all their parts, otherwise than to be called."""
        called = {id(part.func) for part in parts if part.__class__ is gast.Call}
        roots = {self.global_root(part) for part in parts if part.__class__ is gast.Attribute and id(part) not in called}
        return {root for root in roots if root is not None}


def _stored_names(target: Node) -> set[str]:
    """The names that a target binds, or that stand for what it stores into: an index only says where."""
    if target.__class__ in (gast.Tuple, gast.List):
        return {label for item in target.elts for label in _stored_names(item)}
    if target.__class__ in (gast.Subscript, gast.Starred):
        return _stored_names(target.value)
    return {part.id for part in walk(target) if part.__class__ is gast.Name}


def _functions_in(parts: list[Node]) -> list[Node]:
    """The names and lambdas among some expressions, also inside displays."""
    found = []
    for part in parts:
        if part.__class__ in (gast.List, gast.Tuple, gast.Dict, gast.Starred):
            found += _functions_in(children(part))
        else:
            found.append(part)
    return found


def own_expressions(node: Node) -> list[Node]:
    """The expressions of a statement itself, without those of the statements inside it."""
    if node.__class__ in DEFINITIONS:
        return []
    blocks = child_blocks(node)
    if not blocks:
        return children(node)
    inside = {id(child) for _, block in blocks for child in block}
    return [child for child in children(node)
            if id(child) not in inside and child.__class__ not in (gast.ExceptHandler, gast.match_case)]


def own_classes(body: Block) -> set[str]:
    """The names of the classes that are defined in a block, where they mean nothing else in it."""
    found = {s.name for s in walk_statements(body) if s.__class__ is gast.ClassDef}
    if not found:
        return found
    return found - {n.id for s in walk_statements(body) for part in own_expressions(s) for n in walk(part)
                    if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
