"""Which variables around a function, and which of its arguments, it is seen to write into.

Under other names, through views, and by the functions that it calls: nothing is taken for written that may only be.
So is what is put into a container of the function's own and written there.  What other code does with it is not seen:
`normalise/arrays_around.py` lets arrays that this may happen to refuse it.

>>> import numpy as np
>>> from tangentish.frontend.source import read_source
>>> BUFFER = np.zeros(3)
>>> def fill(x):
...     rows = BUFFER[1:]
...     rows[0] = x
>>> AroundWrites(read_source(fill)).written
{'BUFFER'}
"""

from __future__ import annotations

import collections
import copy
import functools
import types
from collections.abc import Callable, Iterable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.effects import effects_of
from tangentish.analysis.inert import is_engine
from tangentish.analysis.item_parts import has_part, is_part_of_item, items_of
from tangentish.analysis.latest import latest_assignments
from tangentish.analysis.matching import match_arguments
from tangentish.analysis.new_containers import is_made
from tangentish.analysis.objects_around import gives_of_its_own
from tangentish.analysis.reach import DATA
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import METHODS, ON_CHANGE, lookup
from tangentish.syntax import Node, walk

_ACTING = frozenset([gast.Assign, gast.AnnAssign, gast.NamedExpr, gast.For, gast.comprehension, gast.AugAssign, gast.Call])
_VIEWS = frozenset("T mT real imag flat".split())
_GIVING = (enumerate, zip, reversed, iter, list, tuple)
_KEEPING = (*_GIVING, dict, sorted, copy.copy, collections.deque, functools.partial)
"""What holds what it is given, or the same items."""
_PICKING = (max, min, next)
_GIVEN_OUT = frozenset("get pop popleft popitem setdefault".split())
_ITEMS = frozenset("values items copy".split())


_of_code: dict[types.CodeType, tuple[set[str], set[str]]] = {}
ON_CHANGE.append(_of_code.clear)


def written_parameters(function: types.FunctionType) -> set[str]:
    """The parameters that a function writes into."""
    return _writes(function)[0]


def written_parts(function: types.FunctionType) -> set[str]:
    """The attributes of global objects, containers or arrays, that a function writes into, also by what it calls."""
    return _writes(function)[1]


def writes_around(scope: Scope) -> AroundWrites:
    """What the function of a scope writes around it, found once."""
    if scope.writes is None:
        scope.writes = AroundWrites(scope.source)
    found: AroundWrites = scope.writes
    return found


def _writes(function: types.FunctionType) -> tuple[set[str], set[str]]:
    code = function.__code__
    if (function.__module__ or "").partition(".")[0] == "tangentish":
        return set(), set()  # what it keeps is its own
    if code not in _of_code:
        _of_code[code] = set(), set()  # what is seen by what calls itself
        try:
            found = AroundWrites(read_source(function))
        except TangentishError:
            return _of_code[code]
        own = is_engine(function) or is_foreign(function.__module__)  # as its caches are
        _of_code[code] = found.into, set() if own else found.parts
    return _of_code[code]


class AroundWrites:
    """`shown` has what each name of a function may be a view of, `held` what the container or the object may hold that it means;
    `written` the variables around the function that it writes into.

    `items` has what is put under a key that is a constant, into the container that a name means, and `loose` what else that holds:
    what is written in one item of a dict is not written in the others;
    `stored` has what the attributes of parameters that it stores into show, so that a copy may be told from what its items are;
    `given` has what each assignment shows, for names that have their value from that one alone;
    `methods` are the names of methods that change what they are of, `partials` the calls whose results names stand for, `into` the
    parameters that it writes into, and `parts` the attributes of global objects: these are shown as ".name".
    """

    def __init__(self, source: Any) -> None:
        self.tree = source.tree
        arguments = self.tree.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        params = {a.id for a in named}
        nodes = walk(self.tree.body)
        bound = {node.id for node in walk(self.tree) if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load}
        self.scope = scope_of(source, bound)
        self.around = {node.id for node in nodes if node.__class__ is gast.Name} - bound - params
        self.shown: dict[str, set[str]] = {name: {name} for name in params}
        self.only_given = params - {n.id for n in nodes if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
        self.latest, self.given = latest_assignments(self.tree.body, named), {id(a): {a.id} for a in named}
        self.held: dict[str, set[str]] = {}
        self.loose: dict[str, set[str]] = {}
        self.items: dict[tuple[str, object], set[str]] = {}
        self.stored: dict[tuple[str, str], set[str]] = {}
        self.changed: set[str] = set()
        self.methods: set[str] = set()
        self.partials: dict[str, list[Node]] = {}
        before, acting = -1, [node for node in nodes if node.__class__ in _ACTING]
        known = [self.shown, self.held, self.loose, self.items, self.given, self.stored]
        while before != (before := sum(len(labels) for table in known for labels in table.values())):  # nothing more is shown
            for node in acting:
                self.visit(node)
        self.written, self.into = self.changed & self.around, self.changed & params
        self.parts = {shown[1:] for shown in self.changed if shown.startswith(".")}

    def views(self, node: Node | None) -> set[str]:
        """The variables around the function that the value of an expression may be a view of, or be."""
        if node is None:
            return set()
        if node.__class__ is gast.Name:
            if id(node) in self.latest:  # which is not what it is elsewhere
                return self.given.get(id(self.latest[id(node)]), set())
            return {node.id} if node.id in self.around else self.shown.get(node.id, set())
        if node.__class__ is gast.Attribute:
            if node.attr in _VIEWS or self.is_method(node):  # which writes into what it is of
                return self.views(node.value)
            if isinstance(self.scope.part(node), DATA):
                return {"." + node.attr}
            stored = self.stored.get(_place(node)) if self.is_given(node.value) else None
            return self.of_items(node) | self.holds(node.value) if stored is None else stored
        if node.__class__ is gast.Subscript:
            return self.views(node.value) | self.item(node)
        if node.__class__ in (gast.Starred, gast.NamedExpr):
            return self.views(node.value)
        if node.__class__ in (gast.IfExp, gast.BoolOp):
            return self.each(self.views, branches(node))
        return self.views_of_call(node) if node.__class__ is gast.Call else set()

    def of_items(self, node: Node) -> set[str]:
        """The attribute that is read, if it may be data that an item of a container around the function has."""
        if is_part_of_item(node, self.scope):
            return {"." + node.attr}
        held = [self.scope.name(label) for label in self.views(node.value) & self.around]
        return {"." + node.attr} if has_part([item for one in held for item in items_of(one)], node.attr) else set()

    def holds(self, node: Node | None) -> set[str]:
        """What the value of an expression may hold: what its items, or its attributes, may be views of."""
        if node.__class__ is gast.Name:
            return self.held.get(node.id, set())
        if node.__class__ is gast.Subscript:
            return self.item(node)
        if node.__class__ in (gast.Attribute, gast.Starred, gast.NamedExpr):
            return self.holds(node.value)
        if node.__class__ in (gast.IfExp, gast.BoolOp):
            return self.each(self.holds, branches(node))
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict):
            return self.each(self.reached, node.values if node.__class__ is gast.Dict else node.elts)
        if node.__class__ is gast.BinOp:
            return self.holds(node.left) | self.holds(node.right)
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            given = [*node.args, *(k.value for k in node.keywords)]
            if target in _KEEPING:
                return self.each(self.reached, given)
            if isinstance(target, type) and lookup(target) is None:
                return self.containers(self.each(self.reached, given))
            if target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in _ITEMS:
                return self.containers(self.reached(node.func.value))
        return set()

    def item(self, node: Node) -> set[str]:
        """What an item of a container may be a view of: of what is known to be under another key, nothing."""
        key = _key(node)
        return self.holds(node.value) if key is None else self.loose.get(key[0], set()) | self.items.get(key, set())

    def reached(self, node: Node) -> set[str]:
        """What an expression may be a view of, or hold."""
        return self.views(node) | self.holds(node)

    def containers(self, labels: set[str]) -> set[str]:
        """Those that hold lists or dicts: arrays that are written into after all refuse it."""
        return {label for label in labels & self.around if not isinstance(self.scope.name(label), np.ndarray)}

    @staticmethod
    def each(of: Callable[[Node], set[str]], nodes: Iterable[Node]) -> set[str]:
        return set().union(*map(of, nodes), set())

    def views_of_call(self, node: Node) -> set[str]:
        target = self.scope.resolve(node.func)
        if target is getattr and len(node.args) > 1 and isinstance(key := getattr(node.args[1], "value", None), str):
            return self.views(gast.Attribute(node.args[0], key, gast.Load()))
        if target is MISSING:
            if node.func.__class__ is not gast.Attribute:
                return set()
            if gives_of_its_own(self.scope.part(node.func)):
                parts = getattr(self.scope.part(node.func.value), "__dict__", {})
                return {"." + key for key, part in list(parts.items()) if isinstance(part, DATA)} | self.holds(node.func.value)
            if node.func.attr in _GIVEN_OUT:
                return self.reached(node.func.value)
            method = METHODS.get(node.func.attr)
            rule = None if method is None else lookup(method)
            return self.views(node.func.value) if rule is not None and rule.view != "never" else set()
        rule = lookup(target)
        if target in _PICKING:
            return self.each(self.reached, node.args)
        if target in _GIVING or (rule is not None and rule.view != "never"):
            return self.each(self.views, node.args)
        if isinstance(target, types.FunctionType) and rule is None and not is_made(node, self.scope):
            matched, effects = match_arguments(target, node) or {}, effects_of(target)
            return self.containers(self.each(self.views, [value for key in effects.returns for value in matched.get(key, [])]))
        return set()

    def is_given(self, node: Node) -> bool:
        """Whether an expression is the name of a parameter that is never bound anew."""
        return node.__class__ is gast.Name and node.id in self.only_given

    def is_method(self, node: Node) -> bool:
        """Whether an expression is a method that changes the container around the function that it is of, or a display with one."""
        if node.__class__ in (gast.Tuple, gast.List):
            return any(map(self.is_method, node.elts))
        return node.__class__ is gast.Attribute and node.attr in MUTATORS and node.value.__class__ is gast.Name and isinstance(
            self.scope.part(node.value), DATA)

    def visit(self, node: Node) -> None:
        """Grow the sets by what one node does."""
        if node.__class__ is gast.Assign:
            self.given.setdefault(id(node), set()).update(self.views(node.value))
            for target in node.targets:
                self.bind(target, node.value)
        elif node.__class__ in (gast.AnnAssign, gast.NamedExpr):
            self.bind(node.target, node.value)
        elif node.__class__ in (gast.For, gast.comprehension):
            self.bind(node.target, node.iter, item=True)
        elif node.__class__ is gast.AugAssign:
            self.changed |= self.views(node.target.value if node.target.__class__ is gast.Subscript else node.target)
        elif node.__class__ is gast.Call:
            self.call(node)

    def bind(self, target: Node, value: Node | None, item: bool = False) -> None:
        """Let a target be a value, or an `item` of one."""
        if target.__class__ is gast.Name:
            shown = self.views(value) | (self.holds(value) if item else set())
            self.shown.setdefault(target.id, set()).update(shown)
            self.hold(target.id, self.holds(value))
            if value is not None and self.is_method(value):
                self.methods.add(target.id)
            if value.__class__ is gast.Call and value not in (known := self.partials.setdefault(target.id, [])):
                known.append(value)
        elif target.__class__ in (gast.Subscript, gast.Attribute):
            if target.__class__ is gast.Attribute and self.is_given(target.value):
                shown = self.views(value) if not item and is_made(value, self.scope) else self.views(value) | self.holds(value)
                self.stored.setdefault(_place(target), set()).update(shown)
            self.changed |= self.views(target.value) if target.__class__ is gast.Subscript else set()
            self.put(target.value, [] if value is None else [value], _key(target))
        elif target.__class__ in (gast.Tuple, gast.List):
            several = value.__class__ is gast.Tuple and len(value.elts) == len(target.elts) and not item
            for place, part in enumerate(target.elts):
                self.bind(part, value.elts[place] if several else value, item=not several)
        elif target.__class__ is gast.Starred:
            self.bind(target.value, value, item)

    def hold(self, name: str, labels: set[str], key: tuple[str, object] | None = None) -> None:
        """Let what a name means hold what some variables show, under a key if it is known to be under that alone."""
        self.held.setdefault(name, set()).update(labels)
        (self.loose.setdefault(name, set()) if key is None else self.items.setdefault(key, set())).update(labels)

    def put(self, owner: Node, values: list[Node], key: tuple[str, object] | None = None) -> None:
        """Let what an expression means hold some values."""
        while owner.__class__ in (gast.Attribute, gast.Subscript, gast.NamedExpr):
            key = _key(owner) or key
            owner = owner.target if owner.__class__ is gast.NamedExpr else owner.value
        if owner.__class__ is gast.Name:
            self.hold(owner.id, self.each(self.reached, values), key)

    def call(self, node: Node) -> None:
        target = self.scope.resolve(node.func)
        outs = list(written_by(node, target))
        if target is MISSING:
            if node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS:
                outs.append(node.func.value)
                self.put(node.func.value, node.args)
            elif node.func.__class__ is gast.Name and node.func.id in self.methods:
                outs.append(node.func)
            for partial in self.partials.get(node.func.id, []) if node.func.__class__ is gast.Name else [node.func]:
                self.call_partial(partial, node)
        elif writes_first(target):
            outs += first_argument(node)
        elif isinstance(target, types.FunctionType) and lookup(target) is None and not is_made(node, self.scope):
            matched = match_arguments(target, node)
            if matched is None and written_parameters(target):
                self.changed |= self.each(self.reached, [*node.args, *(k.value for k in node.keywords)])
            outs += [value for key in written_parameters(target) for value in (matched or {}).get(key, [])]
            self.changed |= {"." + part for part in written_parts(target)}
        for out in outs:
            self.changed |= self.views(out)

    def call_partial(self, partial: Node, node: Node) -> None:
        """A call of what `functools.partial` made."""
        if partial.__class__ is gast.Call and partial.args and self.scope.resolve(partial.func) is functools.partial:
            self.call(gast.Call(partial.args[0], [*partial.args[1:], *node.args], [*partial.keywords, *node.keywords]))


def _place(node: Node) -> tuple[str, str]:
    """The name and the attribute of `name.attribute`."""
    return node.value.id, node.attr


def _key(node: Node) -> tuple[str, object] | None:
    """The name and the key of `name["key"]`; None of anything else: what two numbers say of an array or a list may overlap."""
    if node.__class__ is gast.Subscript and node.value.__class__ is gast.Name and node.slice.__class__ is gast.Constant:
        return (node.value.id, node.slice.value) if isinstance(node.slice.value, str) else None
    return None


def branches(node: Node) -> list[Node]:
    """What the value of `a if c else b`, or of `a or b`, may be."""
    return [node.body, node.orelse] if node.__class__ is gast.IfExp else list(node.values)
