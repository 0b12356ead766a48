"""What is known of a generated function: what each statement reads, binds and writes, and which names share memory."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

import gast
import numpy as np

from tangentish import runtime
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, join, scalar_type
from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.simplify.memory import Memory, captured_names, written
from tangentish.simplify.purity import WORLD, Purity
from tangentish.simplify.tree import own_parts, root, walk
from tangentish.syntax import Node, child_blocks, names_in, walk_statements

BAR = re.compile(r"^(.*)_bar(_\d+)?$")
KEEP = frozenset(["ans"])


@dataclass
class Effects:
    """Of a statement by itself (of a compound one: its header)."""

    reads: Counter[str] = field(default_factory=Counter)
    binds: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)  # names whose memory is written into
    acts: bool = False  # runs code that may do anything to what it can reach


class Facts:
    """Facts of one function; `renew` after passes have changed it."""

    def __init__(self, function: Node, derived: Derived, program: Program) -> None:
        self.function, self.program, self.externs = function, program, derived.externs
        tree = program.source.tree
        arguments = function.args.args + function.args.kwonlyargs + function.args.posonlyargs
        self.params = {a.id for a in arguments} | {a.id for a in (function.args.vararg, function.args.kwarg) if a}
        self.user = names_in(tree) | set(program.params)
        self.kinds: dict[str, Kind] = {}
        self.effects_of: dict[int, tuple[Node, Effects]] = {}
        self.deep_of: dict[int, tuple[Node, Effects]] = {}
        local = set(self.params) | {
            n for s in walk_statements(function.body) for part in own_parts(s) for n in _stored(part)
        }
        self.purity = Purity(self, program.scope.resolve, derived.externs, local)
        self.local = local
        self.captured, self.opaque = captured_names(function)
        self.memory = Memory(function, self.params, self.captured, self.purity)

    def class_of(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        return self.memory.class_of(name)

    # kinds of names

    def kind(self, name: str) -> Kind:
        """What all bindings of a name of the primal have in common."""
        if name not in self.kinds:
            self.kinds[name] = self._kind(name)
        return self.kinds[name]

    def _kind(self, name: str) -> Kind:
        flow, kinds = self.program.flow, self.program.kinds
        found = [self.program.entry[name]] if name in self.program.entry else []
        for uid, _ in flow.definitions.get(name, []):
            if isinstance(flow.nodes[uid], gast.For):
                found.append(kinds.head.get(uid, {}).get(name, UNKNOWN))
            else:
                found.append(kinds.after.get(uid, {}).get(name, UNKNOWN))
        result = found[0] if found else UNKNOWN
        for other in found[1:]:
            result = join(result, other)
        return result

    def is_number(self, name: str) -> bool:
        """Whether a name stands for immutable numbers only."""
        match = BAR.match(name)
        if match and name not in self.user and match[1] not in ("ans", "parts"):
            return self.kind(match[1]).is_scalar
        kind = self.kind(name)
        return kind.is_scalar or (isinstance(kind, Const) and isinstance(kind.value, str | bool | type(None)))

    def is_array(self, name: str) -> bool:
        """Whether a name stands for arrays only."""
        return isinstance(self.kind(name), Array)

    def is_index(self, name: str) -> bool:
        """Whether a name stands for whole numbers only, no bool or None."""
        kind = self.kind(name)
        kept = scalar_type(kind) if kind.is_scalar else None
        return kept is not None and issubclass(kept, int | np.integer) and kept is not bool

    def rank(self, name: str) -> int | None:
        """The number of dimensions of an array, or of the cotangent of one; None for anything else."""
        match = BAR.match(name)
        if match and name not in self.user:
            name = match[1] if match[1] not in ("ans", "parts") else ""
        kind = self.kind(name)
        return kind.ndim if isinstance(kind, Array) else None

    def is_cotangent(self, name: str) -> bool:
        """Whether a name was made by the engine for a cotangent."""
        return name not in self.user and BAR.match(name) is not None

    def is_temporary(self, name: str) -> bool:
        """Whether a name was made by the engine for a value that had none in the user's code."""
        if name in self.user or name in self.params or name in self.captured or name in KEEP or name not in self.local:
            return False
        match = BAR.match(name)
        return match is None or (match[1] not in self.user and match[1] not in KEEP)

    def is_ours(self, name: str) -> bool:
        """Whether a local name may be removed or renamed: it was made by the engine and nothing reads it late."""
        return name in self.local and name not in self.user | self.params | self.captured

    # effects of statements

    def effects(self, node: Node) -> Effects:
        """Of a statement alone."""
        held = self.effects_of.get(id(node))
        if held is None or held[0] is not node:
            held = self.effects_of[id(node)] = (node, self._effects(node))
        return held[1]

    def deep(self, node: Node) -> Effects:
        """Of a statement and all those inside it."""
        if not any(True for _ in child_blocks(node)):
            return self.effects(node)
        held = self.deep_of.get(id(node))
        if held is None or held[0] is not node:
            total = Effects()
            for inner in walk_statements([node]):
                own = self.effects(inner)
                total.reads.update(own.reads)
                total.binds |= own.binds
                total.writes |= own.writes
                total.acts = total.acts or own.acts
            held = self.deep_of[id(node)] = (node, total)
        return held[1]

    def touch(self, node: Node) -> None:
        """Forget what was known of a statement that was changed."""
        self.effects_of.pop(id(node), None)
        self.deep_of.clear()

    def leaves(self, node: Node) -> bool:
        """Whether a statement may break out of the block that it is in."""
        return any(isinstance(inner, gast.Break | gast.Continue) for inner in walk_statements([node]))

    def _effects(self, node: Node) -> Effects:
        out = Effects()
        if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
            out.binds.add(node.name)
            out.reads.update(n.id for n in walk(node) if isinstance(n, gast.Name))
            out.acts = isinstance(node, gast.ClassDef)
            return out
        if isinstance(node, gast.Import | gast.ImportFrom):
            out.binds.update((a.asname or a.name).split(".")[0] for a in node.names)
            out.acts = True
            return out
        for part in own_parts(node):
            for inner in walk(part):
                if isinstance(inner, gast.Name):
                    if isinstance(inner.ctx, gast.Load):
                        out.reads[inner.id] += 1
                    else:
                        out.binds.add(inner.id)
            for action in self.purity.impure_calls(part):
                self._action(action, out)
        if isinstance(node, gast.AugAssign):
            if isinstance(node.target, gast.Name):
                out.reads[node.target.id] += 1
                if not self.is_number(node.target.id):
                    out.writes.add(node.target.id)
            else:
                out.writes.add(root(node.target) or WORLD)
        elif isinstance(node, gast.Assign):
            for target in node.targets:
                out.writes |= written(target)
        elif isinstance(node, gast.For):
            out.writes |= written(node.target)
            out.acts = out.acts or self._runs_code(node.iter)
        elif isinstance(node, gast.With | gast.Try | gast.Delete):
            out.acts = True
        return out

    def _action(self, node: Node, out: Effects) -> None:
        if (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Attribute)
            and node.func.attr == "append"
            and isinstance(node.func.value, gast.Name)
            and self.is_ours(node.func.value.id)
        ):
            out.writes.add(node.func.value.id)
        elif (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Name)
            and node.func.id in ("scatter", "taken")
            and node.args
            and self.purity.callee(node.func) in _WRITE_FIRST
        ):
            out.writes.add(root(node.args[0]) or WORLD)
        elif (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Name)
            and node.func.id in ("zip", "enumerate", "reversed", "seed")
            and node.func.id not in self.local
        ):
            pass
        else:
            out.acts = True

    def _runs_code(self, iterated: Node) -> bool:
        """Whether walking through an iterable may run a generator."""
        return not (
            isinstance(iterated, gast.Call | gast.Subscript | gast.Tuple | gast.List)
            or (isinstance(iterated, gast.Name) and (self.is_array(iterated.id) or self.is_ours(iterated.id)))
        )

    def reverse_statements(self) -> list[Node]:
        """The statements of the reverse sweep, nested ones too."""
        function = self.function
        if function.name.endswith("_reverse"):
            return list(walk_statements(function.body))
        titles = [title for title, _ in function.sections]
        own = titles.index("reverse sweep") if "reverse sweep" in titles else None
        return list(walk_statements([node for node in function.body if getattr(node, "section", None) == own]))

    def read_in_reverse(self) -> set[str]:
        """The names that the reverse sweep reads."""
        return set().union(*(self.effects(node).reads for node in self.reverse_statements()))


def _stored(node: Node) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, gast.Name) and not isinstance(n.ctx, gast.Load)} | (
        {node.name} if isinstance(node, gast.FunctionDef | gast.ClassDef) else set()
    )


_WRITE_FIRST = {runtime.scatter, runtime.taken}
