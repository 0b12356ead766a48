"""What each statement of a generated function reads, binds and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import gast

from tangentish import runtime
from tangentish.simplify.memory import written
from tangentish.simplify.purity import ACTIONS, WORLD, NameKinds, Purity
from tangentish.simplify.tree import COMPOUND, COMPREHENSIONS, FUNCTIONS, own_parts, root, walk, width
from tangentish.syntax import Node, walk_statements

SCOPES = frozenset([*COMPREHENSIONS, *FUNCTIONS, gast.Starred])
NOTEWORTHY = ACTIONS | SCOPES
LEAVING = (gast.Break, gast.Continue)
ESCAPING = (gast.Break, gast.Continue, gast.Try, gast.With)
_WRITE_FIRST = {runtime.scatter, runtime.taken, runtime.put_back}


class Counts(dict[str, int]):
    """How many times each name occurs.

    >>> counts = Counts()
    >>> counts.add(["x", "y", "x"])
    >>> counts["x"], counts["z"]
    (2, 0)
    """

    def __missing__(self, name: str) -> int:
        return 0

    def add(self, names: Iterable[str]) -> None:
        """Count these."""
        for name in names:
            self[name] = self.get(name, 0) + 1


@dataclass(slots=True)
class Effects:
    """Of a statement by itself (of a compound one: its header), or of it and all those inside it."""

    reads: Counts = field(default_factory=Counts)
    binds: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)  # names whose memory is written into
    acts: bool = False  # runs code that may do anything to what it can reach
    leaves: bool = False  # may break out of the block that it is in
    escapes: bool = False  # may break out, or be left anywhere
    attrs: set[str] = field(default_factory=set)  # the attributes that are looked up
    actions: list[Node] = field(default_factory=list)  # the calls in it, of itself alone, that do more than compute
    scopes: bool = False  # there are functions, comprehensions or stars in it

    @property
    def impure(self) -> bool:
        """Whether there are calls in it that do more than compute."""
        return bool(self.actions)


class Names(NameKinds, Protocol):
    """What the effects of a statement depend on."""

    local: set[str]
    purity: Purity

    def is_ours(self, name: str) -> bool: ...


class Known(dict[Node, Effects]):
    """Effects by statement, found when they are first asked for: what is known already costs a look-up and no call."""

    def __init__(self, find: Callable[[Node], Effects]) -> None:
        self.find = find

    def __missing__(self, node: Node) -> Effects:
        found = self[node] = self.find(node)
        return found


class Statements:
    """The effects of all statements; `touch` those that are changed, moved or removed."""

    def __init__(self, facts: Names) -> None:
        self.facts = facts
        self.single, self.whole = Known(self._effects), Known(self._deep)
        self.effects = self.single.__getitem__  # of a statement alone
        self.deep = self.whole.__getitem__  # of a statement and all those inside it
        self.inside: dict[Node, set[Node]] = {}
        self.widths: dict[Node, int] = {}
        self.steps: dict[Node, Any] = {}  # what `Liveness` makes of the effects
        self.folded: set[Node] = set()  # the statements that `fold_constants` has left as they are

    def _deep(self, node: Node) -> Effects:
        if node.__class__ not in COMPOUND:
            return self.effects(node)
        total = Effects()
        inside = walk_statements([node])
        for inner in inside:
            own = self.effects(inner)
            for name, count in own.reads.items():
                total.reads[name] = total.reads.get(name, 0) + count
            total.binds |= own.binds
            total.writes |= own.writes
            total.attrs |= own.attrs
            total.acts = total.acts or own.acts
            total.leaves = total.leaves or own.leaves
            total.escapes = total.escapes or own.escapes
        self.inside[node] = set(inside)
        return total

    def width(self, node: Node) -> int:
        """About how many characters a statement alone prints as."""
        if node not in self.widths:
            self.widths[node] = sum(map(width, own_parts(node)))
        return self.widths[node]

    def touch(self, node: Node) -> None:
        """Forget what was known of a statement, and of those around it."""
        for held in (self.single, self.whole, self.steps, self.widths):
            held.pop(node, None)
        self.folded.discard(node)
        for around in [outer for outer, inside in self.inside.items() if node in inside]:
            del self.inside[around]
            self.whole.pop(around, None)

    def removed(self) -> None:
        """Forget what was known of compound statements: some that were in them are gone."""
        for node in self.inside:
            self.whole.pop(node, None)
        self.inside.clear()

    def _effects(self, node: Node) -> Effects:
        facts = self.facts
        out = Effects()
        if node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            out.binds.add(node.name)
            out.reads.add(n.id for n in walk(node) if n.__class__ is gast.Name)
            out.acts = node.__class__ is gast.ClassDef
            return out
        if node.__class__ in (gast.Import, gast.ImportFrom):
            out.binds.update((a.asname or a.name).split(".")[0] for a in node.names)
            out.acts = True
            return out
        out.leaves = node.__class__ in LEAVING
        out.escapes = node.__class__ in ESCAPING
        for part in own_parts(node):
            calls = False
            for inner in walk(part):
                cls = inner.__class__
                if cls is gast.Name:
                    if inner.ctx.__class__ is gast.Load:
                        out.reads[inner.id] = out.reads.get(inner.id, 0) + 1
                    else:
                        out.binds.add(inner.id)
                elif cls is gast.Attribute:
                    out.attrs.add(inner.attr)
                elif cls in NOTEWORTHY:
                    calls = calls or cls in ACTIONS
                    out.scopes = out.scopes or cls in SCOPES
            if calls:
                for action in facts.purity.impure_calls(part):
                    out.actions.append(action)
                    self._action(action, out)
        if node.__class__ is gast.AugAssign:
            if node.target.__class__ is gast.Name:
                out.reads.add([node.target.id])
                if not facts.is_number(node.target.id):
                    out.writes.add(node.target.id)
            else:
                out.writes.add(root(node.target) or WORLD)
        elif node.__class__ is gast.Assign:
            for target in node.targets:
                out.writes |= written(target)
        elif node.__class__ is gast.For:
            out.writes |= written(node.target)
            out.acts = out.acts or self._runs_code(node.iter)
        elif node.__class__ in (gast.With, gast.Try, gast.Delete):
            out.acts = True
        return out

    def _action(self, node: Node, out: Effects) -> None:
        if (
            node.__class__ is gast.Call
            and node.func.__class__ is gast.Attribute
            and node.func.attr == "append"
            and node.func.value.__class__ is gast.Name
            and self.facts.is_ours(node.func.value.id)
        ):
            out.writes.add(node.func.value.id)
        elif (
            node.__class__ is gast.Call
            and node.func.__class__ is gast.Name
            and node.func.id in ("scatter", "taken", "put_back")
            and node.args
            and self.facts.purity.callee(node.func) in _WRITE_FIRST
        ):
            out.writes.add(root(node.args[0]) or WORLD)
        elif (
            node.__class__ is gast.Call
            and node.func.__class__ is gast.Name
            and node.func.id in ("zip", "enumerate", "reversed", "seed")
            and node.func.id not in self.facts.local
        ):
            pass
        else:
            out.acts = True

    def _runs_code(self, iterated: Node) -> bool:
        """Whether walking through an iterable may run a generator."""
        return not (
            iterated.__class__ in (gast.Call, gast.Subscript, gast.Tuple, gast.List)
            or (iterated.__class__ is gast.Name and (self.facts.is_array(iterated.id) or self.facts.is_ours(iterated.id)))
        )
