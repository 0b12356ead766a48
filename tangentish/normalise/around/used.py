"""What an expression uses of what is around a function, and what may run where it does."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Mapping
from typing import Any, NamedTuple

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.code_names import functions_of, names_of
from tangentish.analysis.reach import Reach
from tangentish.closures import content
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Node


class Used(NamedTuple):
    """The variable that an expression of attributes, items and calls starts from, its value, and the attributes."""

    label: str
    value: Any
    names: frozenset[str]

    @property
    def functions(self) -> list[types.FunctionType]:
        """The functions that may be called first."""
        return entered(self.value, self.names)


def used(node: Node, activity: Activity) -> Used | None:
    """What a name around the function, or an expression that starts from one, uses; None for local variables."""
    names: set[str] = set()
    while node.__class__ in (gast.Attribute, gast.Subscript, gast.Call):
        if node.__class__ is gast.Attribute:
            names.add(node.attr)
        node = node.func if node.__class__ is gast.Call else node.value
    if node.__class__ is not gast.Name:
        return None
    scope = activity.scope
    cell = scope.source.cells.get(node.id)  # which may be a parameter of the program
    value = scope.name(node.id) if cell is None else content(cell, MISSING)
    if value is MISSING:
        return None
    if isinstance(value, type):  # what is made of it may be used under another name
        names |= names_of(scope.source.function.__code__)
    return Used(node.id, value, frozenset(names))


def given(call: Node, activity: Activity) -> dict[str, Any]:
    """The values of the arguments of a call that are of around the function, and not followed."""
    found = [used(value, activity) for value in [*call.args, *(keyword.value for keyword in call.keywords)]]
    return {one.label: one.value for one in found if one is not None and one.label not in activity.varied}


def entered(value: Any, names: frozenset[str]) -> list[types.FunctionType]:
    """The functions that a call of a value, or of an item or an attribute of it, may call first."""
    if isinstance(value, functools.partial):
        return entered(value.func, names)
    if isinstance(value, types.MethodType):
        return functions_of(value.__func__)
    if isinstance(value, types.ModuleType):
        return [function for name in names for function in functions_of(vars(value).get(name))]
    if isinstance(value, list | tuple | dict):
        items = value.values() if isinstance(value, dict) else value
        return [function for item in list(items) if not isinstance(item, list | tuple | dict) for function in entered(item, names)]
    made = isinstance(value, type)
    keys = [*names, *(("__init__", "__call__") if made else ("__call__",))]
    return functions_of(value) or [function for key in keys for function in functions_of(
        inspect.getattr_static(value if made else type(value), key, None))]


class Reaches:
    """What may run where values are used, each found once in a check."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Any, Reach]] = {}

    def __call__(self, roots: Mapping[str, Any], names: frozenset[str] = frozenset()) -> Reach:
        key = (*((label, id(value)) for label, value in roots.items()), names)
        if key not in self._known:
            self._known[key] = roots, Reach(roots, names)  # which keeps the roots alive
        return self._known[key][1]
