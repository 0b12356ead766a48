"""Of which objects a function does more than to take attributes, as far as names tell: it computes with them, or passes them on.

What it has stored in such an object is read where no attribute is: by operators, items, iteration, or `float(tank)`.

>>> from tangentish.frontend.resolve import MISSING
>>> from tangentish.syntax import parse
>>> body = parse("tank.level = x; pump.flow = x; tanks = [tank]; y = tanks[0] * pump.flow; z = helper(valve)").body
>>> def helper(one): ...
>>> whole = UsedWhole(body, lambda func: helper if func.id == "helper" else MISSING)
>>> sorted(whole.those_with("tank")), sorted(whole.those_with("pump"))
(['tank', 'tanks'], [])
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.code.code_names import ASKING
from tangentish.analysis.memory.given_together import pairs_of
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Block, Node, names_in, walk

_ASKING = frozenset((*ASKING, "getattr", "setattr", "delattr", "print"))
_HOLDING = (gast.Tuple, gast.List, gast.Dict, gast.Set, *COMPREHENSIONS)


class UsedWhole:
    """`names` and `attributes` are used so themselves, of the `holders` some part; `target` says what is called."""

    def __init__(self, body: Block, target: Callable[[Node], Any]) -> None:
        self.names: set[str] = set()
        self.holders: set[str] = set()
        self.attributes: set[str] = set()
        self.target = target
        self.same: dict[str, set[str]] = {}  # each is, or may be, the other
        self.held: dict[str, set[str]] = {}  # by what may hold it
        self.parts: dict[str, set[str]] = {}  # what may be a part of it
        parts = walk(body)
        spared = {id(part) for node in parts for part in self.spared(node)}
        for part in parts:
            self.relate(part)
            if id(part) in spared or getattr(part, "ctx", None).__class__ is not gast.Load:
                continue
            if part.__class__ is gast.Name:
                self.names.add(part.id)
            elif part.__class__ in (gast.Attribute, gast.Subscript):
                self.attributes |= {part.attr} if part.__class__ is gast.Attribute else set()
                self.holders |= _root(part)

    def those_with(self, label: str, held: bool = False) -> set[str]:
        """The variables that may be the object that one is, or hold it, if some of them are used so; with `held` it is a part."""
        found = [(label, held)]
        for name, holds in found:
            more = [*((other, holds) for other in self.same.get(name, ())), *((other, True) for other in self.held.get(name, ()))]
            more += [(other, True) for other in self.parts.get(name, ())] if holds else []
            found += [pair for pair in more if pair not in found]
        used = any(name in self.names or (holds and name in self.holders) for name, holds in found)
        return {name for name, _ in found} if used else set()

    def relate(self, node: Node) -> None:
        """Note what a node binds names to, or stores in what they mean."""
        if node.__class__ is gast.Assign:
            for target, value in [pair for one in node.targets for pair in pairs_of(one, node.value)]:
                self.bind(target, value)
        elif node.__class__ in (gast.AnnAssign, gast.NamedExpr) and node.value is not None:
            self.bind(node.target, node.value)
        elif node.__class__ in (gast.For, gast.comprehension):
            for label in names_in(node.target):
                self.take_part(label, self.shown(node.iter))
        elif node.__class__ is gast.withitem and node.optional_vars is not None:
            self.bind(node.optional_vars, node.context_expr)
        elif node.__class__ is gast.Call:
            if node.func.__class__ is gast.Attribute and not self.gives_its_own(node.func):
                for part in [*node.args, *(keyword.value for keyword in node.keywords)]:
                    self.hold(self.shown(part), _root(node.func.value))

    def bind(self, target: Node, value: Node) -> None:
        """A name, or a part of what one means, is bound to a value."""
        names = self.shown(value)
        if target.__class__ in (gast.Attribute, gast.Subscript):
            self.hold(names, _root(target))
        elif target.__class__ is not gast.Name:
            for label in names_in(target):
                self.take_part(label, names)
        elif value.__class__ in _HOLDING or (value.__class__ is gast.Call and isinstance(self.target(value.func), type)):
            self.hold(names, {target.id})
        elif value.__class__ in (gast.Attribute, gast.Subscript):
            self.take_part(target.id, names)
        else:
            for label in names:
                self.same.setdefault(label, set()).add(target.id)
                self.same.setdefault(target.id, set()).add(label)
                self.hold({label}, {target.id})

    def shown(self, node: Node) -> set[str]:
        """The names of what a value may be, hold, or be a part of."""
        cls = node.__class__
        if cls is gast.Name:
            return {node.id}
        if cls in (gast.Attribute, gast.Subscript, gast.Starred, gast.NamedExpr):
            return self.shown(node.value)
        if cls is gast.IfExp:
            return self.shown(node.body) | self.shown(node.orelse)
        if cls is gast.BoolOp or cls in (gast.Tuple, gast.List, gast.Set, gast.Dict):
            parts = node.values if cls in (gast.BoolOp, gast.Dict) else node.elts
            return set().union(*map(self.shown, parts))
        if cls is gast.Call:
            parts = [] if self.gives_its_own(node.func) else [*node.args, *(keyword.value for keyword in node.keywords), node.func]
            return set().union(*map(self.shown, parts))
        return names_in(node) if cls is gast.Lambda or cls in COMPREHENSIONS else set()

    def gives_its_own(self, func: Node) -> bool:
        """Whether a function of a library is called that makes something of its own: an array, or a number."""
        found = self.target(func)
        return not isinstance(found, type) and lookup(found) is not None

    def hold(self, names: set[str], holders: set[str]) -> None:
        for label in names:
            self.held.setdefault(label, set()).update(holders - {label})

    def take_part(self, label: str, names: set[str]) -> None:
        """A name means a part of what others mean."""
        for other in names:
            self.parts.setdefault(other, set()).add(label)
        self.hold({label}, names)

    def spared(self, node: Node) -> Block:
        """The parts of a node with which no more is done."""
        if node.__class__ is gast.Attribute:
            return [node.value]
        if node.__class__ is gast.Call:
            func = [node.func] if node.func.__class__ is gast.Attribute else []
            return [*func, *node.args, *(keyword.value for keyword in node.keywords)] if self.is_followed(node.func) else func
        if node.__class__ is gast.Compare:
            return [node.left, *node.comparators]
        if node.__class__ is gast.Assign:
            unpacked = any(target.__class__ in (gast.Tuple, gast.List) for target in node.targets)
            return [node.value] if node.value.__class__ is gast.Name and not unpacked else []
        return [node.value] if node.__class__ is gast.Expr else []

    def is_followed(self, func: Node) -> bool:
        """Whether what is called is a function of the user's, or only asks something of what it is given."""
        if func.__class__ is gast.Name and func.id in _ASKING:
            return True
        found = self.target(func)
        return isinstance(found, types.FunctionType) and lookup(found) is None


def _root(node: Node) -> set[str]:
    """The name that an attribute or an item is of; those in what gives what it is of."""
    while node.__class__ in (gast.Attribute, gast.Subscript):
        node = node.value
    return names_in(node)
