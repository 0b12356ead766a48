"""The one place where source text and the gast tree meet: parsing and printing; what makes and reads trees can be had here too."""

from __future__ import annotations

import ast
import functools
import math
import types
import warnings
from collections.abc import Callable, Collection
from typing import Any

import gast
from gast.ast3 import Ast3ToGAst, GAstToAst3

from tangentish.free_names import class_names, free_names, local_names
from tangentish.nodes import (
    as_load,
    as_target,
    assign,
    attribute,
    binary,
    call,
    constant,
    is_constant,
    locate,
    name,
    new_node,
    slice_value,
    stored,
    subscript,
    surely,
    tuple_of,
)
from tangentish.printer import common_text, header_text
from tangentish.trees import (
    COMPREHENSIONS,
    DEFINITIONS,
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
    own_expressions,
    parameter_nodes,
    path_to,
    substitute,
    walk,
    walk_statements,
)

__all__ = [
    "COMPREHENSIONS", "DEFINITIONS", "Block", "Node", "as_load", "as_target", "assign", "attribute", "binary", "breadth_first",
    "call", "child_blocks", "children", "class_names", "clone", "code_of", "constant", "expression", "factory_of", "filled",
    "free_names", "is_constant", "loads_in", "local_names", "locate", "name", "name_nodes", "names_in", "own_expressions",
    "parameter_nodes", "parse", "path_to", "slice_value", "statements", "stored", "subscript", "substitute", "surely", "tuple_of",
    "unparse", "unparse_header", "walk", "walk_statements",
]


def parse(text: str) -> Node:
    """A gast module from source text."""
    return _ToGast().visit(ast.parse(text))


def is_inside(function: types.FunctionType) -> bool:
    """Whether a function was defined inside another one; generated code is in a `factory`, which does not count."""
    return "<locals>" in function.__qualname__.removeprefix("factory.<locals>.")


def factory_of(text: str, filename: str, free: set[str]) -> tuple[types.CodeType, list[str]]:
    """Code that defines `factory`, and the names of its parameters, which are those in `free` that `text` does not define.

    It returns a list of the functions defined in `text`; anything else in there is left out.
    """
    heads = [line for line in text.split("\n") if line and line[0] not in " #"]
    own = [line[4 : line.index("(")] for line in heads if line.startswith("def ") and line.endswith("):")]
    if len(own) < len(heads) or "\nclass " in text or " class " in text:
        return _factory_of_tree(text, filename, free)
    names = sorted(free.difference(own))
    # what is in the functions stands four spaces to the right already, and so need not move for `def` to be inside of `factory`
    inside = f"\n{text}".replace("\ndef ", "\n def ")
    module = f"def factory({', '.join(names)}):{inside}\n return [{', '.join(own)}]"
    return _a_line_up(compile(module, filename, "exec")), names


def _a_line_up(code: types.CodeType) -> types.CodeType:
    """The same code, as if it stood a line further up: lines are counted from the first."""
    inner = tuple(_a_line_up(part) if isinstance(part, types.CodeType) else part for part in code.co_consts)
    return code.replace(co_firstlineno=max(code.co_firstlineno - 1, 1), co_consts=inner)


def _factory_of_tree(text: str, filename: str, free: set[str]) -> tuple[types.CodeType, list[str]]:
    functions = [node for node in ast.parse(text, filename).body if isinstance(node, ast.FunctionDef)]
    own = [node.name for node in functions]
    names = sorted(free.difference(own))
    module = ast.parse(f"def factory({', '.join(names)}):\n    return [{', '.join(own)}]")
    definition = module.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.body = [*functions, *definition.body]
    return compile(module, filename, "exec"), names


def code_of(tree: Node, filename: str, free: Collection[str]) -> types.CodeType:
    """The code of the function that a tree defines, in which the names in `free` are those of the functions around it."""
    definition = _ToAst().visit(clone(tree))
    definition.decorator_list = []
    around = ast.parse(f"def factory({', '.join(free)}):\n    pass")
    factory = around.body[0]
    assert isinstance(factory, ast.FunctionDef)
    # where the function calls itself by its global name, that is none of the factory's
    factory.body = [definition] if tree.name in free else [ast.Global([tree.name]), definition]
    module = compile(ast.fix_missing_locations(around), filename, "exec")
    outer = next(part for part in module.co_consts if isinstance(part, types.CodeType))
    return next(part for part in outer.co_consts if isinstance(part, types.CodeType) and part.co_name == tree.name)


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
            fields = {**node.__dict__, "ctx": _GAST_SIGN[node.ctx.__class__]}
            return new_node(gast.Name, **fields, annotation=None, type_comment=None)
        cls = _GAST_CLASS.get(given)
        if cls is None:
            return _GAST_SIGN.get(given) or super().visit(node)
        made = new_node(cls, **node.__dict__)
        held = made.__dict__
        for key in _INSIDE[given]:
            value = held.get(key)
            if value.__class__ is list:
                held[key] = [self.visit(item) for item in value]
            elif value is not None:
                held[key] = self.visit(value)
        return made


def _is_negative(value: Any) -> bool:
    """Whether a constant is a number that is written with a minus sign."""
    if value.__class__ is complex:
        return not value.real and math.copysign(1.0, value.imag) < 0
    return value < 0 if value.__class__ is int else value.__class__ is float and math.copysign(1.0, value) < 0


def _portable(joined: ast.JoinedStr) -> ast.expr:
    """An f-string as it is, or with `format` if its text, between quotes of one kind, would be none before Python 3.12."""
    values: list[ast.expr] = []
    template = _template(joined, values)
    inside = [ast.unparse(value) for value in values]
    text = "".join(inside)
    awkward = "\\" in text or "\n" in text or any(part.startswith("{") for part in inside)
    if awkward or ("'" in text and ('"' in template or '"' in text)):
        return ast.Call(ast.Attribute(ast.Constant(template), "format", ast.Load()), values, [])
    return joined


def _template(joined: ast.JoinedStr, values: list[ast.expr]) -> str:
    """What `format` makes the same text of, given the `values`, which are added to those."""
    text = ""
    for part in joined.values:
        if isinstance(part, ast.FormattedValue):
            values.append(part.value)
            conversion = f"!{chr(part.conversion)}" if part.conversion != -1 else ""
            spec = f":{_template(part.format_spec, values)}" if isinstance(part.format_spec, ast.JoinedStr) else ""
            text += f"{{{conversion}{spec}}}"
        elif isinstance(part, ast.Constant):
            text += str(part.value).replace("{", "{{").replace("}", "}}")
    return text


class _ToAst(GAstToAst3):
    """The same the other way round."""

    def visit_JoinedStr(self, node: Node) -> ast.expr:
        """What is between its quotes may have quotes of its own."""
        return _portable(ast.JoinedStr([self.visit(part) for part in node.values]))

    def visit(self, node: Any) -> Any:
        if node.__class__ is gast.Name:
            return ast.Name(node.id, _AST_SIGN.get(node.ctx.__class__))
        found = _AST_SIGN.get(node.__class__)
        if found is not None:
            return found
        cls = _AST_CLASS.get(node.__class__)
        if cls is None:
            return super().visit(node)
        if cls is ast.Constant and _is_negative(node.value):  # astor would write (-1.0) ** n without the parentheses
            return ast.UnaryOp(ast.USub(), ast.Constant(-node.value))
        made = cls.__new__(cls)
        held, given = made.__dict__, node.__dict__
        for key in cls._fields:
            if key in given:
                value = given[key]
                held[key] = self._visit(value) if isinstance(value, gast.AST) or value.__class__ is list else value
        return made
