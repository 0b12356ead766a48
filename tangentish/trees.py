"""Looking through trees and copying them, quickly: every stage does it all the time.

For every class of nodes functions are written, when the first such node is met, that go straight to its fields: one
lists the parts, one collects all nodes, one collects names, one copies.  Contexts and operators are never looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import gast

Node = gast.AST
Block = list[Node]
Parts = dict[str, Node]

_SHARED = frozenset(["origin", "primal", "reverse_of"])  # attributes that refer to nodes elsewhere
_LEAVES = frozenset("ctx op ops kind type_comment id attr level conversion is_async".split())  # fields without names in them
_POSITION = 4  # lineno, col_offset, end_lineno and end_col_offset
_NO_PARTS: Parts = {}

COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.GeneratorExp, gast.DictComp)
DEFINITIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)


@functools.cache
def fields_of(cls: type) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold other nodes."""
    return tuple(field for field in cls._fields if field not in _LEAVES)


_COMMON = {  # what the fields hold of which nothing is ever missing: a node, a list of nodes (*), a node or None (?)
    gast.Assign: "targets* value", gast.Attribute: "value", gast.AugAssign: "target value", gast.BinOp: "left right",
    gast.Call: "func args* keywords*", gast.Constant: "", gast.Expr: "value", gast.Name: "annotation?",
    gast.Slice: "lower? upper? step?", gast.Subscript: "value slice", gast.Tuple: "elts*", gast.UnaryOp: "operand",
    gast.keyword: "value", gast.Compare: "left comparators*", gast.BoolOp: "values*", gast.IfExp: "test body orelse",
    gast.List: "elts*", gast.Starred: "value", gast.Return: "value?", gast.If: "test body* orelse*",
    gast.While: "test body* orelse*", gast.For: "target iter body* orelse*",
}
_LIST_PARTS = {
    "": "out.append(node.{field})",
    "*": "out += node.{field}",
    "?": "if node.{field} is not None: out.append(node.{field})",
    "!": """value = node.__dict__.get('{field}')
    if value.__class__ is list: out += [item for item in value if isinstance(item, AST)]
    elif isinstance(value, AST): out.append(value)""",
}
# names and literals, which are most of the nodes, are not worth a call; only the names of parameters have annotations, and
# these are in none of the common classes
_VISIT_NODE = "out.append(value) if (kind := value.__class__) is Name or kind is Constant else visit[kind](value, out)"
_VISIT_NAME = "out.append(value) if (kind := value.__class__) is Name else kind is Constant or visit[kind](value, out)"
_VISIT = {
    "": "value = node.{field}; {visit}",
    "*": "for value in node.{field}: {visit}",
    "?": "value = node.{field}\n    if value is not None: {visit}",
    "!": """value = node.__dict__.get('{field}')
    if value.__class__ is list:
        for item in value:
            if isinstance(item, AST): visit[item.__class__](item, out)
    elif isinstance(value, AST): visit[value.__class__](value, out)""",
}
_SEARCH = {
    "": "if found := visit[node.{field}.__class__](node.{field}, out): found.append(node); return found",
    "*": """for value in node.{field}:
        if found := visit[value.__class__](value, out): found.append(node); return found""",
    "?": """value = node.{field}
    if value is not None and (found := visit[value.__class__](value, out)): found.append(node); return found""",
    "!": """value = node.__dict__.get('{field}')
    for value in value if value.__class__ is list else [value]:
        if isinstance(value, AST) and (found := visit[value.__class__](value, out)): found.append(node); return found""",
}
_COPY = {
    "": "value = node.{field}; held['{field}'] = visit[value.__class__](value, out)",
    "*": "held['{field}'] = [visit[value.__class__](value, out) for value in node.{field}]",
    "?": "value = node.{field}\n    if value is not None: held['{field}'] = visit[value.__class__](value, out)",
    "!": """value = held.get('{field}')
    if value.__class__ is list:
        held['{field}'] = [visit[item.__class__](item, out) if isinstance(item, AST) else item for item in value]
    elif isinstance(value, AST): held['{field}'] = visit[value.__class__](value, out)""",
}


class _Functions(dict[type, Any]):
    """Functions by class of node, written when they are asked for: the first line, what is done to each field, the last."""

    def __init__(self, first: str, each: dict[str, str], last: str = "") -> None:
        super().__init__()
        self.first, self.each, self.last = first, each, last

    def __missing__(self, cls: type) -> Any:
        common = _COMMON.get(cls)
        fields = [f"{field}!" for field in fields_of(cls)] if common is None else common.split()
        lines = ["def function(node, out):", self.first]
        for field in fields:
            name = field.rstrip("*?!")
            lines.append(self.each[field[len(name):]].replace("{field}", name))
        space = {"AST": gast.AST, "Name": gast.Name, "Constant": gast.Constant, "cls": cls, "visit": self,
                 "limit": len(cls._fields) + _POSITION, "copy_rest": _copy_rest}
        exec("\n    ".join([*lines, self.last or "return out"]), space)
        self[cls] = space["function"]
        return space["function"]


def _copy_rest(made: Node) -> None:
    """Copy what a node has beside its fields."""
    held = made.__dict__
    for key in held.keys() - {*made._fields, *_SHARED}:
        if isinstance(held[key], (gast.AST, tuple, list)):
            held[key] = clone(held[key])


_CHILDREN = _Functions("out = []", _LIST_PARTS)
_NODES = _Functions("out.append(node)", {key: text.replace("{visit}", _VISIT_NODE) for key, text in _VISIT.items()})
_NAMES = _Functions("pass", {key: text.replace("{visit}", _VISIT_NAME) for key, text in _VISIT.items()})
_PATHS = _Functions("pass", _SEARCH, "return None")
_COPIES = _Functions("made = cls.__new__(cls); held = made.__dict__ = node.__dict__.copy()", _COPY,
                     "if len(held) > limit: copy_rest(made)\n    return made")


def _add_name(node: Node, out: Block) -> None:
    out.append(node)
    if node.annotation is not None:
        _NAMES[node.annotation.__class__](node.annotation, out)


def _copy_name(node: Node, parts: Parts) -> Node:
    part = parts.get(node.id)
    if part is None:
        return _plain_copy(node, parts)
    made: Node = _COPIES[part.__class__](part, _NO_PARTS)
    if node.ctx.__class__ is not gast.Load and hasattr(made, "ctx"):
        made.ctx = node.ctx
    return made


def _end_path(node: Node, identifier: str) -> Block | None:
    return [node] if node.id == identifier else None


_NAMES[gast.Name] = _add_name
_PATHS[gast.Name] = _end_path
_plain_copy = _COPIES[gast.Name]
_COPIES[gast.Name] = _copy_name


def path_to(tree: Node, identifier: str) -> Block | None:
    """The nodes from a tree down to the first name that is spelt like this; None if there is none."""
    found: Block | None = _PATHS[tree.__class__](tree, identifier)
    if found is not None:
        found.reverse()
    return found


def children(node: Node) -> Block:
    """The statements and expressions directly inside a node, in the order of its fields; no contexts, no operators."""
    found: Block = _CHILDREN[node.__class__](node, None)
    return found


def walk(tree: Node | Iterable[Node]) -> Block:
    """Every node of a tree or of several, in the order they are written; no contexts, no operators.

    >>> from tangentish.syntax import expression
    >>> [type(node).__name__ for node in walk(expression("f(x + 1)"))]
    ['Call', 'Name', 'BinOp', 'Name', 'Constant']
    """
    found: Block = []
    for node in [tree] if isinstance(tree, gast.AST) else tree:
        _NODES[node.__class__](node, found)
    return found


def breadth_first(tree: Node) -> Block:
    """Every node of a tree, those further up first; no contexts, no operators."""
    found = [tree]
    for node in found:  # which grows
        found += _CHILDREN[node.__class__](node, None)
    return found


def name_nodes(tree: Node | Iterable[Node]) -> Block:
    """The names of a tree or of several, in the order they are written, whatever their context."""
    found: Block = []
    for node in [tree] if isinstance(tree, gast.AST) else tree:
        _NAMES[node.__class__](node, found)
    return found


def names_in(tree: Node | Iterable[Node]) -> set[str]:
    """Every identifier that occurs as a name in a tree, whatever its context."""
    return {node.id for node in name_nodes(tree)}


def loads_in(tree: Node | Iterable[Node]) -> set[str]:
    """Every identifier that is read in a tree."""
    return {node.id for node in name_nodes(tree) if node.ctx.__class__ is gast.Load}


# copies


def clone(node: Any) -> Any:
    """A copy of a tree or of a list of trees; what its attributes say of other trees stays as it is.

    >>> from tangentish.syntax import expression
    >>> tree = expression("f(x)")
    >>> tree.origin = tree.func
    >>> copy = clone(tree)
    >>> copy.func is tree.func, copy.origin is tree.func
    (False, True)
    """
    if node.__class__ is list or node.__class__ is tuple:
        return node.__class__([clone(item) for item in node])
    return _COPIES[node.__class__](node, _NO_PARTS) if isinstance(node, gast.AST) else node


def filled(node: Node, parts: Parts) -> Node:
    """A copy of a tree with every name in `parts` replaced by a copy of that part; in store position it is stored."""
    made: Node = _COPIES[node.__class__](node, parts)
    return made


def substitute(tree: Node, parts: Parts) -> Node:
    """`tree`, changed: every name in `parts` replaced, but not that of a parameter in its lambda; contexts stay as they are."""
    if tree.__class__ is gast.Name and tree.id in parts:
        return filled(tree, parts)
    if tree.__class__ is gast.Lambda:
        tree.args.defaults = [substitute(value, parts) for value in tree.args.defaults]
        tree.args.kw_defaults = [value and substitute(value, parts) for value in tree.args.kw_defaults]
        own = {parameter.id for parameter in parameter_nodes(tree)}
        tree.body = substitute(tree.body, {key: value for key, value in parts.items() if key not in own})
        return tree
    for key in fields_of(tree.__class__):
        value = getattr(tree, key, None)
        if value.__class__ is list:
            value[:] = [substitute(item, parts) if isinstance(item, gast.AST) else item for item in value]
        elif isinstance(value, gast.AST):
            setattr(tree, key, substitute(value, parts))
    return tree


# statements


_BLOCKS: dict[type, tuple[str, ...]] = {  # the fields that hold statements; those of nested functions are not looked at
    cls: tuple(field for field in ("body", "handlers", "cases", "orelse", "finalbody") if field in cls._fields)
    for cls in (gast.If, gast.For, gast.While, gast.With, gast.Try, gast.TryStar, gast.Match, gast.AsyncFor, gast.AsyncWith,
                gast.Module, gast.ExceptHandler, gast.match_case)
}


def parameter_nodes(function: Node) -> Block:
    """The parameters of a `def` or a `lambda`, starred ones too."""
    args = function.args
    found = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return [argument for argument in found if argument is not None]


def child_blocks(node: Node) -> list[tuple[str, Block]]:
    """The statement lists directly inside a compound statement (not those of nested functions)."""
    fields = _BLOCKS.get(node.__class__)
    if fields is None:
        return []
    found: list[tuple[str, Block]] = []
    for field in fields:
        block = getattr(node, field, None)
        if field == "handlers" or field == "cases":
            found += [("body", part.body) for part in block or ()]
        elif block.__class__ is list:
            found.append((field, block))
    return found


def walk_statements(block: Iterable[Node]) -> Block:
    """Every statement of a block, nested ones too, in order; nested functions are not entered."""
    found: Block = []
    for node in block:
        found.append(node)
        if node.__class__ in _BLOCKS:
            for _, inner in child_blocks(node):
                found += walk_statements(inner)
    return found


def own_expressions(node: Node) -> list[Node]:
    """The expressions of a statement itself, without those of the statements inside it."""
    cls = node.__class__
    if cls not in _BLOCKS:
        return [] if cls in DEFINITIONS else children(node)
    if cls is gast.If or cls is gast.While:
        return [node.test]
    if cls is gast.For:
        return [node.target, node.iter]
    inside = {id(child) for _, block in child_blocks(node) for child in block}
    return [child for child in children(node)
            if id(child) not in inside and child.__class__ not in (gast.ExceptHandler, gast.match_case)]
