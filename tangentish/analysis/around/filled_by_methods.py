"""What a function changes of objects around it where no statement of its own program shows it.

    def energy(x):
        def reset():
            tank.reset()
        e = tank.energy(x)
        reset()
        return e

The call stands in a function that nothing active flows through, so it is left as it is; and so is the property of an object
that changes something when it is read.  A method that is given something may be part of what is computed, and is not counted.
"""

from __future__ import annotations

import functools
import types

import gast

from tangentish.analysis.code.code_changes import fillings, fills
from tangentish.analysis.code.code_names import functions_in, names_of
from tangentish.analysis.code.reach import DATA
from tangentish.class_attributes import of_class, own_attributes
from tangentish.frontend.foreign import is_foreign, is_users_object
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, name_nodes, walk


def filled_by_methods(body: Block, scope: Scope) -> set[str]:
    """The attributes of objects around the function that hold arrays or containers, and may be changed so."""
    found: set[str] = set()
    parts = walk(body)
    calls = [part for node in parts if node.__class__ in (gast.FunctionDef, gast.Lambda) for part in walk(node)
             if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute]
    for node in [call.func for call in calls if not any(True for value in _given(call) for _ in name_nodes(value))]:
        found |= _changed(node, scope, (types.FunctionType,))
    for node in parts:
        if node.__class__ is gast.Attribute:
            found |= _changed(node, scope, (property,))
    return found


def _given(call: Node) -> list[Node]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _changed(node: Node, scope: Scope, kinds: tuple[type, ...]) -> set[str]:
    """What a method, or a property, of an object around the function changes."""
    owner = scope.part(node.value)
    if not is_users_object(owner) or not isinstance(of_class(type(owner), node.attr), kinds):
        return set()
    held = own_attributes(owner)
    return {key for key in _filled(type(owner), node.attr)
            if isinstance(held[key] if key in held else of_class(type(owner), key), DATA)}


@functools.lru_cache(maxsize=1024)
def _filled(cls: type, method: str) -> frozenset[str]:
    """The attributes whose content a method may change, or others of its class that it may call.

    >>> class Tank:
    ...     def reset(self): self.clear()
    ...     def clear(self): self.levels[:] = 0.0
    >>> Tank.__module__ = "plant"  # of no package
    >>> sorted(_filled(Tank, "reset"))
    ['levels']
    """
    functions = [one for base in cls.__mro__ if not is_foreign(base.__module__) for one in functions_in(base)]
    named, seen = {method}, set[str]()
    while named - seen:
        seen |= named
        named = {name for one in functions if one.__name__ in seen for name in names_of(one.__code__)}
    return frozenset(mark.removeprefix(fills("")) for one in functions if one.__name__ in seen for mark in fillings(one.__code__))
