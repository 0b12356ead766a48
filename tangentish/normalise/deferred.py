"""What is refused on a way that a call may not take is refused when it is come to: the statement becomes a `raise`.

>>> from tangentish.errors import located
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> tree = parse('''
... def f(x, table):
...     if table is not None:
...         x = x * 2.0
...         x = look_up(table, x)
...         x = x + 1.0
...     return x
... ''').body[0]
>>> error = located(UnsupportedError, "no rule for look_up", "f.py", tree.body[0].body[1])
>>> print(unparse(deferred(Source(deferred, tree, "f.py"), error).tree))
def f(x, table):
    if table is not None:
        x = x * 2.0
        raise UnsupportedError('f.py:5: no rule for look_up')
    return x

A conditional expression that is the value of a statement is written as an `if` first, when it is refused.

What follows on the same way is left out: nothing comes to it.  The function is the same wherever it does not come to it, so
that the derivative is too, whatever the reason for the refusal was.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.errors import CallError, Position, TangentishError, UnsupportedError
from tangentish.frontend.source import Source
from tangentish.syntax import Block, Node, call, child_blocks, clone, constant, locate, names_in, walk

RAISED = {cls.__name__: cls for cls in (UnsupportedError, CallError)}
"""The errors that are put off, as generated code names them."""

_LEAVES = (gast.Return, gast.Break, gast.Continue)
_SCOPES = (gast.Global, gast.Nonlocal, gast.Yield, gast.YieldFrom, gast.Await)


def putting_off(source: Source, stages: Callable[[Source], Any]) -> Any:
    """What `stages` make of a source, with each refusal put off that can be."""
    while True:
        try:
            return stages(source)
        except TangentishError as error:
            source = deferred(source, error)


def deferred(source: Source, error: TangentishError) -> Source:
    """The source with a `raise` for the statement that `error` points at; raises the error if each call comes to it."""
    if error.place is None or error.place[0] != source.filename or type(error) not in RAISED.values():
        raise error
    tree = clone(source.tree)
    if _write_branches(tree.body, error.place[1]):  # which branch is refused shows when it is a statement
        return dataclasses.replace(source, tree=tree)
    found = _way_to(tree.body, error.place[1], optional=False)
    if found is None:
        raise error
    block, index = found
    dropped = block[index:]
    if any(part.__class__ in _SCOPES for part in walk(dropped)):
        raise error
    raised = gast.Raise(call(type(error).__name__, constant(str(error))), None)
    block[index:] = [locate(gast.copy_location(raised, dropped[0]), dropped[0])]
    raised.origin = dropped[0]
    raised.dropped = [*dropped, *(part for node in dropped for part in getattr(node, "dropped", []))]
    given = {part.id for part in walk(tree.args) if part.__class__ is gast.Name and part.ctx.__class__ is gast.Param}
    if assigned_in(dropped) & names_in(tree) - assigned_in(tree.body) - given:  # they would mean something else in what is left
        raise error
    return dataclasses.replace(source, tree=tree)


def _write_branches(block: Block, place: Position) -> bool:
    """Write `y = a if test else b` as an `if` statement if a place is that of the statement, or in it and not in the test.

    >>> from tangentish.syntax import parse, unparse
    >>> block = parse("y = 1.0 if fast else look_up(x)").body
    >>> _write_branches(block, Position(1, 21, 1, 31)), _write_branches(block, Position(1, 21, 1, 31))
    (True, False)
    >>> print(unparse(block[0]))
    if fast:
        y = 1.0
    else:
        y = look_up(x)
    """
    for index, node in enumerate(block):
        if not _holds(node, place):
            continue
        value = node.value if node.__class__ in (gast.Assign, gast.Return, gast.Expr) else None
        if value.__class__ is gast.IfExp and not _holds(value.test, place):
            branches: list[Block] = []
            for part in (value.body, value.orelse):
                branch = clone(node)
                branch.value = part
                branches.append([gast.copy_location(branch, part)])
            block[index] = gast.copy_location(gast.If(value.test, *branches), node)
            return True
        if any(_write_branches(inner, place) for _, inner in child_blocks(node)):
            return True
    return False


def _way_to(block: Block, place: Position, optional: bool) -> tuple[Block, int] | None:
    """The innermost block with the statement at a place that not every call comes to, and its index there.

    `optional` says whether calls may pass by the block.
    """
    for index, node in enumerate(block):
        if _holds(node, place):
            inner = node.__class__ in (gast.If, gast.Match)
            for field, part in child_blocks(node):
                skipped = inner or field == "orelse" or (node.__class__ is gast.Try and part is not node.body and field == "body")
                found = _way_to(part, place, optional or skipped)
                if found is not None:
                    return found
            return (block, index) if optional else None
        optional = optional or any(part.__class__ in _LEAVES for part in walk(node))
    return None


def _holds(node: Node, place: Position) -> bool:
    """Whether a place is inside a node."""
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= (place.lineno, place.col_offset) < end
