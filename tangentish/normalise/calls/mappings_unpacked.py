"""`f(**table)` and `{**table}` of an object of the user's: Python asks it for its keys, and for the item of each.

>>> from tangentish.analysis.kinds import UNKNOWN
>>> from tangentish.syntax import parse, unparse
>>> block = parse("y = f(1.0, **table) + {**table, 'b': 2.0}['b']").body
>>> block = mappings_unpacked(block, lambda node, statement: UNKNOWN, True)
>>> print(unparse(block[0]))
y = f(1.0, **dict_unpacked(table)) + {**dict_unpacked(table), 'b': 2.0}['b']
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.kinds import UNKNOWN, Kind, is_object
from tangentish.syntax import Block, Node, call, own_expressions, walk, walk_statements


def mappings_unpacked(block: Block, kind_of: Callable[[Node, Node], Kind], own: bool) -> Block:
    """A block with the dicts that Python makes of such objects written out; what is surely a dict is left as it is.

    What nothing is known of may be one if the program meets a class with items of its `own`.
    """
    def made(value: Node, statement: Node) -> Node:
        kind = kind_of(value, statement)
        is_one = own if kind == UNKNOWN else is_object(kind)
        return gast.copy_location(call("dict_unpacked", value), value) if is_one else value

    for statement in walk_statements(block):
        for part in walk(own_expressions(statement)):
            if part.__class__ is gast.Call:
                for keyword in part.keywords:
                    keyword.value = keyword.value if keyword.arg is not None else made(keyword.value, statement)
            elif part.__class__ is gast.Dict:
                part.values = [value if key is not None else made(value, statement)
                               for key, value in zip(part.keys, part.values, strict=True)]
    return block
