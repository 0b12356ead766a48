"""Variables that are read, or deleted once more, after `del`: Python raises there, and so does what is generated.

Generated code keeps what variables meant for the reverse sweep, so `del` is left out of it.  Where a variable may be read while
it is deleted, a flag says whether it is.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> body = parse("q = x * 2\\ndel q\\nz = q + 1").body
>>> for node in deletions_flagged(body, Names({"q", "x", "z"}), {"x"})[4:7]: print(unparse(node))
del q
q_deleted = True
if q_deleted:
    raise UnboundLocalError("cannot access local variable 'q' where it is not associated with a value")
"""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.analysis.def_use import bound_names
from tangentish.analysis.surely_read import surely_read
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, child_blocks, constant, expression, locate, name, names_in, walk_statements

_INSIDE = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)


def deletions_flagged(body: Block, names: Names, params: Collection[str]) -> Block:
    """The body with flags for variables that may be read after they are deleted."""
    statements = walk_statements(body)
    around = {label for node in statements if node.__class__ in (gast.Global, gast.Nonlocal) for label in node.names}
    deleted = {label for node in statements for label in _deleted(node)} - around
    if not deleted:
        return body
    flow = _Flow(deleted)
    flow.block(body, frozenset())
    unbound = deleted.difference(params, *(bound_names(node) for node in statements if node.__class__ is not gast.Delete))
    flags = {label: names.fresh(f"{label}_deleted") for label in sorted(flow.met | unbound)}
    if not flags:
        return body
    start = [locate(assign(flag, constant(label in unbound)), body[0]) for label, flag in flags.items()]
    return [*start, *_flagged(body, flags)]


def _deleted(node: Node) -> set[str]:
    """The variables that a statement deletes."""
    return {target.id for target in node.targets if target.__class__ is gast.Name} if node.__class__ is gast.Delete else set()


class _Flow:
    """Follows which of some variables may be deleted; `met` are those that may be read, or deleted again, then."""

    def __init__(self, labels: set[str]) -> None:
        self.labels, self.met = frozenset(labels), set[str]()

    def block(self, block: Block, gone: frozenset[str]) -> frozenset[str]:
        for node in block:
            gone = self.statement(node, gone)
        return gone

    def statement(self, node: Node, gone: frozenset[str]) -> frozenset[str]:
        """What may be deleted after a statement, from what may be before it."""
        gone_now = _deleted(node)
        self.met |= gone & (set(surely_read(node)) | gone_now)
        if node.__class__ in _INSIDE:
            return gone - {node.name}
        bound = bound_names(node) - gone_now
        if node.__class__ in (gast.For, gast.While):
            before: frozenset[str] | None = None
            while gone != before:
                before = gone
                gone |= self.block(node.body, gone - bound)
                self.met |= gone & set(surely_read(node)) if node.__class__ is gast.While else set()
            return gone | self.block(node.orelse, gone)
        inner = [part for key, part in child_blocks(node)]
        if node.__class__ is gast.Try:  # what follows the body may begin anywhere in it
            anywhere = gone | (self.labels & {label for one in walk_statements(node.body) for label in _deleted(one)})
            ends = [self.block(part, anywhere) for part in inner]
            return frozenset().union(gone, anywhere, *ends)
        ends = [self.block(part, gone - bound) for part in inner]
        if not inner:
            return (gone - bound) | (self.labels & gone_now)
        passed = node.__class__ is gast.If and not node.orelse
        return frozenset().union(*ends, gone - bound if passed else frozenset())


def _flagged(block: Block, flags: dict[str, str]) -> Block:
    out: Block = []
    for node in block:
        deleted = _deleted(node)
        looks = [_look(label, flags[label]) for label in dict.fromkeys([*surely_read(node), *sorted(deleted)]) if label in flags]
        out += [locate(look, node) for look in looks]
        out.append(node)
        changes = [locate(assign(flags[label], constant(label in deleted)), node)
                   for label in sorted(bound_names(node) | deleted) if label in flags]
        if node.__class__ in _INSIDE:
            out += changes
            continue
        for key, inner in child_blocks(node):
            inner[:] = _flagged(inner, flags)
            if key == "body" and node.__class__ in (gast.For, gast.With):
                inner[:0] = changes
            elif key == "body" and node.__class__ is gast.While:
                inner += [locate(_look(label, flags[label]), node) for label in flags if label in names_in(node.test)]
        out += [] if node.__class__ in (gast.For, gast.With) else changes
    return out


def _look(label: str, flag: str) -> Node:
    message = f"cannot access local variable '{label}' where it is not associated with a value"
    return gast.If(name(flag), [gast.Raise(expression(f"UnboundLocalError({message!r})"), None)], [])
