"""What a function that is called reads of state around it that its caller made active.

The derivative of a function that is called is made from its own text and from what it is given.  A container that functions keep,
or an object around them, that holds active values by the time of the call is active in there only for calls that are given active
values, or after such have been written into it.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.kept_containers import given_by, met_by, met_in
from tangentish.analysis.around.objects_around import reads_stored
from tangentish.analysis.around.objects_stored import methods_of
from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.writes.matching import match_arguments
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.source import read_source
from tangentish.normalise.around.used import Reaches, given, used
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, names_in, own_expressions, walk, walk_statements


@dataclass(frozen=True)
class State:
    """State around functions that is active: names of containers (see `kept_containers`), and objects by their identity.

    `names` are attributes of any of the objects that may be active, `below` those of some, but for what their methods store;
    `exactly` says that these are all.
    """

    kept: Set[str]
    objects: dict[int, Any]
    reaches: Reaches
    names: Set[str] = frozenset()
    below: Mapping[int, Set[str]] = field(default_factory=dict)
    exactly: bool = False

    def __bool__(self) -> bool:
        return bool(self.kept or self.objects)

    def met(self, reach: Reach) -> State:
        """What of it is read by what is reached."""
        objects = {key: owner for key, owner in self.objects.items() if reads_stored(
            reach, owner, self.names | self.below.get(key, frozenset()), self.exactly)}
        return replace(self, kept=self.kept & met_in(reach) if self.kept else self.kept, objects=objects)

    def without_kept(self, targets: Iterable[Any]) -> State:
        """The same without the containers that some functions, classes or partials keep themselves."""
        return replace(self, kept=self.kept.difference(*map(met_by, targets)))


def loses(function: types.FunctionType, call: Node | None, caller: Activity, state: State,
          seen: frozenset[types.FunctionType] = frozenset()) -> bool:
    """Whether what an active call of a function reads of some state that is active may be taken for constant.

    If the call is not given, all arguments may be active.
    """
    if is_installed(function) or lookup(function) is not None or function in seen:
        return False
    matched = None if call is None else match_arguments(function, call)
    values = _values_given(matched or {}, caller)
    names = names_of(function.__code__)
    owners = {f"of {key}": owner for key, owner in state.objects.items() if function in methods_of(type(owner), function.__name__)}
    state = state.met(state.reaches({"": function, **values, **owners}, names, tuple(owners)))
    if not state:
        return False
    try:
        source = read_source(function)
    except TangentishError:  # met where it is called, with its place
        return False
    params = names_in(source.tree.args)
    active = params if matched is None else {key for key, values in matched.items() if any(map(caller.expr, values))}
    scope = scope_of(source, assigned_in(source.tree.body) | params)
    scope.own = own_names(function)
    scope.imports |= {label: value for label, value in values.items() if label not in assigned_in(source.tree.body)}
    activity = Activity(source.tree.body, active, scope, closures=bool(source.cells))  # what it captured may carry derivatives
    left = {key: owner for key, owner in state.objects.items() if key not in activity.objects_written}
    state, seen = replace(state, objects=left), seen | {function}
    return bool(state) and any(_loses(part, activity, state, seen) for statement in walk_statements(source.tree.body)
                               if not _is_known_by_name(statement, activity) for part in walk(own_expressions(statement)))


def _is_known_by_name(statement: Node, activity: Activity) -> bool:
    """Whether a statement names a part of an object, `table = STORE.table`, and what has that name is active in the function."""
    if statement.__class__ is not gast.Assign or statement.value.__class__ is not gast.Attribute:
        return False
    owner = statement.value
    while owner.__class__ is gast.Attribute:
        owner = owner.value
    return owner.__class__ is gast.Name and all(
        target.__class__ is gast.Name and target.id in activity.varied for target in statement.targets)


def _values_given(matched: Mapping[str, list[Node]], caller: Activity) -> dict[str, Any]:
    """The parameters that are given what a variable around the caller holds, with the values; for a new object its class."""
    found = {label: (values[0], used(values[0], caller)) for label, values in matched.items() if len(values) == 1}
    return {label: one.value for label, (node, one) in found.items() if one is not None and (node.__class__ is gast.Name or (
        node.__class__ is gast.Call and node.func.__class__ is gast.Name and isinstance(one.value, type)))}


def _loses(part: Node, activity: Activity, state: State, seen: frozenset[types.FunctionType]) -> bool:
    """The same for an expression of the function that is called."""
    if part.__class__ is gast.Attribute and part.ctx.__class__ is gast.Load:
        return _shows(part, activity, state)
    if part.__class__ is not gast.Call:
        return False
    active, found = activity.call(part), used(part, activity)
    if found is None and any(loses(method, None, activity, state, seen) for method in _methods_named(part.func, state)):
        return True
    if not active and any(not met_by(keeper, given_by(keeper, part)).isdisjoint(state.kept) for keeper in activity.keepers(part)):
        return True
    if found is None:
        return False
    if active or found.label in activity.varied:
        target = activity.called(part.func)
        return any(loses(function, part if function is target else None, activity, state, seen) for function in found.functions)
    met = state.met(found.reach(state.reaches, given(part, activity)))
    return bool(met.objects or met.without_kept([found.value, *found.functions]).kept)


def _methods_named(func: Node, state: State) -> list[types.FunctionType]:
    """The methods of objects that are active that an attribute of something that is not known may be."""
    if func.__class__ is not gast.Attribute:
        return []
    return list(dict.fromkeys(method for owner in state.objects.values() for method in methods_of(type(owner), func.attr)))


def _shows(part: Node, activity: Activity, state: State) -> bool:
    """Whether an attribute, or a method, of an object around the function is read that nothing active was written into here."""
    held = activity.objects_around(part.value) - activity.varied
    owners = {name: activity.held_around[name] for name in sorted(held)} if state.objects else {}
    return any(state.objects.keys() & state.reaches(
        {name: list(objects.values())}, frozenset((part.attr,)), (name,)).objects.keys() for name, objects in owners.items())
