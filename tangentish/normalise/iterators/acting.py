"""Iterators whose items are made by calls that write: what these write into is different before, between and after.

    noted = (note(v) for v in x)
    seen.append(0.0)
    total = sum(noted)

Followed as a list, `noted` would have called `note` before `seen.append`.  So nothing that it writes into may be met
between where it is made and where it is used up.
"""

from __future__ import annotations

import itertools
import types
from collections.abc import Iterable
from dataclasses import dataclass

import gast

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.iterators.makers import CALLING, is_one_of, stored_in
from tangentish.analysis.memory.roots import root_name
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.effects.effectful import Effectful
from tangentish.syntax import Node, free_names, names_in, own_expressions, walk, walk_statements


@dataclass(frozen=True)
class Asked:
    """A function of which nothing is known, called for the items: it matters whether it writes where `names` are met."""

    names: frozenset[str]
    where: Node  # the call in which that is
    function: Node


class Acting:
    """What calls that make the items of iterators may write into; `defined` are the functions defined inside, by their names."""

    def __init__(self, effectful: Effectful, defined: dict[str, list[Node]]) -> None:
        self.effectful, self.scope, self.defined = effectful, effectful.scope, defined
        self._written: dict[str, frozenset[str]] = {}

    def of(self, made: Node) -> tuple[frozenset[str], tuple[Asked, ...]]:
        """The names of what going through an iterator may write into, and what has to be asked for more."""
        names: set[str] = set()
        asked: list[Asked] = []
        for part in walk(made):
            if part.__class__ is gast.GeneratorExp:
                own = {label: names_in(g.iter) for g in part.generators for label in stored_in(g.target)}
                late = [part.elt, *(g.iter for g in part.generators[1:]), *(test for g in part.generators for test in g.ifs)]
                for call in (inner for inner in walk(late) if inner.__class__ is gast.Call):
                    self.add(call, call, names, asked, own)
                for root in (root_name(inner) or "" for inner in walk(late) if self.effectful.reads_itself(inner)):
                    names |= own.get(root, {root})
            elif part.__class__ is gast.Call and part.args and is_one_of(self.scope.resolve(part.func), CALLING):
                self.add(gast.Call(part.args[0], part.args[1:], []), part, names, asked, {})
            elif part.__class__ is gast.Call and self.scope.resolve(part.func) is itertools.accumulate:
                functions = [*part.args[1:2], *(keyword.value for keyword in part.keywords if keyword.arg == "func")]
                for function in functions:
                    self.add(gast.Call(function, part.args[:1], []), part, names, asked, {})
            elif part is made and part.__class__ is gast.Call and self.scope.resolve(part.func) is MISSING:
                for function in [part.func, *part.args]:
                    names |= self.written(function)
        return frozenset(names), tuple(asked)

    def add(self, call: Node, where: Node, names: set[str], asked: list[Asked], own: dict[str, set[str]]) -> None:
        """Note what one call may write into."""
        function = call.func
        if function.__class__ in (gast.Name, gast.Lambda) and self.scope.resolve(function) is MISSING:
            names |= self.written(function)
        elif function.__class__ is gast.Attribute and (function.attr in MUTATORS or self.effectful(call)):
            root = root_name(function) or ""
            if root in own or function.attr in MUTATORS or self.scope.resolve(function) is not MISSING:
                names |= own.get(root, {root})
            else:
                asked.append(Asked(frozenset([root]), where, function))
        elif isinstance(self.scope.resolve(function), types.FunctionType) and self.effectful(call):
            names |= {other for label in names_in(_given(call)) for other in own.get(label, {label})}

    def written(self, function: Node) -> frozenset[str]:
        """What a function that is defined inside may write into."""
        if function.__class__ is gast.Lambda:
            return self.written_in(function)
        label = function.id if function.__class__ is gast.Name else ""
        if label not in self._written:
            self._written[label] = frozenset()  # while it is looked at: it may call itself
            self._written[label] = frozenset[str]().union(*map(self.written_in, self.defined.get(label, ())))
        return self._written[label]

    def written_in(self, function: Node) -> frozenset[str]:
        """The names from around a function that it may write into."""
        found: set[str] = set()
        others: set[str] = set()
        for part in walk(function.body):
            if self.effectful.reads_itself(part) or (
                    part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load):
                found.add(root_name(part) or "")
            elif part.__class__ is gast.AugAssign:
                found.add(root_name(part.target) or "")
            elif part.__class__ is gast.Call:
                if part.func.__class__ is gast.Attribute and (part.func.attr in MUTATORS or self.effectful(part)):
                    found.add(root_name(part.func) or "")
                elif part.func.__class__ is gast.Name and self.scope.resolve(part.func) is MISSING:
                    others |= self.written(part.func)
                elif self.effectful(part):
                    found |= names_in(_given(part))
        return frozenset(found & free_names(function) | others)

    def met(self, node: Node | Iterable[Node]) -> set[str]:
        """The names that some expressions meet, also by the functions defined inside that they name."""
        names = names_in(node)
        before = -1
        while before != (before := len(names)):
            names |= {label for name in names for function in self.defined.get(name, ()) for label in free_names(function)}
        return names

    def met_by(self, node: Node) -> set[str]:
        """The names that a statement itself meets."""
        targets = [*getattr(node, "targets", []), *([node.target] if hasattr(node, "target") else [])]
        return self.met([*own_expressions(node), *targets])


def _given(call: Node) -> list[Node]:
    """The arguments of a call."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def functions_defined(body: list[Node]) -> dict[str, list[Node]]:
    """The functions that are defined in a body, by the names that they are bound to."""
    found: dict[str, list[Node]] = {}
    for node in walk_statements(body):
        if node.__class__ is gast.FunctionDef:
            found.setdefault(node.name, []).append(node)
        elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda:
            for label in stored_in(node.targets):
                found.setdefault(label, []).append(node.value)
    return found


