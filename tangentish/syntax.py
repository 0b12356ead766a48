"""The one place where source text and the gast tree meet: parsing, printing, small constructors."""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import gast
from gast.ast3 import Ast3ToGAst, GAstToAst3

Node = gast.AST
Block = list[Node]

_SHARED = frozenset(["origin", "primal", "reverse_of"])  # attributes that refer to nodes elsewhere
_LEAVES = frozenset("ctx op ops kind type_comment id attr level conversion is_async".split())  # fields without names in them
_POSITION = 4  # lineno, col_offset, end_lineno and end_col_offset
_NO_PARTS: dict[str, Node] = {}


@functools.cache
def _fields(cls: type) -> tuple[str, ...]:
    return tuple(field for field in cls._fields if field not in _LEAVES)


_CHILDREN: dict[type, Callable[[Node], list[Node]]] = {  # of the commonest nodes, without a look at what fields there are
    gast.Assign: lambda node: [*node.targets, node.value],
    gast.Attribute: lambda node: [node.value],
    gast.AugAssign: lambda node: [node.target, node.value],
    gast.BinOp: lambda node: [node.left, node.right],
    gast.Call: lambda node: [node.func, *node.args, *node.keywords],
    gast.Expr: lambda node: [node.value],
    gast.Subscript: lambda node: [node.value, node.slice],
    gast.Tuple: lambda node: [*node.elts],
    gast.UnaryOp: lambda node: [node.operand],
}


def children(node: Node) -> list[Node]:
    """The statements and expressions directly inside a node, in the order of its fields; no contexts, no operators."""
    out: list[Node] = []
    if node.__class__ is gast.Constant or (node.__class__ is gast.Name and node.annotation is None):
        return out
    common = _CHILDREN.get(node.__class__)
    if common is not None:
        return common(node)
    held = node.__dict__
    for field in _fields(node.__class__):
        value = held.get(field)
        if value.__class__ is list:
            out += [item for item in value if isinstance(item, gast.AST)]
        elif isinstance(value, gast.AST):
            out.append(value)
    return out


def walk(tree: Node | Iterable[Node]) -> list[Node]:
    """Every node of a tree or of several, in the order they are written; no contexts, no operators.

    >>> [type(node).__name__ for node in walk(expression("f(x + 1)"))]
    ['Call', 'Name', 'BinOp', 'Name', 'Constant']
    """
    found: list[Node] = []
    stack = [tree] if isinstance(tree, gast.AST) else [*tree][::-1]
    while stack:
        node = stack.pop()
        found.append(node)
        cls = node.__class__
        if cls is gast.Constant or (cls is gast.Name and node.annotation is None):
            continue
        common = _CHILDREN.get(cls)
        stack += (common(node) if common is not None else children(node))[::-1]
    return found


def parse(text: str) -> Node:
    """A gast module from source text."""
    return _ToGast().visit(ast.parse(text))


def expression(text: str, **parts: Node) -> Node:
    """An expression from text, with named parts put in.

    >>> print(unparse(expression("f(a) + 1", a=name("x"))))
    f(x) + 1
    """
    return _filled(_parsed(text).body[0].value, parts)


def statements(text: str, **parts: Node) -> Block:
    """Statements from text, with named parts put in.

    >>> print(unparse(statements("x += e", e=constant(1.0))[0]))
    x += 1.0
    """
    return [_filled(node, parts) for node in _parsed(text).body]


@functools.lru_cache(maxsize=1024)
def _parsed(text: str) -> Node:
    return parse(text)


def substitute(tree: Node, parts: dict[str, Node]) -> Node:
    """`tree`, changed: every name in `parts` replaced; a replaced name in store position keeps its context."""
    if tree.__class__ is gast.Name and tree.id in parts:
        return _filled(tree, parts)
    for key in _fields(tree.__class__):
        value = getattr(tree, key, None)
        if value.__class__ is list:
            value[:] = [substitute(item, parts) if isinstance(item, gast.AST) else item for item in value]
        elif isinstance(value, gast.AST):
            setattr(tree, key, substitute(value, parts))
    return tree


def clone(node: Any) -> Any:
    """A copy of a tree or of a list of trees; what its attributes say of other trees stays as it is.

    >>> tree = expression("f(x)")
    >>> tree.origin = tree.func
    >>> copy = clone(tree)
    >>> copy.func is tree.func, copy.origin is tree.func
    (False, True)
    """
    if node.__class__ is list or node.__class__ is tuple:
        return node.__class__([clone(item) for item in node])
    return _filled(node, _NO_PARTS) if isinstance(node, gast.AST) else node


def _filled(node: Node, parts: dict[str, Node]) -> Node:
    cls = node.__class__
    if cls is gast.Name and node.id in parts:
        part = _filled(parts[node.id], _NO_PARTS)
        if not isinstance(node.ctx, gast.Load) and hasattr(part, "ctx"):
            part.ctx = node.ctx
        return part
    made = cls.__new__(cls)
    held = made.__dict__
    held.update(node.__dict__)
    if cls is gast.Constant or (cls is gast.Name and node.annotation is None):
        return made
    for key in _fields(cls):  # not contexts and operators, which are never changed
        value = held.get(key)
        if value.__class__ is list:
            held[key] = [_filled(item, parts) if isinstance(item, gast.AST) else item for item in value]
        elif isinstance(value, gast.AST):
            held[key] = _filled(value, parts)
    if len(held) > len(cls._fields) + _POSITION:
        for key in held.keys() - {*cls._fields, *_SHARED}:
            if isinstance(held[key], gast.AST | tuple | list):
                held[key] = clone(held[key])
    return made


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
    for part in walk(node):
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
    return {node.id for node in walk(tree) if node.__class__ is gast.Name}


def loads_in(tree: Node | Iterable[Node]) -> set[str]:
    """Every identifier that is read in a tree."""
    return {node.id for node in walk(tree) if node.__class__ is gast.Name and isinstance(node.ctx, gast.Load)}


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
    for node in walk(body):
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
        for child in children(node):
            visit(child)

    for part in body:
        visit(part)
    return (inner - bound) | (inner & shared)


def locate(new: Any, old: Node) -> Any:
    """Give `new` (a node or a block) and its parts the position of `old` where they have none."""
    for top in new if isinstance(new, list) else [new]:
        for node in walk(top):
            if getattr(node, "lineno", None) is None and hasattr(old, "lineno"):
                node.lineno, node.col_offset = old.lineno, getattr(old, "col_offset", 0)
                node.end_lineno = getattr(old, "end_lineno", None)
                node.end_col_offset = getattr(old, "end_col_offset", None)
    return new


@functools.cache
def _block_fields(cls: type) -> tuple[str, ...]:
    if issubclass(cls, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef | gast.Lambda):
        return ()
    return tuple(field for field in ("body", "orelse", "finalbody", "handlers", "cases") if field in cls._fields)


def child_blocks(node: Node) -> list[tuple[str, Block]]:
    """The statement lists directly inside a compound statement (not those of nested functions)."""
    found: list[tuple[str, Block]] = []
    for field in _block_fields(node.__class__):
        block = getattr(node, field, None)
        if field == "handlers" or field == "cases":
            found += [("body", part.body) for part in block or ()]
        elif isinstance(block, list):
            found.append((field, block))
    return found


def walk_statements(block: Block) -> Iterator[Node]:
    """Every statement of a block, nested ones too, in order; nested functions are not entered."""
    for node in block:
        yield node
        if _block_fields(node.__class__):
            for _, inner in child_blocks(node):
                yield from walk_statements(inner)


def unparse(tree: Any, pretty: Callable[[list[str]], str] | None = None) -> str:
    """Source text of a tree, without a final newline."""
    text: str
    translator = _ToAst()
    plain = translator.visit(tree)
    try:
        if translator.common:
            text = _to_source()(plain, pretty_source=pretty or "".join, pretty_string=_plain_string)
        else:
            with warnings.catch_warnings():  # astor looks at node classes that Python 3.12 deprecates
                warnings.simplefilter("ignore", DeprecationWarning)
                text = _to_source()(plain, pretty_source=pretty or "".join, pretty_string=_plain_string)
    except (AttributeError, RecursionError):
        text = ast.unparse(ast.fix_missing_locations(plain))  # `match`, `try*` and other nodes that astor does not know
    text = text.rstrip("\n")
    if isinstance(tree, gast.expr) and text.startswith("(") and text.endswith(")") and "\n" not in text:
        if isinstance(tree, gast.BinOp | gast.BoolOp | gast.Compare | gast.UnaryOp):
            return text[1:-1]
        text = _outer_parentheses(text)
    return text


@functools.cache
def _to_source() -> Callable[..., str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import astor
    return astor.to_source


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


_COMMON = (  # nodes with the same fields in `ast` and `gast`
    "Assign AugAssign Expr For If While Return Pass Break Continue BinOp UnaryOp BoolOp Compare Call keyword Attribute Subscript "
    "Slice Tuple List Constant IfExp").split()
_SIGNS = (  # nodes without fields
    "Load Store Del Add Sub Mult Div FloorDiv Mod Pow MatMult LShift RShift BitAnd BitOr BitXor Invert Not UAdd USub And Or "
    "Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn").split()
_AST_CLASS = {getattr(gast, label): getattr(ast, label) for label in _COMMON}
_AST_SIGN = {getattr(gast, label): getattr(ast, label)() for label in _SIGNS}
_GAST_CLASS = {getattr(ast, label): getattr(gast, label) for label in _COMMON}
_GAST_SIGN = {getattr(ast, label): getattr(gast, label)() for label in _SIGNS}


class _ToGast(Ast3ToGAst):
    """What gast does, with a short way for the common nodes."""

    def visit(self, node: Any) -> Node:
        found = _GAST_SIGN.get(node.__class__)
        if found is not None:
            return found
        cls = _GAST_CLASS.get(node.__class__)
        if cls is None:
            return super().visit(node)
        made = cls.__new__(cls)
        held = made.__dict__
        held.update(node.__dict__)
        for key, value in held.items():
            if isinstance(value, ast.AST) or value.__class__ is list:
                held[key] = self._visit(value)
        return made


class _ToAst(GAstToAst3):
    """The same the other way round; `common` says that all nodes were common ones."""

    common = True

    def visit(self, node: Any) -> Any:
        if node.__class__ is gast.Name:
            return ast.Name(node.id, _AST_SIGN.get(node.ctx.__class__))
        found = _AST_SIGN.get(node.__class__)
        if found is not None:
            return found
        cls = _AST_CLASS.get(node.__class__)
        if cls is None:
            self.common = False
            return super().visit(node)
        made = cls.__new__(cls)
        held, given = made.__dict__, node.__dict__
        for key in cls._fields:
            if key in given:
                value = given[key]
                held[key] = self._visit(value) if isinstance(value, gast.AST) or value.__class__ is list else value
        return made
