"""Loops over an `np.nditer` that has a name, and is asked where it is, as loops over the entries and their indices.

    it = np.nditer(x, flags=["multi_index"])        op = x
    for a in it:                              ->    for a, place in zip(np.nditer(op, flags=["multi_index"]), places_visited(op)):
        total += a * it.multi_index[0]                  total += a * place[:-1][0]

Others that have a name are marked, for they are refused where their arrays are active.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    children,
    clone,
    constant,
    expression,
    locate,
    name,
    own_expressions,
    stored,
    subscript,
    walk,
    walk_statements,
)

_GOING_THROUGH = frozenset("enumerate zip list tuple sum map filter sorted max min any all".split())
_PLAIN = frozenset("flags op_flags order".split())


def loops_over_entries(body: Block, scope: Scope, names: Names) -> Block:
    """The body with such loops written out, and other iterators marked."""
    found = [node for node in walk(body) if _is_nditer(node, scope)]
    if not found:
        return body
    body = _Loops(body, scope, names).block(body)
    for node in walk_statements(body):
        for part in [node, *walk(own_expressions(node))]:
            through = part.__class__ in (gast.For, gast.comprehension) or (
                part.__class__ is gast.Call and getattr(part.func, "id", "") in _GOING_THROUGH)
            for child in children(part):
                if _is_nditer(child, scope) and not through and child.__class__ is gast.Call:
                    child.func = locate(name("held_nditer"), child)
    return body


def _is_nditer(node: Node, scope: Scope) -> bool:
    return node.__class__ is gast.Call and "nditer" in (getattr(node.func, "attr", ""), getattr(node.func, "id", "")) and (
        scope.resolve(node.func) is np.nditer)


class _Loops:
    def __init__(self, body: Block, scope: Scope, names: Names) -> None:
        self.scope, self.names = scope, names
        self.uses: dict[str, int] = {}
        for node in walk(body):
            if node.__class__ is gast.Name:
                self.uses[node.id] = self.uses.get(node.id, 0) + 1

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            out += self.opened(node)
        for made in list(out):
            if made.__class__ is gast.Assign and made.targets[0].__class__ is gast.Name and self.is_plain(made.value):
                loop = next((node for node in out[out.index(made) :] if node.__class__ is gast.For and getattr(
                    node.iter, "id", "") == made.targets[0].id), None)
                if loop is not None:
                    first, _ = self.written_out(made, loop)
                    out[out.index(made)] = first
        return out

    def opened(self, node: Node) -> Block:
        """`with np.nditer(x) as it:` is a name for it: nothing is buffered, to be written back at its end."""
        if node.__class__ is not gast.With or len(node.items) != 1 or not self.is_plain(node.items[0].context_expr) or (
                node.items[0].optional_vars.__class__ is not gast.Name):
            return [node]
        made = locate(assign(node.items[0].optional_vars.id, node.items[0].context_expr), node)
        first = node.body[0]
        if first.__class__ is gast.For and getattr(first.iter, "id", "") == made.targets[0].id:
            return [*self.written_out(made, first), *node.body[1:]]
        return [made, *node.body]

    def is_plain(self, value: Node) -> bool:
        """Whether an iterator is of one array or some, entry by entry, with options that are written out."""
        if not _is_nditer(value, self.scope) or len(value.args) != 1:
            return False
        options = {keyword.arg: keyword.value for keyword in value.keywords}
        texts = [part.value for option in options.values() for part in walk(option) if part.__class__ is gast.Constant]
        return options.keys() <= _PLAIN and not {"buffered", "external_loop", "reduce_ok", "delay_bufalloc"} & set(texts) and all(
            part.__class__ in (gast.List, gast.Tuple, gast.Constant, gast.Load) for option in options.values()
            for part in walk(option))

    def written_out(self, made: Node, loop: Node) -> Block:
        """The loop with what the iterator is asked for in it; as it is where that is more than where it is."""
        label = made.targets[0].id
        asked = [part for part in walk(loop.body) if part.__class__ is gast.Attribute and getattr(part.value, "id", "") == label]
        if {part.attr for part in asked} - {"multi_index", "index"} or self.uses[label] != len(asked) + 2:
            return [made, loop]
        op, options = self.names.fresh("op"), {keyword.arg: keyword.value for keyword in made.value.keywords}
        order, flags = options.get("order", constant("K")), options.get("flags", gast.Tuple([], gast.Load()))
        entries = clone(made.value)
        entries.args = [name(op)]
        sources, targets = [entries], [loop.target]
        for attr, visited in (("multi_index", "places_visited"), ("index", "indices_visited")):
            if any(part.attr == attr for part in asked):
                held = self.names.fresh("place")
                extra = [] if attr == "multi_index" else [clone(flags)]
                sources.append(call(visited, name(op), clone(order), *extra))
                targets.append(stored(held))
                value = subscript(name(held), expression("(0)[:-1]").slice) if attr == "multi_index" else name(held)
                loop.body = [_replaced(node, label, attr, value) for node in loop.body]
        if len(sources) > 1:
            loop.target, loop.iter = gast.Tuple(targets, gast.Store()), call("zip", *sources)
        else:
            loop.iter = entries
        self.scope.locals |= {op, *(target.id for target in targets[1:])}
        return [locate(assign(op, made.value.args[0]), made), locate(loop, loop)]


def _replaced(node: Node, label: str, attr: str, value: Node) -> Node:
    """A statement with an expression in place of an attribute of a name."""

    def new(item: Node) -> Node:
        asked = item.__class__ is gast.Attribute and item.attr == attr and getattr(item.value, "id", "") == label
        return clone(value) if asked else item

    for part in [node, *walk(node)]:
        for key in part._fields:
            held = getattr(part, key, None)
            setattr(part, key, list(map(new, held)) if isinstance(held, list) else new(held))
    return node
