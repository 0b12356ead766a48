"""Variables that may not be bound where the primal reads them: there its sweep raises what Python raises.

What the reverse sweep may read, and the primal may leave unbound, is None from the start.  A statement that surely reads such a
variable is preceded by a look at it, unless it may hold a None that the primal put there; of a number that arithmetic is done
with it may not.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.analysis.kinds import Array, Const, Instance, Kind, Sequence
from tangentish.analysis.surely_read import surely_read
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import Block, Node, child_blocks, expression

NEVER = -1
"""In place of the number of a version, where there is none."""


def check_reads(body: Block, labels: Iterable[str], program: Program) -> None:
    """Put the looks into the primal sweep; `labels` are the variables that are None as long as they are not bound."""
    labels = frozenset(labels)
    if labels:
        _Checks(labels, program).block(body, frozenset())


class _Checks:
    """`labels` as above; `known` in the methods are the numbers of the versions that have been looked at."""

    def __init__(self, labels: frozenset[str], program: Program) -> None:
        self.labels, self.program, self.flow = labels, program, program.flow

    def block(self, block: Block, known: frozenset[int]) -> None:
        out: Block = []
        for node in block:
            if getattr(node, "uid", None) in self.flow.before and self.flow.nodes[node.uid] is node:
                read = self.unsure(node)
                looks = [_look(label) for label, number in read if number not in known]
                place = len(out)
                while place and getattr(out[place - 1], "primal", None) is node:
                    place -= 1  # what it overwrites is kept before it
                out[place:place] = looks
                known |= {number for _, number in read} - {NEVER}
            out.append(node)
            for _, inner in child_blocks(node):
                self.block(inner, known)
        block[:] = out

    def unsure(self, node: Node) -> list[tuple[str, int]]:
        """What a statement reads that may be unbound: the names, and the numbers of the versions."""
        env = self.flow.before[node.uid]
        found: dict[str, int] = {}
        for label in surely_read(node):
            version = env.get(label)
            if label not in self.labels or label not in self.flow.definitions:
                continue
            if version is None:
                found[label] = NEVER
            elif not version.bound and (label in _operands(node) or self.is_something(version, set())):
                found[label] = version.number
        return [*found.items()]

    def is_something(self, version: Version, seen: set[int]) -> bool:
        """Whether the primal never puts None there; `seen` are the numbers of the versions that are being asked for."""
        if version.number in seen or _is_something(version_kind(self.program, version)):
            return True
        seen.add(version.number)
        return bool(version.sources) and all(self.is_something(source, seen) for source in version.sources)


def _operands(node: Node) -> set[str]:
    """The names that a statement does arithmetic with, if this is all that it does."""
    if node.__class__ is gast.AugAssign:
        parts = [node.target, node.value]
    else:
        value = getattr(node, "value", None)
        parts = [value.left, value.right] if value.__class__ is gast.BinOp else []
    return {part.id for part in parts if part.__class__ is gast.Name}


def _is_something(kind: Kind) -> bool:
    """Whether what is of a kind is surely not None."""
    if isinstance(kind, Const):
        return kind.value is not None
    if isinstance(kind, Instance) and kind.type is object:
        return False  # None is an object, too
    return kind.is_scalar or isinstance(kind, Array | Sequence | Instance)


def _look(label: str) -> Node:
    message = f"cannot access local variable '{label}' where it is not associated with a value"
    failing = gast.Raise(expression(f"UnboundLocalError({message!r})"), None)
    return gast.If(expression(f"{label} is None"), [failing], [])
