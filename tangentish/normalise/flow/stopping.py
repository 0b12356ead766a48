"""`any` and `all` of calls that may write, loops over generator expressions: as loops that do no more than these.

>>> from tangentish.names import Names
>>> from tangentish.syntax import expression, unparse
>>> found = comprehension_of(expression("all(map(note, x))"), ("any", "all"), lambda function: map)
>>> for node in stopping_loop(found, Names({"note", "x"}), "t", False): print(unparse(node))
t = True
for v in x:
    t = bool(note(v))
    if not t:
        break
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.flow.mapped import is_mapping, written_out
from tangentish.rewriting import each_rewritten
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    clone,
    constant,
    locate,
    name,
    names_in,
    stored,
    substitute,
    walk,
)


def comprehension_of(node: Node, functions: tuple[str, ...], resolve: Callable[[Node], Any],
                     is_asked: Callable[[Node], bool] = lambda source: False) -> Node | None:
    """The generator expression that a call of such a function goes through, also if it was written as a `map`.

    Of an iterator that `is_asked` for its items, it is one that gives these.
    """
    if node.__class__ is not gast.Call or node.func.__class__ is not gast.Name or node.func.id not in functions or len(
            node.args) != 1 or node.keywords or node.args[0].__class__ is gast.Starred:
        return None
    source = node.args[0]
    if source.__class__ is gast.GeneratorExp:
        return source
    written = written_out(source, resolve(source.func)) if source.__class__ is gast.Call else None
    if written is None and is_asked(source):
        return gast.GeneratorExp(name("v"), [gast.comprehension(stored("v"), source, [], 0)])
    return written


def inlined_loops(block: Block, names: Names, effectful: Effectful) -> Block:
    """`for v in (f(u) for u in x)` as `for u in x: v = f(u)` where `f` may write, or the body binds what `f(u)` reads."""
    def inlined(node: Node) -> Block:
        before: Block = []
        if node.__class__ is not gast.For:
            return [node]
        source = node.iter.args[0] if _is_numbered(node) else node.iter
        if makes_function(source, effectful):
            held = names.fresh("t")
            before.append(locate(gast.copy_location(assign(held, source.args[0]), node), node))
            source.args[0] = name(held)
        return [*before, _inlined(node, names, effectful)]

    return each_rewritten(block, inlined)


def makes_function(source: Node, effectful: Effectful) -> bool:
    """Whether a call like `map(make(), x)` evaluates, for its function, what may not be repeated, and that function may write."""
    if source.__class__ is not gast.Call or not is_mapping(source, effectful.scope.resolve(source.func)):
        return False
    function = source.args[0]
    return effectful.function(function) and function.__class__ not in (gast.Name, gast.Lambda) and (
        function.__class__ is not gast.Attribute or effectful.reads(function) or any(
            part.__class__ is gast.Call for part in walk(function)))


def _inlined(node: Node, names: Names, effectful: Effectful) -> Node:
    source, target = node.iter, node.target
    numbered = _is_numbered(node)
    if numbered:
        source, target = source.args[0], target.elts[1]
    function = None
    if source.__class__ is gast.Call:
        function = source.args[0] if source.args else None
        source = written_out(source, effectful.scope.resolve(source.func))
    if source.__class__ is not gast.GeneratorExp or len(source.generators) != 1 or source.generators[0].is_async or (
            numbered and source.generators[0].ifs):
        return node
    generator = source.generators[0]
    late = [source.elt, *generator.ifs]
    bound = {n.id for part in (node.target, *node.body) for n in walk(part)
             if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
    acts = any(part.__class__ is gast.Call and effectful(part) for part in walk(late))
    if not acts and (function is not None or not names_in(late) & bound):
        return node
    if function is not None and names_in(function) & bound:
        return node  # which function it is, `map` is told once
    first, generator.iter = generator.iter, constant(None)
    targets = {n.id for n in walk(generator.target) if n.__class__ is gast.Name}
    source = substitute(source, {key: name(names.fresh(key)) for key in sorted(targets)})
    generator = source.generators[0]
    body: Block = [assign(target, source.elt), *node.body]
    for test in reversed(generator.ifs):
        body = [gast.If(test, body, [])]
    bound_to = generator.target
    if numbered:
        bound_to = gast.Tuple([node.target.elts[0], bound_to], gast.Store())
        first = gast.Call(node.iter.func, [first, *node.iter.args[1:]], node.iter.keywords)
    return locate(gast.copy_location(gast.For(bound_to, first, body, node.orelse, None), node), node)


def _is_numbered(node: Node) -> bool:
    """Whether a loop numbers what it goes through, and has a name for each number."""
    source = node.iter
    return source.__class__ is gast.Call and getattr(source.func, "id", "") == "enumerate" and bool(source.args) and (
        source.args[0].__class__ is not gast.Starred and node.target.__class__ in (gast.Tuple, gast.List)
        and len(node.target.elts) == 2 and node.target.elts[0].__class__ is gast.Name)


def stopping_loop(node: Node, names: Names, held: str, stops_at: bool, breaks: bool = True) -> Block:
    """The loop for `any` (which stops at True) or `all` of a generator expression, its result under the name `held`.

    Without `breaks` it goes on, and only leaves out what Python would not have evaluated.
    """
    node = clone(node)
    first = node.generators[0].iter
    node.generators[0].iter = constant(None)
    targets = {n.id for generator in node.generators for n in walk(generator.target) if n.__class__ is gast.Name}
    substitute(node, {key: name(names.fresh(key)) for key in sorted(targets)})
    node.generators[0].iter = first
    over: Node = name(held) if stops_at else gast.UnaryOp(gast.Not(), name(held))
    going: Node = gast.UnaryOp(gast.Not(), name(held)) if stops_at else name(held)
    leave = gast.If(over, [gast.Break()], [])
    inner: Block = [assign(held, call("bool", node.elt))]
    for generator in reversed(node.generators):
        for place, test in enumerate(reversed(generator.ifs)):
            inner = [gast.If(test, [*inner, *([clone(leave)] if breaks and not place else [])], [])]
        if breaks and not generator.ifs:
            inner.append(clone(leave))
        if not breaks:
            inner = [gast.If(clone(going), inner, [])]
        inner = [gast.For(generator.target, generator.iter, inner, [], None)]
    return [assign(held, constant(not stops_at)), *inner]
