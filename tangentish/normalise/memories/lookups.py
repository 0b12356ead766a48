"""Dicts of results that one function looks up, and another one keeps: entries from before the derivative was asked for.

    def known(self, x):
        return self.table.get(tuple(x))

What is found there is a number like any other, as in `normalise/memories/tables.py`; nothing is stored here by which it could be
computed again, so it is refused where a key of floats, or of their bytes, has such an entry.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.normalise.memories.same_points import told_by_value
from tangentish.normalise.memories.tables import asked_in, stores_in
from tangentish.normalise.memories.tables_around import TablesAround
from tangentish.rewriting import each_rewritten
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    call,
    clone,
    constant,
    locate,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

_MAKING_KEYS = frozenset("tuple float tobytes tostring hash".split())
"""What keys are made with of numbers: an index is made otherwise."""


def refuse_kept_elsewhere(body: Block, activity: Activity, scope: Scope) -> Block:
    """The body with a look at each table around the function before it is asked for what is kept by active values."""
    if is_engine(scope.source.function):
        return body
    statements = walk_statements(body)
    asked = [(node, *found) for node in statements for part in walk(own_expressions(node))
             if (found := asked_in(part)) is not None and found[0].__class__ in (gast.Attribute, gast.Name)]
    if not asked:
        return body
    told = told_by_value(statements, activity)
    made = {node.targets[0].id for node in statements if node.__class__ is gast.Assign
            and node.targets[0].__class__ is gast.Name and _makes_key(node.value, told)}
    looks = [(node, table, key) for node, table, key in asked if _makes_key(key, told) or getattr(key, "id", None) in made]
    if not looks:
        return body
    label = TablesAround(statements, told).label
    kept = {label(table) for node in statements for table, _, _ in stores_in(node)}
    wanted: dict[int, Block] = {}
    for node, table, key in looks:
        name = label(table)
        if name and name not in kept:
            wanted.setdefault(id(node), []).append(locate(gast.Expr(
                call("refuse_entries", as_load(table), constant(name), clone(key))), node))
    if wanted:
        watch_runs()
    return _before(body, wanted) if wanted else body


def _makes_key(node: Node, told: set[str]) -> bool:
    """Whether a key is made here of numbers that are told by active values."""
    return node.__class__ is gast.Call and getattr(node.func, "id", getattr(node.func, "attr", "")) in _MAKING_KEYS and (
        not names_in(node).isdisjoint(told))


def _before(block: Block, wanted: dict[int, Block]) -> Block:
    return each_rewritten(block, lambda node: [*wanted.get(id(node), ()), node])
