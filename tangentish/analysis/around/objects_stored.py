"""The attributes that functions store, whoever has them, and the parameters that they store them in.

>>> def fill(tank, log, v):
...     low = tank
...     low.level = v
...     log.append(v)
>>> def fill_twice(tank, v): fill(tank, [], 2.0 * v)
>>> fill.__module__ = fill_twice.__module__ = "models"  # of no package
>>> sorted(names_stored(fill_twice)), sorted(params_stored(fill)), sorted(params_stored(fill_twice))
(['level'], ['tank'], ['tank'])
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Any

import gast

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.code_changes import changes
from tangentish.analysis.code.code_names import called_by_name
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import INERT_METHODS, PURE_METHODS
from tangentish.analysis.def_use import assigned_in
from tangentish.class_attributes import living
from tangentish.closures import codes_in, meaning_of
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import ON_CHANGE, lookup
from tangentish.syntax import Node, names_in, walk

_names: dict[tuple[types.CodeType, int], frozenset[str]] = {}
_params: dict[tuple[types.CodeType, int], frozenset[str]] = {}
for _known in (_names, _params):
    ON_CHANGE.append(_known.clear)
    ON_REBOUND.append(_known.clear)


def names_stored(function: types.FunctionType) -> frozenset[str]:
    """The attributes that a function, and what it calls by name, bind or change."""
    key = meaning_of(function)
    if key not in _names:
        _names[key] = attributes_changed({
            code for called in called_by_name(function, lambda one: True) for code in codes_in(called.__code__)})
    return _names[key]


def attributes_changed(codes: Iterable[types.CodeType]) -> frozenset[str]:
    """The attributes that some code binds or changes, not counting what it calls."""
    marks = {mark.partition(" ") for code in codes for mark in changes(code)}
    return frozenset(key for how, _, key in marks if how in ("binds", "fills"))


def params_stored(function: types.FunctionType) -> frozenset[str]:
    """The parameters whose attributes a function may store, or those of what they hold; what is not known may store them."""
    key = meaning_of(function)
    if key not in _params:
        params = frozenset(function.__code__.co_varnames[: function.__code__.co_argcount + function.__code__.co_kwonlyargcount])
        _params[key] = frozenset()  # what is seen by what calls itself
        try:
            source = read_source(function)
        except TangentishError:
            _params[key] = params
        else:
            scope = scope_of(source, assigned_in(source.tree.body) | names_in(source.tree.args))
            _params[key] = params & _stored_in(walk(source.tree.body), scope)
    return _params[key]


def _stored_in(parts: list[Node], scope: Scope) -> set[str]:
    """The names whose attributes some code stores, also under other names that it has for them."""
    found: set[str] = set()
    bound: list[tuple[set[str], Node]] = []
    for part in parts:
        if part.__class__ is gast.Attribute and part.ctx.__class__ is not gast.Load:
            found |= _roots(part.value)
        elif part.__class__ is gast.Call:
            found |= {label for value in _given(part, scope) for label in _roots(value)}
        elif part.__class__ in (gast.Assign, gast.AnnAssign, gast.NamedExpr) and part.value is not None:
            bound.append((_bound(getattr(part, "targets", None) or [part.target]), part.value))
        elif part.__class__ in (gast.For, gast.comprehension):
            bound.append((_bound([part.target]), part.iter))
    before = -1
    while before != (before := len(found)):
        for targets, value in bound:
            if not targets.isdisjoint(found):
                found |= names_in(value)
    return found


def _bound(targets: list[Node]) -> set[str]:
    return {part.id for part in walk(targets) if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load}


def _given(call: Node, scope: Scope) -> list[Node]:
    """What a call may store attributes in."""
    target, values = scope.resolve(call.func), [*call.args, *(keyword.value for keyword in call.keywords)]
    if target is MISSING:
        inert = call.func.__class__ is gast.Attribute and call.func.attr in PURE_METHODS | INERT_METHODS | MUTATORS
        return [] if inert else [*values, *([call.func.value] if call.func.__class__ is gast.Attribute else [])]
    if lookup(target) is not None or is_inert(target) or (is_foreign(getattr(target, "__module__", "")) and target is not setattr):
        return []
    if not isinstance(target, types.FunctionType) or is_installed(target) or len(values) != len(call.args):
        return values
    stored = params_stored(target)
    return [value for label, value in zip(target.__code__.co_varnames, values, strict=False) if label in stored]


def _roots(value: Node) -> set[str]:
    """The names that an expression of attributes and items starts from; of others, those in it that may be what it gives."""
    while value.__class__ in (gast.Attribute, gast.Subscript, gast.Starred):
        value = value.value
    return set() if value.__class__ in (gast.BinOp, gast.Compare, gast.JoinedStr) else names_in(value)


def methods_around(label: str, space: Mapping[str, Any]) -> list[types.FunctionType]:
    """The methods of a name that classes among some variables have.

    >>> class Tank:
    ...     __module__ = "models"  # of no package
    ...     def fill(self, v): self.level = v
    >>> methods_around("fill", {"Tank": Tank, "size": 3}) == [Tank.fill]
    True
    """
    held = [value for value in living(list(space.values())) if isinstance(value, type) and not is_foreign(value.__module__)]
    return list(dict.fromkeys(method for cls in held for method in methods_of(cls, label)))


def methods_of(cls: type, label: str) -> list[types.FunctionType]:
    """What a class and its bases have under the name of a method."""
    return [method for base in cls.__mro__ if isinstance(method := vars(base).get(label), types.FunctionType)]
