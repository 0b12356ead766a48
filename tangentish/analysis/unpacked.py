"""Tuples that are taken apart where they are made, `a, b = f(x)`, and those that a function makes to return them.

Of such a tuple only the items are read: these have adjoints of their own, and the tuple needs none.

>>> from tangentish.syntax import parse
>>> body = parse("t = f(x)\\nu = indexable(t)\\na = u[0]\\nb = u[1]\\ns = (a, b)\\nc = s[0]\\ng(s)").body
>>> {label: sorted(taken.names) for label, taken in unpacked(body).items()}
{'u': ['a', 'b'], 't': ['a', 'b', 'u']}
>>> returned_items(parse("if c:\\n    ans = (a, b)\\nelse:\\n    ans = (b, 0.0)").body, "ans")
2
"""

from __future__ import annotations

import collections
from collections.abc import Mapping
from dataclasses import dataclass

import gast

from tangentish.syntax import Block, Node, child_blocks, walk, walk_statements

_CHECKS = frozenset({"check_unpacked", "check_length"})


@dataclass
class Taken:
    """What is taken of a tuple: the `names` that hold its items, and those that it has itself; and where, in which `span`.

    These are the statements after it is made, up to the last one that reads an item.
    """

    names: set[str]
    span: Block


def unpacked(body: Block) -> dict[str, Taken]:
    """The tuples, if it is tuples, of which nothing is read but items, after they are made and in the same block.

    `indexable` gives a tuple as it is.  Blocks of `try` and `with` are left out: these may be left half done.
    """
    found: dict[str, Taken] = {}
    if not any(_takes_item(node) for node in walk_statements(body)):
        return found
    counts = _occurrences(body)
    blocks = [body]
    while blocks:
        block = blocks.pop()
        _in_block(block, counts, found)
        blocks += [inner for node in block if node.__class__ not in (gast.Try, gast.With) for _, inner in child_blocks(node)]
    return found


def returned_items(body: Block, ans: str) -> int:
    """How many items the tuple has that a function returns, if it makes it where it returns; 0 if it may not.

    It returns once, wherever that is: each display is in branches only.
    """
    displays: list[Node] = []
    blocks = [body]
    while blocks:
        for node in blocks.pop():
            if node.__class__ is gast.If:
                blocks += [node.body, node.orelse]
            elif node.__class__ is gast.Assign and _is_name(node.targets[0], ans):
                displays.append(node.value)
    counts = {len(value.elts) if value.__class__ is gast.Tuple and all(map(_is_plain, value.elts)) else 0 for value in displays}
    return counts.pop() if len(counts) == 1 and _occurrences(body)[ans] == len(displays) else 0


def place_of(value: Node) -> int | None:
    """Which item `x[k]` takes, if that is known."""
    known = value.slice.value if value.slice.__class__ is gast.Constant else None
    return known if type(known) is int and known >= 0 else None


def _occurrences(body: Block) -> Mapping[str, int]:
    return collections.Counter(part.id for node in body for part in walk(node) if part.__class__ is gast.Name)


def _in_block(block: Block, counts: Mapping[str, int], found: dict[str, Taken]) -> None:
    """From the end of a block: what is read of a name is known by the time its definition is met."""
    uses: dict[str, set[str]] = collections.defaultdict(set)
    read: dict[str, int] = collections.Counter()
    ends: dict[str, int] = collections.Counter()  # where it is read last
    for place in reversed(range(len(block))):
        node = block[place]
        target = _target(node)
        if target is not None and _may_be_tuple(node.value) and counts[target] == 1 + read[target] and uses[target]:
            names = uses[target].union(*(found[use].names for use in uses[target] if use in found))
            found[target] = Taken(names, block[place + 1 : ends[target]])
        source = _read(node)
        if source is not None and (source[1] is None or source[1] in found or node.value.__class__ is gast.Subscript):
            label, given = source
            read[label] += 1
            ends[label] = max(ends[label], place + 1, ends[given] if given in found else 0)
            uses[label] |= {given} - {None}


def _takes_item(node: Node) -> bool:
    """Whether a statement is `a = x[k]`."""
    value = node.value if node.__class__ is gast.Assign else None
    return value.__class__ is gast.Subscript and value.value.__class__ is gast.Name and place_of(value) is not None


def _read(node: Node) -> tuple[str, str | None] | None:
    """The name of which a statement reads an item, or which it gives another name or looks at, and the name it binds."""
    value = getattr(node, "value", None)
    if node.__class__ is gast.Expr and value.__class__ is gast.Call and getattr(value.func, "id", "") in _CHECKS:
        return (value.args[0].id, None) if value.args[0].__class__ is gast.Name else None
    if node.__class__ is not gast.Assign or len(node.targets) != 1 or node.targets[0].__class__ is not gast.Name:
        return None
    if _takes_item(node):
        return value.value.id, node.targets[0].id
    renamed = renamed_by(value)
    return None if renamed is None else (renamed, node.targets[0].id)


def renamed_by(value: Node) -> str | None:
    """The name of what a value is, if it is `x` or `indexable(x)`: of a tuple, the tuple."""
    if value.__class__ is gast.Call and value.func.__class__ is gast.Name and value.func.id == "indexable" and len(value.args) == 1:
        value = value.args[0]
    return value.id if value.__class__ is gast.Name else None


def _target(node: Node) -> str | None:
    """The name that a statement binds to what may be such a tuple."""
    if node.__class__ is not gast.Assign or len(node.targets) != 1:
        return None
    target = node.targets[0].elts[0] if hasattr(node, "dynamic") else node.targets[0]
    return target.id if target.__class__ is gast.Name else None


def _may_be_tuple(value: Node) -> bool:
    return value.__class__ in (gast.Call, gast.Name) or (value.__class__ is gast.Tuple and all(map(_is_plain, value.elts)))


def _is_plain(item: Node) -> bool:
    return item.__class__ in (gast.Name, gast.Constant)


def _is_name(node: Node, label: str) -> bool:
    return node.__class__ is gast.Name and node.id == label
