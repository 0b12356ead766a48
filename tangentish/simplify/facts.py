"""What is known of a generated function: what each statement reads, binds and writes, and which names share memory."""

from __future__ import annotations

import re
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, join, scalar_type
from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.simplify.effects import Statements
from tangentish.simplify.memory import Memory, captured_names
from tangentish.simplify.purity import Purity
from tangentish.simplify.tree import same, walk
from tangentish.syntax import Block, Node, names_in, walk_statements

BAR = re.compile(r"^(.*)_(?:bar|dot)(_\d+)?$")
KEEP = frozenset(["ans"])


class Facts:
    """Facts of one function.

    `effects` of a statement, `deep` of it and of those inside it; `touch` a statement that is changed, moved or removed.
    """

    def __init__(self, function: Node, derived: Derived, program: Program, nodes: Block | None = None) -> None:
        self.function, self.program, self.externs = function, program, derived.externs
        tree = program.source.tree
        arguments = function.args.args + function.args.kwonlyargs + function.args.posonlyargs
        self.params = {a.id for a in arguments} | {a.id for a in (function.args.vararg, function.args.kwarg) if a}
        self.user = names_in(tree) | set(program.params)
        self.kinds: dict[str, Kind] = {}
        self.floats: dict[str, bool] = {}
        self.statements = Statements(self)
        self.liveness: Any = None  # see `liveness_of`
        self.changed = False  # since the liveness was found
        self.effects, self.deep, self.touch = self.statements.effects, self.statements.deep, self.statements.touch
        nodes = walk(function)[1:] if nodes is None else nodes  # all that is inside the function
        local = self.params | {n.id for n in nodes if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
        local |= {s.name for s in walk_statements(function.body) if s.__class__ in (gast.FunctionDef, gast.ClassDef)}
        self.purity = Purity(self, program.scope.resolve, derived.externs, local, program.scope.imports.keys())
        self.local = local
        self.known: tuple[dict[str, bool], ...] = ({}, {}, {})  # what `is_number`, `is_cotangent` and `is_temporary` have said
        self.captured, self.opaque = captured_names(nodes)
        self.ours = local - self.user - self.params - self.captured
        self.memory = Memory(function, self.params, self.captured, self.purity, self.effects)

    def release(self) -> None:
        """Forget everything: it goes round in circles, and is freed at once when these are broken, by no collection."""
        for held in (self.statements, self):
            held.__dict__.clear()

    def class_of(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        return self.memory.class_of(name)

    # kinds of names

    def kind(self, name: str) -> Kind:
        """What all bindings of a name of the primal have in common."""
        if name not in self.kinds:
            self.kinds[name] = self._kind(name)
        return self.kinds[name]

    def is_float(self, name: str) -> bool:
        """Whether all bindings of a name are of float or complex numbers, or of arrays of them: to `kind`, a count may be one."""
        if name not in self.floats:
            self.floats[name] = all(map(_of_floats, self._bound(name) or [UNKNOWN]))
        return self.floats[name]

    def _kind(self, name: str) -> Kind:
        found = self._bound(name)
        result = found[0] if found else UNKNOWN
        for other in found[1:]:
            result = join(result, other)
        return result

    def _bound(self, name: str) -> list[Kind]:
        """The kinds of all bindings of a name."""
        flow, kinds = self.program.flow, self.program.kinds
        found = [self.program.entry[name]] if name in self.program.entry else []
        for uid, _ in flow.definitions.get(name, []):
            if flow.nodes[uid].__class__ is gast.For:
                found.append(kinds.head.get(uid, {}).get(name, UNKNOWN))
            else:
                found.append(kinds.after.get(uid, {}).get(name, UNKNOWN))
        return found

    def is_number(self, name: str) -> bool:
        """Whether a name stands for immutable numbers only."""
        known = self.known[0].get(name)
        if known is None:
            known = self.known[0][name] = self._is_number(name)
        return known

    def _is_number(self, name: str) -> bool:
        match = BAR.match(name)
        if match and name not in self.user and match[1] not in ("ans", "parts"):
            return self.kind(match[1]).is_scalar
        kind = self.kind(name)
        return kind.is_scalar or (isinstance(kind, Const) and isinstance(kind.value, (str, bool, type(None))))

    def is_array(self, name: str) -> bool:
        """Whether a name stands for arrays only."""
        return isinstance(self.kind(name), Array)

    def is_index(self, name: str) -> bool:
        """Whether a name stands for whole numbers only, no bool or None."""
        kind = self.kind(name)
        kept = scalar_type(kind) if kind.is_scalar else None
        return kept is not None and issubclass(kept, (int, np.integer)) and kept is not bool

    def rank(self, name: str) -> int | None:
        """The number of dimensions of an array, or of the cotangent of one; None for anything else."""
        match = BAR.match(name)
        if match and name not in self.user:
            name = match[1] if match[1] not in ("ans", "parts") else ""
        kind = self.kind(name)
        return kind.ndim if isinstance(kind, Array) else None

    def is_cotangent(self, name: str) -> bool:
        """Whether a name was made by the engine for a cotangent."""
        known = self.known[1].get(name)
        if known is None:
            known = self.known[1][name] = name not in self.user and BAR.match(name) is not None
        return known

    def is_temporary(self, name: str) -> bool:
        """Whether a name was made by the engine for a value that had none in the user's code."""
        known = self.known[2].get(name)
        if known is None:
            known = self.known[2][name] = self._is_temporary(name)
        return known

    def _is_temporary(self, name: str) -> bool:
        if name in self.user or name in self.params or name in self.captured or name in KEEP or name not in self.local:
            return False
        match = BAR.match(name)
        return match is None or (match[1] not in self.user and match[1] not in KEEP)

    def is_ours(self, name: str) -> bool:
        """Whether a local name may be removed or renamed: it was made by the engine and nothing reads it late."""
        return name in self.ours

    def is_for_errors(self, node: Node) -> bool:
        """Whether this is a statement of the user's whose result nothing reads: it is there for what it raises."""
        primal = getattr(node, "primal", node)
        if getattr(primal, "uid", None) not in self.program.unread or node.__class__ is not primal.__class__:
            return False
        return node is primal or same(_place(node), _place(primal))

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


def _place(node: Node) -> Node:
    """What a statement assigns to."""
    return node.targets[0] if node.__class__ is gast.Assign else node.target


def _of_floats(kind: Kind) -> bool:
    return (isinstance(kind, Array) and kind.dtype.kind in "fc") or (
        isinstance(kind, Scalar) and issubclass(kind.type, (float, complex, np.inexact)))
