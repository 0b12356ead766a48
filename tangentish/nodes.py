"""Small constructors of gast nodes."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.trees import Node, clone, walk

_LOAD, _STORE = gast.Load(), gast.Store()  # never changed, so that one of each is enough


def new_node(cls: Any, **fields: Any) -> Node:
    """A node with all its fields given: what the constructors of gast do, without the checks."""
    node: Node = cls.__new__(cls)
    node.__dict__ = fields
    return node


def name(identifier: str) -> Node:
    """A name that is read."""
    return new_node(gast.Name, id=identifier, ctx=_LOAD, annotation=None, type_comment=None)


def stored(identifier: str) -> Node:
    """A name that is assigned."""
    return new_node(gast.Name, id=identifier, ctx=_STORE, annotation=None, type_comment=None)


def constant(value: Any) -> Node:
    """A literal."""
    return new_node(gast.Constant, value=value, kind=None)


def call(function: str | Node, *args: Node, **keywords: Node) -> Node:
    """A call; `function` is a tree or a dotted name."""
    if isinstance(function, str):
        first, *attributes = function.split(".")
        function = functools.reduce(attribute, attributes, name(first))
    return new_node(gast.Call, func=function, args=list(args),
                 keywords=[gast.keyword(key, value) for key, value in keywords.items()])


def assign(target: str | Node, value: Node) -> Node:
    """An assignment to a name or to a target tree."""
    place = stored(target) if isinstance(target, str) else as_target(target)
    return new_node(gast.Assign, targets=[place], value=value, type_comment=None)


def binary(left: Node, op: Node, right: Node) -> Node:
    """`left op right`."""
    return new_node(gast.BinOp, left=left, op=op, right=right)


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
    parts = [node]  # what is inside an item or an attribute is read anyway, but for what a comprehension binds
    for part in parts:
        if hasattr(part, "ctx"):
            part.ctx = _LOAD
        parts += part.elts if part.__class__ in (gast.Tuple, gast.List) else [part.value] if part.__class__ is gast.Starred else []
    return node


def surely(item: Node) -> Node:
    """An item that is there: what was made for it has been checked, or goes through the places that there are."""
    item.there = True
    return item


def subscript(value: Node, index: Node) -> Node:
    """`value[index]`."""
    return new_node(gast.Subscript, value=value, slice=index, ctx=_LOAD)


def attribute(value: Node, attr: str) -> Node:
    """`value.attr`."""
    return new_node(gast.Attribute, value=value, attr=attr, ctx=_LOAD)


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


_COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


def on_condition(node: Node) -> list[Node]:
    """The parts of an expression that may not be evaluated, or more than once: what a comprehension goes through is, first of all.

    >>> import gast
    >>> [part.id for part in on_condition(gast.parse("f(a, [b for c in d])").body[0]) if isinstance(part, gast.Name)]
    ['b', 'c']
    """
    found: list[Node] = []
    for inner in walk(node):
        if inner.__class__ in _COMPREHENSIONS:
            once = {id(part) for part in walk(inner.generators[0].iter)}
            found += [part for part in walk(inner) if id(part) not in once]
        elif inner.__class__ in (gast.BoolOp, gast.IfExp, gast.Lambda):
            found += walk(inner)
    return found


def evaluated_here(node: Node) -> list[Node]:
    """The parts of an expression that are evaluated where it stands: none of what a lambda does when it is called.

    >>> import gast
    >>> [part.id for part in evaluated_here(gast.parse("f(a, lambda b, c=d: e)").body[0]) if isinstance(part, gast.Name)]
    ['f', 'a', 'b', 'c', 'd']
    """
    later = {id(part) for inner in walk(node) if inner.__class__ is gast.Lambda for part in walk(inner.body)}
    return [part for part in walk(node) if id(part) not in later]
