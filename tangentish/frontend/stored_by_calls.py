"""Items that are stored by a call, `table.__setitem__(key, value)` and `operator.setitem(table, key, value)`: `table[key] = value`.

What is stored is the same, and all that is known of stores is told of statements.  A call evaluates the table first, a statement
the value: where that can make a difference, the table gets a name before.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Mapping
from typing import Any

import gast

from tangentish.bindings import names_assigned
from tangentish.frontend.source import Source
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, as_load, assign, locate, name, name_nodes, walk

_METHOD, _FUNCTION = "__setitem__", "setitem"


def stores_by_calls(code: types.CodeType) -> bool:
    """Whether code has the name of such a call.

    >>> stores_by_calls((lambda table: table.__setitem__(0, 1.0)).__code__), stores_by_calls((lambda table: table[0]).__code__)
    (True, False)
    """
    return _METHOD in code.co_names or _FUNCTION in code.co_names


def stored_plainly(tree: Node, source: Source, fresh: Callable[[str], str]) -> bool:
    """Write such calls in a tree as statements, where nothing is done with what they give; whether there was any.

    `fresh` makes a name that nothing has yet.  What `super()` gives takes no statements.

    >>> from tangentish.frontend.source import read_source
    >>> from tangentish.syntax import unparse
    >>> def fill(table, x):
    ...     table.__setitem__(0, x)
    ...     table.rows.__setitem__(1, abs(x))
    >>> source = read_source(fill)
    >>> stored_plainly(source.tree, source, str.upper)
    True
    >>> print(unparse(source.tree))
    def fill(table, x):
        table[0] = x
        HELD = table.rows
        HELD[1] = abs(x)
    """
    found = False
    names = list(name_nodes(tree))
    bound = {node.id for node in names if node.ctx.__class__ is not gast.Load} | set(source.cells)
    if any(node.id == "super" for node in names):
        return False

    def written(node: Node) -> Block:
        nonlocal found
        call = node.value if node.__class__ is gast.Expr and node.value.__class__ is gast.Call else None
        parts = None if call is None else _parts(call, {key: value for key, value in source.globals.items() if key not in bound})
        if parts is None:
            return [node]
        found = True
        table, key, value = parts
        before: Block = []
        rebinding = bool(names_assigned(table, key, value))
        if not (_is_plain(table) or _is_plain(value)) or not _is_plain(key) or rebinding:
            held = fresh("held")
            before, table = [assign(held, as_load(table))], name(held)
        if not _is_plain(key) or rebinding:
            held_key = fresh("key")
            before, key = [*before, assign(held_key, key)], name(held_key)
        stored = gast.Assign([gast.Subscript(table, key, gast.Store())], value, None)
        return [locate(gast.copy_location(made, node), node) for made in (*before, stored)]

    for function in (part for part in walk(tree) if part.__class__ is gast.FunctionDef):
        function.body[:] = each_rewritten(function.body, written)
    return found


def _parts(call: Node, around: Mapping[str, Any]) -> tuple[Node, Node, Node] | None:
    """The table, key and value of such a call; `around` are the variables around the function."""
    if call.keywords or any(part.__class__ is gast.Starred for part in call.args):
        return None
    func, args = call.func, call.args
    if func.__class__ is gast.Attribute and func.attr == _METHOD and len(args) == 2:
        return func.value, args[0], args[1]
    return (args[0], args[1], args[2]) if len(args) == 3 and _is_setitem(func, around) else None


def _is_setitem(func: Node, around: Mapping[str, Any]) -> bool:
    if func.__class__ is gast.Name:
        return around.get(func.id) is operator.setitem
    return func.__class__ is gast.Attribute and func.attr == _FUNCTION and around.get(getattr(func.value, "id", "")) is operator


def _is_plain(node: Node) -> bool:
    """Whether an expression gives the same before and after any other."""
    return node.__class__ in (gast.Name, gast.Constant)
