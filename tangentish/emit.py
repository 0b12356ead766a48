"""Trees -> readable source: each part under a comment with the file, the line and the statement it belongs to."""

from __future__ import annotations

import linecache
import os
from typing import Any

from tangentish.bindings import exception_name
from tangentish.syntax import Block, Node, child_blocks, unparse, unparse_header

INDENT = "    "


class Line(str):
    """A line of generated code that knows the user's statement it comes from."""

    origin: Any = None


def _lines(text: str, margin: str, origin: Any) -> list[str]:
    made = [Line(margin + line) for line in text.split("\n")]
    for line in made:
        line.origin = origin
    return list(made)


def _parameters(arguments: Node) -> list[str]:
    """The parameters of a generated function: plain names, then perhaps keywords with defaults."""
    named = [f"{name.id}={unparse(value)}" for name, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return [name.id for name in arguments.args] + (["*", *named] if named else [])


def function_lines(node: Node, filename: str, doc: str) -> list[str]:
    """The lines of a generated function; its `sections` are `(title, statements)` pairs."""
    lines = [f"def {node.name}({', '.join(_parameters(node.args))}):"]
    lines.append(f'{INDENT}"""{doc}"""')
    for title, block in node.sections:
        if title and block:
            lines.append(f"{INDENT}# {title}")
        lines += block_lines(block, 1, filename, title == "reverse sweep", None)
    return lines


def block_lines(block: Block, depth: int, filename: str, commented: bool, current: Any) -> list[str]:
    """The lines of a block."""
    lines: list[str] = []
    margin = INDENT * depth
    for node in block:
        origin = getattr(getattr(node, "primal", None), "origin", getattr(node, "primal", None))
        compound = bool(child_blocks(node))
        if commented and origin is not None and origin is not current and not compound and hasattr(origin, "lineno"):
            lines.append(f"{margin}# {os.path.basename(filename)}:{origin.lineno}: {_statement(filename, origin)}")
            current = origin
        if compound:
            lines += _compound(node, depth, filename, commented, current)
            current = None
        else:
            text = unparse(node)
            note = getattr(node, "comment", None)
            own = getattr(node, "origin", None) or origin
            lines += _lines(f"{text}  # {note}" if note else text, margin, own)
    return lines


def _compound(node: Node, depth: int, filename: str, commented: bool, current: Any) -> list[str]:
    """A compound statement: its headers printed with empty bodies, then the blocks."""
    import gast

    margin = INDENT * depth
    if node.__class__ is gast.If:
        lines = [f"{margin}if {unparse(node.test)}:", *block_lines(node.body, depth + 1, filename, commented, current)]
        orelse = node.orelse
        while len(orelse) == 1 and orelse[0].__class__ is gast.If:
            lines.append(f"{margin}elif {unparse(orelse[0].test)}:")
            lines += block_lines(orelse[0].body, depth + 1, filename, commented, None)
            orelse = orelse[0].orelse
        if orelse:
            lines.append(f"{margin}else:")
            lines += block_lines(orelse, depth + 1, filename, commented, None)
        return lines
    if node.__class__ is gast.Try:
        lines = [f"{margin}try:", *block_lines(node.body, depth + 1, filename, commented, None)]
        for handler in node.handlers:
            kind = f" {unparse(handler.type)}" if handler.type else ""
            if handler.type.__class__ is gast.Tuple:
                kind = f" ({kind.strip()})"
            label = exception_name(handler)
            lines.append(f"{margin}except{kind}{f' as {label}' if label else ''}:")
            lines += block_lines(handler.body, depth + 1, filename, commented, None)
        for word, block in (("else", node.orelse), ("finally", node.finalbody)):
            if block:
                lines += [f"{margin}{word}:", *block_lines(block, depth + 1, filename, commented, None)]
        return lines
    if node.__class__ in (gast.For, gast.While, gast.With):
        header = unparse_header(node)
        return [*(margin + line for line in header.split("\n")),
                *block_lines(node.body or [gast.Pass()], depth + 1, filename, commented, None)]
    return [margin + line for line in unparse(node).split("\n")]


def _statement(filename: str, origin: Node) -> str:
    """The user's statement, on one line."""
    import gast

    last = getattr(origin, "end_lineno", None) or origin.lineno
    if origin.__class__ in (gast.For, gast.While, gast.If, gast.With, gast.Try, gast.FunctionDef):
        last = origin.lineno
    parts = [linecache.getline(filename, k).strip() for k in range(origin.lineno, last + 1)]
    text = " ".join(part for part in parts if part)
    return text if len(text) <= 110 else text[:107] + "..."


def module_text(source: Any, wanted: tuple[str, ...], derived: Any) -> tuple[str, dict[int, Any]]:
    """The text of all functions made for one function of the user, and the user's statement of each line."""
    labels = [f"`{w}`" for w in wanted if w != "*"]
    listed = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}" if labels else "nothing"
    doc = (f"Derivative of `{source.function.__name__}` ({os.path.basename(source.filename)}:{source.lineno}) "
           f"with respect to {listed}. Generated by tangentish.")
    lines: list[str] = []
    for function in derived.functions:
        lines += [*([""] * 2 if lines else []), *function_lines(function, source.filename, doc)]
    origins = {number: line.origin for number, line in enumerate(lines, start=1)
               if isinstance(line, Line) and line.origin is not None}
    return "\n".join(lines) + "\n", origins
