"""What the calls in a function may be of: functions that are defined inside, items of tables, objects; or nobody knows what."""

from __future__ import annotations

import types
from typing import Any

import gast

from tangentish.analysis.around.item_parts import candidates
from tangentish.analysis.around.methods_around import WRITING_METHODS
from tangentish.analysis.around.views_around import ViewsAround
from tangentish.analysis.code.marks import PURE_METHODS
from tangentish.class_attributes import of_class
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import METHODS
from tangentish.syntax import Node

_OF_ARRAYS = METHODS.keys() | PURE_METHODS | WRITING_METHODS


def name_of(target: Node) -> str:
    """The name that is bound, if it is one."""
    return target.id if target.__class__ is gast.Name else ""


class CallsAround(ViewsAround):
    """`inner` are the functions that are defined inside, by their names.

    `methods` are the names of methods that change what they are of, `partials` the calls whose results names stand for.
    """

    def __init__(self, source: Any) -> None:
        super().__init__(source)
        self.methods: set[str] = set()
        self.partials: dict[str, list[Node]] = {}
        self.inner: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.__class__ is gast.FunctionDef:
                self.inner.setdefault(node.name, []).append(node)
            elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda:
                self.inner.setdefault(name_of(node.targets[0]), []).append(node.value)

    def is_unknown(self, func: Node, target: Any) -> bool:
        """Whether it is not seen what is called; methods of the names that arrays and lists have are those of these."""
        if func.__class__ is gast.Attribute:
            owners = [one if isinstance(one, type) else type(one) for one in self.meant(func.value)]
            own = any(isinstance(of_class(cls, func.attr), types.FunctionType) for cls in owners)
            return target is MISSING and (own or func.attr not in _OF_ARRAYS)
        known = (func.__class__ is gast.Lambda or self.meant_by(func)) or (
            func.__class__ is gast.Name and func.id in self.inner.keys() | self.methods | self.partials.keys())
        return target is MISSING and not known

    def meant_by(self, func: Node) -> list[Any]:
        """The functions that what is called may be: an item of a table, or what a name is bound to."""
        if func.__class__ is gast.Name:
            return self.objects.get(func.id, [])
        return candidates(func, self.scope) if func.__class__ is gast.Subscript else []
