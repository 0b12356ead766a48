"""A variable that an inner function rebinds (`nonlocal`) becomes the only item of a list that both functions see.

What is stored into a list is followed like any other store, which a rebinding through a closure cell is not.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... def add(t):
...     nonlocal total
...     total = total + t
... add(x)
... y = total
... ''').body
>>> for node in box_nonlocals(block, ["x"], Names({"total", "add", "x"})): print(unparse(node))
total_cell = [None]
<BLANKLINE>
<BLANKLINE>
def add(t):
    total_cell[0] = total_cell[0] + t
add(x)
y = total_cell[0]
"""

from __future__ import annotations

import gast

from tangentish.bindings import IMPORTS, exception_name, imported_names, pattern_names
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, children, constant, name, names_in, subscript, walk


def box_nonlocals(body: Block, params: list[str], names: Names) -> Block:
    """Put every variable of this function that a function inside it rebinds into a list of one item."""
    own = {n for statement in body if statement.__class__ is gast.Nonlocal for n in statement.names}
    return boxed(body, sorted(_rebound(body) - own), params, names)


def boxed(body: Block, labels: list[str], params: list[str], names: Names) -> Block:
    """Put these variables into lists of one item."""
    if not labels:
        return body
    cells = {label: names.fresh(f"{label}_cell") for label in labels}
    visitor = _Box(cells)
    first = [assign(cells[label], gast.List([name(label) if label in params else constant(None)], gast.Load()))
             for label in labels]
    return [*first, *(visitor.visit(statement) for statement in body)]


def bound_otherwise(body: Block) -> set[str]:
    """The names that something else than an assignment, a loop or a `with` binds: these cannot be items of lists."""
    found: set[str] = set()
    for node in walk(body):
        if node.__class__ in (gast.FunctionDef, gast.ClassDef):
            found.add(node.name)
        elif node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ is gast.NamedExpr:
            found.add(node.target.id)
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            found |= set(node.names)
        elif node.__class__ is gast.ExceptHandler and (label := exception_name(node)) is not None:
            found.add(label)
        elif node.__class__ is gast.Delete:
            found |= names_in(node)
        elif node.__class__ is gast.Match:
            found |= pattern_names(node)
    return found


def _rebound(body: Block) -> set[str]:
    """The names that functions inside, at any depth, declare `nonlocal` and that belong to this function."""
    found: set[str] = set()
    for statement in body:
        for node in walk(statement):
            if node.__class__ is gast.FunctionDef:
                declared = {n for inner in node.body if inner.__class__ is gast.Nonlocal for n in inner.names}
                found |= declared | (_rebound(node.body) - _bound(node))
    return found


def _bound(function: Node) -> set[str]:
    """The names that are local to a function itself."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    found = {a.id for a in every if a is not None}
    shared: set[str] = set()
    stack = list(function.body) if isinstance(function.body, list) else []
    while stack:
        node = stack.pop()
        if node.__class__ in (gast.Nonlocal, gast.Global):
            shared |= set(node.names)
        elif node.__class__ in (gast.FunctionDef, gast.ClassDef):
            found.add(node.name)
            continue
        elif node.__class__ is gast.Lambda:
            continue
        elif node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            found.add(node.id)
        stack += children(node)
    return found - shared


class _Box(gast.NodeTransformer):
    def __init__(self, cells: dict[str, str]) -> None:
        self.cells = cells

    def visit_Name(self, node: Node) -> Node:
        if node.id not in self.cells:
            return node
        item = subscript(name(self.cells[node.id]), constant(0))
        item.ctx = node.ctx
        return gast.copy_location(item, node)

    def visit_Nonlocal(self, node: Node) -> Node | None:
        node.names = [n for n in node.names if n not in self.cells]
        return node if node.names else None

    def visit_FunctionDef(self, node: Node) -> Node:
        return self.function(node)

    def visit_Lambda(self, node: Node) -> Node:
        return self.function(node)

    def comprehension(self, node: Node) -> Node:
        """A comprehension, but for what is looped over first: what it binds is its own."""
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        own = {part.id for one in node.generators for part in walk(one.target) if part.__class__ is gast.Name}
        inner = _Box({k: v for k, v in self.cells.items() if k not in own})
        for place, one in enumerate(node.generators):
            one.iter = one.iter if place == 0 else inner.visit(one.iter)
            one.target, one.ifs = inner.visit(one.target), [inner.visit(test) for test in one.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, inner.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def function(self, node: Node) -> Node:
        """A function inside: what is local to it is not ours."""
        arguments = node.args
        arguments.defaults = [self.visit(d) for d in arguments.defaults]
        arguments.kw_defaults = [self.visit(d) if d is not None else None for d in arguments.kw_defaults]
        inner = _Box({k: v for k, v in self.cells.items() if k not in _bound(node)})
        if isinstance(node.body, list):
            body = [inner.visit(statement) for statement in node.body]
            node.body = [statement for statement in body if statement is not None]
        else:
            node.body = inner.visit(node.body)
        return node
