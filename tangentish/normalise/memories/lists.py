"""Lists around a function in which it keeps points and results, and looks for the point that it is given.

    for point, result in KNOWN:
        if np.array_equal(point, x):
            return result
    KNOWN.append((x.copy(), slow(x)))

As with dicts (`tables.py`), what is found there from before the derivative was asked for has no derivative: it is refused.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.memories.same_points import SAME, told_by_value
from tangentish.normalise.memories.tables_around import TablesAround
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    as_load,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

_KEEPING = frozenset("append appendleft insert".split())
_GOING_THROUGH = (reversed, enumerate, list, tuple, iter, zip)


def refuse_listed(body: Block, activity: Activity, scope: Scope) -> Block:
    """The body with what such lists held before refused where it is found."""
    statements = walk_statements(body)
    if is_engine(scope.source.function) or not any(node.__class__ is gast.For for node in statements):
        return body
    written = [*statements, *(inner for node in statements for inner in walk_statements(getattr(node, "dropped", [])))]
    kept = [part for node in written for part in _named_here(node) if part.__class__ is gast.Call
            and part.func.__class__ is gast.Attribute and part.func.attr in _KEEPING and part.args
            and activity.expr(part.args[-1]) and scope.resolve(part.func) is MISSING]
    if not kept:
        return body
    told = told_by_value(statements, activity)
    tables = TablesAround(statements, told)
    labels = {tables.label(part.func.value) for part in kept} - {""}
    if not labels:
        return body

    appended = {id(part) for part in kept if tables.label(part.func.value) in labels}

    def searched(node: Node) -> Node | None:
        """The list that a loop goes through."""
        for part in [node.iter, *(node.iter.args if node.iter.__class__ is gast.Call and scope.resolve(
                node.iter.func) in _GOING_THROUGH else ())]:
            if tables.label(part) in labels:
                return part
        return None

    def each(block: Block, items: set[str], table: Node | None) -> Block:
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                own = searched(node) if node.__class__ is gast.For else None
                inner[:] = each(inner, names_in(node.target), own) if own is not None else each(inner, items, table)
            if table is not None:
                label = constant(tables.label(table))
                out += [locate(gast.Expr(call("check_listed", as_load(table), label, *map(clone, pair))), node)
                        for pair in compared(node, items)]
            out.append(node)
            out += [locate(gast.Expr(call("note_listed", as_load(part.func.value), place)), node)
                    for part in walk(own_expressions(node)) if id(part) in appended and (place := _place(part)) is not None]
        return out

    def compared(node: Node, items: set[str]) -> list[tuple[Node, Node]]:
        """What a statement compares of items that are gone through, and with what."""
        pairs: list[tuple[Node, Node]] = []
        for part in walk(own_expressions(node)):
            if part.__class__ is gast.Call and len(part.args) >= 2 and scope.resolve(part.func) in SAME:
                pairs.append((part.args[0], part.args[1]))
            elif part.__class__ is gast.Compare and len(part.ops) == 1 and part.ops[0].__class__ in (gast.Eq, gast.NotEq):
                pairs.append((part.left, part.comparators[0]))
        turned = [pair if names_in(pair[0]) & items else pair[::-1] for pair in pairs]
        return [(left, right) for left, right in turned if names_in(left) & items and names_in(right) & told]

    out = each(body, set(), None)
    watch_runs()
    return out


def _named_here(node: Node) -> list[Node]:
    """The parts of a statement whose names mean there what they mean beside it."""
    parts = walk(own_expressions(node))
    inner = {id(part) for one in parts if one.__class__ is gast.Lambda or one.__class__ in COMPREHENSIONS for part in walk(one)
             if names_in(part) & (names_in(one.args) if one.__class__ is gast.Lambda else {
                 label for generator in one.generators for label in names_in(generator.target)})}
    return [part for part in parts if id(part) not in inner]


def _place(part: Node) -> Node | None:
    """Where a call puts an item, if that is an end of the list."""
    if part.func.attr == "append":
        return constant(-1)
    first = part.func.attr == "appendleft" or getattr(part.args[0], "value", None) == 0
    return constant(0) if first else None
