"""Attributes that are read and stored by calls, `getattr(state, "rows")` and `setattr(state, "rows", x)`: `state.rows`.

All that is known of attributes is told of these.  A call evaluates the object first, a statement the value: where that can make a
difference, the object gets a name before.
"""

from __future__ import annotations

import builtins
import keyword
import types
from collections.abc import Callable

import gast

from tangentish.bindings import names_assigned
from tangentish.closures import BY_TEXT
from tangentish.frontend.source import Source
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, as_load, assign, locate, name, name_nodes, walk


def asks_by_calls(code: types.CodeType) -> bool:
    """Whether code has the name of such a call.

    >>> asks_by_calls((lambda state: getattr(state, "rows")).__code__), asks_by_calls((lambda state: state.rows).__code__)
    (True, False)
    """
    return not BY_TEXT.isdisjoint(code.co_names)


def asked_plainly(tree: Node, source: Source, fresh: Callable[[str], str]) -> bool:
    """Write such calls in a tree as attributes, where the name is a text in the call; whether there was any.

    `fresh` makes a name that nothing has yet.

    >>> from tangentish.frontend.source import read_source
    >>> from tangentish.syntax import unparse
    >>> def move(state, x):
    ...     setattr(state, "rows", getattr(state, "rows") + x)
    ...     setattr(getattr(state, "cell"), "x", abs(x))
    ...     return getattr(getattr(state, "cell"), "size", None)
    >>> source = read_source(move)
    >>> asked_plainly(source.tree, source, str.upper)
    True
    >>> print(unparse(source.tree))
    def move(state, x):
        state.rows = state.rows + x
        HELD = state.cell
        HELD.x = abs(x)
        return getattr(state.cell, 'size', None)
    """
    bound = {node.id for node in name_nodes(tree) if node.ctx.__class__ is not gast.Load} | set(source.cells) | set(source.globals)
    meant = {label for label in BY_TEXT if label not in bound and hasattr(builtins, label)}
    return _stored(tree, meant, fresh) | _read(tree, meant)


def _stored(tree: Node, meant: set[str], fresh: Callable[[str], str]) -> bool:
    found = False

    def written(node: Node) -> Block:
        nonlocal found
        call = node.value if node.__class__ is gast.Expr else None
        label = _called(call, meant)
        if label not in ("setattr", "delattr"):
            return [node]
        found = True
        owner, before = call.args[0], []
        plain = gast.Name in (owner.__class__, call.args[-1].__class__) or call.args[-1].__class__ is gast.Constant
        if label == "setattr" and (not plain or names_assigned(owner, call.args[-1])):
            held = fresh("held")
            before, owner = [assign(held, as_load(owner))], name(held)
        if label == "setattr":
            made = gast.Assign([gast.Attribute(owner, call.args[1].value, gast.Store())], call.args[2], None)
        else:
            made = gast.Delete([gast.Attribute(owner, call.args[1].value, gast.Del())])
        return [locate(gast.copy_location(part, node), node) for part in (*before, made)]

    for function in (part for part in walk(tree) if part.__class__ is gast.FunctionDef):
        function.body[:] = each_rewritten(function.body, written)
    return found


def _read(tree: Node, meant: set[str]) -> bool:
    found = False
    for part in reversed(walk(tree)):  # what is inside first
        for field, value in gast.iter_fields(part):
            items = value if isinstance(value, list) else [value]
            for place, item in enumerate(items):
                if item.__class__ is gast.Call and _called(item, meant) == "getattr":
                    read = gast.Attribute(item.args[0], item.args[1].value, gast.Load())
                    found, items[place] = True, locate(gast.copy_location(read, item), item)
            if items is not value:
                setattr(part, field, items[0])
    return found


def _called(node: Node | None, meant: set[str]) -> str:
    """Which of these functions is called with a text for a name, as an attribute is written."""
    if node.__class__ is not gast.Call or node.keywords or getattr(node.func, "id", "") not in meant:
        return ""
    label = str(node.func.id)
    key = node.args[1].value if len(node.args) > 1 and node.args[1].__class__ is gast.Constant else None
    written = isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key) and (
        key[:2] != "__" or key[-2:] == "__")  # a private name means another one in a class
    plain = not any(part.__class__ is gast.Starred for part in node.args)
    return label if written and plain and len(node.args) == 2 + (label == "setattr") else ""
