"""`any` and `all` of calls that may write, loops over generator expressions: as loops that do no more than these.

>>> from tangentish.names import Names
>>> from tangentish.syntax import expression, unparse
>>> found = comprehension_of(expression("all(map(note, x))"), ("any", "all"), lambda function: True)
>>> for node in stopping_loop(found, Names({"note", "x"}), "t", False): print(unparse(node))
t = True
for v in x:
    t = bool(note(v))
    if not t:
        break
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.names import Names
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

_MAPPED = (gast.Name, gast.Attribute, gast.Lambda)  # what else is mapped is made once


def comprehension_of(node: Node, functions: tuple[str, ...], is_map: Callable[[Node], bool],
                     is_asked: Callable[[Node], bool] = lambda source: False) -> Node | None:
    """The generator expression that a call of such a function goes through, also if it was written as a `map`.

    Of an iterator that `is_asked` for its items, it is one that gives these.
    """
    if node.__class__ is not gast.Call or node.func.__class__ is not gast.Name or node.func.id not in functions or len(
            node.args) != 1 or node.keywords:
        return None
    source = node.args[0]
    if source.__class__ is gast.GeneratorExp:
        return source
    function, items = source.args if source.__class__ is gast.Call and len(source.args) == 2 else (None, None)
    if function.__class__ not in _MAPPED or items.__class__ is gast.Starred or not is_map(source.func):
        return gast.GeneratorExp(name("v"), [gast.comprehension(stored("v"), source, [], 0)]) if is_asked(source) else None
    return gast.GeneratorExp(call(clone(function), name("v")), [gast.comprehension(stored("v"), items, [], 0)])


def inlined_loops(block: Block, names: Names, effectful: Callable[[Node], bool], is_map: Callable[[Node], bool]) -> Block:
    """`for v in (f(u) for u in x)` as `for u in x: v = f(u)` where `f` may write, or the body binds what `f(u)` reads."""
    return each_rewritten(block, lambda node: [
        _inlined(node, names, effectful, is_map) if node.__class__ is gast.For else node])


def _inlined(node: Node, names: Names, effectful: Callable[[Node], bool], is_map: Callable[[Node], bool]) -> Node:
    source, target = node.iter, node.target
    numbered = _is_numbered(node)
    if numbered:
        source, target = source.args[0], target.elts[1]
    mapped = source.__class__ is gast.Call
    if mapped:
        source = comprehension_of(call("for_", source), ("for_",), is_map)
    if source.__class__ is not gast.GeneratorExp or len(source.generators) != 1 or source.generators[0].is_async or (
            numbered and source.generators[0].ifs):
        return node
    generator = source.generators[0]
    late = [source.elt, *generator.ifs]
    bound = {n.id for part in (node.target, *node.body) for n in walk(part)
             if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
    acts = any(part.__class__ is gast.Call and effectful(part) for part in walk(late))
    if not acts and (mapped or not names_in(late) & bound):
        return node
    if mapped and names_in(source.elt.func) & bound:
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
