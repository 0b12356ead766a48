"""Which tuples have neither adjoints nor tangents in the table: those of numbers and arrays of which nothing but items is read."""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.analysis.kinds import Array, Sequence
from tangentish.analysis.unpacked import Taken, renamed_by, returned_items, unpacked
from tangentish.derive.operations import Operations
from tangentish.derive.program import Program
from tangentish.derive.version_kinds import version_kind
from tangentish.syntax import Node, walk_statements


class UnpackedTuples(Operations):
    """Finds them, by the names of variables, with their kinds: `unpacked`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        found = unpacked(program.body)
        kinds = {label: kind for label in found if (kind := self.kind_bound(label)) is not None and label not in program.params}
        left = -1
        while left != (left := len(kinds)):
            kinds = {label: kind for label, kind in kinds.items() if self.is_apart(label, found[label], kinds)
                     and kinds.keys() >= found.keys() & found[label].names}
        self.unpacked = kinds

    def is_apart(self, label: str, taken: Taken, others: Collection[str]) -> bool:
        """Whether no item is in the table, or is written into before it is taken out.

        If this is one of the `others` under another name, that has to be one.
        """
        renamed = renamed_by(self.flow.nodes[self.flow.definitions[label][0][0]].value)
        if any(self.shared(n) for n in taken.names - {*others}) or not (renamed is None or renamed in others):
            return False
        own, writes = self.aliases.class_of(label), self.aliases.writes
        return not any(self.aliases.class_of(n) == own for node in walk_statements(taken.span) for n in writes.get(node.uid, ()))

    def kind_bound(self, label: str) -> Sequence | None:
        """The kind of a tuple of numbers and arrays that is bound once; None if it may be something else."""
        sites = self.flow.definitions.get(label, [])
        if len(sites) != 1 or not self.is_followed(self.flow.nodes[sites[0][0]]):
            return None
        kind = self.kinds.after.get(sites[0][0], {}).get(label)
        return kind if isinstance(kind, Sequence) and is_of_numbers(kind) else None

    def is_followed(self, node: Node) -> bool:
        """Whether what belongs to the items can be given to, or had from, what makes the tuple."""
        if hasattr(node, "pair"):
            return bool(node.pair.made.contract.items)
        return node.value.__class__ is gast.Tuple or renamed_by(node.value) is not None

    def unpack_result(self) -> bool:
        """Count the result among them, if it is a tuple that is made here and shares no memory with the parameters."""
        program, final = self.p, self.flow.final.get(self.p.ans)
        count = returned_items(program.body, program.ans)
        kind = version_kind(program, final) if count and final is not None else None
        own = self.aliases.class_of(program.ans)
        if not isinstance(kind, Sequence) or not is_of_numbers(kind) or len(kind.items) != count or any(
                self.aliases.class_of(p) == own and not program.entry[p].is_scalar for p in program.params):
            return False
        self.unpacked = {**self.unpacked, program.ans: kind}
        return True


def is_of_numbers(kind: Sequence) -> bool:
    """Whether a kind is that of a tuple of numbers, arrays and what carries no derivative."""
    return kind.type is tuple and all(
        isinstance(item, Array) or item.is_scalar or not item.active_dtype for item in kind.items)
