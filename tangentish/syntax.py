"""The one place where source text and the gast tree meet: parsing, printing, small constructors."""

from __future__ import annotations

import ast
import copy
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import gast

with warnings.catch_warnings():  # astor looks at node classes that Python 3.12 deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    import astor

Node = gast.AST
Block = list[Node]


def parse(text: str) -> Node:
    """A gast module from source text."""
    return gast.parse(text)


def expression(text: str, **parts: Node) -> Node:
    """An expression from text, with named parts put in.

    >>> print(unparse(expression("f(a) + 1", a=name("x"))))
    f(x) + 1
    """
    tree = gast.parse(text, mode="eval").body
    return substitute(tree, parts) if parts else tree


def statements(text: str, **parts: Node) -> Block:
    """Statements from text, with named parts put in.

    >>> print(unparse(statements("x += e", e=constant(1.0))[0]))
    x += 1.0
    """
    block: Block = gast.parse(text).body
    return [substitute(node, parts) for node in block] if parts else block


def substitute(tree: Node, parts: dict[str, Node]) -> Node:
    """`tree` with every name in `parts` replaced; a replaced name in store position keeps its context."""
    return Substitute(parts).visit(tree)


class Substitute(gast.NodeTransformer):
    """Replaces names by copies of expressions."""

    def __init__(self, parts: dict[str, Node]) -> None:
        self.parts = parts

    def visit_Name(self, node: Node) -> Node:
        """Put the replacement in."""
        part = self.parts.get(node.id)
        if part is None:
            return node
        part = clone(part)
        if not isinstance(node.ctx, gast.Load) and hasattr(part, "ctx"):
            part.ctx = node.ctx
        return part


def clone(node: Any) -> Any:
    """A deep copy of a tree or of a list of trees."""
    return copy.deepcopy(node)


def name(identifier: str) -> Node:
    """A name that is read."""
    return gast.Name(identifier, gast.Load(), None, None)


def stored(identifier: str) -> Node:
    """A name that is assigned."""
    return gast.Name(identifier, gast.Store(), None, None)


def constant(value: Any) -> Node:
    """A literal."""
    return gast.Constant(value, None)


def call(function: str | Node, *args: Node, **keywords: Node) -> Node:
    """A call; `function` is a tree or a dotted name."""
    callee = expression(function) if isinstance(function, str) else function
    return gast.Call(callee, list(args), [gast.keyword(key, value) for key, value in keywords.items()])


def assign(target: str | Node, value: Node) -> Node:
    """An assignment to a name or to a target tree."""
    return gast.Assign([stored(target) if isinstance(target, str) else as_target(target)], value, None)


def as_target(node: Node) -> Node:
    """A copy of a subscript, attribute, name or tuple in store position."""
    node = clone(node)
    node.ctx = gast.Store()
    if isinstance(node, gast.Tuple | gast.List):
        node.elts = [as_target(item) for item in node.elts]
    return node


def as_load(node: Node) -> Node:
    """A copy of a target in load position."""
    node = clone(node)
    for part in gast.walk(node):
        if hasattr(part, "ctx"):
            part.ctx = gast.Load()
    return node


def subscript(value: Node, index: Node) -> Node:
    """`value[index]`."""
    return gast.Subscript(value, index, gast.Load())


def attribute(value: Node, attr: str) -> Node:
    """`value.attr`."""
    return gast.Attribute(value, attr, gast.Load())


def slice_value(index: Node) -> Node:
    """An index as an expression: slices written as calls."""
    if isinstance(index, gast.Slice):
        parts = [part if part is not None else constant(None) for part in (index.lower, index.upper, index.step)]
        return call("slice", *parts)
    if isinstance(index, gast.Tuple):
        return gast.Tuple([slice_value(item) for item in index.elts], gast.Load())
    return index


def tuple_of(items: Iterable[Node]) -> Node:
    """A tuple display."""
    return gast.Tuple(list(items), gast.Load())


def is_constant(node: Node, *values: Any) -> bool:
    """Whether `node` is a literal (equal to one of `values`, when given, and of its type)."""
    if not isinstance(node, gast.Constant):
        return False
    return not values or any(type(node.value) is type(v) and node.value == v for v in values)


def names_in(tree: Node | Iterable[Node]) -> set[str]:
    """Every identifier that occurs as a name in a tree, whatever its context."""
    trees = tree if isinstance(tree, list | tuple) else [tree]
    return {node.id for t in trees for node in gast.walk(t) if isinstance(node, gast.Name)}


def loads_in(tree: Node | Iterable[Node]) -> set[str]:
    """Every identifier that is read in a tree."""
    trees = tree if isinstance(tree, list | tuple) else [tree]
    return {n.id for t in trees for n in gast.walk(t) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)}


def free_names(function: Node) -> set[str]:
    """The names that a `def` or `lambda` takes from around it.

    >>> sorted(free_names(expression("lambda x: x + a * b")))
    ['a', 'b']
    """
    args = function.args
    own = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    bound = {a.id for a in own if a is not None}
    body = function.body if isinstance(function.body, list) else [function.body]
    shared: set[str] = set()
    for node in (n for part in body for n in gast.walk(part)):
        if isinstance(node, gast.Nonlocal | gast.Global):
            shared |= set(node.names)
        elif isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            bound.add(node.id)
        elif isinstance(node, gast.FunctionDef):
            bound.add(node.name)
    inner: set[str] = set()

    def visit(node: Node) -> None:
        if isinstance(node, gast.FunctionDef | gast.Lambda):
            inner.update(free_names(node))
            return
        if isinstance(node, gast.Name):
            inner.add(node.id)
        for child in gast.iter_child_nodes(node):
            visit(child)

    for part in body:
        visit(part)
    return (inner - bound) | (inner & shared)


def locate(new: Any, old: Node) -> Any:
    """Give `new` (a node or a block) and its parts the position of `old` where they have none."""
    for top in new if isinstance(new, list) else [new]:
        for node in gast.walk(top):
            if getattr(node, "lineno", None) is None and hasattr(old, "lineno"):
                node.lineno, node.col_offset = old.lineno, getattr(old, "col_offset", 0)
                node.end_lineno = getattr(old, "end_lineno", None)
                node.end_col_offset = getattr(old, "end_col_offset", None)
    return new


def child_blocks(node: Node) -> Iterator[tuple[str, Block]]:
    """The statement lists directly inside a compound statement (not those of nested functions)."""
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef | gast.Lambda):
        return
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield field, block
    for handler in getattr(node, "handlers", []):
        yield "body", handler.body
    for case in getattr(node, "cases", []):
        yield "body", case.body


def walk_statements(block: Block) -> Iterator[Node]:
    """Every statement of a block, nested ones too, in order; nested functions are not entered."""
    for node in block:
        yield node
        for _, inner in child_blocks(node):
            yield from walk_statements(inner)


def unparse(tree: Any, pretty: Callable[[list[str]], str] | None = None) -> str:
    """Source text of a tree, without a final newline."""
    text: str
    plain = gast.gast_to_ast(clone(tree))
    ast.fix_missing_locations(plain)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            text = astor.to_source(plain, pretty_source=pretty or "".join, pretty_string=_plain_string)
    except (AttributeError, RecursionError):
        text = ast.unparse(plain)  # `match`, `try*` and other nodes that astor does not know
    text = text.rstrip("\n")
    if isinstance(tree, gast.expr) and text.startswith("(") and text.endswith(")") and "\n" not in text:
        text = _outer_parentheses(text)
    return text


def _outer_parentheses(text: str) -> str:
    """Drop the parentheses astor puts around a whole expression, unless it is a tuple or they do not match."""
    inner = text[1:-1]
    try:
        same = ast.dump(ast.parse(inner, mode="eval")) == ast.dump(ast.parse(text, mode="eval"))
    except SyntaxError:
        return text
    return inner if same else text


def _plain_string(text: str, *_: Any, **__: Any) -> str:
    return repr(text)
