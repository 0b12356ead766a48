"""Dicts around a function in which it keeps results by the values that it is given.

    key = x.tobytes()
    if key not in TABLE:
        TABLE[key] = slow(x)
    return TABLE[key]

What such a table holds from before the derivative was asked for is a number like any other, so the derivative of what is found
there would be zero.  It is put aside where it is asked for, and so computed again, and compared with what comes out
(`runtime/kept_tables.py`).  A table is told by this: active values are stored in it, and keys that are made of what is
differentiated are looked up in it; a function that stores what it has just read from it counts, or sums, and keeps no results.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.keys_set import pairs_of
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.memories.same_points import told_by_value
from tangentish.normalise.memories.tables_around import TablesAround, named_inside
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    as_load,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    name,
    names_in,
    own_expressions,
    slice_value,
    unparse,
    walk,
    walk_statements,
)

_ASKING = frozenset("get pop setdefault __getitem__ __contains__".split())
_STORING = frozenset("setdefault __setitem__".split())
_LATER = (*COMPREHENSIONS, gast.Lambda)


def look_up_anew(body: Block, activity: Activity, scope: Scope, names: Names, is_callee: bool) -> Block:
    """The body with what tables held before put aside where it is looked up; refused in a callee, where tables are global."""
    statements = walk_statements(body)
    if is_engine(scope.source.function) or not any(map(_is_store, (part for node in statements for part in walk(_own(node))))):
        return body
    return _Tables(statements, activity, scope, names, is_callee).body(body)


def _own(node: Node) -> Block:
    """What a statement evaluates, and what it stands for if it is refused (`normalise/deferred.py`)."""
    return [*own_expressions(node), *getattr(node, "dropped", [])]


def _is_store(part: Node) -> bool:
    return (part.__class__ is gast.Subscript and part.ctx.__class__ is gast.Store) or (
        part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in (*_STORING, "update"))


class _Tables:
    """`kept` are the tables, as they are written."""

    def __init__(self, statements: Block, activity: Activity, scope: Scope, names: Names, is_callee: bool) -> None:
        self.is_callee = is_callee
        self.activity, self.scope, self.names = activity, scope, names
        self.told = told_by_value(statements, activity)
        self.tables = TablesAround(statements, self.told)
        self.label = self.tables.label
        dropped = [inner for node in statements for inner in walk_statements(getattr(node, "dropped", []))]  # as it is refused
        self.kept = {self.label(table) for node in [*statements, *dropped] for table, key, value in stores_in(node)
                     if self.keeps(table, key, value)} - {""}
        self.tokens: list[str] = []

    def body(self, body: Block) -> Block:
        if not self.kept:
            return body
        out = self.block(body)
        watch_runs()
        if not self.tokens:
            return out
        self.scope.locals |= set(self.tokens)
        start = [assign(token, constant(None)) for token in self.tokens]
        end = [gast.Expr(call("check_stored", name(token))) for token in self.tokens]
        return [*(locate(node, body[0]) for node in start), *out, *(locate(node, body[-1]) for node in end)]

    def keeps(self, table: Node, key: Node, value: Node) -> bool:
        """Whether what is stored in a table is a result, kept by what it was made of."""
        same = self.label(table)
        return bool(names_in(key) & self.told) and self.activity.expr(value) and not any(
            part.__class__ in (gast.Name, gast.Attribute) and self.label(part) == same for part in walk(value))

    def block(self, block: Block, is_tried: bool = False) -> Block:
        out: Block = []
        for node in block:
            for key, inner in child_blocks(node):
                inner[:] = self.block(inner, is_tried or (key == "body" and node.__class__ is gast.Try))
            asked = self.asked(node, is_tried)
            if asked and node.__class__ is gast.If:
                node.marked = True  # what tells them from others has been seen
            out += [locate(each, node) for each in asked]
            out.append(node)
            apart = named_inside(node)
            out += [locate(gast.Expr(call("note_stored", as_load(table), clone(key))), node)
                    for table, key, _ in stores_in(node) if self.label(table) in self.kept and self.is_known(key)
                    and apart.isdisjoint((id(table), id(key)))]
        return out

    def is_known(self, key: Node) -> bool:
        """Whether a key is the same when it is asked for again: one made of values is, another call may count."""
        return bool(names_in(key) & self.told) or not any(part.__class__ is gast.Call for part in walk(key))

    def asked(self, node: Node, is_tried: bool) -> Block:
        """What goes before a statement that looks something up: what is there is put aside, or refused if that would be missed."""
        found: dict[tuple[str, str], Node] = {}
        parts = own_expressions(node)
        later = {id(inner) for part in walk(parts) if part.__class__ in _LATER for inner in walk(part)}
        for part in walk(parts):
            asked = asked_in(part)
            if asked is None or self.label(asked[0]) not in self.kept or not names_in(asked[1]) & self.told:
                continue
            if id(part) in later or node.__class__ is gast.While:  # the keys are not known before
                found[str(unparse(asked[0])), ""] = self.refused(asked[0])
                continue
            place = str(unparse(asked[0])), str(unparse(asked[1]))
            if (part.__class__ is gast.Subscript and not is_tried) or self.is_global(asked[0]) or self.tables.is_held(asked[0]):
                found.setdefault(place, self.refused(*asked))
            else:
                found[place] = self.aside(*asked)
        return list(found.values())

    def is_global(self, table: Node) -> bool:
        """Whether a table is one that nothing may be taken out of: a callee has no copy of it."""
        while table.__class__ in (gast.Attribute, gast.Subscript):
            table = table.value
        return self.is_callee and table.id not in self.scope.locals

    def refused(self, table: Node, *keys: Node) -> Node:
        return gast.Expr(call("refuse_entries", as_load(table), constant(self.label(table)), *map(clone, keys)))

    def aside(self, table: Node, key: Node) -> Node:
        token = self.names.fresh("t")
        self.tokens.append(token)
        return assign(token, call("put_aside", as_load(table), clone(key), constant(self.label(table)), name(token)))


def asked_in(part: Node) -> tuple[Node, Node] | None:
    """The table and the key that an expression looks up, if it is one that does."""
    if part.__class__ is gast.Subscript and part.ctx.__class__ is gast.Load:
        return part.value, slice_value(part.slice)
    if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in _ASKING and part.args:
        return part.func.value, part.args[0]
    if part.__class__ is gast.Compare and len(part.ops) == 1 and part.ops[0].__class__ in (gast.In, gast.NotIn):
        return part.comparators[0], part.left
    return None


def stores_in(node: Node) -> list[tuple[Node, Node, Node]]:
    """The tables, keys and values that a statement stores."""
    found = []
    if node.__class__ is gast.Assign:
        found = [(target.value, slice_value(target.slice), value) for target, value in pairs_of(node)
                 if target.__class__ is gast.Subscript]
    for part in walk(own_expressions(node)):
        if part.__class__ is not gast.Call or part.func.__class__ is not gast.Attribute:
            continue
        if part.func.attr in _STORING and len(part.args) == 2:
            found.append((part.func.value, part.args[0], part.args[1]))
        elif part.func.attr == "update" and part.args and part.args[0].__class__ is gast.Dict:
            found += [(part.func.value, key, value) for key, value in zip(part.args[0].keys, part.args[0].values, strict=True)
                      if key is not None]
    return found
