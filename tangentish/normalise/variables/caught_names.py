"""The name of an exception that is also that of a parameter: Python deletes it when the exception has been handled.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> body = parse("try: y = f(x)\\nexcept ValueError as e: y = len(e.args) * x").body
>>> names_apart(body, Names({"e", "f", "x", "y"}), {"x", "e"})
True
>>> print(unparse(body[0].handlers[0]))
except ValueError as e_2:
    y = len(e_2.args) * x
    e = None
    del e

The reverse sweep may read what the parameter was before.
"""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.bindings import exception_name
from tangentish.names import Names
from tangentish.syntax import Block, assign, constant, locate, name_nodes, stored, walk_statements

_LEAVES = (gast.Return, gast.Raise, gast.Break, gast.Continue)


def names_apart(body: Block, names: Names, params: Collection[str]) -> bool:
    """Give exceptions names of their own, in place, where they have those of parameters; whether there were any."""
    handlers = [handler for node in walk_statements(body) if node.__class__ is gast.Try for handler in node.handlers]
    found = [(handler, label) for handler in handlers if (label := exception_name(handler)) in params]
    for handler, label in reversed(found):  # what is inside first
        fresh = names.fresh(str(label))
        for part in handler.body:
            for node in name_nodes(part):
                node.id = fresh if node.id == label else node.id
        handler.name = stored(fresh)
        if handler.body[-1].__class__ not in _LEAVES:
            gone = [assign(str(label), constant(None)), gast.Delete([gast.Name(label, gast.Del(), None, None)])]
            handler.body += [locate(gast.copy_location(part, handler.body[-1]), handler.body[-1]) for part in gone]
    return bool(found)
