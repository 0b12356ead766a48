"""The names that functions and classes take from around them."""

from __future__ import annotations

import gast

from tangentish.trees import Node, children, walk


def free_names(function: Node) -> set[str]:
    """The names that a `def` or `lambda` takes from around it.

    >>> from tangentish.syntax import expression
    >>> sorted(free_names(expression("lambda x: x + a * b")))
    ['a', 'b']
    """
    args = function.args
    own = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    bound = {a.id for a in own if a is not None}
    body = function.body if isinstance(function.body, list) else [function.body]
    shared: set[str] = set()
    for node in walk(body):
        if node.__class__ in (gast.Nonlocal, gast.Global):
            shared |= set(node.names)
        elif node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            bound.add(node.id)
        elif node.__class__ is gast.FunctionDef:
            bound.add(node.name)
    inner: set[str] = set()

    def visit(node: Node) -> None:
        if node.__class__ in (gast.FunctionDef, gast.Lambda):
            inner.update(free_names(node))
            return
        if node.__class__ is gast.Name:
            inner.add(node.id)
        for child in children(node):
            visit(child)

    for part in body:
        visit(part)
    return (inner - bound) | (inner & shared)


def class_names(node: Node) -> set[str]:
    """The names that a `class` statement takes from around it, those that its own statements bind among them.

    >>> from tangentish.syntax import parse
    >>> sorted(class_names(parse("class A(B):\\n    c = d\\n    def f(self, e): return e + g").body[0]))
    ['B', 'c', 'd', 'g']
    """
    found: set[str] = set()

    def visit(part: Node) -> None:
        if part.__class__ in (gast.FunctionDef, gast.Lambda):
            found.update(free_names(part))
            for outside in [*getattr(part, "decorator_list", []), *part.args.defaults, *part.args.kw_defaults]:
                if outside is not None:
                    visit(outside)
            return
        if part.__class__ is gast.Name:
            found.add(part.id)
        for child in children(part):
            visit(child)

    for part in [*node.bases, *node.keywords, *node.decorator_list, *node.body]:
        visit(part)
    return found
