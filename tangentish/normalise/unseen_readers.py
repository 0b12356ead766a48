"""Ways by which a global that a function writes into may be read, other than by its name and by functions that are called.

The derivative of the function works on a copy of the global: what looks at the global itself would find it as it was before.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import Kind, is_object
from tangentish.analysis.objects_around import held_by, objects_in
from tangentish.analysis.own_names import codes_in
from tangentish.closures import cells_of, content
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope
from tangentish.normalise.globals import held_around
from tangentish.runtime import have_in_common
from tangentish.syntax import Block, Node, walk

_FINDING = frozenset(("globals", "eval", "exec", "modules"))
"""By what a global is found whose name is not in the code."""


def check_unseen(body: Block, written: set[str], scope: Scope, entry: dict[str, Kind]) -> None:
    """Raise UnsupportedError where such a global may be read by an object's own code, by a view of it, or by a text."""
    values = {label: held_around(label, scope) for label in sorted(written)}
    for kind in entry.values() if values else ():
        if is_object(kind):
            _check_classes([kind.type], values, scope, scope.source.tree)  # type: ignore[attr-defined]  # an object has a type
    for statement in body if values else ():
        for node in walk(statement):
            if node.__class__ is gast.Attribute and node.attr in _FINDING:
                raise _refused(next(iter(values)), scope, node)
            if node.__class__ is gast.Name and node.ctx.__class__ is gast.Load and node.id not in scope.locals:
                if node.id in _FINDING:
                    raise _refused(next(iter(values)), scope, node)
                _check_name(node, values, scope)


def _check_name(node: Node, values: dict[str, Any], scope: Scope) -> None:
    """The same for what one name around the function holds."""
    value = held_around(node.id, scope)
    memory = _memory_of(value)
    for label, other in values.items():
        if memory is not None and have_in_common(memory, other):
            raise _refused(label, scope, node)
    owners = held_by(objects_in(value)).values()
    _check_classes([value] if isinstance(value, type) else map(type, owners), values, scope, node)


def _memory_of(value: Any) -> Any:
    """What a method of an array or of a container, or a memoryview, reads."""
    if isinstance(value, types.BuiltinMethodType | types.MethodWrapperType):
        return value.__self__
    if isinstance(value, memoryview):
        return np.asarray(value)
    return None


def _check_classes(classes: Iterable[type], values: dict[str, Any], scope: Scope, node: Node) -> None:
    for cls in classes:
        for function in _functions_of(cls):
            names = {name for code in codes_in(function.__code__) for name in (*code.co_names, *code.co_freevars)}
            for label in names & values.keys():
                if {**function.__globals__, **_captured(function)}.get(label) is values[label]:
                    raise _refused(label, scope, node)


def _functions_of(cls: type) -> Iterator[types.FunctionType]:
    for base in cls.__mro__:
        for part in () if is_foreign(base.__module__) else list(vars(base).values()):
            for one in (part, *(getattr(part, key, None) for key in ("__func__", "__wrapped__", "func", "fget", "fset"))):
                if isinstance(one, types.FunctionType):
                    yield one


def _captured(function: types.FunctionType) -> dict[str, Any]:
    return {name: content(cell, None) for name, cell in cells_of(function).items()}


def _refused(label: str, scope: Scope, node: Node) -> TangentishError:
    return located(UnsupportedError, f"this may read {label}, a global that the function writes into", scope.source.filename, node,
                   "Pass it as an argument.")
