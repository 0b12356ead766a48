"""Items that are stored by a call, `table.__setitem__(key, value)` and `operator.setitem(table, key, value)`: `table[key] = value`.

What is stored is the same, and all that is known of stores is told of statements.  A call evaluates the table first, a statement
the value: where that can make a difference, the table gets a name before.
"""

from __future__ import annotations

import operator
import types

import gast

from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import Source
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, as_load, assign, locate, name, walk

_METHOD, _FUNCTION = "__setitem__", "setitem"
_ACTING = (gast.Call, gast.NamedExpr, gast.Await, gast.Yield, gast.YieldFrom, gast.ListComp, gast.SetComp, gast.DictComp)


def stores_by_calls(code: types.CodeType) -> bool:
    """Whether code has the name of such a call.

    >>> stores_by_calls((lambda table: table.__setitem__(0, 1.0)).__code__), stores_by_calls((lambda table: table[0]).__code__)
    (True, False)
    """
    return _METHOD in code.co_names or _FUNCTION in code.co_names


def stored_plainly(tree: Node, source: Source, taken: set[str]) -> bool:
    """Write such calls in a tree as statements, where nothing is done with what they give; whether there was any.

    >>> from tangentish.frontend.source import read_source
    >>> from tangentish.syntax import unparse
    >>> def fill(table, x):
    ...     table.__setitem__(0, x)
    ...     table.rows.__setitem__(1, abs(x))
    >>> source = read_source(fill)
    >>> stored_plainly(source.tree, source, {"table", "x"})
    True
    >>> print(unparse(source.tree))
    def fill(table, x):
        table[0] = x
        held = table.rows
        held[1] = abs(x)
    """
    found = False

    def written(node: Node) -> Block:
        nonlocal found
        parts = _parts(node.value, source) if node.__class__ is gast.Expr and node.value.__class__ is gast.Call else None
        if parts is None:
            return [node]
        found = True
        table, key, value = parts
        before: Block = []
        if _may_change(table, value) or not _is_plain(key):
            held = next(label for label in (f"held{'_' * k}" for k in range(len(taken) + 1)) if label not in taken)
            taken.add(held)
            before, table = [assign(held, as_load(table))], name(held)
        if not _is_plain(key):
            label = f"{table.id}_key"
            taken.add(label)
            before, key = [*before, assign(label, key)], name(label)
        stored = gast.Assign([gast.Subscript(table, key, gast.Store())], value, None)
        return [locate(gast.copy_location(made, node), node) for made in (*before, stored)]

    for function in (part for part in walk(tree) if part.__class__ is gast.FunctionDef):
        function.body[:] = each_rewritten(function.body, written)
    return found


def _parts(node: Node, source: Source) -> tuple[Node, Node, Node] | None:
    """The table, key and value of such a call."""
    if node.keywords or any(part.__class__ is gast.Starred for part in node.args):
        return None
    func = node.func
    if func.__class__ is gast.Attribute and func.attr == _METHOD and len(node.args) == 2:
        by_super = func.value.__class__ is gast.Call and getattr(func.value.func, "id", "") == "super"
        return None if by_super else (func.value, *node.args)
    return tuple(node.args) if len(node.args) == 3 and _is_setitem(func, source) else None  # type: ignore[return-value]  # three


def _is_setitem(func: Node, source: Source) -> bool:
    if func.__class__ is gast.Name:
        return source.globals.get(func.id, MISSING) is operator.setitem
    return func.__class__ is gast.Attribute and func.attr == _FUNCTION and func.value.__class__ is gast.Name and (
        source.globals.get(func.value.id, MISSING) is operator)


def _is_plain(node: Node) -> bool:
    """Whether an expression gives the same before and after any other."""
    return node.__class__ in (gast.Name, gast.Constant)


def _may_change(table: Node, value: Node) -> bool:
    """Whether what a table is may be another one, or raise something else, when a value has been evaluated."""
    return not _is_plain(table) and not (
        _is_attribute(table) and not any(part.__class__ in _ACTING for part in walk(value)))


def _is_attribute(node: Node) -> bool:
    while node.__class__ is gast.Attribute:
        node = node.value
    return node.__class__ is gast.Name
