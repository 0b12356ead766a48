"""The names that functions and classes take from around them."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.bindings import IMPORTS, exception_name, imported_names, pattern_names
from tangentish.trees import COMPREHENSIONS, DEFINITIONS, Node, children, parameter_nodes


def free_names(function: Node) -> set[str]:
    """The names that a `def` or `lambda` takes from around it: its body, not its defaults and decorators.

    >>> from tangentish.syntax import expression, parse
    >>> sorted(free_names(expression("lambda x: x + a * b")))
    ['a', 'b']
    >>> sorted(free_names(parse("def f(x):\\n    def g(y=a): b = y; return b\\n    return g(b) + sum([c for c in d]) + c").body[0]))
    ['a', 'b', 'c', 'd', 'sum']
    """
    scope = _of_function(function)
    return (scope.used - scope.bound) | ((scope.used | scope.bound) & scope.shared)


def local_names(function: Node) -> set[str]:
    """The names that are local to a `def` or `lambda`, not to what is defined in it.

    >>> from tangentish.syntax import parse
    >>> sorted(local_names(parse("def f(x):\\n    nonlocal y\\n    y = z = [w for w in x]").body[0]))
    ['x', 'z']
    """
    scope = _of_function(function)
    return scope.bound - scope.shared


def class_names(node: Node) -> set[str]:
    """The names that a `class` statement takes, or may take, from around it.

    >>> from tangentish.syntax import parse
    >>> sorted(class_names(parse("class A(B):\\n    c = d\\n    e += 1\\n    def f(self, e): return e + g").body[0]))
    ['B', 'd', 'e', 'g']
    """
    return _of_class(node).used


class _Scope:
    """The names in the code of one function or class: those that are read, those bound, those said to be of another scope."""

    def __init__(self, bound: set[str]) -> None:
        self.used: set[str] = set()
        self.bound = bound
        self.shared: set[str] = set()

    def visit_all(self, nodes: Iterable[Node | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit(self, node: Node) -> None:
        cls = node.__class__
        if cls is gast.Name:
            (self.used if node.ctx.__class__ is gast.Load else self.bound).add(node.id)
        elif cls in DEFINITIONS or cls is gast.Lambda:
            self.definition(node)
        elif cls in COMPREHENSIONS:
            self.comprehension(node)
        else:
            self.bind(node)
            self.visit_all(children(node))
            if cls is gast.AugAssign and node.target.__class__ is gast.Name:
                self.used.add(node.target.id)

    def bind(self, node: Node) -> None:
        """Note the names that a node binds, or says to be of another scope, which are no parts of it."""
        cls = node.__class__
        if cls is gast.Nonlocal or cls is gast.Global:
            self.shared.update(node.names)
        elif cls in IMPORTS:
            self.bound |= imported_names(node)
        elif cls is gast.ExceptHandler and (caught := exception_name(node)) is not None:
            self.bound.add(caught)
        elif cls is gast.match_case:
            self.bound |= pattern_names(node.pattern)

    def definition(self, node: Node) -> None:
        """Another scope inside: what it takes from here, and what is evaluated here when it is made."""
        if node.__class__ is gast.ClassDef:
            self.used |= class_names(node)
        else:
            self.used |= free_names(node)
            self.visit_all([*getattr(node, "decorator_list", []), *node.args.defaults, *node.args.kw_defaults])
        if node.__class__ is not gast.Lambda:
            self.bound.add(node.name)

    def comprehension(self, node: Node) -> None:
        """Another scope inside, but for what it goes through first; `:=` in it binds here."""
        inner = _Scope(set())
        for place, generator in enumerate(node.generators):
            (self if place == 0 else inner).visit(generator.iter)
            inner.visit(generator.target)
            inner.visit_all(generator.ifs)
        inner.visit_all([node.key, node.value] if node.__class__ is gast.DictComp else [node.elt])
        walrus = _walrus_names(node)
        self.bound |= walrus
        self.used |= inner.used - (inner.bound - walrus)


def _of_function(function: Node) -> _Scope:
    scope = _Scope({argument.id for argument in parameter_nodes(function)})
    scope.visit_all(function.body if isinstance(function.body, list) else [function.body])
    return scope


def _of_class(node: Node) -> _Scope:
    scope = _Scope(set())
    scope.visit_all([*node.bases, *node.keywords, *node.decorator_list, *node.body])
    return scope


def _walrus_names(node: Node) -> set[str]:
    """The names that are bound by `:=` in an expression."""
    found, left = set(), [node]
    while left:
        part = left.pop()
        if part.__class__ is gast.NamedExpr:
            found.add(part.target.id)
        if part.__class__ is not gast.Lambda:
            left += children(part)
    return found
