"""Loops over iterators that write when they are asked for an item: each item is asked for by a statement of its own.

    for v in rows(g):
        y = y * v

runs the code of `rows` between two trips, where no statement stands that could keep what it writes into.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> node = parse("for v in rows(g):\\n    y = y * v").body[0]
>>> for n in asked_in_turn(node, Names({"rows", "g", "v", "y"})): print(unparse(n))
running = iter(rows(g))
while True:
    item = next_item(running)
    if is_over(item):
        break
    else:
        v = item
        y = y * v
"""

from __future__ import annotations

import collections
import inspect
import itertools
import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.code.code_names import functions_around
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import living
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.generators import has_yield, is_generator, items_function
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.iterators.acting import functions_defined
from tangentish.normalise.iterators.generator_marks import OF_BUILTINS
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, call, constant, locate, name, names_in, walk, walk_statements

HANDING = (iter, enumerate, zip, reversed, map, filter, itertools.chain, itertools.islice, itertools.takewhile,
            itertools.dropwhile, itertools.starmap, itertools.accumulate, itertools.pairwise, itertools.compress)
"""What asks another iterator, or calls a function, when it is asked."""
DEEPEST = 3
"""How far functions are followed that give what others give."""
_HELD = (gast.Name, gast.Call, gast.Attribute, gast.Subscript)
_MAKING = (dict, collections.deque, types.SimpleNamespace)
_PARTS = (gast.IfExp, gast.BoolOp, gast.Tuple, gast.List, gast.Dict, gast.Subscript, gast.Attribute, gast.Starred)
"""Expressions that hold iterators they are made of."""


def running_loops(body: Block, active: Callable[[Node], bool], scope: Scope, names: Names) -> Block:
    """A body with such loops written so, those over nothing active; what else may ask one says so."""
    running = Running(body, scope)
    for part in walk(body):
        _ask_aloud(part, lambda node: node.__class__ in _HELD and running(node) and not active(node), scope)
    return _written(body, lambda node: running(node) and not active(node), names)


def _ask_aloud(node: Node, asks: Callable[[Node], bool], scope: Scope) -> None:
    """Write `asked(rows)` for an iterator that what a node does may ask for items: a call, an unpacking."""
    if node.__class__ is gast.Call and not is_one_of(scope.resolve(node.func), HANDING):
        node.args = [call("asked", arg) if asks(arg) else arg for arg in node.args]
        held = [*node.keywords, *([node.func] if node.func.__class__ is gast.Attribute else [])]
    elif node.__class__ is gast.Starred or (node.__class__ is gast.Assign and node.targets[0].__class__ in (gast.Tuple, gast.List)):
        held = [node]
    else:
        return
    for one in held:
        if asks(one.value):
            made = call("asked", one.value)
            one.value = call("list", made) if one.__class__ is gast.Starred else made


def _written(block: Block, is_running: Callable[[Node], bool], names: Names) -> Block:
    return each_rewritten(block, lambda node: (
        asked_in_turn(node, names) if node.__class__ is gast.For and is_running(node.iter) else [node]))


def asked_in_turn(node: Node, names: Names) -> Block:
    """One loop, as a loop that asks for each item first."""
    running, item = names.fresh("running"), names.fresh("item")
    over = gast.If(call("is_over", name(item)), [*node.orelse, gast.Break()], [assign(node.target, name(item)), *node.body])
    loop = gast.While(constant(True), [assign(item, call("next_item", name(running))), over], [])
    return [locate(n, node) for n in (assign(running, call("iter", node.iter)), gast.copy_location(loop, node))]


class Running:
    """Whether an expression is an iterator that may write when it is asked for an item, or a name for one."""

    def __init__(self, body: Block, scope: Scope) -> None:
        self.scope, self.effectful = scope, Effectful(scope)
        self.defined = functions_defined(body)
        self.names: set[str] = set()
        bound = [pair for node in walk_statements(body) for pair in _bound(node)]
        before = -1
        while before != (before := len(self.names)):
            for targets, value in bound:
                self.names |= {target.id for target in walk(targets) if target.__class__ is gast.Name} if self(value) else set()

    def __call__(self, node: Node) -> bool:
        if node.__class__ is gast.Name:
            return node.id in self.names
        if node.__class__ is gast.GeneratorExp:
            return any((part.__class__ is gast.Call and self.effectful(part)) or self.effectful.reads_itself(part) for part in walk(
                node)) or any(self(generator.iter) for generator in node.generators)
        if node.__class__ in _PARTS:
            return any(map(self, filter(None, _parts(node))))
        return node.__class__ is gast.Call and self.of_call(node)

    def of_call(self, node: Node) -> bool:
        """Whether what a call gives is one."""
        target = self.scope.resolve(node.func)
        if is_one_of(target, HANDING):
            return any(self(part) or self.writes_when_called(part) for part in node.args)
        if is_one_of(target, _MAKING):
            return any(map(self, [*node.args, *(keyword.value for keyword in node.keywords)]))
        if target is not MISSING:
            return writes_when_asked(target)
        if node.func.__class__ is gast.Attribute:
            return self(node.func.value) or any(map(writes_when_asked, self.methods_named(node.func.attr)))
        found = [node.func] if node.func.__class__ is gast.Lambda else self.defined.get(getattr(node.func, "id", ""), [])
        return any(map(self.writes_inside, found))

    def writes_when_called(self, node: Node) -> bool:
        """Whether an expression is a function that writes into something: an argument of `map`."""
        if node.__class__ is gast.Lambda:
            return any(map(self.is_write, walk(node.body)))
        if node.__class__ is gast.Name and node.id in self.defined:
            return any(self.is_write(part) for function in self.defined[node.id] for part in walk(function.body))
        target = self.scope.resolve(node)
        return isinstance(target, types.FunctionType) and lookup(target) is None and _writes(target)

    def methods_named(self, label: str) -> list[types.FunctionType]:
        """The methods of this name that the classes of the module have."""
        if label in OF_BUILTINS:
            return []
        classes = [value for value in living(list(self.scope.source.globals.values())) if isinstance(value, type)]
        methods = [inspect.getattr_static(cls, label, None) for cls in classes if not is_foreign(cls.__module__)]
        return [method for method in methods if isinstance(method, types.FunctionType)]

    def writes_inside(self, function: Node) -> bool:
        """Whether a function that is defined inside gives a generator that writes into something."""
        if function.__class__ is gast.Lambda:
            return self(function.body)
        return any(map(has_yield, function.body)) and any(map(self.is_write, walk(function.body)))

    def is_write(self, node: Node) -> bool:
        if node.__class__ is gast.Subscript:
            return node.ctx.__class__ is not gast.Load
        if node.__class__ is gast.Call:
            return self.effectful(node) or (node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS)
        return node.__class__ in (gast.AugAssign, gast.YieldFrom) or self.effectful.reads_itself(node)


def _bound(node: Node) -> list[tuple[list[Node], Node]]:
    """The targets of a statement, each with what they are bound to, or have put into them."""
    if node.__class__ is gast.Assign:
        return [(node.targets, node.value)]
    if node.__class__ is gast.For and (node.iter.__class__ in (gast.Tuple, gast.List, gast.Call) or any(
            part.__class__ is gast.For and part.iter.__class__ is gast.Name and part.iter.id in names_in(node.target)
            for part in walk_statements(node.body))):
        return [([node.target], node.iter)]
    called = node.value if node.__class__ is gast.Expr else None
    if called.__class__ is gast.Call and called.func.__class__ is gast.Attribute and called.func.attr in MUTATORS:
        return [([called.func.value], value) for value in (*called.args, *(keyword.value for keyword in called.keywords))]
    return []


def _parts(node: Node) -> list[Node]:
    if node.__class__ is gast.IfExp:
        return [node.body, node.orelse]
    if node.__class__ is gast.BoolOp:
        return list(node.values)
    if node.__class__ is gast.Dict:
        return list(node.values)
    return [node.value] if node.__class__ in (gast.Subscript, gast.Attribute, gast.Starred) else list(node.elts)


def writes_when_asked(target: Any, depth: int = 0) -> bool:
    """Whether what a function or a class of the user's gives is an iterator that writes into something.

    >>> def rows(g):
    ...     for k in range(3):
    ...         g[k] = 0.0
    ...         yield k
    >>> def all_rows(g): return rows(g)
    >>> rows.__module__ = all_rows.__module__ = "models"
    >>> writes_when_asked(rows), writes_when_asked(all_rows), writes_when_asked(range)
    (True, True, False)
    """
    if isinstance(target, type):
        methods = [getattr(target, key, None) for key in ("__iter__", "__next__")]
        return any(isinstance(method, types.FunctionType) and _writes(method) for method in methods)
    if not isinstance(target, types.FunctionType) or lookup(target) is not None or depth > DEEPEST:
        return False
    if is_generator(target):
        return _writes(target)
    named = [value for value in functions_around(target) if value is not target]
    return not is_installed(target) and any(writes_when_asked(value, depth + 1) for value in named) and _gives_call(target)


def _gives_call(function: types.FunctionType) -> bool:
    """Whether a function returns what a call, or a name, gives."""
    try:
        nodes = walk(read_source(function).tree.body)
    except TangentishError:
        return True
    return any(node.__class__ is gast.Return and node.value.__class__ in (gast.Call, gast.Name) for node in nodes)


def _writes(function: types.FunctionType) -> bool:
    if is_installed(function):
        return False
    made = items_function(function) if is_generator(function) else function
    return made is None or effects_of(made).any_writes
