"""What becomes active when a call writes active values into what it is given, or what it captured."""

from __future__ import annotations

import dis
import functools
import inspect
import types
from collections.abc import Iterable, Mapping
from typing import Any

import gast
import numpy as np

from tangentish.analysis.active.bindings import ActiveBindings
from tangentish.analysis.around.around_writes import written_parts
from tangentish.analysis.around.kept_containers import given_by, given_objects, gives_of_class, stores_in_first
from tangentish.analysis.around.kept_containers import written_by as written_when_called
from tangentish.analysis.around.objects_around import written_around
from tangentish.analysis.around.objects_stored import names_stored, params_stored
from tangentish.analysis.around.shared_cells import CELL, shares_cells
from tangentish.analysis.code.code_names import functions_in
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import PURE_TYPES
from tangentish.analysis.code.marks import INERT_METHODS, KEPT, PURE_METHODS, acting, shared
from tangentish.analysis.memory.held_memory import STORING
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.method_stores import stores
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.out_arguments import first_argument, hidden_outs, writes_first, written_by
from tangentish.frontend.resolve import MISSING
from tangentish.library import handled
from tangentish.rules.registry import lookup
from tangentish.runtime.checks import is_value_of_arrays
from tangentish.syntax import Node, children, walk

_PLAIN = (dict, list, tuple, np.ndarray)
"""What keeps no key that is looked up in it."""


class ActiveCalls(ActiveBindings):
    """`read_globals` are the globals whose attributes are read otherwise than to be called."""

    read_globals: set[str]

    def effects(self, node: Node) -> None:
        """Arguments that an active call may write into are varied."""
        values = [*node.args, *(k.value for k in node.keywords)]
        active = any(self.expr(value) for value in [node.func, *values])
        target = self.target(node.func)
        self.write_by_functions_in([node.func, *values], active)
        for out in [*written_by(node, target), *hidden_outs(node, target)] if active else []:
            self.bind_root(out)
        if KEPT in self.scope.own and (active or self.call(node)):
            self.bind_all(self.kept_written(node))
        if self.shared_by_classes and active and (target is MISSING or lookup(target) is None):
            self.fields |= self.shared_by_classes  # it may be a method, or call one
        held = self.called(node.func) if target is MISSING else target
        if active and held is not target and isinstance(held, types.FunctionType):
            self.written_by_all([held])  # a captured function
        if target is setattr and active and len(node.args) == 3:
            key = getattr(node.args[1], "value", None)
            self.note_stored(node.args[0], *([key] if isinstance(key, str) else []))
        if target is not MISSING:
            self.write_by_target(node, target, values, active)
        elif not self.writes_by_its_name(node, active) and self.call(node):
            self.write_by_unknown(node, values, active)

    def write_by_functions_in(self, parts: list[Node], active: bool) -> None:
        """What functions among some parts of a call write: one that is defined inside may write into what it captured."""
        func = parts[0]
        for part in _functions_in(parts):
            if part.__class__ is gast.Name and part.id in self.captured and (active or part.id in self.varied):
                self.bind_all(self.captured[part.id])
                self.written_by_all(self.naming[part.id])
            elif part.__class__ is gast.Lambda and (active or self.expr(part)):
                self.bind_all(self.written_by(part))
                self.written_by_all(self.functions_in(walk(part)))
            elif active and part is not func and self.is_method_around(part):
                self.bind_all(self.objects_around(part))
            elif active and part is not func:
                self.written_by_all(self.functions_in([part]))

    def write_by_target(self, node: Node, target: Any, values: list[Node], active: bool) -> None:
        """What a call writes where it is known what is called."""
        if writes_first(target) and active:
            for written in first_argument(node):
                self.bind_root(written)
        elif isinstance(target, types.FunctionType) and lookup(target) is None and self.call(node):
            effects = effects_met(target, self.scope.own)
            matched = match_arguments(target, node)
            self.written_by_all([target])
            self.fields |= self.changed_in_reach if effects.given and not is_installed(target) else set()
            if effects.opaque or matched is None:
                written = [value for value in values if not self.shown_of_globals(value)]
            else:
                written = [value for key in effects.writes for value in matched.get(key, [])]
            for value in written:
                self.bind_root(value)
                self.note_given(value)
            if names := names_stored(target):
                given = values if matched is None else [value for key in params_stored(target) for value in matched.get(key, [])]
                for value in given:
                    self.note_stored_elsewhere(value, names)
                    self.note_used_whole(value)
                    self.note_written(self.objects_around(value))
        elif isinstance(target, type) and target not in PURE_TYPES and active and handled(target) is None:
            for value in values:
                self.bind_root(value)

    def writes_by_its_name(self, node: Node, active: bool) -> bool:
        """Whether the name of a method says what a call writes, which is then seen to: it changes its container, or nothing."""
        if node.func.__class__ is not gast.Attribute:
            return False
        if node.func.attr in MUTATORS and node.func.attr not in self.scope.own:
            if active:
                self.bind_root(node.func.value, node.func.attr not in STORING)
            return True
        return node.func.attr in self.inert_methods or (node.func.attr in PURE_METHODS and node.func.attr not in self.scope.own)

    def write_by_unknown(self, node: Node, values: list[Node], active: bool) -> None:
        """What a call may write where it is not known what is called, and that may be given something active."""
        around = self.called(node.func)
        if isinstance(around, types.FunctionType):
            self.names_stored |= names_stored(around)
            self.write_around(written_around(around))
        if active and not (node.func.__class__ is gast.Name and node.func.id in self.captured):
            self.bind_all(self.escaped)  # it may be any of them
            self.written_by_all(self.passed_on)
        for value in values:
            self.bind_root(value)
            self.note_given(value)
        if node.func.__class__ is gast.Name:
            self.note_given(node.func)  # a method of one
        if active and node.func.__class__ is not gast.Attribute and shares_cells(self.scope):
            self.fields.add(CELL)  # it may be one of them, and another may be called later
        if active and node.func.__class__ is not gast.Attribute:
            roots = self.roots(node.func)
            joined = set(map(self.find, roots))
            for label, written in self.holding_classes.items():
                if label in roots or (written and self.find(label) in joined):  # a method of what is made of it
                    self.bind_all(written)
        if node.func.__class__ is gast.Attribute and self.global_root(node.func.value) not in self.read_globals:
            # else a method that stores active values in the object is refused when it does
            if self.may_store(node.func):
                self.bind_root(node.func.value)
                self.note_given(node.func.value)
            self.fields |= self.stored_in_known(node.func)

    def may_store(self, func: Node) -> bool:
        """Whether a method may store into its object; those of objects that are made, or given by functions, are looked at."""
        if func.value.__class__ is gast.Name and func.value.id in self.classes_made:
            cls = self.classes_made[func.value.id]
            if func.attr in self.attributes_stored or stores(cls, func.attr, self.scope.own):
                return True
            self.scope.rely_on_part(cls, func.attr)
            return False
        if func.value.__class__ is not gast.Call:
            return True
        held = [one for target in self.keepers(func.value) for one in given_objects(target, given_by(target, func.value))]
        methods = [inspect.getattr_static(type(one), func.attr, None) for one in held]
        return not methods or any(not isinstance(method, types.FunctionType) or stores_in_first(method) for method in methods)

    def stored_in_known(self, func: Node) -> set[str]:
        """The attributes that a method stores into an object that a class gave, if that may give it once more."""
        cls = self.called(func.value.func) if func.value.__class__ is gast.Call else None
        if not isinstance(cls, type) or not gives_of_class(inspect.getattr_static(cls, "__new__", None)):
            return set()
        return {step.argval for base in cls.__mro__ for one in functions_in(base) for step in dis.get_instructions(one)
                if step.opname == "STORE_ATTR"}

    def written_by_all(self, functions: Iterable[types.FunctionType]) -> None:
        """What functions around the program may write into, which it calls, or lets others call."""
        for function in functions:
            self.share(written_parts(function))
            self.names_stored |= names_stored(function)
            self.write_around(written_around(function))

    def is_method_around(self, node: Node) -> bool:
        """Whether an expression is a method of a global or captured object, not called here but passed on."""
        return node.__class__ is gast.Attribute and isinstance(self.scope.part(node), types.FunctionType) and bool(
            self.objects_around(node))

    @functools.cached_property
    def shared_by_classes(self) -> set[str]:
        """The attributes that are containers of classes, and that methods may write into."""
        return {mark[len(shared("")) :] for mark in self.scope.own if mark.startswith(shared(""))}

    def kept_written(self, node: Node) -> set[str]:
        """The containers, defaults of parameters, that a call may write into."""
        found = {name for target in self.keepers(node) for name in written_when_called(target, given_by(target, node))}
        around = self.called(node.func)
        return found | written_when_called(around) if isinstance(around, types.FunctionType) else found

    def key_effects(self, node: Node) -> None:
        """An object may keep the active key that is looked up in it, where its class says what this means.

        One around the function that is a dict, a list or an array now does not: where it is replaced, the program is made anew.
        """
        if node.__class__ is gast.Subscript:
            plain = type(self.scope.part(node.value)) in _PLAIN
            if "__getitem__" in self.scope.own and not plain and self.key(node.slice):
                self.bind_root(node.value)
        elif acting("__contains__") in self.scope.own and node.ops[0].__class__ in (gast.In, gast.NotIn) and self.expr(node.left):
            self.bind_root(node.comparators[0])

    def writes_active(self, node: Node, given: Mapping[str, Any]) -> bool:
        """Whether a call may write active values into anything; `given` are the functions that names are known to mean."""
        func = node.func
        if func.__class__ is gast.Name and func.id in self.captured:
            return bool(self.captured[func.id] & self.varied)
        target = self.scope.resolve(func)
        if target is MISSING and func.__class__ is gast.Name:
            target = given.get(func.id, MISSING)
        if target is MISSING and func.__class__ is gast.Attribute:
            if func.attr in MUTATORS:
                return bool(self.roots(func.value) & self.varied)
            return self.call(node) and not (func.attr in PURE_METHODS | INERT_METHODS and func.attr not in self.scope.own)
        if target is MISSING or (isinstance(target, types.FunctionType) and lookup(target) is None):
            return self.call(node) and effects_met(target, self.scope.own).any_writes
        written = first_argument(node) if writes_first(target) else written_by(node, target)
        return bool(written) and any(map(self.expr, [*node.args, *(k.value for k in node.keywords)]))

    def writes_when_read(self, node: Node) -> bool:
        """Whether the class of what may be active may say what an attribute is, and write something then."""
        made_up = acting("__getattr__") in self.scope.own and not is_value_of_arrays(node.attr)
        return (made_up or acting(node.attr) in self.scope.own) and node.ctx.__class__ is gast.Load and (
            self.expr(node.value) or node.attr in self.fields)

    def global_root(self, node: Node) -> str | None:
        """The global that an expression of attributes starts from, if any."""
        while node.__class__ is gast.Attribute:
            node = node.value
        known = node.__class__ is gast.Name and node.id not in self.scope.locals and node.id not in self.scope.source.cells
        return node.id if known else None

    def globals_read(self, parts: list[Node]) -> set[str]:
        """The globals whose attributes are read, in some expressions with all their parts, otherwise than to be called."""
        called = {id(part.func) for part in parts if part.__class__ is gast.Call}
        roots = {self.global_root(part) for part in parts if part.__class__ is gast.Attribute and id(part) not in called}
        return {root for root in roots if root is not None}


def _functions_in(parts: list[Node]) -> list[Node]:
    """The names and lambdas among some expressions, also inside displays."""
    found = []
    for part in parts:
        if part.__class__ in (gast.List, gast.Tuple, gast.Dict, gast.Starred):
            found += _functions_in(children(part))
        else:
            found.append(part)
    return found
