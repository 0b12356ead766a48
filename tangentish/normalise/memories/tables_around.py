"""Containers that a function finds around it, or is given: what they are called, under whatever name it has them."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentish.syntax import COMPREHENSIONS, Block, Node, names_in, own_expressions, unparse, walk

_PUTTING = ("append", "insert", "extend", "update", "add", "setdefault")


class TablesAround:
    """`told` are the names that active values are told by; `meant` what each local name stands for, `held` what it holds.

    >>> from tangentish.syntax import expression, parse
    >>> tables = TablesAround(parse("rows = MODEL.table; made = {}").body, set())
    >>> tables.label(expression("rows")), tables.label(expression("rows['a']")), tables.label(expression("made"))
    ('MODEL.table', "rows['a']", '')
    """

    def __init__(self, statements: Block, told: set[str]) -> None:
        self.told, self.meant, self.held = told, _meant(statements), _held(statements)

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
        if named or root is table:
            return named and (named if root is table else str(unparse(table)))
        return next(filter(None, [self.label(item, within | {root.id}) for item in self.held.get(root.id, ())]), "")

    def is_held(self, table: Node, within: frozenset[str] = frozenset()) -> bool:
        """Whether a table is in a container that the function made, from where it cannot be told from others."""
        root = table
        while root.__class__ in (gast.Attribute, gast.Subscript):
            root = root.value
        if root.__class__ is not gast.Name or root.id in within or root.id not in self.meant:
            return False
        inner = within | {root.id}
        named = [meant for meant in self.meant[root.id] if self.label(meant, inner)]
        if named or root is table:
            return any(self.is_held(meant, inner) for meant in named)
        return any(self.label(item, inner) for item in self.held.get(root.id, ()))


def _meant(statements: Block) -> dict[str, list[Node]]:
    """What names that are bound here may stand for, if that is something of the function's arguments or of what is around it."""
    bound: dict[str, list[Node]] = {}
    for node in statements:
        for part in walk(own_expressions(node)):
            if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store:
                bound.setdefault(part.id, [])
        bindings = [(target, node.value) for target in node.targets] if node.__class__ is gast.Assign else []
        if node.__class__ is gast.For and node.iter.__class__ is gast.Name:
            bindings = [(node.target, gast.Subscript(node.iter, gast.Constant(0, None), gast.Load()))]
        for part, value in (pair for binding in bindings for pair in pairs(*binding)):
            if part.__class__ is gast.Name:
                bound[part.id] += filter(None, [_source(value)])
    return bound


def _held(statements: Block) -> dict[str, list[Node]]:
    """What there is in the containers that names are bound to, if it has a name: `held = {"rows": TABLE}`, `held.append(TABLE)`."""
    found: dict[str, list[Node]] = {}
    for node in statements:
        for label, value in _put(node):
            items = [item for item in walk(value) if item.__class__ in (gast.Name, gast.Attribute, gast.Subscript)]
            if items:
                found.setdefault(label, []).extend(items)
    return found


def _put(node: Node) -> Iterator[tuple[str, Node]]:
    """The names of containers, and what a statement puts into them."""
    for target in node.targets if node.__class__ is gast.Assign else ():
        for part, value in pairs(target, node.value):
            made = value.__class__ is gast.Call and getattr(value.func, "id", "") in ("dict", "list", "tuple")
            if part.__class__ is gast.Name and (made or value.__class__ in (gast.Dict, gast.List, gast.Tuple)):
                yield part.id, gast.Tuple([*value.args, *value.keywords], gast.Load()) if made else value
            elif part.__class__ is gast.Subscript and part.value.__class__ is gast.Name:
                yield part.value.id, value
    called = node.value if node.__class__ is gast.Expr else None
    if called.__class__ is gast.Call and called.func.__class__ is gast.Attribute and called.func.attr in _PUTTING and (
            called.func.value.__class__ is gast.Name):
        yield called.func.value.id, gast.Tuple([*called.args, *called.keywords], gast.Load())


def pairs(target: Node, value: Node) -> list[tuple[Node, Node]]:
    """What is bound to what: `table, total = TABLE, 0.0` are two, and so are `point, result = LAST["kept"]`, items of that."""
    sides = target, value
    if target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Name, gast.Attribute, gast.Subscript):
        return [(part, gast.Subscript(value, gast.Constant(place, None), gast.Load())) for place, part in enumerate(target.elts)]
    if any(side.__class__ not in (gast.Tuple, gast.List) or any(part.__class__ is gast.Starred for part in side.elts)
           for side in sides) or len(target.elts) != len(value.elts):
        return [sides]
    return [pair for parts in zip(target.elts, value.elts, strict=True) for pair in pairs(*parts)]


def _source(value: Node) -> Node | None:
    """The table that an expression gives, if it is not a new one."""
    if value.__class__ in (gast.Name, gast.Attribute, gast.Subscript):
        return value
    if value.__class__ is not gast.Call:
        return None
    label = value.func.id if value.func.__class__ is gast.Name else ""
    if label == "copied":  # of what is written into around the function (`normalise/around/globals.py`)
        return value.args[0] if len(value.args) == 1 else None
    if label == "getattr" and value.args[1].__class__ is gast.Constant:
        return gast.Attribute(value.args[0], str(value.args[1].value), gast.Load())
    if value.func.__class__ is gast.Attribute and value.func.attr in ("get", "setdefault") and value.args:
        return gast.Subscript(value.func.value, value.args[0], gast.Load())
    given = [arg for arg in value.args if arg.__class__ is gast.Name] if label else []
    return gast.Subscript(given[0], gast.Constant(0, None), gast.Load()) if given else None  # it may be an item of that


def named_inside(node: Node) -> set[int]:
    """The parts of a statement, by identity, that name variables of a lambda or a comprehension, which mean nothing beside it.

    >>> from tangentish.syntax import parse
    >>> node = parse("put = lambda key: rows.append(key)").body[0]
    >>> [unparse(part) for part in walk(node.value.body) if id(part) in named_inside(node)]
    ['rows.append(key)', 'key']
    """
    inner = [(part, names_in(part.args) if part.__class__ is gast.Lambda else {
        label for generator in part.generators for label in names_in(generator.target)})
        for part in walk(own_expressions(node)) if part.__class__ in (gast.Lambda, *COMPREHENSIONS)]
    return {id(part) for one, own in inner for part in walk(one) if names_in(part) & own}
