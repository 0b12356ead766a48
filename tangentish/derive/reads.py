"""What a statement of the reverse sweep reads of the primal: the content of a value, or only its shape or identity.

Names of the primal are written as tags of their versions (`x@3`), until it is known which values are kept.
"""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, children

REFERENCE_ONLY = {"shape", "ndim", "size", "zeros_like", "unbroadcast", "materialise", "filled", "filled_number",
                  "filled_result", "shapes", "like", "check_cast"}
BY_ITEM = frozenset("add items copied concatenated joined repeated extend extended result".split())
SHAPE_ATTRIBUTES = {"shape", "ndim", "size", "dtype"}


def tagged(parts: Block) -> set[str]:
    """The names among some nodes that stand for versions of names of the primal."""
    return {part.id for part in parts if part.__class__ is gast.Name and "@" in part.id}


def structure_reads(parts: Block, table: str) -> set[str]:
    """The tagged names whose items, if they are lists or dicts, a statement looks up: a cotangent goes to each item.

    `parts` are all nodes of the statement.
    """
    found: set[str] = set()
    for part in parts:
        if part.__class__ is gast.Call:
            func = part.func
            label = func.attr if func.__class__ is gast.Attribute else getattr(func, "id", "")
            ours = func.__class__ is gast.Attribute and func.value.__class__ is gast.Name and func.value.id == table
            if (ours and label in BY_ITEM) or label in ("shapes", "like"):
                found |= {a.id for a in part.args if a.__class__ is gast.Name and "@" in a.id}
    return found


KEYED = frozenset(("load", "load_maybe_number", "store", "restore_item", "insert", "pop", "held"))
"""Methods of the table whose second argument is an index: an array of places may be one."""


def content_reads(node: Node, table: str) -> set[str]:
    """The tagged names whose content, and not only shape or identity, a statement reads."""
    found: set[str] = set()
    stack = [node]
    while stack:
        part = stack.pop()
        cls = part.__class__
        if cls is gast.Name:
            if "@" in part.id:
                found.add(part.id)
        elif cls is gast.Call:
            stack += _content_of_call(part, table)
        elif cls is not gast.Attribute or part.attr not in SHAPE_ATTRIBUTES or part.value.__class__ is not gast.Name:
            stack += children(part)
    return found


def _content_of_call(node: Node, table: str) -> Block:
    """The parts of a call whose content is read."""
    func = node.func
    attr = func.__class__ is gast.Attribute
    label = func.attr if attr else getattr(func, "id", "")
    if attr and func.value.__class__ is gast.Name and func.value.id == table:
        whole = label == "load_attribute" or (
            label == "store" and any(n.__class__ is gast.Call and getattr(n.func, "id", "") == "slice" for n in node.args))
        key = node.args[1] if label in KEYED else None
        return [argument for argument in node.args if whole or argument is key or argument.__class__ is not gast.Name]
    if label in REFERENCE_ONLY:
        return [argument for argument in node.args if argument.__class__ is not gast.Name or "@" not in argument.id]
    return children(node)
