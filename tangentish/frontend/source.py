"""A Python function -> its gast tree, with the true file and line of everything in it."""

from __future__ import annotations

import functools
import inspect
import linecache
import textwrap
import types
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.errors import SourceError, UnsupportedError, located
from tangentish.frontend.rebuilt import rebuilt_text
from tangentish.syntax import Node, parse, walk


@dataclass
class Source:
    """What is known of a function before anything is done to it."""

    function: types.FunctionType
    tree: Node  # gast.FunctionDef, decorators off, a lambda as a one-line function
    filename: str
    cells: dict[str, types.CellType] = field(default_factory=dict)

    @property
    def globals(self) -> dict[str, Any]:
        """The live globals of the function."""
        return self.function.__globals__

    @property
    def name(self) -> str:
        """A name fit for the functions generated from it."""
        return "function" if self.function.__name__ == "<lambda>" else self.function.__name__

    @property
    def lineno(self) -> int:
        """The line of the `def`."""
        return int(self.tree.lineno)


def read_source(function: types.FunctionType, generators: bool = False) -> Source:
    """Parse a function.

    Raises `SourceError` where there is no source and, unless `generators`, `UnsupportedError` for generators and coroutines.
    """
    code = function.__code__
    try:
        tree = _lambda_tree(function) if function.__code__.co_name == "<lambda>" else _def_tree(function)
    except (OSError, SyntaxError, ValueError) as error:
        text = rebuilt_text(function)
        if text is not None:
            return Source(function, parse(text).body[0], code.co_filename)
        raise SourceError(
            f"the source of {function.__qualname__} ({code.co_filename}:{code.co_firstlineno}) cannot be found ({error}).\n"
            "Define it in a file or a notebook cell, or register a rule for it (tangentish.rules)."
        ) from None
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    source = Source(function, tree, code.co_filename, cells)
    kind = code.co_flags
    if not generators and kind & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        what = "a generator" if kind & inspect.CO_GENERATOR else "an async function"
        raise located(UnsupportedError, f"{function.__qualname__} is {what}; active values cannot flow through it",
                      source.filename, tree, "Collect the values in a list and return it.")
    _unmangle(tree, function)
    return source


def _def_tree(function: types.FunctionType) -> Node:
    lines, first = inspect.getsourcelines(function.__code__)  # of a wrapper itself, not of what it wraps
    text = "".join(lines)
    dedented = textwrap.dedent(text)
    margin = len(lines[0]) - len(lines[0].lstrip())
    if lines[0].lstrip() == dedented.split("\n", 1)[0] + "\n" or not margin:
        module = parse(dedented)
    else:  # text that dedent cannot shift (a multi-line string at column 0): give it a block to sit in
        module = parse("if True:\n" + text)
        first -= 1
        margin = 0
    found = [node for node in walk(module)
             if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef) and node.name == function.__code__.co_name]
    if not found:
        raise OSError("no such definition there")
    tree = found[0]
    _shift(tree, first - 1, margin if module.body and not isinstance(module.body[0], gast.If) else 0)
    tree.decorator_list = []
    return tree


@functools.lru_cache(maxsize=64)
def _lambdas(filename: str, text: str) -> list[Node]:
    return [node for node in walk(parse(text)) if isinstance(node, gast.Lambda)]


def _lambda_tree(function: types.FunctionType) -> Node:
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        raise OSError("could not get source code")
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    columns = [p for p in code.co_positions() if p[0] is not None and p[2] is not None and p[3] != 0]
    inside = [p for p in columns if p[0] != p[1] or p[2] != p[3]]
    for node in _lambdas(code.co_filename, "".join(lines)):
        names = tuple(a.id for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
        if names != arguments:
            continue
        body = node.body
        start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
        if inside and all(start <= (p[0], p[2]) and (p[1], p[3]) <= end for p in inside[-2:]):
            tree = gast.FunctionDef(
                "function", node.args, [gast.copy_location(gast.Return(body), body)], [], None, None, [])
            return gast.copy_location(tree, node)
    raise OSError("no such lambda there")


def _shift(tree: Node, lines: int, columns: int) -> None:
    for node in walk(tree):
        if hasattr(node, "lineno"):
            node.lineno += lines
            node.end_lineno = (node.end_lineno or node.lineno - lines) + lines
            node.col_offset += columns
            if node.end_col_offset is not None:
                node.end_col_offset += columns


def _unmangle(tree: Node, function: types.FunctionType) -> None:
    """Spell `self.__x` as the class body would compile it, since the generated code is in no class."""
    parts = function.__qualname__.split(".")
    if len(parts) < 2 or parts[-2] == "<locals>":
        return
    owner = parts[-2].lstrip("_")
    for node in walk(tree):
        attr = getattr(node, "attr", None)
        if isinstance(node, gast.Attribute) and attr.startswith("__") and not attr.endswith("__"):
            node.attr = f"_{owner}{attr}"
        if (isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "super"
                and not node.args and tree.args.args):
            node.args = [gast.Name("__class__", gast.Load(), None, None),
                         gast.Name(tree.args.args[0].id, gast.Load(), None, None)]
