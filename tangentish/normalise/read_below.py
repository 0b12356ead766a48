"""What a function that is called reads of state around it that its caller made active.

The derivative of a function that is called is made from its own text and from what it is given.  A container that functions keep,
or an object around them, that holds active values by the time of the call is active in there only for calls that are given active
values, or after such have been written into it.
"""

from __future__ import annotations

import types
from collections.abc import Set
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.body_effects import match_arguments
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_containers import given_by, met_below, met_by
from tangentish.analysis.objects_around import DEEPEST, held_by, is_installed, met_around, reads_stored
from tangentish.analysis.own_names import own_names
from tangentish.errors import TangentishError
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, names_in, own_expressions, walk, walk_statements


def loses(call: Node, target: Any, caller: Activity, kept: Set[str], objects: dict[int, Any], deep: int = DEEPEST) -> bool:
    """Whether what an active call of `target` reads of active containers and objects around it may be taken for constant.

    `kept` are names of containers (see `kept_containers`), `objects` are by identity.
    """
    function = getattr(target, "__func__", target)
    if not isinstance(function, types.FunctionType) or is_installed(function) or lookup(target) is not None or not deep:
        return False
    try:
        source = read_source(function)
    except TangentishError:  # met where it is called, with its place
        return False
    given = match_arguments(function, call) if target is function else None
    params = names_in(source.tree.args)
    active = params if given is None else {key for key, values in given.items() if any(map(caller.expr, values))}
    scope = Scope(source, assigned_in(source.tree.body) | params)
    scope.own = own_names(function)
    activity = Activity(source.tree.body, active, scope, closures=bool(source.cells))  # what it captured may carry derivatives
    written = activity.objects_written
    left = {key: owner for key, owner in objects.items() if key not in written}
    return any(_loses(part, activity, kept, left, deep) for statement in walk_statements(source.tree.body)
               for part in walk(own_expressions(statement)))


def _loses(part: Node, activity: Activity, kept: Set[str], objects: dict[int, Any], deep: int) -> bool:
    """The same for an expression of the function that is called."""
    if part.__class__ is gast.Attribute:
        return part.ctx.__class__ is gast.Load and _shows(part, activity, objects)
    if part.__class__ is not gast.Call:
        return False
    target = activity.called(part.func)
    if activity.call(part):
        return target is not MISSING and loses(part, target, activity, kept, objects, deep - 1)
    if any(not met_by(keeper, given_by(keeper, part)).isdisjoint(kept) for keeper in activity.keepers(part)):
        return True
    if not isinstance(target, types.FunctionType) or lookup(target) is not None:
        return False
    met = held_by(met_around(target)) if objects else {}
    return not met_below(target).isdisjoint(kept) or any(
        key in met and reads_stored(target, owner, met.values()) for key, owner in objects.items())


def _shows(part: Node, activity: Activity, objects: dict[int, Any]) -> bool:
    """Whether an attribute, or a method, of an object around the function is read that nothing active was written into here."""
    held = activity.objects_around(part.value)
    return any(objects.keys() & held_by(activity.held_around[name]).keys() for name in held - activity.varied)
