"""Refuses iterators that are not used up at once: they are followed as the lists of what they give.

A list is the same thing only where an iterator is gone through once, by one reader, before anything that it reads has
changed.  A view of a dict may be read again, as long as the dict has not changed.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.call_aliases import root_name
from tangentish.analysis.code_writes import MUTATORS
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.normalise.effectful import Effectful
from tangentish.normalise.iterator_makers import CALLING, ITERATORS, LISTED, is_one_of
from tangentish.syntax import Block, Node, children, free_names, names_in, own_expressions, walk, walk_statements

VIEWS = ("keys", "values", "items")
FLAT = ("index", "coords", "base")


@dataclass(frozen=True)
class Held:
    """What is known of a name that holds an iterator, or a view of a dict."""

    made: Node
    reads: frozenset[str]  # names whose memory it reads when it is gone through
    own: frozenset[str] = frozenset()  # of these, one for each object
    late: frozenset[str] = frozenset()  # names that it looks up only then
    view: bool = False
    used: int = 0
    stale: bool = False


State = dict[str, Held]


def check_iterators(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise `UnsupportedError` where a name that holds an active iterator is used as a list cannot be."""
    if any(_lazy(value, scope) for value in walk(body)):
        _Check(body, activity, scope, filename).block(body, {})


def _lazy(value: Node, scope: Scope) -> str:
    """Whether an expression makes an iterator, or a view of a dict, or a flat iterator of an array."""
    if value.__class__ is gast.GeneratorExp:
        return "iterator"
    if value.__class__ is gast.Attribute and value.attr == "flat":
        return "flat"
    if value.__class__ is not gast.Call:
        return ""
    if value.func.__class__ is gast.Attribute and value.func.attr in VIEWS and not value.args:
        return "view"
    target = scope.resolve(value.func)
    return "iterator" if is_one_of(target, ITERATORS) else ""


def _stored(node: Any) -> set[str]:
    """The names that are bound in a tree."""
    return {n.id for n in walk(node) if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}


def _is_part(node: Node) -> bool:
    """Whether an expression is a name, or a part of what a name holds that is more than an item."""
    if node.__class__ is gast.Subscript:
        parts = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
        return any(part.__class__ is gast.Slice for part in parts)
    return node.__class__ in (gast.Name, gast.Attribute)


class _Check:
    def __init__(self, body: Block, activity: Activity, scope: Scope, filename: str) -> None:
        self.activity, self.scope, self.filename = activity, scope, filename
        self.same: dict[str, str] = {}  # names that may be other names of an object, or of a part of it
        for node in walk_statements(body):
            source = root_name(node.value) if node.__class__ is gast.Assign and _is_part(node.value) else None
            for target in node.targets if source is not None else []:
                if target.__class__ is gast.Name:
                    self.same[self.object(target.id)] = self.object(source or "")
        self.effectful = Effectful(scope)
        self.captured = {node.name: free_names(node) for node in walk_statements(body) if node.__class__ is gast.FunctionDef}

    def object(self, key: str) -> str:
        """The name that stands for the object of a name."""
        while self.same.get(key, key) != key:
            key = self.same[key]
        return key

    # statements

    def block(self, block: Block, state: State) -> State:
        for node in block:
            state = self.statement(node, state)
        return state

    def statement(self, node: Node, state: State) -> State:
        if node.__class__ in (gast.For, gast.While):
            return self.loop(node, state)
        for part in own_expressions(node):
            state = self.uses(part, state, node)
        state = self.changed(node, state)
        if node.__class__ is gast.Assign:
            for target in node.targets:
                state = self.bound(target, node.value, state)
        elif node.__class__ is gast.If:
            return self.either(self.block(node.body, state), self.block(node.orelse, state))
        elif node.__class__ is gast.Try:
            state = self.block(node.body, state)
            for handler in node.handlers:
                state = self.either(state, self.block(handler.body, state))
            state = self.block([*node.orelse, *node.finalbody], state)
        elif node.__class__ is gast.With:
            state = self.block(node.body, state)
        return state

    def loop(self, node: Node, state: State) -> State:
        """A body runs many times: what it uses once, it uses more than once."""
        head = [node.iter] if node.__class__ is gast.For else []
        for part in head:
            state = self.uses(part, state, node)
            lazy = [n for n in names_in(part) if n in state and not state[n].view]
            held = [state[n] for n in sorted(lazy)] + [self.held(made) for made in self.snapshots(part)]
            self.stays(node, held)
        for _ in range(2):
            if node.__class__ is gast.While:
                state = self.uses(node.test, state, node)
            state = self.either(state, self.block(node.body, state))
        return self.block(node.orelse, state)

    def snapshots(self, node: Node) -> list[Node]:
        """The iterators in what a loop goes through that are made lists before it; the others are read item by item."""
        if node.__class__ is gast.GeneratorExp:
            return [node]
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            if is_one_of(target, LISTED):
                return [node]
            if is_one_of(target, ITERATORS):
                return [found for arg in node.args for found in self.snapshots(arg)]
        return []

    def stays(self, loop: Node, held: list[Held]) -> None:
        """Refuse a statement in a loop over an iterator that changes what the iterator has yet to read."""
        for statement in walk_statements(loop.body):
            for one in held:
                if self.changed(statement, {"": one}, _stored(loop.target))[""].stale and self.active(one):
                    raise self.refused("the body of this loop changes what the iterator has yet to read", statement)

    def either(self, left: State, right: State) -> State:
        """What is known after one of two ways, of which nobody knows which is taken."""
        found = dict(left)
        for key, held in right.items():
            other = found.get(key)
            found[key] = held if other is None else replace(
                held, used=max(held.used, other.used), stale=held.stale or other.stale)
        return found

    # names

    def bound(self, target: Node, value: Node, state: State) -> State:
        """The state after `target = value`."""
        if target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List) and len(
                target.elts) == len(value.elts):
            for one, item in zip(target.elts, value.elts, strict=True):
                state = self.bound(one, item, state)
            return state
        gone = {key: held for key, held in state.items() if key not in _stored(target)}
        if target.__class__ is not gast.Name:
            return gone
        if value.__class__ is gast.IfExp:
            return self.either(self.bound(target, value.body, gone), self.bound(target, value.orelse, gone))
        if value.__class__ is gast.Name and value.id in state:
            return {**gone, target.id: replace(state[value.id], used=0)}
        return {**gone, target.id: self.held(value)} if _lazy(value, self.scope) else gone

    def held(self, value: Node) -> Held:
        """What a new iterator reads."""
        late: set[str] = set()
        if value.__class__ is gast.GeneratorExp:
            inner = {n for g in value.generators for n in _stored(g.target)}
            late = names_in([value.elt, *(g.iter for g in value.generators[1:]), *(t for g in value.generators for t in g.ifs)])
            late -= inner
        target = self.scope.resolve(value.func) if value.__class__ is gast.Call else None
        parts = [value]
        if is_one_of(target, CALLING):
            late = set(free_names(value.args[0])) if value.args[0].__class__ is gast.Lambda else set(self.captured.get(
                root_name(value.args[0]) or "", set()))
            parts = value.args[1:]
        given = [] if value.__class__ is not gast.Call else [*value.args, *(k.value for k in value.keywords)]
        for function in given:  # a key, say, which is called only then
            if function.__class__ is gast.Lambda:
                late |= free_names(function)
            elif function.__class__ is gast.Name:
                late |= self.captured.get(function.id, set())
        names = names_in(parts)
        return Held(value, frozenset(map(self.activity.find, names)), frozenset(map(self.object, names)), frozenset(late),
                    _lazy(value, self.scope) == "view")

    def changed(self, node: Node, state: State, items: Collection[str] = ()) -> State:
        """The state after what a statement by itself stores, binds and calls; `items` hold what has been read."""
        written: set[str] = set()
        grown: set[str] = set()
        rebound: set[str] = set()
        targets = node.targets if node.__class__ in (gast.Assign, gast.Delete) else [node.target] if hasattr(node, "target") else []
        for target in targets:
            for part in walk(target):
                if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                    written |= {root_name(part) or ""}
            rebound |= _stored(target)
            if node.__class__ is gast.AugAssign:
                grown |= _stored(target)
        for part in own_expressions(node):
            for call in walk(part):
                if call.__class__ is not gast.Call:
                    continue
                method = call.func.__class__ is gast.Attribute
                if method and call.func.attr in MUTATORS:
                    grown |= names_in(call.func.value)
                elif self.effectful(call):
                    grown |= names_in([*call.args, *(k.value for k in call.keywords), *([call.func.value] if method else [])])
        written = {self.activity.find(n) for n in written if n not in state and n not in items}
        grown = {self.object(n) for n in grown if n not in state and n not in items}
        return {key: replace(held, stale=held.stale or bool(held.reads & written or held.own & grown or held.late & rebound))
                for key, held in state.items()}

    def uses(self, node: Node, state: State, statement: Node, again: bool = False) -> State:
        """The state after an expression is evaluated; `again` if it may be more than once."""
        if node.__class__ is gast.Name:
            return self.use(node.id, state, statement, again) if node.ctx.__class__ is gast.Load and node.id in state else state
        if node.__class__ is gast.Attribute and node.value.__class__ is gast.Name and node.attr in FLAT:
            flat = state.get(node.value.id)
            if flat is not None and flat.made.__class__ is gast.Attribute and self.active(flat):
                raise self.refused(f"`{node.attr}` of a flat iterator is not supported", statement)
        if node.__class__ in (gast.GeneratorExp, gast.ListComp, gast.SetComp, gast.DictComp):
            first, *rest = node.generators
            state = self.uses(first.iter, state, statement, again)
            inner = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
            for part in [*inner, *first.ifs, *(p for g in rest for p in (g.iter, *g.ifs))]:
                state = self.uses(part, state, statement, True)
            return state
        if node.__class__ is gast.Call and self.scope.resolve(node.func) is itertools.islice and self.writes(node.args[0]):
            raise self.refused("`islice` takes some items only, and the function that is called for each of them writes", statement)
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.Mult:
            for made in walk([n for n in (node.left, node.right) if n.__class__ in (gast.List, gast.Tuple)]):
                if _lazy(made, self.scope) == "iterator" and self.activity.expr(made):
                    raise self.refused("an iterator is used more than once", statement)
        if node.__class__ is gast.IfExp:
            state = self.uses(node.test, state, statement, again)
            return self.either(self.uses(node.body, state, statement, again), self.uses(node.orelse, state, statement, again))
        for child in children(node):
            state = self.uses(child, state, statement, again or node.__class__ is gast.Lambda)
        return state

    def use(self, key: str, state: State, statement: Node, again: bool) -> State:
        held = state[key]
        if held.made.__class__ is gast.Attribute:  # `x.flat` is a view of `x`, which may be read again
            return state
        held = replace(held, used=held.used + 1 + again)
        if held.stale and self.active(held):
            raise self.refused(f"what `{key}` reads has changed since it was made", statement)
        if held.used > 1 and not held.view and self.active(held):
            raise self.refused(f"the iterator `{key}` is used more than once", statement)
        return {**state, key: held}

    def writes(self, node: Node) -> bool:
        """Whether a function defined here that writes into what it captured is called for each item of an iterator."""
        called = [found.args[0] if found.__class__ is gast.Call else call.func for found in self.snapshots(node)
                  for call in (walk(found) if found.__class__ is gast.GeneratorExp else [found]) if call.__class__ is gast.Call]
        return any(self.activity.captured.get(root_name(function) or "") for function in called)

    def active(self, held: Held) -> bool:
        return bool(self.activity.expr(held.made))

    def refused(self, message: str, node: Node) -> Exception:
        return located(UnsupportedError, f"{message}; iterators are followed as lists", self.filename,
                       getattr(node, "origin", node), "Make a list of it first: list(...).")
