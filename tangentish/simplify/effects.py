"""What each statement of a generated function reads, binds and writes."""

from __future__ import annotations

from collections.abc import Iterable
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
_WRITE_FIRST = {runtime.scatter, runtime.taken}


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
    attrs: set[str] = field(default_factory=set)  # the attributes that are looked up
    impure: bool = False  # there are calls in it that do more than compute
    scopes: bool = False  # there are functions, comprehensions or stars in it
    width: int = -1  # about how many characters it prints as, once somebody has asked


class Names(NameKinds, Protocol):
    """What the effects of a statement depend on."""

    local: set[str]
    purity: Purity

    def is_ours(self, name: str) -> bool: ...


class Statements:
    """The effects of all statements; `touch` those that are changed, moved or removed."""

    def __init__(self, facts: Names) -> None:
        self.facts = facts
        self.single: dict[int, tuple[Node, Effects]] = {}
        self.whole: dict[int, tuple[Node, Effects, set[int]]] = {}
        self.steps: dict[int, Any] = {}  # what `Liveness` makes of the effects
        self.folded: set[int] = set()  # the statements that `fold_constants` has left as they are

    def effects(self, node: Node) -> Effects:
        """Of a statement alone."""
        held = self.single.get(id(node))
        if held is None:
            held = self.single[id(node)] = (node, self._effects(node))
        return held[1]

    def deep(self, node: Node) -> Effects:
        """Of a statement and all those inside it."""
        key = id(node)
        if node.__class__ not in COMPOUND:
            held = self.single.get(key)
            if held is None:
                held = self.single[key] = (node, self._effects(node))
            return held[1]
        found = self.whole.get(key)
        if found is not None:
            return found[1]
        total = Effects()
        inside = list(walk_statements([node]))
        for inner in inside:
            own = self.effects(inner)
            for name, count in own.reads.items():
                total.reads[name] = total.reads.get(name, 0) + count
            total.binds |= own.binds
            total.writes |= own.writes
            total.attrs |= own.attrs
            total.acts = total.acts or own.acts
            total.leaves = total.leaves or own.leaves
        self.whole[key] = (node, total, set(map(id, inside)))
        return total

    def width(self, node: Node) -> int:
        """About how many characters a statement alone prints as."""
        effects = self.effects(node)
        if effects.width < 0:
            effects.width = sum(map(width, own_parts(node)))
        return effects.width

    def touch(self, node: Node) -> None:
        """Forget what was known of a statement, and of those around it."""
        key = id(node)
        self.single.pop(key, None)
        self.steps.pop(key, None)
        self.folded.discard(key)
        for around in [k for k, (_, _, inside) in self.whole.items() if key in inside]:
            del self.whole[around]

    def _effects(self, node: Node) -> Effects:
        facts = self.facts
        out = Effects()
        if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
            out.binds.add(node.name)
            out.reads.add(n.id for n in walk(node) if isinstance(n, gast.Name))
            out.acts = isinstance(node, gast.ClassDef)
            return out
        if isinstance(node, (gast.Import, gast.ImportFrom)):
            out.binds.update((a.asname or a.name).split(".")[0] for a in node.names)
            out.acts = True
            return out
        out.leaves = isinstance(node, (gast.Break, gast.Continue))
        for part in own_parts(node):
            calls = False
            for inner in walk(part):
                cls = inner.__class__
                if cls is gast.Name:
                    if isinstance(inner.ctx, gast.Load):
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
                    out.impure = True
                    self._action(action, out)
        if isinstance(node, gast.AugAssign):
            if isinstance(node.target, gast.Name):
                out.reads.add([node.target.id])
                if not facts.is_number(node.target.id):
                    out.writes.add(node.target.id)
            else:
                out.writes.add(root(node.target) or WORLD)
        elif isinstance(node, gast.Assign):
            for target in node.targets:
                out.writes |= written(target)
        elif isinstance(node, gast.For):
            out.writes |= written(node.target)
            out.acts = out.acts or self._runs_code(node.iter)
        elif isinstance(node, (gast.With, gast.Try, gast.Delete)):
            out.acts = True
        return out

    def _action(self, node: Node, out: Effects) -> None:
        if (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Attribute)
            and node.func.attr == "append"
            and isinstance(node.func.value, gast.Name)
            and self.facts.is_ours(node.func.value.id)
        ):
            out.writes.add(node.func.value.id)
        elif (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Name)
            and node.func.id in ("scatter", "taken")
            and node.args
            and self.facts.purity.callee(node.func) in _WRITE_FIRST
        ):
            out.writes.add(root(node.args[0]) or WORLD)
        elif (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Name)
            and node.func.id in ("zip", "enumerate", "reversed", "seed")
            and node.func.id not in self.facts.local
        ):
            pass
        else:
            out.acts = True

    def _runs_code(self, iterated: Node) -> bool:
        """Whether walking through an iterable may run a generator."""
        return not (
            isinstance(iterated, (gast.Call, gast.Subscript, gast.Tuple, gast.List))
            or (isinstance(iterated, gast.Name) and (self.facts.is_array(iterated.id) or self.facts.is_ours(iterated.id)))
        )
