"""What functions may write that are defined inside a program, or passed on by it: into what they captured, or name."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable

import gast

from tangentish.analysis.code.marks import acting
from tangentish.analysis.code.reach import DATA
from tangentish.analysis.memory.shared_memory import SharedMemory
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, free_names, names_in, walk, walk_statements


class Captures(SharedMemory):
    """`captured` is what each such function may write, by its name; `escaped` what those do that are not only called by it.

    `naming` and `passed_on` are the functions around the program that these name: they may call them.  `calling` has the names
    that are not their own.
    """

    def __init__(self, scope: Scope, constants: Iterable[str]) -> None:
        super().__init__(scope, constants)
        self.captured: dict[str, set[str]] = {}
        self.escaped: set[str] = set()
        self.naming: dict[str, set[types.FunctionType]] = {}
        self.calling: dict[str, set[str]] = {}
        self.passed_on: set[types.FunctionType] = set()

    def note_function(self, node: Node) -> None:
        """Remember what a function defined inside captures and may write into."""
        if node.__class__ is gast.FunctionDef:
            label, function = node.name, node
        elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name:
            label, function = node.targets[0].id, node.value
        else:
            return
        self.captured.setdefault(label, set()).update(self.written_by(function))
        self.note_returned(label, function)
        self.naming.setdefault(label, set()).update(self.functions_in(walk(function)))
        self.calling.setdefault(label, set()).update(free_names(function))
        if getattr(function, "decorator_list", None):
            self.escaped |= self.captured[label]
            self.passed_on |= self.naming[label]
        for name in {name for name in free_names(function) if self.scope.name(name) is MISSING} - {label}:
            self.join(label, name)  # what it returns may be a view of what it captured

    def note_returned(self, label: str, function: Node) -> None:
        """Remember what a function may give of what is around it; what others give that it calls is not looked for."""
        values = [function.body] if function.__class__ is gast.Lambda else [
            part.value for part in walk_statements(function.body) if part.__class__ is gast.Return and part.value is not None]
        self.returning.setdefault(label, []).extend(value for value in values if not any(
            part.__class__ is gast.Call and part.func.__class__ is gast.Name and self.scope.resolve(part.func) is MISSING
            for part in walk(value)))

    def written_by(self, function: Node) -> set[str]:
        """The names captured by a function, also as defaults of its parameters, that it may write into."""
        touched: set[str] = set()
        for inner in walk(function):
            if hasattr(inner, "runs"):  # an operator, say, of a class that writes there
                touched |= names_in(inner)
            elif inner.__class__ in (gast.Subscript, gast.Attribute) and (inner.ctx.__class__ is not gast.Load or (
                    inner.__class__ is gast.Attribute and acting(inner.attr) in self.scope.own)):
                touched |= names_in(inner.value)
            elif inner.__class__ is gast.AugAssign:
                touched |= names_in(inner.target)
            elif inner.__class__ is gast.Call:
                given = [*inner.args, *(k.value for k in inner.keywords)]
                given += [inner.func.value] if inner.func.__class__ is gast.Attribute else []
                touched |= {n for part in given for n in self.roots(part) | self.objects_around(part)}
        arguments = function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [*zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
                 *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
        defaults = [self.roots(value) for parameter, value in pairs if value is not None and parameter.id in touched]
        return set().union(*defaults) | {name for name in free_names(function) & touched
                                         if self.scope.name(name) is MISSING or name in self.held_around}

    def parts_written(self, function: Node) -> set[str]:
        """The names under which modules have what a function defined inside may write into."""
        parts = walk(function)
        modules = {alias.asname or alias.name: sys.modules.get(alias.name) for part in parts if part.__class__ is gast.Import
                   for alias in part.names}
        touched: list[Node] = []
        for inner in parts:
            if inner.__class__ in (gast.Subscript, gast.Attribute) and inner.ctx.__class__ is not gast.Load:
                touched.append(inner.value)
            elif inner.__class__ is gast.AugAssign:
                touched.append(inner.target)
            elif inner.__class__ in (gast.Assign, gast.Call):
                held = [inner.value] if inner.__class__ is gast.Assign else [*inner.args, *(k.value for k in inner.keywords)]
                touched += [*held, *([inner.func.value] if getattr(inner, "func", None).__class__ is gast.Attribute else [])]
        named = [part for part in walk(touched) if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name]
        owners = [(part.attr, modules.get(part.value.id) or self.scope.name(part.value.id)) for part in named]
        return {attr for attr, owner in owners if isinstance(owner, types.ModuleType) and isinstance(vars(owner).get(attr), DATA)}

    def note_escapes(self, parts: list[Node]) -> None:
        """Remember what functions may write that are put somewhere, from where nobody sees that they are called."""
        called = {id(part.func) for part in parts if part.__class__ is gast.Call}
        before = -1
        while before != (before := sum(map(len, self.naming.values()))):  # those that call each other
            for label, functions in self.naming.items():
                functions.update(*(self.naming[other] for other in self.calling[label] & self.naming.keys()))
        self.passed_on |= self.functions_in(part for part in parts if id(part) not in called)
        for part in parts:
            if part.__class__ is gast.Name and part.id in self.captured and id(part) not in called:
                self.escaped |= self.captured[part.id]
                self.passed_on |= self.naming[part.id]
            elif part.__class__ is gast.Lambda:
                self.escaped |= self.written_by(part)
                self.passed_on |= self.functions_in(walk(part))

    def functions_in(self, parts: Iterable[Node]) -> set[types.FunctionType]:
        """The functions around the program that some expressions are."""
        own, imports, resolve = self.scope.locals, self.scope.imports, self.scope.resolve
        targets = [resolve(part) for part in parts if part.__class__ is gast.Attribute or (
            part.__class__ is gast.Name and (part.id not in own or part.id in imports))]  # most are the function's own
        return {target for target in targets if isinstance(target, types.FunctionType) and lookup(target) is None}

    def changed(self, parts: list[Node]) -> set[str]:
        """What may be written into: what methods are called of, items or attributes are set of, or calls are given."""
        found: set[str] = set().union(*self.captured.values())
        for part in parts:
            if part.__class__ is gast.Call:
                given = [*part.args, *(k.value for k in part.keywords)]
                if part.func.__class__ is gast.Attribute:
                    given.append(part.func.value)
                found |= {n for value in given for n in names_in(value)}
            elif part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                found |= names_in(part.value)
        return found.union(*(self.classes.members(n) for n in found))
