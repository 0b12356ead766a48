"""Loops that are checkpointed: `for k in checkpoint(range(n), snapshots=s)` is a loop over the range that is marked so.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> body = parse('''
... for k in checkpoint(range(n), snapshots=s + 1):
...     u = u * u
... ''').body
>>> block = mark_loops(body, lambda node: checkpoint if node.id == "checkpoint" else None, Names({"k", "n", "s", "u"}), "f.py")
>>> for node in block: print(unparse(node))
snapshots = s + 1
for k in range(n):
    u = u * u
>>> unparse(block[1].snapshots)
'snapshots'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentish.checkpointing import checkpoint
from tangentish.errors import UnsupportedError, located
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, child_blocks, constant, locate, name, walk_statements

LOOPS = (gast.For, gast.While)


def mark_loops(body: Block, resolve: Callable[[Node], Any], names: Names, filename: str, every: int | None = None) -> Block:
    """Mark the loops over `checkpoint(...)` with the number of `snapshots`; `every`: and those over a `range` in no other loop."""
    out: Block = []
    for node in body:
        inside = every
        if node.__class__ is gast.For and _calls(node.iter, checkpoint, resolve):
            out += _unwrapped(node, names, filename)
        elif node.__class__ is gast.For and every is not None and _calls(node.iter, range, resolve):
            node.snapshots = constant(every)
        if hasattr(node, "snapshots"):
            _check_exits(node, filename)
        if node.__class__ in LOOPS:
            inside = None
        if node.__class__ not in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            for _, inner in child_blocks(node):
                inner[:] = mark_loops(inner, resolve, names, filename, inside)
        out.append(node)
    return out


def _calls(node: Node, function: Any, resolve: Callable[[Node], Any]) -> bool:
    return node.__class__ is gast.Call and node.func.__class__ in (gast.Name, gast.Attribute) and resolve(node.func) is function


def _unwrapped(node: Node, names: Names, filename: str) -> Block:
    """Make a loop over `checkpoint(range(n), snapshots=s)` one over `range(n)`; what has to come before it."""
    call = node.iter
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if len(call.args) != 1 or keywords.keys() != {"snapshots"}:
        raise located(UnsupportedError, "a checkpointed loop is written as checkpoint(range(...), snapshots=...)", filename, call)
    node.iter, node.snapshots = call.args[0], keywords["snapshots"]
    if node.snapshots.__class__ is gast.Constant:
        return []
    held = names.fresh("snapshots")
    before = assign(held, node.snapshots)
    node.snapshots = name(held)
    return [locate(before, call)]


def _check_exits(loop: Node, filename: str) -> None:
    """Refuse exits that leave the loop, as it is not known beforehand how many steps it has then, and unbound names."""
    for node in _own(loop.body):
        if node.__class__ in (gast.Break, gast.Return):
            word = "break" if node.__class__ is gast.Break else "return"
            raise located(UnsupportedError, f"a checkpointed loop is left by `{word}`", filename, node,
                          "Go on with `if not done:` in the loop, or do not checkpoint this loop.")
        if node.__class__ is gast.Delete and any(target.__class__ is gast.Name for target in node.targets):
            raise located(UnsupportedError, "a checkpointed loop deletes a name", filename, node, "Bind it to None.")


def _own(block: Block) -> list[Node]:
    """The statements that may leave a loop: `return` anywhere in it, `break` not in a loop inside."""
    found: list[Node] = []
    for node in block:
        if node.__class__ in LOOPS:
            found += [inner for inner in walk_statements(node.body) if inner.__class__ is not gast.Break]
            found += _own(node.orelse)
        elif node.__class__ not in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            found.append(node)
            for _, inner in child_blocks(node):
                found += _own(inner)
    return found
