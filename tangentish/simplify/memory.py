"""Which names of a generated function may share memory, and which are read late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentish.runtime import copy_as_it_lies
from tangentish.simplify.purity import WORLD, Purity
from tangentish.simplify.tree import COMPREHENSIONS, FUNCTIONS, bound, own_parts, root, walk
from tangentish.syntax import Node, walk_statements

LATE = (*FUNCTIONS, gast.GeneratorExp)
BINDING = (gast.Delete, gast.NamedExpr, gast.ExceptHandler)
PLAIN = frozenset([gast.Constant, gast.BinOp, gast.Subscript, gast.Attribute, gast.Assign, gast.Slice, gast.Tuple, gast.Call,
                   gast.UnaryOp, gast.AugAssign])
INTROSPECTION = frozenset(["locals", "vars", "eval", "exec", "dir", "globals"])


class Memory:
    """Names in classes: two names in different classes share no memory, wherever the function is."""

    def __init__(self, function: Node, params: set[str], captured: set[str], purity: Purity,
                 effects: Callable[[Node], Any]) -> None:
        self.purity, self.effects = purity, effects
        self.classes: dict[str, str] = {}
        for name in (params - _copied_on_entry(function, params)) | captured:
            if not purity.names.is_number(name):
                self.join({name, WORLD})
        for node in walk_statements(function.body):
            self.statement(node)

    def statement(self, node: Node) -> None:
        """Join what a statement makes share memory."""
        shares = self.purity.shares
        for action in self.effects(node).actions:
            self.join(shares(action))
        if node.__class__ is gast.Assign:
            held, is_number = shares(node.value), self.purity.names.is_number
            for target in node.targets:
                if target.__class__ is gast.Name:
                    self.join(held | {target.id} if held and not is_number(target.id) else held)
                else:
                    self.join(held | {n for n in bound(target) if not is_number(n)} | written(target))
        elif node.__class__ is gast.AugAssign:
            target = root(node.target)
            if target and not self.purity.is_numeric(node.target):
                self.join(shares(node.value) | {target})
        elif node.__class__ is gast.For:
            self.join(shares(node.iter) | {n for n in bound(node.target) if not self.purity.names.is_number(n)})
        elif node.__class__ in (gast.With, gast.Delete, gast.Raise):
            self.join(
                {WORLD}.union(*(shares(p) for part in own_parts(node) for p in walk(part) if p.__class__ is gast.Name))
            )

    def join(self, names: set[str]) -> None:
        if len(names) > 1:
            first, *others = sorted({self.class_of(n) for n in names})
            for other in others:
                self.classes[other] = first

    def class_of(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        while name in self.classes:
            name = self.classes[name]
        return name


def captured_names(nodes: list[Node]) -> tuple[set[str], bool]:
    """The names that are read or bound at other times than where they stand; whether that cannot be told."""
    found: set[str] = set()
    opaque = False
    for node in nodes:
        cls = node.__class__
        if cls is gast.Name:
            opaque = opaque or node.id in INTROSPECTION
        elif cls in PLAIN:
            continue
        elif cls in LATE:
            found.update(n.id for n in walk(node) if n.__class__ is gast.Name)
            if node.__class__ is gast.FunctionDef:
                found.add(node.name)
        elif cls in COMPREHENSIONS:
            found.update(n.id for g in node.generators for n in walk(g.target) if n.__class__ is gast.Name)
        elif cls is gast.Global or cls is gast.Nonlocal:
            found.update(node.names)
        elif cls in BINDING:
            found.update(n.id for n in walk(node) if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load)
        elif cls is gast.Match:
            opaque = True
    return found, opaque


def written(target: Node) -> set[str]:
    """The names (or WORLD) whose memory an assignment to a target writes into."""
    if target.__class__ in (gast.Subscript, gast.Attribute):
        return {root(target) or WORLD}
    if target.__class__ in (gast.Tuple, gast.List):
        return set().union(*(written(item) for item in target.elts)) if target.elts else set()
    return set()


def _copied_on_entry(function: Node, params: set[str]) -> set[str]:
    title, block = function.sections[0]
    if title or len(function.sections) == 1:
        return set()
    return {
        s.targets[0].id
        for s in block
        if s.__class__ is gast.Assign
        and s.targets[0].__class__ is gast.Name
        and s.value.__class__ is gast.Call
        and (getattr(s.value.func, "attr", "") == "copy" or getattr(s.value.func, "id", "") == copy_as_it_lies.__name__)
        and hasattr(s, "comment")
    } & params
