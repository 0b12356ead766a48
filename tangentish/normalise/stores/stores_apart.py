"""What is stored into a place is stored by a statement of its own.

    x[0] = y.a = f(z)         ->      t = f(z)
                                      x[0] = t
                                      y.a = t

    for x[0] in rows: ...     ->      for item in rows:
                                          x[0] = item
                                          ...

So an analysis that looks for what is written into has one form to look at: an assignment with one target.
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, assign, clone, locate, name, stored, walk

_PLACES = (gast.Subscript, gast.Attribute)


def stores_apart(block: Block, names: Names) -> Block:
    """A block with such assignments, loops and `with` statements rewritten; functions inside it are left as they are.

    >>> from tangentish.syntax import parse, unparse
    >>> for node in stores_apart(parse("a = x[0] = f(z)").body, Names({"a", "x", "f", "z"})): print(unparse(node))
    a = f(z)
    x[0] = a
    """
    def apart(node: Node) -> Block:
        if node.__class__ is gast.Assign and len(node.targets) > 1 and any(map(_has_place, node.targets)):
            return _one_by_one(node, names)
        if node.__class__ is gast.For and _has_place(node.target):
            node.body.insert(0, _taken(node, "target", "item", node, names))
        elif node.__class__ is gast.With:
            _bound_inside(node, names)
        return [node]

    return each_rewritten(block, apart)


def _has_place(target: Node) -> bool:
    return any(part.__class__ in _PLACES and part.ctx.__class__ is not gast.Load for part in walk(target))


def _one_by_one(node: Node, names: Names) -> Block:
    """`a = b[k] = value`: the value is found once, and stored from left to right."""
    first, *others = node.targets
    if node.value.__class__ is gast.Constant or (
            node.value.__class__ is gast.Name and not any(_binds(target, node.value.id) for target in node.targets)):
        held, made = node.value, []
    elif first.__class__ is gast.Name and not any(_binds(target, first.id) for target in others):
        held, made, node.targets = name(first.id), [assign(first.id, node.value)], others
    else:
        label = names.fresh("t")
        held, made = name(label), [assign(label, node.value)]
    made += [gast.Assign([target], clone(held), None) for target in node.targets]
    return [locate(part, node) for part in made]


def _binds(target: Node, label: str) -> bool:
    return any(part.__class__ is gast.Name and part.id == label and part.ctx.__class__ is not gast.Load for part in walk(target))


def _bound_inside(node: Node, names: Names) -> None:
    """`with a as x[0], b as y:`: what comes after the first place is inside, where it has been stored."""
    for number, item in enumerate(node.items):
        if item.optional_vars is not None and _has_place(item.optional_vars):
            store, later = _taken(item, "optional_vars", "entered", node, names), node.items[number + 1:]
            if later:
                within = locate(gast.With(later, node.body, None), node)
                _bound_inside(within, names)
                node.items, node.body = node.items[:number + 1], [within]
            node.body.insert(0, store)
            return


def _taken(owner: Node, key: str, label: str, node: Node, names: Names) -> Node:
    """Let a statement bind a name instead of its target; what stores it there."""
    target, label = getattr(owner, key), names.fresh(label)
    setattr(owner, key, stored(label))
    return locate(gast.Assign([target], name(label), None), node)
