"""Loops that keep a few of their states: what the state of a loop is, and how its steps are made again.

    kept = {}                                                for step, start, keep in schedule(len(steps), 20):
    for k in steps:                                              u_kept, s = kept[start]
        if k in first_kept(len(steps), 20):                      u[...] = u_kept
            kept[k] = u.copy(), s                                for k in range(start, step): ... a step, keeping u.copy(), s
        ... a step                                               ... the step, recorded
                                                                 ... the adjoint of the step

Names that a step binds are kept as they are, and arrays that it writes into as copies; what may be anything else, and what the
functions called may read, is kept by `State`.  Adjoints that are found from the memory of their primals are handed on from step
to step, as what is computed again lies somewhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import gast

from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.kinds import Array, Const, Kind
from tangentish.analysis.versions import Version
from tangentish.derive.control_flow import ControlFlow
from tangentish.frontend.resolve import MISSING, is_fixed
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, free_names, names_in, walk, walk_statements

PURE = frozenset([abs, all, any, bool, complex, dict, divmod, enumerate, float, int, isinstance, len, list, max, min, pow, range,
                  reversed, round, slice, sorted, sum, tuple, zip])
"""Functions that give the same when they are called again, whatever else was called in between."""


@dataclass
class Checkpoints:
    """Of a loop that is checkpointed: what a step reads.

    `state` are the names that steps bind and later ones read, `constant` those that none binds.  Of these, `arrays` are written
    into; `objects` may hold anything.
    """

    node: Node
    state: list[str]
    constant: list[str]
    arrays: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)  # of the state: adjoints alone read them
    beside: list[str] = field(default_factory=list)  # globals, and functions that may read some
    kept: str = ""
    steps: str = ""


class CheckpointedLoops(ControlFlow):
    """The part of `Reverse` that finds out what the state of a loop is."""

    takes_states = False  # of objects, which have to be as the primal left them in the end

    def checkpointed(self, node: Node) -> Checkpoints:
        """What has to be kept for a loop; its steps read all that their primals read, not what their adjoints read alone."""
        if hasattr(node, "partial"):
            raise self.fail("a checkpointed loop lies in a `try` that catches its exceptions",
                            getattr(node, "origin", node))
        uid = node.uid
        head = self.flow.head[uid]
        self.check_closures(node)
        assigned = self.flow.assigned(node.body) | self.flow.bound[uid]
        live = self.flow.live_before[node.body[0].uid] | {n for n in self.flow.live_after[uid] if self.shared(n)}
        state = sorted((assigned - self.flow.bound[uid]) & live & head.keys())
        read = {n for statement in [*node.body, *called_in(node)] for n in names_in(statement)}
        read |= {captured for n in read for captured in self.p.activity.captured.get(n, ())}
        made = Checkpoints(node, state, sorted((read & head.keys()) - assigned), beside=self.beside(node, read - head.keys()))
        self.sort_out(made)
        written = self.written_in(node)
        self.content.setdefault(uid, set()).update(
            self.aliases.class_of(n) for n in [*made.state, *made.constant] if self.aliases.class_of(n) not in written)
        if made.objects or made.beside:
            self.uses_table = self.takes_states = True
        return made

    def check_closures(self, node: Node) -> None:
        """Refuse a function made before the loop that sees a name which the loop binds.

        The reverse sweep of a pair is a function of its own: what it binds is another variable.
        """
        if not self.in_pair:
            return
        bound = self.flow.assigned(node.body) | self.flow.bound[node.uid]
        inside = {id(part) for statement in node.body for part in walk(statement)}
        for part in [part for statement in self.p.body for part in walk(statement)]:
            if part.__class__ in (gast.FunctionDef, gast.Lambda) and id(part) not in inside and free_names(part) & bound:
                seen = ", ".join(f"`{n}`" for n in sorted(free_names(part) & bound))
                raise self.fail(f"a function made outside of a checkpointed loop sees {seen}, which the loop binds",
                                getattr(node, "origin", node), "Pass it as an argument.")

    def sort_out(self, made: Checkpoints) -> None:
        """Find which names of the state are arrays that are written into, and which may hold anything."""
        written, head = self.written_in(made.node), self.flow.head[made.node.uid]
        made.arrays, made.objects = [], []
        for identifier in [*made.state, *made.constant]:
            kind = self.kind_of(head[identifier])
            if isinstance(kind, Array):
                if self.aliases.class_of(identifier) in written:
                    (made.objects if identifier in made.state else made.arrays).append(identifier)
            elif isinstance(kind, Const) and callable(kind.value):
                made.beside = sorted({*made.beside, identifier})
            elif not _is_plain(kind):
                made.objects.append(identifier)

    def written_in(self, node: Node) -> set[str]:
        """The classes of memory that a loop writes into."""
        return {self.aliases.class_of(n) for inner in walk_statements(node.body) for n in self.aliases.writes.get(inner.uid, ())}

    def beside(self, node: Node, names: set[str]) -> list[str]:
        """Names that are no variables of the function: of functions that may give something else next time, and of data."""
        scope, found = self.p.scope, set()
        for identifier in names:
            value = scope.name(identifier)
            if not (value is MISSING or value is None or is_fixed(value) or isinstance(value, (int, float, complex, str, bytes))):
                found.add(identifier)
        for called in called_in(node):
            target = scope.resolve(called)
            if target is MISSING or target in PURE or lookup(target) is not None or is_inert(target):
                continue
            while called.__class__ is gast.Attribute:
                called = called.value
            if called.__class__ is gast.Name and called.id in names:
                found.add(called.id)
        return sorted(found)

    def handed_on(self, made: Checkpoints) -> list[str]:
        """The names whose adjoints are found from memory that is another when a step is made again."""
        head = self.flow.head[made.node.uid]
        again = [*(n for n in made.state if n not in made.extra), *(n for n in made.objects if n not in made.state)]
        return [n for n in again if not _is_plain(self.kind_of(head[n])) and (
            self.shared(n) or not isinstance(self.kind_of(head[n]), Array))]


def called_in(loop: Node) -> list[Node]:
    """What a loop calls, as the user wrote it."""
    found = [node.dynamic[0] for node in walk_statements(loop.body) if hasattr(node, "dynamic")]
    return found + [part.func for statement in loop.body for part in walk(statement) if part.__class__ is gast.Call]


def _is_plain(kind: Kind) -> bool:
    """Whether a value of this kind cannot be written into."""
    return kind.is_scalar or isinstance(kind, Const)


def extra_state(made: Checkpoints, versions: list[Version]) -> list[str]:
    """Names that adjoints read as they were before a step though no step reads them."""
    bound = {n.id for n in walk(made.node.target) if n.__class__ is gast.Name}
    return sorted({v.name for v in versions if v.kind in ("head", "merge")} - set(made.state) - set(made.constant) - bound)


__all__ = ["CheckpointedLoops", "Checkpoints", "extra_state"]
