"""`next` of a generator expression, or of a new iterator, as a function that returns the first item it comes to.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.names import Names
>>> from tangentish.syntax import unparse
>>> def big(x):
...     return next((2.0 * v for v in x if v > 1.0), 0.0)
>>> source = read_source(big)
>>> for made in first_found(source.tree.body, Scope(source, {"x"}), lambda call: True, Names({"x", "v"})):
...     print(unparse(made).strip())
def first(items, default):
    for v in items:
        if v > 1.0:
            return 2.0 * v
    return default
return first(x, 0.0)
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    call,
    children,
    clone,
    expression,
    locate,
    name,
    own_expressions,
    parse,
    walk,
)

INSIDE = (*COMPREHENSIONS, gast.Lambda)
"""What is in these sees names that a function in front of the statement would not."""
UNMOVED = (gast.NamedExpr, gast.Await, gast.Yield, gast.YieldFrom)


def has_first(body: Block, scope: Scope) -> bool:
    """Whether there is anything here to rewrite."""
    return any(node.__class__ is gast.Call and _generator(node, scope) is not None for node in walk(body))


def first_found(block: Block, scope: Scope, active: Callable[[Node], bool], names: Names) -> Block:
    """Rewrite the calls of a block that are active, nested blocks too."""
    def rewritten(node: Node) -> Block:
        before: Block = []
        for found in (found for part in own_expressions(node) for found in _calls(part)):
            made = _generator(found, scope)
            if made is not None and active(found):
                function = _function(made, len(found.args) > 1, names)
                before.append(locate(gast.copy_location(function, node), node))
                found.func = locate(name(function.name), found)
                found.args[0] = made.generators[0].iter
        return [*before, node]

    return each_rewritten(block, rewritten)


def _calls(node: Node) -> Block:
    """The calls in an expression, but for those in comprehensions and lambdas."""
    if node.__class__ in INSIDE:
        return []
    found = [node] if node.__class__ is gast.Call else []
    return found + [inner for child in children(node) for inner in _calls(child)]


def _generator(node: Node, scope: Scope) -> Node | None:
    """The generator expression of which a call gives the first item."""
    if not _is_call(node, next, scope) or len(node.args) > 2:
        return None
    made = node.args[0]
    if _is_call(made, iter, scope) and len(made.args) == 1:
        found = expression("(item for item in items)")
        found.generators[0].iter = made.args[0]
        made = found
    if made.__class__ is not gast.GeneratorExp or any(part.__class__ is gast.Starred for part in node.args):
        return None
    if any(part.__class__ in UNMOVED for part in walk(made)) or any(generator.is_async for generator in made.generators):
        return None
    return made


def _is_call(node: Node, function: Callable[..., object], scope: Scope) -> bool:
    """Whether a node is a call of a builtin function by its name, with arguments but no keywords."""
    return node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == function.__name__ and bool(
        node.args) and not node.keywords and scope.resolve(node.func) is function


def _function(made: Node, has_default: bool, names: Names) -> Node:
    """The function: it gets what is gone through and, if there is one, the default."""
    label, items, default = names.fresh("first"), names.fresh("items"), names.fresh("default")
    function = parse(f"def {label}({items}{f', {default}' if has_default else ''}):\n    pass\n").body[0]
    inner: Block = [gast.Return(clone(made.elt))]
    for place, generator in reversed(list(enumerate(made.generators))):
        for test in reversed(generator.ifs):
            inner = [gast.If(clone(test), inner, [])]
        inner = [gast.For(clone(generator.target), clone(generator.iter) if place else name(items), inner, [], None)]
    last = gast.Return(name(default)) if has_default else gast.Raise(call("StopIteration"), None)
    function.body = [locate(part, made) for part in (*inner, last)]
    return function
