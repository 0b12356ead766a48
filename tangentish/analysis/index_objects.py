"""`np.r_` and its like, whose items are computed from their index, where they go by another name than their own."""

from __future__ import annotations

import gast

from tangentish.frontend.resolve import Scope, index_objects
from tangentish.syntax import Node, walk

INDEX_OBJECTS = index_objects()
INDEX_TYPES = frozenset(map(type, INDEX_OBJECTS))
_NAMES = frozenset(INDEX_OBJECTS.values())


def hands_on(scope: Scope) -> bool:
    """Whether a function names such an object in another place than where it is indexed, asked for a method, or given a name."""
    parts = walk(scope.source.tree)
    plain = {id(part.value) for part in parts if part.__class__ in (gast.Subscript, gast.Attribute)}
    plain |= {id(part.value) for part in parts if part.__class__ is gast.Assign and _is_named(part, scope)}
    return any(_is_one(part, scope) and (id(part) not in plain or type(scope.resolve(part)) not in INDEX_TYPES) for part in parts)


def _is_one(node: Node, scope: Scope) -> bool:
    if node.__class__ is gast.Attribute:
        return node.attr in _NAMES
    return node.__class__ is gast.Name and node.ctx.__class__ is gast.Load and type(scope.name(node.id)) in INDEX_TYPES


def _is_named(node: Node, scope: Scope) -> bool:
    """Whether an assignment gives such an object a name that is known to stand for it from then on."""
    target = node.targets[0]
    return len(node.targets) == 1 and target.__class__ is gast.Name and type(scope.name(target.id)) in INDEX_TYPES
