"""Functions defined inside another that are called there, or passed to functions that call them: functions of their own.

A variable that such a function captures is read when it is called, and has the same value there if it is passed as an
argument: `def f(v): return v * k` and `f(2.0)` become a function of two arguments, and `f(2.0, k=k)`; `solve(f, y)` becomes
`solve_with_f(y, k=k)`, a copy of `solve` that has `k` to pass on.  All are known by name then, as functions of a module are,
and need no looking up.
"""

from __future__ import annotations

import types
import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import gast
import numpy as np

from tangentish.analysis.writes.effects import effects_of
from tangentish.apart.call_arguments import arguments_of, leave_out, pass_on, put_argument
from tangentish.apart.uses import NOT_MOVED, Uses, outliving
from tangentish.apart.with_function import Inside, NotGivenError, with_function
from tangentish.closures import cells_of, content
from tangentish.frontend.callables import Guard
from tangentish.frontend.source import Source, added_names, rewritten
from tangentish.names import Names
from tangentish.syntax import (
    COMPREHENSIONS,
    DEFINITIONS,
    Block,
    Node,
    assign,
    children,
    clone,
    free_names,
    local_names,
    name,
    names_in,
    own_expressions,
    parameter_nodes,
    walk,
    walk_statements,
)

_LOOKING_AROUND = frozenset({"locals", "vars", "eval", "exec", "super", "__class__"})
_PLAIN = (int, float, complex, str, np.generic, np.ndarray, np.ufunc, type, types.NoneType, types.ModuleType, types.FunctionType,
          types.BuiltinFunctionType)


@dataclass
class TakenOut:
    """A function without some of the functions inside: its `tree`, and those that it calls instead, by name.

    `plain` are the names of globals that were no objects of the user's; `guards` what functions were found by name.
    """

    space: dict[str, Any]
    tree: Node
    functions: dict[str, types.FunctionType] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)
    guards: list[Guard] = field(default_factory=list)

    def holds(self, space: dict[str, Any]) -> bool:
        """Whether all that was found is still so."""
        return self.space is space and all(isinstance(space.get(key), _PLAIN) for key in self.plain) and all(
            look() is value for look, value in self.guards)


_known: weakref.WeakKeyDictionary[Node, TakenOut] = weakref.WeakKeyDictionary()


def closures_apart(source: Source) -> tuple[Source, TakenOut]:
    """A function without the functions inside that can be taken out of it; itself, if there are none."""
    taken = _known.get(source.tree)
    if taken is None or not taken.holds(source.globals):
        taken = _known[source.tree] = _Taking(source).taken
    if not taken.functions:
        return source, taken
    function = rewritten(source.function, taken.tree, {**_beside(source), **taken.functions})
    return Source(function, taken.tree, source.filename, cells_of(function)), taken


def are_named(functions: Iterable[types.FunctionType], program: Iterable[types.FunctionType]) -> bool:
    """Whether the functions of a program name any of these, which its text does not show: only their pairs may be called."""
    held = [content(cell, None) for function in program for cell in function.__closure__ or ()]
    return any(value is function for function in functions for value in held)


def _beside(source: Source) -> dict[str, Any]:
    """The functions that a function made from a tree calls beside what is around it."""
    return {key: content(source.cells[key], None) for key in added_names(source.function)}


class _Taking:
    """Takes functions out of one function, again and again: one may call another."""

    def __init__(self, source: Source) -> None:
        self.source, self.taken = source, TakenOut(source.globals, source.tree)
        self.beside = _beside(source)
        parts = walk(source.tree.body)
        self.tree = clone(source.tree)
        self.names = Names(names_in(self.tree) | {part.name for part in parts if part.__class__ in DEFINITIONS})
        if any(part.__class__ in (gast.Nonlocal, gast.Global, gast.Delete) for part in parts) or not any(
                part.__class__ in (gast.FunctionDef, gast.Lambda) for part in parts):
            return
        self.name_lambdas()
        left = -1
        while left != (left := len(self.taken.functions)):
            for node in [*self.tree.body]:
                label = _definition(node)
                if label is not None and self.can_take(node, label):
                    self.tree.body.remove(node)
        if self.taken.functions:
            self.taken.tree = self.tree

    def name_lambdas(self) -> None:
        """Give a name to each lambda that is passed to a function of the user's: one captures the same wherever it is made."""
        before = []
        for call in _calls_outside(self.tree.body):
            called = self.source.globals.get(getattr(call.func, "id", ""))
            for where, value in arguments_of(call) if isinstance(called, types.FunctionType) else ():
                if value.__class__ is gast.Lambda:
                    label = self.names.fresh("function")
                    before.append(gast.copy_location(assign(label, value), value))
                    put_argument(call, where, gast.copy_location(name(label), value))
        self.tree.body[:0] = before

    def can_take(self, node: Node, label: str) -> bool:
        """Take a function out and put its calls right, if no more is done with it than calling it and passing it on."""
        function = node if node.__class__ is gast.FunctionDef else node.value
        outer = local_names(self.tree) | (self.source.cells.keys() - self.beside.keys())
        captured = sorted(free_names(function) & outer)
        plain = free_names(function) - outer - self.taken.functions.keys() - self.beside.keys()
        later = {key for part in outliving(function.body) for key in names_in(part)}
        known = all(isinstance(self.source.globals.get(key), _PLAIN) for key in plain)  # others may be changed, and read elsewhere
        if label in captured or not known or not later.isdisjoint(captured) or any(
                _binds_function(other, captured) for other in walk(self.tree.body)):
            return False
        place = next(k for k, one in enumerate(self.tree.body) if one is node)
        uses = Uses(label, frozenset(captured))
        uses.of_block(self.tree.body, {part.id for part in parameter_nodes(self.tree)} | self.source.cells.keys())
        if label in names_in(self.tree.body[:place]) or not uses.are_all(self.tree):
            return False
        made = self.made(clone(node), label, captured)
        effects = effects_of(made)
        if effects.opaque or effects.outside:
            return False
        inside, guards, functions = Inside(made, label, captured), [*self.taken.guards], dict(self.taken.functions)
        try:
            copies = [with_function(call, where, inside, self.source.globals, guards) for call, where in uses.given]
        except NotGivenError:
            return False
        here = {key: key for key in captured}
        functions[label] = made
        for call in uses.calls:
            pass_on(call, here, here)
        for (call, where), (copy, names_there) in zip(uses.given, copies, strict=True):
            leave_out(call, where)
            call.func.id = self.names.fresh(copy.__name__)
            functions[call.func.id] = copy
            pass_on(call, names_there, here)
        self.taken.guards, self.taken.plain = guards, self.taken.plain | plain
        self.taken.functions = functions
        return True

    def made(self, node: Node, label: str, captured: list[str]) -> types.FunctionType:
        """The function that takes what it captured as keywords."""
        if node.__class__ is gast.FunctionDef:
            tree = node
        else:
            body = node.value.body
            tree = gast.copy_location(gast.FunctionDef(label, node.value.args, [gast.copy_location(gast.Return(body), body)],
                                                       [], None, None, []), node.value)
        args = tree.args
        defaults = tuple(one.value for one in args.defaults)
        named = {arg.id: one.value for arg, one in zip(args.kwonlyargs, args.kw_defaults, strict=True) if one is not None}
        args.kwonlyargs = [*args.kwonlyargs, *(gast.Name(key, gast.Param(), None, None) for key in captured)]
        args.kw_defaults = [*args.kw_defaults, *([None] * len(captured))]
        own = free_names(tree)
        functions = {**self.beside, **self.taken.functions}
        made = rewritten(self.source.function, tree, {key: one for key, one in functions.items() if key in own})
        made.__defaults__, made.__kwdefaults__ = defaults or None, named or None
        made.__qualname__ = f"{self.source.function.__qualname__}.<locals>.{label}"
        return made


def _calls_outside(block: Block) -> Block:
    """The calls in a block that are in no scope inside."""
    found: Block = []
    left = [part for node in walk_statements(block) if node.__class__ not in DEFINITIONS for part in own_expressions(node)]
    while left:
        part = left.pop()
        if part.__class__ is gast.Call:
            found.append(part)
        if part.__class__ not in (gast.Lambda, *COMPREHENSIONS):
            left += children(part)
    return found


def _definition(node: Node) -> str | None:
    """The name that a statement binds to a function with plain parameters and constant defaults."""
    if node.__class__ is gast.FunctionDef and not node.decorator_list:
        label, function = node.name, node
    elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and len(node.targets) == 1 and (
            node.targets[0].__class__ is gast.Name):
        label, function = node.targets[0].id, node.value
    else:
        return None
    args = function.args
    constants = all(one is None or one.__class__ is gast.Constant for one in (*args.defaults, *args.kw_defaults))
    plain = args.vararg is None and args.kwarg is None and constants
    return str(label) if plain and not any(part.__class__ in NOT_MOVED or (
        part.__class__ is gast.Name and part.id in _LOOKING_AROUND) for part in walk(function)) else None


def _binds_function(node: Node, captured: Iterable[str]) -> bool:
    """Whether a captured variable holds a function defined inside, or a class: as an argument it would not be known."""
    bound = _definition(node) if node.__class__ is gast.Assign else node.name if node.__class__ in DEFINITIONS else None
    return bound in captured
