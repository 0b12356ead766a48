"""Variables whose objects nothing else has while a loop runs: what is written into them nobody notices.

That is so where a variable is only bound to objects made right there, and where up to the end of the loop it is only written
into, or read in arithmetic.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse
>>> body = parse('''
... total = 0.0
... sums = [0.0, 0.0]
... seen = {}
... rows = [x]
... keep(rows)
... for v in items(x):
...     total += v
...     sums[1] += v
...     seen[v] = v
...     rows[0] = v
... return keep(seen)
... ''').body
>>> apart = KeptApart(body, body[-2], Scope(Source(lambda: None, parse(""), ""), {"x", "v", "total", "sums", "seen", "rows"}))
>>> sorted(apart.names), sorted(apart.sums)
(['seen', 'sums', 'total'], ['sums'])
"""

from __future__ import annotations

import collections
import itertools
from typing import Any

import gast

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import ARITHMETIC
from tangentish.analysis.writes.new_containers import ZEROS
from tangentish.bindings import IMPORTS, exception_name, imported_names, pattern_names
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, child_blocks, own_expressions, walk, walk_statements

CONTAINERS = (list, dict, set, collections.defaultdict, collections.OrderedDict, collections.Counter, collections.deque)
CONTAINER_DISPLAYS = (gast.List, gast.Dict, gast.ListComp, gast.DictComp)
READING = frozenset("get items keys values copy sum mean max min tolist shape size ndim".split())
ADDED = (gast.Add, gast.Sub)
OPERATIONS = (gast.BinOp, gast.UnaryOp, gast.Compare)


class KeptApart:
    """`names` are the variables; what those in `sums` hold are numbers and arrays that were made for them alone, too."""

    def __init__(self, body: Block, loop: Node, scope: Scope) -> None:
        self.scope = scope
        self.names: set[str] = set()
        self.sums: set[str] = set()
        if not scope.own.isdisjoint(ARITHMETIC):  # what an operator gives need not be new
            return
        self.bound: dict[str, list[Node | None]] = {}
        for statement in walk_statements(body):
            self.note_bound(statement)
        until = reached(body, loop)
        taken = {key for statement in until for key in self.taken(statement)}
        self.names = {key for key, values in self.bound.items() if key not in taken and all(map(self.is_new, values))}
        into = {key for statement in walk_statements(body) for key in filled(statement)}
        self.sums = {key for key in self.names if all(map(self.is_plain_array, self.bound[key])) or (
            key not in into and all(map(self.holds_numbers, self.bound[key])))}

    def keeps(self, target: Node, statement: Node) -> bool:
        """Whether what a statement writes into, or adds to, is nothing that anybody else has."""
        if target.__class__ is gast.Name:
            return target.id in self.names
        owner = getattr(target.value, "id", "") if target.__class__ is gast.Subscript else ""
        return owner in (self.sums if statement.__class__ is gast.AugAssign else self.names)

    def note_bound(self, statement: Node) -> None:
        """What a statement binds variables to; None where that is not seen."""
        alone = statement.targets[0] if statement.__class__ is gast.Assign and len(statement.targets) == 1 else None
        for part in walk(own_expressions(statement)):
            if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load:
                if part is alone:
                    self.bound.setdefault(part.id, []).append(statement.value)
                elif statement.__class__ is not gast.AugAssign or part is not statement.target:
                    self.bound.setdefault(part.id, []).append(None)
        if statement.__class__ in (gast.FunctionDef, gast.ClassDef):
            for part in walk(statement):  # what is used in there is used whenever it is called
                if part.__class__ is gast.Name:
                    self.bound.setdefault(part.id, []).append(None)
        named = set(statement.names) if statement.__class__ in (gast.Global, gast.Nonlocal) else set()
        if statement.__class__ is gast.Match:
            named = pattern_names(statement)
        elif statement.__class__ in IMPORTS:
            named = imported_names(statement)
        elif statement.__class__ in (gast.Try, gast.TryStar):
            named = {label for handler in statement.handlers if (label := exception_name(handler))}
        for key in named:
            self.bound.setdefault(key, []).append(None)

    def is_new(self, node: Node | None) -> bool:
        """Whether an expression gives an object that was not there before."""
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            return target is not MISSING and (target in CONTAINERS if isinstance(target, type) else self.gives_new(target))
        return node.__class__ in (gast.Constant, *OPERATIONS, *CONTAINER_DISPLAYS)

    def is_plain_array(self, node: Node | None) -> bool:
        """Whether an expression gives a new array of floats: what is stored into it is copied."""
        return node.__class__ is gast.Call and len(node.args) == 1 and not node.keywords and any(
            self.scope.resolve(node.func) is made for made in ZEROS)

    def is_container(self, node: Node) -> bool:
        """Whether a variable may stand for a list or the like: of two that are joined the items are shared."""
        values = self.bound.get(getattr(node, "id", ""), [None])
        return any(value.__class__ not in (gast.Constant, *OPERATIONS, gast.Call) or (value.__class__ is gast.Call and isinstance(
            self.scope.resolve(value.func), type)) for value in values)

    def gives_new(self, target: Any) -> bool:
        rule = lookup(target)
        return rule is not None and rule.view == "never"

    def holds_numbers(self, node: Node | None) -> bool:
        """Whether what is in a new object is new as well, and no container."""
        if node.__class__ is gast.Call:
            target = self.scope.resolve(node.func)
            if target is collections.defaultdict and len(node.args) == 1 and not node.keywords:
                return any(self.scope.resolve(node.args[0]) is number for number in (float, int))
            return self.is_plain_array(node) or (not node.args and not node.keywords)
        if node.__class__ in (gast.List, gast.Dict):
            return all(part.__class__ is gast.Constant for part in (node.elts if node.__class__ is gast.List else node.values))
        return node.__class__ is gast.Constant

    def taken(self, statement: Node) -> set[str]:
        """The variables whose objects something else may have after a statement."""
        parts = own_expressions(statement)
        harmless: set[int] = set()
        for node in walk(parts):
            if node.__class__ is gast.Subscript and node.ctx.__class__ is not gast.Load:
                harmless.add(id(node.value))
            elif node.__class__ in OPERATIONS:
                harmless |= {id(part) for operand in operands(node) for part in (operand, getattr(operand, "value", None))
                             if part is not operand or not self.is_container(operand)}
            elif node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS and (
                    statement.__class__ is gast.Expr and node is statement.value):
                harmless.add(id(node.func.value))
            elif node.__class__ is gast.Call and self.scope.resolve(node.func) is len:
                harmless |= set(map(id, node.args))
        return {node.id for node in walk(parts) if node.__class__ is gast.Name and node.ctx.__class__ is gast.Load and (
            id(node) not in harmless)}


def operands(node: Node) -> Block:
    """What an operation takes."""
    if node.__class__ is gast.BinOp:
        return [node.left, node.right]
    return [node.operand] if node.__class__ is gast.UnaryOp else [node.left, *node.comparators]


def filled(statement: Node) -> set[str]:
    """The variables into which a statement may put what was there before."""
    found = set()
    if statement.__class__ is not gast.AugAssign or not isinstance(statement.op, ADDED):
        found |= {part.value.id for part in walk(own_expressions(statement))
                  if part.__class__ is gast.Subscript and part.ctx.__class__ is not gast.Load and part.value.__class__ is gast.Name}
    elif statement.target.__class__ is gast.Name:
        found.add(statement.target.id)
    for part in walk(own_expressions(statement)):
        if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name and part.attr not in READING:
            found.add(part.value.id)
    return found


def reached(body: Block, loop: Node) -> Block:
    """The statements that may run before a loop ends, the loop itself included."""
    for k, node in enumerate(body):
        if node is loop or (node.__class__ in (gast.For, gast.While) and loop in walk_statements([node])):
            return walk_statements(body[: k + 1])
        if loop in walk_statements([node]):
            before = walk_statements(body[:k])
            inner = itertools.chain.from_iterable(reached(block, loop) for _, block in child_blocks(node))
            return [*before, node, *inner]
    return walk_statements(body)
