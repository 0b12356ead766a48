"""Records no values that the reverse sweep does not read.

tape.append((i, y_old))                        tape.append(y_old)
...                                     ->     ...
for i, y_old in reversed(tape):                for y_old in reversed(tape):
    y_bar = y_bar * y_old                          y_bar = y_bar * y_old
"""

from __future__ import annotations

import gast

from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import Liveness, liveness_of
from tangentish.syntax import Block, Node, walk_statements


def prune_records(facts: Facts) -> bool:
    """Prune the tapes of loops; whether there was anything to prune.

    >>> from tests.simplify.lines import simplified
    >>> lines = "tape = []", "tape.append((n, s))", "for n, s in reversed(tape):", "    x_bar = s"
    >>> print(simplified(prune_records, *lines))
    tape = []
    tape.append(s)
    for s in reversed(tape):
        x_bar = s
    """
    loops = [node for node in walk_statements(facts.function.body) if _tape(node) is not None]
    if not loops:
        return False
    liveness = liveness_of(facts)
    return any([_prune(facts, liveness, node) for node in loops])


def _tape(node: Node) -> str | None:
    """The name of the tape that a loop walks through backwards."""
    if (
        node.__class__ is gast.For
        and node.target.__class__ is gast.Tuple
        and node.iter.__class__ is gast.Call
        and node.iter.func.__class__ is gast.Name
        and node.iter.func.id == "reversed"
        and node.iter.args[0].__class__ is gast.Name
    ):
        return str(node.iter.args[0].id)
    return None


def _prune(facts: Facts, liveness: Liveness, loop: Node) -> bool:
    tape = _tape(loop)
    assert tape is not None
    targets = loop.target.elts
    if not facts.is_ours(tape) or not all(t.__class__ is gast.Name for t in targets):
        return False
    appends = _appends(facts, tape)
    if appends is None or any(len(call.args[0].elts) != len(targets) for _, call in appends):
        return False
    read = set().union(*(facts.deep(statement).reads for statement in loop.body))
    needed = [t.id in read or liveness.live_after(loop, t.id) for t in targets]
    if not any(needed):
        needed[0] = True
    if all(needed):
        return False
    loop.target = _only(targets, needed, gast.Store())
    facts.touch(loop)
    for statement, call in appends:
        call.args[0] = _only(call.args[0].elts, needed, gast.Load())
        facts.touch(statement)
    return True


def _appends(facts: Facts, tape: str) -> list[tuple[Node, Node]] | None:
    """The statements that append a tuple to a tape, if it is only made, appended to and walked through once."""
    found = []
    reads = 0
    for node in walk_statements(facts.function.body):
        effects = facts.effects(node)
        reads += effects.reads[tape]
        if tape in effects.binds and not (
            node.__class__ is gast.Assign
            and node.value.__class__ is gast.List
            and not node.value.elts
            and len(node.targets) == 1
        ):
            return None
        call = getattr(node, "value", None)
        if (
            node.__class__ is gast.Expr
            and call.__class__ is gast.Call
            and call.func.__class__ is gast.Attribute
            and call.func.value.__class__ is gast.Name
            and call.func.value.id == tape
        ):
            if (
                call.func.attr != "append"
                or call.args[0].__class__ is not gast.Tuple
                or effects.reads[tape] != 1
                or any(e.__class__ not in (gast.Name, gast.Constant) for e in call.args[0].elts)
            ):
                return None
            found.append((node, call))
    return found if reads == len(found) + 1 else None


def _only(items: Block, needed: list[bool], context: Node) -> Node:
    kept = [item for item, need in zip(items, needed, strict=True) if need]
    return kept[0] if len(kept) == 1 else gast.Tuple(kept, context)


def prune_pair(primal: Node, reverse: Facts) -> None:
    """Leave out of the record of a pair what its reverse does not read."""
    body, given = reverse.function.body, reverse.function.args.args[0].id
    result = primal.body[-1] if primal.body else None
    if not (
        body
        and body[0].__class__ is gast.Assign
        and body[0].value.__class__ is gast.Name
        and body[0].value.id == given
        and body[0].targets[0].__class__ is gast.Tuple
        and result.__class__ is gast.Return
        and result.value.__class__ is gast.Tuple
        and len(result.value.elts) == 2
        and result.value.elts[1].__class__ is gast.Tuple
    ):
        return
    names, kept = body[0].targets[0].elts, result.value.elts[1].elts
    if (
        len(names) != len(kept)
        or not all(n.__class__ is gast.Name for n in names)
        or sum(reverse.deep(node).reads[given] for node in body) != 1
    ):
        return
    needed = [n.id in reverse.captured or any(reverse.deep(node).reads[n.id] for node in body[1:]) for n in names]
    result.value.elts[1].elts = [item for item, need in zip(kept, needed, strict=True) if need]
    body[0].targets[0].elts = [item for item, need in zip(names, needed, strict=True) if need]
    reverse.touch(body[0])
    if not any(needed):
        del body[0]
