"""What `map` and its like make, as the generator expressions that say the same.

>>> from tangentish.syntax import expression, unparse
>>> print(unparse(written_out(expression("map(note, x, y)"), map)))
(note(v, v_2) for v, v_2 in zip(x, y))
>>> print(unparse(written_out(expression("filter(w.keeps, v)"), filter)))
(v_2 for v_2 in v if w.keeps(v_2))
>>> print(unparse(written_out(expression("starmap(note, rows)"), itertools.starmap)))
(note(*v) for v in rows)
"""

from __future__ import annotations

import itertools
from typing import Any

import gast

from tangentish.names import Names
from tangentish.syntax import Node, clone, name, names_in, stored

_FIXED = (gast.Name, gast.Attribute, gast.Lambda)  # what else is mapped is made once
_WRITTEN = (map, filter, itertools.filterfalse, itertools.starmap)


def written_out(source: Node, target: Any) -> Node | None:
    """The generator expression for a call of a function, which is `target`; None if it is none of these."""
    if not is_mapping(source, target) or source.args[0].__class__ not in _FIXED:
        return None
    names = Names(names_in(source))
    function, items = clone(source.args[0]), source.args[1:]
    if target is map and len(items) > 1:
        labels = [names.fresh("v") for _ in items]
        each = gast.Tuple([stored(label) for label in labels], gast.Store())
        generator = gast.comprehension(each, gast.Call(name("zip"), items, []), [], 0)
        return gast.GeneratorExp(gast.Call(function, [name(label) for label in labels], []), [generator])
    label = names.fresh("v")
    if target is map:
        return gast.GeneratorExp(gast.Call(function, [name(label)], []), [gast.comprehension(stored(label), items[0], [], 0)])
    if target is itertools.starmap:
        made = gast.Call(function, [gast.Starred(name(label), gast.Load())], [])
        return gast.GeneratorExp(made, [gast.comprehension(stored(label), items[0], [], 0)])
    test = gast.Call(function, [name(label)], [])
    kept = gast.UnaryOp(gast.Not(), test) if target is itertools.filterfalse else test
    return gast.GeneratorExp(name(label), [gast.comprehension(stored(label), items[0], [kept], 0)])


def is_mapping(source: Node, target: Any) -> bool:
    """Whether a call makes such an iterator, of a function that it is given."""
    if source.__class__ is not gast.Call or not any(target is one for one in _WRITTEN) or source.keywords or any(
            part.__class__ is gast.Starred for part in source.args):
        return False
    return len(source.args) == 2 or (target is map and len(source.args) > 2)
