"""Attributes that arrays have and that a class of the user's may make up, in a `__getattr__`: `x.size`.

Where it is not known of what such an attribute is read, it is taken for that of an array, which has no derivative; whether it is
none is looked at when it is read.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.marks import MAKING_UP
from tangentish.analysis.kinds import UNKNOWN, is_object
from tangentish.analysis.kinds.infer import Infer
from tangentish.normalise.effects.put_parts import put_for
from tangentish.runtime.checks import is_value_of_arrays
from tangentish.syntax import Block, Node, call, constant, own_expressions, walk, walk_statements


def look_at_sizes(body: Block, kinds: Infer, activity: Activity) -> None:
    """Let a block look at what it reads as the size of an array, say, where that may be made up."""
    if MAKING_UP not in activity.scope.own:
        return
    for node in walk_statements(body):
        for part in [part for expression in own_expressions(node) for part in walk(expression)]:
            if part.__class__ is gast.Attribute and part.ctx.__class__ is gast.Load and is_value_of_arrays(part.attr) and (
                    part.attr in activity.inert_attributes and _may_be_made_up(part, node, kinds, activity)):
                put_for(node, part, gast.copy_location(call("told_of_array", part.value, constant(part.attr)), part))


def _may_be_made_up(part: Node, node: Node, kinds: Infer, activity: Activity) -> bool:
    """Whether an attribute may be that of an object of the user's that holds active values."""
    if not activity.expr(part.value):
        return False
    kind = kinds.expr(part.value, kinds.before.get(node.uid, {}))
    return kind == UNKNOWN or (is_object(kind) and kind.type is object)
