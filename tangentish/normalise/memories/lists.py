"""Lists around a function in which it keeps points and results, and looks for the point that it is given.

    for point, result in KNOWN:
        if np.array_equal(point, x):
            return result
    KNOWN.append((x.copy(), slow(x)))

So it may by `next(result for point, result in KNOWN if point == key)`, `key in POINTS`, `POINTS.index(key)` and the like.  As with
dicts (`tables.py`), what is found there from before the derivative was asked for has no derivative: it is refused.
"""

from __future__ import annotations

import bisect

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.memories.same_points import SAME, told_by_value
from tangentish.normalise.memories.tables_around import TablesAround, named_inside
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    as_load,
    call,
    child_blocks,
    children,
    clone,
    constant,
    locate,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

_KEEPING = frozenset("append appendleft insert".split())
_SEEKING = frozenset("index count __contains__".split())
_BISECTING = (bisect.bisect, bisect.bisect_left, bisect.bisect_right)
_GOING_THROUGH = (reversed, enumerate, list, tuple, iter, zip)


def refuse_listed(body: Block, activity: Activity, scope: Scope) -> Block:
    """The body with what such lists held before refused where it is found."""
    statements = walk_statements(body)
    if is_engine(scope.source.function):
        return body
    written = [*statements, *(inner for node in statements for inner in walk_statements(getattr(node, "dropped", [])))]
    kept = [part for node in written for part in walk(own_expressions(node)) if part.__class__ is gast.Call
            and part.func.__class__ is gast.Attribute and part.func.attr in _KEEPING and part.args
            and activity.expr(part.args[-1]) and scope.resolve(part.func) is MISSING and id(part) not in named_inside(node)]
    if not kept:
        return body
    told = told_by_value(statements, activity)
    tables = TablesAround(statements, told)
    labels = {tables.label(part.func.value) for part in kept} - {""}
    if not labels:
        return body

    inside = {node.name: node for node in statements if node.__class__ is gast.FunctionDef}
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
                        for pair in compared(walk(own_expressions(node)), items)]
            out += [locate(gast.Expr(call("check_searched", as_load(held), constant(tables.label(held)), clone(given))), node)
                    for held, given in sought(node)]
            out.append(node)
            out += [locate(gast.Expr(call("note_listed", as_load(part.func.value), place)), node)
                    for part in walk(own_expressions(node)) if id(part) in appended and (place := _place(part)) is not None]
        return out

    def sought(node: Node) -> list[tuple[Node, Node]]:
        """The lists that a statement looks for something in, other than by a loop, and what for."""
        found: list[tuple[Node, Node]] = []
        for part in walk(own_expressions(node)):
            pairs = [(part.comparators[0], part.left)] if part.__class__ is gast.Compare and part.ops[0].__class__ in (
                gast.In, gast.NotIn) else []
            if part.__class__ is gast.Call and part.args:
                owner = part.func.value if part.func.__class__ is gast.Attribute else None
                pairs += [(owner, part.args[0])] if owner is not None and part.func.attr in _SEEKING else []
                pairs += [(part.args[0], part.args[1])] if len(part.args) > 1 and scope.resolve(part.func) in _BISECTING else []
            found += [(held, given) for held, given in pairs if tables.label(held) in labels and names_in(given) & told]
            for held, items, parts in gone_through(part):
                found += [(held, given) for _, given in compared(parts, items) if not names_in(given) & items]
        return found

    def gone_through(part: Node) -> list[tuple[Node, set[str], Block]]:
        """The lists that an expression goes through, with the names of the items, and what is asked of these."""
        if part.__class__ in COMPREHENSIONS:
            return [(held, names_in(generator.target), walk([*children(part)])) for generator in part.generators
                    if (held := searched(generator)) is not None]
        if part.__class__ is gast.Call and len(part.args) == 2 and part.args[0].__class__ is gast.Lambda:
            held = searched(gast.comprehension(part.args[0], part.args[1], [], 0))
            return [(held, names_in(part.args[0].args), walk(part.args[0].body))] if held is not None else []
        if part.__class__ is gast.Call and getattr(part.func, "id", "") in inside:  # as `next` of a generator is written
            loops = [inner for inner in walk(inside[part.func.id].body) if inner.__class__ is gast.For]
            return [(held, names_in(loop.target), walk(loop.body)) for held in part.args if tables.label(held) in labels
                    for loop in loops]
        return []

    def compared(parts: Block, items: set[str]) -> list[tuple[Node, Node]]:
        """What is compared of items that are gone through, and with what."""
        pairs: list[tuple[Node, Node]] = []
        for part in parts:
            if part.__class__ is gast.Call and len(part.args) >= 2 and scope.resolve(part.func) in SAME:
                pairs.append((part.args[0], part.args[1]))
            elif part.__class__ is gast.Compare and len(part.ops) == 1 and part.ops[0].__class__ in (gast.Eq, gast.NotEq):
                pairs.append((part.left, part.comparators[0]))
        turned = [pair if names_in(pair[0]) & items else pair[::-1] for pair in pairs]
        return [(left, right) for left, right in turned if names_in(left) & items and names_in(right) & told]

    out = each(body, set(), None)
    watch_runs()
    return out


def _place(part: Node) -> Node | None:
    """Where a call puts an item, if that is an end of the list."""
    if part.func.attr == "append":
        return constant(-1)
    first = part.func.attr == "appendleft" or getattr(part.args[0], "value", None) == 0
    return constant(0) if first else None
