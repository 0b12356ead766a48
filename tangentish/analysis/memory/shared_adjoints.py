"""Which of the names that may share memory must have adjoints that share memory too."""

from __future__ import annotations

import gast

from tangentish.analysis.def_use import DefUse
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.memory.classes import Classes
from tangentish.analysis.memory.closure import closure, successors
from tangentish.analysis.memory.edges import Edge
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope


class SharedAdjoints:
    """The part of `Aliases` for what the edges, and what is written, come to."""

    flow: DefUse
    kinds: Infer
    scope: Scope
    edges: list[Edge]
    classes: Classes  # of what all edges join
    unfollowed: set[int]
    apart: set[int]
    writes: dict[int, set[str]]
    table: set[str]
    _shown: tuple[set[str], set[str]] | None = None
    _written: set[str] | None = None

    def class_of(self, name: str) -> str:
        """The representative of the names that `name` may share memory with."""
        return self.classes.find(name)

    def is_written(self, name: str) -> bool:
        """Whether the program writes into memory that `name` may share: what was computed of it need not be so any more."""
        if self._written is None:
            self._written = {self.class_of(n) for names in self.writes.values() for n in names}
        return self.class_of(name) in self._written

    def kind(self, uid: int, name: str, after: bool = False) -> Kind:
        """The kind of a name around a statement."""
        env = (self.kinds.after if after else self.kinds.before).get(uid, {})
        return env.get(name, UNKNOWN)

    def mutable(self, kind: Kind) -> bool:
        return not (kind.is_scalar or isinstance(kind, Const))

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

    def has_views_apart(self, name: str) -> bool:
        """Whether the shadow of a view of this name may be no view of its shadow."""
        own = self.class_of(name)
        return any(edge.uid in self.apart and self.class_of(edge.target) == own for edge in self.edges) or any(
            self.class_of(target) == own for target in map(self.bound_by, self.apart) if target is not None)

    def may_be_apart(self, name: str) -> bool:
        """The same where a pair may be called with a view whose shadow is no view, as what `np.broadcast_to` gives."""
        return self.has_views_apart(name) or self.class_of(name) in map(self.class_of, self.given)

    def shown_by_calls(self, name: str, known: bool) -> bool:
        """Whether a call may have given a view of this memory, of which nobody knows what it is like; `known`: of an array."""
        if self._shown is None:
            called = {uid for uid, node in self.flow.nodes.items() if hasattr(node, "dynamic")}
            # of complex numbers, a property may give imaginary parts too
            parts = {self.class_of(held) for env in (self.kinds.after.values() if called else ()) for held, kind in env.items()
                     if isinstance(kind, Array) and kind.dtype.kind == "c"}
            self._shown = {self.class_of(edge.target) for edge in self.edges if edge.uid in called}, parts
        given, parts = self._shown
        return self.class_of(name) in parts or (known and self.class_of(name) in given)

    def taken_over(self, name: str) -> set[str]:
        """The names that what a name holds, or a view of it, is given on to, directly or not."""
        return closure({name}, successors((edge.source, {edge.target}) for edge in self.edges))

    def bound_by(self, uid: int) -> str | None:
        """The name that a statement binds."""
        target = getattr(self.flow.nodes.get(uid), "targets", [None])[0]
        return target.id if target.__class__ is gast.Name else None

    def find_shared(self) -> set[str]:
        """Names alive together with another name of the same memory while that memory is written."""
        kept: list[Edge] = []
        taken = successors((edge.source, {edge.target}) for edge in self.edges)  # values, or views of them, that are taken over
        written_of: dict[str, list[tuple[int, set[str]]]] = {}  # by class, the statements that write into it
        for uid, names in self.writes.items():
            for own in {self.class_of(n) for n in names}:
                written_of.setdefault(own, []).append((uid, names))
        for edge in self.edges:
            if edge.target == edge.source:
                continue
            if edge.uid >= 0 and not self.dangerous(edge, taken, written_of.get(self.class_of(edge.target), [])):
                continue
            if edge.uid in self.unfollowed and self.writes_what_it_shows(edge, closure({edge.target}, taken)):
                raise located(UnsupportedError, "this may give a view, and it or what it shows is written into",
                              self.scope.source.filename, self.flow.nodes[edge.uid].origin,
                              "Copy the result (np.array), or what it is made of (x.copy()).")
            kept.append(edge)
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

    def writes_what_it_shows(self, edge: Edge, windows: set[str]) -> bool:
        """Whether one of the `windows`, or what they show, is written; not by a call that is given a window: it is read-only."""
        own = self.class_of(edge.target)
        return any(self.class_of(n) == own and not (n in windows and hasattr(self.flow.nodes.get(uid), "dynamic"))
                   for uid, names in self.writes.items() for n in names)

    def always_scalar(self, name: str) -> bool:
        """Whether a name holds numbers only, at every point where it is bound."""
        sites = self.flow.definitions.get(name, [])
        found = [self.kinds.after.get(uid, {}).get(name) for uid, _ in sites
                 if self.flow.nodes[uid].__class__ not in (gast.For, gast.With, gast.Try)]
        found += [self.kinds.head.get(uid, {}).get(name) for uid, _ in sites if self.flow.nodes[uid].__class__ is gast.For]
        if name in self.flow.params:
            found.append(next(iter(self.kinds.before.values()), {}).get(name) if self.kinds.before else None)
        return bool(found) and all(k is not None and (k.is_scalar or isinstance(k, Const)) for k in found)

    def dangerous(self, edge: Edge, taken: dict[str, set[str]], writes: list[tuple[int, set[str]]]) -> bool:
        """Whether memory of the class is written while both names of an edge are in use; `writes` are those of the class."""
        if not writes or (edge.move and edge.source not in self.flow.live_after[edge.uid]):
            return False
        derived = closure({edge.target}, taken)
        return any((derived & names and edge.source != edge.target) or (uid != edge.uid and derived & self.flow.live_after[uid])
                   for uid, names in writes)
