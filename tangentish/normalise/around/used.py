"""What an expression uses of what is around a function, and what may run where it does."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Mapping
from typing import Any, NamedTuple

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import functions_of, names_of
from tangentish.analysis.code.reach import Reach
from tangentish.class_attributes import own_attributes
from tangentish.closures import content
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Node


class Reaches:
    """What may run where values are used, each found once in a check."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Any, Reach]] = {}

    def __call__(self, roots: Mapping[str, Any], names: frozenset[str] = frozenset(), dotted: tuple[str, ...] = ()) -> Reach:
        key = (*((label, id(value)) for label, value in roots.items()), names, dotted)
        if key not in self._known:
            self._known[key] = roots, Reach(roots, names, dotted)  # which keeps the roots alive
        return self._known[key][1]


class Used(NamedTuple):
    """The variable that an expression of attributes, items and calls starts from, its value, the attributes, and `dotted`.

    That is the variable again if no more is done with it, or with an object of the class that it is, than to take an attribute.
    """

    label: str
    value: Any
    names: frozenset[str]
    dotted: tuple[str, ...]
    bare: bool  # other names may come to mean it

    @property
    def functions(self) -> list[types.FunctionType]:
        """The functions that may be called first."""
        return entered(self.value, self.names, bool(self.dotted))

    def reach(self, reaches: Reaches, given: list[Used]) -> Reach:
        """What may run there, if a call is `given` something else of around the function."""
        roots = {one.label: one.value for one in (self, *given)}
        dotted = {one.label for one in (self, *given)} - {one.label for one in (self, *given) if not one.dotted}
        return reaches(roots, self.names.union(*(one.names for one in given)), tuple(sorted(dotted)))


def outermost(parts: list[Node]) -> list[Node]:
    """Of some nodes the calls, and the names, attributes and items that are neither called nor a part of what is."""
    inner = {id(part.func if part.__class__ is gast.Call else part.value) for part in parts
             if part.__class__ in (gast.Call, gast.Attribute, gast.Subscript)}
    return [part for part in parts if part.__class__ is gast.Call or (id(part) not in inner and part.__class__ in (
        gast.Name, gast.Attribute, gast.Subscript) and part.ctx.__class__ is gast.Load)]


def used(node: Node, activity: Activity, taken: bool = False, bare: bool = False) -> Used | None:
    """What a name around the function, or an expression that starts from one, uses; None for local variables.

    `taken` says that an attribute is taken of it, `bare` that other names may come to mean it.
    """
    names, dotted, made = set(), taken, False
    while node.__class__ in (gast.Attribute, gast.Subscript, gast.Call):
        made = dotted and node.__class__ is gast.Call
        dotted = node.__class__ is gast.Attribute
        if dotted:
            names.add(node.attr)
        node = node.func if node.__class__ is gast.Call else node.value
    if node.__class__ is not gast.Name:
        return None
    scope = activity.scope
    cell = scope.source.cells.get(node.id)  # which may be a parameter of the program
    value = scope.name(node.id) if cell is None else content(cell, MISSING)
    if value is MISSING:
        return None
    if isinstance(value, type) or bare:  # what is made of it, or it, may be used under another name
        names |= names_of(scope.source.function.__code__)
        dotted = dotted or (made and isinstance(value, type))
    return Used(node.id, value, frozenset(names), (node.id,) if dotted else (), bare)


def given(call: Node, activity: Activity) -> list[Used]:
    """What the arguments of a call use of what is around the function; if the call is not active, what is not followed."""
    found = [used(value, activity) for value in [*call.args, *(keyword.value for keyword in call.keywords)]]
    active = activity.call(call)
    return [one for one in found if one is not None and (active or one.label not in activity.varied)]


def entered(value: Any, names: frozenset[str], dotted: bool = False) -> list[types.FunctionType]:
    """The functions that a call of a value, or of an item or an attribute of it, may call first; if `dotted`, of an attribute."""
    if isinstance(value, functools.partial):
        return entered(value.func, names)
    if isinstance(value, types.MethodType):
        return functions_of(value.__func__)
    if isinstance(value, list | tuple | dict):
        items = value.values() if isinstance(value, dict) else value
        return [function for item in list(items) if not isinstance(item, list | tuple | dict) for function in entered(item, names)]
    made, held = isinstance(value, type), own_attributes(value)
    keys = [*names, *(("__new__", "__init__") if made else ()), *(() if dotted else ("__call__",))]
    found = functions_of(value) or [function for key in keys for function in functions_of(
        inspect.getattr_static(value if made else type(value), key, None))]
    return found + [function for name in names if name in held and not made for function in entered(held[name], names - {name})]
