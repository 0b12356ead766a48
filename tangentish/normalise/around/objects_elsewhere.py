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
from tangentish.analysis.active.bindings import GIVEN
from tangentish.analysis.around.objects_around import ANY_NAME, objects_in
from tangentish.analysis.around.objects_stored import methods_around, methods_of
from tangentish.analysis.code.code_names import defaults_of
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.around.read_below import State
from tangentish.normalise.around.used import Reaches
from tangentish.slots import attributes_held
from tangentish.syntax import Block, walk


def stored_elsewhere(body: Block, activity: Activity, reaches: Reaches) -> State:
    """The objects in reach of a function that may be among those that it stores active values in, as what they are given."""
    function = activity.scope.source.function
    keys = {key: roots for key, roots in activity.stored_elsewhere.items() if roots != {GIVEN}}
    if not keys or is_installed(function):
        return State(frozenset(), {}, reaches)
    called = {part.func.attr for part in walk(body) if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute
              and activity.called(part.func) is MISSING}
    methods = {f".{label}": methods_around(label, activity.scope.source.globals) for label in sorted(called)}
    reach = reaches({"": function, **methods})
    known = activity.objects_written.keys() | objects_in(defaults_of(function)).keys()  # what is a default has its own way
    found = {key: owner for key, owner in reach.objects.items() if key not in known
             and not is_foreign(type(owner).__module__) and _may_be(owner, keys, function)}
    return State(frozenset(), found, reaches, keys.keys(), exactly=True)


def _may_be(owner: Any, keys: dict[str, set[str]], function: types.FunctionType) -> bool:
    """Whether an object may be one that is stored into: it has such an attribute, and if it is a method's `self`, that method."""
    code = function.__code__
    first = code.co_varnames[0] if code.co_argcount and "." in function.__qualname__.rpartition(">.")[2] else None
    is_self = function in methods_of(type(owner), function.__name__)
    held = attributes_held(owner)
    return any((key in held or key == ANY_NAME) and (is_self or roots != {first}) for key, roots in keys.items())
