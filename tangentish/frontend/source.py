"""A Python function -> its gast tree, with the true file and line of everything in it."""

from __future__ import annotations

import contextlib
import functools
import inspect
import textwrap
import types
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.closures import cells_of, codes_in
from tangentish.errors import SourceError, UnsupportedError, located
from tangentish.frontend.fit_names import name_for
from tangentish.frontend.generated_init import init_text
from tangentish.frontend.lines import lines_kept, lines_of
from tangentish.frontend.locals_written import write_locals
from tangentish.frontend.private_names import same_names, spell_out
from tangentish.frontend.proxies import poses_as_function, refused_proxy
from tangentish.frontend.rebuilt import rebuilt_text
from tangentish.syntax import Node, code_of, parse, walk

MOST_TRIES = 20
"""How often the end of a definition is guessed; after that its tokens are read."""


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
        return name_for(self.function)

    @property
    def lineno(self) -> int:
        """The line of the `def`."""
        return int(self.tree.lineno)


GENERATED = "<tangentish "
"""How the names of the files begin that generated functions are shown under."""
REWRITTEN: dict[types.CodeType, Node] = {}
"""The trees of functions that were made from trees, by their code."""

_ADDED: dict[types.CodeType, frozenset[str]] = {}
_BESIDE: dict[str, frozenset[str]] = {}  # by the names of files: what functions in them call each other, and those made before
_trees: weakref.WeakKeyDictionary[types.CodeType, tuple[str, Node]] = weakref.WeakKeyDictionary()
_codes: weakref.WeakKeyDictionary[Node, dict[types.CodeType, types.CodeType]] = weakref.WeakKeyDictionary()
_numbers: dict[tuple[tuple[str, types.CodeType], ...], int] = {}


def rewritten(function: types.FunctionType, tree: Node,
              called: Mapping[str, Any] | None = None) -> types.FunctionType:
    """A function with the body of `tree`, which is kept, and the globals, the captured variables and the defaults of `function`.

    `called` are functions that `tree` names beside these.
    """
    cells = cells_of(function)
    cells.update((label, types.CellType(value)) for label, value in (called or {}).items())
    codes = _codes.setdefault(tree, {})
    if function.__code__ not in codes:
        code = code_of(tree, function.__code__.co_filename, cells)
        if called:  # equal code that calls other functions is not the same, and what is known of code is kept by it
            codes_called = tuple([(label, getattr(value, "__code__", value)) for label, value in called.items()])
            number = _numbers.setdefault(codes_called, len(_numbers))
            code = code.replace(co_consts=(*code.co_consts, f"{number}"))
        codes[function.__code__] = code
        REWRITTEN[code] = tree
        _ADDED[code] = frozenset(called or ())
    code = codes[function.__code__]
    closure = tuple([cells[label] for label in code.co_freevars])
    made = types.FunctionType(code, function.__globals__, tree.name, function.__defaults__, closure or None)
    made.__kwdefaults__, made.__module__ = function.__kwdefaults__, function.__module__
    made.__qualname__ = function.__qualname__
    return made


def added_names(function: types.FunctionType) -> frozenset[str]:
    """The captured variables of a function made from a tree, or of a generated one, that hold functions made with it, for good."""
    code = function.__code__
    if code in _ADDED:
        return _ADDED[code]
    return _BESIDE.get(code.co_filename, _NONE).intersection(code.co_freevars) if code.co_freevars else _NONE


def note_beside(filename: str, functions: Iterable[types.FunctionType], held: Mapping[str, Any]) -> None:
    """Note of generated functions, all those of a file, by what names they know generated ones: each other, and those `held`.

    Functions of the user's that are defined in the same text are none of these, nor are those that hold variables of theirs.
    """
    seen = set().union(*(part.co_freevars for function in functions for part in codes_in(function.__code__)))
    names = {name for name in seen & held.keys() if _is_generated(held[name])}
    if names := names | (seen & {function.__name__ for function in functions}):
        _BESIDE[filename] = frozenset(names)


def _is_generated(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and value.__code__.co_filename.startswith(GENERATED) and not captures(value)


_NONE: frozenset[str] = frozenset()


def captures(function: types.FunctionType) -> bool:
    """Whether a function holds variables of another around it."""
    return not {"__class__", *added_names(function)}.issuperset(function.__code__.co_freevars)


def _tree(function: types.FunctionType) -> Node:
    """The tree of a function from its file, kept; raises `SourceError` where there is none, or that of another function."""
    code = function.__code__
    known = _trees.get(code)
    if known is not None and known[0] == code.co_filename:  # which code may differ in and be equal
        return known[1]
    place = f"{function.__qualname__} ({code.co_filename}:{code.co_firstlineno})"
    try:
        tree = _lambda_tree(function) if code.co_name == "<lambda>" else _def_tree(function)
    except (OSError, SyntaxError, ValueError) as error:
        raise SourceError(f"the source of {place} cannot be found ({error}).\n"
                          "Define it in a file or a notebook cell, or register a rule for it (tangentish.rules).") from None
    if not same_names([*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs], code):
        raise SourceError(f"the source that Python finds for {place} is that of another function; it may have been made by exec.\n"
                          "Define it in a file, or register a rule for it (tangentish.rules).")
    spell_out(tree, code)
    write_locals(tree, function)
    _trees[code] = code.co_filename, tree
    return tree


def read_source(function: types.FunctionType, generators: bool = False) -> Source:
    """Parse a function; its tree is kept, and not to be changed.

    Raises `SourceError` where there is no source and, unless `generators`, `UnsupportedError` for generators and coroutines.
    """
    if poses_as_function(function):
        raise refused_proxy(function)
    code = function.__code__
    if 0 < code.co_argcount < len(function.__defaults__ or ()):
        raise SourceError(f"{function.__qualname__} has more defaults than parameters, and which of them count is not followed.\n"
                          "Set its `__defaults__` to those of its own parameters.")
    if code in REWRITTEN:
        cells = cells_of(function)
        return Source(function, REWRITTEN[code], code.co_filename, cells)
    try:
        tree = _tree(function)
    except SourceError:
        text = init_text(function) or rebuilt_text(function)
        if text is None:
            raise
        return Source(function, parse(text).body[0], code.co_filename, cells_of(function))
    cells = cells_of(function)
    source = Source(function, tree, code.co_filename, cells)
    kind = code.co_flags
    if not generators and kind & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        what = "a generator" if kind & inspect.CO_GENERATOR else "an async function"
        raise located(UnsupportedError, f"{function.__qualname__} is {what}; active values cannot flow through it",
                      source.filename, tree, "Collect the values in a list and return it.")
    return source


def _def_tree(function: types.FunctionType) -> Node:
    code = function.__code__
    filename = code.co_filename
    if filename.startswith("<frozen "):  # what Python itself is started with; its files are there too
        filename = function.__globals__.get("__file__", filename)
    # `inspect.findsource` would look through all modules that are loaded, each time
    lines, first = lines_kept(function) or lines_of(filename, function.__globals__), code.co_firstlineno - 1
    if not lines:
        raise OSError("could not get source code")
    if first >= len(lines):
        raise OSError("lineno is out of bounds")
    lines = lines[first:]
    module, shift = _definition(lines)
    found = [node for node in walk(module)
             if node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef) and node.name == function.__code__.co_name]
    if not found:
        raise OSError("no such definition there")
    tree = found[0]
    _shift(tree, first + shift[0], shift[1])
    tree.decorator_list = []
    return tree


def _definition(lines: list[str]) -> tuple[Node, tuple[int, int]]:
    """The tree of the definition that some lines begin with, and the lines and columns that it is off.

    It may end before any line that is not indented more than its first one, and it does end before the first such line up
    to which it can be parsed: in a string or in parentheses it cannot.
    """
    margin, last, tries = _indentation(lines[0]), 1, 0  # `last`: up to which there are no comments and empty lines at the end
    for place, line in enumerate(lines[1:], start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if _indentation(line) <= margin:
            with contextlib.suppress(SyntaxError):
                return _block("".join(lines[:last]), margin)
            tries += 1
            if tries == MOST_TRIES:
                return _block("".join(inspect.getblock(lines)), margin)
        last = place + 1
    with contextlib.suppress(SyntaxError):
        return _block("".join(lines[:last]), margin)
    return _block("".join(inspect.getblock(lines)), margin)


def _block(text: str, margin: int) -> tuple[Node, tuple[int, int]]:
    dedented = textwrap.dedent(text) if margin else text
    if not margin or text[margin:].split("\n", 1)[0] == dedented.split("\n", 1)[0]:
        return parse(dedented), (0, margin)
    # text that dedent cannot shift (a multi-line string at column 0) is given a block to sit in
    return parse("if True:\n" + text), (-1, 0)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


@functools.lru_cache(maxsize=64)
def _lambdas(filename: str, text: str) -> list[Node]:
    return [node for node in walk(parse(text)) if node.__class__ is gast.Lambda]


def _lambda_tree(function: types.FunctionType) -> Node:
    code = function.__code__
    lines = lines_of(code.co_filename, function.__globals__)
    if not lines:
        raise OSError("could not get source code")
    columns = [p for p in code.co_positions() if p[0] is not None and p[2] is not None and p[3] != 0]
    inside = [p for p in columns if p[0] != p[1] or p[2] != p[3]]
    found: Node | None = None
    for node in _lambdas(code.co_filename, "".join(lines)):
        if not same_names([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs], code):
            continue
        body = node.body
        start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
        if inside and all(start <= (p[0], p[2]) and (p[1], p[3]) <= end for p in inside[-2:]):
            found = node  # the last one is the innermost: `lambda: lambda: x` has two that begin alike
    if found is None:
        raise OSError("no such lambda there")
    body = gast.copy_location(gast.Return(found.body), found.body)
    return gast.copy_location(gast.FunctionDef("function", found.args, [body], [], None, None, []), found)


def _shift(tree: Node, lines: int, columns: int) -> None:
    for node in walk(tree):
        if hasattr(node, "lineno"):
            node.lineno += lines
            node.end_lineno = (node.end_lineno or node.lineno - lines) + lines
            node.col_offset += columns
            if node.end_col_offset is not None:
                node.end_col_offset += columns
