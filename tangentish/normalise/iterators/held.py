"""What is known of the iterators that names hold: what they read when they are gone through."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.iterators.given import gives_iterator, inner_gives_iterator
from tangentish.analysis.iterators.makers import CALLING, ITERATORS, LISTED, is_one_of, kept_in, lazy, stored_in
from tangentish.analysis.memory.roots import root_name
from tangentish.analysis.writes.functions_called import method_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.effects.effectful import QUIET_METHODS
from tangentish.normalise.iterators.acting import Asked
from tangentish.normalise.iterators.used import written_when_gone_through
from tangentish.syntax import Block, Node, children, free_names, names_in, walk_statements


@dataclass(frozen=True)
class Held:
    """What is known of a name that holds an iterator, or a view of a dict."""

    made: Node
    reads: frozenset[str]  # names whose memory it reads when it is gone through
    own: frozenset[str] = frozenset()  # of these, one for each object
    late: frozenset[str] = frozenset()  # names that it looks up only then
    view: bool = False  # which may be gone through more than once
    inside: bool = False  # the name holds what holds the iterator
    maybe: bool = False  # it is the result of a call of which nothing is known
    used: int = 0
    stale: bool = False
    writes: frozenset[str] = frozenset()  # names of what the functions write into that it calls when it is gone through
    places: frozenset[object] | None = None  # where in what holds it it may be, if that is seen
    taken: frozenset[object] = frozenset()  # the places that have been read
    suspects: tuple[Node, ...] = ()  # methods that may have changed what a `maybe` reads
    acts: frozenset[str] = frozenset()  # one name for each object that it may write into when it is gone through
    asked: tuple[Asked, ...] = ()  # what it calls then that may write
    doubts: tuple[Asked, ...] = ()  # of these, those for which that matters by now

    def changed(self, written: set[str], grown: set[str], rebound: set[str], suspects: list[tuple[Node, set[str]]],
                met: set[str]) -> Held:
        """The same after some memory is written, some objects are changed, some names are bound, or may have been by `suspects`.

        What it will write into is `met` too early.
        """
        stale = self.stale or bool(self.reads & written or self.own & grown or self.late & rebound or self.acts & met)
        doubts = (*self.doubts, *(one for one in self.asked if one.names & met and one not in self.doubts))
        found = [function for function, touched in suspects if self.own & touched]
        known = names_in(self.made)  # which have their values where it is made, too
        if not self.maybe or any(root_name(function) not in known for function in found):
            return replace(self, stale=stale or bool(found), doubts=doubts)
        return replace(self, stale=stale, suspects=(*self.suspects, *found), doubts=doubts)

    def beside(self, other: Held) -> Held:
        """What is known of something that holds both."""
        return replace(self, reads=self.reads | other.reads, own=self.own | other.own, late=self.late | other.late,
                       stale=self.stale or other.stale, maybe=self.maybe and other.maybe, acts=self.acts | other.acts,
                       asked=self.asked + other.asked, writes=self.writes | other.writes)


State = dict[str, Held]


def is_part(node: Node) -> bool:
    """Whether an expression is a name, or a part of what a name holds that is more than an item."""
    if node.__class__ is gast.Subscript:
        parts = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
        return any(part.__class__ is gast.Slice for part in parts)
    return node.__class__ in (gast.Name, gast.Attribute)


def shown_as_list(node: Node, scope: Scope) -> Block:
    """The names in an expression that are used right there as a list is, and a view of a dict, or an iterator, is not.

    Views are equal in any order, have no items by number, and are no lists; other iterators are equal to themselves alone.
    """
    if node.__class__ is gast.Compare and all(isinstance(op, gast.Eq | gast.NotEq) for op in node.ops):
        parts = [node.left, *node.comparators]
    elif node.__class__ is gast.Subscript:
        parts = [node.value]
    elif node.__class__ is gast.Call and scope.resolve(node.func) in (isinstance, type):
        parts = node.args[:1]
    else:
        return []
    return [part for part in parts if part.__class__ is gast.Name]


def joins_views(node: Node) -> bool:
    """Whether an expression is what two sets have in common, or one and not the other, of the items of a dict.

    >>> from tangentish.syntax import expression
    >>> joins_views(expression("d.items() - e.items()")), joins_views(expression("d.keys() - e.keys()"))
    (True, False)
    """
    return node.__class__ is gast.BinOp and isinstance(node.op, gast.Sub | gast.BitAnd | gast.BitOr | gast.BitXor) and any(
        part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr == "items" and not part.args
        for part in (node.left, node.right))


class Makers:
    """Which expressions of a body make iterators; `object` gives the name that stands for the object of a name."""

    def __init__(self, body: Block, scope: Scope) -> None:
        self.scope = scope
        self.same: dict[str, str] = {}  # names that may be other names of an object, or of a part of it
        self.captured: dict[str, frozenset[str]] = {}
        self.giving: dict[str, str] = {}  # what functions defined here may give
        for node in walk_statements(body):
            source = root_name(node.value) if node.__class__ is gast.Assign and is_part(node.value) else None
            for target in node.targets if source is not None else []:
                if target.__class__ is gast.Name:
                    self.same[self.object(target.id)] = self.object(source or "")
            function = node.value if node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda else node
            if function.__class__ is gast.FunctionDef or function is not node:
                for label in [node.name] if function is node else stored_in(node.targets):
                    self.captured[label] = frozenset(free_names(function))
                    self.giving[label] = inner_gives_iterator(function, scope)

    def object(self, key: str) -> str:
        """The name that stands for the object of a name."""
        while self.same.get(key, key) != key:
            key = self.same[key]
        return key

    def kind(self, value: Node) -> str:
        """How an expression makes an iterator: as `lazy` says, or as a function of the user's gives it."""
        found = lazy(value, self.scope)
        if found or value.__class__ is not gast.Call:
            return found
        target = self.called(value.func)
        return self.giving.get(root_name(value.func) or "", "") if target is MISSING else gives_iterator(target)

    def called(self, function: Node) -> Any:
        """What is called, if it is known: also an object that is made in place, or a method of one."""
        target = self.scope.resolve(function)
        made = self.scope.resolve(function.func) if function.__class__ is gast.Call else MISSING
        if isinstance(made, type):
            return method_of(made, "__call__") or MISSING
        if target is MISSING and function.__class__ is gast.Attribute and function.value.__class__ is gast.Call:
            cls = self.scope.resolve(function.value.func)
            target = method_of(cls, function.attr) or MISSING if isinstance(cls, type) else MISSING
        return target

    def unseen(self, value: Node) -> bool:
        """Whether an expression calls a function of which nothing is known."""
        if value.__class__ is not gast.Call or self.called(value.func) is not MISSING:
            return False
        if value.func.__class__ is gast.Attribute:
            return value.func.attr not in QUIET_METHODS - self.scope.own
        return value.func.__class__ is not gast.Name or value.func.id not in self.captured

    def snapshots(self, node: Node, given: bool = False) -> Block:
        """The iterators in what a loop goes through that are made lists before it; the others are read item by item.

        Those that functions give, too, if it says so.
        """
        if node.__class__ is gast.GeneratorExp:
            return [node]
        if node.__class__ is gast.Subscript and node.value.__class__ in (gast.Tuple, gast.List, gast.Dict):  # one of a display
            return [found for item in children(node.value) for found in self.snapshots(item, given)]
        if node.__class__ in (gast.IfExp, gast.BoolOp, gast.NamedExpr):
            return [found for item in children(node) for found in self.snapshots(item, given)]
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            if is_one_of(target, LISTED):
                return [node]
            if is_one_of(target, ITERATORS):
                return [found for arg in node.args for found in self.snapshots(arg, given)]
            how = self.kind(node) if given else "view"
            if how == "iterator" or (not how and self.unseen(node)):
                return [node]
        return []

    def kept(self, value: Node | None, state: State) -> Block:
        """The iterators, or names that hold them, that what an expression gives may be or hold."""
        def is_kept(part: Node) -> bool:
            if part.__class__ is gast.Subscript and part.value.__class__ is gast.Name:
                return part.value.id in state and state[part.value.id].inside
            return part.id in state if part.__class__ is gast.Name else bool(self.kind(part))

        return kept_in(value, is_kept)

    def held(self, value: Node, activity: Activity) -> Held:
        """What a new iterator reads."""
        late: set[str] = set()
        if value.__class__ is gast.GeneratorExp:
            inner = {n for g in value.generators for n in stored_in(g.target)}
            late = names_in([value.elt, *(g.iter for g in value.generators[1:]), *(t for g in value.generators for t in g.ifs)])
            late -= inner
        kind = self.kind(value)
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
        names = names_in(parts) | late
        if kind and target is MISSING and value.__class__ is gast.Call:  # by a function defined here
            around = self.captured.get(root_name(value.func) or "", frozenset())
            late |= around
            names |= around
        return Held(value, frozenset(map(activity.find, names)), frozenset(map(self.object, names)), frozenset(late),
                    kind == "view", maybe=not kind,
                    writes=written_when_gone_through(value if kind == "iterator" else [], activity))
