"""Names that only whole numbers are bound to: nothing flows through these, and no call writes into them.

>>> from tangentish.frontend.source import read_source
>>> def frames(signal, length, window):
...     length = int(round(length))
...     count = len(signal)
...     rest = count % length
...     return window(length), rest
>>> source = read_source(frames)
>>> sorted(whole_numbers(source.tree.body, Scope(source, {"length", "count", "rest"})))
['count', 'length']
"""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, walk, walk_statements


def whole_numbers(body: Block, scope: Scope, others: Collection[str] = ()) -> set[str]:
    """These names; `others` are parameters for which no number was given."""
    made: dict[str, list[str]] = {}  # the names that each is bound to, "" where it is bound to a whole number
    for node in walk_statements(body):
        target = node.targets[0] if node.__class__ is gast.Assign and len(node.targets) == 1 else None
        if target.__class__ is gast.Name and node.value.__class__ is gast.Name:
            made.setdefault(target.id, []).append(node.value.id)
        elif target.__class__ is gast.Name and node.value.__class__ is gast.Call and scope.resolve(node.value.func) in (int, len):
            made.setdefault(target.id, []).append("")
    if not any("" in values for values in made.values()):
        return set()
    stores: dict[str, int] = {}
    for part in walk(body):
        if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load:
            stores[part.id] = stores.get(part.id, 0) + 1
        elif part.__class__ in (gast.Global, gast.Nonlocal):
            stores.update(dict.fromkeys(part.names, -1))
    left = {label: values for label, values in made.items() if stores[label] == len(values) and label not in others}
    found = {""}
    while new := {label for label, values in left.items() if label not in found and found.issuperset(values)}:
        found |= new
    return found - {""}
