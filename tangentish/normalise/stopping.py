"""`any` and `all` of calls that may write: loops that stop where these do.

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
from tangentish.syntax import Block, Node, assign, call, clone, constant, name, stored, substitute, walk


def comprehension_of(node: Node, functions: tuple[str, ...], is_map: Callable[[Node], bool]) -> Node | None:
    """The generator expression that a call of such a function goes through, also if it was written as a `map`."""
    if node.__class__ is not gast.Call or node.func.__class__ is not gast.Name or node.func.id not in functions or len(
            node.args) != 1 or node.keywords:
        return None
    source = node.args[0]
    if source.__class__ is gast.GeneratorExp:
        return source
    if source.__class__ is not gast.Call or len(source.args) != 2 or not is_map(source.func):
        return None
    function, items = source.args
    if function.__class__ not in (gast.Name, gast.Attribute) or items.__class__ is gast.Starred:
        return None
    return gast.GeneratorExp(call(clone(function), name("v")), [gast.comprehension(stored("v"), items, [], 0)])


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
