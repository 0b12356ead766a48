"""Objects that a function is given, and stores active values in, while other code may read these by a name of its own.

    class Tank:
        def energy(self, level):
            self.level = level      # `self` may be `TANK` ...
            return weight()         # ... of which this reads the level

Who the object is shows when the function is called; what can be told before is which objects around it have such an attribute.
"""

from __future__ import annotations

import types
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.objects_around import ANY_NAME, objects_below
from tangentish.analysis.around.objects_stored import attributes_changed, methods_around, methods_of, stored_in_others
from tangentish.analysis.code.code_names import ASKING
from tangentish.analysis.code.inert import is_inert
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.around.read_below import State
from tangentish.normalise.around.used import Reaches
from tangentish.rules.registry import lookup
from tangentish.slots import attributes_held
from tangentish.syntax import Block, Node, children, walk


def stored_elsewhere(body: Block, activity: Activity, reaches: Reaches) -> State:
    """The objects in reach of a function that may be among those that it stores active values in, as what they are given."""
    function, keys = activity.scope.source.function, activity.stored_elsewhere
    handed = bool(activity.varied) and any(_is_given(value, activity) for part in walk(body) for value in _handed(part, activity))
    if not (keys or handed) or is_installed(function):
        return State(frozenset(), {}, reaches)
    called = {part.func.attr for part in walk(body) if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute
              and activity.called(part.func) is MISSING}
    methods = {f".{label}": methods_around(label, activity.scope.source.globals) for label in sorted(called)}
    reach = reaches({"": function, **methods})
    if handed:
        others = activity.names_stored.union(*(stored_in_others(one) for one in reach.functions if not is_installed(one)))
        keys = {**keys, **{key: {""} for key in others}}
    found = {key: owner for key, owner in reach.objects.items() if key not in activity.objects_written
             and not is_foreign(type(owner).__module__) and _may_be(owner, keys, function)}
    return State(frozenset(), found, reaches, keys.keys(), exactly=True)


def passed_elsewhere(body: Block, activity: Activity, reaches: Reaches) -> State:
    """The objects around a function that it hands to what is not known, or puts somewhere: code in reach may store in them."""
    function, nothing = activity.scope.source.function, State(frozenset(), {}, reaches)
    if not activity.varied or not activity.held_around or is_installed(function):
        return nothing
    labels = {label for part in walk(body) for value in _handed(part, activity) for label in activity.objects_around(value)}
    found = {key: owner for label in labels for key, owner in objects_below(activity.held_around[label]).items()
             if key not in activity.objects_written and not is_foreign(type(owner).__module__)}
    if not found:
        return nothing
    reach = reaches({"": function})
    names = set[str]().union(*(stored_in_others(one) for one in reach.functions if not is_installed(one)))
    called = {key: attributes_changed(code for label in reach.names for method in methods_of(type(owner), label)
                                      for code in codes_in(method.__code__)) for key, owner in found.items()}
    return State(frozenset(), found, reaches, names, called, exactly=True)


def _is_given(value: Node, activity: Activity) -> bool:
    """Whether what is handed on may be, or be held by, an object that the function is given."""
    while value.__class__ in (gast.Attribute, gast.Subscript, gast.Starred):
        value = value.value
    return value.__class__ is gast.Name and value.id not in activity.classes_made and activity.scope.name(value.id) is MISSING


def _handed(part: Node, activity: Activity) -> list[Node]:
    """What a part of a program hands to code that is not known, or puts into a container or a class."""
    if part.__class__ is gast.Call:
        target = activity.called(part.func)
        known = isinstance(target, types.FunctionType) or getattr(target, "__name__", "") in ASKING
        if known or (target is not MISSING and (lookup(target) is not None or is_inert(target))):
            return []
        return [*part.args, *(keyword.value for keyword in part.keywords)]
    if part.__class__ in (gast.List, gast.Tuple, gast.Set, gast.Dict):
        return [child for child in children(part) if getattr(child, "ctx", None).__class__ is not gast.Store]
    if part.__class__ is gast.ClassDef:
        return [inner for inner in walk(part) if inner.__class__ is gast.Name]
    return [part] if part.__class__ is gast.Attribute and part.attr == "__dict__" else []


def _may_be(owner: Any, keys: dict[str, set[str]], function: types.FunctionType) -> bool:
    """Whether an object may be one that is stored into: it has such an attribute, and if it is a method's `self`, that method."""
    code = function.__code__
    first = code.co_varnames[0] if code.co_argcount and "." in function.__qualname__.rpartition(">.")[2] else None
    is_self = function in methods_of(type(owner), function.__name__)
    held = attributes_held(owner)
    return any((key in held or key == ANY_NAME) and (is_self or roots != {first}) for key, roots in keys.items())
