"""Containers that a function finds around it, or is given: what they are called, under whatever name it has them."""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, names_in, own_expressions, unparse, walk


class TablesAround:
    """`told` are the names that active values are told by; `meant` what each local name stands for.

    >>> from tangentish.syntax import expression, parse
    >>> tables = TablesAround(parse("rows = MODEL.table; made = {}").body, set())
    >>> tables.label(expression("rows")), tables.label(expression("rows['a']")), tables.label(expression("made"))
    ('MODEL.table', "rows['a']", '')
    """

    def __init__(self, statements: Block, told: set[str]) -> None:
        self.told, self.meant = told, _meant(statements)

    def label(self, table: Node, within: frozenset[str] = frozenset()) -> str:
        """What a table is called, by the name that it has around the function; "" if the function made it, or it has no name.

        `within` are the names that are being looked up: in `rows = rows["a"]` what `rows` was before is a parameter.
        """
        root = table
        while root.__class__ in (gast.Attribute, gast.Subscript):
            if root.__class__ is gast.Subscript and names_in(root.slice) & self.told:
                return ""
            root = root.value
        if root.__class__ is not gast.Name:
            return ""
        if root.id not in self.meant or root.id in within:
            return str(unparse(table))
        named = next(filter(None, [self.label(meant, within | {root.id}) for meant in self.meant[root.id]]), "")
        return named and (named if root is table else str(unparse(table)))


def _meant(statements: Block) -> dict[str, list[Node]]:
    """What names that are bound here may stand for, if that is something of the function's arguments or of what is around it."""
    bound: dict[str, list[Node]] = {}
    for node in statements:
        for part in walk(own_expressions(node)):
            if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store:
                bound.setdefault(part.id, [])
        for target in node.targets if node.__class__ is gast.Assign else ():
            for part, value in _pairs(target, node.value):
                if part.__class__ is gast.Name:
                    bound[part.id] += filter(None, [_source(value)])
    return bound


def _pairs(target: Node, value: Node) -> list[tuple[Node, Node]]:
    """What is bound to what: `table, total = TABLE, 0.0` are two."""
    sides = target, value
    if any(side.__class__ not in (gast.Tuple, gast.List) or any(part.__class__ is gast.Starred for part in side.elts)
           for side in sides) or len(target.elts) != len(value.elts):
        return [sides]
    return [pair for parts in zip(target.elts, value.elts, strict=True) for pair in _pairs(*parts)]


def _source(value: Node) -> Node | None:
    """The table that an expression gives, if it is not a new one."""
    if value.__class__ in (gast.Name, gast.Attribute, gast.Subscript):
        return value
    if value.__class__ is not gast.Call:
        return None
    label = value.func.id if value.func.__class__ is gast.Name else ""
    if label == "copied":  # of what is written into around the function (`normalise/globals.py`)
        return value.args[0] if len(value.args) == 1 else None
    if label == "getattr" and value.args[1].__class__ is gast.Constant:
        return gast.Attribute(value.args[0], str(value.args[1].value), gast.Load())
    if value.func.__class__ is gast.Attribute and value.func.attr in ("get", "setdefault") and value.args:
        return gast.Subscript(value.func.value, value.args[0], gast.Load())
    return None
