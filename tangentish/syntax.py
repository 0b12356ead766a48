"""The one place where source text and the gast tree meet: parsing, printing, small constructors."""

from __future__ import annotations

import ast
import functools
import types
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import gast
from gast.ast3 import Ast3ToGAst, GAstToAst3

from tangentish.printer import common_text, header_text
from tangentish.trees import (
    Block,
    Node,
    breadth_first,
    child_blocks,
    children,
    clone,
    filled,
    loads_in,
    name_nodes,
    names_in,
    path_to,
    substitute,
    walk,
    walk_statements,
)

__all__ = [
    "Block", "Node", "as_load", "as_target", "assign", "attribute", "binary", "breadth_first", "call", "child_blocks",
    "children", "clone", "constant", "expression", "factory_of", "filled", "free_names", "is_constant", "loads_in",
    "locate", "name", "name_nodes", "names_in", "parse", "path_to", "slice_value", "statements", "stored", "subscript",
    "substitute", "tuple_of", "unparse", "unparse_header", "walk", "walk_statements",
]


def parse(text: str) -> Node:
    """A gast module from source text."""
    return _ToGast().visit(ast.parse(text))


def factory_of(text: str, filename: str, free: set[str]) -> tuple[types.CodeType, list[str]]:
    """Code that defines `factory`, and the names of its parameters, which are those in `free` that `text` does not define.

    It returns a list of the functions defined in `text`; anything else in there is left out.
    """
    functions = [node for node in ast.parse(text, filename).body if isinstance(node, ast.FunctionDef)]
    own = [node.name for node in functions]
    names = sorted(free.difference(own))
    module = ast.parse(f"def factory({', '.join(names)}):\n    return [{', '.join(own)}]")
    definition = module.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.body = [*functions, *definition.body]
    return compile(module, filename, "exec"), names


def expression(text: str, **parts: Node) -> Node:
    """An expression from text, with named parts put in.

    >>> print(unparse(expression("f(a) + 1", a=name("x"))))
    f(x) + 1
    """
    return filled(_parsed(text).body[0].value, parts)


def statements(text: str, **parts: Node) -> Block:
    """Statements from text, with named parts put in.

    >>> print(unparse(statements("x += e", e=constant(1.0))[0]))
    x += 1.0
    """
    return [filled(node, parts) for node in _parsed(text).body]


@functools.lru_cache(maxsize=1024)
def _parsed(text: str) -> Node:
    return parse(text)


_LOAD, _STORE = gast.Load(), gast.Store()  # never changed, so that one of each is enough


def _made(cls: Any, **fields: Any) -> Node:
    """A node with all its fields given: what the constructors of gast do, without the checks."""
    made: Node = cls.__new__(cls)
    made.__dict__ = fields
    return made


def name(identifier: str) -> Node:
    """A name that is read."""
    return _made(gast.Name, id=identifier, ctx=_LOAD, annotation=None, type_comment=None)


def stored(identifier: str) -> Node:
    """A name that is assigned."""
    return _made(gast.Name, id=identifier, ctx=_STORE, annotation=None, type_comment=None)


def constant(value: Any) -> Node:
    """A literal."""
    return _made(gast.Constant, value=value, kind=None)


def call(function: str | Node, *args: Node, **keywords: Node) -> Node:
    """A call; `function` is a tree or a dotted name."""
    if isinstance(function, str):
        function = name(function) if function.isidentifier() else expression(function)
    return _made(gast.Call, func=function, args=list(args),
                 keywords=[gast.keyword(key, value) for key, value in keywords.items()])


def assign(target: str | Node, value: Node) -> Node:
    """An assignment to a name or to a target tree."""
    place = stored(target) if isinstance(target, str) else as_target(target)
    return _made(gast.Assign, targets=[place], value=value, type_comment=None)


def binary(left: Node, op: Node, right: Node) -> Node:
    """`left op right`."""
    return _made(gast.BinOp, left=left, op=op, right=right)


def as_target(node: Node) -> Node:
    """A copy of a subscript, attribute, name or tuple in store position."""
    node = clone(node)
    node.ctx = _STORE
    if node.__class__ in (gast.Tuple, gast.List):
        node.elts = [as_target(item) for item in node.elts]
    return node


def as_load(node: Node) -> Node:
    """A copy of a target in load position."""
    node = clone(node)
    for part in walk(node):
        if hasattr(part, "ctx"):
            part.ctx = _LOAD
    return node


def subscript(value: Node, index: Node) -> Node:
    """`value[index]`."""
    return _made(gast.Subscript, value=value, slice=index, ctx=_LOAD)


def attribute(value: Node, attr: str) -> Node:
    """`value.attr`."""
    return _made(gast.Attribute, value=value, attr=attr, ctx=_LOAD)


def slice_value(index: Node) -> Node:
    """An index as an expression: slices written as calls."""
    if index.__class__ is gast.Slice:
        parts = [part if part is not None else constant(None) for part in (index.lower, index.upper, index.step)]
        return call("slice", *parts)
    if index.__class__ is gast.Tuple:
        return gast.Tuple([slice_value(item) for item in index.elts], gast.Load())
    return index


def tuple_of(items: Iterable[Node]) -> Node:
    """A tuple display."""
    return gast.Tuple(list(items), _LOAD)


def is_constant(node: Node, *values: Any) -> bool:
    """Whether `node` is a literal (equal to one of `values`, when given, and of its type)."""
    if node.__class__ is not gast.Constant:
        return False
    return not values or any(type(node.value) is type(v) and node.value == v for v in values)


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
        if node.__class__ in (gast.Nonlocal, gast.Global):
            shared |= set(node.names)
        elif node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            bound.add(node.id)
        elif node.__class__ is gast.FunctionDef:
            bound.add(node.name)
    inner: set[str] = set()

    def visit(node: Node) -> None:
        if node.__class__ in (gast.FunctionDef, gast.Lambda):
            inner.update(free_names(node))
            return
        if node.__class__ is gast.Name:
            inner.add(node.id)
        for child in children(node):
            visit(child)

    for part in body:
        visit(part)
    return (inner - bound) | (inner & shared)


def class_names(node: Node) -> set[str]:
    """The names that a `class` statement takes from around it, those that its own statements bind among them.

    >>> sorted(class_names(parse("class A(B):\\n    c = d\\n    def f(self, e): return e + g").body[0]))
    ['B', 'c', 'd', 'g']
    """
    found: set[str] = set()

    def visit(part: Node) -> None:
        if part.__class__ in (gast.FunctionDef, gast.Lambda):
            found.update(free_names(part))
            for outside in [*getattr(part, "decorator_list", []), *part.args.defaults, *part.args.kw_defaults]:
                if outside is not None:
                    visit(outside)
            return
        if part.__class__ is gast.Name:
            found.add(part.id)
        for child in children(part):
            visit(child)

    for part in [*node.bases, *node.keywords, *node.decorator_list, *node.body]:
        visit(part)
    return found


def locate(new: Any, old: Node) -> Any:
    """Give `new` (a node or a block) and its parts the position of `old` where they have none."""
    if not hasattr(old, "lineno"):
        return new
    line, column = old.lineno, getattr(old, "col_offset", 0)
    end_line, end_column = getattr(old, "end_lineno", None), getattr(old, "end_col_offset", None)
    for node in walk(new):
        held = node.__dict__
        if held.get("lineno") is None:
            held["lineno"], held["col_offset"], held["end_lineno"], held["end_col_offset"] = line, column, end_line, end_column
    return new


def unparse(tree: Any, pretty: Callable[[list[str]], str] | None = None) -> str:
    """Source text of a tree, without a final newline."""
    try:
        text = common_text(tree) if pretty is None else _by_astor(tree, pretty)
    except (KeyError, RecursionError):
        text = _by_astor(tree, "".join)
    if isinstance(tree, gast.expr) and text.startswith("(") and text.endswith(")") and "\n" not in text:
        if tree.__class__ in (gast.BinOp, gast.BoolOp, gast.Compare, gast.UnaryOp):
            return text[1:-1]
        text = _outer_parentheses(text)
    return text


def unparse_header(loop: Node) -> str:
    """Source text of a loop without the statements in it."""
    try:
        return header_text(loop)
    except (KeyError, RecursionError):
        kept, loop.body = loop.body, [gast.Expr(constant(...))]
        text = unparse(loop)
        loop.body = kept
        return text.rsplit("\n", 1)[0]


def _by_astor(tree: Any, pretty: Callable[[list[str]], str]) -> str:
    plain = _ToAst().visit(tree)
    try:
        with warnings.catch_warnings():  # astor looks at node classes that Python 3.12 deprecates
            warnings.simplefilter("ignore", DeprecationWarning)
            text: str = _to_source()(plain, pretty_source=pretty, pretty_string=_plain_string)
    except (AttributeError, RecursionError):
        text = ast.unparse(ast.fix_missing_locations(plain))  # `match`, `try*` and other nodes that astor does not know
    return text.rstrip("\n")


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
_INSIDE = {cls: tuple(key for key in cls._fields if key not in ("attr", "arg", "kind", "type_comment") and cls is not ast.Constant)
           for cls in _GAST_CLASS}  # the fields that hold nodes
_GAST_SIGN = {getattr(ast, label): getattr(gast, label)() for label in _SIGNS}


class _ToGast(Ast3ToGAst):
    """What gast does, with a short way for the common nodes."""

    def visit(self, node: Any) -> Node:
        given = node.__class__
        if given is ast.Name:
            return _made(gast.Name, **{**node.__dict__, "ctx": _GAST_SIGN[node.ctx.__class__]}, annotation=None, type_comment=None)
        cls = _GAST_CLASS.get(given)
        if cls is None:
            return _GAST_SIGN.get(given) or super().visit(node)
        made = _made(cls, **node.__dict__)
        held = made.__dict__
        for key in _INSIDE[given]:
            value = held.get(key)
            if value.__class__ is list:
                held[key] = [self.visit(item) for item in value]
            elif value is not None:
                held[key] = self.visit(value)
        return made


class _ToAst(GAstToAst3):
    """The same the other way round."""

    def visit(self, node: Any) -> Any:
        if node.__class__ is gast.Name:
            return ast.Name(node.id, _AST_SIGN.get(node.ctx.__class__))
        found = _AST_SIGN.get(node.__class__)
        if found is not None:
            return found
        cls = _AST_CLASS.get(node.__class__)
        if cls is None:
            return super().visit(node)
        made = cls.__new__(cls)
        held, given = made.__dict__, node.__dict__
        for key in cls._fields:
            if key in given:
                value = given[key]
                held[key] = self._visit(value) if isinstance(value, gast.AST) or value.__class__ is list else value
        return made
